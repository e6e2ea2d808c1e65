"""What is written as JSON can be read by every reader."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from files.strict_json import strict_json

texts = st.text(st.characters())
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=8,
)


def refuse(constant: str) -> None:
    raise AssertionError(constant)


@given(values)
def test_any_values_become_strict_json(value: Any) -> None:
    json.loads(strict_json(value).encode(), parse_constant=refuse)


def test_only_what_json_does_not_have_is_changed() -> None:
    assert strict_json({"a": ["é", 1.5, None], "b": "\U0001f600"}) == (
        '{"a": ["é", 1.5, null], "b": "\U0001f600"}'
    )
    given = {"\ud800": ("\udcff", "\U0001f600"), "b": [float("nan"), float("-inf"), 0.1]}
    assert strict_json(given) == '{"\ufffd": ["\ufffd", "\U0001f600"], "b": [null, null, 0.1]}'
