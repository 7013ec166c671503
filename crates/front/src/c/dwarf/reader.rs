//! From entries to declarations of C.

use super::entry::{Entry, Place, Units};
use crate::c::tree::{Declared, EnumId, RecordId, Type, Typedef, Unit};
use polywire_model::c::Abi;
use polywire_source::Span;
use std::collections::HashMap;

/// Types that a system's headers declare are in the model only where they are used.
const SYSTEM_FOLDERS: [&str; 1] = ["/usr/"];

/// What is read so far.
pub(super) struct Reader<'d> {
    pub units: Units<'d>,
    pub abi: &'static Abi,
    pub unit: Unit,
    pub records: HashMap<Place, RecordId>,
    pub enums: HashMap<Place, Option<EnumId>>,
    /// Records and enums by their names and places, since each unit of a linked file repeats them.
    pub known_records: HashMap<Key, RecordId>,
    pub known_enums: HashMap<Key, Option<EnumId>>,
    pub typedefs: HashMap<String, Place>,
    /// The paths of files, by their units and numbers.
    pub files: HashMap<(usize, u64), String>,
}

/// What is the same for the entries of a type in several units.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    tag: u16,
    name: Option<String>,
    file: String,
    line: u64,
    column: u64,
    size: Option<u64>,
}

impl<'d> Reader<'d> {
    /// Reads the types of all units in C that have names.
    pub fn read(&mut self) -> gimli::Result<()> {
        for unit in 0..self.units.units.len() {
            let (place, root) = self.units.root(unit)?;
            if !is_c(&root) {
                continue;
            }
            for (place, entry) in self.units.children(place)? {
                self.top(place, &entry)?;
            }
        }
        Ok(())
    }

    fn top(&mut self, place: Place, entry: &Entry) -> gimli::Result<()> {
        match (entry.tag, &entry.name) {
            (gimli::DW_TAG_structure_type | gimli::DW_TAG_union_type | gimli::DW_TAG_enumeration_type, Some(_)) => {
                self.ty(Some(place), 0)?;
            }
            (gimli::DW_TAG_typedef, Some(name)) => self.typedef(place, entry, name)?,
            _ => {}
        }
        Ok(())
    }

    fn typedef(&mut self, place: Place, entry: &Entry, name: &str) -> gimli::Result<()> {
        let ty = self.ty(Some(place), 0)?;
        if !is_identifier(name) || self.typedefs.insert(name.to_owned(), place).is_some() {
            return Ok(());
        }
        let declared = match ty {
            Type::Record(id) => Some(&mut self.unit.records[id.0].declared),
            Type::Enum(id) => Some(&mut self.unit.enums[id.0].declared),
            _ => None,
        };
        if let Some(declared) = declared.filter(|it| it.name().is_none()) {
            declared.typedef = Some(name.to_owned());
        }
        let mut declared = self.declared(place, entry);
        declared.tag = None;
        declared.typedef = Some(name.to_owned());
        self.unit.typedefs.push(Typedef { declared, ty });
        Ok(())
    }

    /// Returns the name of a type, and whether the system declares it.
    pub fn declared(&mut self, place: Place, entry: &Entry) -> Declared {
        let file = self.file(place, entry);
        Declared {
            file: 0,
            is_system: SYSTEM_FOLDERS.iter().any(|folder| file.starts_with(folder)),
            tag: entry.name.clone().filter(|name| is_identifier(name)),
            typedef: None,
            span: Span::default(),
            doc: String::new(),
            deprecated: false,
            notes: Vec::new(),
        }
    }

    /// Returns what is the same for all entries of a type; `None` if nothing tells types without a name apart.
    pub fn key(&mut self, place: Place, entry: &Entry) -> Option<Key> {
        let (_, line, column) = entry.place;
        let is_told = line > 0 && (entry.name.is_some() || column > 0) && !entry.is_declaration;
        let file = self.file(place, entry);
        is_told.then(|| Key { tag: entry.tag.0, name: entry.name.clone(), file, line, column, size: entry.size })
    }

    fn file(&mut self, Place(unit, _): Place, entry: &Entry) -> String {
        let number = entry.place.0;
        let units = &self.units;
        self.files.entry((unit, number)).or_insert_with(|| units.file(unit, number).unwrap_or_default()).clone()
    }
}

/// Returns true for the entry of a unit in C.
fn is_c(root: &Entry) -> bool {
    let is_c = |it| {
        matches!(
            it,
            gimli::DW_LANG_C89 | gimli::DW_LANG_C | gimli::DW_LANG_C99 | gimli::DW_LANG_C11 | gimli::DW_LANG_C17
        )
    };
    matches!(root.tag, gimli::DW_TAG_compile_unit | gimli::DW_TAG_partial_unit) && root.language.is_none_or(is_c)
}

/// Returns true for a name of C.
pub(super) fn is_identifier(name: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    name.chars().all(is_part) && name.chars().next().is_some_and(|it| !it.is_ascii_digit())
}
