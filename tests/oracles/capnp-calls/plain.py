"""A client of the methods of `shop.capnp` without references, by pycapnp. It calls the server at a port at once, and prints what it gets."""

import asyncio
import os
import sys

import capnp

shop = capnp.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "shop.capnp"))


async def result(promise):
    try:
        return (await promise).to_dict()
    except capnp.KjException as error:
        return error.type


async def main(port):
    stream = await capnp.AsyncIoStream.create_connection("127.0.0.1", port)
    client = capnp.TwoPartyClient(stream)
    bootstrap = client.bootstrap().cast_as(shop.Shop)
    calls = [bootstrap.echo(text=f"tea {at}", data=b"\0\1", numbers=[1, -2]) for at in range(3)]
    for found in await asyncio.gather(*map(result, calls)):
        print("echo", found)
    print("fail", await result(bootstrap.echo(text="none")))
    print("open", await result(bootstrap.open(shelf="left")))
    waiting = asyncio.ensure_future(result(bootstrap.echo(text="wait")))
    await asyncio.sleep(0.05)
    waiting.cancel()
    print("echo", await result(bootstrap.echo(text="last")))


if __name__ == "__main__":
    asyncio.run(capnp.run(main(int(sys.argv[1]))))
