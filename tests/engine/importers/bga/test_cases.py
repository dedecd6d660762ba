"""Each container, quirk, wrong file and ending of the spec, on a file in the repository."""

from pathlib import Path

import pytest

from tests.engine.importers.bga.cases import (
    EXPECTED,
    FOLDER,
    Listed,
    case_of,
    expectations,
    files_of,
    holds,
    kind_of,
    read_case,
    shown,
    spec,
    told,
)


def name_of(expectation: Path) -> str:
    return f"{expectation.parent.name}/{expectation.name.removesuffix(EXPECTED)}"


@pytest.mark.parametrize("expectation", expectations(), ids=name_of)
def test_a_file_is_read_as_the_spec_says(expectation: Path) -> None:
    case = case_of(expectation)
    items = read_case(expectation)
    assert len(items) == len(case.games), items
    for item, wanted in zip(items, case.games, strict=True):
        assert told(item, wanted) == wanted
    if case.kind is not None:
        assert kind_of(expectation) == case.kind


@pytest.mark.parametrize(("key", "listed"), spec().items())
def test_everything_in_the_spec_has_a_file_that_shows_it(key: str, listed: Listed) -> None:
    cases = shown().get(key, [])
    assert cases, f"no case shows: {listed.says}"
    assert [name_of(one) for one in cases if not holds(one, listed.holds)] == []


def test_no_case_shows_what_the_spec_has_not() -> None:
    assert shown().keys() <= spec().keys()


def test_every_file_belongs_to_a_case() -> None:
    used = [path for expectation in expectations() for path in files_of(expectation)]
    beside = {*expectations(), *FOLDER.glob("*/README.md"), *(FOLDER / "dialects").iterdir()}
    assert {path for path in FOLDER.glob("*/*") if path not in beside} == set(used)
