//! flatc's JSON: as flatc prints the messages of the corpus, and what it reads.

use crate::formats::flatbuffers_corpus::{corpus, kitchen_type, messages, model};
use crate::support::Codec;
use polywire_model::Model;
use polywire_test_models::make::of_fbs;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const STYLES: [&str; 3] = ["json_flatc", "json_flatc_strict", "json_flatc_defaults"];

/// A line with what flatc and our encoders write in different ways in one form: names without quotes, characters instead
/// of their numbers.
fn plain(line: &str) -> String {
    let indentation = line.len() - line.trim_start().len();
    let (name, value) = match line.trim_start().split_once(": ") {
        Some((name, value)) if name.trim_matches('"').chars().all(|ch| ch.is_alphanumeric() || ch == '_') => {
            (format!("{}: ", name.trim_matches('"')), value)
        }
        _ => (String::new(), line.trim_start()),
    };
    let mut plain = format!("{}{name}", " ".repeat(indentation));
    let mut rest = value;
    let mut units = Vec::new();
    while let Some(ch) = rest.chars().next() {
        let unit = rest.strip_prefix("\\u").and_then(|digits| u16::from_str_radix(digits.get(..4)?, 16).ok());
        match unit {
            Some(unit) if unit >= 0x80 => {
                units.push(unit);
                rest = &rest[6..];
                if let Ok(text) = String::from_utf16(&units) {
                    plain.push_str(&text);
                    units.clear();
                }
            }
            Some(unit) => {
                plain.push_str(&format!("\\u{unit:04x}").replace("\\u007f", "\u{7f}"));
                rest = &rest[6..];
            }
            None if rest.starts_with('\\') => {
                plain.push_str(&rest[..2]);
                rest = &rest[2..];
            }
            None => {
                plain.push(ch);
                rest = &rest[ch.len_utf8()..];
            }
        }
    }
    plain
}

/// flatc writes six digits behind the point of a float, and twelve of a double.
fn same_line(own: &str, theirs: &str) -> bool {
    let number = |line: &str| {
        let (name, value) = line.rsplit_once(' ').unwrap_or(("", line));
        value.parse::<f64>().ok().map(|number| (name.to_owned(), number))
    };
    own == theirs
        || match (number(own), number(theirs)) {
            (Some((name, own)), Some((their_name, number))) => {
                let is_close = (own - number).abs() <= 1e-6 || (own / number - 1.0).abs() < 1e-6;
                name == their_name && theirs.contains('.') && is_close
            }
            _ => false,
        }
}

/// The lines of a text in one form, without commas at the end.
fn lines(text: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(text).expect("UTF-8");
    text.lines().map(|line| plain(line).trim_end_matches(',').to_owned()).collect()
}

/// Buffers can have scalars that equal their default, which flatc prints then. Values do not tell them from absent ones;
/// `all` has all of them.
fn same_text(name: &str, own: &[u8], theirs: &[u8], all: &[u8]) -> Result<(), String> {
    let (own, all) = (lines(own), lines(all));
    let mut own = own.iter().peekable();
    for line in lines(theirs) {
        if own.next_if(|own| same_line(own, &line)).is_none() && !all.contains(&line) {
            return Err(format!("{name}: {:?} instead of {line:?}", own.peek()));
        }
    }
    own.next().map_or(Ok(()), |more| Err(format!("{name}: {more:?} is too much")))
}

/// The codecs of a type.
struct Codecs {
    binary: Codec,
    styles: [Codec; 3],
}

impl Codecs {
    fn new(model: &Model, ty: &str) -> Self {
        let styles = STYLES.map(|style| Codec::new(model, style, ty));
        Self { binary: Codec::new(model, "flatbuffers", ty), styles }
    }

    /// Compares a message with its text by flatc in one style.
    fn compare(&self, style: &str, (name, message): (&str, &[u8]), theirs: &[u8]) -> Result<(), String> {
        let failed = |what: &'static str| move |code: String| format!("{name} in {style}: {what}: {code}");
        let value = self.binary.decode(message).map_err(failed("the message"))?;
        let [plain, _, defaults] = &self.styles;
        let json = if style == "json_flatc_defaults" { defaults } else { plain };
        let own = json.encode(&value).map_err(failed("not written"))?;
        let all = defaults.encode(&value).map_err(failed("not written"))?;
        same_text(name, &own, theirs, &all)?;
        for form in &self.styles {
            let own = form.encode(&value).map_err(failed("not written"))?;
            let again = json.decode(&own).map_err(failed("our text is not read"))?;
            if again != value {
                return Err(format!("{name}: {value:?} became {again:?}"));
            }
        }
        let read = json.decode(theirs).map_err(failed("flatc's text is not read"))?;
        let [again, all] = [json, defaults].map(|json| json.encode(&read).map_err(failed("not written again")));
        same_text(name, &again?, theirs, &all?)
    }
}

fn compare_folder(model: &Model, folder: &str, ty: impl Fn(&str) -> String) -> usize {
    let texts = messages(folder, ".json");
    let mut codecs: HashMap<String, Codecs> = HashMap::new();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (name, message) in messages(folder, ".bin") {
        let ty = ty(&name);
        let codecs = codecs.entry(ty.clone()).or_insert_with(|| Codecs::new(model, &ty));
        for (ending, style) in [("", "json_flatc_strict"), (".defaults", "json_flatc_defaults")] {
            let text = texts.iter().find(|(stem, _)| *stem == format!("{name}{ending}"));
            let Some((_, text)) = text else { continue };
            count += 1;
            wrong.extend(codecs.compare(style, (&name, &message), text).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    count
}

#[test]
fn as_flatc_prints_every_construct() {
    let model = model("messages/kitchen/kitchen.fbs");
    let count = compare_folder(&model, "messages/kitchen", kitchen_type);
    assert!(count > 150, "{count}");
}

#[test]
fn as_flatc_prints_monsters() {
    let model = model("schemas/tests/monster_test.fbs");
    assert_eq!(compare_folder(&model, "messages/monster", |_| "MyGame.Example.Monster".to_owned()), 10);
}

/// The texts of these messages were laid out in another way.
#[test]
fn rare_constructs_of_flatc_are_read() {
    for (name, bytes, schema, ty) in [
        ("wide", "wide.bin", "messages/more/wide.fbs", "Wide"),
        ("union_vector", "union_vector.bin", "schemas/java/src/test/java/union_vector/union_vector.fbs", "Movie"),
        ("arrays", "arrays.mon", "schemas/tests/arrays_test.fbs", "MyGame.Example.ArrayTable"),
    ] {
        let read = |file: &str| std::fs::read(corpus("messages/more").join(file)).expect("the corpus");
        let codecs = Codecs::new(&model(schema), ty);
        let value = codecs.binary.decode(&read(bytes));
        assert_eq!(codecs.styles[0].decode(&read(&format!("{name}.json"))), value, "{name}");
        let again = codecs.styles.each_ref().map(|json| json.decode(&json.encode(value.as_ref().expect("a value"))?));
        assert_eq!(again, [value.clone(), value.clone(), value], "{name}");
    }
}

/// flatc makes buffers with the same value of our texts.
#[test]
fn flatc_reads_what_is_written() {
    let flatc = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../build/oracles/bin/flatc");
    if !flatc.exists() {
        return polywire_oracles::absent("flatc 25.12.19", "scripts/oracles");
    }
    let monster = |_: &str| "MyGame.Example.Monster".to_owned();
    both_ways(&flatc, ("messages/kitchen/kitchen.fbs", "messages/kitchen"), &STYLES, kitchen_type);
    // flatc cannot read `nan` in a nested buffer, not even in what it prints.
    both_ways(&flatc, ("schemas/tests/monster_test.fbs", "messages/monster"), &STYLES[..2], monster);
}

/// flatc takes minus zero for the default.
fn no_minus_zero(text: &[u8]) -> Vec<String> {
    lines(text).into_iter().filter(|line| !line.ends_with(": -0.0")).collect()
}

fn both_ways(flatc: &Path, (schema, folder): (&str, &str), styles: &[&str], ty: impl Fn(&str) -> String) {
    let model = model(schema);
    let mut types: BTreeMap<String, Vec<(String, Vec<u8>)>> = BTreeMap::new();
    for (name, message) in messages(folder, ".bin").into_iter().filter(|(name, _)| !name.ends_with(".sizeprefixed")) {
        types.entry(ty(&name)).or_default().push((name, message));
    }
    for (ty, messages) in types {
        let codecs = Codecs::new(&model, &ty);
        for (json, style) in codecs.styles.iter().zip(styles) {
            let temporary = TempDir::new().expect("a folder");
            let path = |name: &str| temporary.path().join(name);
            for (name, message) in &messages {
                let text = codecs.binary.decode(message).and_then(|value| json.encode(&value));
                std::fs::write(path(&format!("{name}.json")), text.expect("a text")).expect("a file");
            }
            let mut command = Command::new(flatc);
            command.args(["--no-warnings", "-b", "--root-type", &ty, "-I"]).arg(corpus("schemas/tests/include_test"));
            command.args(if *style == "json_flatc_strict" { &["--strict-json"][..] } else { &[] });
            command.arg("-o").arg(temporary.path()).arg(corpus(schema));
            let done = command.args(messages.iter().map(|(name, _)| path(&format!("{name}.json")))).output();
            let done = done.expect("flatc runs");
            assert!(done.status.success(), "{ty} in {style}: {}", String::from_utf8_lossy(&done.stderr));
            for (name, message) in &messages {
                let endings = [".kit", ".mon"].map(|ending| path(&format!("{name}{ending}")));
                let theirs = endings.iter().find_map(|path| std::fs::read(path).ok()).expect("what flatc wrote");
                let text = |message: &[u8]| codecs.styles[0].encode(&codecs.binary.decode(message)?);
                let [theirs, own] = [&theirs, message].map(|message| text(message).map(|text| no_minus_zero(&text)));
                assert_eq!(theirs, own, "{name} in {style}");
            }
        }
    }
}

/// Texts of the dialect with flatc's verdict: the compact form of the text that it prints for what it has read, or
/// `refused`. Behind a second arrow stands what is different here, and is meant to be.
#[test]
fn what_flatc_reads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/data");
    let schema = std::fs::read(folder.join("flatc_json.fbs")).expect("the schema");
    let model = of_fbs("flatc_json.fbs", |name| (name == "flatc_json.fbs").then(|| (name.to_owned(), schema.clone())));
    let codec = Codec::new(&model, "json_flatc", "n.R");
    let path = folder.join("flatc_json.txt");
    let cases = std::fs::read_to_string(&path).expect("the cases");
    let mut found = String::new();
    for line in cases.lines() {
        let Some((text, verdict)) = line.split_once(" => ") else {
            found.push_str(&format!("{line}\n"));
            continue;
        };
        let theirs = verdict.split(" => ").next().unwrap_or_default();
        let text_itself = text.replace('¶', "\n").replace('→', "\t");
        let own = match codec.again(text_itself.as_bytes()) {
            Ok(again) => compact(std::str::from_utf8(&again).expect("UTF-8")),
            Err(code) => code,
        };
        let is_same = own == theirs || theirs == "refused" && !own.starts_with('{');
        let own = if is_same { String::new() } else { format!(" => {own}") };
        found.push_str(&format!("{text} => {theirs}{own}\n"));
    }
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        return std::fs::write(&path, &found).expect("the cases");
    }
    assert!(cases == found, "{found}\nPOLYWIRE_BLESS=1 rewrites the last part of each line");
}

/// Without white space around brackets and at the start of lines.
fn compact(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}
