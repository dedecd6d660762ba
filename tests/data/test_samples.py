"""The samples that ship: each file is described, and does what its description says."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from data import reading
from data.accounts import Apart, Fate
from data.filters import Filters, Grouping
from data.ingest import Input, find_inputs
from data.store import open_store
from engine.core.registry import game_keys
from engine.replay import Status
from tests.data.ledger import import_all

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"
FILES = [one.path for one in find_inputs([SAMPLES])]


def test_the_manifest_describes_every_file() -> None:
    manifest = tomllib.loads((SAMPLES / "MANIFEST.toml").read_text(encoding="utf-8"))
    described = [SAMPLES / one["file"] for one in manifest["sample"]]
    assert sorted(described) == sorted(FILES)
    for one in manifest["sample"]:
        assert one["origin"]
        assert one["shows"]


@pytest.mark.parametrize("game", game_keys())
def test_each_game_has_a_season_loose_ends_and_faults(game: str, tmp_path: Path) -> None:
    def imported(name: str) -> list[tuple[Fate, Status | Apart]]:
        path = SAMPLES / game / "hexlog" / f"{name}.hexlog"
        _, verdicts = import_all(store, path)
        return [(one.fate, one.status) for one in verdicts]

    with open_store(tmp_path / "games.duckdb") as store:
        assert imported("club") == [(Fate.STORED, Status.VERIFIED)] * 90
        results = reading.results(store, Filters(), Grouping.PLAYER)
        rates = dict(zip(results["grouping"], results["rate"], strict=True))
        # People who plan win more than people who do not; else the sample would show nothing.
        assert len(rates) == 8
        assert rates["Player A"] > rates["Player H"]
        sizes = set(reading.games(store, Filters(), limit=1000)["players"])
        assert sizes == ({2} if game == "china_gold" else {2, 3, 4})

        assert sorted(imported("loose-ends")) == sorted(
            [
                (Fate.STORED, Status.INCOMPLETE),
                (Fate.STORED, Status.INCOMPLETE),
                (Fate.STORED, Status.UNVERIFIED),
                (Fate.STORED, Status.MISMATCH),
            ]
        )
        random = Counter(imported("random"))
        assert set(random) <= {(Fate.STORED, Status.VERIFIED), (Fate.STORED, Status.INCOMPLETE)}
        assert random[Fate.STORED, Status.VERIFIED] >= 5
        assert Counter(imported("spoilt"))[Fate.REJECTED, Status.ILLEGAL] >= 8


def test_all_samples_together_are_accounted_for(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.duckdb") as store:
        finished, verdicts = import_all(store, *FILES)
        assert finished.counts.read == len(verdicts)
        assert finished.counts.duplicate == finished.counts.replaced == 0
        totals = reading.totals(store)
        assert set(totals["game"]) == set(game_keys())
        assert set(totals["status"]) == {"verified", "unverified", "incomplete", "mismatch"}
        read = reading.files(store, finished.import_id)
        assert len(read) == len(FILES)
        assert read["importer"].null_count() == 0
        again, _ = import_all(store, *[Input(one, one.name).path for one in FILES])
        assert again.counts.stored == 0
