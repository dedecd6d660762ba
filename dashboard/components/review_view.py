"""The review of one game: how to get one, how far it is, expected scores, luck apart from skill."""

from dataclasses import dataclass

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.charts import value
from dashboard.components.downloads import show_chart
from dashboard.components.messages import guarded
from dashboard.loaders import Reviewed
from dashboard.naming import markdown_text
from dashboard.texts import text, word
from dashboard.verdicts import LABELLED, label_name, points
from data import reviews
from data.analysing import Working
from engine.analysis.decisions import DEPTHS, QUICK, Depth
from engine.analysis.judgement import LEAST_THRESHOLD
from engine.analysis.review import Review, SeatTotal, losses_added
from engine.core.registry import find_game

LOOK = 1.0
"""Seconds from one look at a review to the next."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a game is on its way to a review."""

    depth: str = ""
    working: Working | None = None
    before: int | None = None
    """Games that come first; None where it does not wait."""
    failed: str | None = None

    @property
    def active(self) -> bool:
        return self.working is not None or self.before is not None


def standing(game_id: int) -> Standing:
    """As of now; nothing of it is kept."""
    working = loaders.reviewer().working
    if working is not None and working.game_id == game_id:
        return Standing(working.depth, working=working)
    before = 0
    for row in reviews.queue(loaders.store()).iter_rows(named=True):
        if row["game_id"] == game_id:
            if row["failed"] is None:
                return Standing(row["depth"], before=before)
            return Standing(row["depth"], failed=row["failed"])
        before += row["failed"] is None
    return Standing()


def show_review_bar(game_id: int, reviewed: Reviewed | None) -> None:
    """Ask for a review, or see how far it is; it goes on whoever looks."""
    active = standing(game_id).active
    st.fragment(_bar, run_every=LOOK if active else None)(game_id, reviewed, active)


@guarded
def _bar(game_id: int, reviewed: Reviewed | None, was_active: bool) -> None:
    now = standing(game_id)
    if was_active and not now.active:
        st.rerun()
    if now.active:
        _tell_progress(game_id, now)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        if reviewed is not None and now.failed is None:
            st.caption(
                text(
                    "review.made",
                    depth=word("", "depth", reviewed.stored.review.depth),
                    when=f"{reviewed.stored.made:%Y-%m-%d %H:%M}",
                )
            )
        for depth in _offered(reviewed):
            _ask_for(game_id, depth, reviewed)
    if now.failed is not None:
        st.warning(text("review.failed", reason=markdown_text(now.failed)))


def _offered(reviewed: Reviewed | None) -> tuple[str, ...]:
    """The depths that would tell more than what is there."""
    if reviewed is None or not reviewed.stored.current:
        return tuple(DEPTHS)
    return tuple(DEPTHS)[list(DEPTHS).index(reviewed.stored.review.depth) + 1 :]


def _ask_for(game_id: int, depth: str, reviewed: Reviewed | None) -> None:
    if depth == QUICK.name:
        label = text("review.quick" if reviewed is None else "review.again")
    else:
        label = text("review.deep")
    asked = st.button(
        label,
        key=f"review-{depth}",
        icon=":material/query_stats:",
        help=None if depth == QUICK.name else text("review.deep_help"),
    )
    if asked:
        loaders.reviewer().add([game_id], depth)
        st.rerun()


def _tell_progress(game_id: int, now: Standing) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        if now.working is not None:
            share = now.working.done / max(1, now.working.plies)
            st.progress(
                min(1.0, share),
                text(
                    "review.works",
                    depth=word("", "depth", now.depth),
                    done=now.working.done,
                    plies=now.working.plies,
                ),
            )
        else:
            st.caption(text("review.waits", before=now.before))
            if loaders.reviewer().paused:
                st.caption(text("review.held"))
        if st.button(text("queue.remove"), key="review-remove", icon=":material/close:"):
            loaders.reviewer().remove([game_id], now.depth)
            st.rerun()


def tell_limits(reviewed: Reviewed) -> None:
    """What keeps a review from being the whole truth of today."""
    review = reviewed.stored.review
    if not reviewed.stored.current:
        st.warning(text("review.stale"), icon=":material/history:")
    if review.stopped is not None:
        reason = markdown_text(review.stopped)
        if review.stopped_ply:
            st.info(text("review.stopped", ply=review.stopped_ply + 1, reason=reason))
        else:
            st.info(text("review.nothing", reason=reason))


def show_values(review: Review, players: list[str], moves: list[str], at_ply: int) -> None:
    """Expected scores over the plies, then luck and skill in sums."""
    if not review.curve:
        return
    st.subheader(text("review.curve"))
    show_chart(
        value.value_curve(review, players, moves, at_ply=at_ply),
        values_frame(review, players),
        key="chart-values",
        alt=text("review.curve_alt"),
    )
    st.caption(
        text(
            "review.curve_explained",
            least=round(100 * LEAST_THRESHOLD),
            n=_sampled(review).value,
        )
    )
    _show_skill(review, players)


def values_frame(review: Review, players: list[str]) -> pl.DataFrame:
    """The curve as a table: ply, seat (from 0), player, expected score (0 to 1) and its interval,
    expected points, and whether the position was solved."""
    return pl.DataFrame(
        {
            "ply": point.ply,
            "seat": seat,
            "player": player,
            "value": point.value[seat],
            "low": point.low[seat],
            "high": point.high[seat],
            "points": point.points[seat] if point.points else None,
            "exact": point.exact,
        }
        for point in review.curve
        for seat, player in enumerate(players)
    )


def _show_skill(review: Review, players: list[str]) -> None:
    st.markdown(f"**{text('review.skill')}**")
    rows = pl.DataFrame(
        [skill_row(review, total, players[total.seat]) for total in review.totals],
        infer_schema_length=None,
    )
    filled = [name for name in rows.columns if rows[name].is_not_null().any()]
    number = st.column_config.NumberColumn(format="%.1f")
    numbers = (
        text("review.result"),
        text("review.luck"),
        text("review.loss"),
        text("review.adjusted"),
    )
    st.dataframe(
        rows.select(filled),
        hide_index=True,
        placeholder="",
        column_config=dict.fromkeys(numbers, number),
        alt=text("review.skill"),
    )
    luck = (
        text(
            "review.luck_explained",
            known=sum(chance.covered for chance in review.chances),
            chances=len(review.chances),
            covered=f"{review.chance_covered:.0%}",
            n=_sampled(review).luck,
        )
        if review.chances
        else ""
    )
    st.caption(text("review.skill_explained", luck=luck))


def _sampled(review: Review) -> Depth:
    return DEPTHS[review.depth].for_game(find_game(review.game))


def skill_row(review: Review, total: SeatTotal, player: str) -> dict[str, object]:
    """One seat's game in sums, in points of 100."""
    own = [one for one in review.decisions if one.seat == total.seat]
    lost = losses_added(own)
    of_luck = (total.luck_high - total.luck_low) / 2
    adjusted = total.luck_adjusted if review.chances else None
    counts = (total.inaccuracies, total.mistakes, total.blunders)
    return {
        text("review.player"): player,
        text("review.result"): None if total.result is None else 100 * total.result,
        text("review.luck"): 100 * total.luck if review.chances else None,
        text("review.luck_interval"): _interval(total.luck, of_luck) if review.chances else None,
        text("review.adjusted"): None if adjusted is None else 100 * adjusted,
        text("review.adjusted_interval"): None
        if adjusted is None
        else _interval(adjusted, of_luck),
        text("review.loss"): 100 * total.loss,
        text("review.loss_interval"): text(
            "review.interval", low=points(lost.low), high=points(lost.high)
        ),
        text("review.decisions"): total.decisions,
        **{label_name(label): count for label, count in zip(LABELLED, counts, strict=True)},
    }


def _interval(middle: float, half: float) -> str:
    return text("review.interval", low=points(middle - half), high=points(middle + half))
