//! Schemas to trees, with the contents that flatc gives them.

use super::Tree;
use crate::fbs::schema::{
    Attribute, Attributes, BUILT_IN, Base, Default, Enum, EnumId, Field, Head, Home, Method, Object, ObjectId, Schema,
    Service, Shape, Type,
};
use crate::path::relative;
use polywire_source::Span;

/// How much of the text a compiled schema has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// As flatc writes it: without documentation and attributes of the language.
    Usual,
    /// All, as `flatc --bfbs-comments --bfbs-builtins` does.
    All,
}

/// The tree of a schema.
pub fn write_schema(schema: &Schema, contents: Contents) -> Tree {
    let mut objects: Vec<ObjectId> = (0..schema.objects.len()).map(ObjectId).collect();
    objects.sort_by_key(|id| schema.object(*id).full_name());
    let mut enums: Vec<EnumId> = (0..schema.enums.len()).map(EnumId).collect();
    enums.sort_by_key(|id| schema.enumeration(*id).full_name());
    Writer { schema, objects, enums, contents }.schema()
}

pub(super) struct Writer<'s> {
    pub schema: &'s Schema,
    /// By name, which is the order of compiled schemas.
    objects: Vec<ObjectId>,
    enums: Vec<EnumId>,
    contents: Contents,
}

impl Writer<'_> {
    fn schema(&self) -> Tree {
        let schema = self.schema;
        let main = schema.main_file();
        let text = |text: Option<&String>| Tree::text(text.map_or("", String::as_str));
        let root = main.and_then(|file| file.root).map_or(Tree::Absent, |(root, _)| self.object(schema.object(root)));
        let mut services: Vec<&Service> = schema.services.iter().collect();
        services.sort_by_key(|it| it.home.full_name(&it.head.name));
        Tree::table([
            ("objects", Tree::List(self.objects.iter().map(|id| self.object(schema.object(*id))).collect())),
            ("enums", Tree::List(self.enums.iter().map(|id| self.enumeration(*id)).collect())),
            ("file_ident", text(main.and_then(|file| file.identifier.as_ref()))),
            ("file_ext", text(main.and_then(|file| file.extension.as_ref()))),
            ("root_table", root),
            ("services", Tree::List(services.into_iter().map(|service| self.service(service)).collect())),
            ("advanced_features", Tree::Int(self.features())),
            ("fbs_files", self.files()),
        ])
    }

    pub fn object_index(&self, id: ObjectId) -> i128 {
        self.objects.iter().position(|it| *it == id).map_or(-1, |index| index as i128)
    }

    pub fn enum_index(&self, id: EnumId) -> i128 {
        self.enums.iter().position(|it| *it == id).map_or(-1, |index| index as i128)
    }

    fn object(&self, it: &Object) -> Tree {
        let mut fields: Vec<(&str, Tree)> = Vec::new();
        let types: Vec<(String, Tree)> = it.fields.iter().filter_map(|field| self.type_field(field)).collect();
        fields.extend(types.iter().map(|(name, tree)| (name.as_str(), tree.clone())));
        let own = it.fields.iter().zip(0..).map(|(field, at)| (field.head.name.as_str(), self.field(it, field, at)));
        fields.extend(own);
        fields.sort_by_key(|(name, _)| *name);
        Tree::table([
            ("name", Tree::Text(it.full_name())),
            ("fields", Tree::List(fields.into_iter().map(|(_, tree)| tree).collect())),
            ("is_struct", Tree::Bool(it.is_struct)),
            ("minalign", Tree::Int(it.min_align.into())),
            ("bytesize", Tree::Int(it.byte_size.into())),
            ("attributes", self.attributes(&it.head.attributes)),
            ("documentation", self.documentation(&it.head)),
            ("declaration_file", self.file_of(&it.home)),
        ])
    }

    /// The field of the types of a union, with its name.
    fn type_field(&self, it: &Field) -> Option<(String, Tree)> {
        let (Base::Union(union), true) = (it.ty.base, it.has_type_slot()) else { return None };
        let name = format!("{}_type", it.head.name);
        // The types of a single union are a scalar, which is always present.
        let is_vector = it.ty.shape != Shape::One;
        let slot = it.id.saturating_sub(1);
        let mut id = it.head.attributes.clone();
        id.0.retain(|it| it.name == "id");
        id.0.iter_mut().for_each(|it| it.value = Some(slot.to_string()));
        let tree = self.field_tree(
            &name,
            self.type_slot(it, union),
            slot,
            [
                ("offset", Tree::Int(vtable_offset(slot))),
                ("deprecated", Tree::Bool(it.head.attributes.has("deprecated"))),
                ("required", Tree::Bool(is_vector && it.is_required())),
                ("attributes", self.attributes(&id)),
                ("optional", Tree::Bool(is_vector && it.is_optional())),
            ],
        );
        Some((name, tree))
    }

    fn field(&self, object: &Object, it: &Field, place: u16) -> Tree {
        let (id, offset) = match object.is_struct {
            true => (place, i128::from(it.offset)),
            false => (it.id, vtable_offset(it.id)),
        };
        let attributes = &it.head.attributes;
        let (integer, real) = defaults(it);
        let is_optional = !object.is_struct && it.is_optional();
        self.field_tree(
            &it.head.name,
            self.field_type(it.ty),
            id,
            [
                ("offset", Tree::Int(offset)),
                ("default_integer", Tree::Int(integer)),
                ("default_real", Tree::Float(real)),
                ("deprecated", Tree::Bool(attributes.has("deprecated"))),
                ("required", Tree::Bool(!object.is_struct && it.is_required())),
                ("key", Tree::Bool(attributes.has("key"))),
                ("attributes", self.attributes(&with_implied(attributes))),
                ("documentation", self.documentation(&it.head)),
                ("optional", Tree::Bool(is_optional)),
                ("padding", Tree::Int(if object.is_struct { it.padding.into() } else { 0 })),
                ("offset64", Tree::Bool(attributes.has("offset64") || it.ty.shape == Shape::Vector64)),
            ],
        )
    }

    fn field_tree<const N: usize>(&self, name: &str, ty: Tree, id: u16, more: [(&str, Tree); N]) -> Tree {
        let first = [("name", Tree::text(name)), ("type", ty), ("id", Tree::Int(id.into()))];
        Tree::Table(first.into_iter().chain(more).map(|(name, tree)| (name.to_owned(), tree)).collect())
    }

    fn enumeration(&self, id: EnumId) -> Tree {
        let it: &Enum = self.schema.enumeration(id);
        let mut values: Vec<_> = it.values.iter().collect();
        let is_unsigned = !it.scalar().is_signed();
        values.sort_by_key(|value| if is_unsigned { i128::from(value.number as u64) } else { value.number.into() });
        let value = |value: &crate::fbs::schema::EnumValue| {
            Tree::table([
                ("name", Tree::text(&value.head.name)),
                ("value", Tree::Int(value.number.into())),
                ("union_type", self.value_type(value.ty)),
                ("documentation", self.documentation(&value.head)),
                ("attributes", self.attributes(&value.head.attributes)),
            ])
        };
        Tree::table([
            ("name", Tree::Text(it.full_name())),
            ("values", Tree::List(values.into_iter().map(value).collect())),
            ("is_union", Tree::Bool(it.is_union)),
            ("underlying_type", self.underlying(id, it)),
            ("attributes", self.attributes(&it.head.attributes)),
            ("documentation", self.documentation(&it.head)),
            ("declaration_file", self.file_of(&it.home)),
        ])
    }

    fn service(&self, it: &Service) -> Tree {
        Tree::table([
            ("name", Tree::Text(it.home.full_name(&it.head.name))),
            ("calls", Tree::List(it.methods.iter().map(|method| self.method(method)).collect())),
            ("attributes", self.attributes(&it.head.attributes)),
            ("documentation", self.documentation(&it.head)),
            ("declaration_file", self.file_of(&it.home)),
        ])
    }

    fn method(&self, it: &Method) -> Tree {
        Tree::table([
            ("name", Tree::text(&it.head.name)),
            ("request", self.object(self.schema.object(it.request))),
            ("response", self.object(self.schema.object(it.response))),
            ("attributes", self.attributes(&it.head.attributes)),
            ("documentation", self.documentation(&it.head)),
        ])
    }

    fn attributes(&self, attributes: &Attributes) -> Tree {
        let is_kept = |name: &str| self.contents == Contents::All || !BUILT_IN.contains(&name);
        let mut kept: Vec<_> = attributes.0.iter().filter(|it| is_kept(&it.name)).collect();
        kept.sort_by_key(|it| &it.name);
        let tree = |it: &Attribute| {
            let value = it.value.as_deref().unwrap_or("0");
            Tree::table([("key", Tree::text(&it.name)), ("value", Tree::text(value))])
        };
        list(kept.into_iter().map(tree).collect())
    }

    fn documentation(&self, head: &Head) -> Tree {
        let lines = head.doc.iter().filter(|_| self.contents == Contents::All);
        list(lines.map(|line| Tree::text(line)).collect())
    }

    fn file_of(&self, home: &Home) -> Tree {
        Tree::Text(self.path(home.file))
    }

    /// Paths are relative to the folder of the main file.
    fn path(&self, file: usize) -> String {
        let main = self.schema.main_file().map_or("", |file| file.path.as_str());
        format!("//{}", relative(main, &self.schema.files[file].path))
    }

    fn files(&self) -> Tree {
        let mut files: Vec<(String, Vec<String>)> = Vec::new();
        for (index, file) in self.schema.files.iter().enumerate() {
            let mut included: Vec<String> = file.includes.iter().map(|(_, file)| self.path(*file)).collect();
            included.sort();
            included.dedup();
            files.push((self.path(index), included));
        }
        files.sort();
        let tree = |(name, included): (String, Vec<String>)| {
            let included = included.into_iter().map(Tree::Text).collect();
            Tree::table([("filename", Tree::Text(name)), ("included_filenames", Tree::List(included))])
        };
        Tree::List(files.into_iter().map(tree).collect())
    }

    /// The features that not all of FlatBuffers' own code generators have.
    fn features(&self) -> i128 {
        let fields = self.schema.objects.iter().flat_map(|object| &object.fields);
        let feature = |field: &Field| match (&field.default, field.ty) {
            (Default::Null, _) => 4,
            (Default::Text(_) | Default::Empty, _) => 8,
            (_, Type { base: Base::Union(_), shape: Shape::Vector | Shape::Vector64 }) => 2,
            (_, Type { shape: Shape::Array(_), .. }) => 1,
            _ => 0,
        };
        fields.fold(0, |all, field| all | feature(field))
    }
}

/// Integers are clamped to 63 bits, as the official compiler does.
fn defaults(it: &Field) -> (i128, f64) {
    match &it.default {
        Default::Int(value) => (*value.min(&i64::MAX.into()), 0.0),
        Default::Float(value) => (0, *value),
        Default::None | Default::Null | Default::Text(_) | Default::Empty => (0, 0.0),
    }
}

/// The official compiler states what the type of a pointer is if only its target is stated.
fn with_implied(attributes: &Attributes) -> Attributes {
    let mut all = attributes.clone();
    if all.has("cpp_type") && !all.has("cpp_ptr_type") {
        let (name, value) = ("cpp_ptr_type".to_owned(), Some("naked".to_owned()));
        all.0.push(Attribute { name, value, is_text: true, span: Span::default() });
    }
    all
}

fn vtable_offset(id: u16) -> i128 {
    4 + 2 * i128::from(id)
}

fn list(elements: Vec<Tree>) -> Tree {
    if elements.is_empty() { Tree::Absent } else { Tree::List(elements) }
}
