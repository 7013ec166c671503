//! Trees to schemas. What the official compiler states apart from attributes becomes attributes again.

use super::Tree;
use super::align::state_alignments;
use super::read_type::{is_type_slot, scalar};
use crate::fbs::schema::{
    Attribute, Attributes, Base, Default, Enum, EnumValue, Field, File, Head, Home, Method, Object, ObjectId, Schema,
    Service, Shape, Type,
};
use polywire_source::Span;
use std::fmt;

/// The tree is not that of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError(pub(super) &'static str);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is not a compiled schema: {}", self.0)
    }
}

impl std::error::Error for ReadError {}

/// The schema of a tree.
pub fn read_schema(tree: &Tree) -> Result<Schema, ReadError> {
    let reader = Reader { objects: tree.list("objects"), enums: tree.list("enums"), files: files(tree) };
    let objects = reader.objects.iter().map(|object| reader.object(object)).collect::<Result<_, _>>()?;
    let enums = reader.enums.iter().map(|it| reader.enumeration(it)).collect::<Result<_, _>>()?;
    let services = tree.list("services").iter().map(|it| reader.service(it)).collect::<Result<_, _>>()?;
    let mut schema = Schema { files: reader.files.clone(), objects, enums, services };
    state_alignments(&mut schema);
    let root = tree.get("root_table");
    let root = (*root != Tree::Absent).then(|| reader.object_named(root.string("name"))).transpose()?;
    if let Some(main) = schema.files.last_mut() {
        main.root = root.map(|root| (root, Span::default()));
        main.identifier = Some(tree.string("file_ident").to_owned()).filter(|it| it.len() == 4);
        main.extension = Some(tree.string("file_ext").to_owned()).filter(|it| !it.is_empty());
        main.attributes = declared_attributes(&schema.objects, &schema.enums);
    }
    Ok(schema)
}

pub(super) struct Reader<'t> {
    pub objects: &'t [Tree],
    pub enums: &'t [Tree],
    /// The main file is the last one.
    files: Vec<File>,
}

impl Reader<'_> {
    fn object(&self, tree: &Tree) -> Result<Object, ReadError> {
        let is_struct = tree.flag("is_struct");
        let mut fields: Vec<&Tree> = tree.list("fields").iter().filter(|it| !is_type_slot(it.get("type"))).collect();
        fields.sort_by_key(|field| field.int("id"));
        let (head, home) = self.declared(tree)?;
        let fields = fields.into_iter().map(|it| self.field(it, &home, is_struct)).collect::<Result<Vec<_>, _>>()?;
        let min_align = u32::try_from(tree.int("minalign")).unwrap_or(1);
        Ok(Object { head, home, is_struct, fields, min_align, byte_size: 0 })
    }

    fn field(&self, tree: &Tree, home: &Home, is_struct: bool) -> Result<Field, ReadError> {
        let ty = self.field_type(tree.get("type"))?;
        let mut head = head(tree, tree.string("name"));
        let nested = head.attributes.value("nested_flatbuffer").map(|name| self.nested(home, name)).transpose()?;
        for (name, is_set) in [
            ("deprecated", tree.flag("deprecated")),
            // Strings that are keys are required anyway.
            ("required", tree.flag("required") && !(tree.flag("key") && ty == Type::one(Base::String))),
            ("key", tree.flag("key")),
            ("vector64", ty.shape == Shape::Vector64),
            ("offset64", tree.flag("offset64") && ty.shape != Shape::Vector64),
        ] {
            if is_set {
                add(&mut head.attributes, name);
            }
        }
        let id = u16::try_from(tree.int("id")).unwrap_or(u16::MAX);
        let default = default(tree, ty.base, ty.is_scalar(), is_struct);
        Ok(Field { head, ty, default, id, nested, offset: 0, padding: 0 })
    }

    fn enumeration(&self, tree: &Tree) -> Result<Enum, ReadError> {
        let (head, home) = self.declared(tree)?;
        let is_union = tree.flag("is_union");
        let values = tree.list("values").iter().map(|it| self.value(it, is_union)).collect::<Result<Vec<_>, _>>()?;
        let underlying = scalar(tree.get("underlying_type").int("base_type"));
        if underlying.is_none() && !is_union {
            return Err(ReadError("an enum has no type"));
        }
        Ok(Enum { head, home, is_union, underlying, values })
    }

    fn value(&self, tree: &Tree, is_union: bool) -> Result<EnumValue, ReadError> {
        let ty = tree.get("union_type");
        let has_type = is_union && ty.int("base_type") != super::base_type::NONE;
        let ty = has_type.then(|| self.base(ty.int("base_type"), ty)).transpose()?;
        if !matches!(ty, None | Some(Base::Object(_) | Base::String)) {
            return Err(ReadError("a union has a scalar"));
        }
        let number = tree.int("value") as i64;
        Ok(EnumValue { head: head(tree, tree.string("name")), number, ty, is_stated: true })
    }

    fn service(&self, tree: &Tree) -> Result<Service, ReadError> {
        let (head, home) = self.declared(tree)?;
        let methods = tree.list("calls").iter().map(|call| self.method(call)).collect::<Result<_, _>>()?;
        Ok(Service { head, home, methods })
    }

    fn method(&self, tree: &Tree) -> Result<Method, ReadError> {
        let object = |name| self.object_named(tree.get(name).string("name"));
        Ok(Method { head: head(tree, tree.string("name")), request: object("request")?, response: object("response")? })
    }

    fn object_named(&self, name: &str) -> Result<ObjectId, ReadError> {
        let found = self.objects.iter().position(|object| object.string("name") == name);
        found.map(ObjectId).ok_or(ReadError("a table is missing"))
    }

    /// The type of a nested buffer is named from the namespace of the field outwards.
    fn nested(&self, home: &Home, name: &str) -> Result<ObjectId, ReadError> {
        let scopes = (0..=home.namespace.len()).rev().map(|len| &home.namespace[..len]);
        let mut names = scopes.map(|scope| Home { file: 0, namespace: scope.to_vec() }.full_name(name));
        names.find_map(|name| self.object_named(&name).ok()).ok_or(ReadError("the type of a nested buffer is missing"))
    }

    /// Returns name, namespace and file of a declaration.
    fn declared(&self, tree: &Tree) -> Result<(Head, Home), ReadError> {
        let full = tree.string("name");
        let parts: Vec<&str> = full.split('.').collect();
        let is_name = |part: &&str| {
            part.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
                && part.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
        };
        let Some((name, namespace)) = parts.split_last().filter(|_| parts.iter().all(is_name)) else {
            return Err(ReadError("a declaration has no valid name"));
        };
        let file = tree.string("declaration_file");
        let file = self.files.iter().position(|it| it.path == plain(file)).unwrap_or(self.files.len() - 1);
        Ok((head(tree, name), Home { file, namespace: namespace.iter().map(|it| (*it).to_owned()).collect() }))
    }
}

fn head(tree: &Tree, name: &str) -> Head {
    let doc = tree.list("documentation").iter();
    let doc = doc.map(|line| if let Tree::Text(line) = line { line.clone() } else { String::new() });
    let attribute = |it: &Tree| Attribute {
        name: it.string("key").to_owned(),
        value: Some(it.string("value").to_owned()).filter(|value| value != "0"),
        is_text: it.string("value").parse::<i32>().is_err(),
        span: Span::default(),
    };
    let attributes = Attributes(tree.list("attributes").iter().map(attribute).collect());
    Head { name: name.to_owned(), doc: doc.collect(), attributes, span: Span::default() }
}

fn add(attributes: &mut Attributes, name: &str) {
    if !attributes.has(name) {
        attributes.0.push(Attribute { name: name.to_owned(), value: None, is_text: false, span: Span::default() });
    }
}

/// Defaults of texts and vectors are not in compiled schemas, but that they are not optional.
fn default(tree: &Tree, base: Base, is_scalar: bool, is_struct: bool) -> Default {
    let is_always = !is_struct && !tree.flag("optional") && !tree.flag("required");
    match (base, is_scalar) {
        _ if is_scalar && tree.flag("optional") => Default::Null,
        (Base::Scalar(scalar), true) if scalar.is_float() => match tree.get("default_real") {
            Tree::Float(value) if value.to_bits() != 0 => Default::Float(*value),
            _ => Default::None,
        },
        (_, true) if tree.int("default_integer") != 0 => Default::Int(tree.int("default_integer")),
        (Base::String, false) if is_always && tree.get("type").int("element") == 0 => Default::Text(String::new()),
        (_, false) if is_always && tree.get("type").int("element") != 0 => Default::Empty,
        _ => Default::None,
    }
}

/// The files, the main one last: one that no other includes, in the folder to which paths are relative.
fn files(tree: &Tree) -> Vec<File> {
    let listed = tree.list("fbs_files");
    let names: Vec<String> = listed.iter().map(|file| plain(file.string("filename"))).collect();
    let included = |file: &Tree| -> Vec<String> {
        let names = file.list("included_filenames").iter();
        names.map(|name| if let Tree::Text(name) = name { plain(name) } else { String::new() }).collect()
    };
    let is_included = |name: &String| listed.iter().any(|file| included(file).contains(name));
    let is_here = |name: &String| !name.contains('/');
    let main = names.iter().rposition(|name| !is_included(name)).or(names.iter().rposition(is_here)).unwrap_or(0);
    let mut order: Vec<usize> = (0..names.len()).filter(|index| *index != main).collect();
    order.extend((!names.is_empty()).then_some(main));
    let place = |name: &String| order.iter().position(|index| names[*index] == *name);
    let file = |index: &usize| File {
        path: names[*index].clone(),
        includes: included(&listed[*index])
            .into_iter()
            .filter_map(|name| Some((name.clone(), place(&name)?)))
            .collect(),
        ..File::default()
    };
    let mut files: Vec<File> = order.iter().map(file).collect();
    if files.is_empty() {
        files.push(File::default());
    }
    if let Some(main) = files.last_mut() {
        main.is_requested = true;
    }
    files
}

fn plain(path: &str) -> String {
    path.trim_start_matches('/').to_owned()
}

/// Attributes of the user are declared again.
fn declared_attributes(objects: &[Object], enums: &[Enum]) -> Vec<String> {
    let fields = objects.iter().flat_map(|object| &object.fields).map(|field| &field.head);
    let values = enums.iter().flat_map(|it| &it.values).map(|value| &value.head);
    let heads = objects.iter().map(|it| &it.head).chain(enums.iter().map(|it| &it.head)).chain(fields).chain(values);
    let names = heads.flat_map(|head| &head.attributes.0).map(|it| it.name.clone());
    let mut names: Vec<String> = names.filter(|name| !crate::fbs::schema::BUILT_IN.contains(&name.as_str())).collect();
    names.sort();
    names.dedup();
    names
}
