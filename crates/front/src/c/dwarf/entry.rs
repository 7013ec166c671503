//! Entries: a type, a member or an enumerator, with all that is stated of it.

use gimli::{
    Attribute, AttributeValue, DebugInfoOffset, DebuggingInformationEntry, DwTag, Dwarf, EndianSlice, Operation,
    RunTimeEndian, Unit, UnitOffset,
};

/// The bytes of a section.
pub(super) type Bytes<'d> = EndianSlice<'d, RunTimeEndian>;

/// Where an entry is: the index of its unit, and its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place(pub usize, pub UnitOffset);

/// An entry.
pub(super) struct Entry {
    pub tag: DwTag,
    pub name: Option<String>,
    pub ty: Option<Place>,
    /// Bytes.
    pub size: Option<u64>,
    /// The width of a bit-field.
    pub bits: Option<u64>,
    /// The first byte of a member.
    pub location: Option<u64>,
    /// The first bit of a bit-field from the beginning of the record.
    pub data_bit_offset: Option<u64>,
    /// The first bit of a bit-field from the most significant one of its unit (DWARF 3).
    pub bit_offset: Option<i64>,
    pub align: Option<u32>,
    pub encoding: Option<gimli::DwAte>,
    /// An endianity of its own.
    pub has_order: bool,
    pub value: Option<i128>,
    /// The number of elements of an array; `None` if that is not known.
    pub count: Option<u64>,
    pub is_declaration: bool,
    pub is_static: bool,
    pub is_vector: bool,
    /// The number of its file, its line and its column.
    pub place: (u64, u64, u64),
    pub language: Option<gimli::DwLang>,
}

impl Entry {
    /// Creates an entry of which nothing is stated.
    const fn new(tag: DwTag) -> Self {
        Self {
            tag,
            name: None,
            ty: None,
            size: None,
            bits: None,
            location: None,
            data_bit_offset: None,
            bit_offset: None,
            align: None,
            encoding: None,
            has_order: false,
            value: None,
            count: None,
            is_declaration: false,
            is_static: false,
            is_vector: false,
            place: (0, 0, 0),
            language: None,
        }
    }
}

/// The units of a file.
pub(super) struct Units<'d> {
    pub dwarf: Dwarf<Bytes<'d>>,
    pub units: Vec<Unit<Bytes<'d>>>,
}

impl<'d> Units<'d> {
    /// Reads the heads of all units.
    pub fn read(dwarf: Dwarf<Bytes<'d>>) -> gimli::Result<Self> {
        let mut units = Vec::new();
        let mut headers = dwarf.units();
        while let Some(header) = headers.next()? {
            units.push(dwarf.unit(header)?);
        }
        Ok(Self { dwarf, units })
    }

    /// Returns the files with the debugging information of units that have it elsewhere.
    pub fn split(&self) -> gimli::Result<Vec<String>> {
        let mut files = Vec::new();
        for unit in &self.units {
            if let Some(name) = unit.dwo_name()? {
                files.push(self.dwarf.attr_string(unit, name)?.to_string_lossy().into_owned());
            }
        }
        Ok(files)
    }

    /// Returns an entry.
    pub fn entry(&self, place: Place) -> gimli::Result<Entry> {
        self.read_entry(place.0, &self.units[place.0].entry(place.1)?)
    }

    /// Returns the entry of a whole unit.
    pub fn root(&self, unit: usize) -> gimli::Result<(Place, Entry)> {
        let mut tree = self.units[unit].entries_tree(None)?;
        let root = tree.root()?;
        Ok((Place(unit, root.entry().offset()), self.read_entry(unit, root.entry())?))
    }

    /// Returns the entries directly inside of one.
    pub fn children(&self, of: Place) -> gimli::Result<Vec<(Place, Entry)>> {
        let mut tree = self.units[of.0].entries_tree(Some(of.1))?;
        let mut children = tree.root()?.children();
        let mut found = Vec::new();
        while let Some(child) = children.next()? {
            let entry = child.entry();
            found.push((Place(of.0, entry.offset()), self.read_entry(of.0, entry)?));
        }
        Ok(found)
    }

    /// Returns the path of a file of a unit.
    pub fn file(&self, unit: usize, number: u64) -> Option<String> {
        let unit = &self.units[unit];
        let header = unit.line_program.as_ref()?.header();
        let file = header.file(number)?;
        let text = |value| Some(self.dwarf.attr_string(unit, value).ok()?.to_string_lossy().into_owned());
        let name = text(file.path_name())?;
        if name.starts_with('/') {
            return Some(name);
        }
        Some(format!("{}/{name}", file.directory(header).and_then(text).unwrap_or_default()))
    }

    fn read_entry(&self, unit: usize, entry: &DebuggingInformationEntry<'_, '_, Bytes<'d>>) -> gimli::Result<Entry> {
        let mut found = Entry::new(entry.tag());
        let mut attributes = entry.attrs();
        while let Some(attribute) = attributes.next()? {
            self.add(unit, &attribute, &mut found);
        }
        Ok(found)
    }

    fn add(&self, unit: usize, attribute: &Attribute<Bytes<'d>>, entry: &mut Entry) {
        let value = attribute.value();
        let unsigned = || number(&value).and_then(|it| u64::try_from(it).ok());
        match attribute.name() {
            gimli::DW_AT_name => {
                let text = self.dwarf.attr_string(&self.units[unit], value).ok();
                entry.name = text.map(|it| it.to_string_lossy().into_owned());
            }
            gimli::DW_AT_type => entry.ty = self.reference(unit, &value),
            gimli::DW_AT_byte_size => entry.size = unsigned(),
            gimli::DW_AT_bit_size => entry.bits = unsigned(),
            gimli::DW_AT_data_member_location => entry.location = self.location(unit, &value),
            gimli::DW_AT_data_bit_offset => entry.data_bit_offset = unsigned(),
            gimli::DW_AT_bit_offset => entry.bit_offset = number(&value).and_then(|it| i64::try_from(it).ok()),
            gimli::DW_AT_alignment => entry.align = unsigned().and_then(|it| u32::try_from(it).ok()),
            gimli::DW_AT_encoding => {
                if let AttributeValue::Encoding(encoding) = value {
                    entry.encoding = Some(encoding);
                }
            }
            gimli::DW_AT_endianity => entry.has_order = true,
            gimli::DW_AT_const_value => entry.value = number(&value),
            gimli::DW_AT_count => entry.count = unsigned(),
            // The bound of an array without elements is -1.
            gimli::DW_AT_upper_bound => entry.count = number(&value).and_then(|it| u64::try_from(it + 1).ok()),
            gimli::DW_AT_declaration => entry.is_declaration = true,
            gimli::DW_AT_external => entry.is_static = true,
            gimli::DW_AT_GNU_vector => entry.is_vector = true,
            gimli::DW_AT_decl_file => entry.place.0 = file_number(&value).unwrap_or_default(),
            gimli::DW_AT_decl_line => entry.place.1 = unsigned().unwrap_or_default(),
            gimli::DW_AT_decl_column => entry.place.2 = unsigned().unwrap_or_default(),
            gimli::DW_AT_language => {
                if let AttributeValue::Language(language) = value {
                    entry.language = Some(language);
                }
            }
            _ => {}
        }
    }

    fn reference(&self, unit: usize, value: &AttributeValue<Bytes<'d>>) -> Option<Place> {
        match value {
            AttributeValue::UnitRef(offset) => Some(Place(unit, *offset)),
            AttributeValue::DebugInfoRef(offset) => self.place_of(*offset),
            _ => None,
        }
    }

    fn place_of(&self, offset: DebugInfoOffset) -> Option<Place> {
        let mut units = self.units.iter().enumerate();
        units.find_map(|(index, unit)| Some(Place(index, offset.to_unit_offset(&unit.header)?)))
    }

    /// Returns a number of bytes, which old compilers state as an addition.
    fn location(&self, unit: usize, value: &AttributeValue<Bytes<'d>>) -> Option<u64> {
        let AttributeValue::Exprloc(expression) = value else {
            return number(value).and_then(|it| u64::try_from(it).ok());
        };
        let mut operations = expression.operations(self.units[unit].encoding());
        match (operations.next(), operations.next()) {
            (Ok(Some(Operation::PlusConstant { value })), Ok(None)) => Some(value),
            _ => None,
        }
    }
}

fn file_number(value: &AttributeValue<Bytes<'_>>) -> Option<u64> {
    match value {
        AttributeValue::FileIndex(number) => Some(*number),
        value => number(value).and_then(|it| u64::try_from(it).ok()),
    }
}

/// Returns a number, whose form tells whether it has a sign.
fn number(value: &AttributeValue<Bytes<'_>>) -> Option<i128> {
    match value {
        AttributeValue::Data1(it) => Some((*it).into()),
        AttributeValue::Data2(it) => Some((*it).into()),
        AttributeValue::Data4(it) => Some((*it).into()),
        AttributeValue::Data8(it) | AttributeValue::Udata(it) => Some((*it).into()),
        AttributeValue::Sdata(it) => Some((*it).into()),
        _ => None,
    }
}
