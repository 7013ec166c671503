use super::Text;
use super::name::Names;
use super::native::{native, value_type};
use crate::text::syntax::ident;
use crate::{Access, FuncId, Getter, ListView, ObjectView, Role, Slot, StructView, ValueType, Var, Views};

/// Prints the views.
pub(super) fn views(out: &mut Text, views: &Views, names: &Names<'_>) {
    views.structs.iter().for_each(|view| record(out, view, names));
    if !views.lists.is_empty() {
        out.blank();
    }
    views.lists.iter().for_each(|view| list(out, view, names));
    views.objects.iter().for_each(|view| objects(out, view, names));
}

fn record(out: &mut Text, view: &StructView, names: &Names<'_>) {
    out.blank();
    let root = view.root.map_or_else(String::new, |id| format!(" root {}", names.function(id)));
    let object = object(view.object, names);
    out.line(&format!("view {}({}){root}{object} {{", names.record(view.record), place(&view.place, names)));
    out.indented(|out| view.fields.iter().for_each(|access| out.line(&member(access, names))));
    out.line("}");
}

fn member(access: &Access, names: &Names<'_>) -> String {
    match access {
        Access::None => "-".to_owned(),
        Access::Value(getter) => format!("get {}", self::getter(getter, names)),
        Access::Union { held, cases } => {
            format!("held {}{}", names.function(*held), self::cases(cases, names))
        }
    }
}

fn cases(cases: &[Option<Getter>], names: &Names<'_>) -> String {
    let case = |it: &Option<Getter>| it.as_ref().map_or_else(|| "-".to_owned(), |it| getter(it, names));
    format!(" cases ({})", cases.iter().map(case).collect::<Vec<_>>().join(", "))
}

fn getter(getter: &Getter, names: &Names<'_>) -> String {
    format!("{}{}{}", names.function(getter.get), role(getter.role), slot(getter.slot, names))
}

fn slot(slot: Option<Slot>, names: &Names<'_>) -> String {
    let Some(Slot { locate, is_big_endian, mask }) = slot else { return String::new() };
    let order = if is_big_endian { " be" } else { "" };
    let mask = if mask == 0 { String::new() } else { format!(" xor {mask}") };
    format!(" slot {}{order}{mask}", names.function(locate))
}

fn key(key: &[u32]) -> String {
    let fields: Vec<String> = key.iter().map(u32::to_string).collect();
    if key.is_empty() { String::new() } else { format!(" key ({})", fields.join(", ")) }
}

fn role(role: Role) -> String {
    if role == Role::Value { String::new() } else { format!(" as {}", role.name()) }
}

/// Prints the function that reads an object as a value of this view.
fn object(id: Option<FuncId>, names: &Names<'_>) -> String {
    id.map_or_else(String::new, |id| format!(" object {}", names.function(id)))
}

fn list(out: &mut Text, view: &ListView, names: &Names<'_>) {
    let (element, role, place) = (native(&view.element, names), role(view.role), place(&view.place, names));
    let object = object(view.object, names);
    let cases = if view.cases.is_empty() { String::new() } else { cases(&view.cases, names) };
    let next = view.next.map_or_else(String::new, |id| format!(" next {}", names.function(id)));
    let (get, slot, key) = (names.function(view.get), slot(view.slot, names), key(&view.key));
    out.line(&format!("elements {element}{role} ({place}){object} get {get}{next}{cases}{slot}{key}"));
}

fn objects(out: &mut Text, view: &ObjectView, names: &Names<'_>) {
    out.blank();
    let asks = view.asks.iter().flat_map(|asks| asks.functions());
    let asks: Vec<String> = asks.map(|(what, id)| format!("{what} {}", names.function(id))).collect();
    out.line(&format!("objects ({}) {{", place(&view.place, names)));
    out.indented(|out| asks.iter().for_each(|ask| out.line(ask)));
    out.line("}");
}

fn place(place: &[Var], names: &Names<'_>) -> String {
    let binding = |var: &Var| match &var.ty {
        ValueType::U64 => ident(&var.name),
        ty => format!("{}: {}", ident(&var.name), value_type(ty, names)),
    };
    place.iter().map(binding).collect::<Vec<_>>().join(", ")
}
