"""The client under test of connectconformance: `polywire call` for each test case. It needs the Python package protobuf.

Arguments: the command, and the folder of the suite's schemas.
"""

import base64
import concurrent.futures
import json
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

POLYWIRE, SCHEMAS = sys.argv[1:]
FOLDER = f"{SCHEMAS}/connectrpc/conformance/v1"
PACKAGE = "connectrpc.conformance.v1."
OUTPUT = threading.Lock()


def messages_of_the_suite():
    command = [POLYWIRE, "schema", "--to", "descriptor-set", "-I", SCHEMAS, f"{FOLDER}/client_compat.proto"]
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout).file:
        pool.Add(file)
    return pool


POOL = messages_of_the_suite()


def message_of(name):
    return message_factory.GetMessageClass(POOL.FindMessageTypeByName(name))


REQUEST, RESPONSE = message_of(PACKAGE + "ClientCompatRequest"), message_of(PACKAGE + "ClientCompatResponse")


def name_of(enum, number, prefix):
    return POOL.FindEnumTypeByName(PACKAGE + enum).values_by_number[number].name.removeprefix(prefix)


def arguments(case, folder):
    """The arguments of `polywire call`."""
    scheme, more = "http", []
    if case.server_tls_cert:
        scheme = "https"
        (folder / "ca.pem").write_bytes(case.server_tls_cert)
        more += ["--cacert", folder / "ca.pem"]
    if case.HasField("client_tls_creds"):
        (folder / "cert.pem").write_bytes(case.client_tls_creds.cert)
        (folder / "key.pem").write_bytes(case.client_tls_creds.key)
        more += ["--cert", folder / "cert.pem", "--key", folder / "key.pem"]
    if name_of("HTTPVersion", case.http_version, "HTTP_VERSION_") == "2":
        more.append("--http2")
    if name_of("Codec", case.codec, "CODEC_") == "JSON":
        more += ["--wire", "json"]
    if name_of("Compression", case.compression, "COMPRESSION_") == "GZIP":
        more += ["--compress", "gzip"]
    if case.message_receive_limit:
        more += ["--max-size", case.message_receive_limit]
    if case.HasField("timeout_ms"):
        more += ["--deadline", f"{case.timeout_ms}ms"]
    if case.use_get_http_method:
        more.append("--get")
    for header in case.request_headers:
        for value in header.value:
            more += ["-H", f"{header.name}: {value}"]
    protocol = name_of("Protocol", case.protocol, "PROTOCOL_").lower().replace("_", "-")
    command = [POLYWIRE, "call", "--protocol", protocol, "--include=json", "--schema", f"{FOLDER}/service.proto", "-I", SCHEMAS]
    command += ["--from", "protobuf", "--to", "protobuf", "--framing", "u32-be", *more]
    return [str(it) for it in [*command, f"{scheme}://{case.host}:{case.port}", f"{case.service}/{case.method}"]]


class Call:
    """A call that runs, and what is known of its result."""

    def __init__(self, case, folder):
        self.case = case
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen(arguments(case, folder), **pipes)
        self.answers, self.has_ended, self.unsent, self.report = [], False, 0, b""
        self.heard = threading.Condition()
        self.readers = [threading.Thread(target=it) for it in (self.read_answers, self.read_report)]
        for reader in self.readers:
            reader.start()

    def read_report(self):
        self.report = self.process.stderr.read()

    def read_answers(self):
        output = self.process.stdout
        while len(size := output.read(4)) == 4:
            answer = output.read(*struct.unpack(">I", size))
            with self.heard:
                self.answers.append(answer)
                self.heard.notify_all()
                if len(self.answers) == self.case.cancel.after_num_responses:
                    self.cancel()
        with self.heard:
            self.has_ended = True
            self.heard.notify_all()

    def cancel(self):
        self.process.send_signal(signal.SIGINT)

    def send(self, message):
        """Sends a message; returns false if nobody takes it."""
        try:
            self.process.stdin.write(struct.pack(">I", len(message)) + message)
            self.process.stdin.flush()
            return True
        except BrokenPipeError:
            return False

    def run(self):
        stream = name_of("StreamType", self.case.stream_type, "STREAM_TYPE_")
        messages = self.case.request_messages
        for place, message in enumerate(messages):
            time.sleep(self.case.request_delay_ms / 1000)
            if not self.send(message.value):
                self.unsent = len(messages) - place
                break
            if stream == "FULL_DUPLEX_BIDI_STREAM":
                with self.heard:
                    self.heard.wait_for(lambda: self.has_ended or len(self.answers) > place)
        timing = self.case.cancel.WhichOneof("cancel_timing") if self.case.HasField("cancel") else None
        if timing == "before_close_send":
            self.cancel()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        if self.case.HasField("cancel") and timing in (None, "after_close_send_ms"):
            time.sleep(self.case.cancel.after_close_send_ms / 1000)
            self.cancel()
        self.process.wait()
        for reader in self.readers:
            reader.join()
        return self.result()

    def result(self):
        response = RESPONSE(test_name=self.case.test_name)
        result = response.response
        result.num_unsent_requests = self.unsent
        answer_type = message_of(PACKAGE + self.case.method + "Response")
        for answer in self.answers:
            # Only the answer of a method that is not implemented has no payload.
            result.payloads.add().MergeFrom(answer_type.FromString(answer).payload)
        if self.process.returncode == -signal.SIGINT:
            result.error.code = 1
            return response
        told = {}
        for line in self.report.decode().splitlines():
            try:
                told |= json.loads(line)
            except ValueError:
                raise RuntimeError(self.report.decode()) from None
        end = told["end"]
        # A head that is an end, too, does not tell which of its metadata is about what.
        add_headers(result.response_headers, told.get("start", end)["metadata"])
        add_headers(result.response_trailers, end["metadata"])
        if end["status"] != "OK":
            code = "CANCELED" if end["status"] == "CANCELLED" else end["status"]
            result.error.code = POOL.FindEnumTypeByName(PACKAGE + "Code").values_by_name["CODE_" + code].number
            result.error.message = end["message"]
            for detail in end["details"]:
                add_detail(result.error.details.add(), detail)
        return response


def add_headers(headers, metadata):
    by_name = {}
    for line in metadata:
        name, _, value = line.partition(": ")
        by_name.setdefault(name, []).append(value)
    for name, values in by_name.items():
        headers.add(name=name, value=values)


def add_detail(detail, shown):
    """Details of unknown types have their bytes as `value`."""
    url = shown.pop("@type")
    try:
        found = message_of(url.rsplit("/", 1)[1])()
        value = json_format.ParseDict(shown, found, descriptor_pool=POOL).SerializeToString()
    except (KeyError, json_format.ParseError):
        value = base64.b64decode(shown["value"])
    detail.type_url, detail.value = url, value


def handle(request):
    case = REQUEST.FromString(request)
    try:
        with tempfile.TemporaryDirectory() as folder:
            response = Call(case, pathlib.Path(folder)).run()
    except Exception as error:
        response = RESPONSE(test_name=case.test_name)
        response.error.message = repr(error)
    message = response.SerializeToString()
    with OUTPUT:
        sys.stdout.buffer.write(struct.pack(">I", len(message)) + message)
        sys.stdout.flush()


def main():
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        while len(size := sys.stdin.buffer.read(4)) == 4:
            pool.submit(handle, sys.stdin.buffer.read(*struct.unpack(">I", size)))


main()
