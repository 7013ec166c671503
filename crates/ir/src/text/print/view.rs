use super::Text;
use super::name::Names;
use super::native::{native, value_type};
use crate::text::syntax::ident;
use crate::{Access, ListView, StructView, ValueType, Var, Views};

/// How values are read in place.
pub(super) fn views(out: &mut Text, views: &Views, names: &Names<'_>) {
    views.structs.iter().for_each(|view| record(out, view, names));
    if !views.lists.is_empty() {
        out.blank();
    }
    views.lists.iter().for_each(|view| list(out, view, names));
}

fn record(out: &mut Text, view: &StructView, names: &Names<'_>) {
    out.blank();
    let root = view.root.map_or_else(String::new, |id| format!(" root {}", names.function(id)));
    out.line(&format!("view {}({}){root} {{", names.record(view.record), place(&view.place, names)));
    out.indented(|out| view.fields.iter().for_each(|access| out.line(&member(access, names))));
    out.line("}");
}

fn member(access: &Access, names: &Names<'_>) -> String {
    match access {
        Access::None => "-".to_owned(),
        Access::Value(get) => format!("get {}", names.function(*get)),
        Access::Union { held, cases } => {
            let case = |get: &Option<_>| get.map_or_else(|| "-".to_owned(), |get| names.function(get));
            let cases: Vec<String> = cases.iter().map(case).collect();
            format!("held {} cases ({})", names.function(*held), cases.join(", "))
        }
    }
}

fn list(out: &mut Text, view: &ListView, names: &Names<'_>) {
    let (element, place) = (native(&view.element, names), place(&view.place, names));
    out.line(&format!("elements {element} ({place}) get {}", names.function(view.get)));
}

fn place(place: &[Var], names: &Names<'_>) -> String {
    let binding = |var: &Var| match &var.ty {
        ValueType::U64 => ident(&var.name),
        ty => format!("{}: {}", ident(&var.name), value_type(ty, names)),
    };
    place.iter().map(binding).collect::<Vec<_>>().join(", ")
}
