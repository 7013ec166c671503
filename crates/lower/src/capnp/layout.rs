use super::holes::Holes;

/// What a member of a struct needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Nothing: a case without a value.
    Nothing,
    /// So many bits of data, as their binary logarithm (0 to 6).
    Data(usize),
    /// A pointer.
    Pointer,
}

/// Where a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// Nowhere.
    Nothing,
    /// At this bit of the data section.
    Data(u32),
    /// In the pointer with this index.
    Pointer(u32),
}

/// The sections of a struct as its members are added in the order of their ordinals, each to the first hole that it fits.
#[derive(Debug, Default)]
pub(super) struct Sections {
    /// Words of the data section.
    pub data_words: u32,
    /// Words of the pointer section.
    pub pointers: u32,
    holes: Holes,
}

impl Sections {
    /// Adds a member.
    pub fn add(&mut self, need: Need) -> Slot {
        match need {
            Need::Nothing => Slot::Nothing,
            Need::Data(size) => Slot::Data(self.add_data(size) << size),
            Need::Pointer => Slot::Pointer(self.add_pointer()),
        }
    }

    fn add_data(&mut self, size: usize) -> u32 {
        if let Some(offset) = self.holes.take(size) {
            return offset;
        }
        let offset = self.data_words << (6 - size);
        self.data_words += 1;
        self.holes.free_rest_of_word(size, offset + 1);
        offset
    }

    fn add_pointer(&mut self) -> u32 {
        self.pointers += 1;
        self.pointers - 1
    }
}

/// A union in a struct. Its cases share locations of the struct's sections; the discriminant gets its place when the
/// second case is added.
#[derive(Debug, Default)]
pub(super) struct SharedSpace {
    locations: Vec<Location>,
    pointer: Option<u32>,
    cases: u32,
    /// Where the discriminant is, in bits; `None` for fewer than two cases.
    pub tag: Option<u32>,
}

#[derive(Debug)]
struct Location {
    size: usize,
    offset: u32,
}

impl SharedSpace {
    /// Adds a case.
    pub fn add(&mut self, sections: &mut Sections, need: Need) -> Slot {
        self.cases += 1;
        if self.cases == 2 {
            self.tag = Some(sections.add_data(4) << 4);
        }
        match need {
            Need::Nothing => Slot::Nothing,
            Need::Data(size) => Slot::Data(self.locate(sections, size)),
            Need::Pointer => Slot::Pointer(*self.pointer.get_or_insert_with(|| sections.add_pointer())),
        }
    }

    /// The bit at which a case's data is: in the smallest location that holds it, else in the first that can be grown to
    /// hold it, else in a new one. Growing keeps a location's first bit.
    fn locate(&mut self, sections: &mut Sections, size: usize) -> u32 {
        if let Some(location) = self.locations.iter().filter(|it| it.size >= size).min_by_key(|it| it.size) {
            return location.offset << location.size;
        }
        for location in &mut self.locations {
            if sections.holes.grow(location.size, location.offset, size - location.size) {
                location.offset >>= size - location.size;
                location.size = size;
                return location.offset << size;
            }
        }
        let offset = sections.add_data(size);
        self.locations.push(Location { size, offset });
        offset << size
    }

    /// The bit that cases of type Bool share with other members' bits of the same byte, if there is such a location.
    pub fn single_bit(&self) -> Option<u32> {
        self.locations.iter().find(|it| it.size == 0).map(|it| it.offset)
    }
}
