//! The official C++ implementation of FlatBuffers. Its schema has the layout of the measured one: slots, structs in line,
//! the identifier.

use super::glue::Glue;
use super::installed::{Library, run, tool};
use super::schema::{Can, FILE, SCOPE, Schema};
use super::sources::program;
use super::{Missing, Peer, Work};
use crate::cpp::Program;
use crate::work::write;
use polywire_front::fbs::derive_fbs;
use polywire_lower::flatbuffers::tables_of;
use polywire_model::attr::FlatbuffersFile;
use std::process::Command;

pub(super) struct FlatBuffers;

const LIBRARY: Library = Library { header: "flatbuffers/flatbuffers.h", package: "", links: &[] };

const GLUE: Glue = Glue {
    template: ("table", "fields"),
    field: "FLATBUFFERS_FIELD",
    name: str::to_owned,
    also: |name, it| match it.is_inline {
        true => String::new(),
        false => format!("  using Builder = {SCOPE}::{name}Builder;\n"),
    },
};

impl Peer for FlatBuffers {
    fn name(&self) -> &'static str {
        "libflatbuffers"
    }

    fn format(&self) -> &'static str {
        "flatbuffers"
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        let can = Can { optional_scalars: true, any_enums: false, optional_texts: true, nested_lists: false };
        let mut schema = Schema::new(work.model, work.root, can)?;
        let (flags, flatc) = (LIBRARY.flags(work)?, tool(work, "flatc")?);
        let identifier = identifier(work);
        let facts = FlatbuffersFile { root: Some(schema.root), identifier, extension: None };
        schema.model.flatbuffers_files.insert(FILE.to_owned(), facts);
        let file = format!("{FILE}.fbs");
        write(&work.folder.join(&file), derive_fbs(&tables_of(&schema.model)).text).map_err(Missing::Failed)?;
        run(work, Command::new(flatc).args(["--cpp", &file]))?;
        let glue = GLUE.print(&schema, &format!("{FILE}_generated.h"));
        let identifier: String = identifier.iter().flatten().map(|byte| format!(", {byte}")).collect();
        let codec = format!("peers::flatbuffers_codec<{}, {}{identifier}>", work.cpp_type, schema.cpp_root());
        program(work, ("flatbuffers.hpp", &codec), &glue, flags, Vec::new())
    }
}

/// Returns the identifier that messages of the root type have.
fn identifier(work: &Work) -> Option<[u8; 4]> {
    let mut files = work.model.flatbuffers_files.values();
    files.find(|file| file.root == Some(work.root)).and_then(|file| file.identifier)
}
