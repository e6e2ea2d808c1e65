"""One test of many cases that each take less time than it takes to begin a test."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

Test = Callable[..., None]


def for_each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Return a decorator that runs a test with all values in turn, and names the one that fails.

    `names` and `values` are those of `pytest.mark.parametrize`, which makes each a test of its own.
    """
    cases = list(values)
    assert cases, f"there is no value for {names}"
    single = isinstance(names, str)
    given = (names,) if isinstance(names, str) else names

    def decorated(test: Test) -> Test:
        @wraps(test)
        def all_cases(*arguments: Any, **others: Any) -> None:
            for case in cases:
                own = dict(zip(given, (case,) if single else case, strict=True))
                try:
                    test(*arguments, **others, **own)
                except BaseException as error:
                    error.add_note(f"The case that fails: {own}")
                    raise

        signature = inspect.signature(test)
        kept = [each for name, each in signature.parameters.items() if name not in given]
        all_cases.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return all_cases

    return decorated
