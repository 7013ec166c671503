//! Protocol Buffers schemas: `.proto` files (proto2, proto3 and editions) and serialized descriptor sets.
//!
//! Text → tokens → syntax tree → *descriptors* → checks → model. Descriptors are the middle of it: sets are read into them
//! and written from them, canonical text is printed from them, and the model is built only from them.
//!
//! Design: docs/decisions/0020-front-end-of-proto.md

mod ast;
mod build;
mod capability;
mod check;
mod codes;
mod complete;
pub mod descriptor;
mod features;
mod from_model;
mod index;
mod lex;
mod link;
mod load;
mod option;
mod parse;
mod place;
mod print;
mod scalar;
mod source;
mod to_model;
mod well_known;
mod wire;

pub use from_model::{derive_proto, derive_proto_files};
pub use print::{Printed, print_proto};
pub use source::SOURCE;
pub use wire::{ReadError, SourceOptions, read_descriptor_set, write_descriptor_set};

use crate::Loader;
use descriptor::DescriptorSet;
use features::FeatureMap;
use place::Places;
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};

/// A compilation without errors.
#[derive(Debug)]
pub struct Compilation {
    /// The descriptors of all files, imported ones first.
    pub descriptors: DescriptorSet,
    /// The declarations of all files, imported ones first.
    pub model: Model,
}

/// The treatment of extensions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extensions {
    /// Each is a field of the message that it extends.
    #[default]
    Inside,
    /// Each is a struct of its own, with the extension's name and one field, `value`. The unknown fields of a message
    /// that was decoded without the extension can be decoded as that struct.
    Apart,
}

/// Compiles the file `path` and all that it imports. The files are added to `sources`, problems to `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile(
    path: &str,
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    compile_with(path, loader, Extensions::default(), sources, diagnostics)
}

/// Like [`compile`], with the treatment of extensions chosen by the caller.
pub fn compile_with(
    path: &str,
    loader: &Loader<'_>,
    extensions: Extensions,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    compile_files(&[path], loader, extensions, sources, diagnostics)
}

/// Compiles several files, which may import each other, and all that they import.
pub fn compile_files(
    paths: &[&str],
    loader: &Loader<'_>,
    extensions: Extensions,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let (mut set, places, is_incomplete) = read(paths, loader, sources, diagnostics);
    let features = resolve(&mut set, &places, is_incomplete, diagnostics);
    finish(set, (&features, &places, extensions), diagnostics)
}

/// Like [`compile`], but without the model: `None` after an error that protoc would report too.
pub fn compile_to_descriptors(
    path: &str,
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<DescriptorSet> {
    let (mut set, places, is_incomplete) = read(&[path], loader, sources, diagnostics);
    resolve(&mut set, &places, is_incomplete, diagnostics);
    set.docs = places.docs();
    (!diagnostics.has_errors()).then_some(set)
}

/// Checks descriptors and builds their model, as [`compile`] does for text.
pub fn compile_descriptors(set: DescriptorSet, diagnostics: &mut Diagnostics) -> Option<Compilation> {
    compile_descriptors_with(set, Extensions::default(), diagnostics)
}

/// Like [`compile_descriptors`], with the treatment of extensions chosen by the caller.
pub fn compile_descriptors_with(
    set: DescriptorSet,
    extensions: Extensions,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let mut places = Places::default();
    let mut set = complete::complete(set, &mut places, diagnostics);
    let features = resolve(&mut set, &places, diagnostics.has_errors(), diagnostics);
    finish(set, (&features, &places, extensions), diagnostics)
}

/// Returns the unresolved files, their places, and true if a file failed to parse or load.
fn read(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> (DescriptorSet, Places, bool) {
    let mut places = Places::default();
    let units = load::load(paths, loader, sources, diagnostics);
    let is_incomplete = diagnostics.has_errors();
    let files = units.into_iter().map(|unit| build::build(&unit.path, unit.ast, &mut places, diagnostics)).collect();
    (DescriptorSet { files, ..DescriptorSet::default() }, places, is_incomplete)
}

fn finish(
    mut descriptors: DescriptorSet,
    (features, places, extensions): (&FeatureMap, &Places, Extensions),
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    if diagnostics.has_errors() {
        return None;
    }
    let mut model = to_model::to_model(&descriptors.files, (features, places, extensions), diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    model.cut_cycles();
    descriptors.docs = places.docs();
    Some(Compilation { descriptors, model })
}

/// Resolves names, interprets options and checks everything.
///
/// `is_incomplete`: a file failed to parse or load, so that declarations may only seem to be missing.
fn resolve(set: &mut DescriptorSet, places: &Places, is_incomplete: bool, diagnostics: &mut Diagnostics) -> FeatureMap {
    let mut names = link::link(&mut set.files, places, is_incomplete, diagnostics);
    let built_in: Option<index::BuiltIn> = Some(well_known::descriptor);
    option::interpret(&mut set.files, built_in, &mut names, places, diagnostics);
    check::check(set, built_in, &names, places, diagnostics)
}
