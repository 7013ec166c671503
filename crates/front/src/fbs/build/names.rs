//! What names refer to. The official compiler reads a schema once: enums must precede their use; a table or struct
//! that is not declared yet stands for the next one that is declared with the name, as written or in full.

use super::Builder;
use crate::fbs::ast::Word;
use crate::fbs::codes;
use crate::fbs::schema::{EnumId, Head, Home, Object, ObjectId, Schema};
use polywire_source::{Diagnostic, Span, closest};
use std::collections::{BTreeMap, HashMap, HashSet};

#[derive(Default)]
pub(super) struct Names {
    /// Tables and structs by full name; those that are not declared yet by the name of their first use.
    pub objects: HashMap<String, ObjectId>,
    /// Enums and unions by full name.
    pub enums: HashMap<String, EnumId>,
    /// The places of all declared types, by full name.
    pub declared: HashMap<String, Span>,
    /// Declared attributes.
    pub attributes: HashSet<String>,
    /// The first uses of tables and structs that are not declared yet.
    expected: BTreeMap<ObjectId, Word>,
}

impl Names {
    /// Returns an enum that is declared in this namespace or one around it.
    pub fn enumeration(&self, home: &Home, name: &str) -> Option<EnumId> {
        visible(&self.enums, &home.namespace, name)
    }

    /// Returns a table or struct that is declared or expected.
    pub fn known_object(&self, home: &Home, name: &str) -> Option<ObjectId> {
        let found = |key: &str| self.objects.get(key).copied();
        let is_expected = |id: &ObjectId| self.expected.contains_key(id);
        found(name).filter(is_expected).or_else(|| visible(&self.objects, &home.namespace, name))
    }

    /// Returns the table or struct with this name, which may be declared further down.
    pub fn object(&mut self, schema: &mut Schema, home: &Home, name: &Word) -> ObjectId {
        self.known_object(home, &name.text).unwrap_or_else(|| {
            let id = new_object(schema, home, name);
            self.objects.insert(name.text.clone(), id);
            self.expected.insert(id, name.clone());
            id
        })
    }

    /// Returns the table or struct that a declaration with this name declares.
    pub fn declare_object(&mut self, schema: &mut Schema, home: &Home, name: &Word) -> ObjectId {
        let full = home.full_name(&name.text);
        let by_use = self.objects.get(&name.text).copied().filter(|id| self.expected.contains_key(id));
        let by_full_name = || self.objects.get(&full).copied().filter(|id| self.expected.contains_key(id));
        let id = match by_use {
            Some(id) => {
                self.objects.remove(&name.text);
                id
            }
            None => by_full_name().unwrap_or_else(|| new_object(schema, home, name)),
        };
        self.expected.remove(&id);
        self.objects.insert(full, id);
        id
    }

    /// Returns true if the table or struct is used but not declared yet.
    pub fn is_expected(&self, id: ObjectId) -> bool {
        self.expected.contains_key(&id)
    }
}

/// Returns what has this name in a namespace or in one around it.
fn visible<T: Copy>(names: &HashMap<String, T>, namespace: &[String], name: &str) -> Option<T> {
    let scopes = (0..=namespace.len()).rev().map(|len| &namespace[..len]);
    let full_name = |scope: &[String]| scope.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join(".");
    scopes.map(full_name).find_map(|full| names.get(&full)).copied()
}

fn new_object(schema: &mut Schema, home: &Home, name: &Word) -> ObjectId {
    let head = Head { name: name.text.clone(), span: name.span, ..Head::default() };
    schema.objects.push(Object {
        head,
        home: home.clone(),
        is_struct: false,
        fields: Vec::new(),
        min_align: 1,
        byte_size: 0,
    });
    ObjectId(schema.objects.len() - 1)
}

impl Builder<'_> {
    /// Reports the types that are used but declared nowhere.
    pub(super) fn report_undeclared(&mut self) {
        for name in std::mem::take(&mut self.names.expected).into_values() {
            let last = name.text.rsplit('.').next().unwrap_or_default();
            let is_same = |full: &&String| full.rsplit('.').next() == Some(last);
            let mut same: Vec<&String> = self.names.declared.keys().filter(is_same).collect();
            same.sort();
            let undeclared = Diagnostic::error(codes::UNKNOWN_NAME, format!("unknown type `{}`", name.text));
            let undeclared = undeclared.at(name.span, "");
            self.diagnostics.push(match same.first().map(|full| (full, self.names.declared[*full])) {
                Some((full, place)) if self.names.enums.contains_key(*full) => undeclared
                    .related(place, "declared here")
                    .help("enums and unions must be declared before they are used: move the declaration up"),
                Some((full, place)) => {
                    undeclared.related(place, "declared here").help(format!("write its full name: {full}"))
                }
                None => undeclared.help(match closest(&name.text, self.names.declared.keys().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "declare it, or include the file that declares it".to_owned(),
                }),
            });
        }
    }
}
