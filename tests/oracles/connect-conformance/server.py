"""The server under test of connectconformance: `polywire serve --exec` with handler.py.

Arguments: the command, and the folder of the suite's schemas.
"""

import base64
import json
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile

POLYWIRE, SCHEMAS = sys.argv[1:]
PACKAGE = "connectrpc.conformance.v1."
PROTOCOLS = {"PROTOCOL_CONNECT": "connect", "PROTOCOL_GRPC": "grpc", "PROTOCOL_GRPC_WEB": "grpc-web"}


def convert(what, message, **formats):
    command = [POLYWIRE, "convert", "--quiet", "--from", formats["read"], "--to", formats["write"], "-I", SCHEMAS]
    schema = f"{SCHEMAS}/connectrpc/conformance/v1/server_compat.proto"
    command += ["--schema", schema, "--type", PACKAGE + what]
    return subprocess.run(command, input=message, stdout=subprocess.PIPE, check=True).stdout


def arguments(request, folder):
    """The arguments of `polywire serve`, and its certificate."""
    scheme, more, certificate = "http", [], b""
    if request.get("useTls"):
        creds = request["serverCreds"]
        certificate = base64.b64decode(creds["cert"])
        (folder / "cert.pem").write_bytes(certificate)
        (folder / "key.pem").write_bytes(base64.b64decode(creds["key"]))
        scheme, more = "https", ["--cert", folder / "cert.pem", "--key", folder / "key.pem"]
        if request.get("clientTlsCert"):
            (folder / "client.pem").write_bytes(base64.b64decode(request["clientTlsCert"]))
            more += ["--client-ca", folder / "client.pem"]
    if request.get("messageReceiveLimit"):
        more += ["--max-size", request["messageReceiveLimit"]]
    handler = pathlib.Path(__file__).with_name("handler.py")
    schema = f"{SCHEMAS}/connectrpc/conformance/v1/service.proto"
    command = [POLYWIRE, "serve", "--quiet", "--exec", f"'{sys.executable}' -S -E '{handler}'", "--max-programs", 32]
    command += ["--protocol", PROTOCOLS[request["protocol"]], "--listen", f"{scheme}://127.0.0.1:0", "-I", SCHEMAS]
    return [str(it) for it in [*command, *more, schema]], certificate


def main():
    (size,) = struct.unpack(">I", sys.stdin.buffer.read(4))
    request = json.loads(convert("ServerCompatRequest", sys.stdin.buffer.read(size), read="protobuf", write="json"))
    with tempfile.TemporaryDirectory() as folder:
        command, certificate = arguments(request, pathlib.Path(folder))
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        signal.signal(signal.SIGTERM, lambda *_: server.terminate())
        place = server.stdout.readline()
        port = int(place.rsplit(":", 1)[1])
        response = {"host": "127.0.0.1", "port": port, "pemCert": base64.b64encode(certificate).decode()}
        message = convert("ServerCompatResponse", json.dumps(response).encode(), read="json", write="protobuf")
        sys.stdout.buffer.write(struct.pack(">I", len(message)) + message)
        sys.stdout.flush()
        sys.stderr.write(server.stderr.read())
        server.wait()


main()
