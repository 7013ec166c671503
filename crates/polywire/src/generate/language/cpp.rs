use super::{Description, Feature, Language, Library, Whole, only, without_end};
use crate::binding;
use crate::generate::namespaces::completed;
use crate::generate::{Names, Output, Printed};
use polywire_backend::Problems;
use polywire_backend::cpp::{self, Options};
use polywire_backend::services::Services;
use polywire_ir::Module;
use std::sync::Arc;

pub(super) const LANGUAGE: Language = Language {
    name: "cpp",
    title: "C++",
    extensions: &["hpp", "cpp"],
    features: &[
        Feature::Bind,
        Feature::Borrowed,
        Feature::Views,
        Feature::Describe,
        Feature::Split,
        Feature::Namespace,
        Feature::Select,
        Feature::Explain,
        Feature::Frames,
        Feature::Rpc,
    ],
    library: Some(Library { name: "grpc++", protocols: &["grpc"] }),
    immutable: false,
    has_sizes: true,
    links: false,
    includes: true,
    output: |file| without_end(file).to_owned(),
    struct_path: |types, id, placement| cpp::struct_name(types, id, &completed(&placement.namespaces)),
    format_name: str::to_owned,
    bind: |model, files, choices| {
        let Description { text, file, .. } = only(files)?;
        choices.binding = binding::read(model, text, file)?;
        Ok(())
    },
    whole: |types, placement, _| Whole::new(cpp::Names::of(types, &completed(&placement.namespaces))),
    index: |_, _, _, _| Vec::new(),
    print,
    explain,
    frames: print,
    services,
};

fn print(modules: &[Module], names: &Names) -> Printed {
    let printed = cpp::generate_linked(modules, &options(names), names.binding);
    in_words(printed)
}

fn services(services: &Services, _: &Whole, names: &Names) -> Printed {
    Ok(cpp::services(services, &options(names), names.binding).into())
}

fn explain(lowered: &[Module], names: &Names) -> Printed {
    let printed = cpp::explain(lowered, &options(names), names.binding);
    in_words(printed)
}

fn in_words(printed: Result<cpp::Output, Problems>) -> Printed {
    let output = |printed: cpp::Output| Output { exports: Arc::new(printed.exports), ..printed.files.into() };
    printed.map(output).map_err(|problems| problems.messages)
}

fn options(names: &Names) -> Options {
    let files = names.outputs(LANGUAGE.output);
    let only = names.only();
    let namespaces = completed(&names.placement.namespaces);
    let (borrowed, describe, split) = (names.borrowed, names.describe, names.split);
    let imports = names.imports.to_vec();
    Options { name: names.schema.to_owned(), files, borrowed, describe, split, namespaces, only, imports }
}
