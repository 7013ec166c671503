"""A client of `shop.capnp` by pycapnp (the official C++ implementation). It calls the server at a port and prints what the calls return."""

import asyncio
import os
import sys

import capnp

shop = capnp.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "shop.capnp"))


async def result(promise):
    try:
        return await promise
    except capnp.KjException as error:
        return error


def find(shelf, name):
    request = shelf.find_request()
    request.name = name
    return request.send()


async def main(port):
    stream = await capnp.AsyncIoStream.create_connection("127.0.0.1", port)
    client = capnp.TwoPartyClient(stream)
    bootstrap = client.bootstrap().cast_as(shop.Shop)
    print("echo", (await bootstrap.echo(text="tea", data=b"\0\1", numbers=[1, -2])).to_dict())
    found = find(bootstrap.open(shelf="left").shelf, "tea").found
    item = found.place.item
    names = await asyncio.gather(item.name(), item.price(count=3), item.cast_as(shop.Named).name())
    print("item", [it.to_dict() for it in names])
    shelf = bootstrap.open(shelf="left", later=True).shelf
    for _ in range(8):
        shelf = shelf.next().shelf
    print("chain", (await shelf.next()).number)
    kept = (await bootstrap.open(shelf="left")).shelf
    print("kept", (await kept.next()).number, (await find(kept, "x")).found.count)
    failed = await result(find(bootstrap.none().shelf, "x"))
    print("none", type(failed).__name__)
    waiting = asyncio.ensure_future(result(bootstrap.wait()))
    await asyncio.sleep(0.05)
    waiting.cancel()
    print("unimplemented", str(getattr(await result(bootstrap.cast_as(shop.Item).price(count=1)), "type", None)))


if __name__ == "__main__":
    asyncio.run(capnp.run(main(int(sys.argv[1]))))
