"""Protocol Buffers: Google's implementation for Python (upb), its JSON mapping, and the text format of protoc and Python."""

import json
import pathlib
import subprocess
import tempfile

from . import SCHEMAS
from .values import from_base64, to_base64

REPOSITORY = pathlib.Path(__file__).parents[3]
NEW_PROTOC = REPOSITORY / "build/oracles/protoc-36.2"
FOLDERS = [
    SCHEMAS,
    REPOSITORY / "tests/conformance",
    REPOSITORY / "tests/corpus/protobuf/conformance",
    REPOSITORY / "crates/front/tests/corpus/upstream/src",
]


class Python:
    command = "protoc"

    def __init__(self, model, type_name):
        from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory, text_format

        self.type_name, self.schema = type_name, schema(model, type_name)
        self.folders = [f"-I{folder}" for folder in FOLDERS]
        with tempfile.NamedTemporaryFile() as out:
            options = ["--include_imports", f"-o{out.name}", self.schema]
            subprocess.run([self.command, *self.folders, *options], check=True)
            files = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(out.name).read_bytes())
        self.pool = descriptor_pool.DescriptorPool()
        for file in files.file:
            self.pool.Add(file)
        self.json, self.text = json_format, text_format
        self.Message = message_factory.GetMessageClass(self.pool.FindMessageTypeByName(type_name))

    def read(self, data):
        return members(self.Message.FromString(data))

    def write(self, value):
        return self.message(value).SerializeToString(deterministic=True)

    def message(self, value):
        message = self.Message()
        fill(message, value)
        return message


def schema(model, type_name):
    """Returns the file of the model, or that of the package of the type."""
    own = f"{model}.proto"
    return own if any((folder / own).exists() for folder in FOLDERS) else f"{type_name.split('.')[0]}.proto"


class Json(Python):
    def read(self, data):
        return members(self.json.Parse(data, self.Message()))

    def write(self, value):
        return self.json.MessageToJson(self.message(value), indent=None).encode()


class PythonText(Python):
    """The text format in Python."""

    def read(self, data):
        return members(self.text.Parse(data, self.Message()))

    def write(self, value):
        return self.text.MessageToString(self.message(value)).encode()


class Protoc(Python):
    """The command: messages to text and back."""

    def read(self, data):
        text = self.protoc("--decode", data)
        return members(self.text.Parse(text, self.Message(), allow_unknown_field=True))

    def write(self, value):
        return self.protoc("--encode", self.text.MessageToString(self.message(value)).encode())

    def show(self, data):
        """Returns everything in the message, including unknown fields."""
        return self.protoc("--decode", data).decode()

    def protoc(self, option, data):
        command = [self.command, *self.folders, f"{option}={self.type_name}", self.schema]
        done = subprocess.run(command, input=data, capture_output=True)
        if done.returncode != 0:
            raise ValueError(done.stderr.decode())
        return done.stdout


class ProtocText(Protoc):
    """The command of the newest release: text to messages and back."""

    command = str(NEW_PROTOC)

    def read(self, data):
        return members(self.Message.FromString(self.protoc("--encode", data)))

    def write(self, value):
        return self.protoc("--decode", self.message(value).SerializeToString(deterministic=True))


class Canonical(Python):
    """Messages in Python, with values in the canonical JSON mapping instead of the plain one."""

    command = str(NEW_PROTOC)

    def read(self, data):
        return self.canonical(self.Message.FromString(data))

    def write(self, value):
        return self.parsed(value).SerializeToString(deterministic=True)

    def canonical(self, message):
        return self.json.MessageToDict(message, descriptor_pool=self.pool)

    def parsed(self, value):
        return self.json.ParseDict(value, self.Message(), descriptor_pool=self.pool)


class CanonicalProtoc(Canonical, Protoc):
    """Messages in the newest command, with values in the canonical JSON mapping."""

    command = str(NEW_PROTOC)

    def read(self, data):
        text = self.protoc("--decode", data)
        return self.canonical(self.text.Parse(text, self.Message(), allow_unknown_field=True, descriptor_pool=self.pool))

    def write(self, value):
        text = self.text.MessageToString(self.parsed(value), descriptor_pool=self.pool)
        return self.protoc("--encode", text.encode())


def members(message):
    return {field.name: plain(value) for field, value in message.ListFields()}


def plain(value):
    if hasattr(value, "ListFields"):
        return members(value)
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, bytes):
        return to_base64(value)
    if hasattr(value, "items"):
        return {key_text(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value]


def key_text(key):
    return str(key).lower() if isinstance(key, bool) else str(key)


def fill_map(entries, entry, value):
    key_type, value_type = entry.fields_by_name["key"], entry.fields_by_name["value"]
    for text, item in value.items():
        key = text if key_type.type == key_type.TYPE_STRING else json.loads(text)
        if value_type.message_type:
            entries[key].SetInParent()
            fill(entries[key], item)
        else:
            entries[key] = scalar(value_type, item)


def scalar(field, value):
    return from_base64(value) if field.type == field.TYPE_BYTES else value


def fill(message, value):
    for name, member in value.items():
        field = message.DESCRIPTOR.fields_by_name[name]
        declared = field.message_type
        if declared and declared.GetOptions().map_entry:
            fill_map(getattr(message, name), declared, member)
        elif isinstance(member, dict):
            getattr(message, name).SetInParent()
            fill(getattr(message, name), member)
        elif isinstance(member, list):
            for item in member:
                if isinstance(item, dict):
                    fill(getattr(message, name).add(), item)
                else:
                    getattr(message, name).append(item)
        else:
            setattr(message, name, scalar(field, member))
