"""Simple Binary Encoding: the reference tool's own reader of messages, in one Java program for all messages."""

import json
import pathlib
import subprocess

from . import SCHEMAS
from .values import numbered


class Tool:
    def __init__(self, model, type_name):
        jar = next(pathlib.Path.home().glob(".m2/repository/uk/co/real-logic/sbe-all/*/sbe-all-*.jar"), None)
        if jar is None:
            raise ImportError("sbe-all is not in the local Maven repository")
        opens = ["--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"]
        program = SCHEMAS.parent / "SbeJudge.java"
        self.command = ["java", *opens, "-cp", str(jar), str(program), str(SCHEMAS / "trade.xml")]

    def read_all(self, messages):
        lines = "\n".join(message.hex() for message in messages)
        done = subprocess.run(self.command, input=lines, capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            if line.startswith("refused"):
                raise ValueError(line)
            yield account(json.loads(line))


def account(read):
    return numbered({**read, "orders": [group["order"] for group in read["orders"]]})
