"""Say what a log of Board Game Arena is, and teach a dialect by which it can be read.

For each log: what it was saved as, which game, how much of it can be read (replayable, partial, log
only), its types of notification with counts, meaning and an example, and how far it replays. Where
no dialect reads it to its own final score, one is proposed: from names, arguments and the order of
play, with the ways of counting cells tried by replay. Save the proposal, correct it in any editor,
and try it with --dialect. Every import uses those in HEXCOACH_DIALECTS, else in `dialects` beside
HEXCOACH_STORE, else in data/local/dialects; and those in ~/.config/hexcoach/dialects.

examples:
  hexcoach inspect 400000001.json
  hexcoach inspect logs.json --game splits               where nothing names the game
  hexcoach inspect logs.json --dialect mine.toml         try a dialect
  hexcoach inspect a.json b.json c.json --write mine.toml    teach one from several logs
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli.output import announce_compilation, counted, json_line, plain, remark, utf_8

if TYPE_CHECKING:
    from engine.importers.bga.dialect import Loaded
    from engine.importers.bga.facts import Facts
    from engine.importers.bga.teaching import Proposal, Verdict

EXAMPLE_WIDTH = 100
ALL_WELL, SOME_BAD, WRONG_USE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="plain, or in .gz, .zst or .zip")
    parser.add_argument("--game", metavar="KEY", help="the logs' game, such as splits")
    parser.add_argument("--dialect", metavar="FILE", help="read the logs by this dialect")
    parser.add_argument(
        "--write",
        metavar="FILE",
        help="write the proposed dialect there; `verified` in it if every log proves it",
    )
    parser.add_argument("--no-proposal", action="store_true", help="do not look for a dialect")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    announce_compilation()
    inspection = _Inspection(arguments)
    for name in arguments.files:
        inspection.file(name)
    inspection.propose()
    return inspection.code


class _Inspection:
    def __init__(self, arguments: argparse.Namespace) -> None:
        from engine.importers.bga import BgaImporter
        from engine.importers.bga.dialect import read_dialect_file

        self._arguments = arguments
        self._chosen = [read_dialect_file(Path(arguments.dialect))] if arguments.dialect else []
        self._importer = BgaImporter(arguments.game, self._chosen)
        self._dialects, problems = self._importer.dialects()
        for problem in problems:
            remark(problem)
        self._logs_of: dict[str, list[tuple[Facts, Verdict]]] = {}
        """The logs by game, with how far each goes by the dialects there are."""
        self.code = ALL_WELL

    def file(self, name: str) -> None:
        from engine.importers.containers import Refused, open_path

        try:
            for opened in open_path(Path(name)):
                if isinstance(opened, Refused):
                    self._told_wrong(opened.name, "unreadable", opened.reason, None)
                else:
                    self._logs(opened.stream, opened.name)
        except OSError as error:
            self.code = WRONG_USE
            remark(f"{utf_8(name)}: it cannot be opened: {error.strerror or error}.")

    def _logs(self, stream: Any, name: str) -> None:
        from engine.core.errors import UnreadableLog
        from engine.importers.bga.beside import companions_beside
        from engine.importers.bga.facts import read_facts
        from engine.importers.bga.naming import Unplaced
        from engine.importers.bga.reader import rejected
        from engine.importers.bga.wrong import Wrong

        try:
            opened = self._importer.opened(stream, name)
        except UnreadableLog as error:
            self._told_wrong(name, "damaged", str(error), None)
            return
        for item in opened:
            if isinstance(item, Wrong):
                self._told_wrong(name, item.kind, rejected(item).reason, item.table)
                continue
            facts = read_facts(item, companions_beside(name, item.table))
            try:
                self._log(name, facts)
            except Unplaced as error:
                shown = facts if error.unnamed else None
                self._told_wrong(name, "of no known game", str(error), facts.table, shown)

    def _log(self, name: str, facts: "Facts") -> None:
        from engine.importers.bga.teaching import verdict_of

        reading = self._importer.reading(facts, self._dialects)
        verdict = verdict_of(reading)
        self._logs_of.setdefault(reading.game, []).append((facts, verdict))
        if not verdict.verified:
            self.code = max(self.code, SOME_BAD)
        if self._arguments.json:
            json_line(_as_json(name, verdict))
            return
        for line in _for_people(name, verdict):
            print(plain(line))

    def _told_wrong(
        self, name: str, kind: str, reason: str, table: str | None, facts: "Facts | None" = None
    ) -> None:
        self.code = max(self.code, SOME_BAD)
        if self._arguments.json:
            types = _types(facts, None) if facts else []
            json_line(
                {
                    "file": utf_8(name),
                    "kind": kind,
                    "table": table,
                    "reason": reason,
                    "types": types,
                }
            )
            return
        print(plain(f"{utf_8(name)}: {reason}"))
        if facts is not None:
            for line in _type_lines(_types(facts, None)):
                print(plain(line))

    def propose(self) -> None:
        """One dialect for all logs of a game, where not all of them are read to their end."""
        from engine.importers.bga.teaching import propose

        if self._arguments.no_proposal:
            return
        for game, logs in self._logs_of.items():
            facts = [one for one, _ in logs if one.counts and not one.is_text]
            if not facts or all(verdict.verified for _, verdict in logs):
                continue
            base = next((one.dialect for one in self._dialects if one.dialect.game == game), None)
            with _ProgressLine() as line:
                proposal = propose(facts, game, base, line.show)
            known = sum(verdict.worth for _, verdict in logs)
            self._show(game, proposal, goes_further=proposal.worth > known)

    def _show(self, game: str, proposal: "Proposal", *, goes_further: bool) -> None:
        from engine.importers.bga.undecided import unmade
        from engine.importers.bga.workbench import Bench

        verified = sum(one.verified for one in proposal.verdicts)
        if proposal.verified:
            self.code = ALL_WELL if self.code == SOME_BAD else self.code
        if self._arguments.write:
            Path(self._arguments.write).write_text(proposal.toml, encoding="utf-8")
        if self._arguments.json:
            json_line(
                {
                    "proposal": game,
                    "status": proposal.dialect.status,
                    "verified": verified,
                    "logs": len(proposal.verdicts),
                    "trials": proposal.trials,
                    "goes_further": goes_further,
                    "outcomes": [_outcome(one) for one in proposal.verdicts],
                    "dialect": proposal.toml,
                }
            )
            return
        print(f"\nproposed dialect, after {counted(proposal.trials, 'trial')} by replay:")
        print(f"{verified} of {counted(len(proposal.verdicts), 'log')} verified by it")
        for one in proposal.verdicts:
            if not one.verified:
                print(plain(f"  table {one.reading.facts.table}: {_words(one)}"))
        if proposal.verified:
            bench = Bench([one.reading.facts for one in proposal.verdicts], game)
            moves = [move for rule in proposal.dialect.moves for move in rule.moves]
            said = {move.split(" ", 1)[0] for move in moves}
            missing = [word for word in unmade(bench, proposal.dialect) if word not in said]
            if missing:
                print(
                    f"none of these logs has {', '.join(missing)}: inspect one that does with "
                    "this dialect as --dialect to have it added"
                )
        elif not goes_further:
            print("That is no further than they go by the dialect that there is.")
        for remaining in proposal.left_to_do:
            if remaining.startswith("not known yet"):
                print(plain(f"  {remaining}"))
        if not proposal.verified:
            print("Correct it in an editor or on the page Teach, and try it with --dialect.")
        if self._arguments.write:
            print(plain(f"written to {self._arguments.write}"))
        else:
            sys.stdout.write(f"\n{proposal.toml}")


class _ProgressLine:
    """How much of the work that may be done is done, on a terminal."""

    def __init__(self) -> None:
        self._told = -1
        self._on = sys.stderr.isatty()

    def __enter__(self) -> "_ProgressLine":
        return self

    def __exit__(self, *_: object) -> None:
        if self._told >= 0:
            sys.stderr.write("\r\x1b[K")

    def show(self, share: float) -> None:
        percent = int(100 * share)
        if self._on and percent != self._told:
            self._told = percent
            sys.stderr.write(f"\rtrying what the notifications mean: {percent} % of the time")
            sys.stderr.flush()


def _outcome(verdict: "Verdict") -> dict[str, Any]:
    replay, error = verdict.replay, None
    if replay is not None and replay.error is not None:
        error = {
            "ply": replay.error.ply,
            "move": replay.error.move,
            "reason": replay.error.reason,
            "site_move": _site_move(verdict),
        }
    return {
        "table": verdict.reading.facts.table,
        "status": "unreadable" if replay is None else replay.status.value,
        "plies": 0 if replay is None else replay.plies,
        "error": error,
        "problem": verdict.problem,
    }


def _site_move(verdict: "Verdict") -> int | None:
    """The site's number of the move at which the replay stops."""
    replay = verdict.replay
    if replay is None or replay.error is None:
        return None
    drafts = verdict.reading.mapped.drafts
    ply = replay.error.ply
    happening = drafts[ply].happening if ply < len(drafts) else None
    return happening.move if happening is not None else None


def _words(verdict: "Verdict") -> str:
    from engine.importers.bga.teaching import passed_over, unsaid

    replay = verdict.replay
    if replay is None:
        return verdict.problem or "unreadable"
    told = len(verdict.reading.mapped.drafts)
    plies = counted(told, "ply", "plies")
    of = "" if replay.plies == told else f"{replay.plies} of "
    words = f"{replay.status.value} after {of}{plies}"
    if replay.error is not None:
        move = _site_move(verdict)
        where = f" (move {move} of the site)" if move is not None else ""
        words += (
            f'; first diverges at ply {replay.error.ply}{where}, "{replay.error.move}": '
            f"{replay.error.reason}"
        )
        before = passed_over(verdict)
        if before:
            words += f" Passed over before, as not known: {', '.join(before)}."
    missing = unsaid(verdict)
    return " ".join([words if missing is None else f"{words}. {missing}", *replay.warnings])


def _types(facts: "Facts", loaded: "Loaded | None") -> list[dict[str, Any]]:
    """Every type of the log, most frequent first, with what the dialect makes of it."""
    meanings: dict[str, list[str]] = {}
    if loaded is not None:
        for rule in loaded.dialect.moves:
            for kind in rule.types:
                meanings.setdefault(kind, []).extend(rule.moves)
        for kind in loaded.dialect.ignore:
            meanings.setdefault(kind, []).append("(ignored)")
        for undo in loaded.dialect.undo:
            meanings.setdefault(undo.type, []).append("(takes back)")
    return [
        {
            "type": kind,
            "count": count,
            "meaning": " | ".join(dict.fromkeys(meanings.get(kind, ()))) or None,
            "example": facts.examples[kind].event.arguments(),
        }
        for kind, count in facts.counts.most_common()
    ]


def _type_lines(types: list[dict[str, Any]]) -> list[str]:
    import msgspec

    lines = []
    for one in types:
        example = msgspec.json.encode(one["example"]).decode()
        if len(example) > EXAMPLE_WIDTH:
            example = example[: EXAMPLE_WIDTH - 1] + "…"
        meaning = one["meaning"] or "(unknown)"
        lines.append(f"  {one['count']:>5}  {one['type']:<24}  {meaning}")
        lines.append(f"         {example}")
    return lines


def _as_json(name: str, verdict: "Verdict") -> dict[str, Any]:
    reading = verdict.reading
    log, facts = reading.log, reading.facts
    return {
        "file": utf_8(name),
        "kind": facts.saved.source.value,
        "game": reading.game,
        "grade": reading.grade.value,
        "players": [player.name for player in log.players],
        "dialect": reading.loaded.label if reading.loaded else None,
        "dialect_status": reading.loaded.dialect.status if reading.loaded else None,
        **_outcome(verdict),
        "warnings": list(reading.warnings),
        "types": _types(facts, reading.loaded),
    }


def _standing(verdict: "Verdict") -> str:
    """What can be said of a dialect in view of this log."""
    loaded = verdict.reading.loaded
    status = loaded.dialect.status if loaded else ""
    elsewhere = status == "verified" and not verdict.verified
    return "verified by other logs, not by this one" if elsewhere else status


def _for_people(name: str, verdict: "Verdict") -> list[str]:
    reading = verdict.reading
    facts, log = reading.facts, reading.log
    loaded = reading.loaded
    dialect = f"{loaded.label} ({_standing(verdict)})" if loaded else "none knows its types"
    date = (log.meta or {}).get("date", "unknown")
    what = f"a log of Board Game Arena ({facts.saved.source.value})"
    lines = [
        utf_8(name),
        f"  what      {what}, {reading.game}, table {facts.table or 'unknown'}",
        f"  players   {', '.join(player.name for player in log.players)}",
        f"  date      {date}",
        f"  dialect   {dialect}",
        f"  grade     {reading.grade.value}",
        f"  replay    {_words(verdict)}",
        *(
            f"  note      {warning}"
            for warning in reading.warnings
            if "unknown types" not in warning
        ),
    ]
    if facts.counts:
        lines.append("  types of notification, with what the dialect makes of them and an example")
        lines += _type_lines(_types(facts, loaded))
    return lines
