//! The top level of a file.

use super::{Parse, Parser};
use crate::fbs::ast::{File, Item};
use crate::fbs::codes;
use crate::fbs::lex::TokenKind;
use polywire_source::Diagnostic;

impl Parser<'_> {
    pub(super) fn file(mut self) -> File {
        let mut file = File::default();
        if self.at_end() {
            let empty = Diagnostic::error(codes::EMPTY_FILE, "the file is empty").at(self.peek().span, "");
            self.report(empty.help("declare something, for example `table Message {}`"));
        }
        while !self.at_end() && file.data.is_none() {
            if self.statement(&mut file).is_err() {
                self.skip_statement();
                // Skip an unmatched closing brace.
                self.take_symbol('}');
            }
        }
        file
    }

    fn statement(&mut self, file: &mut File) -> Parse<()> {
        let token = self.peek();
        let keyword = match &token.kind {
            TokenKind::Word(word) => word.as_str(),
            TokenKind::Symbol('{') => {
                file.data = Some(token.span);
                return Ok(());
            }
            _ => return Err(self.expected("a declaration")),
        };
        let item = match keyword {
            "include" | "native_include" => return self.include(file, keyword == "include"),
            "namespace" => self.namespace()?,
            "root_type" => Item::Root(self.statement_of("the root type", |it| it.dotted("the name of a table"))?),
            "file_identifier" => Item::Identifier(self.statement_of("the identifier", |it| it.string("a string"))?),
            "file_extension" => Item::Extension(self.statement_of("the extension", |it| it.string("a string"))?),
            "attribute" => Item::Attribute(self.statement_of("the attribute", |it| it.word_or_string("a name"))?),
            "table" | "struct" => Item::Object(self.object(keyword == "struct")?),
            "enum" | "union" => Item::Enum(self.enumeration(keyword == "union")?),
            "rpc_service" => Item::Service(self.service()?),
            _ => return Err(self.expected("a declaration such as `table`, `struct`, `enum` or `union`")),
        };
        file.items.push(item);
        Ok(())
    }

    /// Parses a keyword, its operand and `;`.
    fn statement_of<T>(&mut self, what: &str, operand: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.take();
        let operand = operand(self)?;
        self.expect_symbol(';', &format!("behind {what}"))?;
        Ok(operand)
    }

    fn include(&mut self, file: &mut File, is_schema: bool) -> Parse<()> {
        let keyword = self.peek().span;
        let path = self.statement_of("the include", |it| it.string("the path of a file in quotes"))?;
        if !file.items.is_empty() {
            let late = Diagnostic::error(codes::MISPLACED_INCLUDE, "includes come before all declarations");
            return Err(self.report(late.at(keyword, "").help("move it to the begin of the file")));
        }
        if is_schema {
            file.includes.push(path)
        } else {
            file.native_includes.push(path)
        }
        Ok(())
    }

    fn namespace(&mut self) -> Parse<Item> {
        let name = self.statement_of("the namespace", |it| match it.at_symbol(';') {
            true => Ok(None),
            false => it.dotted("the name of a namespace").map(Some),
        })?;
        let parts = name.map(|it| it.text.split('.').map(str::to_owned).collect());
        Ok(Item::Namespace(parts.unwrap_or_default()))
    }
}
