//! A schema to the type model.

mod default;
mod enumeration;
mod field;
mod service;

use super::schema::{EnumId, Head, Home, Object, ObjectId, Schema};
use crate::path::below;
use polywire_model::attr::{FlatbuffersFile, FlatbuffersStruct, StructAttrs};
use polywire_model::{Decl, DeclId, DeclKind, Model, Struct};
use std::collections::HashMap;

/// Builds the model of a schema without errors.
pub(super) fn to_model(schema: &Schema) -> Model {
    let mut maker = Maker { schema, objects: HashMap::new(), enums: HashMap::new() };
    let order = maker.declare();
    let mut model = Model::default();
    for declared in order {
        model.add(match declared {
            Declared::Object(id) => maker.object(schema.object(id)),
            Declared::Enum(id) => maker.enumeration(schema.enumeration(id)),
        });
    }
    model.services = schema.services.iter().map(|service| maker.service(service)).collect();
    for file in &schema.files {
        let included = file.includes.iter().map(|(_, index)| below(&schema.files[*index].path));
        model.imports.insert(below(&file.path), included.collect());
        model.flatbuffers_files.insert(below(&file.path), maker.file(file));
    }
    model
}

struct Maker<'s> {
    schema: &'s Schema,
    objects: HashMap<ObjectId, DeclId>,
    enums: HashMap<EnumId, DeclId>,
}

enum Declared {
    Object(ObjectId),
    Enum(EnumId),
}

impl Maker<'_> {
    /// Numbers the declarations in the order of the text.
    fn declare(&mut self) -> Vec<Declared> {
        let schema = self.schema;
        let place = |home: &Home, head: &Head| (home.file, head.span.start);
        let objects =
            schema.objects.iter().zip(0..).map(|(it, at)| (place(&it.home, &it.head), Declared::Object(ObjectId(at))));
        let enums =
            schema.enums.iter().zip(0..).map(|(it, at)| (place(&it.home, &it.head), Declared::Enum(EnumId(at))));
        let mut all: Vec<_> = enums.chain(objects).collect();
        all.sort_by_key(|(place, _)| *place);
        for ((_, declared), id) in all.iter().zip((0..).map(DeclId)) {
            match declared {
                Declared::Object(object) => self.objects.insert(*object, id),
                Declared::Enum(it) => self.enums.insert(*it, id),
            };
        }
        all.into_iter().map(|(_, declared)| declared).collect()
    }

    fn decl(&self, home: &Home, head: &Head, kind: DeclKind) -> Decl {
        Decl {
            file: below(&self.schema.files[home.file].path),
            module: home.namespace.clone(),
            name: vec![head.name.clone()],
            doc: documentation(&head.doc),
            deprecated: false,
            span: head.span,
            kind,
        }
    }

    fn object(&self, it: &Object) -> Decl {
        let (deprecated, fields) = it.fields.iter().partition(|field| field.head.attributes.has("deprecated"));
        let convert = |fields: Vec<_>| fields.into_iter().map(|field| self.field(it, field)).collect();
        let flatbuffers = FlatbuffersStruct {
            align: it.head.attributes.has("force_align").then_some(it.min_align),
            original_order: it.head.attributes.has("original_order"),
            deprecated: convert(deprecated),
        };
        let attrs = StructAttrs { flatbuffers: Some(flatbuffers), ..StructAttrs::default() };
        let it_struct = Struct { fields: convert(fields), is_inline: it.is_struct, attrs, ..Struct::default() };
        self.decl(&it.home, &it.head, DeclKind::Struct(it_struct))
    }

    fn file(&self, file: &super::schema::File) -> FlatbuffersFile {
        FlatbuffersFile {
            root: file.root.map(|(root, _)| self.objects[&root]),
            identifier: file.identifier.as_ref().and_then(|it| it.as_bytes().try_into().ok()),
            extension: file.extension.clone(),
        }
    }
}

/// Joins the lines of documentation, which usually begin with a space.
fn documentation(lines: &[String]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    lines.join("\n")
}
