use super::{Parse, Parser};
use crate::fbs::ast::{Type, TypeKind};

impl Parser<'_> {
    /// A name, `[type]` or `[type:length]`.
    pub(super) fn ty(&mut self) -> Parse<Type> {
        if !self.at_symbol('[') {
            let name = self.dotted("a type")?;
            return Ok(Type { kind: TypeKind::Name(name.text), span: name.span });
        }
        let open = self.take().span;
        let element = Box::new(self.nested(Self::ty)?);
        let kind = match self.take_symbol(':') {
            true => TypeKind::Array(element, self.int("the length of an array")?),
            false => TypeKind::Vector(element),
        };
        let close = self.expect_symbol(']', "behind the type of the elements")?;
        Ok(Type { kind, span: open.to(close) })
    }
}
