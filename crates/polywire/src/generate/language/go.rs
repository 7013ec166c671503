use super::{Description, Feature, Language, Whole, only, without_end};
use crate::binding;
use crate::generate::{Names, Output, Placement, Printed};
use polywire_backend::go::{self, Options};
use polywire_backend::services::Services;
use polywire_ir::Module;

pub(super) const LANGUAGE: Language = Language {
    name: "go",
    title: "Go",
    extensions: &["go"],
    features: &[
        Feature::Bind,
        Feature::Views,
        Feature::GoPackage,
        Feature::GoBinary,
        Feature::GoJson,
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
    struct_path: |types, id, placement| go::struct_path(types, id, &placement.packages),
    format_name: go::format_name,
    bind: |model, files, choices| {
        choices.placement.bound = if files.iter().all(|it| it.name.ends_with(".go")) {
            let files: Vec<_> = files.iter().map(|it| (it.text, it.file)).collect();
            binding::go_source::read(model, &files)?
        } else {
            let Description { text, file, .. } = only(files)?;
            binding::go::read(model, text, file)?
        };
        Ok(())
    },
    whole: |types, placement, (formats, _)| {
        let methods = go::methods(formats.iter().map(String::as_str));
        Whole::new(go::Names::of(types, &Options { methods, ..placed(placement) }))
    },
    index: |_, _, _, _| Vec::new(),
    print,
    explain,
    frames,
    services,
};

fn print(modules: &[Module], names: &Names) -> Printed {
    let printed = go::generate(modules, &options(names));
    printed.map(Into::into).map_err(|problems| problems.messages)
}

fn explain(lowered: &[Module], names: &Names) -> Printed {
    let printed = go::explain(lowered, &options(names));
    printed.map(Into::into).map_err(|problems| problems.messages)
}

fn frames(modules: &[Module], names: &Names) -> Printed {
    let printed = go::framings(modules, &options(names));
    printed.map(Into::into).map_err(|problems| problems.messages)
}

fn services(services: &Services, whole: &Whole, names: &Names) -> Printed {
    let Some(of_types) = whole.names::<go::Names>() else { return Ok(Output::default()) };
    let printed = go::services(services, of_types, &options(names));
    printed.map(Into::into).map_err(|problems| problems.messages)
}

fn options(names: &Names) -> Options {
    let files = names.outputs(LANGUAGE.output);
    let only = names.only();
    Options { name: names.schema.to_owned(), files, only, ..placed(names.placement) }
}

fn placed(placement: &Placement) -> Options {
    let Placement { packages, interfaces, bound, .. } = placement.clone();
    Options { packages, interfaces, bound, ..Options::default() }
}
