"""An import on two Dask workers, from and to an S3 server, one worker killed in mid-run."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import boto3

from engine.core.registry import game_keys
from tests.data.ledger import logs_of, write_logs
from tests.data.scale import dying
from tests.data.scale.both_ways import Rows, contents_of, import_to
from tests.data.scale.servers import ROOT, dask_scheduler, dask_worker, s3_server
from tests.engine.importers.bga.costumes import SHEEP
from tests.engine.importers.bga.dressing import TABLE, dress, games_of


def hexcoach(environment: Mapping[str, str], *words: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "engine.cli.main", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def renamed(contents: dict[str, Rows], folder: str) -> dict[str, Rows]:
    """Without the folder in the names of files, and without the times that a disk alone tells."""

    def without(value: object) -> object:
        return value.removeprefix(folder) if isinstance(value, str) else value

    return {
        table: sorted(
            (
                tuple((name, without(value)) for name, value in row if name != "modified")
                for row in rows
            ),
            key=repr,
        )
        for table, rows in contents.items()
    }


def test_a_worker_is_killed_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for key in game_keys():
        logs = logs_of(key, 12, 2, seed=21)
        write_logs(folder / f"{key}.hexlog", logs)
        write_logs(folder / f"{key}-again.hexlog", logs[::3])
    (folder / "none.hexlog").write_text("12\n")
    # Only its companion, in another folder, tells of which game this log is.
    (log,) = games_of("battle_sheep", 1, 2, 77)
    for name in ("a", "b"):
        (folder / name).mkdir()
    (folder / "a" / "log.json").write_bytes(dress(log, SHEEP, table=TABLE).content())
    told = {"data": {"id": str(TABLE), "game_name": "splits", "result": {}}}
    (folder / "b" / "told.json").write_text(json.dumps(told))
    import_to([folder], tmp_path / "direct.duckdb")
    with ExitStack() as stack:
        environment = stack.enter_context(s3_server())
        s3 = boto3.client(
            "s3",
            endpoint_url=environment["AWS_ENDPOINT_URL"],
            region_name=environment["AWS_DEFAULT_REGION"],
            aws_access_key_id=environment["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=environment["AWS_SECRET_ACCESS_KEY"],
        )
        stack.callback(s3.close)
        s3.create_bucket(Bucket="club")
        for file in folder.rglob("*.*"):
            key = f"logs/{file.relative_to(folder).as_posix()}"
            s3.put_object(Bucket="club", Key=key, Body=file.read_bytes())
        scheduler = stack.enter_context(dask_scheduler())
        killed = stack.enter_context(dask_worker(scheduler, environment, dying.__name__))
        stack.enter_context(dask_worker(scheduler, environment))
        words = ["--out", "s3://club/shards", "--dask", scheduler, "--job-size", "0.03"]
        hexcoach(environment, "shard", "s3://club/logs", *words)
        assert killed.wait(timeout=60) == -signal.SIGKILL
        store = tmp_path / "rebuilt.duckdb"
        hexcoach(environment, "rebuild", "s3://club/shards", "--store", str(store))
    wanted = renamed(contents_of(tmp_path / "direct.duckdb"), f"{folder}/")
    found = renamed(contents_of(store), "s3://club/logs/")
    for table, rows in wanted.items():
        assert found[table] == rows, table
    assert len(wanted["companions"]) == 1
