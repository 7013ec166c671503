//! Generated Erlang.

use super::formats::IMAGES;
use super::{Bake, Built, failure, language_named};
use crate::command::failure::Failure;
use polywire::generate::Placement;
use polywire_bench::erlang::{Erlang, Workshop, version};
use polywire_bench::peers::erlang::{self as peers, Work};
use std::path::Path;

/// Builds a subject for each format.
pub(super) fn build(bake: &Bake, built: &mut Built) -> Result<(), Failure> {
    let version = version().map_err(failure)?;
    let language = language_named("erlang")?;
    let (record, module) = bake.names(language, &Placement::default())?;
    let generated = bake.generated(language)?;
    let erlang = Erlang { record: &record, module: &module, generated: &generated, images: IMAGES };
    let formats = &bake.formats.held;
    let show = |what: &str, done: usize| bake.progress.step(&format!("compiling {what}"), done, formats.len() + 1);
    show("Erlang's runtime", 0);
    let workshop = Workshop::new(&erlang, &bake.folder.join("erlang"), &version).map_err(failure)?;
    for (done, format) in formats.iter().enumerate() {
        show(&format!("{} in Erlang", format.name), done + 1);
        built.add(workshop.generated(format.name), || format!("{} (Polywire, erlang)", format.name))?;
    }
    if let Some(installed) = &bake.args.peers {
        build_peers(bake, &workshop, installed, built)?;
    }
    built.tools.push(("Erlang".to_owned(), version));
    Ok(())
}

/// Builds a subject for each installed implementation by others of the measured formats.
fn build_peers(bake: &Bake, workshop: &Workshop, installed: &Path, built: &mut Built) -> Result<(), Failure> {
    let installed = &std::path::absolute(installed).map_err(|error| Failure::reading(installed, &error))?;
    let proto = bake.proto();
    let mut peers = peers::all().to_vec();
    peers.retain(|peer| bake.formats.held.iter().any(|format| format.name == peer.format()));
    for (done, peer) in peers.iter().enumerate() {
        bake.progress.step(&format!("compiling {}", peer.name()), done, peers.len());
        let folder = &workshop.folder(peer.name()).map_err(failure)?;
        let modules = workshop.modules();
        let work = Work { folder, modules, model: bake.model, root: bake.root()?, proto: &proto, installed };
        let subject = match peer.prepare(&work) {
            Ok(program) => workshop.peer((peer.format(), peer.name()), &program),
            Err(missing) => Err(missing.into()),
        };
        built.add(subject, || format!("{} ({}, erlang)", peer.format(), peer.name()))?;
    }
    Ok(())
}
