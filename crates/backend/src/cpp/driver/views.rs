//! Decoders for tests that read every member through a view.

use super::{LIMITS, program};
use crate::File;
use crate::cpp::header_kind::HeaderKind;
use crate::cpp::names::TypeNames;
use crate::cpp::ownership::Ownership;
use crate::cpp::reserved::namespace_of;
use crate::cpp::{Binding, Options, view};
use polywire_ir::types::{Type, Types, UnionId};
use polywire_ir::{Access, Entry, Getter, Module, Role, StructView};
use polywire_srcgen::Source;
use std::collections::BTreeMap;

/// Prints `main.cpp` for codecs and views of the same types, whose headers [`crate::cpp::generate`] prints: messages of
/// formats with views are decoded by copying every member of the view.
pub fn views_driver(modules: &[Module], options: &Options) -> File {
    let parts: Vec<(&Module, HeaderKind)> = modules
        .iter()
        .flat_map(|it| HeaderKind::all(it, Ownership::Owned).into_iter().map(move |part| (it, part)))
        .collect();
    let viewed: Vec<(&Module, HeaderKind)> = parts.iter().copied().filter(|(_, part)| part.is_view()).collect();
    let add: super::AddCodec =
        &|out, module, entry, record, names| match viewed.iter().find(|(viewed, _)| viewed.format == module.format) {
            Some((_, part)) => add_viewed(out, (module, entry), record, *part),
            None => super::add_codec(out, module, entry, record, names),
        };
    let copiers = |out: &mut Source, names: &TypeNames| {
        out.line("#include \"polywire/testing/copy.hpp\"");
        out.blank();
        union_copiers(out, &viewed, names);
        viewed.iter().for_each(|(module, part)| copiers(out, module, *part, names));
    };
    let binding = Binding::default();
    program(modules, (&parts, options), (&binding, Ownership::Owned), ("add", add), &copiers)
}

fn copiers(out: &mut Source, module: &Module, part: HeaderKind, names: &TypeNames) {
    out.block("namespace polywire::testing {", "}", |out| {
        for view in module.views.structs.iter().filter(|view| !names.is_entry(view.record)) {
            copier(out, module, (view, part), names);
        }
    });
    out.blank();
}

/// Prints how elements that are unions are copied. All formats read them in the same way.
fn union_copiers(out: &mut Source, viewed: &[(&Module, HeaderKind)], names: &TypeNames) {
    let mut lists = BTreeMap::new();
    for (module, part) in viewed {
        for list in &module.views.lists {
            if let Type::Union(id) = list.element {
                lists.entry(id).or_insert((list, *part));
            }
        }
    }
    out.block("namespace polywire::testing {", "}", |out| {
        for (id, (list, part)) in lists {
            let union = names.union(id).name.qualified();
            out.line("template <>");
            out.block(format!("struct held_copier<{union}> {{"), "};", |out| {
                out.line("template <class Held>");
                out.block(format!("static error copy(const Held& held, {union}& to) {{"), "}", |out| {
                    copy_held(out, names, (id, &list.cases), "to", part);
                    out.line("return {};");
                });
            });
        }
    });
    out.blank();
}

fn class_of(part: HeaderKind) -> &'static str {
    if part == HeaderKind::CheckedViews { "checked_view" } else { "view" }
}

fn copier(out: &mut Source, module: &Module, (view, part): (&StructView, HeaderKind), names: &TypeNames) {
    let (types, id): (&Types, _) = (&module.types, view.record);
    let record = names.record(id).name.qualified();
    let class = format!("::polywire::{}::{}<{record}>", namespace_of(&module.format), class_of(part));
    let members = view::member_names(types, names, id);
    out.line("template <>");
    out.block(format!("struct copier<{class}> {{"), "};", |out| {
        let head = format!("static error copy([[maybe_unused]] const {class}& from, [[maybe_unused]] {record}& to) {{");
        out.block(head, "}", |out| {
            let fields = types.record(id).fields.iter().zip(&view.fields).zip(&names.record(id).fields).zip(members);
            for (((field, access), native), member) in fields {
                match (&field.ty, access) {
                    (Type::Union(union), Access::Union { cases, .. }) => {
                        let union = (*union, cases.as_slice());
                        let to = format!("to.{native}{}", if field.optional { ".emplace()" } else { "" });
                        out.block("{", "}", |out| copy_union(out, names, union, (&member, &to), part));
                    }
                    (_, Access::None | Access::Value(Getter { role: Role::Object, .. })) => {}
                    _ => copy(out, &format!("from.{member}()"), &format!("to.{native}")),
                }
            }
            out.line("return {};");
        });
    });
}

fn copy(out: &mut Source, from: &str, to: &str) {
    out.line(format!("if (const error wrong = plain::copy({from}, {to})) return wrong;"));
}

fn copy_union(
    out: &mut Source,
    names: &TypeNames,
    (id, found): (UnionId, &[Option<Getter>]),
    (member, to): (&str, &str),
    part: HeaderKind,
) {
    out.line(format!("const auto held = from.{member}();"));
    out.line(format!("auto& target = {to};"));
    copy_held(out, names, (id, found), "target", part);
}

fn copy_held(
    out: &mut Source,
    names: &TypeNames,
    (id, found): (UnionId, &[Option<Getter>]),
    native: &str,
    part: HeaderKind,
) {
    out.line("const auto which = held.which();");
    let which = if part == HeaderKind::CheckedViews {
        out.line("if (!which) return which.error();");
        "*which"
    } else {
        "which"
    };
    let union = names.union(id);
    let accessors = view::case_names(names, id);
    out.block(format!("switch ({which}) {{"), "}", |out| {
        let case_type = format!("{}::Case", union.name.qualified());
        let cases = found.iter().zip(&union.cases).zip(accessors).zip(1..);
        for (((get, enumerator), accessor), index) in cases {
            out.block(format!("case {case_type}::{enumerator}: {{"), "}", |out| {
                let target = format!("{native}.value.emplace<{index}>()");
                match get.filter(|getter| getter.role != Role::Object) {
                    Some(_) => copy(out, &format!("held.{accessor}()"), &target),
                    None => out.line(format!("{target};")),
                }
                out.line("break;");
            });
        }
        out.line(format!("case {case_type}::none: break;"));
    });
}

fn add_viewed(out: &mut Source, (module, entry): (&Module, &Entry), record: &str, part: HeaderKind) {
    let namespace = namespace_of(&module.format);
    out.block(format!("{{\"{}\",", module.format), "},", |out| {
        let head = format!("[]({record}& value, ::polywire::bytes input, ::polywire::bytes, {LIMITS}) {{");
        out.block(head, "},", |out| {
            if part == HeaderKind::CheckedViews {
                out.line("::polywire::shared_input from(input, at_most);");
                out.line(format!("const auto view = ::polywire::{namespace}::checked<{record}>(from);"));
            } else {
                out.line(format!("const auto view = ::polywire::{namespace}::validated<{record}>(input, at_most);"));
            }
            out.line("value = {};");
            out.line("return ::polywire::testing::plain::copy(view, value);");
        });
        super::add_writers(out, module, entry, record);
        out.line("nullptr,");
    });
}
