//! JSON Schema (draft 2020-12) of the JSON that the canonical mapping writes.

mod object;
mod scalar;
mod text;

use super::known::{KnownTypes, Special};
use super::plan::Object;
use super::style::Style;
use crate::Unsupported;
use crate::plan::{Projection, struct_decls};
use crate::unsupported::none_of;
use polywire_ir::types::{EnumId, Named, StructId, Type, Types, UnionId};
use polywire_model::{DeclId, Model};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};
use text::Json;

/// Returns the schema of the messages of a type, with the definitions of all types that it leads to. Another type than a
/// struct, an enum or a union has none.
pub fn json_schema(model: &Model, root: DeclId) -> Result<String, Vec<Unsupported>> {
    let types = Types::of_model(model);
    let projection = Projection::all(&types);
    let mut problems = Vec::new();
    let structs = struct_decls(model).into_iter();
    let structs = structs
        .map(|owner| Object::of_struct(model, (&types, &projection), &owner, Style::CANONICAL, &mut problems))
        .collect();
    let unions = (0..types.unions.len() as u32).map(UnionId);
    let unions = unions.map(|id| Object::of_union(model, &types, id, Style::CANONICAL, &mut problems)).collect();
    none_of(problems)?;
    let known = KnownTypes::of(model, &types);
    let mut schema = Schema { types: &types, known, structs, unions, open: Vec::new() };
    let root = schema.named(types.of_decl[root.0 as usize]);
    let mut defs: BTreeMap<String, Json> = BTreeMap::new();
    while let Some(named) = schema.open.pop() {
        if let Entry::Vacant(entry) = defs.entry(schema.name(named)) {
            entry.insert(schema.definition(named));
        }
    }
    let draft = Json::text("https://json-schema.org/draft/2020-12/schema");
    let Json::Object(root) = root else { return Ok(String::new()) };
    let members = [("$schema".to_owned(), draft)].into_iter().chain(root);
    let whole = Json::Object(members.chain([("$defs".to_owned(), Json::Object(defs.into_iter().collect()))]).collect());
    let mut text = String::new();
    whole.print(0, &mut text);
    text.push('\n');
    Ok(text)
}

struct Schema<'t> {
    types: &'t Types,
    known: KnownTypes,
    structs: Vec<Object>,
    unions: Vec<Object>,
    /// Types that are referred to and may have no definition yet.
    open: Vec<Named>,
}

impl Schema<'_> {
    fn name(&self, named: Named) -> String {
        match named {
            Named::Struct(id) => self.types.record(id).name.dotted(),
            Named::Enum(id) => self.types.enumeration(id).name.dotted(),
            Named::Union(id) => self.types.union(id).name.dotted(),
            Named::Constant(id) => self.types.constant(id).name.dotted(),
        }
    }

    /// Refers to the definition of a type.
    fn named(&mut self, named: Named) -> Json {
        self.open.push(named);
        Json::object([("$ref", Json::Text(format!("#/$defs/{}", self.name(named))))])
    }

    fn definition(&mut self, named: Named) -> Json {
        match named {
            Named::Struct(id) => self.record(id),
            Named::Enum(id) => self.enumeration(id),
            Named::Union(id) => self.union(id),
            // No member refers to a constant.
            Named::Constant(_) => Json::object([]),
        }
    }

    fn record(&mut self, id: StructId) -> Json {
        match self.known.special(id) {
            Some(special) => self.special(id, special),
            None => self.object(id),
        }
    }

    /// The schema of a value.
    fn ty(&mut self, ty: &Type) -> Json {
        match ty {
            Type::Bool => Json::object([("type", Json::text("boolean"))]),
            Type::Int { bits, signed, .. } => scalar::integer(*bits, *signed),
            Type::Float { .. } => scalar::float(),
            Type::Text { .. } => scalar::string(),
            Type::Bytes => scalar::bytes(),
            Type::FixedBytes(len, meaning) => scalar::fixed_bytes(*len, *meaning),
            Type::Enum(id) => self.named(Named::Enum(*id)),
            Type::Union(id) => self.named(Named::Union(*id)),
            Type::Struct(id) => match self.types.nullable(ty).map(|field| field.ty.clone()) {
                Some(value) => {
                    let value = self.ty(&value);
                    let null = Json::object([("type", Json::text("null"))]);
                    Json::object([("anyOf", Json::List(vec![value, null]))])
                }
                None => self.named(Named::Struct(*id)),
            },
            Type::List(element) => self.list(element),
            Type::Array(element, len) => {
                let len = || Json::number(*len);
                self.list(element).and("minItems", len()).and("maxItems", len())
            }
            Type::Map(entry) => self.map(*entry),
        }
    }

    fn list(&mut self, element: &Type) -> Json {
        let items = self.ty(element);
        Json::object([("type", Json::text("array")), ("items", items)])
    }

    fn map(&mut self, entry: StructId) -> Json {
        let (key, value) = self.types.entry(entry);
        let (key, value) = (key.clone(), value.clone());
        let values = self.ty(&value);
        let map = Json::object([("type", Json::text("object")), ("additionalProperties", values)]);
        match scalar::key_pattern(&key) {
            Some(pattern) => map.and("propertyNames", Json::object([("pattern", Json::text(pattern))])),
            None => map,
        }
    }

    /// Names; numbers, if those without a name are possible.
    fn enumeration(&self, id: EnumId) -> Json {
        if self.known.is_null_value(id) {
            return Json::object([("type", Json::text("null"))]);
        }
        let it = self.types.enumeration(id);
        let mut numbers = HashSet::new();
        let names = it.members.iter().filter(|member| numbers.insert(member.number));
        let names = Json::object([("enum", Json::List(names.map(|member| Json::text(&member.name)).collect()))]);
        match it.open {
            true => {
                let (least, most) = scalar::range(it.bits, it.signed);
                let number = Json::object([
                    ("type", Json::text("integer")),
                    ("minimum", Json::number(least)),
                    ("maximum", Json::number(most)),
                ]);
                Json::object([("anyOf", Json::List(vec![names, number]))])
            }
            false => names,
        }
    }

    fn special(&mut self, id: StructId, special: Special) -> Json {
        match special {
            Special::Timestamp(_) => scalar::string().and("format", Json::text("date-time")),
            Special::Duration(_) => {
                scalar::string().and("pattern", Json::text(r"^-?[0-9]+(\.[0-9]{3}|\.[0-9]{6}|\.[0-9]{9})?s$"))
            }
            Special::FieldMask { .. } => scalar::string(),
            Special::Bare { field } => {
                let ty = self.types.record(id).fields[field as usize].ty.clone();
                self.ty(&ty)
            }
            Special::Value(_) => Json::object([]),
            Special::Any(_) => Json::object([
                ("type", Json::text("object")),
                ("properties", Json::object([("@type", scalar::string())])),
                ("required", Json::List(vec![Json::text("@type")])),
            ]),
        }
    }
}
