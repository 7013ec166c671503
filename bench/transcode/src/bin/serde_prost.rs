//! serde_prost to-protobuf|to-json INPUT OUTPUT: the peer, a program compiled for this one schema.

use prost::Message;
use std::error::Error;
use std::io::Write;
use transcode::Catalog;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [direction, input, output] = &arguments[..] else {
        return Err("usage: serde_prost DIRECTION INPUT OUTPUT".into());
    };
    let bytes = std::fs::read(input)?;
    let written = match direction.as_str() {
        "to-protobuf" => serde_json::from_slice::<Catalog>(&bytes)?.encode_to_vec(),
        "to-json" => serde_json::to_vec(&Catalog::decode(&bytes[..])?)?,
        other => return Err(format!("no direction {other}").into()),
    };
    std::fs::File::create(output)?.write_all(&written)?;
    Ok(())
}
