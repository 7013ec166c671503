//! Descriptor sets of other tools: out of order, without built-in files, or incomplete.

use crate::dump;
use polywire_front::proto::descriptor::DescriptorSet;
use polywire_front::proto::{self, SourceOptions};
use polywire_front::{LoadError, LoadedFile};
use polywire_source::{Diagnostics, Severity, SourceMap, Style, render};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const ORDER: &str = "\
syntax = \"proto3\";
package shop;
import \"google/protobuf/timestamp.proto\";
import \"unit.proto\";
message Order { google.protobuf.Timestamp placed = 1; Unit unit = 2; }
";

const UNIT: &str = "syntax = \"proto3\"; package shop; enum Unit { NONE = 0; }";

#[test]
fn order_and_built_in_files_do_not_matter() {
    let whole = set();
    let expected = declarations(whole.clone());
    assert_eq!(expected.len(), 3);
    let mut reversed = whole.clone();
    reversed.files.reverse();
    assert_eq!(declarations(reversed), expected);
    let mut bare = whole;
    bare.files.retain(|file| !file.name.starts_with("google/"));
    assert_eq!(declarations(bare), expected);
}

#[test]
fn a_missing_import_is_named() {
    let mut set = set();
    set.files.retain(|file| file.name != "unit.proto");
    let expected = "\
error[unreadable-file]: order.proto: the file \"unit.proto\", which it imports, is not in the set
 |
 = help: write the set with its imports: `protoc --include_imports`";
    assert_eq!(model(set), Err(expected.to_owned()));
}

#[test]
fn an_import_cycle_is_named() {
    let mut set = set();
    let mut import = set.files[2].imports[0].clone();
    import.path = "order.proto".to_owned();
    set.files[1].imports.push(import);
    let errors = model(set).expect_err("a cycle");
    let expected = "error[import-cycle]: files import each other: unit.proto → order.proto → unit.proto\n";
    assert!(errors.starts_with(expected), "{errors}");
}

#[test]
fn errors_of_a_set_name_the_declaration() {
    let mut set = set();
    set.files[2].messages[0].fields[1].number = 1;
    let expected = "\
error[duplicate-field-number]: order.proto: message `shop.Order`: `placed` and `unit` of message `Order` have the same number 1
 |
 = help: give one of them another number; 2 is free";
    assert_eq!(model(set), Err(expected.to_owned()));
}

/// Returns the set of `order.proto` and its imports, read back from bytes.
fn set() -> DescriptorSet {
    let load = |path: &str| {
        let text = [("order.proto", ORDER), ("unit.proto", UNIT)].into_iter().find(|(name, _)| *name == path);
        let bytes = text.ok_or(LoadError::NotFound)?.1.into();
        Ok(LoadedFile { name: path.to_owned(), bytes })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let set = proto::compile_to_descriptors("order.proto", &load, &mut sources, &mut diagnostics).expect("a set");
    proto::read_descriptor_set(&proto::write_descriptor_set(&set, SourceOptions::Strip)).expect("the same set")
}

/// Returns the declarations of a set's model, sorted and without documentation.
fn declarations(set: DescriptorSet) -> BTreeSet<String> {
    let model = model(set).expect("a model");
    let lines = |block: &str| block.lines().filter_map(|line| line.split(" //").next()).collect::<Vec<_>>().join("\n");
    model.split("\n\n").map(lines).collect()
}

/// Returns the model as text, or the errors.
fn model(set: DescriptorSet) -> Result<String, String> {
    let mut diagnostics = Diagnostics::default();
    match proto::compile_descriptors(set, &mut diagnostics) {
        Some(compiled) => Ok(dump::model(&compiled.model)),
        None => {
            let errors = diagnostics.into_sorted().into_iter().filter(|it| it.severity == Severity::Error);
            let errors = errors.map(|it| render(&SourceMap::default(), &it, Style::Plain));
            Err(errors.collect::<Vec<_>>().join("\n"))
        }
    }
}

/// `sets/*.fds` were written by protoc 36.2 with `--include_source_info` from `proto/*.proto`.
#[test]
fn descriptor_sets_keep_documentation_comments() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for name in ["comments", "features"] {
        let bytes = fs::read(folder.join(format!("sets/{name}.fds"))).expect("a set");
        let set = proto::read_descriptor_set(&bytes).expect("a set");
        let expected = fs::read_to_string(folder.join(format!("proto/{name}.expected"))).expect("a model");
        assert_eq!(model(set), Ok(expected), "{name}");
    }
}
