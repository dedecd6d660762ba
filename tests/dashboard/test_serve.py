"""The command that serves the dashboard: what it takes, and what it says before it starts."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def hexcoach(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engine.cli.main", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_serve_is_a_command_that_explains_itself() -> None:
    shown = hexcoach("serve", "--help")
    assert shown.returncode == 0
    assert "Open the dashboard in the browser" in shown.stdout
    assert "--headless" in shown.stdout


@pytest.mark.parametrize("port", ["0", "65536", "-1", "web", "8e3"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    shown = hexcoach("serve", "--port", port)
    assert shown.returncode == 2
    assert "is not a port from 1 to 65535" in shown.stderr


def test_no_notice_for_developers_lies_over_the_pages() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
    assert config["client"]["toolbarMode"] == "viewer"
    # Streamlit's offer to install its own tools goes by this option.
    assert config["logger"]["hideWelcomeMessage"] is True


def test_a_store_that_is_none_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    broken = tmp_path / "x.duckdb"
    broken.write_text("this is no database " * 500)
    shown = hexcoach("serve", "--store", str(broken), "--headless")
    assert shown.returncode == 2
    assert shown.stderr.startswith("hexcoach serve: The file ")
    assert "Traceback" not in shown.stderr
