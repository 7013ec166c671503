//! Types.

use super::super::lex::TokenKind;
use super::cursor::Parser;
use crate::avro::json::{Json, JsonKind, Member};
use crate::avro::read::logical;
use crate::avro::tree::{Logical, Primitive, TypeExpr, TypeKind};
use polywire_source::Span;

/// A type whose `?` was read: whether null is the first or the second branch depends on the default.
pub(super) struct Written {
    pub ty: TypeExpr,
    pub is_optional: bool,
}

impl Parser<'_, '_> {
    /// A type that stands alone; `?` puts null first.
    pub(super) fn ty(&mut self, namespace: &str) -> Option<TypeExpr> {
        self.written_type(namespace).map(|it| it.finished(false))
    }

    pub(super) fn written_type(&mut self, namespace: &str) -> Option<Written> {
        self.nested(|parser| {
            let (_, annotations) = parser.head()?;
            parser.annotated(annotations, namespace)
        })
    }

    /// Reads a type whose annotations are read.
    pub(super) fn annotated(&mut self, annotations: Vec<Member>, namespace: &str) -> Option<Written> {
        let span = self.span();
        let mut ty = match self.keyword() {
            Some("array") if self.is_followed_by('<') => self.in_brackets(namespace, TypeKind::Array)?,
            Some("map") if self.is_followed_by('<') => self.in_brackets(namespace, TypeKind::Map)?,
            Some("union") if self.is_followed_by('{') => self.union(namespace)?,
            Some("decimal") if self.is_followed_by('(') => self.decimal()?,
            word => match word.and_then(built_in) {
                Some(ty) => {
                    self.next();
                    ty
                }
                None => {
                    let name = self.name("a type")?;
                    self.reference(&name.text, namespace, name.span, &annotations)?
                }
            },
        };
        ty.span = span;
        if !matches!(ty.kind, TypeKind::Named(_)) {
            for it in annotations {
                ty.properties.retain(|other| other.name != it.name);
                ty.properties.push(it);
            }
            ty.logical = logical(&ty.kind, None, &ty.properties, self.reader.diagnostics);
        }
        let mark = self.span();
        let is_optional = self.accept('?');
        if is_optional && !ty.parts().is_empty() {
            let help = "write `union { null, … }`";
            self.error_at(mark, "only a name of a type has `?` behind it", help);
        }
        Some(Written { ty, is_optional })
    }

    fn reference(&mut self, name: &str, namespace: &str, span: Span, annotations: &[Member]) -> Option<TypeExpr> {
        if let Some(it) = annotations.first() {
            let help = "state them at the declaration of the type, or behind the type for the field";
            self.error_at(it.name_span, "a type that is declared elsewhere has no annotations", help);
        }
        Some(self.reader.reference(name, namespace, span))
    }

    fn in_brackets(&mut self, namespace: &str, make: fn(Box<TypeExpr>) -> TypeKind) -> Option<TypeExpr> {
        let span = self.span();
        self.next();
        self.expect('<')?;
        let part = self.ty(namespace)?;
        self.expect('>')?;
        Some(TypeExpr::new(make(Box::new(part)), span))
    }

    fn union(&mut self, namespace: &str) -> Option<TypeExpr> {
        let span = self.span();
        self.next();
        self.expect('{')?;
        let mut branches = Vec::new();
        while !self.is_closed('}', branches.is_empty())? {
            branches.push(self.ty(namespace)?);
        }
        Some(TypeExpr::new(TypeKind::Union(branches), span))
    }

    /// `decimal(precision)` or `decimal(precision, scale)`.
    fn decimal(&mut self) -> Option<TypeExpr> {
        self.next();
        self.expect('(')?;
        let precision = self.number()?;
        let scale = if self.accept(',') { Some(self.number()?) } else { None };
        self.expect(')')?;
        let number = |it: &Json| it.as_integer().unwrap_or(-1);
        if !Logical::has_digits(number(&precision), scale.as_ref().map_or(0, number)) {
            let help =
                "write `decimal(precision, scale)`: the number of digits, and how many of them are behind the point";
            self.error_at(precision.span, "there is no decimal number with these digits", help);
        }
        let mut properties = vec![property("logicalType", Json::text("decimal")), property("precision", precision)];
        properties.extend(scale.map(|it| property("scale", it)));
        Some(TypeExpr { properties, ..TypeExpr::new(TypeKind::Primitive(Primitive::Bytes), Span::default()) })
    }

    pub(super) fn number(&mut self) -> Option<Json> {
        self.skip_docs();
        let span = self.span();
        let TokenKind::Number(it) = self.kind().clone() else {
            self.unexpected("a number");
            return None;
        };
        self.next();
        Some(Json { kind: JsonKind::Number(it), span })
    }
}

impl Written {
    /// Returns the type; null is the second branch if the default is not null.
    pub fn finished(self, null_is_second: bool) -> TypeExpr {
        if !self.is_optional {
            return self.ty;
        }
        let span = self.ty.span;
        let null = TypeExpr::new(TypeKind::Primitive(Primitive::Null), span);
        let branches = if null_is_second { vec![self.ty, null] } else { vec![null, self.ty] };
        TypeExpr::new(TypeKind::Union(branches), span)
    }
}

fn property(name: &str, value: Json) -> Member {
    Member { name: name.to_owned(), name_span: value.span, value }
}

/// Returns the type of a word that needs no declaration.
fn built_in(word: &str) -> Option<TypeExpr> {
    let (primitive, logical) = match word {
        "date" => (Primitive::Int, "date"),
        "time_ms" => (Primitive::Int, "time-millis"),
        "timestamp_ms" => (Primitive::Long, "timestamp-millis"),
        "local_timestamp_ms" => (Primitive::Long, "local-timestamp-millis"),
        "uuid" => (Primitive::String, "uuid"),
        word => return Primitive::named(word).map(|it| TypeExpr::new(TypeKind::Primitive(it), Span::default())),
    };
    let properties = vec![property("logicalType", Json::text(logical))];
    Some(TypeExpr { properties, ..TypeExpr::new(TypeKind::Primitive(primitive), Span::default()) })
}
