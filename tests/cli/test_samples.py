"""The sample logs give through the command line what their `.expected` files say."""

import json
from typing import Any

import pytest

from tests.cli.shell import SAMPLES, Shell

HEXLOG = SAMPLES / "hexlog"
GAMES = ["battle_sheep", "china_gold", "takenoko"]


def expected(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HEXLOG / f"{name}.expected").read_text().splitlines()]


def test_every_sample_is_of_a_game_that_is_tested_here() -> None:
    assert {path.name.split(".")[0].split("-")[0] for path in HEXLOG.glob("*.hexlog")} == set(GAMES)


@pytest.mark.parametrize("name", [f"{game}{kind}" for game in GAMES for kind in ("", "-spoilt")])
def test_replay(shell: Shell, name: str) -> None:
    path = HEXLOG / f"{name}.hexlog"
    ran = shell("replay", "--json", path)
    lines = ran.json()
    wanted = expected(name)
    assert ran.code == int(any(line["status"] in {"illegal", "mismatch"} for line in wanted))
    for line, want in zip(lines, wanted, strict=True):
        assert list(line) == ["file", *want]
        assert line.pop("file") == str(path)
        if line["error"] is not None:
            assert list(line["error"]) == ["ply", "move", "reason"]
            assert line["error"].pop("reason").endswith((".", ")"))
        assert line == want


@pytest.mark.parametrize("game", GAMES)
def test_every_ply(shell: Shell, game: str) -> None:
    ran = shell("replay", "--every-ply", "--json", HEXLOG / f"{game}-first.hexlog")
    assert ran.code == 0
    wanted = expected(f"{game}-first.every-ply")
    for line, want in zip(ran.json(), wanted, strict=True):
        assert list(line) == ["line", "id", "ply", "move", "position"]
        assert {key: line[key] for key in want} == want


@pytest.mark.parametrize("game", GAMES)
def test_legal_at_every_ply(shell: Shell, game: str) -> None:
    ran = shell("legal", "--every-ply", "--json", HEXLOG / f"{game}-first.hexlog")
    assert ran.code == 0
    lines = ran.json()
    for line, want in zip(lines, expected(f"{game}-first.legal"), strict=True):
        assert list(line) == list(want)
        assert (line["line"], line["id"], line["ply"]) == (want["line"], want["id"], want["ply"])
        assert sorted(line["moves"]) == sorted(want["moves"])
        if want["moves"]:
            assert line["kind"] == want["kind"]
            assert line["to_move"] in {0, 1}
    last = lines[-1]
    assert (last["to_move"], last["kind"], last["moves"]) == (None, "over", [])
