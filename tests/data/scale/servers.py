"""A local S3 server and a local Dask cluster, each process started and stopped by a test."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def process(
    command: Sequence[str], ready: str, environment: Mapping[str, str]
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running process, and what the group in `ready` matched in its output."""
    running = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield running, _told(running, ready)
    finally:
        running.terminate()
        running.wait(timeout=30)
        assert running.stdout is not None
        running.stdout.close()


def _told(running: subprocess.Popen[str], ready: str) -> str:
    said = ""
    assert running.stdout is not None
    for line in running.stdout:
        said += line
        found = re.search(ready, line)
        if found:
            return found[1]
    raise AssertionError(f"It ended before it was ready: {said}")


@contextmanager
def s3_server() -> Iterator[dict[str, str]]:
    """The environment by which clients find the server."""
    command = ["moto.server", "-H", "127.0.0.1", "-p", "0"]
    with process(command, r"Running on (http://\S+)", {}) as (_, address):
        yield {
            "AWS_ENDPOINT_URL": address,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": "us-east-1",
        }


@contextmanager
def dask_scheduler() -> Iterator[str]:
    """Its address."""
    command = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    with process([*command, "--no-dashboard"], r"Scheduler at:\s+(tcp://\S+)", {}) as (_, address):
        yield address


@contextmanager
def dask_worker(
    scheduler: str, environment: Mapping[str, str], *preload: str
) -> Iterator[subprocess.Popen[str]]:
    """One that does a job at a time, without a nanny that would bring it back to life."""
    options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
    command = ["distributed.cli.dask_worker", scheduler, *options]
    command += [word for module in preload for word in ("--preload", module)]
    with process(command, r"Registered to:\s+(\S+)", environment) as (running, _):
        yield running
