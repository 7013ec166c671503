//! Fields of messages that are given as texts: in paths and queries.

use polywire_model::attr::WellKnown;
use polywire_model::{Case, DeclId, Field, Model, Type};
use serde_json::{Map, Value};

/// A field of a message, at the end of a path of names.
struct Leaf<'m> {
    ty: &'m Type,
    is_list: bool,
}

/// Sets a field that is given as a text, such as `order.id`; elements of a list are added. An error tells why it cannot be set.
pub fn set(
    model: &Model,
    of: DeclId,
    message: &mut Map<String, Value>,
    (path, text): (&str, &str),
) -> Result<(), String> {
    let leaf = leaf(model, of, path)?;
    let value = value(model, leaf.ty, text).map_err(|why| format!("`{path}` cannot be `{text}`: {why}"))?;
    let mut names: Vec<&str> = path.split('.').collect();
    let last = names.pop().unwrap_or_default();
    let mut inside = message;
    for name in names {
        let member = inside.entry(name).or_insert_with(|| Value::Object(Map::new()));
        inside = member.as_object_mut().ok_or_else(|| format!("`{name}` is no message"))?;
    }
    match inside.get_mut(last).filter(|_| leaf.is_list) {
        Some(Value::Array(elements)) => elements.push(value),
        Some(_) | None if leaf.is_list => drop(inside.insert(last.to_owned(), Value::Array(vec![value]))),
        Some(_) | None => drop(inside.insert(last.to_owned(), value)),
    }
    Ok(())
}

/// Takes a field out of a message that names it as the schema or as JSON does.
pub fn take(model: &Model, of: DeclId, message: &mut Map<String, Value>, path: &str) -> Option<Value> {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    let (ty, names) = named(model, of, name)?;
    let key = names.into_iter().flatten().find(|key| message.contains_key(*key))?;
    match (rest, ty) {
        (None, _) => message.remove(key),
        (Some(rest), Type::Named(inside)) => take(model, *inside, message.get_mut(key)?.as_object_mut()?, rest),
        (Some(_), _) => None,
    }
}

/// Returns what JSON leaves out: the value of a field that is not there.
pub fn usual(model: &Model, of: DeclId, name: &str) -> Option<Value> {
    Some(match member(model, of, name)? {
        Type::List(_) | Type::Array(..) => Value::Array(Vec::new()),
        Type::Map(_) => Value::Object(Map::new()),
        Type::Bool => Value::Bool(false),
        Type::Int { .. } | Type::Float { .. } => 0.into(),
        Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => "".into(),
        Type::Named(_) => Value::Null,
    })
}

/// Returns the value of a field for which there is a place that is empty: a message without fields.
pub fn empty(model: &Model, of: DeclId, name: &str) -> Option<Value> {
    match member(model, of, name)? {
        Type::Named(id) if model.as_struct(*id).is_some_and(|it| it.attrs.well_known.is_none()) => {
            Some(Value::Object(Map::new()))
        }
        _ => None,
    }
}

/// Returns true if a message has a field.
pub fn has(model: &Model, of: DeclId, path: &str) -> bool {
    leaf_type(model, of, path).is_some()
}

fn leaf<'m>(model: &'m Model, of: DeclId, path: &str) -> Result<Leaf<'m>, String> {
    let ty = leaf_type(model, of, path).ok_or_else(|| {
        let name = model.decl(of).path();
        format!("`{name}` has no field `{path}`")
    })?;
    Ok(match ty {
        Type::List(element) => Leaf { ty: element, is_list: true },
        ty => Leaf { ty, is_list: false },
    })
}

fn leaf_type<'m>(model: &'m Model, mut of: DeclId, path: &str) -> Option<&'m Type> {
    let mut names = path.split('.').peekable();
    loop {
        let ty = member(model, of, names.next()?)?;
        if names.peek().is_none() {
            return Some(ty);
        }
        let Type::Named(inside) = ty else { return None };
        of = *inside;
    }
}

/// Returns the type of a member by its name in the schema or in JSON.
fn member<'m>(model: &'m Model, of: DeclId, name: &str) -> Option<&'m Type> {
    named(model, of, name).map(|(ty, _)| ty)
}

/// The names of a member: in the schema, and in JSON if it is another one.
type Names<'m> = [Option<&'m str>; 2];

/// Returns the type and the names of a member by one of its names; cases of unions are members of the struct around them.
fn named<'m>(model: &'m Model, of: DeclId, name: &str) -> Option<(&'m Type, Names<'m>)> {
    let it = model.as_struct(of)?;
    let of_field = |field: &'m Field| (&field.ty, [Some(field.name.as_str()), field.attrs.json_name.as_deref()]);
    let unions = it.fields.iter().filter_map(|field| match &field.ty {
        Type::Named(id) => model.as_union(*id),
        _ => None,
    });
    let of_case =
        |case: &'m Case| Some((case.ty.as_ref()?, [Some(case.name.as_str()), case.attrs.json_name.as_deref()]));
    let cases = unions.flat_map(|union| &union.cases).filter_map(of_case);
    it.fields.iter().map(of_field).chain(cases).find(|(_, names)| names.contains(&Some(name)))
}

/// Returns the JSON of a value that is given as a text.
fn value(model: &Model, ty: &Type, text: &str) -> Result<Value, String> {
    match ty {
        Type::Bool => match text {
            "true" | "1" => Ok(true.into()),
            "false" | "0" => Ok(false.into()),
            _ => Err("write `true` or `false`".to_owned()),
        },
        Type::Int { .. } | Type::Float { .. } => Ok(number(text)),
        Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => Ok(text.into()),
        Type::Named(id) => of_decl(model, *id, text),
        Type::List(_) | Type::Array(..) | Type::Map(_) => Err("a list or a map is no text".to_owned()),
    }
}

fn of_decl(model: &Model, id: DeclId, text: &str) -> Result<Value, String> {
    if model.as_enum(id).is_some() {
        return Ok(number(text));
    }
    let it = model.as_struct(id).ok_or("it may be one of several types")?;
    match (it.attrs.well_known, it.fields.first()) {
        (Some(WellKnown::Wrapper), Some(field)) => value(model, &field.ty, text),
        (Some(WellKnown::Timestamp | WellKnown::Duration | WellKnown::FieldMask), _) => Ok(text.into()),
        _ => Err("it is a message; name one of its fields".to_owned()),
    }
}

/// Returns a number if the text is one in JSON, or else the text: JSON has names for other numbers.
fn number(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(Value::Number(number)) => Value::Number(number),
        Ok(_) | Err(_) => text.into(),
    }
}
