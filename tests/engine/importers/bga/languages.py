"""Takenoko in notifications of other languages: every name and word is invented, and nobody wrote a
dialect for them, as the importer is to be taught."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.core.gamelog import GameLog
from engine.hex.axial import Cell
from engine.replay import replay
from tests.engine.importers.bga.costumes import Costume, Told, cell_of, seats_of


@dataclass(frozen=True, slots=True)
class Language:
    """`types` are by the first word of a move, `words` by the words of moves; `cell` names a
    cell."""

    types: dict[str, str]
    words: dict[str, str]
    keys: dict[str, str]
    cell: Callable[[Cell], Any]
    nested: bool
    """Whether what belongs together stands in a map of its own."""


FRENCH = Language(
    types={
        "weather": "meteo",
        "choose": "choixMeteo",
        "rain": "pluie",
        "storm": "orage",
        "chip": "prendJeton",
        "skip": "passeMeteo",
        "lay": "parcelle",
        "channel": "prendCanal",
        "gardener": "deplace",
        "panda": "deplace",
        "card": "pioche",
        "irrigate": "poseCanal",
        "improve": "amenage",
        "complete": "objectif",
        "end": "finTour",
    },
    words={
        "green": "vert",
        "yellow": "jaune",
        "pink": "rose",
        "": "rien",
        "watershed": "bassin",
        "fertilizer": "engrais",
        "enclosure": "enclos",
        "sun": "1",
        "rain": "2",
        "wind": "3",
        "storm": "4",
        "clouds": "5",
        "any": "6",
        "gardener": "jardinier",
        "panda": "panda",
        "plot": "parcelle",
    },
    keys={
        "face": "face",
        "place": "case",
        "chip": "jeton",
        "tile": "tuile",
        "colour": "couleur",
        "printed": "amenagement",
        "pawn": "pion",
        "to": "vers",
        "deck": "pile",
        "card": "carte",
        "edge": "bord",
        "drawn": "tirees",
    },
    cell=lambda cell: {"x": str(7 - cell.q - cell.r), "y": str(7 + cell.q)},
    nested=True,
)

PORTUGUESE = Language(
    types={
        "weather": "dadoDoClima",
        "choose": "climaEscolhido",
        "rain": "chuvaCaiu",
        "storm": "tempestadeCaiu",
        "chip": "melhoriaObtida",
        "skip": "climaRecusado",
        "lay": "terrenoColocado",
        "channel": "canalObtido",
        "gardener": "jardineiroMovido",
        "panda": "pandaMovido",
        "card": "cartaComprada",
        "irrigate": "canalColocado",
        "improve": "melhoriaColocada",
        "complete": "objetivoCumprido",
        "end": "fimDoTurno",
    },
    words={
        "green": "verde",
        "yellow": "amarelo",
        "pink": "rosa",
        "": "nenhuma",
        "watershed": "reservatório",
        "fertilizer": "fertilizante",
        "enclosure": "cercado",
        "sun": "sol",
        "rain": "chuva",
        "wind": "vento",
        "storm": "tempestade",
        "clouds": "nuvens",
        "any": "?",
        "gardener": "jardineiro",
        "panda": "panda",
        "plot": "terreno",
    },
    keys={
        "face": "clima",
        "place": "casa",
        "chip": "melhoria",
        "tile": "terreno",
        "colour": "cor",
        "printed": "impresso",
        "pawn": "peao",
        "to": "destino",
        "deck": "monte",
        "card": "objetivo",
        "edge": "aresta",
        "drawn": "comprados",
    },
    cell=lambda cell: f"{chr(ord('j') + cell.r)}{9 + cell.q}",
    nested=False,
)


def garden_in(language: Language) -> Costume:
    """Takenoko told in a language, of which there is no dialect."""
    return Costume("takenoko", lambda log: _tell(log, language), "", {})


def _tell(log: GameLog, language: Language) -> list[list[Told]]:
    moves: list[list[Told]] = []
    drawn: list[str] = []
    texts = list(log.moves)
    for ply, (text, seat) in enumerate(zip(texts, seats_of(replay(log)), strict=True)):
        word, *rest = text.split()
        if word in {"plots", "drawn"}:
            drawn = rest
            continue
        hidden: dict[str, Any] | None = None
        if word == "lay":
            hidden = {language.keys["drawn"]: [_plot(one, language) for one in drawn]}
        if word == "card":
            hidden = {language.keys["card"]: _card(texts[ply + 1].split()[1], language)}
        moves.append([Told(language.types[word], seat, _arguments(word, rest, language), hidden)])
    return moves


def _arguments(word: str, rest: list[str], language: Language) -> dict[str, Any]:
    keys, words = language.keys, language.words
    match word:
        case "weather" | "choose":
            return {keys["face"]: words[rest[0]]}
        case "rain" | "storm":
            return {keys["place"]: language.cell(cell_of(rest[0]))}
        case "chip":
            return {keys["chip"]: words[rest[0]]}
        case "lay":
            tile = _plot(rest[0], language)
            place = language.cell(cell_of(rest[1]))
            chip = {keys["chip"]: words[rest[3]] if "with" in rest else None}
            if language.nested:
                return {keys["tile"]: tile | {"pos": place}} | chip
            return tile | {keys["place"]: place} | chip
        case "gardener" | "panda":
            return {keys["pawn"]: words[word], keys["to"]: language.cell(cell_of(rest[0]))}
        case "card":
            return {keys["deck"]: words[rest[0]]}
        case "irrigate":
            return {keys["edge"]: [language.cell(cell_of(one)) for one in rest]}
        case "improve":
            return {keys["chip"]: words[rest[0]], keys["place"]: language.cell(cell_of(rest[1]))}
        case "complete":
            return {keys["card"]: _card(rest[0], language)}
        case _:
            return {}


def _plot(text: str, language: Language) -> dict[str, Any]:
    colour, _, printed = text.partition("+")
    words = language.words
    return {language.keys["colour"]: words[colour], language.keys["printed"]: words[printed]}


def _card(text: str, language: Language) -> Any:
    return {"code": text} if language.nested else text.replace(":", "_").replace("-", "_")
