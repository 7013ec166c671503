//! The layout of a Cap'n Proto struct: sections for data and pointers, in which members get their places in the order
//! of their ordinals, each in the first hole that is large enough. The groups of a union share places.
//!
//! The rules are those of the official compiler, which its documentation leaves open; the offsets are tested against
//! its own.
//!
//! Design: docs/decisions/0021-front-end-of-capnp.md

mod holes;
mod usage;

use holes::Holes;
use usage::Usage;

/// The space that a member of a struct needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// No space.
    Nothing,
    /// Data of this many bits, as a binary logarithm (0 to 6).
    Data(usize),
    /// A pointer.
    Pointer,
}

/// The place of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The member needs no space.
    Nothing,
    /// A bit offset in the data section.
    Data(u32),
    /// An index in the pointer section.
    Pointer(u32),
}

/// The sections of a struct while members are added.
#[derive(Debug, Default)]
pub struct Layout {
    data_words: u32,
    pointers: u32,
    holes: Holes,
    unions: Vec<Union>,
    groups: Vec<Group>,
}

/// The scope to which members are added: the struct itself, or a group of a union.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The struct. A group outside unions adds its members to the enclosing scope.
    #[default]
    Struct,
    /// A group whose members share places with the other groups of its union.
    Group(GroupId),
}

/// A group of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupId(usize);

/// A union in a struct or in a group of another union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnionId(usize);

#[derive(Debug)]
struct Union {
    scope: Scope,
    /// The number of groups with members.
    groups: usize,
    discriminant: Option<u32>,
    data: Vec<Location>,
    pointers: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Location {
    size: usize,
    offset: u32,
}

#[derive(Debug)]
struct Group {
    union: UnionId,
    has_members: bool,
    /// By location of the union.
    data: Vec<Usage>,
    pointers: usize,
}

impl Layout {
    /// Returns the words of the data section.
    pub fn data_words(&self) -> u32 {
        self.data_words
    }

    /// Returns the words of the pointer section.
    pub fn pointers(&self) -> u32 {
        self.pointers
    }

    /// Begins a union in a scope.
    pub fn union(&mut self, scope: Scope) -> UnionId {
        self.unions.push(Union { scope, groups: 0, discriminant: None, data: Vec::new(), pointers: Vec::new() });
        UnionId(self.unions.len() - 1)
    }

    /// Begins a group of a union. A union member that is not a group gets its own group.
    pub fn group(&mut self, union: UnionId) -> Scope {
        self.groups.push(Group { union, has_members: false, data: Vec::new(), pointers: 0 });
        Scope::Group(GroupId(self.groups.len() - 1))
    }

    /// Adds a member.
    pub fn add(&mut self, scope: Scope, need: Need) -> Slot {
        match need {
            Need::Nothing => {
                self.add_nothing(scope);
                Slot::Nothing
            }
            Need::Data(size) => Slot::Data(self.add_data(scope, size) << size),
            Need::Pointer => Slot::Pointer(self.add_pointer(scope)),
        }
    }

    /// Returns the offset of a union's discriminant in units of 16 bits; `None` for a union with fewer than two
    /// non-empty groups.
    pub fn discriminant(&self, union: UnionId) -> Option<u32> {
        self.unions[union.0].discriminant
    }

    /// Places the discriminant unless it has a place; returns true if it was placed now.
    pub fn add_discriminant(&mut self, union: UnionId) -> bool {
        let it = &self.unions[union.0];
        if it.discriminant.is_some() {
            return false;
        }
        let offset = self.add_data(it.scope, 4);
        self.unions[union.0].discriminant = Some(offset);
        true
    }

    fn add_nothing(&mut self, scope: Scope) {
        if let Scope::Group(id) = scope {
            let union = self.enter(id);
            self.add_nothing(self.unions[union.0].scope);
        }
    }

    /// Returns the offset in units of the size.
    fn add_data(&mut self, scope: Scope, size: usize) -> u32 {
        match scope {
            Scope::Struct => self.add_to_section(size),
            Scope::Group(id) => self.add_to_group(id, size),
        }
    }

    fn add_to_section(&mut self, size: usize) -> u32 {
        if let Some(offset) = self.holes.take(size) {
            return offset;
        }
        let offset = self.data_words << (6 - size);
        self.data_words += 1;
        self.holes.free_rest(size, offset + 1, 6);
        offset
    }

    fn add_pointer(&mut self, scope: Scope) -> u32 {
        let Scope::Group(id) = scope else {
            self.pointers += 1;
            return self.pointers - 1;
        };
        let union = self.enter(id).0;
        let next = self.groups[id.0].pointers;
        self.groups[id.0].pointers += 1;
        if let Some(pointer) = self.unions[union].pointers.get(next) {
            return *pointer;
        }
        let pointer = self.add_pointer(self.unions[union].scope);
        self.unions[union].pointers.push(pointer);
        pointer
    }

    /// Returns the union of a group that gets a member. The second such group causes the discriminant to be placed.
    fn enter(&mut self, id: GroupId) -> UnionId {
        let group = &mut self.groups[id.0];
        let union = group.union;
        if !std::mem::replace(&mut group.has_members, true) {
            self.unions[union.0].groups += 1;
            if self.unions[union.0].groups == 2 {
                self.add_discriminant(union);
            }
        }
        union
    }

    /// Uses the smallest hole of all locations, otherwise the first location that can grow, otherwise a new location.
    fn add_to_group(&mut self, id: GroupId, size: usize) -> u32 {
        let union = self.enter(id);
        let locations = self.unions[union.0].data.len();
        self.groups[id.0].data.resize_with(locations, Usage::default);
        if let Some(index) = self.best_location(id, union, size) {
            let offset = self.groups[id.0].data[index].take(size);
            return self.in_location(union, index, size, offset);
        }
        for index in 0..locations {
            if self.grow_location(union, index, self.groups[id.0].data[index].grown(size))
                && let Some(offset) = self.groups[id.0].data[index].grow_and_take(size)
            {
                return self.in_location(union, index, size, offset);
            }
        }
        let offset = self.add_data(self.unions[union.0].scope, size);
        self.unions[union.0].data.push(Location { size, offset });
        self.groups[id.0].data.push(Usage::whole(size));
        offset
    }

    fn best_location(&self, id: GroupId, union: UnionId, size: usize) -> Option<usize> {
        let locations = self.unions[union.0].data.iter().zip(&self.groups[id.0].data).enumerate();
        let holes = locations.filter_map(|(index, (it, usage))| Some((usage.smallest_hole(it.size, size)?, index)));
        holes.min().map(|(_, index)| index)
    }

    /// Converts an offset in a location to one in the struct.
    fn in_location(&self, union: UnionId, index: usize, size: usize, offset: u32) -> u32 {
        let location = self.unions[union.0].data[index];
        (location.offset << (location.size - size)) + offset
    }

    /// Grows a location to a size unless it is large enough. Its first bit stays.
    fn grow_location(&mut self, union: UnionId, index: usize, size: usize) -> bool {
        let Location { size: old, offset } = self.unions[union.0].data[index];
        if size <= old {
            return true;
        }
        let grown = self.grow(self.unions[union.0].scope, old, offset, size - old);
        if grown {
            self.unions[union.0].data[index] = Location { size, offset: offset >> (size - old) };
        }
        grown
    }

    /// Doubles a part of a scope this many times if the space after it is free.
    fn grow(&mut self, scope: Scope, size: usize, offset: u32, doublings: usize) -> bool {
        let Scope::Group(id) = scope else { return self.holes.grow(size, offset, doublings) };
        if size + doublings > 6 || offset & ((1 << doublings) - 1) != 0 {
            return false;
        }
        let union = self.groups[id.0].union;
        let holds = |it: &Location| it.size >= size && offset >> (it.size - size) == it.offset;
        let Some(index) = self.unions[union.0].data.iter().position(holds) else { return false };
        let location = self.unions[union.0].data[index];
        let inside = offset - (location.offset << (location.size - size));
        if !self.groups[id.0].data[index].is_just(size, inside) {
            return self.groups[id.0].data[index].grow_inside(size, inside, doublings);
        }
        let grown = self.grow_location(union, index, size + doublings);
        if grown {
            self.groups[id.0].data[index].fill(size + doublings);
        }
        grown
    }
}
