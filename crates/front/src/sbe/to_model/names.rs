//! Types by name.

use super::duplicate;
use crate::sbe::codes;
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{Member, MemberKind, Schema, Simple, TypeDecl, TypeKind, Word};
use polywire_model::pascal_case;
use polywire_source::{Diagnostic, Diagnostics, closest};
use std::collections::{HashMap, HashSet};

pub(super) struct Types<'a> {
    by_name: HashMap<&'a str, &'a TypeDecl>,
    /// The names of types that values have.
    used: HashSet<&'a str>,
    /// The names of composites in front of messages, groups and data.
    frames: HashSet<&'a str>,
}

impl<'a> Types<'a> {
    pub fn of(schema: &'a Schema, diagnostics: &mut Diagnostics) -> Self {
        let mut types = Self { by_name: HashMap::new(), used: HashSet::new(), frames: HashSet::new() };
        types.frames.insert(&schema.header_type.text);
        for decl in &schema.types {
            match types.by_name.get(decl.head.name.text.as_str()) {
                Some(first) => diagnostics.push(duplicate("type", &decl.head.name, &first.head.name)),
                None => drop(types.by_name.insert(&decl.head.name.text, decl)),
            }
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

    pub fn get(&self, name: &str) -> Option<&'a TypeDecl> {
        self.by_name.get(name).copied()
    }

    /// Returns a named type; reports if there is none.
    pub fn find(&self, name: &Word, diagnostics: &mut Diagnostics) -> Option<&'a TypeDecl> {
        let found = self.get(&name.text);
        if found.is_none() && !name.text.is_empty() {
            let problem = Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no type called `{}`", name.text));
            let near = closest(&name.text, self.by_name.keys().copied());
            let help =
                near.map_or_else(|| "declare it in `<types>`".to_owned(), |near| format!("do you mean `{near}`?"));
            diagnostics.push_once(problem.at(name.span, "").help(help));
        }
        found
    }
}

/// Returns the type that a primitive type is, if it is used without a declaration.
pub(super) fn simple_of(primitive: Primitive) -> &'static Simple {
    const fn int(bits: u8, signed: bool) -> Simple {
        Simple::of(Primitive::Int { bits, signed })
    }
    static INTS: [[Simple; 2]; 4] = [
        [int(8, false), int(8, true)],
        [int(16, false), int(16, true)],
        [int(32, false), int(32, true)],
        [int(64, false), int(64, true)],
    ];
    static OTHERS: [Simple; 3] =
        [Simple::of(Primitive::Char), Simple::of(Primitive::Float), Simple::of(Primitive::Double)];
    match primitive {
        // 8, 16, 32 and 64 bits.
        Primitive::Int { bits, signed } => &INTS[bits.trailing_zeros() as usize - 3][usize::from(signed)],
        Primitive::Char => &OTHERS[0],
        Primitive::Float => &OTHERS[1],
        Primitive::Double => &OTHERS[2],
    }
}

/// Returns true for a member without a length of its own, such as the variable part of data.
pub(super) fn is_variable(member: &TypeDecl) -> bool {
    matches!(&member.kind, TypeKind::Simple(it) if it.length.is_some_and(|length| length.value == 0))
}

/// Returns the modules of a package. Packages are free text; characters that names cannot have become underscores.
pub(super) fn module(package: &str) -> Vec<String> {
    let parts = package.split('.').map(str::trim).filter(|part| !part.is_empty());
    let name = |part: &str| {
        let name: String =
            part.chars().map(|it| if it.is_ascii_alphanumeric() || it == '_' { it } else { '_' }).collect();
        if name.starts_with(|it: char| it.is_ascii_digit()) { format!("_{name}") } else { name }
    };
    parts.map(name).collect()
}

/// Returns the name of the struct for the entries of a group.
pub(super) fn entry_name(group: &str, taken: &mut HashSet<String>) -> String {
    let mut name = pascal_case(group);
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}
