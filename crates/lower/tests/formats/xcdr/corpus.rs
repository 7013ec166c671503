//! What Cyclone DDS wrote, read and written again.

use crate::support::{Codec, digits_of, hex};
use polywire_model::Model;
use polywire_test_models::find;
use std::path::Path;

pub(super) fn model(choices: &[&str]) -> Model {
    let mut model = find("xcdr_kitchen").expect("a corner case").model;
    for choice in choices {
        model.options = model.options.with(choice).expect("an option");
    }
    model
}

/// A value, as Cyclone DDS writes it.
struct Sample {
    format: String,
    ty: String,
    /// Little-endian and big-endian.
    messages: [Vec<u8>; 2],
    json: String,
}

fn samples() -> Vec<Sample> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/corba/xcdr/cases.tsv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let sample = |line: &str| {
        let [format, ty, little, big, json] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let messages = [little, big].map(hex);
        Sample { format: format.to_owned(), ty: ty.to_owned(), messages, json: json.to_owned() }
    };
    text.lines().map(sample).collect()
}

/// Cyclone DDS for Python leaves out the octets behind the data.
fn completed(mut message: Vec<u8>) -> Vec<u8> {
    let padding = message.len().next_multiple_of(4) - message.len();
    message[3] = padding as u8;
    message.extend(vec![0; padding]);
    message
}

#[test]
fn samples_of_cyclone_dds() {
    let models = [model(&[]), model(&["cdr.byte_order=big"])];
    let mut again = String::new();
    for sample in samples() {
        let Sample { format, ty, json, .. } = &sample;
        let value = Codec::new(&models[0], "json_plain", ty).decode(json.as_bytes()).expect("a value");
        for (model, message) in models.iter().zip(&sample.messages) {
            let codec = Codec::new(model, format, ty);
            assert!(codec.decode(message) == Ok(value.clone()), "{format} {ty} {json}: {:?}", codec.decode(message));
            let expected = completed(message.clone());
            let written = codec.encode(&value).expect("a message");
            assert!(written == expected, "{format} {ty} {json}\n{}\n{}", digits_of(&written), digits_of(&expected));
            assert!(codec.decode(&expected) == Ok(value.clone()));
        }
        let digits = sample.messages.each_ref().map(|it| digits_of(it)).join("\t");
        let ours = models.each_ref().map(|model| digits_of(&Codec::new(model, format, ty).encode(&value).expect("ok")));
        again += &format!("{format}\t{ty}\t{digits}\t{}\n", ours.join("\t"));
    }
    if let Some(path) = std::env::var_os("POLYWIRE_XCDR_AGAIN") {
        std::fs::write(path, again).expect("a file");
    }
}
