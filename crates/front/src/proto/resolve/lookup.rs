//! Type names to declarations: innermost scope first, as in C++.

use super::symbol::{Entry, Symbol, SymbolKind, join};
use super::{Resolver, Site};
use crate::proto::ast::Word;
use crate::proto::capability::{self, Feature};
use crate::proto::codes;
use crate::proto::load::UnitId;
use crate::proto::scalar::Scalar;
use crate::suggestion::closest;
use polywire_model::DeclId;
use polywire_source::{Diagnostic, Span};

/// Well-known types whose JSON form differs from that of a plain message (ProtoJSON specification).
const SPECIAL_IN_JSON: [&str; 16] = [
    "Any",
    "Timestamp",
    "Duration",
    "FieldMask",
    "Struct",
    "Value",
    "ListValue",
    "DoubleValue",
    "FloatValue",
    "Int64Value",
    "UInt64Value",
    "Int32Value",
    "UInt32Value",
    "BoolValue",
    "StringValue",
    "BytesValue",
];

/// A message or enum that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Message(DeclId),
    Enum(DeclId),
}

/// Why a name refers to nothing.
enum Miss {
    /// The first part was found in this scope, but not the whole name.
    Shadowed {
        full_name: String,
    },
    NotImported {
        symbol: Symbol,
    },
    Unknown,
}

impl Resolver<'_> {
    /// The message or enum that `name` refers to; reports it if there is none.
    pub(super) fn named_type(&mut self, site: Site<'_>, name: &Word) -> Option<Named> {
        match self.search(site, &name.text) {
            Ok((full_name, symbol)) => self.as_type(site, name, &full_name, symbol),
            Err(miss) => {
                self.report_miss(name, miss);
                None
            }
        }
    }

    /// Like [`Self::named_type`] for places where only a message can stand.
    pub(super) fn named_message(&mut self, site: Site<'_>, name: &Word) -> Option<DeclId> {
        if Scalar::from_keyword(&name.text).is_none() {
            match self.named_type(site, name)? {
                Named::Message(id) => return Some(id),
                Named::Enum(_) => {}
            }
        }
        self.report(
            Diagnostic::error(codes::NOT_A_TYPE, format!("`{}` is not a message", name.text)).at(name.span, ""),
        );
        None
    }

    fn as_type(&mut self, site: Site<'_>, name: &Word, full_name: &str, symbol: Symbol) -> Option<Named> {
        self.imports.note_use(site.unit, symbol.unit);
        match symbol.kind {
            SymbolKind::Message(id) => {
                self.check_well_known(full_name, name.span);
                Some(Named::Message(id))
            }
            SymbolKind::Enum(id) => Some(Named::Enum(id)),
            SymbolKind::EnumValue
            | SymbolKind::Field
            | SymbolKind::Oneof
            | SymbolKind::Service
            | SymbolKind::Method => {
                let other = Diagnostic::error(codes::NOT_A_TYPE, format!("`{}` is not a type", name.text))
                    .at(name.span, "")
                    .related(symbol.span, "it is declared here");
                self.report(other);
                None
            }
        }
    }

    fn check_well_known(&mut self, full_name: &str, span: Span) {
        let short = full_name.strip_prefix("google.protobuf.");
        if short.is_some_and(|short| SPECIAL_IN_JSON.contains(&short)) {
            self.report(capability::missing(Feature::WellKnownJson, span));
        }
    }

    fn search(&self, site: Site<'_>, name: &str) -> Result<(String, Symbol), Miss> {
        if let Some(absolute) = name.strip_prefix('.') {
            return self.visible_symbol(site.unit, absolute);
        }
        let first = name.split('.').next().unwrap_or(name);
        let mut not_imported = None;
        for scope in scopes(site.scope) {
            match self.visible(site.unit, &join(scope, first)) {
                Ok(entry) if first.len() < name.len() => {
                    if is_scope(&entry) {
                        let full_name = join(scope, name);
                        return self.visible_symbol(site.unit, &full_name).map_err(|miss| match miss {
                            Miss::Unknown if full_name != name => Miss::Shadowed { full_name },
                            Miss::Unknown | Miss::Shadowed { .. } | Miss::NotImported { .. } => miss,
                        });
                    }
                }
                Ok(Entry::Symbol(symbol)) if is_type(symbol) || scope.is_empty() => {
                    return Ok((join(scope, first), symbol));
                }
                Ok(_) => {}
                Err(miss) => not_imported = not_imported.or(Some(miss)),
            }
        }
        Err(not_imported.filter(|miss| !matches!(miss, Miss::Unknown)).unwrap_or_else(|| self.other_miss(site, name)))
    }

    /// A dotted name whose first part lies in a package that is not imported.
    fn other_miss(&self, site: Site<'_>, name: &str) -> Miss {
        let full_names = scopes(site.scope).map(|scope| join(scope, name));
        let found = full_names.filter_map(|full_name| self.visible_symbol(site.unit, &full_name).err());
        found.into_iter().find(|miss| matches!(miss, Miss::NotImported { .. })).unwrap_or(Miss::Unknown)
    }

    fn visible_symbol(&self, user: UnitId, full_name: &str) -> Result<(String, Symbol), Miss> {
        match self.visible(user, full_name)? {
            Entry::Symbol(symbol) => Ok((full_name.to_owned(), symbol)),
            Entry::Package(_) => Err(Miss::Unknown),
        }
    }

    fn visible(&self, user: UnitId, full_name: &str) -> Result<Entry<'_>, Miss> {
        let entry = self.symbols.find(full_name).ok_or(Miss::Unknown)?;
        match entry {
            Entry::Symbol(symbol) if !self.imports.sees(user, symbol.unit) => Err(Miss::NotImported { symbol }),
            Entry::Package(package) if !package.units.iter().any(|unit| self.imports.sees(user, *unit)) => {
                Err(Miss::Unknown)
            }
            Entry::Symbol(_) | Entry::Package(_) => Ok(entry),
        }
    }

    fn report_miss(&mut self, name: &Word, miss: Miss) {
        match miss {
            Miss::Unknown if self.is_incomplete => {}
            Miss::Unknown => self.report_unknown(name),
            Miss::Shadowed { full_name } => {
                let message = format!("`{}` means `{full_name}` here, which does not exist", name.text);
                let help = format!("scopes are searched from the inside; write `.{}` to begin at the root", name.text);
                self.report(Diagnostic::error(codes::UNKNOWN_TYPE, message).at(name.span, "").help(help));
            }
            Miss::NotImported { symbol } => {
                let path = &self.units[symbol.unit.0].path;
                let help = format!("add `import \"{path}\";`");
                let message = format!("`{}` is declared in a file that this one does not import", name.text);
                let hidden = Diagnostic::error(codes::NOT_IMPORTED, message)
                    .at(name.span, "")
                    .related(symbol.span, "declared here");
                self.report(hidden.help(help));
            }
        }
    }

    fn report_unknown(&mut self, name: &Word) {
        let last = name.text.rsplit('.').next().unwrap_or(&name.text);
        let types = self.symbols.type_names().map(|full_name| full_name.rsplit('.').next().unwrap_or(full_name));
        let mut candidates: Vec<&str> = types.chain(Scalar::KEYWORDS).collect();
        candidates.sort_unstable();
        let help = match closest(last, candidates) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it, or import the file that does".to_owned(),
        };
        let unknown = Diagnostic::error(codes::UNKNOWN_TYPE, format!("there is no type `{}`", name.text));
        self.report(unknown.at(name.span, "").help(help));
    }
}

/// The scope itself and those around it, up to the root.
fn scopes(innermost: &str) -> impl Iterator<Item = &str> {
    let around = innermost.rmatch_indices('.').map(|(end, _)| &innermost[..end]);
    let root = (!innermost.is_empty()).then_some("");
    std::iter::once(innermost).chain(around).chain(root)
}

fn is_scope(entry: &Entry<'_>) -> bool {
    match entry {
        Entry::Package(_) => true,
        Entry::Symbol(symbol) => is_type(*symbol) || symbol.kind == SymbolKind::Service,
    }
}

fn is_type(symbol: Symbol) -> bool {
    matches!(symbol.kind, SymbolKind::Message(_) | SymbolKind::Enum(_))
}
