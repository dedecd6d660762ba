"""Every wrong file of the spec, each named in its own words."""

from pathlib import Path

import pytest

from engine.importers.bga.opening import open_logs
from engine.importers.bga.wrong import Wrong
from engine.importers.contract import Rejected
from engine.importers.reading import read_file
from tests.engine.importers.bga.samples import FOLDER

WRONG = FOLDER / "wrong"
OTHER = FOLDER / "other"

SENTENCES = {
    "refusal-limit.json": ("refusal", "a refusal of Board Game Arena: “You have reached a limit"),
    "refusal-expired.json": ("session expired", "the session had expired"),
    "login.html": ("login page", "This is the login page"),
    "table.html": ("table page", "This is the page of a table"),
    "replay-without-log.html": ("page without log", "no `g_gamelogs` is in it"),
    "page.html": ("page without log", "a web page (“Recipes”)"),
    "alone.json": ("companion", "a companion of Board Game Arena (tableinfos of table 400000001"),
    "games.json": ("companion", "(getGames of 2 tables)"),
    "ratings.json": ("companion", "a companion of Board Game Arena (ratings)"),
    "cut-short.json": ("cut short", "The log was cut short"),
    "cut-short.html": ("cut short", "The log was cut short"),
    "empty-log.json": ("empty log", "The log is empty"),
    "broken.json": ("not JSON", "This is not JSON"),
    "no-log.json": ("no log", "nowhere in it is a list of packets"),
}


def only_rejected(path: Path) -> Rejected:
    """What the product's reader says of a file with nothing else in it."""
    (entry,) = read_file(path)
    assert isinstance(entry.item, Rejected)
    return entry.item


@pytest.mark.parametrize(("name", "kind", "words"), [(n, *s) for n, s in SENTENCES.items()])
def test_a_wrong_file_is_named(name: str, kind: str, words: str) -> None:
    (wrong,) = open_logs((WRONG / name).read_bytes())
    assert isinstance(wrong, Wrong)
    assert wrong.kind == kind
    reason = only_rejected(WRONG / name).reason
    assert words in reason
    assert reason.endswith(".")
    assert reason.count(". ") == 0


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("empty.json", "empty", "The file is empty."),
        ("blank.json", "empty", "There is no game in the file."),
        ("not-json.json", "not JSON", "not JSON"),
    ],
)
def test_what_no_importer_need_claim_is_named_too(name: str, kind: str, words: str) -> None:
    (wrong,) = open_logs((WRONG / name).read_bytes())
    assert isinstance(wrong, Wrong)
    assert wrong.kind == kind
    assert words in only_rejected(WRONG / name).reason


def test_every_wrong_sample_has_its_sentence() -> None:
    named = {*SENTENCES, "empty.json", "blank.json", "not-json.json"}
    assert {path.name for path in WRONG.iterdir()} == named


def test_no_two_kinds_share_a_sentence() -> None:
    sentences: dict[str, set[str]] = {}
    for name, (kind, _) in SENTENCES.items():
        sentences.setdefault(only_rejected(WRONG / name).reason, set()).add(kind)
    assert all(len(kinds) == 1 for kinds in sentences.values())


def test_the_log_of_another_game_is_named_by_its_companion() -> None:
    rejected = only_rejected(OTHER / "other-game.logs.json")
    assert rejected.id == "861715231"
    assert rejected.reason == (
        "This is a log of Board Game Arena of the game `raceforthegalaxy` (table 861715231), which "
        "is not read here; the games are: Battle Sheep, China Gold, Takenoko."
    )


def test_the_companion_of_another_game_is_named() -> None:
    assert only_rejected(OTHER / "other-game.tableinfos.json").reason == (
        "This is a companion of Board Game Arena (tableinfos of table 861715231, of the game "
        "`raceforthegalaxy`, which is not read here) and holds no log."
    )


def test_the_log_of_another_game_alone_is_not_guessed(tmp_path: Path) -> None:
    alone = tmp_path / "alone.json"
    alone.write_bytes((OTHER / "other-game.logs.json").read_bytes())
    reason = only_rejected(alone).reason
    assert "of which game nothing tells" in reason
    assert "`drawCards`" in reason
    assert "--game" in reason
