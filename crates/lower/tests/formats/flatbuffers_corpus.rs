//! Messages that flatc wrote for FlatBuffers' own schemas, and damaged ones with the verdict of the official verifier.

use crate::support::{Codec, hex};
use polywire_model::Model;
use polywire_test_models::make::of_fbs;
use std::path::{Path, PathBuf};

pub fn corpus(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/flatbuffers").join(path)
}

pub fn model(path: &str) -> Model {
    let folder = corpus(path).parent().map(Path::to_path_buf).unwrap_or_default();
    let folders = [folder.clone(), folder.join("include_test"), folder.join("include_test/sub"), corpus("schemas")];
    let find = |name: &str| {
        let paths = folders.iter().map(|folder| folder.join(name.trim_start_matches('/')));
        paths.chain([PathBuf::from(name)]).find_map(|path| {
            let path = path.canonicalize().ok()?;
            Some((path.to_string_lossy().into_owned(), std::fs::read(&path).ok()?))
        })
    };
    let file = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
    of_fbs(&file, find)
}

/// The files of a folder with an ending: their names without it, and their bytes.
pub fn messages(folder: &str, ending: &str) -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(corpus(folder)).expect("the corpus");
    let mut found: Vec<(String, Vec<u8>)> = files
        .filter_map(|file| {
            let path = file.expect("a file").path();
            let name = path.file_name()?.to_string_lossy().strip_suffix(ending)?.to_owned();
            Some((name, std::fs::read(&path).expect("a file")))
        })
        .collect();
    found.sort();
    found
}

/// Messages are read, written and read again.
fn survives(codec: &Codec, name: &str, bytes: &[u8]) -> Result<(), String> {
    let value = codec.decode(bytes).map_err(|code| format!("{name}: {code}"))?;
    let again = codec.encode(&value).map_err(|code| format!("{name}: not written: {code}"))?;
    match codec.decode(&again) {
        Ok(found) if found == value => Ok(()),
        Ok(found) => Err(format!("{name}: {value:?} became {found:?}")),
        Err(code) => Err(format!("{name}: not read again: {code}")),
    }
}

pub fn kitchen_type(name: &str) -> String {
    let stem = name.split('-').next().unwrap_or_default();
    format!("corpus.kitchen.{}{}", stem[..1].to_uppercase(), &stem[1..])
}

#[test]
fn every_construct() {
    let model = model("messages/kitchen/kitchen.fbs");
    let mut wrong = Vec::new();
    let all = messages("messages/kitchen", ".bin");
    assert!(all.len() > 50, "{}", all.len());
    for (name, bytes) in all {
        let (name, format) = match name.strip_suffix(".sizeprefixed") {
            Some(name) => (name, "flatbuffers_size_prefixed"),
            None => (name.as_str(), "flatbuffers"),
        };
        let codec = Codec::new(&model, format, &kitchen_type(name));
        wrong.extend(survives(&codec, name, &bytes).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn monsters() {
    let codec = Codec::new(&model("schemas/tests/monster_test.fbs"), "flatbuffers", "MyGame.Example.Monster");
    let wrong = messages("messages/monster", ".bin")
        .into_iter()
        .filter_map(|(name, bytes)| survives(&codec, &name, &bytes).err());
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn newer_and_older_schemas() {
    let models = ["1", "2"].map(|version| model(&format!("messages/evolution/evo{version}.fbs")));
    let codecs = models.map(|model| Codec::new(&model, "flatbuffers", "evo.Doc"));
    let mut wrong = Vec::new();
    for (name, bytes) in messages("messages/evolution", ".bin") {
        let codec = &codecs[usize::from(name.ends_with("v2"))];
        wrong.extend(survives(codec, &name, &bytes).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The value of a member of a line of JSON without escapes.
fn member<'l>(line: &'l str, name: &str) -> &'l str {
    let start = line.find(&format!("\"{name}\": ")).expect("a member") + name.len() + 4;
    let rest = line[start..].trim_start_matches('"');
    &rest[..rest.find(['"', ',', '}']).unwrap_or(rest.len())]
}

/// The verifier does not look at the characters of texts.
#[test]
fn damaged_messages() {
    let model = model("messages/kitchen/kitchen.fbs");
    let lines = std::fs::read_to_string(corpus("messages/mutants.jsonl")).expect("the corpus");
    let mut wrong = Vec::new();
    for line in lines.lines() {
        let codec = Codec::new(&model, "flatbuffers", member(line, "root"));
        let found = codec.decode(&hex(member(line, "hex")));
        let verifies = member(line, "verifies") == "true";
        if found.is_ok() != verifies && found != Err("invalid_utf8".to_owned()) {
            wrong.push(format!("{} {}: {verifies}, {found:?}", member(line, "case"), member(line, "root")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_of_the_official_repository() {
    let monster = model("schemas/tests/monster_test.fbs");
    let folder = |name: &str| format!("messages/upstream-data/{name}");
    let read = |name: &str| std::fs::read(corpus(&folder(name))).expect("the corpus");
    let mut wrong = Vec::new();
    for (name, format) in [
        ("tests/monsterdata_test.mon", "flatbuffers"),
        ("tests/monsterdata_go_wire.mon.sp", "flatbuffers_size_prefixed"),
        ("tests/FlatBuffers.Test/monsterdata_cstest_sp.mon", "flatbuffers_size_prefixed"),
    ] {
        let codec = Codec::new(&monster, format, "MyGame.Example.Monster");
        wrong.extend(survives(&codec, name, &read(name)).err());
    }
    let codec = Codec::new(&monster, "flatbuffers", "MyGame.Example.Monster");
    let without_identifier = read("tests/javatest.bin");
    assert_eq!(codec.decode(&without_identifier), Err("mismatch".to_owned()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn identifiers_tell_the_type() {
    let model = model("schemas/tests/monster_test.fbs");
    let read = |name: &str| std::fs::read(corpus(name)).expect("the corpus");
    let told = |format: &str, bytes: &[u8]| {
        let found = polywire_lower::format(format).and_then(|format| format.type_of(&model, bytes));
        found.map(|id| model.decl(id).path())
    };
    let monster = || Some("MyGame.Example.Monster".to_owned());
    assert_eq!(told("flatbuffers", &read("messages/monster/monster-00.bin")), monster());
    let prefixed = read("messages/upstream-data/tests/monsterdata_go_wire.mon.sp");
    assert_eq!(told("flatbuffers_size_prefixed", &prefixed), monster());
    assert_eq!(told("flatbuffers", &read("messages/kitchen/text-00.bin")), None);
}

/// The published message, with its own schema.
#[test]
fn the_trade_message() {
    let codec = Codec::new(&model("messages/trade/trade.fbs"), "flatbuffers", "Trade.flatbuf.Account");
    let bytes = crate::support::data("trade/flatbuffers-25.12.19.bin");
    assert_eq!(bytes.len(), 280);
    assert_eq!(survives(&codec, "trade", &bytes), Ok(()));
    assert_eq!(codec.again(&bytes).map(|own| own.len()), Ok(252));
}

/// Unions of structs and texts, arrays in structs, offsets of 64 bits, forced alignment.
#[test]
fn rare_constructs() {
    let mut wrong = Vec::new();
    for (name, schema, ty) in [
        ("wide.bin", "messages/more/wide.fbs", "Wide"),
        ("union_vector.bin", "schemas/java/src/test/java/union_vector/union_vector.fbs", "Movie"),
        ("arrays.mon", "schemas/tests/arrays_test.fbs", "MyGame.Example.ArrayTable"),
    ] {
        let codec = Codec::new(&model(schema), "flatbuffers", ty);
        let bytes = std::fs::read(corpus("messages/more").join(name)).expect("the corpus");
        wrong.extend(survives(&codec, name, &bytes).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compiled schemas are messages, too. flatc does not sort their calls and the fields of some objects, as the key demands.
#[test]
fn compiled_schemas() {
    let codec = Codec::new(&model("schemas/reflection/reflection.fbs"), "flatbuffers", "reflection.Schema");
    let (mut wrong, all) = (Vec::new(), messages("schemas/tests", ".bfbs"));
    assert!(all.len() > 15, "{}", all.len());
    for (name, bytes) in all {
        wrong.extend(codec.again(&bytes).and_then(|sorted| survives(&codec, &name, &sorted)).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
