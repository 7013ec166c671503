//! The head of a file, and its declarations.

use super::{Parse, Parser};
use crate::fbe::ast::{Attributes, File, Item, ItemKind, Package, Request, Word};
use crate::fbe::codes;
use crate::fbe::lex::TokenKind;
use polywire_source::Diagnostic;

impl Parser<'_> {
    pub(super) fn file(&mut self) -> File {
        let mut file = File::default();
        if self.head(&mut file).is_err() {
            self.skip_declaration();
        }
        while !self.is_end() {
            match self.item() {
                Ok(item) => file.items.push(item),
                Err(_) => self.skip_declaration(),
            }
        }
        file
    }

    /// The domain, the package, the version and the imports.
    fn head(&mut self, file: &mut File) -> Parse<()> {
        if self.take_word("domain") {
            file.domain = Some(self.dotted("the name of a domain")?);
        }
        if !self.take_word("package") {
            let span = self.peek().span;
            let problem =
                Diagnostic::error(codes::SYNTAX, "the file names no package").at(span, "expected before this");
            return Err(self.report(problem.help("begin the file with `package name`")));
        }
        let name = self.name("the name of the package")?;
        let offset = if self.take_word("offset") { self.count("the offset of type ids")?.0 } else { 0 };
        file.package = Some(Package { name, offset });
        if self.take_word("version") {
            file.version = Some(self.version()?);
        }
        while self.take_word("import") {
            file.imports.push(self.name("the name of a package")?);
        }
        Ok(())
    }

    fn version(&mut self) -> Parse<String> {
        match self.peek().kind.clone() {
            TokenKind::Number(digits) => {
                self.take();
                Ok(digits)
            }
            _ => Err(self.expected("a version such as 1.0")),
        }
    }

    fn item(&mut self) -> Parse<Item> {
        let doc = self.peek().doc.clone();
        let request = self.request()?;
        let attributes = self.attributes()?;
        let (is_flags, is_message) = (self.is_word("flags"), self.is_word("message"));
        if request.is_none() && (is_flags || self.is_word("enum")) {
            self.take();
            let name = self.name("the name of the enum")?;
            return Ok(Item { name, doc, attributes, kind: ItemKind::Enum(self.enumeration(is_flags)?) });
        }
        if !is_message && !self.is_word("struct") {
            return Err(self.expected("`enum`, `flags`, `struct` or `message`"));
        }
        self.take();
        let name = self.name("the name of the struct")?;
        Ok(Item { name, doc, attributes, kind: ItemKind::Struct(self.structure(is_message, request)?) })
    }

    /// `[request]`, with `[response(…)]` and `[reject(…)]`.
    fn request(&mut self) -> Parse<Option<Request>> {
        if !self.take_attribute("request") {
            return Ok(None);
        }
        self.expect(']', "to end the attribute")?;
        let mut request = Request::default();
        if self.take_attribute("response") {
            self.expect('(', "before the struct that answers")?;
            request.response = Some(self.dotted("the name of a struct")?);
            self.end_of_call()?;
        }
        if self.take_attribute("reject") {
            self.expect('(', "before the structs that refuse")?;
            loop {
                let is_global = self.take_symbol('*');
                request.rejects.push((self.dotted("the name of a struct")?, is_global));
                if !self.take_symbol(',') {
                    break;
                }
            }
            self.end_of_call()?;
        }
        Ok(Some(request))
    }

    fn end_of_call(&mut self) -> Parse<()> {
        self.expect(')', "to end the list")?;
        self.expect(']', "to end the attribute").map(drop)
    }

    /// Takes `[word` if it comes next.
    fn take_attribute(&mut self, word: &str) -> bool {
        let is_next = self.is_symbol('[') && self.ahead(1).kind == TokenKind::Word(word.to_owned());
        if is_next {
            self.take();
            self.take();
        }
        is_next
    }

    /// Attributes in brackets, in any order.
    pub(super) fn attributes(&mut self) -> Parse<Attributes> {
        let mut attributes = Attributes::default();
        while self.is_symbol('[') {
            self.take();
            let Word { text, span } = self.dotted("an attribute")?;
            match text.as_str() {
                "hidden" => attributes.hidden = true,
                "deprecated" => attributes.deprecated = true,
                "key" => attributes.key = true,
                "id" => attributes.id = true,
                _ => {
                    let problem =
                        Diagnostic::error(codes::SYNTAX, format!("`{text}` is not an attribute")).at(span, "");
                    let help = "attributes are [key], [id], [hidden] and [deprecated]; [request] is for structs, and comes first";
                    return Err(self.report(problem.help(help)));
                }
            }
            self.expect(']', "to end the attribute; each has brackets of its own")?;
        }
        Ok(attributes)
    }
}
