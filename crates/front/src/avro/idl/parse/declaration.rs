//! Records, errors, enums and `fixed`.

use super::super::lex::TokenKind;
use super::cursor::Parser;
use crate::avro::json::Member;
use crate::avro::read::{check_name, check_namespace, logical, split};
use crate::avro::tree::{Declaration, DeclarationKind, Enum, Field, Record, TypeKind, Word};

impl Parser<'_, '_> {
    /// Reads a declaration; the fields of a record are apart.
    pub(super) fn declaration(
        &mut self,
        doc: Option<String>,
        mut annotations: Vec<Member>,
        namespace: &str,
    ) -> Option<(Declaration, Vec<Field>)> {
        let word = self.keyword().unwrap_or_default().to_owned();
        self.next();
        let stated = self.take_text(&mut annotations, "namespace");
        let written = self.name("a type")?;
        let name = split(&written.text, stated.as_ref().map_or(namespace, |it| &it.text), written.span);
        check_name("a type", &name.name, written.span, self.reader.diagnostics);
        check_namespace(&name.namespace, stated.map_or(written.span, |it| it.span), self.reader.diagnostics);
        let aliases = self.take_aliases(&mut annotations);
        let aliases = self.reader.full_aliases(aliases, &name.namespace);
        let mut fields = Vec::new();
        let kind = match word.as_str() {
            "enum" => DeclarationKind::Enum(self.enumeration()?),
            "fixed" => DeclarationKind::Fixed(self.size()?),
            word => {
                fields = self.fields(&name.namespace)?;
                DeclarationKind::Record(Record { fields: Vec::new(), is_error: word == "error" })
            }
        };
        let logical = logical(&TypeKind::Named(String::new()), Some(&kind), &annotations, self.reader.diagnostics);
        Some((Declaration { name, file: 0, kind, doc, aliases, logical, properties: annotations }, fields))
    }

    fn enumeration(&mut self) -> Option<Enum> {
        self.expect('{')?;
        let mut symbols: Vec<Word> = Vec::new();
        while !self.is_closed('}', symbols.is_empty())? {
            self.head()?;
            symbols.push(self.name("a symbol")?);
        }
        let mut default = None;
        if self.accept('=') {
            default = Some(self.name("a symbol")?);
            self.expect(';')?;
        }
        self.reader.check_enum(&symbols, default.as_ref());
        Some(Enum { symbols, default })
    }

    fn size(&mut self) -> Option<u32> {
        self.expect('(')?;
        let number = self.number()?;
        let size = number.as_integer().filter(|size| (0..=i128::from(i32::MAX)).contains(size));
        if size.is_none() {
            self.error_at(number.span, "the size of a `fixed` must be a number of bytes", "");
        }
        self.expect(')')?;
        self.expect(';')?;
        size.map(|size| size as u32)
    }

    fn fields(&mut self, namespace: &str) -> Option<Vec<Field>> {
        self.expect('{')?;
        let mut fields = Vec::new();
        while !self.accept('}') {
            if matches!(self.kind(), TokenKind::End) {
                return self.expect('}').map(|()| fields);
            }
            let from = self.position();
            if self.field_line(namespace, &mut fields).is_none() {
                self.recover(from);
            }
        }
        Some(fields)
    }
}
