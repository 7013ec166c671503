use super::{Feature, Language, Whole, without_end};
use crate::generate::{Names, Output, Printed};
use polywire_backend::rust::{self, Options};
use polywire_backend::services::Services;
use polywire_ir::Module;

pub(super) const LANGUAGE: Language = Language {
    name: "rust",
    title: "Rust",
    extensions: &["rs"],
    features: &[
        Feature::Borrowed,
        Feature::Views,
        Feature::RustAttribute,
        Feature::Serde,
        Feature::Rpc,
        Feature::Select,
        Feature::Explain,
        Feature::Frames,
    ],
    library: None,
    immutable: false,
    has_sizes: true,
    links: false,
    includes: false,
    output: |file| without_end(file).to_owned(),
    struct_path: |types, id, _| rust::struct_path(types, id),
    format_name: rust::format_name,
    bind: |_, _, _| Ok(()),
    whole: |types, _, (_, files)| Whole::new(rust::Names::of(types, "", files)),
    index: |types, names, formats, files| vec![rust::index(types, formats, files, &options(names))],
    print,
    explain,
    frames,
    services,
};

fn print(modules: &[Module], names: &Names) -> Printed {
    let printed = rust::generate(modules, &options(names));
    printed.map(Into::into).map_err(|problems| problems.messages)
}

fn explain(lowered: &[Module], names: &Names) -> Printed {
    let printed = rust::explain(lowered, &options(names));
    printed.map(Into::into).map_err(|problems| problems.messages)
}

fn frames(modules: &[Module], names: &Names) -> Printed {
    let printed = rust::framings(modules, &options(names));
    printed.map(Into::into).map_err(|problems| problems.messages)
}

fn services(services: &Services, whole: &Whole, names: &Names) -> Printed {
    let Some(of_types) = whole.names::<rust::Names>() else { return Ok(Output::default()) };
    let printed = rust::services(services, of_types, &options(names));
    let output = |printed: rust::Printed| Output { modules: printed.modules, ..printed.files.into() };
    printed.map(output).map_err(|problems| problems.messages)
}

fn options(names: &Names) -> Options {
    let files = names.outputs(LANGUAGE.output);
    let (only, additions) = (names.only(), names.placement.additions.clone());
    let of_runtime = names.placement.packages.of_runtime.iter().map(|(package, _)| package.clone()).collect();
    Options {
        name: names.schema.to_owned(),
        files,
        borrowed: names.borrowed,
        additions,
        only,
        modules: names.placement.modules.clone(),
        of_runtime,
    }
}
