//! Generates the types of the shop, their codecs, and clients and servers of tonic.

use polywire_build::{Config, Error, Tonic};

fn main() -> Result<(), Error> {
    let config = Config::new().include("../schema").wire("protobuf").tonic(Tonic::new("protobuf"));
    config.compile(&["../schema/shop/orders.proto"])
}
