//! Structs and unions, and the tags of enums (C11, clause 6.7.2.1).

use super::attribute::Attributes;
use super::cursor::MAX_DEPTH;
use super::scope::Tag;
use super::{Parse, Parser, Reported};
use crate::c::codes;
use crate::c::tree::{EnumId, Enumeration, Record, RecordId, Type};
use polywire_model::c::{CEnum, CLayout};
use polywire_source::{Diagnostic, Span};

impl Parser<'_> {
    /// Reads `struct`, `union` or `enum` with a tag, a definition, or both.
    pub fn tagged(&mut self, defines: &mut bool) -> Parse<Type> {
        let start = self.at;
        let kind = self.word().unwrap_or_default().to_owned();
        let mut span = self.span();
        self.advance();
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes)?;
        let tag = match self.is_name() {
            true => Some(self.name("a tag")?),
            false => None,
        };
        if let Some((_, place)) = &tag {
            span = *place;
        }
        self.attributes(&mut attributes)?;
        if kind == "enum" && self.is_symbol(":") {
            let help = "write `enum __attribute__((packed))`, or use an integer for the member";
            return Err(self.error(codes::UNSUPPORTED, "the type of an enum's numbers cannot be stated", help));
        }
        let is_definition = self.is_symbol("{");
        if tag.is_none() && !is_definition {
            return Err(self.expected("a tag or `{`"));
        }
        *defines |= is_definition;
        let tag = tag.map(|(name, _)| name);
        match kind.as_str() {
            "enum" => self.enumeration(start, tag, span, attributes, is_definition),
            kind => self.record(kind == "union", start, tag, span, attributes, is_definition),
        }
    }

    fn enumeration(
        &mut self,
        start: usize,
        tag: Option<String>,
        span: Span,
        attributes: Attributes,
        is_definition: bool,
    ) -> Parse<Type> {
        let id = match tag.as_ref().and_then(|tag| self.scope.tags.get(tag).copied()) {
            Some(Tag::Enum(id)) => id,
            Some(Tag::Record(id)) => {
                let first = self.unit.records[id.0].declared.span;
                return Err(self.other_kind(tag.as_deref(), span, first));
            }
            None => {
                let declared = crate::c::tree::Declared { tag: tag.clone(), ..self.declared_here(start, span) };
                self.unit.enums.push(Enumeration { declared, members: None, facts: CEnum::default() });
                let id = EnumId(self.unit.enums.len() - 1);
                tag.map(|tag| self.scope.tags.insert(tag, Tag::Enum(id)));
                id
            }
        };
        if is_definition {
            if self.unit.enums[id.0].members.is_some() {
                let declared = &self.unit.enums[id.0].declared;
                let (name, first) = (declared.name().unwrap_or_default().to_owned(), declared.span);
                return Err(self.clash(&name, span, first));
            }
            let declared = self.declared_here(start, span);
            let own = &mut self.unit.enums[id.0].declared;
            *own = crate::c::tree::Declared { tag: own.tag.take(), doc: String::new(), ..declared };
            self.enum_body(id, attributes)?;
        }
        Ok(Type::Enum(id))
    }

    fn record(
        &mut self,
        is_union: bool,
        start: usize,
        tag: Option<String>,
        span: Span,
        attributes: Attributes,
        is_definition: bool,
    ) -> Parse<Type> {
        let id = match tag.as_ref().and_then(|tag| self.scope.tags.get(tag).copied()) {
            Some(Tag::Record(id)) if self.unit.records[id.0].is_union == is_union => id,
            Some(Tag::Record(id)) => {
                let first = self.unit.records[id.0].declared.span;
                return Err(self.other_kind(tag.as_deref(), span, first));
            }
            Some(Tag::Enum(id)) => {
                let first = self.unit.enums[id.0].declared.span;
                return Err(self.other_kind(tag.as_deref(), span, first));
            }
            None => {
                let declared = crate::c::tree::Declared { tag: tag.clone(), ..self.declared_here(start, span) };
                let (layout, problems) = (CLayout::default(), Vec::new());
                self.unit.records.push(Record {
                    declared,
                    is_union,
                    layout,
                    members: None,
                    depth: 0,
                    problems,
                    stated: None,
                });
                let id = RecordId(self.unit.records.len() - 1);
                tag.map(|tag| self.scope.tags.insert(tag, Tag::Record(id)));
                id
            }
        };
        if is_definition {
            self.define_record(id, start, span, attributes)?;
        }
        Ok(Type::Record(id))
    }

    fn define_record(&mut self, id: RecordId, start: usize, span: Span, mut attributes: Attributes) -> Parse<()> {
        if self.unit.records[id.0].members.is_some() {
            let declared = &self.unit.records[id.0].declared;
            let (name, first) = (declared.name().unwrap_or_default().to_owned(), declared.span);
            return Err(self.clash(&name, span, first));
        }
        let declared = self.declared_here(start, span);
        let own = &mut self.unit.records[id.0].declared;
        *own = crate::c::tree::Declared { tag: own.tag.take(), doc: String::new(), ..declared };
        let open = self.at;
        self.expect("{", "before the members")?;
        let notes = self.take_notes(open);
        self.unit.records[id.0].declared.notes = notes;
        let members = self.nested(|it| Ok(it.members(id)))?;
        let pack = self.marks.pack(self.token().index);
        self.expect("}", "after the members")?;
        self.attributes(&mut attributes)?;
        let inner = members.iter().filter_map(|it| match it.ty.element() {
            Type::Record(id) => Some(self.unit.records[id.0].depth),
            _ => None,
        });
        let depth = 1 + inner.max().unwrap_or_default();
        if depth > MAX_DEPTH {
            let message = format!("structs are nested deeper than {MAX_DEPTH} levels");
            return Err(self.error_at(span, codes::TOO_DEEP, &message, "make the struct flatter"));
        }
        let record = &mut self.unit.records[id.0];
        record.depth = depth;
        record.layout = CLayout { pack, ..attributes.layout };
        record.declared.deprecated |= attributes.deprecated;
        record.members = Some(members);
        Ok(())
    }

    /// Creates a report that a tag belongs to another kind of type.
    fn other_kind(&mut self, tag: Option<&str>, span: Span, first: Span) -> Reported {
        let message = format!("`{}` is the tag of another kind of type", tag.unwrap_or_default());
        let error = Diagnostic::error(codes::WRONG_KIND, message).at(span, "").related(first, "first declared here");
        self.report(error.help("write the same word before it, or choose another tag"))
    }
}
