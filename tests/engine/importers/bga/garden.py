"""Takenoko in invented notifications: draws that only one player sees, cards by number, turns that
end without a word."""

from typing import Any

from engine.core.gamelog import GameLog
from engine.games.takenoko.components import CARD_TEXTS, PLOT_KINDS, PLOT_TEXTS
from engine.replay import Replay, replay
from tests.engine.importers.bga.costumes import Costume, Grid, Told, cell_of, seats_of

GRID = Grid("even-q", (8, 5), rotation=1, mirrored=True)
WEATHERS = ("sun", "rain", "wind", "storm", "clouds", "any")
FRENCH = ("soleil", "pluie", "vent", "orage", "nuage", "?")
CHIPS = ("watershed", "fertilizer", "enclosure")
DECKS = ("plot", "gardener", "panda")
CARDS = [card for card in CARD_TEXTS if card and not card.endswith("?")]
PLOTS = [plot for plot in PLOT_TEXTS[:PLOT_KINDS] if plot and plot != "?"]


def _table(name: str, words: dict[str, str]) -> str:
    rows = "\n".join(f'"{key}" = "{word}"' for key, word in words.items())
    return f"[values.{name}]\n{rows}\n"


NUMBERED = {str(number): card.split(":")[1] for number, card in enumerate(CARDS)}

TOML = f"""
format = "bga-dialect/1"
game = "takenoko"
name = "invented garden"
claims = ["dieThrown", "tilePlaced"]
ignore = ["score"]
chance = ["weather", "drawn"]

[turns]
end = "end"
starts = ["weather"]

[cells]
{GRID.toml}
{_table("face", {str(n + 1): word for n, word in enumerate(WEATHERS)})}
{_table("wanted", dict(zip(FRENCH, WEATHERS, strict=True)) | {word: word for word in WEATHERS})}
{_table("chip", {str(n): word for n, word in enumerate(CHIPS)})}
{_table("deck", {str(n): word for n, word in enumerate(DECKS)})}
{_table("plot", {str(n + 1): word for n, word in enumerate(PLOTS)})}
{_table("card", NUMBERED)}

[[moves]]
type = "dieThrown"
move = "weather {{face}}"
arguments.face = {{ table = "face" }}

[[moves]]
type = "faceChosen"
move = "choose {{face}}"
arguments.face = {{ table = "wanted" }}

[[moves]]
type = "weatherUsed"
when = {{ how = ["rain", "storm"] }}
move = "{{how}} {{place}}"
arguments.place = {{ as = "cell" }}

[[moves]]
type = "weatherUsed"
when = {{ how = "clouds" }}
move = "chip {{chip}}"
arguments.chip = {{ table = "chip" }}

[[moves]]
type = "weatherUsed"
when = {{ how = "none" }}
move = "skip"

[[moves]]
type = "tilesDrawn"
move = "plots"

[[moves]]
type = "tilePlaced"
when = {{ drawn = "", of = 3 }}
move = ["drawn {{tile}} ? ?", "lay {{tile}} {{place}}[ with {{chip}}]"]
arguments.tile = {{ table = "plot" }}
arguments.place = {{ as = "cell" }}
arguments.chip = {{ table = "chip" }}

[[moves]]
type = "tilePlaced"
when = {{ drawn = "", of = 2 }}
move = ["drawn {{tile}} ?", "lay {{tile}} {{place}}[ with {{chip}}]"]
arguments.tile = {{ table = "plot" }}
arguments.place = {{ as = "cell" }}
arguments.chip = {{ table = "chip" }}

[[moves]]
type = "tilePlaced"
move = ["drawn {{drawn}}", "lay {{tile}} {{place}}[ with {{chip}}]"]
arguments.drawn = {{ as = "each", item = "{{type}}", arguments.type = {{ table = "plot" }} }}
arguments.tile = {{ table = "plot" }}
arguments.place = {{ as = "cell" }}
arguments.chip = {{ table = "chip" }}

[[moves]]
type = "pawnMoved"
move = "{{pawn}} {{place}}"
arguments.place = {{ as = "cell" }}

[[moves]]
type = "channelTaken"
move = "channel"

[[moves]]
type = "cardTaken"
move = ["card {{deck}}", "drawn {{deck}}:{{name}}"]
arguments.deck = {{ table = "deck" }}
arguments.name = {{ paths = "card.type_arg", table = "card", default = "?" }}

[[moves]]
type = "channelPlaced"
move = "irrigate {{a}} {{b}}"
arguments.a = {{ q = "edge.0", r = "edge.1", as = "cell" }}
arguments.b = {{ q = "edge.2", r = "edge.3", as = "cell" }}

[[moves]]
type = "chipPlaced"
move = "improve {{chip}} {{place}}"
arguments.chip = {{ table = "chip" }}
arguments.place = {{ as = "cell" }}

[[moves]]
type = "cardDone"
move = "complete {{deck}}:{{name}}"
arguments.deck = {{ table = "deck" }}
arguments.name = {{ paths = "card.type_arg", table = "card" }}

[[undo]]
type = "moveUndone"
"""


def _place(text: str) -> dict[str, int]:
    return dict(zip("xy", GRID.numbers(cell_of(text)), strict=True))


def _card(text: str) -> dict[str, Any]:
    return {"id": "77", "type_arg": str(CARDS.index(text))}


def _returned(played: Replay, ply: int) -> bool:
    rows = played.effects[played.effects["ply"] == ply]
    kind = played.game.effect_kinds.index("objective_returned")
    return bool((rows["kind"] == kind).any())


def tell(log: GameLog) -> list[list[Told]]:
    """A draw and its outcome are one notification; an `end` is none."""
    played = replay(log)
    moves: list[list[Told]] = []
    plies = list(zip(log.moves, seats_of(played), strict=True))
    drawn: list[str] = []
    args: dict[str, Any]
    for ply, (text, seat) in enumerate(plies):
        word, *rest = text.split()
        match word:
            case "end":
                continue
            case "drawn":
                if plies[ply - 1][0].startswith("card"):
                    shown = _card(rest[0])
                    args = {"deck": DECKS.index(rest[0].split(":")[0]), "card": None}
                    hidden: dict[str, Any] = {"card": shown}
                    if _returned(played, ply):
                        args |= hidden
                    moves.append([Told("cardTaken", seat, args, hidden)])
                else:
                    drawn = rest
                    moves.append([Told("tilesDrawn", seat, {"nb": len(rest)})])
                continue
            case "plots" | "card":
                continue
            case "weather":
                told = Told("dieThrown", seat, {"face": str(WEATHERS.index(rest[0]) + 1)})
            case "choose":
                said = {"log": "<i>${face}</i>", "args": {"face": FRENCH[WEATHERS.index(rest[0])]}}
                told = Told("faceChosen", seat, {"face": said if ply % 2 else rest[0]})
            case "rain" | "storm":
                told = Told("weatherUsed", seat, {"how": word, "place": _place(rest[0])})
            case "chip":
                chip = CHIPS.index(rest[0])
                told = Told("weatherUsed", seat, {"how": "clouds", "chip": chip})
            case "skip":
                told = Told("weatherUsed", seat, {"how": "none"})
            case "lay":
                kinds = [
                    {"id": n, "type": str(PLOTS.index(one) + 1)} for n, one in enumerate(drawn)
                ]
                args = {
                    "tile": PLOTS.index(rest[0]) + 1,
                    "place": _place(rest[1]),
                    "of": len(drawn),
                }
                if "with" in rest:
                    args["chip"] = str(CHIPS.index(rest[3]))
                args["drawn"] = []
                told = Told("tilePlaced", seat, args, {"drawn": kinds})
            case "gardener" | "panda":
                told = Told("pawnMoved", seat, {"pawn": word, "place": _place(rest[0])})
            case "channel":
                told = Told("channelTaken", seat, {})
            case "irrigate":
                edge = [*_place(rest[0]).values(), *_place(rest[1]).values()]
                told = Told("channelPlaced", seat, {"edge": edge})
            case "improve":
                args = {"chip": CHIPS.index(rest[0]), "place": _place(rest[1])}
                told = Told("chipPlaced", seat, args)
            case _:
                args = {"deck": DECKS.index(rest[0].split(":")[0]), "card": _card(rest[0])}
                told = Told("cardDone", seat, args)
        moves.append([told])
    return moves


GARDEN = Costume(
    "takenoko",
    tell,
    TOML,
    dict.fromkeys(
        (
            *("pawnMoved", "channelTaken", "channelPlaced", "chipPlaced"),
            *("faceChosen", "weatherUsed", "cardDone", "tilesDrawn"),
        ),
        "moveUndone",
    ),
)
