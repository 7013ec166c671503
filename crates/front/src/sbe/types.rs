//! Types by name, and their sizes.

use super::primitive::Primitive;
use super::schema::{EnumDecl, FieldDecl, Member, MemberKind, Presence, Schema, TypeDecl, TypeKind, Word};
use polywire_source::Span;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// The types of a schema.
pub(super) struct Types<'a> {
    by_name: HashMap<&'a str, &'a TypeDecl>,
    /// The names of types that values have.
    used: HashSet<&'a str>,
    /// The names of composites in front of messages, groups and data.
    frames: HashSet<&'a str>,
    /// The sizes of composites, by the places of their declarations; `None` while they are computed.
    sizes: RefCell<HashMap<Span, Option<u32>>>,
    /// Members of composites that contain the composite again, and that composite.
    cycles: RefCell<Vec<(&'a Word, &'a TypeDecl)>>,
}

impl<'a> Types<'a> {
    /// Collects types. The first of several with the same name counts.
    pub fn of(schema: &'a Schema) -> Self {
        let mut types = Self {
            by_name: HashMap::new(),
            used: HashSet::new(),
            frames: HashSet::new(),
            sizes: RefCell::default(),
            cycles: RefCell::default(),
        };
        types.frames.insert(&schema.header_type.text);
        for decl in &schema.types {
            types.by_name.entry(&decl.head.name.text).or_insert(decl);
            types.see_type(decl);
        }
        schema.messages.iter().for_each(|message| types.see_members(&message.members));
        types
    }

    fn see_type(&mut self, decl: &'a TypeDecl) {
        match &decl.kind {
            TypeKind::Ref(name) => drop(self.used.insert(&name.text)),
            TypeKind::Composite(members) => members.iter().for_each(|member| self.see_type(member)),
            TypeKind::Simple(_) | TypeKind::Enum(_) | TypeKind::Set(_) => {}
        }
    }

    fn see_members(&mut self, members: &'a [Member]) {
        for member in members {
            match &member.kind {
                MemberKind::Field(field) => drop(self.used.insert(&field.ty.text)),
                MemberKind::Data(ty) => drop(self.frames.insert(&ty.text)),
                MemberKind::Group(group) => {
                    self.frames.insert(&group.dimension.text);
                    self.see_members(&group.members);
                }
            }
        }
    }

    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.by_name.keys().copied()
    }

    pub fn get(&self, name: &str) -> Option<&'a TypeDecl> {
        self.by_name.get(name).copied()
    }

    /// Returns true if a type is a declaration of the model. Composites that only stand in front of something are not.
    pub fn is_declared(&self, decl: &TypeDecl) -> bool {
        let name = decl.head.name.text.as_str();
        match &decl.kind {
            TypeKind::Composite(members) => {
                self.used.contains(name) || !self.frames.contains(name) && !members.iter().any(is_variable)
            }
            TypeKind::Simple(_) | TypeKind::Enum(_) | TypeKind::Set(_) | TypeKind::Ref(_) => true,
        }
    }

    /// Returns the primitive type that an enum or a set is stored as, if it is one.
    pub fn encoding(&self, name: &str) -> Option<Primitive> {
        match (self.get(name).map(|it| &it.kind), Primitive::named(name)) {
            (Some(TypeKind::Simple(it)), _) if it.length.is_none_or(|length| length.value == 1) => Some(it.primitive),
            (Some(_), _) => None,
            (None, primitive) => primitive,
        }
    }

    /// Returns the null value that an enum states, or the type of its encoding.
    pub fn enum_null<'t>(&self, it: &'t EnumDecl) -> Option<&'t Word>
    where
        'a: 't,
    {
        let of_type = match self.get(&it.encoding.text).map(|it| &it.kind) {
            Some(TypeKind::Simple(simple)) => simple.limits.null.as_ref(),
            Some(_) | None => None,
        };
        it.null.as_ref().or(of_type)
    }

    /// Returns the bytes that a member of a composite takes.
    pub fn member_size(&self, member: &'a TypeDecl) -> u32 {
        let TypeKind::Ref(name) = &member.kind else { return self.type_size(member) };
        let Some(target) = self.get(&name.text) else { return 0 };
        if self.sizes.borrow().get(&target.head.name.span) == Some(&None) {
            self.cycles.borrow_mut().push((name, target));
            return 0;
        }
        self.type_size(target)
    }

    /// Returns the bytes of a field.
    pub fn field_size(&self, field: &'a FieldDecl) -> u32 {
        let size = match (self.get(&field.ty.text), Primitive::named(&field.ty.text)) {
            (Some(decl), _) => self.type_size(decl),
            (None, primitive) => primitive.map_or(0, Primitive::size),
        };
        if field.presence == Some(Presence::Constant) { 0 } else { size }
    }

    /// Returns the bytes of a type.
    pub fn type_size(&self, decl: &'a TypeDecl) -> u32 {
        match &decl.kind {
            TypeKind::Simple(it) if it.presence == Some(Presence::Constant) => 0,
            TypeKind::Simple(it) => it.primitive.size().saturating_mul(it.length.map_or(1, |it| it.value)),
            TypeKind::Enum(it) => self.encoding(&it.encoding.text).map_or(0, Primitive::size),
            TypeKind::Set(it) => self.encoding(&it.encoding.text).map_or(0, Primitive::size),
            TypeKind::Ref(_) => 0,
            TypeKind::Composite(members) => {
                let known = self.sizes.borrow().get(&decl.head.name.span).copied();
                if let Some(known) = known {
                    return known.unwrap_or(0);
                }
                self.sizes.borrow_mut().insert(decl.head.name.span, None);
                let size = members.iter().fold(0u32, |at, member| {
                    let offset = member.head.offset.map_or(at, |it| it.value);
                    match self.member_size(member) {
                        0 => at,
                        size => at.max(offset.saturating_add(size)),
                    }
                });
                self.sizes.borrow_mut().insert(decl.head.name.span, Some(size));
                size
            }
        }
    }

    /// Returns the cycles that were met.
    pub fn take_cycles(&self) -> Vec<(&'a Word, &'a TypeDecl)> {
        self.cycles.take()
    }
}

/// Returns true for a member without a length of its own, such as the variable part of data.
pub(super) fn is_variable(member: &TypeDecl) -> bool {
    matches!(&member.kind, TypeKind::Simple(it) if it.length.is_some_and(|length| length.value == 0))
}
