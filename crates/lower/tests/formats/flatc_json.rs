//! flatc's JSON: as flatc prints the messages of the corpus, and what it reads.

use crate::flatbuffers_corpus::{corpus, kitchen_type, messages, model};
use crate::support::Codec;
use polywire_model::Model;
use polywire_test_models::make::of_fbs;

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
    let (own, theirs) = (plain(own), plain(theirs));
    let number = |line: &str| {
        let (name, value) = line.rsplit_once(' ').unwrap_or(("", line));
        Some((name.to_owned(), value.trim_end_matches(',').parse::<f64>().ok()?, value.ends_with(',')))
    };
    own == theirs
        || match (number(&own), number(&theirs)) {
            (Some((name, own, comma)), Some((their_name, theirs, their_comma))) => {
                let is_close = (own - theirs).abs() <= 1e-6 || (own / theirs - 1.0).abs() < 1e-6;
                (name, comma) == (their_name, their_comma) && is_close && own.fract() != 0.0 || own == theirs
            }
            _ => false,
        }
}

fn same_text(name: &str, own: &str, theirs: &str) -> Result<(), String> {
    let (own, theirs): (Vec<&str>, Vec<&str>) = (own.lines().collect(), theirs.lines().collect());
    match own.iter().zip(&theirs).find(|(own, theirs)| !same_line(own, theirs)) {
        Some((own, theirs)) => Err(format!("{name}: {own:?} instead of {theirs:?}")),
        None if own.len() != theirs.len() => Err(format!("{name}: {} lines instead of {}", own.len(), theirs.len())),
        None => Ok(()),
    }
}

/// Compares a message with its text by flatc in one style.
fn compare(
    (model, ty): (&Model, &str),
    style: &str,
    (name, message): (&str, &[u8]),
    theirs: &[u8],
) -> Result<(), String> {
    let failed = |what: &str, code: String| format!("{name} in {style}: {what}: {code}");
    let theirs = std::str::from_utf8(theirs).expect("UTF-8");
    let json = Codec::new(model, style, ty);
    let value = Codec::new(model, "flatbuffers", ty).decode(message).map_err(|code| failed("the message", code))?;
    let own = json.encode(&value).map_err(|code| failed("not written", code))?;
    same_text(name, std::str::from_utf8(&own).expect("UTF-8"), theirs)?;
    for form in STYLES {
        let own = Codec::new(model, form, ty).encode(&value).map_err(|code| failed("not written", code))?;
        let again = json.decode(&own).map_err(|code| failed("our text is not read", code))?;
        if again != value {
            return Err(format!("{name}: {value:?} became {again:?} in {form}"));
        }
    }
    let read = json.decode(theirs.as_bytes()).map_err(|code| failed("flatc's text is not read", code))?;
    let again = json.encode(&read).map_err(|code| failed("not written again", code))?;
    same_text(name, std::str::from_utf8(&again).expect("UTF-8"), theirs)
}

fn compare_folder(model: &Model, folder: &str, ty: impl Fn(&str) -> String) -> usize {
    let texts = messages(folder, ".json");
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, message) in messages(folder, ".bin") {
        for (ending, style) in [("", "json_flatc_strict"), (".defaults", "json_flatc_defaults")] {
            let text = texts.iter().find(|(stem, _)| *stem == format!("{name}{ending}"));
            let Some((_, text)) = text else { continue };
            count += 1;
            wrong.extend(compare((model, &ty(&name)), style, (&name, &message), text).err());
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

#[test]
fn as_flatc_prints_rare_constructs() {
    let mut wrong = Vec::new();
    for (name, bytes, schema, ty) in [
        ("wide", "wide.bin", "messages/more/wide.fbs", "Wide"),
        ("union_vector", "union_vector.bin", "schemas/java/src/test/java/union_vector/union_vector.fbs", "Movie"),
        ("arrays", "arrays.mon", "schemas/tests/arrays_test.fbs", "MyGame.Example.ArrayTable"),
    ] {
        let read = |file: &str| std::fs::read(corpus("messages/more").join(file)).expect("the corpus");
        let text = read(&format!("{name}.json"));
        wrong.extend(compare((&model(schema), ty), "json_flatc_strict", (name, &read(bytes)), &text).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Texts of the dialect with flatc's verdict: the compact form of the text that it prints for what it has read, or
/// `refused`. Behind a second arrow stands what is different here, and is meant to be.
#[test]
fn what_flatc_reads() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/data");
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
    if std::env::var("POLYWIRE_BLESS").is_ok() {
        std::fs::write(&path, &found).expect("the cases");
    }
    assert!(cases == found, "{found}\nPOLYWIRE_BLESS=1 rewrites the last part of each line");
}

/// Without white space around brackets and at the start of lines.
fn compact(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}
