"""Writes the folders `containers`, `wrong` and `habits` of `tests/samples/bga`: one small game of
Battle Sheep in every container of the spec.

Run as a module, it writes the files anew; the tests only read them. What is expected of them, and
the cases in the other folders, is written by hand.
"""

import gzip
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import zstandard

from engine.core.gamelog import GameLog
from engine.core.registry import find_game
from engine.simulate.playing import simulate
from tests.engine.importers.bga.costumes import SHEEP, Costume
from tests.engine.importers.bga.dressing import Dressed, Habits, dress

FOLDER = Path(__file__).resolve().parents[3] / "samples" / "bga"
BOARD = ["0,0", "1,0", "2,0", "0,1", "1,1", "2,1", "0,2", "1,2", "2,2"]
SMALL = Costume(
    "battle_sheep",
    SHEEP.tell,
    SHEEP.toml.replace("[cells]", f"[setup]\nboard = {json.dumps(BOARD)}\n\n[cells]", 1),
    SHEEP.cancels,
)
TABLE = 400_000_001


def small_game() -> GameLog:
    """Two players on nine cells: some six plies."""
    game = find_game("battle_sheep")
    return next(simulate(game, 1, 2, 3, ["random"], setup={"board": BOARD}))


def dressed(**habits: Any) -> Dressed:
    return dress(small_game(), SMALL, Habits(**habits), TABLE)


def tableinfos(game: str = "splits", reason: str = "normal_end") -> dict[str, Any]:
    """The companion of the small game's table, with times of Paris."""
    one = dressed()
    result = one.log.result
    assert result is not None
    assert result.scores is not None
    ranked = sorted(zip(result.scores, one.players_by_seat(), strict=True), key=lambda row: -row[0])
    rows = [
        {
            "player_id": str(player["id"]),
            "name": player["name"],
            "score": str(int(score)),
            "score_aux": "0",
            "gamerank": str(place + 1),
            "rank_after_game": "1555.50",
        }
        for place, (score, player) in enumerate(ranked)
    ]
    return {
        "id": str(TABLE),
        "game_id": "1",
        "game_name": game,
        "options": {"100": {"name": "Board", "value": "2"}, "201": {"value": "0"}},
        "result": {
            "id": str(TABLE),
            "time_start": "2023-11-14 23:13:20",
            "time_end": "2023-11-14 23:20:00",
            "endgame_reason": reason,
            "game_name": game,
            "player": rows,
        },
    }


def get_games() -> dict[str, Any]:
    """Rows of the list of a player's games."""
    row = {
        "table_id": str(TABLE),
        "game_name": "splits",
        "start": "1700000000",
        "end": "1700000400",
        "concede": "0",
        "players": "90000001,90000008",
        "player_names": "random 0,random 1",
        "scores": "5,4",
        "ranks": "1,2",
    }
    return {"status": 1, "data": {"tables": [row, row | {"table_id": "400000002"}], "stats": []}}


def page(body: str, title: str = "Board Game Arena") -> bytes:
    head = f"<!DOCTYPE html>\n<html><head><title>{title}</title></head>"
    return f"{head}<body>{body}</body></html>\n".encode()


def replay_page() -> bytes:
    log = json.dumps({"status": 1, "data": {"valid": 1, "data": dressed().packets}})
    datas = json.dumps({"players": {str(one["id"]): one for one in dressed().players}, "x": []})
    script = (
        f'<script>\ng_archive_mode = true;\nvar g_gamelogs = {log};\ng_x = "}}]";\n'
        f'gameui.completesetup("splits", "Battle \\"Sheep\\"", {datas}, "more");\n</script>'
    )
    return page(script, "Replay Battle Sheep")


def texts() -> dict[str, Any]:
    entries = [{"moveNumber": str(n), "actions": [f"random {n % 2} moves", "…"]} for n in range(9)]
    return {"logs": [{"tableId": str(TABLE), "logEntries": entries}]}


def times_csv() -> bytes:
    rows = [
        f"{TABLE};Battle Sheep;{n if n % 4 else 'null'};2023-11-14 23:{n:02}:00;45244,{n:04};"
        f"random {n % 2};{300 - n},5"
        for n in range(1, 12)
    ]
    return "\r\n".join(rows).encode()


def cut_down(packets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the live history leaves: texts, no ids."""
    return [
        packet
        | {
            "data": [
                event | {"args": {"player_name": event["args"].get("player_name", "")}}
                for event in packet["data"]
                if event["log"]
            ]
        }
        for packet in packets
    ]


def containers() -> dict[str, bytes]:
    """Every container by the file's name."""
    one = dressed()
    envelope = one.document()
    bare = json.dumps(one.packets).encode()
    old = {"status": 1, "data": {"status": 1, "data": {"valid": 1, "data": one.packets}}}
    live = dressed(packet_type="history")
    history = {"valid": 1, "data": cut_down(live.packets)}
    by_id = {str(player["id"]): player for player in one.players}
    export = {"currentPlayerId": "90000001", "gamedatas": {"players": by_id}, "players": by_id}
    late = [packet for packet in one.packets if packet["move_id"] not in {None, 1, "1", 2, "2"}]
    bundle = {
        "table_id": str(TABLE),
        "tableinfos": {"status": 1, "data": tableinfos()},
        "logs": {"status": 1, "data": {"logs": live.packets, "players": []}},
        "gamelogs": {str(TABLE): envelope},
    }
    content = json.dumps(envelope).encode()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(zipfile.ZipInfo("games/a.json"), content)
        file.writestr(zipfile.ZipInfo("__MACOSX/games/._a.json"), b"\0junk")
        file.writestr(zipfile.ZipInfo("games/b.txt"), bare)
        file.writestr(zipfile.ZipInfo("games/b.tableinfos.json"), _json(tableinfos()))
    return {
        "envelope.json": content,
        "envelope-bom.json": b"\xef\xbb\xbf" + content,
        "envelope-no-players.json": _json(
            {"status": 1, "data": envelope["data"] | {"players": []}}
        ),
        "list.json": bare,
        "nested-2020.json": _json(old),
        "replay.html": replay_page(),
        "console.txt": bare,
        "history.json": _json({"status": 1, "data": {"status": 1, "data": history}}),
        "history-resend.json": _json({"status": 1, "data": {"valid": 1, "data": one.packets}}),
        "extension.json": _json({**export, "packets": one.packets}),
        "extension-late.json": _json({**export, "packets": late}),
        "bundle.json": _json(bundle),
        "texts.json": _json(texts()),
        "texts.tableinfos.json": _json({"status": 1, "data": tableinfos()}),
        "times.csv": times_csv(),
        "packed-gz.json.gz": gzip.compress(content, mtime=0),
        "packed-zst.json.zst": zstandard.compress(content),
        "many.zip": archive.getvalue(),
    }


def wrong_files() -> dict[str, bytes]:
    """Everything that people bring in place of a log."""
    limit = {
        "status": "0",
        "error": "You have reached a limit (replay)",
        "expected": 1,
        "code": 100,
    }
    return {
        "refusal-limit.json": _json(limit),
        "refusal-expired.json": _json({"status": "0", "error": "Session expired", "code": 806}),
        "login.html": page('<form id="login-form"><input type="password"></form>', "Log in"),
        "table.html": page('<a href="/table?table=400000001">Table</a>', "Battle Sheep #400000001"),
        "replay-without-log.html": page('<script>gameui.completesetup("splits", "x", {})</script>'),
        "page.html": page("<p>Something else</p>", "Recipes"),
        "alone.json": _json({"status": 1, "data": tableinfos()}),
        "games.json": _json(get_games()),
        "ratings.json": _json({"status": 1, "data": {"elo_update": {"90000001": "12.5"}}}),
        "cut-short.json": dressed().content()[:-400],
        "cut-short-page.html": replay_page()[:3000],
        "empty-log.json": _json({"status": 1, "data": {"logs": [], "players": []}}),
        "empty.json": b"",
        "blank.json": b"\xef\xbb\xbf \n",
        "not-json.json": b"table 400000001: random 0 plays",
        "broken.json": b'{"status": 1, "data": {"logs": [{"packet_id": oops}]}}',
        "no-log.json": _json({"status": 1, "data": {"friends": ["a", "b"]}}),
    }


def _json(document: object) -> bytes:
    return json.dumps(document).encode()


ENDS = ("normal", "concede", "concede flag", "timeout", "quit", "abandon", "zombie", "none")
UNDOS = ("gap", "cancel", "framework")


def habits() -> dict[str, bytes]:
    """Every ending, every undo, and without times."""
    files = {f"end-{end.replace(' ', '-')}": dressed(end=end) for end in ENDS}
    files |= {f"undo-{how}": dressed(undo=(how,)) for how in UNDOS}
    files["no-times"] = dressed(times=False)
    return {f"{name}.json": one.content() for name, one in files.items()}


def write() -> None:
    folders = (("containers", containers()), ("wrong", wrong_files()), ("habits", habits()))
    for folder, files in folders:
        (FOLDER / folder).mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (FOLDER / folder / name).write_bytes(content)
    (FOLDER / "dialects" / "small.toml").write_text(SMALL.toml.strip() + "\n")


if __name__ == "__main__":
    write()
