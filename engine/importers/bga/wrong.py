"""Files that people bring in place of a log, each named in its own words."""

import re
from dataclasses import dataclass
from html import unescape

import msgspec
from msgspec import Raw

from engine.importers.bga.companions import Companion

SESSION_EXPIRED = "806"

CUT_SHORT = (
    "The log was cut short: its JSON ends in the middle; save it again from Board Game Arena."
)
EMPTY_LOG = "The log is empty: it holds no packet; open the replay first and save the log again."
TOO_DEEP = (
    "This JSON is nested deeper than any log of Board Game Arena: save the answer of `logs.html` "
    "or the replay page as it came."
)
LOG_ELSEWHERE = (
    "This JSON holds packets of Board Game Arena, but not where logs have them: at most five "
    "levels deep, under `logs`, `packets`, `gamelogs` or `data`; save the answer of `logs.html` or "
    "the replay page as it came."
)
NO_LOG_INSIDE = (
    "This JSON holds no log of Board Game Arena: nowhere in it is a list of packets; save the "
    "answer of `logs.html` or the replay page."
)


@dataclass(slots=True)
class Wrong:
    """What a file is instead of a log: `kind` for programs, `reason` as one sentence."""

    kind: str
    reason: str
    table: str | None = None
    companions: tuple[Companion, ...] = ()
    text: str = ""
    line: int = 1


def refusal(fields: dict[str, Raw]) -> Wrong | None:
    """The answer by which the site refuses: `{"status": "0", "error": …, "code": …}`."""
    if "error" not in fields or "logs" in fields or "packets" in fields:
        return None
    if str(_plain(fields.get("status"))) != "0" and "data" in fields:
        return None
    said = str(_plain(fields["error"]) or "no reason given").strip().rstrip(".")
    code = str(_plain(fields.get("code")) or "")
    shown = f"“{said[:200]}”" + (f" (code {code})" if code else "")
    if code == SESSION_EXPIRED:
        return Wrong(
            "session expired",
            f"This is no log but the answer of Board Game Arena that the session had expired: "
            f"{shown}; log in there and save the log again.",
        )
    return Wrong(
        "refusal",
        f"This is no log but a refusal of Board Game Arena: {shown}; wait as long as the site asks "
        "and save the log again.",
    )


def _plain(raw: Raw | None) -> object:
    return None if raw is None else msgspec.json.decode(raw)


_TITLE = re.compile(rb"<title[^>]*>([^<]{0,200})", re.IGNORECASE)
_PASSWORD = re.compile(rb"<input[^>]{0,300}type=[\"']?password", re.IGNORECASE)
_TABLE = re.compile(rb"/table\?table=|table_infos|tableinfos|gametable|id=[\"']?table_", re.I)
_REPLAY = re.compile(rb"archive/replay|g_replayFrom|completesetup\(", re.IGNORECASE)


def page_without_log(content: bytes) -> Wrong:
    """A web page in which there is no log, by what it looks like."""
    titled = _TITLE.search(content)
    title = unescape(titled[1].decode("utf-8", "replace")).strip() if titled else ""
    shown = f" (“{title[:80]}”)" if title else ""
    if _REPLAY.search(content):
        return Wrong(
            "page without log",
            f"This is a game's page of Board Game Arena{shown}, but it has no `g_gamelogs` with a "
            "log: let the replay load to its end and save it again.",
        )
    if _TABLE.search(content):
        return Wrong(
            "table page",
            f"This is the page of a table on Board Game Arena{shown}, which holds no log: save the "
            "replay of the game instead.",
        )
    if _PASSWORD.search(content):
        return Wrong(
            "login page",
            f"This is the login page of Board Game Arena{shown} and no log: log in there, open the "
            "replay and save that.",
        )
    return Wrong(
        "page without log",
        f"This is a web page{shown} with no log of Board Game Arena in it.",
    )


def no_rows(lines: list[int]) -> str:
    """Lines of a CSV export that are no rows of it."""
    where = "It" if len(lines) == 1 else f"It and {len(lines) - 1} more"
    verb = "is no row" if len(lines) == 1 else "are no rows"
    return (
        f"{where} {verb} of a CSV export of Board Game Arena, which begins with the table's number "
        "and has at least six fields with `;` between, and nothing is read from there."
    )


def not_json(text: str, problem: str = "") -> Wrong:
    """Something that is neither JSON nor a page nor CSV."""
    detail = f" ({problem.removeprefix('JSON is malformed: ')})" if problem else ""
    return Wrong(
        "not JSON",
        f"This is not JSON{detail}, as logs of Board Game Arena are, nor a page or CSV export with "
        "one.",
        text=text,
    )
