"""Answers the operations of bank.idl, as the account of Zoë with 100 cents and as its branch."""

import base64
import json
import os
import sys

CENTS = 100


def raised(exception, **members):
    print(f"exception IDL:Bank/{exception}:1.0 {json.dumps(members)}", file=sys.stderr)
    sys.exit(2)


def withdraw(cents):
    cents = int(cents)
    if cents < 0:
        raised("Closed")
    if cents > CENTS:
        raised("Insufficient", missing=cents - CENTS, currency="EUR")
    return {"result": CENTS - cents}


def close():
    print("it stays open", file=sys.stderr)
    sys.exit(7)


ANSWERS = {
    "_get_owner": lambda: {"result": "Zoë"},
    "_get_rate": lambda: {"result": 0.5},
    "deposit": lambda what: {"result": CENTS + int(what["cents"])},
    "withdraw": withdraw,
    "last": lambda count, note: {"all": [{"text": "ÄÖ", "cents": 5, "receipt": "AAEC"}] * count, "note": note + "!"},
    "remind": lambda text: {},
    "greet": lambda name: {"result": name},
    "close": close,
    "big": lambda size: {"result": base64.b64encode(bytes(at % 251 for at in range(size))).decode()},
}

request = json.load(sys.stdin)
print(json.dumps(ANSWERS[os.environ["POLYWIRE_METHOD"]](**request)))
