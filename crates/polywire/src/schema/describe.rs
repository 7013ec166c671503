//! Describes the types of a schema, for people and for programs.

use super::type_text::type_text;
use super::{is_declared, kind};
use crate::value_text::text;
use polywire_ir::types::Types;
use polywire_model::attr::{CapnpOpaque, ProtobufField, ProtobufInt};
use polywire_model::{
    Case, Decl, DeclId, DeclKind, Effect, Enum, Field, Literal, Method, Model, Parameter, Presence, Service, Struct,
    Type, Union,
};
use polywire_vm::Value;
use serde_json::{Map, Value as Json, json};

/// Returns all types and methods of a model as JSON.
pub fn describe_all(model: &Model) -> Json {
    let ids = (0..model.decls.len() as u32).map(DeclId).filter(|id| is_declared(model.decl(*id)));
    let types: Vec<Json> = ids.map(|id| describe(model, id)).collect();
    let methods = model.services.iter().flat_map(|service| {
        let path = service.path();
        service.methods.iter().map(move |method| of_method(model, &path, method))
    });
    let services = model.services.iter().map(|service| of_service(model, service));
    json!({
        "types": types,
        "services": services.collect::<Vec<_>>(),
        "methods": methods.collect::<Vec<_>>(),
    })
}

/// Returns a type as JSON: its fields, members or cases with all their properties. Unset properties are left out.
pub fn describe(model: &Model, id: DeclId) -> Json {
    let decl = model.decl(id);
    let mut said = Said::default();
    said.put("kind", kind(decl));
    said.put("name", decl.path());
    said.text("file", &decl.file);
    said.documented(&decl.doc, decl.deprecated);
    let describer = Describer { model, types: Types::of_model(model) };
    match &decl.kind {
        DeclKind::Struct(it) => describer.of_struct(it, &mut said),
        DeclKind::Enum(it) => of_enum(it, &mut said),
        DeclKind::Union(it) => {
            if let Some(ty) = &it.discriminator {
                said.put("discriminator", type_text(model, ty));
            }
            said.put("cases", describer.cases(it));
        }
        DeclKind::Constant(it) => {
            said.put("type", type_text(model, &it.ty));
            describer.literal("value", (&it.ty, Some(&it.value)), &mut said);
        }
    }
    said.0.into()
}

/// The properties of an item.
#[derive(Default)]
struct Said(Map<String, Json>);

impl Said {
    fn put(&mut self, key: &str, value: impl Into<Json>) {
        self.0.insert(key.to_owned(), value.into());
    }

    fn text(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.put(key, text);
        }
    }

    fn flag(&mut self, key: &str, flag: bool) {
        if flag {
            self.put(key, true);
        }
    }

    fn documented(&mut self, doc: &str, deprecated: bool) {
        self.text("doc", doc);
        self.flag("deprecated", deprecated);
    }

    fn capnp(&mut self, ordinal: Option<u16>, opaque: Option<CapnpOpaque>) {
        if let Some(ordinal) = ordinal {
            self.put("ordinal", ordinal);
        }
        self.text("stands_for", opaque.map_or("", CapnpOpaque::name));
    }

    fn protobuf(&mut self, field: Option<ProtobufField>) {
        let Some(field) = field else { return };
        self.put("number", field.number);
        match field.encoding {
            ProtobufInt::Varint => {}
            ProtobufInt::ZigZag => self.put("encoding", "zigzag"),
            ProtobufInt::Fixed => self.put("encoding", "fixed"),
        }
        self.flag("packed", field.packed);
        self.flag("group", field.group);
    }
}

struct Describer<'m> {
    model: &'m Model,
    types: Types,
}

impl Describer<'_> {
    fn of_struct(&self, it: &Struct, said: &mut Said) {
        said.flag("keeps_unknown", it.keeps_unknown);
        said.flag("message_set", it.attrs.message_set);
        said.put("fields", it.fields.iter().map(|field| self.field(field)).collect::<Vec<_>>());
    }

    fn field(&self, field: &Field) -> Json {
        let mut said = Said::default();
        said.put("name", field.name.as_str());
        said.put("type", type_text(self.model, &field.ty));
        if !matches!(field.ty, Type::List(_) | Type::Map(_)) {
            said.put("presence", presence(field.presence));
        }
        self.default(&field.ty, field.default.as_ref(), &mut said);
        said.protobuf(field.attrs.protobuf);
        said.capnp(field.attrs.capnp_ordinal, field.attrs.capnp_opaque);
        said.text("json_name", field.attrs.json_name.as_deref().unwrap_or_default());
        said.text("extension", field.attrs.extension.as_deref().unwrap_or_default());
        if let Type::Named(id) = field.ty
            && let Some(union) = self.model.as_union(id)
        {
            said.put("cases", self.cases(union));
        }
        said.documented(&field.doc, field.deprecated);
        said.0.into()
    }

    fn cases(&self, union: &Union) -> Vec<Json> {
        union.cases.iter().map(|case| self.case(case)).collect()
    }

    fn case(&self, case: &Case) -> Json {
        let mut said = Said::default();
        said.put("name", case.name.as_str());
        if let Some(ty) = &case.ty {
            said.put("type", type_text(self.model, ty));
            self.default(ty, case.default.as_ref(), &mut said);
        }
        let label = |label: &i128| i64::try_from(*label).map_or_else(|_| Json::from(*label as u64), Json::from);
        let labels: Vec<Json> = case.labels.iter().map(label).collect();
        if !labels.is_empty() {
            said.put("labels", labels);
        }
        said.flag("is_default", case.is_default);
        said.protobuf(case.attrs.protobuf);
        said.capnp(case.attrs.capnp_ordinal, case.attrs.capnp_opaque);
        said.text("json_name", case.attrs.json_name.as_deref().unwrap_or_default());
        said.documented(&case.doc, case.deprecated);
        said.0.into()
    }

    fn default(&self, ty: &Type, default: Option<&Literal>, said: &mut Said) {
        self.literal("default", (ty, default), said);
    }

    fn literal(&self, key: &str, (ty, literal): (&Type, Option<&Literal>), said: &mut Said) {
        if literal.is_some() {
            let ty = self.types.of(ty);
            let text = text(&self.types, &ty, &Value::new_or(&self.types, &ty, literal));
            said.put(key, serde_json::from_str(&text).unwrap_or(Json::String(text)));
        }
    }
}

fn presence(presence: Presence) -> &'static str {
    match presence {
        Presence::Implicit => "implicit",
        Presence::Optional => "optional",
        Presence::Required => "required",
    }
}

fn of_enum(it: &Enum, said: &mut Said) {
    said.put("open", it.open);
    let member = |it: &polywire_model::Enumerator| {
        let mut said = Said::default();
        said.put("name", it.name.as_str());
        said.put("number", it.number);
        said.documented(&it.doc, it.deprecated);
        Json::from(said.0)
    };
    said.put("members", it.members.iter().map(member).collect::<Vec<_>>());
}

fn of_service(model: &Model, service: &Service) -> Json {
    let mut said = Said::default();
    said.put("name", service.path());
    let extends: Vec<String> = service.extends.iter().map(|base| model.service(*base).path()).collect();
    if !extends.is_empty() {
        said.put("extends", extends);
    }
    if let Some(id) = service.attrs.capnp_id {
        said.put("id", format!("{id:#x}"));
    }
    said.text("file", &service.file);
    said.documented(&service.doc, service.deprecated);
    said.0.into()
}

fn of_parameter(model: &Model, it: &Parameter<'_>) -> Json {
    json!({
        "name": it.field.name,
        "direction": it.direction.word(),
        "type": type_text(model, &it.field.ty),
    })
}

fn of_method(model: &Model, service: &str, method: &Method) -> Json {
    let mut said = Said::default();
    said.put("name", format!("{service}.{}", method.name));
    let path = |id| Decl::path(model.decl(id));
    said.put("input", path(method.input));
    if let Some(output) = method.output {
        said.put("output", path(output));
    }
    let parameters: Vec<Json> = method.parameters(model).iter().map(|it| of_parameter(model, it)).collect();
    if !parameters.is_empty() {
        said.put("parameters", parameters);
    }
    said.flag("one_way", method.output.is_none());
    let raises: Vec<String> = method.raises.iter().map(|id| path(*id)).collect();
    if !raises.is_empty() {
        said.put("raises", raises);
    }
    match method.effect {
        Effect::Any => {}
        Effect::Idempotent => said.put("effect", "idempotent"),
        Effect::None => said.put("effect", "none"),
    }
    said.flag("streams_input", method.streams_input);
    said.flag("streams_output", method.streams_output);
    said.documented(&method.doc, method.deprecated);
    said.0.into()
}
