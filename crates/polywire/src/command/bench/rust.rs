//! Generated Rust.

use super::formats::IMAGES;
use super::{Bake, Built, failure, language_named};
use crate::command::failure::Failure;
use polywire::Format;
use polywire::generate::Placement;
use polywire_bench::Error;
use polywire_bench::peers::rust::{self as peers, Work};
use polywire_bench::rust::{Compiler, Generated, Leaves, PROFILE, Workshop};
use std::path::Path;

/// Builds a subject for each format.
pub(super) fn build(bake: &Bake, leaves: Leaves, built: &mut Built) -> Result<(), Failure> {
    let compiler = Compiler::find().map_err(failure)?;
    let formats = &bake.formats.held;
    let show = |what: &str, done: usize| bake.progress.step(&format!("compiling {what}"), done, formats.len() + 1);
    show("Rust's runtime", 0);
    let tools = format!("{} {} {}", compiler.version, compiler.flags, PROFILE.trim_end().replace('\n', ", "));
    let Some(unmeasured) = built.need("Rust", generated(bake, None))? else { return Ok(()) };
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
    if let Some(installed) = &bake.args.peers
        && leaves == Leaves::Fast
    {
        build_peers(bake, &workshop, installed, built)?;
    }
    built.tools.retain(|(tool, _)| tool != "Rust");
    built.tools.push(("Rust".to_owned(), tools));
    Ok(())
}

/// Builds a subject for each installed implementation by others of the measured formats.
fn build_peers(bake: &Bake, workshop: &Workshop, installed: &Path, built: &mut Built) -> Result<(), Failure> {
    let installed = &std::path::absolute(installed).map_err(|error| Failure::reading(installed, &error))?;
    let (proto, decl, runtime) = (bake.proto(), bake.model.decl(bake.root()?), workshop.runtime());
    for (done, peer) in peers::all().iter().enumerate() {
        let Some(format) = bake.formats.held.iter().find(|format| format.name == peer.format()) else { continue };
        bake.progress.step(&format!("compiling {}", peer.name()), done, peers::all().len());
        let folder = &workshop.peer_folder(peer.name()).map_err(failure)?;
        let (root, package) = (&*decl.name, &*decl.module);
        let work = Work { folder, root, package, proto: &proto, installed, runtime: &runtime };
        let subject = match peer.prepare(&work) {
            Ok(program) => workshop.peer((peer.format(), peer.name()), &program, &generated(bake, Some(format))?),
            Err(missing) => Err(missing.into()),
        };
        built.add(subject, || format!("{} ({}, rust)", peer.format(), peer.name()))?;
    }
    Ok(())
}

fn generated(bake: &Bake, format: Option<&'static Format>) -> Result<Generated, Failure> {
    let language = language_named("rust")?;
    let formats: Vec<&'static Format> = format.into_iter().collect();
    let placement = Placement::default();
    let (type_name, _) = bake.names(language, &placement)?;
    let format = format.map(|format| (language.format_name)(format.name));
    let images = (language.format_name)(IMAGES);
    Ok(Generated { type_name, format, images, files: bake.code(language, &formats, placement, false)? })
}
