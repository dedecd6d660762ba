"""The pages, found by folder: each script in `app_pages` is one, and says its own icon and place.

A page's script runs from top to bottom whenever it is shown, so it cannot be imported to ask it
something. What it says of itself are constants, read from its source:

    ICON = ":material/hive:"    a name that Streamlit knows
    ORDER = 20                  place in the menu; the lowest is what opens first

Its title is the text `page.<name of the file>` of the catalogue.
"""

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dashboard.texts import word

FOLDER = Path(__file__).with_name("app_pages")


@dataclass(frozen=True, slots=True)
class PageFile:
    """A page as its file says it."""

    name: str
    path: Path
    icon: str
    order: int

    @property
    def title(self) -> str:
        return word("", "page", self.name)


def read_page(path: Path) -> PageFile:
    """What a page's script says of itself. Raises `ValueError` where it does not."""
    said: dict[str, object] = {}
    for node in ast.parse(path.read_bytes()).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)):
                said[name] = value
    icon, order = said.get("ICON"), said.get("ORDER")
    if not isinstance(icon, str) or not isinstance(order, int):
        raise ValueError(
            f"{path.name}: a page says its icon and its place in the menu by two constants,"
            ' as in ICON = ":material/hive:" and ORDER = 20.'
        )
    return PageFile(path.stem, path, icon, order)


def find_pages(folder: Path) -> tuple[PageFile, ...]:
    """The pages in a folder, in the order of the menu."""
    pages = (read_page(path) for path in folder.glob("*.py"))
    return tuple(sorted(pages, key=lambda page: (page.order, page.name)))


@cache
def pages() -> tuple[PageFile, ...]:
    """The pages of the dashboard, in the order of the menu. The first one opens at the root."""
    return find_pages(FOLDER)
