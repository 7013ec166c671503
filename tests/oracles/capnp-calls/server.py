"""A server of `shop.capnp` by pycapnp (the official C++ implementation), on a free port, which it prints. It ends with its input."""

import asyncio
import os
import sys

import capnp

shop = capnp.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "shop.capnp"))
alive = set()


class Item(shop.Item.Server):
    def __init__(self, name):
        self.title = name

    async def name(self, **_):
        return self.title

    async def price(self, count, **_):
        return count * 250

    async def fail(self, reason, kind, **_):
        kinds = {"overloaded": "OVERLOADED", "disconnected": "DISCONNECTED", "unimplemented": "UNIMPLEMENTED"}
        raise capnp.KjException(message=reason, type=getattr(capnp.KjException.Type, kinds.get(str(kind), "FAILED")))


class Shelf(shop.Shelf.Server):
    def __init__(self, number=0):
        self.number = number
        alive.add(id(self))

    def __del__(self):
        alive.discard(id(self))

    async def find(self, name, _context, **_):
        found = _context.results.init("found")
        found.count, found.note = len(name), "on the left"
        found.place.row, found.place.item = 3, Item(name)

    async def next(self, **_):
        return self.number + 1, Shelf(self.number + 1)


class Shop(shop.Shop.Server):
    async def open(self, shelf, later, **_):
        if shelf == "closed":
            raise Exception("the shelf is closed")
        if later:
            await asyncio.sleep(0.05)
        return Shelf()

    async def echo(self, text, data, numbers, **_):
        return text, data, numbers

    async def none(self, **_):
        pass

    async def count(self, **_):
        return len(alive)

    async def wait(self, **_):
        await asyncio.Event().wait()


async def connected(stream):
    await capnp.TwoPartyServer(stream, bootstrap=Shop()).on_disconnect()


async def main():
    server = await capnp.AsyncIoStream.create_server(connected, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        serving = asyncio.ensure_future(server.serve_forever())
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        serving.cancel()


if __name__ == "__main__":
    asyncio.run(capnp.run(main()))
