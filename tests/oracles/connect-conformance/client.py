"""The client under test of connectconformance: `polywire call` for each test case.

Arguments: the command, and the folder of the suite's schemas.
"""

import base64
import concurrent.futures
import json
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

POLYWIRE, SCHEMAS = sys.argv[1:]
FOLDER = f"{SCHEMAS}/connectrpc/conformance/v1"
PACKAGE = "connectrpc.conformance.v1."
PROTOCOLS = {"PROTOCOL_CONNECT": "connect", "PROTOCOL_GRPC": "grpc", "PROTOCOL_GRPC_WEB": "grpc-web"}
OUTPUT = threading.Lock()


def convert(what, message, **formats):
    command = [POLYWIRE, "convert", "--quiet", "--from", formats["read"], "--to", formats["write"], "-I", SCHEMAS]
    command += ["--schema", f"{FOLDER}/client_compat.proto", "--type", PACKAGE + what]
    return subprocess.run(command, input=message, stdout=subprocess.PIPE, check=True).stdout


def arguments(case, folder):
    """The arguments of `polywire call`."""
    scheme, more = "http", []
    if case.get("serverTlsCert"):
        scheme = "https"
        (folder / "ca.pem").write_bytes(base64.b64decode(case["serverTlsCert"]))
        more += ["--cacert", folder / "ca.pem"]
    if creds := case.get("clientTlsCreds"):
        (folder / "cert.pem").write_bytes(base64.b64decode(creds["cert"]))
        (folder / "key.pem").write_bytes(base64.b64decode(creds["key"]))
        more += ["--cert", folder / "cert.pem", "--key", folder / "key.pem"]
    if case.get("httpVersion") == "HTTP_VERSION_2":
        more.append("--http2")
    if case.get("codec") == "CODEC_JSON":
        more += ["--wire", "json"]
    if case.get("compression") == "COMPRESSION_GZIP":
        more += ["--compress", "gzip"]
    if case.get("messageReceiveLimit"):
        more += ["--max-size", case["messageReceiveLimit"]]
    if "timeoutMs" in case:
        more += ["--deadline", f"{case['timeoutMs']}ms"]
    if case.get("useGetHttpMethod"):
        more.append("--get")
    for header in case.get("requestHeaders", []):
        for value in header.get("value", []):
            more += ["-H", f"{header['name']}: {value}"]
    method = case.get("service", PACKAGE + "ConformanceService") + "/" + case.get("method", "")
    command = [POLYWIRE, "call", "--protocol", PROTOCOLS[case["protocol"]], "--include=json", "--schema"]
    command += [f"{FOLDER}/service.proto", "-I", SCHEMAS, *more, f"{scheme}://{case['host']}:{case['port']}", method]
    return [str(it) for it in command]


class Call:
    """A call that runs, and what is known of its result."""

    def __init__(self, case, folder):
        self.case = case
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen(arguments(case, folder), **pipes)
        self.payloads, self.unsent = [], 0
        self.heard = threading.Condition()
        self.reader = threading.Thread(target=self.read)
        self.reader.start()
        self.report = []
        self.errors = threading.Thread(target=lambda: self.report.append(self.process.stderr.read()))
        self.errors.start()

    def read(self):
        for line in self.process.stdout:
            with self.heard:
                self.payloads.append(json.loads(line).get("payload", {}))
                self.heard.notify_all()
                if len(self.payloads) == self.case.get("cancel", {}).get("afterNumResponses"):
                    self.cancel()
        with self.heard:
            self.payloads.append(None)
            self.heard.notify_all()

    def cancel(self):
        self.process.send_signal(signal.SIGINT)

    def send(self, message):
        """Sends a message; returns false if nobody takes it."""
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
            return True
        except BrokenPipeError:
            return False

    def run(self):
        messages = [dict(it) for it in self.case.get("requestMessages", [])]
        is_full = self.case.get("streamType") == "STREAM_TYPE_FULL_DUPLEX_BIDI_STREAM"
        for place, message in enumerate(messages):
            message.pop("@type")
            time.sleep(self.case.get("requestDelayMs", 0) / 1000)
            if not self.send(message):
                self.unsent = len(messages) - place
                break
            if is_full:
                with self.heard:
                    self.heard.wait_for(lambda: len(self.payloads) > place)
        cancel = self.case.get("cancel")
        if cancel is not None and "beforeCloseSend" in cancel:
            self.cancel()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        if cancel is not None and "beforeCloseSend" not in cancel and "afterNumResponses" not in cancel:
            time.sleep(cancel.get("afterCloseSendMs", 0) / 1000)
            self.cancel()
        self.process.wait()
        self.reader.join()
        self.errors.join()
        return self.result()

    def result(self):
        result = {"payloads": [it for it in self.payloads if it is not None], "numUnsentRequests": self.unsent}
        if self.process.returncode == -signal.SIGINT:
            return result | {"error": {"code": "CODE_CANCELED"}}
        lines = self.report[0].decode().splitlines()
        told = {}
        for line in lines:
            try:
                told |= json.loads(line)
            except ValueError:
                raise RuntimeError("\n".join(lines)) from None
        end = told["end"]
        result["responseHeaders"] = headers(told.get("start", {}).get("metadata", []))
        result["responseTrailers"] = headers(end["metadata"])
        if end["status"] != "OK":
            code = "CODE_" + ("CANCELED" if end["status"] == "CANCELLED" else end["status"])
            result["error"] = {"code": code, "message": end["message"], "details": end["details"]}
        return result


def headers(metadata):
    found = {}
    for line in metadata:
        name, _, value = line.partition(": ")
        found.setdefault(name, []).append(value)
    return [{"name": name, "value": values} for name, values in found.items()]


def handle(request):
    case = json.loads(convert("ClientCompatRequest", request, read="protobuf", write="json"))
    try:
        with tempfile.TemporaryDirectory() as folder:
            outcome = {"response": Call(case, pathlib.Path(folder)).run()}
    except Exception as error:
        outcome = {"error": {"message": repr(error)}}
    response = json.dumps({"testName": case["testName"]} | outcome).encode()
    message = convert("ClientCompatResponse", response, read="json", write="protobuf")
    with OUTPUT:
        sys.stdout.buffer.write(struct.pack(">I", len(message)) + message)
        sys.stdout.flush()


def main():
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        while len(size := sys.stdin.buffer.read(4)) == 4:
            pool.submit(handle, sys.stdin.buffer.read(*struct.unpack(">I", size)))


main()
