"""The menu: pages are found by their files."""

from pathlib import Path

import pytest

from dashboard.pages import FOLDER, find_pages, pages
from dashboard.texts import catalogue

FOUND = sorted(path.stem for path in FOLDER.glob("*.py"))


def test_every_file_is_a_page() -> None:
    assert sorted(page.name for page in pages()) == FOUND
    assert pages()[0].name == "library"


@pytest.mark.parametrize("name", FOUND)
def test_every_page_has_a_title_in_the_catalogue(name: str) -> None:
    assert catalogue()[f"page.{name}"]


def test_no_two_pages_want_the_same_place() -> None:
    assert len({page.order for page in pages()}) == len(pages())


def test_a_page_is_added_by_adding_its_file(tmp_path: Path) -> None:
    """And its script is not run for it: this one would fail."""
    for name, order in (("second", 20), ("first", 10), ("between", 15)):
        (tmp_path / f"{name}.py").write_text(
            f'import nowhere\n\nICON = ":material/hive:"\nORDER = {order}\n\nnowhere.show()\n'
        )
    found = find_pages(tmp_path)
    assert [page.name for page in found] == ["first", "between", "second"]
    assert {page.icon for page in found} == {":material/hive:"}


@pytest.mark.parametrize("source", ["", 'ICON = ":material/hive:"', 'ICON = 1\nORDER = "first"'])
def test_a_page_that_says_nothing_of_itself_is_told_how(tmp_path: Path, source: str) -> None:
    (tmp_path / "silent.py").write_text(source)
    with pytest.raises(ValueError, match=r"silent\.py: a page says its icon .* ORDER = 20"):
        find_pages(tmp_path)
