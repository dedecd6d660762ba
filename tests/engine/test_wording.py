"""Values of logs in sentences."""

from typing import Any

import pytest

from engine.core.errors import BadSetup
from engine.core.game import Switch, read_switches
from engine.core.wording import as_json

SWITCHES = {"end": Switch("one", ("one", True, None, 2), "what ends the game")}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true"),
        (None, "null"),
        ([1, {"a": False}], '[1, {"a": false}]'),
        ("Zoë's", '"Zoë\'s"'),
        ("x" * 100, '"' + "x" * 58 + "…"),
    ],
)
def test_values_stand_as_in_the_log(value: Any, shown: str) -> None:
    assert as_json(value) == shown


def test_a_switch_is_refused_in_words_of_the_log() -> None:
    with pytest.raises(BadSetup) as refused:
        read_switches("Chess", SWITCHES, {"end": False})
    assert str(refused.value) == (
        'Rule switch "end" of Chess is one of "one", true, null, 2, not false.'
    )
