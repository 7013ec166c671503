//! Generated Go.

use super::formats::IMAGES;
use super::{Bake, Built, failure, language_named};
use crate::command::failure::Failure;
use polywire::Format;
use polywire::generate::{Packages, Placement};
use polywire_bench::Error;
use polywire_bench::go::{Generated, UNMEASURED, Workshop, import_path, version};

/// Builds a subject for each format.
pub(super) fn build(bake: &Bake, built: &mut Built) -> Result<(), Failure> {
    let version = version().map_err(failure)?;
    let formats = &bake.formats.held;
    let show = |what: &str, done: usize| bake.progress.step(&format!("compiling {what}"), done, formats.len() + 1);
    show("Go's runtime", 0);
    let workshop = Workshop::new(&bake.folder.join("go"), &version, &generated(bake, None)?).map_err(failure)?;
    for (done, format) in formats.iter().enumerate() {
        show(&format!("{} in Go", format.name), done + 1);
        let subject = match generated(bake, Some(format)) {
            Ok(code) => workshop.generated(format.name, &code),
            Err(Failure::Input(reason)) => Err(Error::Tool(reason)),
            Err(failure) => return Err(failure),
        };
        built.add(subject, || format!("{} (Polywire, go)", format.name))?;
    }
    built.tools.push(("Go".to_owned(), version));
    Ok(())
}

fn generated(bake: &Bake, format: Option<&'static Format>) -> Result<Generated, Failure> {
    let language = language_named("go")?;
    let subject = format.map_or(UNMEASURED, |format| format.name);
    let packages = Packages { root: import_path(subject), ..Packages::default() };
    let formats: Vec<&'static Format> = format.into_iter().collect();
    let files = bake.code(language, &formats, Placement { packages, ..Placement::default() })?;
    let (type_name, file) = bake.names(language)?;
    let module = bake.model.decl(bake.root()?).module.join("/");
    let find = |format: &str| {
        let method = |text: &str| method(text, &type_name);
        let end = format!("{}_{format}.go", file.rsplit('/').next().unwrap_or_default());
        let found = files.iter().filter_map(|(name, text)| {
            let (folder, base) = name.rsplit_once('/').unwrap_or(("", name));
            (base == end).then(|| method(text)).flatten().map(|format| (folder.to_owned(), format))
        });
        // Packages of a schema may have files and types of the same names.
        found.max_by_key(|(folder, _)| *folder == module).ok_or_else(|| bake.no_type())
    };
    let (package, images) = find(IMAGES)?;
    let format = format.map(|format| find(format.name).map(|(_, format)| format)).transpose()?;
    Ok(Generated { package, type_name, format, images, files })
}

/// Returns the name of the format in the methods of a type, given the file that defines them.
fn method(text: &str, type_name: &str) -> Option<String> {
    let start = format!("func (v *{type_name}) Append");
    text.lines().find_map(|line| Some(line.strip_prefix(&start)?.split_once('(')?.0.to_owned()))
}
