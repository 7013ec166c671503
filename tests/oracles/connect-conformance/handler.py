"""Answers one call of connectrpc.conformance.v1.ConformanceService for `polywire serve --exec`."""

import json
import os
import sys
import time

PACKAGE = "type.googleapis.com/connectrpc.conformance.v1."
NUMBERS = ["CANCELED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED",
           "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE",
           "DATA_LOSS", "UNAUTHENTICATED"]


def requests():
    """The messages of the call, each when it arrives."""
    for line in sys.stdin:
        yield json.loads(line)


def as_any(message):
    return {"@type": PACKAGE + os.environ["POLYWIRE_METHOD"] + "Request"} | message


def info(messages, is_first=True):
    """What was observed of the request."""
    found = {"requests": [as_any(it) for it in messages]}
    if is_first:
        headers = {}
        for line in os.environ["POLYWIRE_METADATA"].splitlines():
            name, _, value = line.partition(": ")
            headers.setdefault(name, []).append(value)
        found["requestHeaders"] = [{"name": name, "value": values} for name, values in headers.items()]
        if "POLYWIRE_TIMEOUT_MS" in os.environ:
            found["timeoutMs"] = os.environ["POLYWIRE_TIMEOUT_MS"]
        if os.environ["POLYWIRE_METHOD"] == "IdempotentUnary":
            found["connectGetInfo"] = {}
    return found


def metadata(headers):
    return [f"{it['name']}: {value}" for it in headers for value in it.get("value", [])]


def start(definition):
    with open(os.environ["POLYWIRE_START"], "w") as file:
        json.dump({"metadata": metadata(definition.get("responseHeaders", []))}, file)


def send(message):
    print(json.dumps(message), flush=True)


def end(definition, error=None, details=()):
    """Ends the call: with trailers, and with an error if there is one."""
    report = {"metadata": metadata(definition.get("responseTrailers", []))}
    if error is not None:
        code = error.get("code", "CODE_UNSPECIFIED").removeprefix("CODE_")
        report |= {"status": "CANCELLED" if code == "CANCELED" else code, "message": error.get("message", "")}
        report["details"] = error.get("details", []) + list(details)
    with open(os.environ["POLYWIRE_END"], "w") as file:
        json.dump(report, file)


def info_detail(messages):
    return [{"@type": PACKAGE + "ConformancePayload.RequestInfo"} | info(messages)]


def wait(definition):
    time.sleep(definition.get("responseDelayMs", 0) / 1000)


def answer_once(messages):
    """Methods that return one message."""
    messages = list(messages)
    definition = messages[0].get("responseDefinition", {}) if messages else {}
    start(definition)
    wait(definition)
    if "error" in definition:
        end(definition, definition["error"], info_detail(messages))
        return
    payload = {"requestInfo": info(messages)}
    if "responseData" in definition:
        payload["data"] = definition["responseData"]
    end(definition)
    send({"payload": payload})


def answer_stream(messages, definition):
    start(definition)
    responses = definition.get("responseData", [])
    for place, data in enumerate(responses):
        wait(definition)
        payload = {"data": data}
        if place == 0:
            payload["requestInfo"] = info(messages)
        send({"payload": payload})
    error = definition.get("error")
    end(definition, error, info_detail(messages) if error is not None and not responses else ())


def converse():
    """Streams in both directions, in turns or one behind the other."""
    incoming = requests()
    first = next(incoming, None)
    definition = (first or {}).get("responseDefinition", {})
    if first is None or not first.get("fullDuplex", False):
        answer_stream([first, *incoming] if first is not None else [], definition)
        return
    start(definition)
    responses, sent, message = definition.get("responseData", []), 0, first
    while message is not None and sent < len(responses):
        wait(definition)
        send({"payload": {"data": responses[sent], "requestInfo": info([message], sent == 0)}})
        sent += 1
        message = next(incoming, None)
    if message is None:
        for data in responses[sent:]:
            wait(definition)
            send({"payload": {"data": data}})
            sent += 1
    error = definition.get("error")
    end(definition, error, info_detail([first]) if error is not None and sent == 0 else ())


def main():
    match os.environ["POLYWIRE_METHOD"]:
        case "Unary" | "IdempotentUnary" | "ClientStream":
            answer_once(requests())
        case "ServerStream":
            request = next(requests())
            answer_stream([request], request.get("responseDefinition", {}))
        case "BidiStream":
            converse()
        case _:
            sys.exit(NUMBERS.index("UNIMPLEMENTED") + 1)


main()
