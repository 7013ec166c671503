use crate::Corner;
use polywire_front::{LoadError, LoadedFile, capnp};
use polywire_source::{Diagnostics, SourceMap};

/// Groups and named unions of Cap'n Proto, which have their members in the sections of the struct around, bits in bytes that
/// belong to others too among them; null pointers that stand for defaults; pointers that the model does not hold.
pub(crate) fn corner() -> Corner {
    let loader = |path: &str| match path {
        "groups.capnp" => {
            Ok(LoadedFile { name: path.to_owned(), bytes: include_bytes!("capnp_groups.capnp").to_vec() })
        }
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = capnp::compile_files(&["groups.capnp"], &loader, &mut sources, &mut diagnostics);
    let mut model = compiled.expect("a schema without errors").model;
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    Corner { name: "capnp_groups", model, formats: &["capnp", "capnp_packed"] }
}
