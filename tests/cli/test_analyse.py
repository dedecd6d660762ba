"""`hexcoach analyse`: what it takes, and what it says of what it cannot."""

import pytest

from engine.cli.main import main


@pytest.mark.parametrize("seed", ["-1", "9223372036854775808", "99999999999999999999999", "one"])
def test_a_seed_that_does_not_fit_is_refused(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "game.hexlog", f"--seed={seed}"]) == 2
    assert "is not a whole number from 0 to 2^63 - 1" in capsys.readouterr().err


@pytest.mark.parametrize("choice", [["--game", "takenoko"], ["--id", "3"], ["--name", "P1"]])
def test_files_are_not_chosen_among_as_games_of_the_store_are(
    choice: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", "game.hexlog", *choice]) == 2
    assert "leave out the files" in capsys.readouterr().err
