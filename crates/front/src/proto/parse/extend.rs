use super::{Parse, Parser};
use crate::proto::ast::{Extend, Item};

impl Parser<'_> {
    /// Parses `extend Message { field … }`. Messages of groups are added to `around`.
    pub(super) fn extend(&mut self, around: &mut Vec<Item>) -> Parse<Extend> {
        self.take();
        let extendee = self.dotted_name("the name of the message to extend")?;
        let mut fields = Vec::new();
        self.block("the extension", |parser| {
            fields.push(parser.field(around)?);
            Ok(())
        })?;
        Ok(Extend { extendee, fields })
    }
}
