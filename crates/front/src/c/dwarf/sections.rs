//! Sections with debugging information. Those of a file that is not linked yet refer to each other by relocations.

use super::abi;
use gimli::{DwarfFileType, DwarfSections, SectionId};
use object::read::{ObjectSection, ObjectSymbol, Relocation, Section};
use object::{Endianness, File, Object, RelocationKind, RelocationTarget};
use polywire_model::c::Abi;

/// The sections of a file, and what is known of its machine.
pub(super) struct Sections {
    pub dwarf: DwarfSections<Vec<u8>>,
    /// Which kind of file it is: one with split debugging information has sections with other names, and is read in another way.
    pub kind: DwarfFileType,
    pub is_big: bool,
    pub abi: &'static Abi,
}

/// Reads the sections of an object file; an error says what is wrong with it, and what to do.
pub(super) fn read(bytes: &[u8]) -> Result<Sections, (String, &'static str)> {
    let damaged = |error: object::Error| (format!("it is no object file: {error}"), OTHER);
    let file = File::parse(bytes).map_err(damaged)?;
    let Some(abi) = abi::of_file(&file) else {
        let message = format!("there is no ABI for its machine, {:?} ({:?})", file.architecture(), file.endianness());
        return Err((message, "write a header, or compile for a machine of the guide to raw memory"));
    };
    if file.section_by_name(SPLIT_INDEX).is_some() {
        return Err((
            "it is a package of split debugging information".to_owned(),
            "give one of the `.dwo` files that it was made of",
        ));
    }
    let is_split = file.section_by_name(SectionId::DebugInfo.dwo_name().unwrap_or_default()).is_some();
    let kind = if is_split { DwarfFileType::Dwo } else { DwarfFileType::Main };
    let dwarf = DwarfSections::load(|id| section(&file, id, kind))?;
    Ok(Sections { dwarf, kind, is_big: file.endianness() == Endianness::Big, abi })
}

/// The section of packages of split debugging information.
const SPLIT_INDEX: &str = ".debug_cu_index";

const OTHER: &str = "give a file of a compiler in the form ELF or COFF";

fn section(file: &File<'_>, id: SectionId, kind: DwarfFileType) -> Result<Vec<u8>, (String, &'static str)> {
    let name = match kind {
        DwarfFileType::Main => id.name(),
        DwarfFileType::Dwo => id.dwo_name().unwrap_or_default(),
    };
    let Some(section) = file.section_by_name(name) else { return Ok(Vec::new()) };
    let damaged = |error: object::Error| (format!("its section {name} is damaged: {error}"), OTHER);
    let found = section.compressed_data().map_err(damaged)?;
    if found.format != object::CompressionFormat::None {
        let message = format!("its section {name} is compressed");
        return Err((message, "compile with `-gz=none`, or use `objcopy --decompress-debug-sections`"));
    }
    let mut bytes = found.data.to_vec();
    relocate(file, &section, &mut bytes);
    Ok(bytes)
}

/// Fills in the places of other sections. What refers to code is of no interest, and can stay as it is.
fn relocate(file: &File<'_>, section: &Section<'_, '_>, bytes: &mut [u8]) {
    if file.kind() != object::ObjectKind::Relocatable {
        return;
    }
    for (at, relocation) in section.relocations() {
        let is_place = matches!(relocation.kind(), RelocationKind::Absolute | RelocationKind::SectionOffset);
        let width = usize::from(relocation.size() / 8);
        let place = usize::try_from(at).ok().and_then(|at| bytes.get_mut(at..at.checked_add(width)?));
        let (true, Some(place), 1..=8) = (is_place, place, width) else { continue };
        let is_big = file.endianness() == Endianness::Big;
        let value = target(file, &relocation).wrapping_add(relocation.addend() as u64);
        let before = if relocation.has_implicit_addend() { number(place, is_big) } else { 0 };
        let value = value.wrapping_add(before);
        match is_big {
            true => place.copy_from_slice(&value.to_be_bytes()[8 - width..]),
            false => place.copy_from_slice(&value.to_le_bytes()[..width]),
        }
    }
}

/// Returns the place of a symbol in its section.
fn target(file: &File<'_>, relocation: &Relocation) -> u64 {
    match relocation.target() {
        RelocationTarget::Symbol(index) => file.symbol_by_index(index).map_or(0, |it| it.address()),
        _ => 0,
    }
}

fn number(bytes: &[u8], is_big: bool) -> u64 {
    let step = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
    if is_big { bytes.iter().fold(0, step) } else { bytes.iter().rev().fold(0, step) }
}
