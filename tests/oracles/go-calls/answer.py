"""The service of gRPC's interoperability tests, as a program of `polywire serve --exec`."""

import base64
import json
import os
import sys


def fail(status):
    with open(os.environ["POLYWIRE_END"], "w") as end:
        json.dump({"status": status["code"], "message": status["message"]}, end)
    sys.exit()


def answer(message):
    print(json.dumps(message), flush=True)


def payload(size):
    return {"payload": {"body": base64.b64encode(bytes(size)).decode()}}


def requests():
    for line in sys.stdin:
        request = json.loads(line)
        if "responseStatus" in request:
            fail(request["responseStatus"])
        yield request


def empty_call():
    for _ in requests():
        answer({})


def unary_call():
    for request in requests():
        answer(payload(request.get("responseSize", 0)))


def output_call():
    for request in requests():
        for wanted in request.get("responseParameters", []):
            answer(payload(wanted["size"]))


def input_call():
    bodies = [base64.b64decode(request["payload"]["body"]) for request in requests()]
    answer({"aggregatedPayloadSize": sum(map(len, bodies))})


def echo_metadata():
    """What the tests of metadata ask for, in the start and the end of the answer."""
    told = os.environ["POLYWIRE_METADATA"].splitlines()
    for name, variable in [("x-grpc-test-echo-initial", "POLYWIRE_START"), ("x-grpc-test-echo-trailing-bin", "POLYWIRE_END")]:
        found = [line for line in told if line.startswith(name + ":")]
        if found:
            with open(os.environ[variable], "w") as file:
                json.dump({"metadata": found}, file)


METHODS = {
    "EmptyCall": empty_call,
    "UnaryCall": unary_call,
    "StreamingOutputCall": output_call,
    "StreamingInputCall": input_call,
    "FullDuplexCall": output_call,
}

echo_metadata()
METHODS[os.environ["POLYWIRE_METHOD"]]()
