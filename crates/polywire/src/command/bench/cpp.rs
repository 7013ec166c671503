//! Generated C++.

use super::formats::IMAGES;
use super::{Bake, Built, failure, language_named};
use crate::command::failure::Failure;
use polywire::generate::Placement;
use polywire_bench::cpp::{Compiler, Cpp, Workshop};
use polywire_bench::peers::{self, Work};

/// Builds a subject for each format.
pub(super) fn build(bake: &Bake, built: &mut Built) -> Result<(), Failure> {
    let compiler = Compiler::find(&bake.args.cxxflags).map_err(failure)?;
    let root = bake.root()?;
    let language = language_named("cpp")?;
    let (type_name, header) = bake.names(language, &Placement::default())?;
    let generated = bake.generated(language)?;
    let cpp = Cpp { type_name: &type_name, header: &header, generated: &generated, images: IMAGES };
    let formats = &bake.formats.held;
    let show = |what: &str, done: usize| bake.progress.step(&format!("compiling {what}"), done, formats.len() + 1);
    show("the harness", 0);
    let workshop = Workshop::new(&cpp, &bake.folder.join("cpp"), &compiler).map_err(failure)?;
    for (done, format) in formats.iter().enumerate() {
        show(format.name, done + 1);
        built.add(workshop.generated(format.name), || format!("{} (Polywire)", format.name))?;
    }
    if let Some(installed) = &bake.args.peers {
        // Schema compilers run in other folders, so the path must be absolute.
        let installed = &std::path::absolute(installed).map_err(|error| Failure::reading(installed, &error))?;
        let (folder, cpp_type, header) = (&*bake.folder, &*type_name, &*header);
        let work = Work { folder, cpp_type, header, model: bake.model, root, installed, compiler: &compiler };
        build_peers(bake, &workshop, work, built)?;
    }
    built.tools.push(("C++".to_owned(), format!("{} {}", compiler.version, compiler.flags.join(" "))));
    Ok(())
}

/// Builds a subject for each installed implementation by others, of the formats that the user names, if any.
fn build_peers(bake: &Bake, workshop: &Workshop, work: Work, built: &mut Built) -> Result<(), Failure> {
    let mut peers = peers::all();
    peers.retain(|peer| bake.args.wire.is_empty() || bake.args.wire.iter().any(|name| name == peer.format()));
    for (done, peer) in peers.iter().enumerate() {
        bake.progress.step(&format!("compiling {}", peer.name()), done, peers.len());
        let folder = workshop.folder(&format!("{}-{}", peer.format(), peer.name())).map_err(failure)?;
        let subject = match peer.prepare(&Work { folder: &folder, ..work }) {
            Ok(program) => workshop.peer((peer.format(), peer.name()), &program),
            Err(missing) => Err(missing.into()),
        };
        built.add(subject, || format!("{} ({})", peer.format(), peer.name()))?;
    }
    Ok(())
}
