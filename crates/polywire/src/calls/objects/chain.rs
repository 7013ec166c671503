//! Chains of calls, as users write them: `Store.open({"name": "x"}).shelf.book`, where each method is called on a reference in the
//! result of the one before.

use crate::calls::{Called, method};
use polywire_model::attr::CapnpOpaque;
use polywire_model::capnp_layout::Slot;
use polywire_model::{DeclId, Field, Method, Model, Service, ServiceId, Type};
use polywire_source::closest;

/// The calls of a chain, in order.
pub type Chain<'m> = Vec<Step<'m>>;

/// A call of a chain.
#[derive(Clone, Debug)]
pub struct Step<'m> {
    /// The method.
    pub called: Called<'m>,
    /// The id of the interface that declares it.
    pub interface: u64,
    /// Its number there.
    pub ordinal: u16,
    /// What it takes, where the user wrote it.
    pub params: Option<&'m str>,
    /// The way to the object that is called in the result of the call before: numbers of pointers.
    pub path: Vec<u16>,
}

/// A name, and what stands in parentheses behind it.
struct Part<'t> {
    name: &'t str,
    params: Option<&'t str>,
}

/// Reads a chain; returns what the user can do about one that is wrong.
pub fn chain<'m>(model: &'m Model, text: &'m str) -> Result<Chain<'m>, String> {
    let parts = parts(text)?;
    let (first, mut rest) = first(model, &parts)?;
    let mut steps = vec![first];
    while let Some(last) = steps.last().filter(|_| !rest.is_empty()) {
        let (path, service, behind) = walk(model, last.called, rest)?;
        let Some((part, behind)) = behind.split_first() else {
            return Err(format!("`{text}` ends with a reference; write the method that is to be called on it"));
        };
        let methods = model.methods(service);
        let Some((declaring, method)) = methods.iter().find(|(_, it)| it.name == part.name) else {
            let names = methods.iter().map(|(_, it)| it.name.as_str());
            return Err(absent(&format!("`{}` has no method", model.service(service).path()), part.name, names));
        };
        let called = Called { service: model.service(service), method };
        let step = step(called, model.service(*declaring), (part.params, path))?;
        steps.push(step);
        rest = behind;
    }
    Ok(steps)
}

/// Returns the first call, and the parts behind it.
fn first<'m, 'p>(model: &'m Model, parts: &'p [Part<'m>]) -> Result<(Step<'m>, &'p [Part<'m>]), String> {
    let last = parts.iter().position(|part| part.params.is_some()).map_or(parts.len(), |at| at + 1);
    let name = |count: usize| parts[..count].iter().map(|part| part.name).collect::<Vec<_>>().join(".");
    let found = (1..=last).find_map(|count| method(model, &name(count)).ok().map(|called| (count, called)));
    let Some((count, called)) = found else {
        return Err(method(model, &name(last)).err().unwrap_or_default());
    };
    let part = &parts[count - 1];
    let declares = |(_, it): &(ServiceId, &Method)| std::ptr::eq(*it, called.method);
    let id = model.services.iter().position(|it| std::ptr::eq(it, called.service)).unwrap_or_default();
    let declaring = model.methods(ServiceId(u32::try_from(id).unwrap_or_default())).into_iter().find(declares);
    let declaring = declaring.map_or(called.service, |(id, _)| model.service(id));
    Ok((step(called, declaring, (part.params, Vec::new()))?, &parts[count..]))
}

fn step<'m>(
    called: Called<'m>,
    declaring: &Service,
    (params, path): (Option<&'m str>, Vec<u16>),
) -> Result<Step<'m>, String> {
    let (Some(interface), Some(ordinal)) = (declaring.attrs.capnp_id, called.method.attrs.capnp_ordinal) else {
        let why = "has no id of Cap'n Proto, because its schema is not in that language";
        return Err(format!("`{}` {why}; derive one with `polywire schema --to capnp`", called.name()));
    };
    Ok(Step { called, interface, ordinal, params, path })
}

/// Returns the way to the next reference in the result of a method, the service that it is of, and the parts behind it.
fn walk<'m, 'p>(
    model: &'m Model,
    called: Called<'m>,
    parts: &'p [Part<'m>],
) -> Result<(Vec<u16>, ServiceId, &'p [Part<'m>]), String> {
    let (mut ty, mut path) = (called.method.output, Vec::new());
    for (at, part) in parts.iter().enumerate() {
        let fields = ty.and_then(|id| model.as_struct(id)).map_or(&[][..], |it| it.fields.as_slice());
        let Some(field) = fields.iter().find(|field| field.name == part.name) else {
            let result = format!("what `{}` returns has no member", called.name());
            return Err(absent(&result, part.name, fields.iter().map(|field| field.name.as_str())));
        };
        if part.params.is_some() {
            return Err(format!("`{}` is a member of what `{}` returns, not a method", part.name, called.name()));
        }
        if let Some(Slot::Pointer(number)) = field.attrs.capnp_slot {
            path.push(u16::try_from(number).map_err(|_| "the struct has too many pointers")?);
        }
        match service(model, field)? {
            Some(service) => return Ok((path, service, &parts[at + 1..])),
            None => ty = decl(field),
        }
    }
    let last = parts.last().map_or("", |part| part.name);
    Err(format!("`{last}` is no reference that a method could be called on"))
}

/// Returns the service of a field that is a reference.
fn service(model: &Model, field: &Field) -> Result<Option<ServiceId>, String> {
    let Some(CapnpOpaque::Capability(id)) = field.attrs.capnp_opaque else { return Ok(None) };
    if matches!(field.ty, Type::List(_)) {
        return Err(format!("`{}` is a list; calls go to single references only", field.name));
    }
    let found = (0..).map(ServiceId).zip(&model.services).find(|(_, it)| id.is_some() && it.attrs.capnp_id == id);
    match found {
        Some((service, _)) => Ok(Some(service)),
        None => Err(format!("the schema does not tell which interface `{}` is of", field.name)),
    }
}

fn decl(field: &Field) -> Option<DeclId> {
    if let Type::Named(id) = field.ty { Some(id) } else { None }
}

fn absent<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str> + Clone) -> String {
    match closest(name, names.clone()) {
        Some(close) => format!("{what} `{name}`; did you mean `{close}`?"),
        None => {
            let all: Vec<String> = names.map(|name| format!("`{name}`")).collect();
            let there_are = if all.is_empty() { String::new() } else { format!("; there are {}", all.join(", ")) };
            format!("{what} `{name}`{there_are}")
        }
    }
}

/// Divides a text at its dots and slashes outside parentheses.
fn parts(text: &str) -> Result<Vec<Part<'_>>, String> {
    let mut all = Vec::new();
    let mut rest = text.trim_start_matches('/');
    loop {
        let end = rest.find(['.', '/', '(']).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        if name.is_empty() {
            return Err(format!("`{text}` is no method; write it as in `Store.open({{\"name\": \"x\"}}).shelf.book`"));
        }
        let (params, behind) = match behind.strip_prefix('(') {
            None => (None, behind),
            Some(inside) => {
                let end = closing(inside).ok_or_else(|| format!("`{text}` lacks a closing parenthesis"))?;
                (Some(&inside[..end]), &inside[end + 1..])
            }
        };
        all.push(Part { name, params });
        match behind.strip_prefix(['.', '/']) {
            Some(next) => rest = next,
            None if behind.is_empty() => return Ok(all),
            None => return Err(format!("`{text}`: a dot is expected in front of `{behind}`")),
        }
    }
}

/// Returns the position of the parenthesis that closes a document of JSON.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut is_string, mut is_escaped) = (0usize, false, false);
    for (at, it) in text.char_indices() {
        match it {
            _ if is_escaped => is_escaped = false,
            '\\' if is_string => is_escaped = true,
            '"' => is_string = !is_string,
            _ if is_string => {}
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Language, compile};
    use polywire_front::LoadedFile;

    const SCHEMA: &str = r#"
@0xb3ca47d2fa2b1a01;
interface Base { close @0 () -> (); }
interface Book extends(Base) { read @0 (page :UInt32) -> (text :Text); next @1 () -> (book :Book); }
interface Store {
  open @0 (name :Text) -> (title :Text, shelf :Shelf, any :Capability, all :List(Book));
  struct Shelf { size @0 :UInt32; label @1 :Text; place :group { book @2 :Book; } }
}
"#;

    /// A method, the way to its object, and what it takes.
    type Read = (String, Vec<u16>, Option<String>);

    fn read(text: &str) -> Result<Vec<Read>, String> {
        let load = |_: &str| Ok(LoadedFile { name: "x.capnp".to_owned(), bytes: SCHEMA.as_bytes().to_vec() });
        let model = compile(Language::Capnp, "x.capnp", &load).model.expect("a model");
        let steps = chain(&model, text)?;
        Ok(steps.into_iter().map(|it| (it.called.name(), it.path, it.params.map(str::to_owned))).collect())
    }

    #[test]
    fn chains_lead_through_results() {
        let text = r#"Store.open({"name": "a)\")"}).shelf.place.book.next.book.read"#;
        let expected = [
            ("Store.open".to_owned(), vec![], Some(r#"{"name": "a)\")"}"#.to_owned())),
            ("Book.next".to_owned(), vec![1, 1], None),
            ("Book.read".to_owned(), vec![0], None),
        ];
        assert_eq!(read(text).expect("a chain"), expected);
        assert_eq!(read("Store/open").expect("a chain").len(), 1);
        assert_eq!(read("next().book.close").expect("a chain")[1].0, "Book.close");
    }

    #[test]
    fn wrong_chains_tell_what_is_wrong() {
        for (text, expected) in [
            ("Store.opn", "there is no method `Store.opn`; did you mean `Store.open`?"),
            ("Store.open.shelff.place", "what `Store.open` returns has no member `shelff`; did you mean `shelf`?"),
            ("Store.open.title.x", "what `Store.open` returns has no member `x`"),
            ("Store.open.title", "`title` is no reference that a method could be called on"),
            ("Store.open.any.read", "the schema does not tell which interface `any` is of"),
            ("Store.open.all.read", "`all` is a list; calls go to single references only"),
            ("Store.open.shelf.place.book", "ends with a reference"),
            ("Store.open.shelf.place.book.reed", "`Book` has no method `reed`; did you mean `read`?"),
            ("Store.open({}", "lacks a closing parenthesis"),
            ("Store.open({})x", "a dot is expected in front of `x`"),
            ("Store..open", "is no method"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
