//! Generates the types of the shop, their codecs, and clients and servers of three protocols.

use polywire_build::{Config, Error};

fn main() -> Result<(), Error> {
    let config = Config::new().include("../schema").wire("protobuf").wire("json");
    config.rpc("grpc").rpc("grpc-web").rpc("connect").compile(&["../schema/shop/orders.proto"])
}
