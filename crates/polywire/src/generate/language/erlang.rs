use super::{Feature, Language, Whole, flat_name, no_services};
use crate::generate::{FRAMES, Names, Output, Printed};
use polywire_backend::erlang::{self, Options, Unprintable};
use polywire_ir::Module;
use polywire_lower::framing::FrameFormat;

pub(super) const LANGUAGE: Language = Language {
    name: "erlang",
    title: "Erlang",
    extensions: &["hrl", "erl"],
    features: &[Feature::Envelopes, Feature::Select, Feature::Explain, Feature::Frames],
    library: None,
    immutable: true,
    has_sizes: false,
    links: true,
    includes: false,
    output: flat_name,
    struct_path: |types, id, _| erlang::record_name(types, id),
    format_name: str::to_owned,
    bind: |_, _, _| Ok(()),
    whole: |types, _, _| Whole::new(erlang::Names::of(types)),
    index: |_, _, _, _| Vec::new(),
    print,
    explain,
    frames: print,
    services: no_services,
};

fn print(modules: &[Module], names: &Names) -> Printed {
    let envelopes = names.envelopes.as_ref().map(|wanted| {
        let of_module =
            |module: &Module| wanted.groups.iter().filter_map(|decl| module.types.struct_of(*decl)).collect();
        let frames = wanted.framings.iter().map(|(format, it)| ((*format).to_owned(), frames_module(it)));
        erlang::Envelopes {
            prefix: wanted.prefix.clone(),
            parts: modules.first().map(of_module).unwrap_or_default(),
            frames: frames.collect(),
        }
    });
    erlang::generate(modules, &Options { envelopes, ..options(names) }).map(Output::from).map_err(in_words)
}

fn explain(lowered: &[Module], names: &Names) -> Printed {
    erlang::explain(lowered, &options(names)).map(Output::from).map_err(in_words)
}

fn options(names: &Names) -> Options {
    let files = names.outputs(LANGUAGE.output);
    let only = names.only();
    Options { name: names.schema.to_owned(), files, envelopes: None, only }
}

fn frames_module(framing: &FrameFormat) -> String {
    format!("{FRAMES}_{}", framing.name)
}

fn in_words(problems: Vec<Unprintable>) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}
