"""The dashboard: the list of its pages, and what all of them stand on."""

from pathlib import Path

import streamlit as st

from dashboard import loaders
from dashboard.components.address import arrive
from dashboard.components.messages import guarded
from dashboard.texts import text, word

STYLE = Path(__file__).with_name("page.css")

PAGES = {
    "library": ":material/library_books:",
    "game": ":material/hive:",
    "curves": ":material/show_chart:",
    "objectives": ":material/target:",
    "boards": ":material/grid_view:",
}


@guarded
def show() -> None:
    st.set_page_config(page_title=text("app.title"), page_icon="⬢", layout="wide")
    st.html(STYLE)
    pages = [
        st.Page(
            f"app_pages/{name}.py",
            title=word("", "page", name),
            icon=icon,
            url_path=name,
            default=name == "library",
        )
        for name, icon in PAGES.items()
    ]
    page = st.navigation(pages, position="top")
    loaders.store()
    arrive(page.url_path)
    page.run()


if __name__ == "__main__":
    show()
