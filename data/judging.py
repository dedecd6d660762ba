"""What becomes of each game of a batch: known already, stored, in place of a worse one, rejected.

Statistics count what the rules allow. A log that breaks them is rejected with the ply and the
reason and kept aside; one that merely stops early, tells no result or another one than the replay
is stored under that status, and whoever asks chooses the statuses. A log that gives no moves at all
is stored apart: it tells of its players and nothing else.

Two logs of one table (see `data.batches.natural_key`) are one game. Where each knows what the other
does not and they agree, they are joined; else the better one is kept, and the verdict says why.
"""

import logging
from collections.abc import Container, Sequence
from dataclasses import dataclass

import msgspec

from data import joining, views
from data.accounts import Apart, Fate, SourceFile, Verdict
from data.batches import NewGame, add_games, date_of, forget_games
from data.columns import Played
from data.faults import NewRejected, add_rejected
from data.known import Known, known_games, next_ids
from data.logs_only import add_log_only, note_grades, refresh
from data.own_words import only_own
from data.privacy import Pseudonyms
from data.rules import rules_version
from data.store import Cursor, query
from data.waiting import Read, Settled, Unread, Waiting
from engine.core.errors import HexcoachError
from engine.core.gamelog import GameLog
from engine.importers.contract import Rejected
from engine.replay import Outcome, Status, replay, replay_many

_RANK = {
    Status.VERIFIED: 4,
    Status.UNVERIFIED: 3,
    Status.MISMATCH: 2,
    Status.INCOMPLETE: 1,
    Apart.LOG_ONLY: 0,
}
"""Which of two logs of one game is kept; between equals the longer, then the first."""

MOST_LEGAL_SHOWN = 50
LONGEST_EXCERPT = 200
MOST_COUNTED = 255
"""Players of a rejected game, whose log may name any number."""

_HERE = "\0game\0"
"""Stands in a reason for the number of a game that has none before its batch is written."""


@dataclass(slots=True)
class Written:
    """What one batch came to: a verdict for each that waited, in order."""

    verdicts: list[Verdict]
    moves: int
    """Of the games stored."""
    removed: int
    """Games taken out with nothing in their place."""


def write_batch(
    cursor: Cursor,
    import_id: int,
    waiting: Sequence[Waiting],
    pseudonyms: Pseudonyms | None = None,
) -> tuple[list[Verdict], int]:
    """Judge and store these games in the cursor's transaction. Returns a verdict for each, in
    order, and the number of moves stored."""
    written = write_reading(cursor, import_id, waiting, pseudonyms=pseudonyms)
    return written.verdicts, written.moves


def write_reading(
    cursor: Cursor,
    import_id: int,
    waiting: Sequence[Waiting],
    *,
    reread: bool = False,
    pseudonyms: Pseudonyms | None = None,
) -> Written:
    """The same, with what was taken out.

    With `reread` the games come from kept files: what the store has from an older importer, or
    verified by older rules, gives way to what is read now. With `pseudonyms`, by which the games
    have been read, no verdict tells a name.
    """
    judge = _Judge(cursor, import_id, waiting, reread=reread, pseudonyms=pseudonyms)
    for place, one in enumerate(waiting):
        judge.take(place, one)
    return judge.write()


class _Judge:
    def __init__(
        self,
        cursor: Cursor,
        import_id: int,
        waiting: Sequence[Waiting],
        *,
        reread: bool,
        pseudonyms: Pseudonyms | None,
    ) -> None:
        self._pseudonyms = pseudonyms
        self._cursor = cursor
        self._import_id = import_id
        self._reread = reread
        self._known = known_games(
            cursor,
            [
                (place, one.hash, one.natural_key, one.origin)
                for place, one in enumerate(waiting)
                if isinstance(one, Read)
            ],
        )
        self._outcomes = _replayed(waiting, () if reread else self._known["content"])
        self._games: list[NewGame | Read] = []
        """What is to be stored, a `Read` apart; a better log of the same batch takes the place."""
        self._grades: list[str] = []
        self._gone: set[int] = set()
        self._removed = 0
        self._refreshed: list[tuple[int, str]] = []
        self._rejected: list[NewRejected] = []
        self._verdicts: list[Verdict] = []
        self._new_of_verdict: dict[int, int] = {}
        self._by_hash: dict[str, Known] = {}
        self._by_name: dict[str, Known] = {}

    def take(self, place: int, one: Waiting) -> None:
        if isinstance(one, Settled):
            self._say(one.verdict)
            return
        if isinstance(one, Unread):
            self._reject_unread(one.file, one.rejected, one.origin)
            return
        same = self._by_hash.get(one.hash) or self._stored("content", place)
        if same is not None and not self._is_to_be_verified_again(one, same):
            self._refresh(one, same)
            self._keep_out(one, same, f"The same game is stored already ({_HERE}).")
            return
        rival = same or self._by_name.get(one.natural_key or "") or self._stored("name", place)
        if rival is None and self._reread:
            rival = self._stored("origin", place)
        if one.gives_no_moves:
            self._store_apart(one, rival)
            return
        try:
            result = self._outcomes.get(place) or replay(one.found.log, evidence=one.found.evidence)
        except HexcoachError as error:
            self._reject_header(one, str(error))
        except Exception as error:
            # A fault of ours in one game must not cost the others; the log file has the traceback.
            logging.getLogger(__name__).exception("Replaying line %d failed", one.found.line)
            self._reject_header(
                one, f"Replaying it failed inside the program ({error!r}); please report this log."
            )
        else:
            if joining.waits_for_another(one, result):
                self._take_view(one, result, rival)
            elif result.error is not None:
                self._reject_illegal(one, result, same or self._stored("origin", place))
            elif rival is None:
                self._put(one, result)
            elif rival is same or self._is_outdated(one, rival):
                self._read_anew(one, result, rival)
            else:
                self._choose(one, result, rival)

    def write(self) -> Written:
        ids = next_ids(self._cursor)
        if self._gone:
            forget_games(self._cursor, self._gone)
        games, apart = [], []
        places: list[int] = []
        for place, one in enumerate(self._games):
            if isinstance(one, NewGame):
                games.append(one)
                places.append(place)
            else:
                apart.append((place, one))
        first = ids["game_id"]
        game_ids = dict(zip(places, add_games(self._cursor, first, games), strict=True))
        first += len(games)
        for place, _ in apart:
            game_ids[place] = first
            first += 1
        if apart:
            add_log_only(
                self._cursor, self._import_id, [(game_ids[place], one) for place, one in apart]
            )
        note_grades(self._cursor, [(game_ids[place], self._grades[place]) for place in places])
        refresh(self._cursor, [one for one in self._refreshed if one[0] not in self._gone])
        if self._rejected:
            add_rejected(self._cursor, ids["rejected_id"], self._rejected)
        for place, new in self._new_of_verdict.items():
            verdict = self._verdicts[place]
            verdict.game_id = game_ids[new]
            if verdict.reason:
                verdict.reason = verdict.reason.replace(_HERE, f"game {verdict.game_id}")
        moves = sum(one.played.plies.shape[0] for one in games)
        return Written(self._verdicts, moves, self._removed)

    def _stored(self, how: str, place: int) -> Known | None:
        """A game of the store, but for those that this batch takes out."""
        found = self._known[how].get(place)
        return None if found is None or found.game_id in self._gone else found

    # Two logs of one game

    def _is_outdated(self, one: Read, rival: Known) -> bool:
        """Whether what is read now goes before what is stored, whichever is better."""
        return (
            self._reread
            and rival.game_id is not None
            and rival.status is not Apart.LOG_ONLY
            and rival.importer == one.file.importer
            and rival.importer_version != one.file.importer_version
        )

    def _is_to_be_verified_again(self, one: Read, same: Known) -> bool:
        if not self._reread or same.game_id is None or same.status is Apart.LOG_ONLY:
            return False
        return same.rules_version != rules_version(one.found.log.game)

    def _refresh(self, one: Read, same: Known) -> None:
        """Note that the importer of today reads the same."""
        version = one.file.importer_version
        if (
            self._reread
            and same.game_id is not None
            and same.importer == one.file.importer
            and version is not None
            and same.importer_version != version
        ):
            self._refreshed.append((same.game_id, version))

    def _read_anew(self, one: Read, result: Outcome, rival: Known) -> None:
        """A kept file was read again and says something else, or has to be verified again."""
        if rival.rules_version != result.game.version:
            new, old = result.game.version, rival.rules_version
            what = f"Verified again by version {new} of the rules, before by version {old}"
        else:
            joined = views.join(self._log_of(rival), one.found.log)
            if isinstance(joined, views.Joined) and joined.first_knew and not joined.second_knew:
                self._refresh(one, rival)
                why = f"It was joined with another view and is stored already ({_HERE})."
                self._keep_out(one, rival, why)
                return
            new, old = one.file.importer_version or "", rival.importer_version
            what = f"The importer reads it otherwise now ({new}) than before ({old})"
            if isinstance(joined, views.Apart):
                what += f": {joined.where}"
        outcome = f"it is still {result.status}"
        if rival.status != result.status:
            outcome = f"it was {rival.status} and is {result.status}"
        self._put(one, result, rival, f"{what}; {outcome}.")

    def _choose(self, one: Read, result: Outcome, rival: Known) -> None:
        """Of two logs of one table the better, or what they know together."""
        if rival.status is Apart.LOG_ONLY:
            self._choose_moves(one, result, rival)
            return
        better = _is_better(result, rival)
        as_good = f"A log of the same game that is as good is stored already ({_HERE})"
        worse = f"It takes the place of a log of the same game that was {rival.status}"
        joined = views.join(self._log_of(rival), one.found.log)
        if isinstance(joined, views.Apart):
            note = f"; the two disagree: {joined.where}."
        elif not joined.second_knew and not joined.first_knew:
            note = "."
        elif not joined.second_knew:
            # The stored one knows more, unless it is the one that stops early.
            note = "; this one knows no more."
        else:
            together, problem = self._together(one, joined.log, _RANK[rival.status])
            if together is not None:
                self._put_joined(one, together, rival, joined)
                return
            note = f"; joined they cannot be played: {problem}"
        if better:
            self._put(one, result, rival, worse + note)
        else:
            self._keep_out(one, rival, as_good + note)

    def _choose_moves(self, one: Read, result: Outcome, rival: Known) -> None:
        """A game that can be played in place of a log that cannot."""
        stored = self._log_of(rival)
        joined = views.join(stored, one.found.log)
        if stored.moves and isinstance(joined, views.Joined) and joined.first_knew:
            together, _ = self._together(one, joined.log, _RANK[result.status])
            if together is not None:
                self._put_joined(one, together, rival, joined)
                return
        self._put(
            one,
            result,
            rival,
            "It takes the place of a log of the same game that was log only.",
        )

    def _take_view(self, one: Read, result: Outcome, rival: Known | None) -> None:
        """A log that cannot be played only for what another player's view tells: joined with that,
        or stored apart until it comes."""
        stored = None if rival is None else self._log_of(rival)
        if rival is None or stored is None:
            self._put_apart(joining.waiting(one, one.found.log))
            return
        if rival.status is Apart.LOG_ONLY and not stored.moves:
            why = "It takes the place of a log of the same game that told no moves."
            self._put_apart(joining.waiting(one, one.found.log), rival, why)
            return
        joined = views.join(stored, one.found.log)
        if isinstance(joined, views.Apart):
            why = f"A log of the same game is stored already ({_HERE})"
            self._keep_out(one, rival, f"{why}; the two disagree: {joined.where}.")
            return
        other_rules = self._reread and rival.rules_version not in {"", result.game.version}
        if not joined.second_knew and not other_rules:
            self._refresh(one, rival)
            why = f"Another view of the same game, which hides no more, is stored already ({_HERE})"
            self._keep_out(one, rival, f"{why}.")
            return
        together, problem = self._together(one, joined.log, _RANK[rival.status])
        if together is not None:
            self._put_joined(one, together, rival, joined)
        elif problem is None and rival.status is Apart.LOG_ONLY:
            why = f"{joining.why_joined(joined)}; it waits for another view."
            self._put_apart(joining.waiting(one, joined.log), rival, why)
        else:
            why = f"Another view of the same game is stored already ({_HERE})"
            self._keep_out(one, rival, f"{why}; joined they cannot be played: {problem}")

    def _together(
        self, one: Read, log: GameLog, rank: int
    ) -> tuple[Outcome, None] | tuple[None, str | None]:
        """The replay of two logs joined, if it is at least as good as either; else why not, where
        it is not for want of a third view."""
        try:
            result = replay(log, evidence=one.found.evidence)
        except HexcoachError as error:
            return None, str(error)
        if joining.waits_for_another(one, result, joined=True):
            return None, None
        if result.error is not None:
            return None, f"at ply {result.error.ply}, {result.error.reason}"
        if _RANK[result.status] < rank:
            return None, f"it would be {result.status}."
        return result, None

    def _put_joined(self, one: Read, result: Outcome, rival: Known, joined: views.Joined) -> None:
        both = joining.whole(one, result.log)
        self._put(both, result, rival, f"{joining.why_joined(joined)}.")

    def _log_of(self, known: Known) -> GameLog:
        if known.new is not None:
            game = self._games[known.new]
            return game.found.log if isinstance(game, Read) else game.played.log
        which = {"game_id": known.game_id}
        ((header, moves),) = self._cursor.execute(query("ingest/stored_log"), which).fetchall()
        log = msgspec.json.decode(header, type=GameLog)
        # One that waits for another view has its moves in the header.
        log.moves = log.moves if moves is None else list(moves)
        return log

    # What becomes of one

    def _say(self, verdict: Verdict) -> Verdict:
        """The verdict as it is stored and told."""
        if self._pseudonyms is not None:
            verdict = self._pseudonyms.of_verdict(verdict)
        self._verdicts.append(verdict)
        return verdict

    def _put(
        self, one: Read, result: Outcome, rival: Known | None = None, why: str | None = None
    ) -> None:
        warnings = (*one.found.warnings, *result.warnings)
        game = NewGame(
            hash=one.hash,
            natural_key=one.natural_key,
            game=result.game,
            played=Played(one.found.log, result.ply_rows, result.effects),
            header=one.header,
            status=str(result.status),
            remark=" ".join(warnings) or None,
            importer=one.file.importer or "",
            importer_version=one.file.importer_version or "",
            import_id=self._import_id,
            file=one.file.number,
            line=one.found.line,
        )
        self._take_in(
            one, game, result.status, rival, why, result.plies, result.game.version, warnings
        )

    def _put_apart(self, one: Read, rival: Known | None = None, why: str | None = None) -> None:
        self._take_in(one, one, Apart.LOG_ONLY, rival, why, 0, "", one.found.warnings)

    def _store_apart(self, one: Read, rival: Known | None) -> None:
        """A log without moves: stored if nothing better of its game is."""
        if rival is None:
            self._put_apart(one)
            return
        if rival.status is Apart.LOG_ONLY:
            why = f"A log of the same game, log only too, is stored already ({_HERE})."
        else:
            why = (
                f"It is {one.found.grade}, and the same game is stored with its moves ({_HERE}): "
                "it adds nothing."
            )
        self._keep_out(one, rival, why)

    def _take_in(
        self,
        one: Read,
        game: NewGame | Read,
        status: Status | Apart,
        rival: Known | None,
        why: str | None,
        plies: int,
        rules_version: str,
        warnings: tuple[str, ...],
    ) -> None:
        if rival is None or rival.new is None:
            new = len(self._games)
            self._games.append(game)
            self._grades.append(one.found.grade)
        else:
            new = rival.new
            del self._by_hash[self._games[new].hash]
            self._games[new] = game
            self._grades[new] = one.found.grade
        if rival is not None and rival.game_id is not None:
            self._gone.add(rival.game_id)
        known = Known(
            status,
            plies,
            rules_version,
            one.file.importer or "",
            one.file.importer_version or "",
            new=new,
        )
        self._by_hash[one.hash] = known
        if one.natural_key is not None:
            self._by_name[one.natural_key] = known
        self._new_of_verdict[len(self._verdicts)] = new
        log = one.found.log
        self._say(
            Verdict(
                one.file.name,
                one.found.line,
                log.id,
                log.game,
                Fate.STORED if rival is None else Fate.REPLACED,
                status,
                reason=why,
                warnings=warnings,
            )
        )

    def _keep_out(self, one: Read, same: Known, why: str) -> None:
        if same.new is not None:
            self._new_of_verdict[len(self._verdicts)] = same.new
        else:
            why = why.replace(_HERE, f"game {same.game_id}")
        self._say(
            Verdict(
                one.file.name,
                one.found.line,
                one.found.log.id,
                one.found.log.game,
                Fate.DUPLICATE,
                same.status,
                game_id=same.game_id,
                reason=why,
            )
        )

    def _reject_unread(self, file: SourceFile, rejected: Rejected, stored: int | None) -> None:
        reason = rejected.reason
        if stored is not None:
            reason += f" The game that was stored from it before (game {stored}) stays."
        self._reject(
            file,
            Verdict(
                file.name,
                rejected.line,
                rejected.id,
                rejected.game,
                Fate.REJECTED,
                Status.UNREADABLE,
                reason=reason,
            ),
            excerpt=rejected.text,
        )

    def _reject_header(self, one: Read, reason: str) -> None:
        log = one.found.log
        self._reject(
            one.file,
            Verdict(
                one.file.name,
                one.found.line,
                log.id,
                log.game,
                Fate.REJECTED,
                Status.UNREADABLE,
                reason=reason,
            ),
            excerpt=one.header.decode(),
            found=log,
        )

    def _reject_illegal(self, one: Read, result: Outcome, stored: Known | None) -> None:
        log, error = one.found.log, result.error
        assert error is not None
        reason = error.reason
        if self._reread and stored is not None and stored.game_id is not None:
            self._gone.add(stored.game_id)
            self._removed += 1
            reason += f" It was stored as game {stored.game_id} ({stored.status}) and is taken out."
        self._reject(
            one.file,
            Verdict(
                one.file.name,
                one.found.line,
                log.id,
                log.game,
                Fate.REJECTED,
                Status.ILLEGAL,
                ply=error.ply,
                move=error.move,
                reason=reason,
                legal=tuple(error.legal[:MOST_LEGAL_SHOWN]),
                warnings=(*one.found.warnings, *result.warnings),
                rules_version=result.game.version,
            ),
            excerpt=" · ".join(log.moves[max(0, error.ply - 2) : error.ply + 1]),
            found=log,
            keep=True,
        )

    def _reject(
        self,
        file: SourceFile,
        verdict: Verdict,
        *,
        excerpt: str,
        found: GameLog | None = None,
        keep: bool = False,
    ) -> None:
        verdict = self._say(verdict)
        if self._pseudonyms is not None:
            excerpt = only_own(excerpt)
        self._rejected.append(
            NewRejected(
                file_hash=file.hash,
                file=file.name,
                line=verdict.line,
                part=file.part_of(verdict.line),
                id=verdict.id,
                game=verdict.game,
                status=str(verdict.status),
                ply=verdict.ply,
                move=verdict.move,
                reason=verdict.reason or "",
                legal=list(verdict.legal),
                excerpt=excerpt[:LONGEST_EXCERPT],
                log=msgspec.json.encode(found).decode() if keep else None,
                importer=file.importer,
                players=None if found is None else min(len(found.players), MOST_COUNTED),
                plies=None if found is None else len(found.moves),
                date=None if found is None else date_of(found),
            )
        )


def _replayed(waiting: Sequence[Waiting], known: Container[int]) -> dict[int, Outcome | None]:
    """What can be told of these games at once, by place; but for those that are known already."""
    logs = {
        place: one.found.log
        for place, one in enumerate(waiting)
        if isinstance(one, Read)
        and place not in known
        and not one.found.evidence
        and not one.gives_no_moves
    }
    try:
        outcomes = replay_many(list(logs.values()))
    except Exception:
        logging.getLogger(__name__).exception("Replaying many games failed; now one by one")
        return {}
    return dict(zip(logs, outcomes, strict=True))


def _is_better(result: Outcome, rival: Known) -> bool:
    return (_RANK[result.status], result.plies) > (_RANK[rival.status], rival.plies)
