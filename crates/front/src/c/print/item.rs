//! Structs, unions and their items.

use super::Printer;
use super::names::escaped;
use super::text::{attributes, scalar, text_note};
use polywire_model::c::{CEnum, CItem, CMember, CRecord, CScalar, CType};
use polywire_model::{Case, DeclId, DeclKind, Field, Meaning, Presence, Type};

/// What a declarator is made of: the type before the name, and the lengths behind it.
struct Parts<'m> {
    base: Base<'m>,
    lengths: String,
}

enum Base<'m> {
    Name(String),
    /// A struct or union without a name, and the declaration whose members have its types.
    Inline(&'m CRecord, Option<DeclId>),
}

impl<'m> Printer<'m> {
    /// Prints a struct or union from its head to its tail.
    pub(super) fn record(&mut self, owner: Option<DeclId>, record: &'m CRecord, head: &str, tail: &str) {
        let before = self.pack;
        if record.layout.pack != before {
            self.out.line(format!("#pragma pack(push, {})", record.layout.pack.unwrap_or_default()));
            self.pack = record.layout.pack;
        }
        self.out.open(head);
        for item in &record.items {
            self.item(owner, record, item);
        }
        self.out.leave(&format!("}}{}{tail}", attributes(&record.layout)));
        if self.pack != before {
            self.out.line("#pragma pack(pop)");
            self.pack = before;
        }
    }

    fn item(&mut self, owner: Option<DeclId>, record: &'m CRecord, item: &'m CItem) {
        match item {
            CItem::Padding { ty, bits, layout } => {
                self.out.line(format!("{} : {bits}{};", scalar(*ty), attributes(layout)));
            }
            CItem::Anonymous(inner) => {
                let keyword = if inner.overlap { "union" } else { "struct" };
                self.record(owner, inner, keyword, ";");
            }
            CItem::Teller(member) => {
                let is_length = record.length.as_ref() == Some(&member.name);
                let notes = if is_length { vec!["length".to_owned()] } else { Vec::new() };
                self.member(owner, record, member, notes);
            }
            CItem::Member(member) => {
                let mut notes = self.notes(owner, member);
                if record.version.as_ref() == Some(&member.name) {
                    notes.push("version".to_owned());
                }
                if let Some(field) = self.field(owner, &member.name) {
                    self.doc(&field.doc);
                }
                if let Some(case) = self.case(owner, &member.name) {
                    self.doc(&case.doc);
                    notes.extend(case_note(case));
                }
                self.member(owner, record, member, notes);
            }
        }
    }

    fn notes(&self, owner: Option<DeclId>, member: &CMember) -> Vec<String> {
        let told = member.told_by.as_ref().map(|name| {
            let is_union = self.named(owner, &member.name).is_some_and(|id| self.model.as_union(id).is_some());
            let is_optional = self.field(owner, &member.name).is_some_and(|it| it.presence == Presence::Optional);
            let word = if is_optional {
                "present"
            } else if is_union {
                "tag"
            } else {
                "count"
            };
            format!("{word}({})", escaped(name))
        });
        told.into_iter().chain(text_note(member.text)).collect()
    }

    fn member(&mut self, owner: Option<DeclId>, record: &'m CRecord, member: &'m CMember, notes: Vec<String>) {
        let parts = self.parts(owner, record, member, &member.ty);
        let bits = member.bits.map(|bits| format!(" : {bits}")).unwrap_or_default();
        let is_deprecated = self.field(owner, &member.name).is_some_and(|it| it.deprecated);
        let deprecated = if is_deprecated { " __attribute__((deprecated))" } else { "" };
        let notes = if notes.is_empty() { String::new() } else { format!(" /* polywire: {} */", notes.join(", ")) };
        let attributes = attributes(&member.layout);
        let tail = format!("{}{}{bits}{attributes}{deprecated};{notes}", escaped(&member.name), parts.lengths);
        match parts.base {
            Base::Name(name) => self.out.line(format!("{name} {tail}")),
            Base::Inline(inner, of) => {
                let keyword = if inner.overlap { "union" } else { "struct" };
                self.record(of, inner, keyword, &format!(" {tail}"));
            }
        }
    }

    fn parts(&self, owner: Option<DeclId>, record: &'m CRecord, member: &'m CMember, ty: &'m CType) -> Parts<'m> {
        let base = match ty {
            CType::Scalar(it) => Base::Name(self.scalar_name(owner, &member.name, *it)),
            CType::Enum(facts) => Base::Name(self.enum_name(owner, record, &member.name, *facts)),
            CType::Record(inner) if inner.name.ends_with("_Complex") => Base::Name(inner.name.clone()),
            CType::Record(inner) => Base::Inline(inner, None),
            CType::Named => self.named_base(owner, &member.name),
            CType::Array(element, len) => {
                let inner = self.parts(owner, record, member, element);
                let len = len.map(|len| len.to_string()).unwrap_or_default();
                return Parts { lengths: format!("[{len}]{}", inner.lengths), ..inner };
            }
            CType::Aligned(inner, align) => match self.parts(owner, record, member, inner) {
                Parts { base: Base::Name(name), lengths } => Base::Name(aligned_name(&name, &lengths, *align)),
                inline => return inline,
            },
        };
        Parts { base, lengths: String::new() }
    }

    /// Prints the typedefs of types with an alignment of their own.
    pub(super) fn define_aligned(&mut self, owner: DeclId, record: &'m CRecord) {
        for item in &record.items {
            match item {
                CItem::Anonymous(inner) => self.define_aligned(owner, inner),
                CItem::Member(member) | CItem::Teller(member) => {
                    if let CType::Record(inner) = innermost(&member.ty) {
                        self.define_aligned(owner, inner);
                    }
                    self.define_aligned_type(owner, record, member, &member.ty);
                }
                CItem::Padding { .. } => {}
            }
        }
    }

    fn define_aligned_type(&mut self, owner: DeclId, record: &'m CRecord, member: &'m CMember, ty: &'m CType) {
        match ty {
            CType::Array(inner, _) => self.define_aligned_type(owner, record, member, inner),
            CType::Aligned(inner, align) => {
                self.define_aligned_type(owner, record, member, inner);
                let parts = self.parts(Some(owner), record, member, inner);
                let Base::Name(base) = parts.base else { return };
                let name = aligned_name(&base, &parts.lengths, *align);
                if self.aligned.insert(name.clone()) {
                    self.out.paragraph();
                    self.out.line(format!("typedef {base} {name}{} __attribute__((aligned({align})));", parts.lengths));
                }
            }
            CType::Scalar(_) | CType::Enum(_) | CType::Named | CType::Record(_) => {}
        }
    }

    fn named_base(&self, owner: Option<DeclId>, member: &str) -> Base<'m> {
        let Some(id) = self.named(owner, member) else { return Base::Name("void".to_owned()) };
        let record = match &self.model.decl(id).kind {
            DeclKind::Struct(it) => it.attrs.c.as_deref(),
            DeclKind::Union(it) => it.attrs.c.as_deref(),
            DeclKind::Enum(_) | DeclKind::Constant(_) => None,
        };
        match record {
            Some(record) if record.name.is_empty() => Base::Inline(record, Some(id)),
            Some(record) if record.name.ends_with("_Complex") => Base::Name(record.name.clone()),
            _ => Base::Name(self.names.record(id)),
        }
    }

    /// Returns the declaration of the type of a member, or of the elements of its arrays. A case that keeps its label holds its value.
    fn named(&self, owner: Option<DeclId>, member: &str) -> Option<DeclId> {
        named(self.ty(owner, member)?)
    }

    fn ty(&self, owner: Option<DeclId>, member: &str) -> Option<&'m Type> {
        let field = self.field(owner, member).map(|it| &it.ty);
        let case = || {
            let case = self.case(owner, member)?;
            let ty = case.ty.as_ref()?;
            match named(ty).filter(|id| self.labelled.contains(id)).and_then(|id| self.model.as_struct(id)) {
                Some(it) => it.fields.get(1).map(|field| &field.ty),
                None => Some(ty),
            }
        };
        field.or_else(case)
    }

    fn field(&self, owner: Option<DeclId>, name: &str) -> Option<&'m Field> {
        self.model.as_struct(owner?)?.fields.iter().find(|it| it.name == name)
    }

    fn case(&self, owner: Option<DeclId>, name: &str) -> Option<&'m Case> {
        self.model.as_union(owner?)?.cases.iter().find(|it| it.name == name)
    }

    fn scalar_name(&self, owner: Option<DeclId>, member: &str, it: CScalar) -> String {
        let meaning = self.ty(owner, member).map(element).and_then(|ty| match ty {
            Type::Int { meaning: Meaning::Character, bits, .. } => Some(*bits),
            _ => None,
        });
        match (it, meaning) {
            (CScalar::Exact { bits: 16, signed: false }, Some(16)) => "char16_t".to_owned(),
            (CScalar::Exact { bits: 32, signed: false }, Some(32)) => "char32_t".to_owned(),
            _ => scalar(it),
        }
    }

    /// Returns the name of an enum, or of an integer of its width if the model does not have it.
    fn enum_name(&self, owner: Option<DeclId>, record: &CRecord, member: &str, facts: CEnum) -> String {
        let told = |item: &CItem| match item {
            CItem::Member(it) if it.told_by.as_deref() == Some(member) => Some(it.name.clone()),
            _ => None,
        };
        let of_tag = || {
            let union = record.items.iter().find_map(told).and_then(|name| self.named(owner, &name))?;
            self.model.as_union(union)?.discriminator.as_ref()
        };
        let enumeration = self.ty(owner, member).or_else(of_tag).map(element).and_then(|ty| match ty {
            Type::Named(id) | Type::Int { meaning: Meaning::Flags(id), .. } => Some(*id),
            _ => None,
        });
        match enumeration {
            Some(id) => format!("enum {}", self.names.enumeration(id)),
            None => {
                let bits = facts.shape(&polywire_model::c::Abi::ALL[0]).size as u8 * 8;
                scalar(CScalar::Exact { bits, signed: facts.min < 0 })
            }
        }
    }
}

fn aligned_name(base: &str, lengths: &str, align: u32) -> String {
    let lengths = lengths.replace('[', "_").replace(']', "");
    format!("{}{lengths}_aligned_{align}", base.replace(' ', "_"))
}

fn case_note(case: &Case) -> Option<String> {
    let labels = case.labels.iter().map(ToString::to_string);
    let labels: Vec<String> = labels.chain(case.is_default.then(|| "default".to_owned())).collect();
    (!labels.is_empty()).then(|| format!("case({})", labels.join(", ")))
}

fn innermost(ty: &CType) -> &CType {
    match ty {
        CType::Array(inner, _) | CType::Aligned(inner, _) => innermost(inner),
        other => other,
    }
}

fn element(ty: &Type) -> &Type {
    match ty {
        Type::List(inner) | Type::Array(inner, _) => element(inner),
        other => other,
    }
}

pub(super) fn named(ty: &Type) -> Option<DeclId> {
    match element(ty) {
        Type::Named(id) => Some(*id),
        _ => None,
    }
}
