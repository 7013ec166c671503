//! Debugging information (DWARF) of object files: the types of a program at the places that its compiler gave their members.
//!
//! Sections → entries → *tree*, as that of headers, in which each struct states its layout → model.
//!
//! Invariant: layouts are those of the compiler, and integers have the widths of its ABI. The model is for this ABI only.
//!
//! Design: docs/decisions/0136-raw-memory.md

mod abi;
mod entry;
mod enumeration;
mod left_out;
mod reader;
mod record;
mod sections;
mod types;

use super::tree::Unit;
use super::{Compilation, codes, to_model};
use crate::preprocess::SourceFile;
use entry::Units;
use gimli::{EndianSlice, RunTimeEndian};
use polywire_source::{Diagnostic, Diagnostics, Span};
use reader::Reader;
use sections::Sections;
use std::collections::HashMap;

/// Compiles the debugging information of an object file, a library or a program. Problems are added to `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile_object(path: &str, bytes: &[u8], diagnostics: &mut Diagnostics) -> Option<Compilation> {
    let sections = match sections::read(bytes) {
        Ok(sections) => sections,
        Err((message, help)) => {
            diagnostics.push(Diagnostic::error(codes::OBJECT, format!("{path}: {message}")).help(help));
            return None;
        }
    };
    let (mut unit, split) = match read(&sections) {
        Ok(found) => found,
        Err(error) => {
            let message = format!("{path}: its debugging information is damaged: {error}");
            diagnostics.push(Diagnostic::error(codes::OBJECT, message).help("compile it again, with `-g`"));
            return None;
        }
    };
    if let [first, ..] = &*split {
        let message = format!("{path}: the debugging information is in other files: {}", split.join(", "));
        let help = format!("give such a file instead, such as `{first}`, or compile without `-gsplit-dwarf`");
        let has_types = !unit.records.is_empty() || !unit.typedefs.is_empty();
        let problem = if has_types { Diagnostic::warning } else { Diagnostic::error };
        diagnostics.push(problem(codes::OBJECT, message).help(help));
        if !has_types {
            return None;
        }
    }
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name).to_owned();
    unit.files.push(SourceFile { name, source: Span::default().file, includes: Vec::new(), is_built_in: false });
    left_out::leave_out(&mut unit, diagnostics);
    let (mut model, typedefs) = to_model::to_model(&unit, diagnostics);
    model.options.memory.abi = sections.abi;
    (!diagnostics.has_errors()).then_some(Compilation { model, typedefs })
}

/// Returns the types, and the files with types of units that have them elsewhere.
fn read(sections: &Sections) -> gimli::Result<(Unit, Vec<String>)> {
    let endian = if sections.is_big { RunTimeEndian::Big } else { RunTimeEndian::Little };
    let mut dwarf = sections.dwarf.borrow(|bytes| EndianSlice::new(bytes, endian));
    dwarf.file_type = sections.kind;
    let units = Units::read(dwarf)?;
    let split = units.split()?;
    let mut reader = Reader {
        units,
        abi: sections.abi,
        unit: Unit::default(),
        records: HashMap::new(),
        enums: HashMap::new(),
        known_records: HashMap::new(),
        known_enums: HashMap::new(),
        typedefs: HashMap::new(),
        files: HashMap::new(),
    };
    reader.read()?;
    reader.unit.measured.set(0);
    Ok((reader.unit, split))
}
