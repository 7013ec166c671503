//! Definitions, and the exports of interfaces and valuetypes.

use super::{Parse, Parser};
use crate::idl::ast::{Item, ItemKind, Word};
use crate::idl::codes;
use crate::idl::token::TokenKind;

/// What definitions are inside of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    File,
    Module,
    Interface,
    AbstractValue,
    Value,
}

/// The keywords behind which the name of the definition follows.
const NAMED: &[&str] =
    &["abstract", "custom", "enum", "exception", "interface", "local", "native", "struct", "union", "valuetype"];

impl Container {
    const fn has_operations(self) -> bool {
        match self {
            Self::File | Self::Module => false,
            Self::Interface | Self::AbstractValue | Self::Value => true,
        }
    }
}

impl Parser<'_> {
    /// Reads items up to the `}` that ends the container, or the end of all files.
    pub fn items(&mut self, container: Container) -> Vec<Item> {
        let mut items = Vec::new();
        loop {
            self.take_marks(&mut items);
            let start = self.at;
            match self.peek() {
                TokenKind::End => return items,
                TokenKind::Symbol("}") if container != Container::File => return items,
                TokenKind::Symbol("}") => {
                    self.error(codes::SYNTAX, "this `}` ends nothing", "remove it");
                    self.advance();
                    self.take_symbol(";");
                }
                _ => match self.item(container) {
                    Ok(item) => items.extend(item),
                    Err(_) => {
                        items.extend(self.broken(start));
                        self.recover(start);
                        if self.at == start {
                            self.advance();
                        }
                    }
                },
            }
        }
    }

    /// Returns the name of a definition that cannot be parsed, so that its uses are no errors.
    fn broken(&self, start: usize) -> Option<Item> {
        let is_keyword = |at: &usize| matches!(self.tokens[*at].kind, TokenKind::Keyword(_));
        let TokenKind::Keyword(first) = self.tokens[start].kind else { return None };
        if !NAMED.contains(&first) {
            return None;
        }
        let at = (start..self.at).find(|at| !is_keyword(at)).filter(|at| *at > start)?;
        let token = &self.tokens[at];
        let TokenKind::Name(text) = &token.kind else { return None };
        let name = Word { text: text.clone(), span: token.span };
        Some(Item { doc: String::new(), annotations: Vec::new(), kind: ItemKind::Broken(name) })
    }

    /// Reads an item; `None` if it has no meaning after this.
    fn item(&mut self, container: Container) -> Parse<Option<Item>> {
        let doc = self.doc();
        if let Some(name) = self.skip_unsupported() {
            return Ok(Some(Item { doc, annotations: Vec::new(), kind: ItemKind::Broken(name) }));
        }
        if self.skip_annotation_declaration()? || self.skip_import()? {
            return Ok(None);
        }
        let annotations = self.annotations()?;
        let kind = self.nested(|it| it.item_kind(container))?;
        self.expect(";", "after the definition")?;
        Ok(Some(Item { doc, annotations, kind }))
    }

    fn item_kind(&mut self, container: Container) -> Parse<ItemKind> {
        let keyword = match self.peek() {
            TokenKind::Keyword(keyword) => *keyword,
            TokenKind::Name(_) | TokenKind::Symbol("::") => return self.item_by_name(container),
            TokenKind::Literal(_) | TokenKind::Symbol(_) | TokenKind::Invalid | TokenKind::End => {
                return Err(self.expected("a definition"));
            }
        };
        match keyword {
            "const" => self.constant(),
            "typedef" => self.typedef(),
            "struct" => self.structure(),
            "union" => self.union(),
            "enum" => self.enumeration(),
            "exception" => self.exception(),
            "native" => self.native(),
            "module" if !container.has_operations() => self.module(),
            "interface" | "local" | "abstract" | "valuetype" | "custom" if !container.has_operations() => {
                self.interface_or_value()
            }
            "attribute" | "readonly" if container.has_operations() => self.attribute(),
            "public" | "private" if container == Container::Value => self.state_member(),
            "factory" if container == Container::Value => self.factory(),
            "public" | "private" | "factory" if container == Container::AbstractValue => {
                let help = "remove it, or remove `abstract`";
                Err(self.error(codes::SYNTAX, "abstract valuetypes have neither members nor factories", help))
            }
            _ if container.has_operations() => self.operation(),
            _ => Err(self.expected("a definition")),
        }
    }

    fn item_by_name(&mut self, container: Container) -> Parse<ItemKind> {
        let is_declared = matches!(self.ahead(1), TokenKind::Name(_) | TokenKind::Symbol("::"));
        match self.peek() {
            TokenKind::Name(word) if is_declared && !self.is_operation() => match word.as_str() {
                "typeid" => self.type_id(),
                "typeprefix" => self.type_prefix(),
                "bitset" => self.bitset(),
                "bitmask" => self.bitmask(),
                _ if container.has_operations() => self.operation(),
                _ => Err(self.expected("a definition")),
            },
            _ if container.has_operations() => self.operation(),
            _ => Err(self.expected("a definition")),
        }
    }

    /// A type's name, another name, and `(`.
    fn is_operation(&self) -> bool {
        let mut ahead = usize::from(matches!(self.peek(), TokenKind::Symbol("::")));
        while matches!(self.ahead(ahead + 1), TokenKind::Symbol("::")) {
            ahead += 2;
        }
        matches!(self.ahead(ahead + 2), TokenKind::Symbol("("))
    }

    fn module(&mut self) -> Parse<ItemKind> {
        self.advance();
        let name = self.name("the name of the module")?;
        self.expect("{", "after the name of the module")?;
        let start = self.at;
        let items = self.items(Container::Module);
        if self.at == start && self.is_symbol("}") {
            let help = "write a definition into it, or remove it";
            self.error_at(name.span, codes::SYNTAX, "a module needs a definition", help);
        }
        self.expect("}", "at the end of the module")?;
        Ok(ItemKind::Module(name, items))
    }
}
