use polywire::random::{uuid, within};
use polywire_model::{BytesMeaning, DeclId, DeclKind, Field, Model, Presence, Type};
use serde_json::{Map, Value, json};

/// Returns two values of a struct in plain JSON, one with the least and one with the greatest number of each type, and with
/// the first and the last case of each union.
///
/// # Panics
/// If the model has no struct of this name.
pub fn extreme_values(model: &Model, ty: &str) -> Vec<Value> {
    let id = model.find(ty).unwrap_or_else(|| panic!("no struct {ty}"));
    [false, true].map(|greatest| Extreme { model, greatest }.named(id, 0)).into()
}

/// The level of values inside of each other at which unions end.
const DEEPEST: usize = 8;

struct Extreme<'m> {
    model: &'m Model,
    greatest: bool,
}

impl Extreme<'_> {
    fn named(&self, id: DeclId, depth: usize) -> Value {
        match &self.model.decl(id).kind {
            DeclKind::Struct(it) => it.fields.iter().filter_map(|field| self.member(field, depth)).collect(),
            DeclKind::Union(_) => Value::Object(self.case(id, depth).into_iter().collect()),
            DeclKind::Constant(_) => Value::Null,
            DeclKind::Enum(it) => self.of(&it.members).map_or(Value::Null, |it| it.number.into()),
        }
    }

    /// Values of recursive types end at the second level.
    fn member(&self, field: &Field, depth: usize) -> Option<(String, Value)> {
        if depth > 1 && field.presence == Presence::Optional {
            return None;
        }
        let is_flat = |id| self.model.as_union(id).is_some_and(|it| it.discriminator.is_none());
        match field.ty {
            Type::Named(id) if field.presence == Presence::Implicit && is_flat(id) => self.case(id, depth),
            _ => Some((field.name.clone(), within(field, self.value(&field.ty, depth)))),
        }
    }

    /// Unions that contain themselves have no case from some level on.
    fn case(&self, id: DeclId, depth: usize) -> Option<(String, Value)> {
        if depth > DEEPEST {
            return None;
        }
        let case = self.of(&self.model.as_union(id)?.cases)?;
        let mut value = case.ty.as_ref().map_or(Value::Bool(true), |ty| self.value(ty, depth));
        // The first label of a case is the default.
        if let (Some(label), Some(members)) = (self.model.label_field(case), value.as_object_mut()) {
            members.remove(label);
        }
        Some((case.name.clone(), value))
    }

    fn value(&self, ty: &Type, depth: usize) -> Value {
        match ty {
            Type::Bool => self.greatest.into(),
            Type::Int { bits, signed: true, .. } => {
                let greatest = i64::MAX >> (64 - bits);
                if self.greatest { greatest.into() } else { (-greatest - 1).into() }
            }
            Type::Int { bits, signed: false, .. } if self.greatest => (u64::MAX >> (64 - bits)).into(),
            Type::Int { .. } => 0.into(),
            // prost-reflect refuses the greatest number itself with the shortest digits.
            Type::Float { bits: 32 } => json!(if self.greatest { f32::MAX.next_down() } else { -1e-45 }),
            Type::Float { .. } => json!(if self.greatest { f64::MAX } else { -5e-324 }),
            Type::Text(_) => if self.greatest { "\u{1}\u{7f}\"\\é€" } else { "" }.into(),
            Type::Bytes => if self.greatest { "AP+A" } else { "" }.into(),
            Type::FixedBytes(_, BytesMeaning::Uuid) => uuid(|_| if self.greatest { 0xff } else { 0 }).into(),
            Type::FixedBytes(len, _) => {
                let len = *len as usize;
                ("////".repeat(len / 3) + ["", "/w==", "//8="][len % 3]).into()
            }
            Type::Named(id) => match self.model.nullable(*id) {
                Some(inner) if self.greatest => self.value(&inner.ty, depth),
                Some(_) => Value::Null,
                None => self.named(*id, depth + 1),
            },
            Type::List(_) | Type::Map(_) if depth > 1 => self.none(ty),
            Type::List(element) => vec![self.value(element, depth + 1)].into(),
            Type::Array(element, len) => vec![self.value(element, depth + 1); *len as usize].into(),
            Type::Map(_) if self.model.set_element(ty).is_some() => {
                self.model.set_element(ty).map(|element| self.value(element, depth)).into_iter().collect()
            }
            Type::Map(entry) => Value::Object(self.entry(*entry, depth).into_iter().collect()),
        }
    }

    fn none(&self, ty: &Type) -> Value {
        let is_map = matches!(ty, Type::Map(_)) && self.model.set_element(ty).is_none();
        if is_map { Value::Object(Map::new()) } else { Value::Array(Vec::new()) }
    }

    fn entry(&self, id: DeclId, depth: usize) -> Option<(String, Value)> {
        let [key, element] = &self.model.as_struct(id)?.fields[..] else { return None };
        let key = match self.value(&key.ty, depth) {
            Value::String(text) => text,
            other => other.to_string(),
        };
        Some((key, self.value(&element.ty, depth)))
    }

    fn of<'i, T>(&self, items: &'i [T]) -> Option<&'i T> {
        if self.greatest { items.last() } else { items.first() }
    }
}
