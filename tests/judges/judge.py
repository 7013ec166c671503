#!/usr/bin/env python3
"""Lets the original implementation of a wire format read and write trade accounts.

usage: judge.py FORMAT read|write < LINES

read:  each line is a message in hexadecimal digits; prints what the implementation read, as a line of JSON.
write: each line is an account as JSON; prints what the implementation wrote, in hexadecimal digits.

A message that the implementation refuses prints as `refused: ` and its reason. Enums are numbers in the JSON.
Exit status 3: the implementation is not installed.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

SCHEMAS = pathlib.Path(__file__).parent / "schemas"
SIDES = ["buy", "sell"]
TYPES = ["market", "limit", "stop"]


class Protobuf:
    def __init__(self):
        from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

        with tempfile.NamedTemporaryFile() as out:
            subprocess.run(["protoc", f"-I{SCHEMAS}", f"-o{out.name}", "trade.proto"], check=True)
            files = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(out.name).read_bytes())
        pool = descriptor_pool.DescriptorPool()
        pool.Add(files.file[0])
        self.json = json_format
        self.Account = message_factory.GetMessageClass(pool.FindMessageTypeByName("trade.Account"))

    def read(self, data):
        account = self.Account.FromString(data)
        return {
            "id": account.id,
            "name": account.name,
            "wallet": {"currency": account.wallet.currency, "amount": account.wallet.amount},
            "orders": [
                {"id": o.id, "symbol": o.symbol, "side": o.side, "type": o.type, "price": o.price, "volume": o.volume}
                for o in account.orders
            ],
        }

    def write(self, account):
        return self.json.ParseDict(account, self.Account()).SerializeToString(deterministic=True)


class Capnp:
    def __init__(self):
        import capnp

        capnp.remove_import_hook()
        self.schema = capnp.load(str(SCHEMAS / "trade.capnp"))
        self.packed = False

    def read(self, data):
        Account = self.schema.Account
        if self.packed:
            account = Account.from_bytes_packed(data).to_dict(verbose=True)
        else:
            with Account.from_bytes(data) as reader:
                account = reader.to_dict(verbose=True)
        return numbered(account)

    def write(self, account):
        builder = self.schema.Account.new_message(**named(account))
        return builder.to_bytes_packed() if self.packed else builder.to_bytes()


class PackedCapnp(Capnp):
    def __init__(self):
        super().__init__()
        self.packed = True


class Flatbuffers:
    """flatc through JSON; what it reads first passes the verifier of its C++ library, in a program built for it."""

    def __init__(self):
        self.dir = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.dir.name)
        schema = SCHEMAS / "trade.fbs"
        self.schema = str(schema)
        self.flatc(["--cpp", "-o", self.dir.name, self.schema])
        source = self.path / "verify.cpp"
        source.write_text(VERIFIER)
        include = pathlib.Path(sys.prefix) / "include"
        command = ["g++", "-std=c++17", "-O1", f"-I{self.dir.name}", f"-I{include}", str(source), "-o"]
        subprocess.run([*command, str(self.path / "verify")], check=True)

    @staticmethod
    def flatc(arguments):
        subprocess.run([str(pathlib.Path(sys.prefix) / "bin" / "flatc"), *arguments], check=True, capture_output=True)

    def read(self, data):
        message = self.path / "message.bin"
        message.write_bytes(data)
        if subprocess.run([str(self.path / "verify"), str(message)]).returncode != 0:
            raise ValueError("the verifier refuses it")
        options = ["--json", "--raw-binary", "--strict-json", "--defaults-json"]
        self.flatc([*options, "-o", self.dir.name, self.schema, "--", str(message)])
        return numbered(json.loads((self.path / "message.json").read_text()))

    def write(self, account):
        (self.path / "account.json").write_text(json.dumps(named(account)))
        self.flatc(["--binary", "-o", self.dir.name, self.schema, str(self.path / "account.json")])
        return (self.path / "account.bin").read_bytes()


VERIFIER = """
#include <fstream>
#include <iterator>
#include <vector>
#include "trade_generated.h"
int main(int, char** arguments) {
  std::ifstream file(arguments[1], std::ios::binary);
  std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return trade::VerifyAccountBuffer(verifier) ? 0 : 1;
}
"""


class Avro:
    def __init__(self):
        import fastavro

        self.fastavro = fastavro
        self.schema = fastavro.schema.load_schema(str(SCHEMAS / "trade.avsc"))

    def read(self, data):
        import io

        stream = io.BytesIO(data)
        account = self.fastavro.schemaless_reader(stream, self.schema)
        if stream.tell() != len(data):
            raise ValueError("bytes follow")
        return numbered(account)

    def write(self, account):
        import io

        out = io.BytesIO()
        self.fastavro.schemaless_writer(out, self.schema, named(account))
        return out.getvalue()


class Msgpack:
    def __init__(self):
        import msgpack

        self.msgpack = msgpack

    def read(self, data):
        return self.msgpack.unpackb(data, raw=False)

    def write(self, account):
        return self.msgpack.packb(account)


class Json:
    def read(self, data):
        return json.loads(data)

    def write(self, account):
        return json.dumps(account, ensure_ascii=False).encode()


class Sbe:
    """The reference tool's own reader of messages, in one Java program for all lines."""

    def __init__(self):
        jar = next(pathlib.Path.home().glob(".m2/repository/uk/co/real-logic/sbe-all/*/sbe-all-*.jar"), None)
        if jar is None:
            raise ImportError("sbe-all is not in the local Maven repository")
        opens = ["--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"]
        self.command = ["java", *opens, "-cp", str(jar), str(SCHEMAS.parent / "SbeJudge.java"), str(SCHEMAS / "trade.xml")]

    def read_all(self, messages):
        lines = "\n".join(message.hex() for message in messages)
        done = subprocess.run(self.command, input=lines, capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            yield line if line.startswith("refused") else json.dumps(self.account(json.loads(line)))

    @staticmethod
    def account(read):
        return numbered({**read, "orders": [group["order"] for group in read["orders"]]})


def numbered(account):
    """The account with its enumerators as numbers."""
    orders = [
        {**order, "side": SIDES.index(order["side"]), "type": TYPES.index(order["type"])}
        for order in account.get("orders", [])
    ]
    return {**account, "orders": orders}


def named(account):
    """The account with its enumerators as names."""
    orders = [{**order, "side": SIDES[order["side"]], "type": TYPES[order["type"]]} for order in account["orders"]]
    return {**account, "orders": orders}


JUDGES = {
    "protobuf": Protobuf,
    "capnp": Capnp,
    "capnp_packed": PackedCapnp,
    "flatbuffers": Flatbuffers,
    "avro": Avro,
    "msgpack": Msgpack,
    "json_plain": Json,
    "sbe": Sbe,
}


def answers(judge, verb, lines):
    if verb == "read" and hasattr(judge, "read_all"):
        yield from judge.read_all([bytes.fromhex(line) for line in lines])
        return
    for line in lines:
        try:
            if verb == "read":
                yield json.dumps(judge.read(bytes.fromhex(line)))
            else:
                yield judge.write(json.loads(line)).hex()
        except Exception as error:  # whatever way an implementation has of refusing
            yield f"refused: {error!r}"


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in JUDGES or sys.argv[2] not in ("read", "write"):
        sys.exit(__doc__)
    try:
        judge = JUDGES[sys.argv[1]]()
    except (ImportError, FileNotFoundError) as error:
        print(f"{sys.argv[1]}: not installed: {error}", file=sys.stderr)
        sys.exit(3)
    for answer in answers(judge, sys.argv[2], sys.stdin.read().splitlines()):
        print(answer)


if __name__ == "__main__":
    main()
