"""The catalogue: every key that is used exists, every text is used, and placeholders agree."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard.texts import catalogue, plain_words, text, word
from engine.core.registry import games
from tests.dashboard.samples import HEXLOG

DASHBOARD = HEXLOG.parents[2] / "dashboard"


def calls(name: str) -> Iterator[tuple[Path, ast.Call]]:
    for path in sorted(DASHBOARD.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=called)) if called == name:
                    yield path, node


def literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def keys_of_text_calls() -> set[str]:
    found = set()
    for path, call in calls("text"):
        if path.parent.name == "texts":
            continue
        first = call.args[0]
        choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
        for choice in choices:
            key = literal(choice)
            assert key is not None, f"{path.name}:{call.lineno} looks up a key no test can see"
            found.add(key)
    return found


def groups_of_word_calls() -> set[str]:
    """What `word` looks in: the group of each call, for all games or for one."""
    found = set()
    for path, call in calls("word"):
        if path.parent.name == "texts":
            continue
        for group in _group_names(call.args[1]):
            found.add(group)
    return found


def _group_names(node: ast.expr) -> Iterator[str]:
    name = literal(node)
    if name is not None:
        yield name
    else:
        # A name bound just above, from literals.
        yield from ("objective", "what")


def test_every_key_that_is_used_exists() -> None:
    assert sorted(keys_of_text_calls() - set(catalogue())) == []


def test_no_text_is_unused() -> None:
    by_text = keys_of_text_calls()
    # Sentences of effects, and names for one kind of effect alone, are found by their kind, those
    # of findings by their key.
    groups = groups_of_word_calls() | {"effect", "finding", "reason"}
    groups |= {kind for game in games().values() for kind in game.effect_kinds}
    prefixes = [f"{group}." for group in groups]
    prefixes += [f"{game}.{group}." for game in games() for group in groups]
    unused = [
        key for key in catalogue() if key not in by_text and not key.startswith(tuple(prefixes))
    ]
    assert unused == []


@pytest.mark.parametrize("game", list(games()))
def test_everything_that_a_game_brings_has_a_name(game: str) -> None:
    """No page falls back to a bare key; `plain_words` is for games still to come."""
    brought = games()[game]
    wanted = [("objective", each.key) for each in brought.objectives]
    wanted += [("group", each.group) for each in brought.objectives]
    wanted += [("colour", each.colour) for each in brought.objectives if each.colour]
    wanted += [("layer", layer.key) for layer in brought.heatmap_layers]
    wanted += [("what", source) for source in brought.score_sources]
    wanted += [("heatmap", "note")]
    missing = [
        (group, name)
        for group, name in wanted
        if not any(
            key in catalogue()
            for key in (
                f"{game}.{group}.{name}",
                f"{game}.{group}.{re.sub(r'[0-9]+', '#', name)}",
                f"{group}.{name}",
            )
        )
    ]
    assert missing == []


@pytest.mark.parametrize("game", list(games()))
def test_every_kind_of_effect_has_its_sentence(game: str) -> None:
    def told(kind: str) -> bool:
        stems = (f"{game}.effect.{kind}", f"effect.{kind}")
        return any(
            key == stem or key.startswith(f"{stem}-") for key in catalogue() for stem in stems
        )

    assert [kind for kind in games()[game].effect_kinds if not told(kind)] == []


@pytest.mark.parametrize("game", list(games()))
def test_every_finding_has_its_sentence_and_every_sentence_its_finding(game: str) -> None:
    made = {key for detector in games()[game].detectors for key in detector.keys}
    stem = f"{game}.finding."
    assert {key.removeprefix(stem) for key in catalogue() if key.startswith(stem)} == made


def test_texts_of_games_use_only_the_placeholders_of_effects() -> None:
    allowed = {"player", "what", "cells", "other", "amount", "count"}
    for key, template in catalogue().items():
        if ".effect." in f".{key}":
            assert set(re.findall(r"{(\w+)", template)) <= allowed, key


def test_a_text_has_its_values_filled_in_as_they_are() -> None:
    assert text("group.place", place="{x} **1**") == "Place {x} **1**"


def test_a_name_with_a_number_is_found_by_its_pattern() -> None:
    assert word("china_gold", "objective", "mountain-5") == "Mountain of 5"
    assert word("china_gold", "objective", "river-8") == "River of 8"


def test_what_nobody_has_named_is_shown_in_plain_words() -> None:
    assert word("takenoko", "layer", "something-new") == "Something new"
    assert plain_words("plot:green-triangle") == "Plot green triangle"


@pytest.mark.parametrize("game", list(games()))
def test_a_games_words_name_only_what_the_game_has(game: str) -> None:
    brought = games()[game]
    known = {
        "layer": {layer.key for layer in brought.heatmap_layers},
        "kind": set(brought.effect_kinds),
        "effect": set(brought.effect_kinds),
        "objective": {each.key for each in brought.objectives} | set(brought.vocabulary),
        "what": set(brought.vocabulary),
        "cause": set(brought.vocabulary),
        "missed": set(brought.vocabulary),
        "group": {each.group for each in brought.objectives},
    } | {kind: set(brought.vocabulary) for kind in brought.effect_kinds if kind != "group"}
    strange = []
    for key in catalogue():
        owner, _, rest = key.partition(".")
        group, _, name = rest.partition(".")
        if owner == game and group in known:
            names = {name, name.split("-")[0]} if group == "effect" else {name}
            patterns = {re.sub(r"[0-9]+", "#", each) for each in known[group]}
            if not names & (known[group] | patterns):
                strange.append(key)
    assert strange == []
