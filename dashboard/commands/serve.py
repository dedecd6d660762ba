"""Open the dashboard in the browser.

The store is opened by the dashboard alone: close it before importing with `hexcoach import` into
the same file, or import on its Library page.

examples:
  hexcoach serve
  hexcoach serve --store games.duckdb --port 8600 --headless
"""

import argparse
import os
from pathlib import Path

from data.terminal import add_store, to_people

APP = Path(__file__).resolve().parents[1] / "app.py"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_store(parser)
    parser.add_argument(
        "--port", type=port, default=8501, metavar="N", help="where to listen (default: 8501)"
    )
    parser.add_argument("--headless", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--address",
        default="localhost",
        metavar="HOST",
        help="who can reach it; 0.0.0.0 for everybody (default: localhost, only this machine)",
    )


def port(text: str) -> int:
    """An argument that is a TCP port."""
    number = int(text) if text.isascii() and text.isdecimal() else 0
    if not 0 < number < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1 to 65535")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted. Raises `StoreUnusable` before anything is shown."""
    from data.store import default_path, open_store  # noqa: PLC0415

    path = (arguments.store or default_path()).resolve()
    # Tried here, where the reason is read on the console; a page would show it later.
    open_store(path).close()
    os.environ["HEXCOACH_STORE"] = str(path)

    from streamlit.web import bootstrap  # noqa: PLC0415

    from dashboard.warming import compile_in_background  # noqa: PLC0415

    flags = {
        "server_port": arguments.port,
        "server_headless": arguments.headless,
        "server_address": arguments.address,
        # As in .streamlit/config.toml, which an installed package does not have.
        "browser_gatherUsageStats": False,
        "client_showErrorDetails": "none",
        "logger_hideWelcomeMessage": True,
    }
    # Streamlit reads .streamlit/config.toml where it is started.
    os.chdir(APP.parents[1])
    bootstrap.load_config_options(flags)
    compile_in_background()
    to_people(f"Hexcoach is at http://{arguments.address}:{arguments.port} until Ctrl+C.")
    bootstrap.run(str(APP), False, [], flags)
    return 0
