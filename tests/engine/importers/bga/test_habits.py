"""Every ending and every habit of writing, on files in the repository."""

import json

import pytest

from engine.replay import Status
from tests.engine.importers.bga.reading import played, read_bytes, read_path, the_found
from tests.engine.importers.bga.samples import FOLDER, SMALL, dressed, small_game

HABITS = FOLDER / "habits"

READ = {
    "end-normal": ("normal", Status.VERIFIED),
    "end-concede": ("conceded", Status.INCOMPLETE),
    "end-concede-flag": ("conceded", Status.INCOMPLETE),
    "end-timeout": ("normal", Status.VERIFIED),  # skipped once, played to the end
    "end-quit": ("abandoned", Status.INCOMPLETE),
    "end-abandon": ("abandoned", Status.INCOMPLETE),
    "end-zombie": ("abandoned", Status.INCOMPLETE),
    "end-none": (None, Status.UNVERIFIED),
    "undo-gap": ("normal", Status.VERIFIED),
    "undo-cancel": ("normal", Status.VERIFIED),
    "undo-framework": ("normal", Status.VERIFIED),
    "no-times": ("normal", Status.VERIFIED),
    "one-view": ("normal", Status.VERIFIED),
}


@pytest.mark.parametrize(("name", "reason", "status"), [(name, *one) for name, one in READ.items()])
def test_a_log_with_this_habit_is_read(name: str, reason: str | None, status: Status) -> None:
    found = the_found(read_path(HABITS / f"{name}.json", SMALL.toml))
    assert (found.log.result.reason if found.log.result else None) == reason
    assert played(found).status is status
    assert found.log.moves == small_game().moves
    assert found.log.meta is not None
    assert ("moves_taken_back" in found.log.meta) == name.startswith("undo")


def test_every_sample_of_a_habit_has_its_line() -> None:
    assert {path.stem for path in HABITS.iterdir()} == set(READ)


def test_the_usual_envelope_reads_as_one_with_something_beside_it() -> None:
    document = dressed().document()
    usual = the_found(read_bytes(json.dumps(document).encode(), SMALL.toml)).log
    beside = document | {"saved_by": "somebody"}
    assert the_found(read_bytes(json.dumps(beside).encode(), SMALL.toml)).log == usual
