//! Headers of models: those that were read, and those of schemas in other languages whose types have a fixed size.

mod assertion;
mod item;
mod names;
mod text;

use super::codes;
use crate::lost::lost_defaults;
use crate::output::Output;
use names::Names;
use polywire_model::c::layout::{LayoutErrorKind, Layouts};
use polywire_model::c::{Abi, CRecord};
use polywire_model::c::{NotFixed, NotFixedKind, derived};
use polywire_model::{Decl, DeclId, DeclKind, Enum, Model};
use polywire_source::Diagnostic;
use std::collections::HashSet;

/// The text of a header, and what it cannot express.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The header.
    pub text: String,
    /// The inexpressible parts.
    pub lost: Vec<String>,
}

/// Prints all types of a model, with assertions of their layouts for an ABI.
///
/// # Errors
/// All that has no fixed size.
pub fn print_c(model: &Model, abi: Option<&'static Abi>) -> Result<Printed, Vec<Diagnostic>> {
    let labelled = labelled(model);
    let defaults = lost_defaults(model, &|_| false);
    let model = &derived_c(model)?;
    let mut printer = Printer {
        model,
        names: Names::of(model),
        labelled,
        layouts: abi.map(|abi| Layouts::new(model, abi)),
        out: Output::with_indent("    "),
        pack: None,
        aligned: HashSet::new(),
        lost: defaults,
    };
    printer.file();
    Ok(Printed { text: printer.out.text, lost: printer.lost })
}

/// Returns the model with records of C for all types.
///
/// # Errors
/// All that has no fixed size.
pub fn derived_c(model: &Model) -> Result<Model, Vec<Diagnostic>> {
    let derived = derived(model).map_err(|errors| errors.iter().map(|it| not_fixed(model, it)).collect::<Vec<_>>())?;
    let recursive = recursive(&derived);
    if recursive.is_empty() { Ok(derived) } else { Err(recursive) }
}

fn not_fixed(model: &Model, it: &NotFixed) -> Diagnostic {
    let decl = model.decl(it.decl);
    let dot = if it.member.is_empty() { "" } else { "." };
    let (why, help) = match it.kind {
        NotFixedKind::Text => ("a text without a greatest length", "limit its length in the schema"),
        NotFixedKind::Bytes => ("bytes without a greatest length", "limit their length in the schema"),
        NotFixedKind::List => ("a list without a greatest length", "limit its length in the schema, or use an array"),
        NotFixedKind::Map => ("a map", "use a list of a limited length"),
        NotFixedKind::Position => {
            ("a list or a union where no other member tells its length or its case", "put it into a struct of its own")
        }
    };
    let message = format!("`{}{dot}{}` has no fixed size: it is {why}", decl.path(), it.member);
    let error = Diagnostic::error(codes::UNSUPPORTED, message);
    let is_known = decl.span != polywire_source::Span::default();
    (if is_known { error.at(decl.span, "") } else { error }).help(help)
}

/// Returns the structs of the values that cases of C unions keep with their labels.
fn labelled(model: &Model) -> HashSet<DeclId> {
    let unions = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Union(it) if it.attrs.c.is_some() => Some(it),
        _ => None,
    });
    let kept = unions.flat_map(|it| it.cases.iter().filter(|case| case.keeps_label()));
    kept.filter_map(|case| case.ty.as_ref().and_then(item::named)).collect()
}

/// Returns errors for types that contain themselves.
fn recursive(model: &Model) -> Vec<Diagnostic> {
    let layouts = Layouts::new(model, &Abi::ALL[0]);
    let ids = (0..model.decls.len() as u32).map(DeclId).filter(|id| layouts.record(*id).is_some());
    let is_recursive = |id: &DeclId| layouts.of(*id).is_err_and(|error| error.kind == LayoutErrorKind::Recursive);
    let error = |id: DeclId| {
        let decl = model.decl(id);
        let message = format!("`{}` has no fixed size: it contains itself", decl.path());
        let is_known = decl.span != polywire_source::Span::default();
        let error = Diagnostic::error(codes::UNSUPPORTED, message);
        (if is_known { error.at(decl.span, "") } else { error })
            .help("number the values and refer to them by their number")
    };
    ids.filter(is_recursive).map(error).collect()
}

struct Printer<'m> {
    model: &'m Model,
    names: Names,
    /// The structs of cases of C unions that keep their labels, which C does not have.
    labelled: HashSet<DeclId>,
    layouts: Option<Layouts<'m>>,
    out: Output,
    /// The largest alignment of members that `#pragma pack` has set.
    pack: Option<u32>,
    /// The typedefs of types with an alignment of their own that have been printed.
    aligned: HashSet<String>,
    lost: Vec<String>,
}

impl<'m> Printer<'m> {
    fn file(&mut self) {
        self.out.line("#pragma once");
        self.out.paragraph();
        for header in ["stddef.h", "stdint.h", "uchar.h", "wchar.h"] {
            self.out.line(format!("#include <{header}>"));
        }
        let mut printed = HashSet::new();
        for id in (0..self.model.decls.len() as u32).map(DeclId) {
            self.with_held(id, &mut printed);
        }
        let services = self.model.services.iter().map(|it| format!("the service {}", it.name));
        self.lost.extend(services);
    }

    /// Prints a declaration behind those of its members. No type holds itself: it would have no size.
    fn with_held(&mut self, id: DeclId, printed: &mut HashSet<DeclId>) {
        if !printed.insert(id) {
            return;
        }
        let decl = self.model.decl(id);
        for held in decl.held() {
            self.with_held(held, printed);
        }
        match &decl.kind {
            _ if self.labelled.contains(&id) => {}
            DeclKind::Enum(it) if it.attrs.c.is_some() => self.enumeration(id, decl, it),
            DeclKind::Struct(it) => self.top_record(id, decl, it.attrs.c.as_deref()),
            DeclKind::Union(it) => self.top_record(id, decl, it.attrs.c.as_deref()),
            DeclKind::Enum(_) => {}
            DeclKind::Constant(_) => self.lost.push(format!("the constant {}", decl.path())),
        }
    }

    /// Prints a struct or union with a name; others are part of those that hold them.
    fn top_record(&mut self, id: DeclId, decl: &'m Decl, record: Option<&'m CRecord>) {
        let Some(record) = record.filter(|it| !it.name.is_empty() && !it.name.ends_with("_Complex")) else { return };
        self.define_aligned(id, record);
        self.out.paragraph();
        self.doc(&decl.doc);
        let keyword = if record.overlap { "union" } else { "struct" };
        let name = self.names.record(id);
        let (head, tail) = match name.strip_prefix(keyword).and_then(|rest| rest.strip_prefix(' ')) {
            Some(tag) => (format!("{keyword} {tag}"), ";".to_owned()),
            None => (format!("typedef {keyword}"), format!(" {name};")),
        };
        let deprecated = if decl.deprecated { " __attribute__((deprecated))" } else { "" };
        self.record(Some(id), record, &head, &format!("{deprecated}{tail}"));
        self.assertions(id, record);
    }

    fn enumeration(&mut self, id: DeclId, decl: &Decl, it: &Enum) {
        self.out.paragraph();
        self.doc(&decl.doc);
        match (it.flags, it.open) {
            (true, _) => self.out.line("/* polywire: flags */"),
            (false, true) => self.out.line("/* polywire: open */"),
            (false, false) => {}
        }
        let packed = it.attrs.c.is_some_and(|facts| facts.packed);
        let attribute = if packed { " __attribute__((packed))" } else { "" };
        self.out.open(&format!("enum{attribute} {}", self.names.enumeration(id)));
        for member in &it.members {
            self.doc(&member.doc);
            let deprecated = if member.deprecated { " __attribute__((deprecated))" } else { "" };
            self.out.line(format!("{}{deprecated} = {},", names::escaped(&member.name), text::number(member.number)));
        }
        self.out.leave("};");
    }
}
