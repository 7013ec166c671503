//! Names: of types, modules, and structs for the entries of groups.

use super::{Maker, duplicate};
use crate::sbe::codes;
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{Simple, TypeDecl, Word};
use polywire_model::pascal_case;
use polywire_source::{Diagnostic, closest};
use std::collections::{HashMap, HashSet};

impl<'a> Maker<'a, '_> {
    /// Returns a named type; reports if there is none.
    pub(super) fn find(&mut self, name: &Word) -> Option<&'a TypeDecl> {
        let found = self.types.get(&name.text);
        if found.is_none() && !name.text.is_empty() {
            let problem = Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no type called `{}`", name.text));
            let near = closest(&name.text, self.types.names());
            let help =
                near.map_or_else(|| "declare it in `<types>`".to_owned(), |near| format!("do you mean `{near}`?"));
            self.diagnostics.push_once(problem.at(name.span, "").help(help));
        }
        found
    }

    /// Reports types of the same name, and composites that contain themselves.
    pub(super) fn check_types(&mut self) {
        let mut known: HashMap<&str, &Word> = HashMap::new();
        for decl in &self.schema.types {
            self.types.type_size(decl);
            match known.get(decl.head.name.text.as_str()) {
                Some(first) => self.diagnostics.push(duplicate("type", &decl.head.name, first)),
                None => drop(known.insert(&decl.head.name.text, &decl.head.name)),
            }
        }
        for (name, decl) in self.types.take_cycles() {
            let problem = Diagnostic::error(codes::CYCLE, format!("`{}` contains itself", name.text));
            let problem = problem.at(name.span, "").related(decl.head.name.span, "declared here");
            self.diagnostics.push(problem.help("composites are stored in line: remove one of the members"));
        }
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
