//! Models as `.fbe` text, with all type ids stated. The official compiler makes codecs of it that read and write the same
//! bytes.
//!
//! Types of other packages are imported. What the language cannot say is printed as the formats encode it: cases of a
//! union are optional fields, and a list in a list is the field of a struct of its own.

mod default;
mod field;
mod member;
mod name;
mod request;
mod wrapper;

use crate::derived::DerivedFile;
use crate::output::Output;
use name::{Names, package_of};
use polywire_model::attr::{FbePackage, FbeRequest};
use polywire_model::{Decl, DeclId, DeclKind, Enum, Model, Struct};
use std::collections::{BTreeMap, BTreeSet};
use wrapper::Wrappers;

/// The text of a file, and what it cannot express.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The file.
    pub text: String,
    /// The inexpressible parts.
    pub lost: Vec<String>,
}

/// Prints the package that a file declares. The model has type ids and the order of members.
pub fn print_fbe(model: &Model, file: &str) -> Printed {
    let first = model.decls.iter().find(|decl| decl.file == file);
    print_package(model, &first.map_or_else(|| "schema".to_owned(), package_of))
}

/// Prints each package, which is a file with its name: others import it by that.
pub fn print_fbe_files(model: &Model) -> Vec<DerivedFile> {
    let packages: BTreeSet<String> = model.decls.iter().filter(|decl| is_printed(decl)).map(package_of).collect();
    let derived = |package: String| {
        let Printed { text, lost } = print_package(model, &package);
        DerivedFile { path: format!("{package}.fbe"), text, lost }
    };
    packages.into_iter().map(derived).collect()
}

fn print_package(model: &Model, home: &str) -> Printed {
    let mut printer = Printer {
        model,
        names: Names::of(model, home),
        out: Output::with_indent("    "),
        lost: Vec::new(),
        type_ids: BTreeSet::new(),
        requests: request::requests(model),
        wrappers: Wrappers::default(),
    };
    printer.file(home);
    Printed { text: printer.out.text, lost: printer.lost }
}

struct Printer<'m> {
    model: &'m Model,
    names: Names,
    out: Output,
    lost: Vec<String>,
    /// Those of the structs printed so far.
    type_ids: BTreeSet<u32>,
    requests: BTreeMap<DeclId, FbeRequest>,
    wrappers: Wrappers,
}

impl Printer<'_> {
    fn file(&mut self, home: &str) {
        let own: Vec<DeclId> = self.declared_in(home);
        let FbePackage { domain, version } = self.model.fbe_packages.get(home).cloned().unwrap_or_default();
        domain.iter().for_each(|domain| self.out.line(format!("domain {domain}")));
        self.out.line(format!("package {home}"));
        version.iter().for_each(|version| self.out.line(format!("version {version}")));
        let imports: BTreeSet<String> =
            own.iter().flat_map(|id| self.packages_used(*id)).filter(|it| it != home).collect();
        if !imports.is_empty() {
            self.out.paragraph();
        }
        imports.iter().for_each(|package| self.out.line(format!("import {package}")));
        own.into_iter().for_each(|id| self.declaration(id));
        self.print_wrappers();
        self.lose_services(home);
        let constants = self.model.constants().map(|it| format!("the constant {}: .fbe files have none", it.path()));
        self.lost.extend(constants);
        self.lose_defaults();
    }

    /// Returns the types of a package that have a text of their own, each after those that it contains.
    fn declared_in(&self, home: &str) -> Vec<DeclId> {
        let ids = (0..self.model.decls.len() as u32).map(DeclId);
        let mut order = Vec::new();
        let mut seen = vec![false; self.model.decls.len()];
        ids.for_each(|id| self.visit(id, &mut seen, &mut order));
        order.retain(|id| package_of(self.model.decl(*id)) == home && is_printed(self.model.decl(*id)));
        order
    }

    fn visit(&self, id: DeclId, seen: &mut [bool], order: &mut Vec<DeclId>) {
        if !std::mem::replace(&mut seen[id.0 as usize], true) {
            self.model.decl(id).held().into_iter().for_each(|held| self.visit(held, seen, order));
            order.push(id);
        }
    }

    fn packages_used(&self, id: DeclId) -> Vec<String> {
        let base = self.model.as_struct(id).and_then(|it| self.model.find(it.attrs.fbe.base.as_deref()?));
        let answers = self.requests.get(&id).into_iter().flat_map(|it| {
            let rejects = it.rejects.iter().map(|reject| &reject.name);
            it.response.iter().chain(rejects).filter_map(|path| self.model.find(path))
        });
        let held = self.model.decl(id).held().into_iter().chain(base).chain(answers);
        let held: Vec<DeclId> = held.flat_map(|id| [id].into_iter().chain(self.through(id))).collect();
        held.into_iter().map(|id| package_of(self.model.decl(id))).collect()
    }

    /// Returns what a type without a text of its own leads to.
    fn through(&self, id: DeclId) -> Vec<DeclId> {
        let decl = self.model.decl(id);
        if is_printed(decl) { Vec::new() } else { decl.held() }
    }

    fn declaration(&mut self, id: DeclId) {
        let decl = self.model.decl(id);
        self.out.paragraph();
        self.doc(&decl.doc);
        match &decl.kind {
            DeclKind::Enum(it) => self.enumeration(decl, it),
            DeclKind::Struct(it) => self.structure(id, decl, it),
            DeclKind::Union(_) | DeclKind::Constant(_) => {}
        }
    }

    fn doc(&mut self, doc: &str) {
        doc.lines().for_each(|line| self.out.line(format!("// {line}").trim_end()));
    }

    fn enumeration(&mut self, decl: &Decl, it: &Enum) {
        let (word, hidden) = (if it.flags { "flags" } else { "enum" }, attribute(it.attrs.fbe.hidden, "hidden"));
        let base = match (it.attrs.fbe.base, it.bits, it.signed) {
            (Some(base), ..) => format!(" : {base}"),
            (None, 32, true) => String::new(),
            (None, bits, signed) => format!(" : {}int{bits}", if signed { "" } else { "u" }),
        };
        let deprecated = attribute(decl.deprecated, "deprecated");
        self.out.open(&format!("{hidden}{deprecated}{word} {}{base}", self.names.own(decl)));
        for member in &it.members {
            let name = name::safe(&member.name);
            // The first member is the default of the model; in FBE it is always zero.
            let number = if it.signed { member.number.to_string() } else { (member.number as u64).to_string() };
            self.doc(&member.doc);
            self.out.line(format!("{}{name} = {number};", attribute(member.deprecated, "deprecated")));
        }
        self.out.close();
    }

    fn structure(&mut self, id: DeclId, decl: &Decl, it: &Struct) {
        let fbe = &it.attrs.fbe;
        if let Some(request) = self.requests.get(&id).cloned() {
            self.request(&request);
        }
        let word = if fbe.is_message { "message" } else { "struct" };
        let number = match (fbe.takes_base_id, fbe.type_id) {
            (true, _) => "(base)".to_owned(),
            (false, Some(type_id)) if self.type_ids.insert(type_id) => format!("({type_id})"),
            // Only ids that are stated for both are refused.
            (false, Some(type_id)) => format!("(+{type_id})"),
            (false, None) => String::new(),
        };
        let base = fbe.base.as_deref().and_then(|name| self.model.find(name));
        let base = base.map(|base| format!(" : {}", self.names.of_decl(self.model.decl(base)))).unwrap_or_default();
        let attributes = attribute(fbe.hidden, "hidden") + &attribute(decl.deprecated, "deprecated");
        self.out.open(&format!("{attributes}{word} {}{number}{base}", self.names.own(decl)));
        self.fields(id, it);
        self.out.close();
    }
}

fn attribute(is_set: bool, name: &str) -> String {
    if is_set { format!("[{name}] ") } else { String::new() }
}

/// Returns true for a declaration that is not a part of its fields' types.
fn is_printed(decl: &Decl) -> bool {
    match &decl.kind {
        DeclKind::Struct(it) => it.is_declared() && !it.attrs.fbe.is_item,
        DeclKind::Enum(_) => true,
        DeclKind::Union(_) | DeclKind::Constant(_) => false,
    }
}
