"""A client of MessagePack-RPC, the session of pynvim: python client.py HOST PORT."""

import sys

from pynvim.msgpack_rpc import tcp_session

session = tcp_session(sys.argv[1], int(sys.argv[2]))
# Neovim's errors are arrays.
session.error_wrapper = Exception
session.request("Add", {"a": 1, "b": 2}, async_=True)
print(session.request("Add", {"a": 20, "b": 22}))
print(session.request("Arith.Divide", {"a": 7, "b": 2}))
for method in ["Fail", "Nothing"]:
    try:
        session.request(method, {"a": 1, "b": 0})
    except Exception as error:
        print(error)
session.close()
