"""Workers whose parent was killed."""

import os
import select
import signal
import subprocess
import sys

SCRIPT = """
import os, sys
from data.scale.run import workers

if __name__ == "__main__":
    with workers(1, None) as local:
        print(local.executor.submit(os.getpid).result(), flush=True)
        sys.stdin.read()
"""
LONGEST_SECONDS = 60.0


def test_a_worker_ends_with_its_parent() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        worker = os.pidfd_open(int(parent.stdout.readline()))
        try:
            assert select.select([worker], [], [], 0) == ([], [], []), "it waits for work"
            parent.send_signal(signal.SIGKILL)
            ended, _, _ = select.select([worker], [], [], LONGEST_SECONDS)
        finally:
            os.close(worker)
    assert ended == [worker]
