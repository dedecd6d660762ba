"""The dashboard: its menu of pages, and what all of them stand on."""

from pathlib import Path

import streamlit as st

from dashboard import loaders
from dashboard.components.address import arrive
from dashboard.components.masking import choose_masking
from dashboard.components.messages import guarded
from dashboard.pages import pages
from dashboard.texts import text

STYLE = Path(__file__).with_name("page.css")


@guarded
def show() -> None:
    st.set_page_config(page_title=text("app.title"), page_icon="⬢", layout="wide")
    st.html(STYLE)
    menu = [
        st.Page(
            page.path,
            title=page.title,
            icon=page.icon,
            url_path=page.name,
            default=page is pages()[0],
        )
        for page in pages()
    ]
    page = st.navigation(menu, position="top")
    loaders.store()
    arrive(page.url_path)
    choose_masking()
    page.run()


if __name__ == "__main__":
    show()
