"""Runs commands in this process, as a shell would."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main

SAMPLES = Path(__file__).resolve().parents[1] / "samples"


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    output: str
    remarks: str

    def json(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.output.splitlines()]


@dataclass(frozen=True, slots=True)
class Shell:
    capture: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str | Path) -> Ran:
        self.capture.readouterr()
        code = main([str(argument) for argument in arguments])
        output, remarks = self.capture.readouterr()
        return Ran(code, output, remarks)
