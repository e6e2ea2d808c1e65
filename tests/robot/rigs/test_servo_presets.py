"""The figures of known servos: within their ranges, named, and an unknown one is refused."""

from __future__ import annotations

import dataclasses

import pytest

from robot.errors import RigError
from robot.rigs.servo_presets import SERVO_PRESETS, ServoFigure, servo_preset


@pytest.mark.parametrize("name", SERVO_PRESETS)
def test_every_figure_lies_in_its_range_and_has_a_source(name: str) -> None:
    preset = servo_preset(name)
    for field in dataclasses.fields(preset):
        figure = getattr(preset, field.name)
        if isinstance(figure, ServoFigure):
            assert figure.lowest <= figure.value <= figure.highest, field.name
            assert figure.source[0] in "DMFE", field.name


def test_a_ds3218_turns_as_fast_as_its_data_sheet_says() -> None:
    speed = servo_preset("DS3218").speed
    assert speed.degrees_per_second == pytest.approx(60 / 0.16)
    assert speed.acceleration == pytest.approx(0.09)


def test_an_unknown_servo_is_quoted_with_those_that_are_known() -> None:
    with pytest.raises(RigError, match=r"'ds9999'.*ds3218, mg996r, sg90, hs-311, sts3215"):
        servo_preset("ds9999")
