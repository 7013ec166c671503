"""Avro for Python over HTTP: calls.py serve PROTOCOL, which prints its port, or calls.py call PROTOCOL PORT."""

import http.server
import sys

import avro.errors
import avro.ipc
import avro.protocol


class Shop(avro.ipc.Responder):
    def invoke(self, message, request):
        match message.name:
            case "add":
                return request["a"] + request["b"]
            case "find" if request["count"] > 1:
                raise avro.errors.AvroRemoteException("NOT_FOUND: too many")
            case "find":
                return {"name": request["name"], "price": 5, "note": "né"}
            case "names":
                return ["tea", "rice"]
            case "log":
                print(request["text"], flush=True)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        request = avro.ipc.FramedReader(self.rfile).read_framed_message()
        answer = self.server.responder.respond(request)
        self.send_response(200)
        self.send_header("Content-Type", "avro/binary")
        self.end_headers()
        avro.ipc.FramedWriter(self.wfile).write_framed_message(answer)

    def log_message(self, *_):
        pass


def call(protocol, port):
    requestor = avro.ipc.Requestor(protocol, avro.ipc.HTTPTransceiver("127.0.0.1", port))
    print(requestor.request("add", {"a": 20, "b": 22}))
    print(requestor.request("find", {"name": "tea", "count": 1}))
    try:
        print(requestor.request("find", {"name": "gold", "count": 1}))
    except avro.errors.AvroRemoteException as error:
        print(error)


with open(sys.argv[2], encoding="utf-8") as file:
    shop = avro.protocol.parse(file.read())
if sys.argv[1] == "serve":
    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    server.responder = Shop(shop)
    print(server.server_port, flush=True)
    server.serve_forever()
else:
    call(shop, int(sys.argv[3]))
