"""A profile that is replaced is kept, and the message says where."""

from __future__ import annotations

import pytest

from calibration.storage import load_profile, profile_names
from rokumen.errors import InputError
from rokumen.storage.profiles import MAX_PROFILE_NAME, profiles_folder, store_profile
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

OTHER = ColourProfile({name: (L - 5.0, a, b) for name, (L, a, b) in DEFAULT_COLOURS.lab.items()})


def test_a_profile_that_is_replaced_is_kept() -> None:
    first = store_profile("desk", DEFAULT_COLOURS, "0")
    assert str(first) == f"stored in {profiles_folder() / 'desk.toml'}"
    second = store_profile("desk", OTHER, "0")
    assert second.older is not None
    assert str(second).endswith(f"the profile that it replaces is kept in {second.older}")
    assert load_profile(second.older).lab == DEFAULT_COLOURS.lab
    assert load_profile(second.path).lab == OTHER.lab


def test_a_kept_profile_is_not_listed() -> None:
    store_profile("desk", DEFAULT_COLOURS, "0")
    store_profile("desk", OTHER, "0")
    (profiles_folder() / "._desk.toml").write_bytes(b"\0\5\x16\7")
    assert list(profile_names(profiles_folder())) == ["desk"]


def test_a_bad_name_replaces_nothing() -> None:
    with pytest.raises(InputError, match="cannot be the name"):
        store_profile("../desk", OTHER, "0")


def test_the_longest_name_is_stored_and_replaced() -> None:
    name = MAX_PROFILE_NAME * "a"
    store_profile(name, DEFAULT_COLOURS, "0")
    store_profile(name, OTHER, "0")
    assert list(profile_names(profiles_folder())) == [name]
    with pytest.raises(InputError, match=f"at most {MAX_PROFILE_NAME} bytes"):
        store_profile(f"{name}a", OTHER, "0")
