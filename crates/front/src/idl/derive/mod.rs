//! Models as IDL text, whose CDR is the same: of IDL files, and of schemas in any language. It is IDL 3.5 where that has the
//! types.
//!
//! All names of types are absolute, since a relative one could be that of a member, too. What IDL cannot say is printed as `cdr` encodes
//! it: an optional member is a sequence of at most one element, a struct without members takes no bytes, and an enum whose
//! numbers are not 0, 1, 2 … is an integer with constants.

mod constant;
mod enumeration;
mod names;
mod order;
mod record;
mod service;
mod ty;
mod union;

use crate::lost::lost_defaults;
use crate::output::Output;
use names::{Names, scope};
use polywire_model::attr::CorbaKind;
use polywire_model::corba::FILE;
use polywire_model::{Decl, DeclId, DeclKind, Model};
use std::collections::BTreeSet;

/// The text of a file, and what it cannot express.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The file.
    pub text: String,
    /// The inexpressible parts.
    pub lost: Vec<String>,
}

/// Prints all types and services of a model, which has the order of members.
pub fn derive_idl(model: &Model) -> Printed {
    let model = model.in_lists();
    let mut printer = Printer {
        model: &model,
        names: Names::of(&model),
        out: Output::with_indent("  "),
        open: Vec::new(),
        empty: order::empty_structs(&model),
        left_out: BTreeSet::new(),
        is_idl: model.is_corba(),
        kept: order::kept_structs(&model),
        lost: Vec::new(),
    };
    printer.file();
    printer.lost.extend(lost_defaults(&model, &|_| false));
    Printed { text: printer.out.text, lost: printer.lost }
}

struct Printer<'m> {
    model: &'m Model,
    names: Names,
    out: Output,
    /// The modules that are open.
    open: Vec<String>,
    /// Structs that take no bytes.
    empty: BTreeSet<DeclId>,
    /// The structs of cases that keep their labels, which have no text of their own.
    kept: BTreeSet<DeclId>,
    /// The model is one of IDL files.
    is_idl: bool,
    /// Types that IDL cannot say.
    left_out: BTreeSet<DeclId>,
    lost: Vec<String>,
}

impl Printer<'_> {
    fn file(&mut self) {
        let is_type_code = |id: &DeclId| kind_of(self.model.decl(*id)) == CorbaKind::TypeCode;
        let holds = |decl: &Decl| decl.file != FILE && decl.held().iter().any(is_type_code);
        if self.model.decls.iter().any(holds) {
            self.out.line("#include <orb.idl>");
        }
        self.announce_values();
        for id in self.units() {
            self.unit(id);
        }
        for index in self.services_in_order() {
            self.service(index);
        }
        self.leave_modules(0);
    }

    fn unit(&mut self, id: DeclId) {
        let decl = self.model.decl(id);
        self.enter(&scope(decl));
        self.announce(id);
        self.declaration(id);
    }

    /// Prints a declaration in the scope that is open.
    fn declaration(&mut self, id: DeclId) {
        let decl = self.model.decl(id);
        self.out.paragraph();
        match &decl.kind {
            DeclKind::Struct(it) => self.structure(id, decl, it),
            DeclKind::Union(it) => self.union(id, decl, it),
            DeclKind::Enum(it) => self.enumeration(id, decl, it),
            DeclKind::Constant(it) => self.constant(id, decl, it),
        }
        if let Some(facts) = decl.corba() {
            self.repository_id(&self.names.path(id), &facts.repository_id);
        }
    }

    /// States a repository id that does not follow from the name of what was printed last.
    fn repository_id(&mut self, path: &[String], id: &str) {
        let usual = format!("IDL:{}:1.0", path.join("/"));
        if let (Some(own), false) = (path.last(), id.is_empty() || id == usual) {
            self.out.line(format!("#pragma ID {} \"{id}\"", names::escaped(own)));
        }
    }

    fn doc(&mut self, doc: &str) {
        doc.lines().for_each(|line| self.out.line(format!("// {line}").trim_end()));
    }

    /// Opens modules, and closes others.
    fn enter(&mut self, modules: &[String]) {
        let same = self.open.iter().zip(modules).take_while(|(open, wanted)| open == wanted).count();
        self.leave_modules(same);
        for module in &modules[same..] {
            self.out.paragraph();
            self.out.open(&format!("module {}", names::escaped(module)));
            self.open.push(module.clone());
        }
    }

    fn leave_modules(&mut self, left: usize) {
        while self.open.len() > left {
            self.open.pop();
            self.out.leave("};");
        }
    }
}

fn kind_of(decl: &Decl) -> CorbaKind {
    decl.corba_kind().unwrap_or_default()
}
