//! The verdict on each schema in `tests/corpus` must be that of protoc 36.2. If it accepts, the descriptor set must
//! equal protoc's byte for byte, and survive being read back, printed and recompiled. See `tests/corpus/README.md`.

use crate::dump;
use crate::oracle;
use crate::oracle::{Case, Digest, Verdict};
use polywire_front::proto::descriptor::DescriptorSet;
use polywire_front::proto::{self, SourceOptions};
use polywire_front::{LoadError, LoadedFile};
use polywire_source::{Diagnostics, Severity, SourceMap, Style, render};
use std::collections::HashMap;
use std::path::Path;

#[test]
fn schemas_are_accepted_as_by_protoc() {
    let cases = oracle::cases();
    let verdicts = match std::env::var_os("POLYWIRE_PROTOC") {
        Some(protoc) => oracle::record(oracle::ask(&cases, protoc.as_ref())),
        None => oracle::recorded(),
    };
    assert_eq!(verdicts.len(), cases.len());
    let failures: Vec<String> = cases.iter().filter_map(|case| failure(case, &verdicts[&case.path])).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

/// The full tests ask protoc again, if `scripts/oracles` could install it.
#[test]
fn verdicts_equal_those_of_protoc() {
    let protoc = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../build/oracles/protoc-36.2");
    if std::env::var_os("POLYWIRE_FULL").is_none() {
        return;
    }
    if !protoc.exists() {
        return polywire_oracles::absent("protoc 36.2", "scripts/oracles");
    }
    assert_eq!(oracle::ask(&oracle::cases(), protoc.as_ref()), oracle::recorded());
}

/// Returns the difference from the verdict, if any.
fn failure(case: &Case, verdict: &Verdict) -> Option<String> {
    let found = compile(case);
    let problem = match (&found, verdict) {
        (Err(errors), Verdict::Accept { .. }) => format!("refused: {errors}"),
        (Ok(_), Verdict::Refuse) => "accepted".to_owned(),
        (Err(_), Verdict::Refuse) => return None,
        (Ok(set), Verdict::Accept { stripped, kept }) => {
            let bytes = proto::write_descriptor_set(set, SourceOptions::Strip);
            let with_source = proto::write_descriptor_set(set, SourceOptions::Keep);
            if Digest::of(&bytes) != *stripped {
                "other bytes".to_owned()
            } else if Digest::of(&with_source) != *kept {
                "other bytes with the options for the source".to_owned()
            } else if rewritten(&with_source) != with_source {
                "other bytes when the set with the options for the source is read and written".to_owned()
            } else {
                round_trip(case, set, &bytes)?
            }
        }
    };
    Some(format!("{}: {problem}", case.path))
}

fn rewritten(set: &[u8]) -> Vec<u8> {
    let read = proto::read_descriptor_set(set).expect("the set");
    proto::write_descriptor_set(&read, SourceOptions::Keep)
}

fn compile(case: &Case) -> Result<DescriptorSet, String> {
    compile_with(&case.path, &|path| case.load(path))
}

fn compile_with(path: &str, load: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<DescriptorSet, String> {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let loader = |path: &str| {
        let bytes = load(path).ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: path.to_owned(), bytes })
    };
    let set = proto::compile_to_descriptors(path, &loader, &mut sources, &mut diagnostics);
    let errors = diagnostics.into_sorted().into_iter().filter(|it| it.severity == Severity::Error);
    let errors: Vec<String> = errors.map(|it| render(&sources, &it, Style::Plain)).collect();
    set.ok_or_else(|| errors.join("\n"))
}

/// Returns an error if a set does not survive being read back, printed and recompiled.
fn round_trip(case: &Case, set: &DescriptorSet, bytes: &[u8]) -> Option<String> {
    let read = match proto::read_descriptor_set(bytes) {
        Ok(read) => read,
        Err(error) => return Some(error.to_string()),
    };
    for (set, what) in [(&read, "the set that was read"), (set, "the set")] {
        if proto::write_descriptor_set(set, SourceOptions::Strip) != bytes {
            return Some(format!("{what} is written otherwise"));
        }
        let texts = set.files.iter().map(|file| (file.name.clone(), proto::print_proto(set, file).text));
        let texts: HashMap<String, String> = texts.collect();
        let load = |path: &str| texts.get(path).map(|text| text.clone().into_bytes());
        match compile_with(&case.path, &load) {
            Err(errors) => return Some(format!("the text of {what} does not compile:\n{errors}")),
            Ok(again) if proto::write_descriptor_set(&again, SourceOptions::Strip) != bytes => {
                return Some(format!("the text of {what} means something else:\n{}", texts[&case.path]));
            }
            Ok(again) if models(&again) != models(&read) => {
                return Some(format!("{what} and its text have different models"));
            }
            Ok(_) => {}
        }
    }
    None
}

/// Damaged sets are rejected or read; those that are read are checked and printed. Nothing may panic.
#[test]
fn damaged_sets_never_panic() {
    let cases = oracle::cases();
    let wanted = ["optsub.proto", "textfmt.proto", "google/protobuf/unittest_features.proto"];
    for case in cases.iter().filter(|case| wanted.contains(&case.path.as_str())) {
        let bytes = proto::write_descriptor_set(&compile(case).expect("a set"), SourceOptions::Keep);
        for at in (0..bytes.len()).step_by(bytes.len().div_ceil(150)) {
            survive(&bytes[..at]);
            let mut altered = bytes.clone();
            altered[at] ^= 1 << (at % 8);
            survive(&altered);
        }
    }
}

fn survive(bytes: &[u8]) {
    let Ok(set) = proto::read_descriptor_set(bytes) else { return };
    set.files.iter().for_each(|file| drop(proto::print_proto(&set, file)));
    proto::write_descriptor_set(&set, SourceOptions::Strip);
    proto::compile_descriptors(set, &mut Diagnostics::default());
}

/// Returns the model as text, or the errors.
fn models(set: &DescriptorSet) -> String {
    let mut diagnostics = Diagnostics::default();
    match proto::compile_descriptors(set.clone(), &mut diagnostics) {
        Some(compiled) => dump::model(&compiled.model),
        None => format!("{:?}", diagnostics.into_sorted()),
    }
}
