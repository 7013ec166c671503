//! Generated Rust.

use super::formats::IMAGES;
use super::{Bake, Built, failure, language_named};
use crate::command::failure::Failure;
use polywire::Format;
use polywire::generate::Placement;
use polywire_bench::Error;
use polywire_bench::rust::{Compiler, Generated, Leaves, PROFILE, Workshop};

/// Builds a subject for each format.
pub(super) fn build(bake: &Bake, leaves: Leaves, built: &mut Built) -> Result<(), Failure> {
    let compiler = Compiler::find().map_err(failure)?;
    let formats = &bake.formats.held;
    let show = |what: &str, done: usize| bake.progress.step(&format!("compiling {what}"), done, formats.len() + 1);
    show("Rust's runtime", 0);
    let tools = format!("{} {} {}", compiler.version, compiler.flags, PROFILE.trim_end().replace('\n', ", "));
    let unmeasured = generated(bake, None)?;
    let workshop = Workshop::new(&bake.folder.join("rust"), compiler, &unmeasured, leaves).map_err(failure)?;
    for (done, format) in formats.iter().enumerate() {
        show(&format!("{} in Rust", format.name), done + 1);
        let subject = match generated(bake, Some(format)) {
            Ok(code) => workshop.generated(format.name, &code),
            Err(Failure::Input(reason)) => Err(Error::Tool(reason)),
            Err(failure) => return Err(failure),
        };
        built.add(subject, || format!("{} (Polywire, rust)", format.name))?;
    }
    built.tools.retain(|(tool, _)| tool != "Rust");
    built.tools.push(("Rust".to_owned(), tools));
    Ok(())
}

fn generated(bake: &Bake, format: Option<&'static Format>) -> Result<Generated, Failure> {
    let language = language_named("rust")?;
    let formats: Vec<&'static Format> = format.into_iter().collect();
    let files = bake.code(language, &formats, Placement::default())?;
    let (name, file) = bake.names(language)?;
    let find = |format: &str| {
        let codec = format!("{file}_{format}.rs");
        let text = files.iter().find(|(name, _)| *name == codec).map(|(_, text)| text);
        text.and_then(|text| implementation(text, &name)).ok_or_else(|| bake.no_type())
    };
    let (images, type_name) = find(IMAGES)?;
    let format = format.map(|format| find(format.name).map(|(format, _)| format)).transpose()?;
    Ok(Generated { type_name, format, images, files })
}

/// Returns the name of the format and the path of a type, given the file with the type's codec.
fn implementation(text: &str, type_name: &str) -> Option<(String, String)> {
    text.lines().find_map(|line| {
        let (format, path) = line.strip_prefix("impl Decode<")?.strip_suffix(" {")?.split_once("> for ")?;
        let path = path.trim_start_matches("super::");
        (path.rsplit("::").next() == Some(type_name)).then(|| (format.to_owned(), path.to_owned()))
    })
}
