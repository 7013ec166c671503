//! Generated Erlang.

use super::formats::IMAGES;
use super::{Bake, Built, failure};
use crate::command::failure::Failure;
use polywire::generate::erlang_names;
use polywire_bench::erlang::{Erlang, Workshop, version};

/// Builds a subject for each format.
pub(super) fn build(bake: &Bake, built: &mut Built) -> Result<(), Failure> {
    let version = version().map_err(failure)?;
    let (record, module) = erlang_names(bake.model, bake.root()?, &bake.name()).ok_or_else(|| bake.no_type())?;
    let generated = bake.generated("erlang")?;
    let erlang = Erlang { record: &record, module: &module, generated: &generated, images: IMAGES };
    let formats = &bake.formats.held;
    let show = |what: &str, done: usize| bake.progress.step(&format!("compiling {what}"), done, formats.len() + 1);
    show("Erlang's runtime", 0);
    let workshop = Workshop::new(&erlang, &bake.folder.join("erlang"), &version).map_err(failure)?;
    for (done, format) in formats.iter().enumerate() {
        show(&format!("{} in Erlang", format.name), done + 1);
        built.add(workshop.generated(format.name), || format!("{} (Polywire, erlang)", format.name))?;
    }
    built.tools.push(("Erlang".to_owned(), version));
    Ok(())
}
