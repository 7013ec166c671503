"""Protocol Buffers: Google's implementation for Python (upb), its JSON mapping, and protoc's text format."""

import pathlib
import subprocess
import tempfile

from . import SCHEMAS


class Python:
    def __init__(self, model, type_name):
        from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory, text_format

        self.type_name, self.schema = type_name, f"{type_name.split('.')[0]}.proto"
        with tempfile.NamedTemporaryFile() as out:
            subprocess.run(["protoc", f"-I{SCHEMAS}", f"-o{out.name}", self.schema], check=True)
            files = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(out.name).read_bytes())
        pool = descriptor_pool.DescriptorPool()
        pool.Add(files.file[0])
        self.json, self.text = json_format, text_format
        self.Message = message_factory.GetMessageClass(pool.FindMessageTypeByName(type_name))

    def read(self, data):
        return members(self.Message.FromString(data))

    def write(self, value):
        return self.message(value).SerializeToString(deterministic=True)

    def message(self, value):
        message = self.Message()
        fill(message, value)
        return message


class Json(Python):
    def read(self, data):
        return members(self.json.Parse(data, self.Message()))

    def write(self, value):
        return self.json.MessageToJson(self.message(value), indent=None).encode()


class Protoc(Python):
    """The command: messages to text and back."""

    def read(self, data):
        text = self.protoc("--decode", data)
        return members(self.text.Parse(text, self.Message(), allow_unknown_field=True))

    def write(self, value):
        return self.protoc("--encode", self.text.MessageToString(self.message(value)).encode())

    def show(self, data):
        """Everything in the message, with its unknown fields."""
        return self.protoc("--decode", data).decode()

    def protoc(self, option, data):
        command = ["protoc", f"-I{SCHEMAS}", f"{option}={self.type_name}", self.schema]
        done = subprocess.run(command, input=data, capture_output=True)
        if done.returncode != 0:
            raise ValueError(done.stderr.decode())
        return done.stdout


def members(message):
    return {field.name: plain(value) for field, value in message.ListFields()}


def plain(value):
    if hasattr(value, "ListFields"):
        return members(value)
    if isinstance(value, (bool, int, float, str)):
        return value
    return [plain(item) for item in value]


def fill(message, value):
    for name, member in value.items():
        if isinstance(member, dict):
            getattr(message, name).SetInParent()
            fill(getattr(message, name), member)
        elif isinstance(member, list):
            for item in member:
                if isinstance(item, dict):
                    fill(getattr(message, name).add(), item)
                else:
                    getattr(message, name).append(item)
        else:
            setattr(message, name, member)
