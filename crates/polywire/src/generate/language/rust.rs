use super::{Feature, Language, Whole, without_end};
use crate::generate::{Names, Output, Printed};
use polywire_backend::rust::{self, Options};
use polywire_ir::Module;

pub(super) const LANGUAGE: Language = Language {
    name: "rust",
    title: "Rust",
    extensions: &["rs"],
    features: &[Feature::Select],
    immutable: false,
    has_sizes: true,
    links: false,
    includes: false,
    output: |file| without_end(file).to_owned(),
    struct_name: rust::struct_name,
    whole: |types, _, _| Whole::new(rust::Names::of(types)),
    index: |types, names, formats, files| vec![rust::index(types, formats, files, &options(names))],
    print,
    explain: |_, _| Ok(Output::default()),
};

fn print(modules: &[Module], names: &Names) -> Printed {
    let printed = rust::generate(modules, &options(names));
    printed.map(Into::into).map_err(|problems| problems.messages)
}

fn options(names: &Names) -> Options {
    let files = names.outputs(LANGUAGE.output);
    let only = names.only();
    Options {
        name: names.schema.to_owned(),
        files,
        borrowed: names.borrowed,
        only,
        modules: names.placement.modules.clone(),
    }
}
