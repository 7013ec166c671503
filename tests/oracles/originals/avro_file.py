"""Avro's object container files, whose records are bytes: fastavro, and Apache's implementation for Java.

A value is `{"codec": NAME, "records": [HEX, …]}`.
"""

import io
import pathlib
import subprocess

from . import SCHEMAS


class Fastavro:
    def __init__(self, model, type_name):
        import cramjam  # for snappy
        import fastavro

        self.fastavro = fastavro

    def read(self, data):
        reader = self.fastavro.reader(io.BytesIO(data))
        return {"codec": reader.codec, "records": [record.hex() for record in reader]}

    def write(self, value):
        out = io.BytesIO()
        records = [bytes.fromhex(record) for record in value["records"]]
        self.fastavro.writer(out, "bytes", records, codec=value["codec"], sync_interval=100)
        return out.getvalue()


class Java:
    JARS = {
        "avro-1.": "org/apache/avro/avro",
        "jackson-core": "com/fasterxml/jackson/core",
        "slf4j-api": "org/slf4j/slf4j-api",
        "commons-compress": "org/apache/commons",
        "commons-io": "commons-io/commons-io",
        "snappy-java": "org/xerial/snappy",
        "xz-": "org/tukaani/xz",
        "zstd-jni": "com/github/luben",
    }

    def __init__(self, model, type_name):
        repository = pathlib.Path.home() / ".m2" / "repository"
        # Maven itself may need an older version of the same artifact.
        folders = [sorted((repository / folder).rglob("*.jar"), reverse=True) for folder in self.JARS.values()]
        jars = [str(jar) for folder in folders for jar in folder]
        missing = [name for name in self.JARS if not any(f"/{name}" in jar for jar in jars)]
        if missing:
            raise ImportError(f"not in the local Maven repository: {', '.join(missing)}")
        self.command = ["java", "-cp", ":".join(jars), str(SCHEMAS.parent / "AvroFileOracle.java")]

    def read_all(self, files):
        answers = self.run([f"read {file.hex()}" for file in files])
        return [self.value(answer) for answer in answers]

    def write_all(self, values):
        answers = self.run([" ".join(["write", it["codec"], *(record or "-" for record in it["records"])]) for it in values])
        return [bytes.fromhex(answer) for answer in answers]

    def value(self, answer):
        codec, *records = answer.split(" ")
        return answer if codec == "refused:" else {"codec": codec, "records": [it.strip("-") for it in records]}

    def run(self, lines):
        done = subprocess.run(self.command, input="\n".join(lines), capture_output=True, text=True, check=True)
        return done.stdout.splitlines()
