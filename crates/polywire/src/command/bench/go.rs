//! Generated Go.

use super::formats::IMAGES;
use super::{Bake, Built, failure, language_named};
use crate::command::failure::Failure;
use polywire::Format;
use polywire::generate::{Packages, Placement};
use polywire_bench::Error;
use polywire_bench::go::{Generated, UNMEASURED, Workshop, import_path, version};
use polywire_bench::peers::go::{self as peers, ProtoFile, Work};
use std::path::Path;

/// Builds a subject for each format.
pub(super) fn build(bake: &Bake, built: &mut Built) -> Result<(), Failure> {
    let version = version().map_err(failure)?;
    let formats = &bake.formats.held;
    let show = |what: &str, done: usize| bake.progress.step(&format!("compiling {what}"), done, formats.len() + 1);
    show("Go's runtime", 0);
    let Some(unmeasured) = built.need("Go", generated(bake, None))? else { return Ok(()) };
    let workshop = Workshop::new(&bake.folder.join("go"), &version, &unmeasured).map_err(failure)?;
    for (done, format) in formats.iter().enumerate() {
        show(&format!("{} in Go", format.name), done + 1);
        let subject = match generated(bake, Some(format)) {
            Ok(code) => workshop.generated(format.name, &code),
            Err(Failure::Input(reason)) => Err(Error::Tool(reason)),
            Err(failure) => return Err(failure),
        };
        built.add(subject, || format!("{} (Polywire, go)", format.name))?;
    }
    if let Some(installed) = &bake.args.peers {
        build_peers(bake, &workshop, installed, built)?;
    }
    built.tools.push(("Go".to_owned(), version));
    Ok(())
}

/// Builds a subject for each installed implementation by others of the measured formats.
fn build_peers(bake: &Bake, workshop: &Workshop, installed: &Path, built: &mut Built) -> Result<(), Failure> {
    let installed = &std::path::absolute(installed).map_err(|error| Failure::reading(installed, &error))?;
    let packages = bake.schema.descriptors.files.iter().map(|file| file.package.clone());
    let files = bake.proto().into_iter().zip(packages);
    let proto: Vec<ProtoFile> = files.map(|((name, text), package)| ProtoFile { name, package, text }).collect();
    let decl = bake.model.decl(bake.root()?);
    let mut peers = peers::all().to_vec();
    peers.retain(|peer| bake.formats.held.iter().any(|format| format.name == peer.format()));
    for (done, peer) in peers.iter().enumerate() {
        bake.progress.step(&format!("compiling {}", peer.name()), done, peers.len());
        let folder = &workshop.peer_folder(peer.name()).map_err(failure)?;
        let (root, package, runtime) = (&*decl.name, &*decl.module, workshop.runtime());
        let work = Work { folder, root, package, proto: &proto, installed, runtime };
        let subject = match peer.prepare(&work) {
            Ok(program) => workshop.peer((peer.format(), peer.name()), &program),
            Err(missing) => Err(missing.into()),
        };
        built.add(subject, || format!("{} ({}, go)", peer.format(), peer.name()))?;
    }
    Ok(())
}

fn generated(bake: &Bake, format: Option<&'static Format>) -> Result<Generated, Failure> {
    let language = language_named("go")?;
    let subject = format.map_or(UNMEASURED, |format| format.name);
    let packages = Packages { root: import_path(subject), ..Packages::default() };
    let formats: Vec<&'static Format> = format.into_iter().collect();
    let placement = Placement { packages, ..Placement::default() };
    let (path, _) = bake.names(language, &placement)?;
    let (package, type_name) = path.rsplit_once('.').ok_or_else(|| bake.no_type())?;
    let files = bake.code(language, &formats, placement, false)?;
    Ok(Generated {
        package: package.to_owned(),
        type_name: type_name.to_owned(),
        format: format.map(|format| (language.format_name)(format.name)),
        images: (language.format_name)(IMAGES),
        files,
    })
}
