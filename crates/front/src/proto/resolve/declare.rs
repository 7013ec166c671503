//! First pass: every name with its kind.

use super::options;
use super::symbol::{Symbol, SymbolKind, join};
use super::{Resolver, Site};
use crate::proto::ast::{Enum, Field, FieldType, Item, Member, Message, Oneof, OptionSetting, Service, Word};
use crate::proto::codes;
use crate::proto::load::UnitId;
use polywire_model::{Decl, DeclId, DeclKind, Struct, Union};
use polywire_source::{Diagnostic, Span};

impl Resolver<'_> {
    pub(super) fn declare_all(&mut self) {
        self.declare_packages();
        self.for_each_item(&mut |resolver, site, item| match item {
            Item::Message(it) => resolver.declare_message(site, it),
            Item::Enum(it) => resolver.declare_enum(site, it),
            Item::Extend(it) => resolver.declare_fields(site, site.scope, &it.fields),
            Item::Service(it) => resolver.declare_service(site, it),
        });
    }

    fn declare_packages(&mut self) {
        for (index, unit) in self.units.iter().enumerate() {
            let Some(package) = &unit.ast.package else { continue };
            if let Err(first) = self.symbols.declare_package(&package.text, UnitId(index), package.span) {
                self.report_duplicate(package, first);
            }
        }
    }

    fn declare_message(&mut self, site: Site<'_>, message: &Message) {
        let facts = Facts { doc: &message.doc, options: &message.body.options };
        let id = self.add_decl(site, &message.name, facts, DeclKind::Struct(Struct::default()));
        self.declare(site, site.scope, &message.name, SymbolKind::Message(id));
        let scope = join(site.scope, &message.name.text);
        for member in &message.body.members {
            match member {
                Member::Field(it) => self.declare_fields(site, &scope, std::slice::from_ref(it)),
                Member::Oneof(it) => self.declare_oneof(Site { scope: &scope, ..site }, it),
            }
        }
    }

    fn declare_oneof(&mut self, site: Site<'_>, oneof: &Oneof) {
        let facts = Facts { doc: &oneof.doc, options: &oneof.options };
        self.add_decl(site, &oneof.name, facts, DeclKind::Union(Union::default()));
        self.declare(site, site.scope, &oneof.name, SymbolKind::Oneof);
        self.declare_fields(site, site.scope, &oneof.fields);
    }

    fn declare_fields(&mut self, site: Site<'_>, scope: &str, fields: &[Field]) {
        for field in fields {
            // A group without a capital, which has been reported, would clash with its own message.
            let is_lower_group = matches!(&field.ty, FieldType::Group(ty) if ty.text == field.name.text);
            if !is_lower_group {
                self.declare(site, scope, &field.name, SymbolKind::Field);
            }
        }
    }

    fn declare_enum(&mut self, site: Site<'_>, enumeration: &Enum) {
        let open = site.features.open_enums;
        let empty = polywire_model::Enum { bits: 32, signed: true, open, members: Vec::new() };
        let facts = Facts { doc: &enumeration.doc, options: &enumeration.options };
        let id = self.add_decl(site, &enumeration.name, facts, DeclKind::Enum(empty));
        self.declare(site, site.scope, &enumeration.name, SymbolKind::Enum(id));
        for value in &enumeration.values {
            self.declare_enum_value(site, &enumeration.name.text, &value.name);
        }
    }

    /// The names of enum values lie in the scope around the enum, as in C++.
    fn declare_enum_value(&mut self, site: Site<'_>, enum_name: &str, name: &Word) {
        let Err(first) = self.try_declare(site, site.scope, name, SymbolKind::EnumValue) else { return };
        let scope = if site.scope.is_empty() { "the file".to_owned() } else { format!("`{}`", site.scope) };
        let help = format!(
            "the names of enum values must differ in all of {scope}, not just in the enum; prefix them, as in `{}_{}`",
            polywire_model::screaming_snake_case(enum_name),
            name.text
        );
        self.report(duplicate(name, first).help(help));
    }

    fn declare_service(&mut self, site: Site<'_>, service: &Service) {
        self.declare(site, site.scope, &service.name, SymbolKind::Service);
        let scope = join(site.scope, &service.name.text);
        for method in &service.methods {
            self.declare(site, &scope, &method.name, SymbolKind::Method);
        }
    }

    fn add_decl(&mut self, site: Site<'_>, name: &Word, facts: Facts<'_>, kind: DeclKind) -> DeclId {
        let package = self.units[site.unit.0].ast.package.as_ref().map_or("", |package| package.text.as_str());
        let around = site.scope.strip_prefix(package).unwrap_or(site.scope);
        let parts = |dotted: &str| -> Vec<String> {
            dotted.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        let mut names = parts(around);
        names.push(name.text.clone());
        let decl = Decl {
            module: parts(package),
            name: names,
            doc: facts.doc.to_owned(),
            deprecated: options::is_set(facts.options, options::DEPRECATED),
            span: name.span,
            kind,
        };
        let id = self.model.add(decl);
        self.declared.insert(name.span, id);
        id
    }

    fn declare(&mut self, site: Site<'_>, scope: &str, name: &Word, kind: SymbolKind) {
        if let Err(first) = self.try_declare(site, scope, name, kind) {
            self.report_duplicate(name, first);
        }
    }

    fn try_declare(&mut self, site: Site<'_>, scope: &str, name: &Word, kind: SymbolKind) -> Result<(), Span> {
        self.symbols.declare(join(scope, &name.text), Symbol { kind, unit: site.unit, span: name.span })
    }

    fn report_duplicate(&mut self, name: &Word, first: Span) {
        self.report(duplicate(name, first).help("rename or remove one of them"));
    }
}

/// What stands at a declaration besides its name and contents.
struct Facts<'a> {
    doc: &'a str,
    options: &'a [OptionSetting],
}

fn duplicate(name: &Word, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_NAME, format!("the name `{}` is used twice", name.text))
        .at(name.span, "used again here")
        .related(first, "first used here")
}
