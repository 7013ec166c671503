//! What omniORB and JacORB wrote, read and written again.

use crate::support::Codec;
use polywire_model::Model;
use polywire_test_models::find;
use std::collections::BTreeMap;
use std::path::Path;

/// The files of a folder of the corpus whose names end like this, by the rest of their names.
pub(crate) fn files(folder: &str, ending: &str) -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/corba").join(folder);
    let entries = std::fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let found = entries.filter_map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name()?.to_str()?.strip_suffix(ending)?.to_owned();
        Some((name, std::fs::read(&path).expect("a file")))
    });
    found.collect()
}

pub(super) fn model(choices: &[&str]) -> Model {
    let mut model = find("corba_kitchen").expect("a corner case").model;
    for choice in choices {
        model.options = model.options.with(choice).expect("an option");
    }
    model
}

/// The struct whose messages are the bare values of a case.
fn struct_of_value(case: &str) -> Option<String> {
    let (ty, _) = case.rsplit_once('-')?;
    let name = match ty {
        "Twice" => "Scalars".to_owned(),
        "fx" => "Fixeds".to_owned(),
        "Scalars" | "Ragged" | "Text" | "Lists" | "Tree" | "Holder" => ty.to_owned(),
        "prim-any" => "anyValue".to_owned(),
        prim if prim.starts_with("prim-") => return None,
        other => format!("{other}Value"),
    };
    Some(format!("Corpus.{name}"))
}

/// Codecs by struct, for one set of options.
struct Codecs {
    model: Model,
    made: BTreeMap<String, Codec>,
}

impl Codecs {
    fn new(choices: &[&str]) -> Self {
        Self { model: model(choices), made: BTreeMap::new() }
    }

    fn of(&mut self, name: &str) -> &Codec {
        let made = self.made.entry(name.to_owned());
        made.or_insert_with(|| Codec::new(&self.model, "cdr", name))
    }
}

/// How often messages came out of a codec in these ways.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    same: usize,
    /// As they went in, but for padding, which omniORB does not zero.
    padding: usize,
    /// Longer: the ORBs write a type that occurs again as an indirection to where it occurred.
    expanded: usize,
}

impl Counts {
    fn count(&mut self, case: &str, codec: &Codec, given: &[u8]) {
        let value = codec.decode(given).unwrap_or_else(|error| panic!("{case}: {error}"));
        let again = codec.encode(&value).unwrap_or_else(|error| panic!("{case}: {error}"));
        let differs = |(given, again): (&u8, &u8)| given != again && *again != 0;
        if given == again {
            self.same += 1;
        } else if given.len() == again.len() && !given.iter().zip(&again).any(differs) {
            self.padding += 1;
        } else {
            assert!(given.len() < again.len(), "{case}: {given:02x?} is not {again:02x?}");
            self.expanded += 1;
        }
        assert!(codec.decode(&again) == Ok(value), "{case}");
    }
}

/// Checks that messages of both byte orders are the same values, and come out as they went in. Returns the counts for little-endian
/// and big-endian ones.
fn check(folder: &str, kind: &str, char_set: &str, struct_of: impl Fn(&str) -> Option<String>) -> [Counts; 2] {
    let mut codecs = [Codecs::new(&[char_set]), Codecs::new(&[char_set, "cdr.byte_order=big"])];
    let all = ["le", "be"].map(|order| files(folder, &format!(".{kind}.{order}.bin")));
    let mut counts = [Counts::default(), Counts::default()];
    for ((cases, codecs), counts) in all.iter().zip(&mut codecs).zip(&mut counts) {
        for (case, bytes) in cases {
            let Some(name) = struct_of(case) else { continue };
            let codec = codecs.of(&name);
            counts.count(case, codec, bytes);
            if let Some(other) = all[0].get(case) {
                assert!(codec.decode(other) == codec.decode(bytes), "{case}");
            }
        }
    }
    counts
}

fn counts(same: usize, padding: usize, expanded: usize) -> Counts {
    Counts { same, padding, expanded }
}

const CHAR_SETS: [&str; 2] = ["cdr.char_set=utf-8", "cdr.char_set=iso-8859-1"];

#[test]
fn bare_values() {
    for char_set in CHAR_SETS {
        assert_eq!(
            check("values", "value", char_set, struct_of_value),
            [counts(151, 8, 0), counts(190, 0, 0)],
            "{char_set}"
        );
    }
}

#[test]
fn values_in_any() {
    let any = |_: &str| Some("Corpus.anyValue".to_owned());
    for char_set in CHAR_SETS {
        assert_eq!(check("values", "any", char_set, any), [counts(66, 148, 10), counts(214, 0, 10)], "{char_set}");
    }
}

#[test]
fn type_codes() {
    for char_set in CHAR_SETS {
        let bare = |_: &str| Some("Corpus.TypeCodeValue".to_owned());
        assert_eq!(check("typecodes", "value", char_set, bare), [counts(0, 0, 0), counts(31, 0, 1)], "{char_set}");
        let any = |_: &str| Some("Corpus.anyValue".to_owned());
        assert_eq!(check("typecodes", "any", char_set, any), [counts(7, 24, 1), counts(31, 0, 1)], "{char_set}");
    }
}
