//! The naming service, which knows objects by names.

use crate::schema::{Language, compile};
use polywire_front::LoadedFile;
use polywire_model::Model;

const FILE: &str = "naming.idl";
const SCHEMA: &str = include_str!("naming.idl");

/// Returns its schema, and the name of the operation that finds an object.
pub fn naming() -> Option<(Model, &'static str)> {
    let load = |_: &str| Ok(LoadedFile { name: FILE.to_owned(), bytes: SCHEMA.as_bytes().to_vec() });
    Some((compile(Language::Idl, FILE, &load).model?, "CosNaming.NamingContext.resolve"))
}
