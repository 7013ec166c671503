//! The schema of a type for other implementations: the declarations that it needs, in a separate name space that cannot
//! collide with the generated types, under names that are reserved in no language.

use super::Missing;
use polywire_model::{Decl, DeclId, DeclKind, Field, Model, Presence, Struct, Type, pascal_case, snake_case};
use std::collections::BTreeSet;

/// The name space in C++ and in the schemas.
pub(super) const SCOPE: &str = "polywire_peer";

/// The file of the declarations.
pub(super) const FILE: &str = "peer";

/// Capabilities of an implementation besides structs, lists that do not nest, integers, floats and text.
#[derive(Clone, Copy, Default)]
pub(super) struct Can {
    /// Optional scalars.
    pub optional_scalars: bool,
    /// Enums whose numbers are not 0, 1, 2, …
    pub any_enums: bool,
    /// Optional text and lists.
    pub optional_texts: bool,
    /// Lists of lists.
    pub nested_lists: bool,
}

/// The declarations that a type needs.
pub(super) struct Schema {
    pub model: Model,
    pub root: DeclId,
}

impl Schema {
    /// Fails with a reason if the implementation cannot represent the type.
    pub fn new(model: &Model, root: DeclId, can: Can) -> Result<Self, Missing> {
        needed(model, root).into_iter().try_for_each(|id| check_decl(model, id, can)).map_err(Missing::Reason)?;
        Ok(Self::of(model, root))
    }

    /// Collects the declarations that a type needs.
    pub fn of(model: &Model, root: DeclId) -> Self {
        let ids: Vec<DeclId> = needed(model, root).into_iter().collect();
        let mut made = Model::default();
        let mut names = BTreeSet::new();
        for id in &ids {
            let mut decl = model.decl(*id).clone();
            let wanted = decl.name.iter().map(|part| pascal_case(part)).collect::<String>();
            let name = if names.contains(&wanted) { format!("{wanted}No{}", id.0) } else { wanted };
            names.insert(name.clone());
            (decl.file, decl.module, decl.name) = (FILE.to_owned(), vec![SCOPE.to_owned()], vec![name]);
            match &mut decl.kind {
                DeclKind::Struct(it) => {
                    rename_fields(it);
                    if let Some(own) = &mut it.attrs.flatbuffers {
                        own.deprecated = own.deprecated.iter().flat_map(|field| placeholders(model, field)).collect();
                    }
                    it.fields.iter_mut().for_each(|field| renumber(&mut field.ty, &ids));
                }
                DeclKind::Union(it) => {
                    it.cases.iter_mut().filter_map(|case| case.ty.as_mut()).for_each(|ty| renumber(ty, &ids));
                }
                DeclKind::Enum(_) | DeclKind::Constant(_) => {}
            }
            made.add(decl);
        }
        Self { model: made, root: place(root, &ids) }
    }

    /// Returns the structs with their names.
    pub fn structs(&self) -> impl Iterator<Item = (&str, &Struct)> {
        self.model.decls.iter().filter_map(|decl| match &decl.kind {
            DeclKind::Struct(it) => Some((name(decl), it)),
            DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
        })
    }

    /// Returns the name of a declaration in its name space.
    pub fn name(&self, id: DeclId) -> &str {
        name(self.model.decl(id))
    }

    /// Returns the type in C++.
    pub fn cpp_root(&self) -> String {
        format!("{SCOPE}::{}", self.name(self.root))
    }
}

pub(super) fn name(decl: &Decl) -> &str {
    decl.name.last().map_or("", String::as_str)
}

fn place(id: DeclId, ids: &[DeclId]) -> DeclId {
    DeclId(ids.iter().position(|it| *it == id).unwrap_or_default() as u32)
}

/// Deprecated fields keep their slots, of which unions have two; their types do not matter.
fn placeholders(model: &Model, field: &Field) -> Vec<Field> {
    let has_two = named(&field.ty).is_some_and(|id| model.as_union(id).is_some());
    let slots = field.attrs.flatbuffers.slot.into_iter().flat_map(|slot| slot..=slot + u16::from(has_two));
    let placeholder = |slot: u16| {
        let mut made = Field::new(&format!("removed{slot}"), Type::int(8, false));
        made.deprecated = true;
        made.attrs.flatbuffers.slot = Some(slot);
        made
    };
    slots.map(placeholder).collect()
}

fn renumber(ty: &mut Type, ids: &[DeclId]) {
    match ty {
        Type::Named(id) | Type::Map(id) => *id = place(*id, ids),
        Type::List(element) | Type::Array(element, _) => renumber(element, ids),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => {}
    }
}

/// Appends a suffix to words that are reserved in C++ or in schemas.
fn rename_fields(it: &mut Struct) {
    let mut taken = BTreeSet::new();
    for (index, field) in it.fields.iter_mut().enumerate() {
        let snake = snake_case(&field.name);
        let is_free = !snake.is_empty() && !WORDS.contains(&snake.as_str()) && !taken.contains(&snake);
        field.name = if is_free { snake } else { format!("{snake}_field{index}") };
        taken.insert(field.name.clone());
    }
}

/// Words that are reserved in C++ or in a schema language and could be field names.
const WORDS: [&str; 46] = [
    "and",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "delete",
    "do",
    "double",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "namespace",
    "new",
    "not",
    "operator",
    "or",
    "private",
    "public",
    "register",
    "return",
    "short",
    "signed",
    "static",
    "struct",
    "switch",
    "template",
    "union",
    "void",
];

/// Returns all declarations that one needs.
fn needed(model: &Model, root: DeclId) -> BTreeSet<DeclId> {
    let (mut open, mut needed) = (vec![root], BTreeSet::new());
    while let Some(id) = open.pop() {
        if !needed.insert(id) {
            continue;
        }
        match &model.decl(id).kind {
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
            DeclKind::Struct(it) => open.extend(it.fields.iter().filter_map(|field| named(&field.ty))),
            DeclKind::Union(it) => open.extend(it.cases.iter().filter_map(|case| named(case.ty.as_ref()?))),
        }
    }
    needed
}

/// Returns the declaration that a type or its element type names.
pub(super) fn named(ty: &Type) -> Option<DeclId> {
    match ty {
        Type::Named(id) | Type::Map(id) => Some(*id),
        Type::List(element) | Type::Array(element, _) => named(element),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => None,
    }
}

/// Fails if an implementation does not support a part of a declaration.
fn check_decl(model: &Model, id: DeclId, can: Can) -> Result<(), String> {
    let path = model.decl(id).path();
    match &model.decl(id).kind {
        DeclKind::Enum(it) => {
            let in_order = it.members.iter().zip(0..).all(|(member, number)| member.number == number);
            let cannot = || format!("cannot represent the numbers of enum {path}: they are not 0, 1, 2, …");
            if in_order || can.any_enums { Ok(()) } else { Err(cannot()) }
        }
        DeclKind::Struct(it) => it.fields.iter().try_for_each(|field| {
            check(model, field, can).map_err(|what| format!("cannot hold {path}.{}: {what}", field.name))
        }),
        DeclKind::Union(_) => Err(format!("cannot represent the union {path}")),
        DeclKind::Constant(_) => Ok(()),
    }
}

fn check(model: &Model, field: &Field, can: Can) -> Result<(), String> {
    let is_optional = field.presence == Presence::Optional;
    if field.default.is_some() {
        return Err("it has a default in the schema".to_owned());
    }
    match &field.ty {
        Type::Named(id) if model.as_struct(*id).is_some() => Ok(()),
        Type::Named(id) if model.as_union(*id).is_some() => Err("it is a union".to_owned()),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Named(_) if is_optional && !can.optional_scalars => {
            Err("it is an optional scalar".to_owned())
        }
        Type::Text(_) | Type::List(_) if is_optional && !can.optional_texts => {
            Err("it is an optional text or list".to_owned())
        }
        Type::List(element) => match &**element {
            Type::List(_) if !can.nested_lists => Err("it is a list of lists".to_owned()),
            // std::vector<bool> has no elements that can be referenced.
            Type::Bool => Err("it is a list of booleans".to_owned()),
            element => check(model, &Field::new(&field.name, element.clone()), can),
        },
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Named(_) => Ok(()),
        Type::Bytes | Type::FixedBytes(..) => Err("it is bytes".to_owned()),
        Type::Array(..) => Err("it is an array".to_owned()),
        Type::Map(_) => Err("it is a map".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polywire_model::{Enum, trade};

    const ALL: Can = Can { optional_scalars: true, any_enums: true, optional_texts: true, nested_lists: true };

    fn schema_of(fields: Vec<Field>, can: Can) -> Result<Schema, String> {
        let mut model = trade::model();
        let place = model.find("trade.Order").expect("the type");
        let DeclKind::Struct(order) = &mut model.decls[place.0 as usize].kind else { unreachable!("it is a struct") };
        order.fields = fields;
        let root = model.find("trade.Account").expect("the type");
        Schema::new(&model, root, can).map_err(|missing| match missing {
            Missing::Reason(reason) => reason,
            Missing::Failed(error) => error.to_string(),
        })
    }

    fn reason(field: Field, can: Can) -> Option<String> {
        schema_of(vec![field], can).err()
    }

    #[test]
    fn unsupported_members_are_named() {
        let mut absent = Field::new("volume", Type::Float { bits: 64 });
        absent.presence = Presence::Optional;
        assert_eq!(reason(absent.clone(), ALL), None);
        let expected = "cannot hold trade.Order.volume: it is an optional scalar";
        assert_eq!(reason(absent, Can::default()).as_deref(), Some(expected));
        let expected = "cannot hold trade.Order.raw: it is bytes";
        assert_eq!(reason(Field::new("raw", Type::list(Type::Bytes)), ALL).as_deref(), Some(expected));
    }

    #[test]
    fn some_formats_reject_enums_with_gaps() {
        let mut model = trade::model();
        let side = model.find("trade.Side").expect("the type");
        let DeclKind::Enum(Enum { members, .. }) = &mut model.decls[side.0 as usize].kind else {
            unreachable!("an enum")
        };
        members[1].number = 7;
        let root = model.find("trade.Order").expect("the type");
        assert!(Schema::new(&model, root, ALL).is_ok());
        let Err(Missing::Reason(reason)) = Schema::new(&model, root, Can::default()) else { panic!("it is held") };
        assert_eq!(reason, "cannot represent the numbers of enum trade.Side: they are not 0, 1, 2, …");
    }

    #[test]
    fn names_are_reserved_in_no_language() {
        let ty = Type::int(32, true);
        let fields = ["class", "userName", "user_name"].map(|name| Field::new(name, ty.clone()));
        let schema = schema_of(fields.to_vec(), ALL).expect("a schema");
        let (_, order) = schema.structs().find(|(name, _)| *name == "Order").expect("the type");
        let names: Vec<&str> = order.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["class_field0", "user_name", "user_name_field2"]);
        assert_eq!(schema.cpp_root(), "polywire_peer::Account");
    }
}
