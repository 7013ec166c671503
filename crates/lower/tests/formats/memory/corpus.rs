//! The values of tests/corpus/raw: for each ABI, their bytes are those of the compilers, and a value that is read in the memory of one
//! ABI is written as in that of another.

use crate::support::{Codec, digits_of, hex};
use polywire_model::Model;
use polywire_model::attr::FormatOptions;
use polywire_model::c::Abi;
use polywire_test_models::make::of_c;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Why values of these headers are not compared between ABIs.
const NOT_BETWEEN_ABIS: &[(&str, &str)] =
    &[("unions/", "the bytes of a union without a tag are those of one ABI"), ("bitfields/in-union", "the same")];

pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/raw")
}

pub(super) fn headers() -> Vec<String> {
    let mut found = Vec::new();
    for group in std::fs::read_dir(folder()).expect("the corpus").filter_map(Result::ok) {
        for file in std::fs::read_dir(group.path()).into_iter().flatten().filter_map(Result::ok) {
            let path = file.path();
            if path.to_string_lossy().ends_with(".values.jsonl") {
                let group = group.file_name().to_string_lossy().into_owned();
                let name = file.file_name().to_string_lossy().replace(".values.jsonl", "");
                found.push(format!("{group}/{name}"));
            }
        }
    }
    found.sort();
    found
}

/// Returns the bytes by ABI of a line of values, and its mode.
pub(super) fn line(text: &str) -> (String, BTreeMap<String, String>) {
    let mode = text.split('"').nth(3).unwrap_or_default().to_owned();
    let bytes = text.rsplit_once("\"bytes\": {").map_or("", |(_, bytes)| bytes);
    let parts: Vec<&str> = bytes.split('"').collect();
    let pairs = parts.chunks(4).filter(|parts| parts.len() == 4);
    (mode, pairs.map(|parts| (parts[1].to_owned(), parts[3].to_owned())).collect())
}

/// Returns the codec of the root for an ABI; `None` if that does not support it.
pub(super) fn codec(model: &Model, root: &str, abi: &Abi) -> Option<Codec> {
    let options = FormatOptions::default().with(&format!("memory.abi={}", abi.name)).expect("an ABI");
    let model = Model { options, ..model.clone() };
    let lowered = polywire_lower::format("memory").expect("the format").lower(&model);
    lowered.map_err(|problems| println!("{}: {problems:?}", abi.name)).ok()?;
    Some(Codec::new(&model, "memory", root))
}

#[test]
fn values_have_the_bytes_of_the_compilers() {
    let (mut wrong, mut same, mut between) = (Vec::new(), 0, 0);
    for name in headers() {
        let header = std::fs::read_to_string(folder().join(format!("{name}.h"))).expect("a header");
        let root = header.lines().next().unwrap_or_default().replace("/* root: struct ", "").replace(" */", "");
        let Some(model) = of_c(header.as_bytes()).filter(|model| model.find(&root).is_some()) else {
            println!("{name}: no struct");
            continue;
        };
        let codecs: BTreeMap<&str, Codec> =
            Abi::ALL.iter().filter_map(|abi| Some((abi.name, codec(&model, &root, abi)?))).collect();
        // Each form of `long double` has rounded the number in its own way.
        let is_rounded = header.contains("long double") || header.contains("double long");
        let crosses = !is_rounded && !NOT_BETWEEN_ABIS.iter().any(|(prefix, _)| name.starts_with(prefix));
        let values = std::fs::read_to_string(folder().join(format!("{name}.values.jsonl"))).expect("values");
        for (mode, by_abi) in values.lines().map(line) {
            let mut first = None;
            for (abi, digits) in &by_abi {
                let Some(codec) = codecs.get(abi.as_str()) else {
                    println!("{name} {abi}: not supported");
                    continue;
                };
                let value = codec.decode(&hex(digits));
                let again = value.clone().and_then(|value| codec.encode(&value)).map(|bytes| digits_of(&bytes));
                match again {
                    Ok(again) if again == *digits => same += 1,
                    again => wrong.push(format!("{name} {mode} {abi}: {again:?}, not {digits}")),
                }
                // These have other NaNs.
                if !crosses || (mode == "special" && ["mips-o32", "m68k"].contains(&abi.as_str())) {
                    continue;
                }
                let Ok(value) = value else { continue };
                let first = first.get_or_insert_with(|| value.clone());
                match value == *first {
                    true => between += 1,
                    false => wrong.push(format!("{name} {mode} {abi}: {value:?}, not {first:?}")),
                }
            }
        }
    }
    println!("{same} values are the same bytes, {between} the same values");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), same + wrong.len(), wrong.join("\n"));
}
