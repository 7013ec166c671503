//! What stands around the element of a document (XML 1.0, sections 2.8 and 4.3.3).
//!
//! A document type without an internal subset is skipped. Declarations of entities, which others have, are not supported, so that
//! nothing in a document stands for more than it is, and nothing is fetched.

use super::Tokens;
use super::run::Stops;
use crate::plan::block;
use crate::text::class::{demand, is_digit, is_one_of, is_quote, is_word, lower, since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, Order, PureLeaf, ReadLeaf, ValueType};

/// The declaration of most documents.
const USUAL: &[u8] = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
/// The byte order mark of UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();
/// Characters of public identifiers other than letters and digits.
const PUBLIC: &[u8] = b" \r\n-'()+,./:=?;!*#@$%";
const TEXT: [(&str, ValueType); 1] = [("text", ValueType::Bytes)];

impl Tokens {
    /// Reads up to the tag of the first element, behind its `<`.
    pub fn prolog(&self, b: &mut FunctionBuilder) {
        b.call(self.prolog, vec![], &[]);
    }

    /// `prolog()`.
    pub(super) fn read_prolog(&self) -> Function {
        let mut b = FunctionBuilder::new("prolog");
        self.parts_of_prolog(&mut b, |b| self.misc(b));
        b.finish(vec![], vec![])
    }

    /// As [`Self::prolog`]; runs `misc` where comments and processing instructions may be.
    pub fn parts_of_prolog(&self, b: &mut FunctionBuilder, misc: impl Fn(&mut FunctionBuilder)) {
        let wide = [b"\xfe\xff".as_slice(), b"\xff\xfe", b"<\0", b"\0<"].map(|start| b.matches("is_wide", start));
        let is_wide = wide.into_iter().fold(Expr::from(false), |any, it| any | it);
        b.check(!is_wide, ErrorCode::Unsupported);
        b.matches("mark", MARK);
        let usual = b.matches("usual", USUAL);
        let declared = b.at(Expr::Input, Expr::Pos, &[("declared", ValueType::Bool)], |b| {
            let begins = b.matches("begins", b"<?xml");
            let next = Expr::from(b.peek("next"));
            vec![!usual & begins & is_one_of(&next, b" \t\r\n")]
        });
        b.when(declared[0].into(), |b| self.declaration(b));
        let is_valid = b.let_("is_valid", is_utf8(Expr::Input));
        b.when(!is_valid, |b| drop(b.call(self.ill_formed, vec![], &[])));
        misc(b);
        let has_type = b.matches("has_type", b"<!DOCTYPE");
        b.when(has_type.into(), |b| {
            self.document_type(b);
            misc(b);
        });
        b.expect(b"<", ErrorCode::Syntax);
    }

    /// Skips white space, comments and processing instructions.
    pub fn misc(&self, b: &mut FunctionBuilder) {
        b.call(self.misc, vec![], &[]);
    }

    /// `misc()`.
    pub(super) fn read_misc(&self) -> Function {
        let mut b = FunctionBuilder::new("misc");
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                b.skip_leaf(ReadLeaf::JsonSpace);
                vec![self.aside(b)]
            },
        );
        b.finish(vec![], vec![])
    }

    /// Reads the XML declaration. Other encodings than UTF-8 are not supported.
    fn declaration(&self, b: &mut FunctionBuilder) {
        b.skip(5u64);
        self.demand_space(b);
        self.pseudo_attribute(b, b"version", |b| {
            b.expect(b"1.", ErrorCode::Unsupported);
            demand(b, is_digit, ErrorCode::Syntax);
            skip_while(b, is_digit);
        });
        let space = skip_space(b);
        let has_encoding = Expr::from(b.peek("next")).is(u64::from(b'e'));
        let has_encoding = b.let_("has_encoding", has_encoding);
        let space = b.if_yields(
            has_encoding.into(),
            &[("space", ValueType::Bool)],
            |b| {
                b.check(space.into(), ErrorCode::Syntax);
                self.pseudo_attribute(b, b"encoding", |b| self.encoding(b));
                vec![skip_space(b).into()]
            },
            |_| vec![space.into()],
        );
        let is_told = Expr::from(b.peek("next")).is(u64::from(b's'));
        b.when(is_told, |b| {
            b.check(space[0].into(), ErrorCode::Syntax);
            self.pseudo_attribute(b, b"standalone", |b| {
                let yes = b.matches("yes", b"yes");
                b.when(!yes, |b| b.expect(b"no", ErrorCode::Syntax));
            });
            b.skip_leaf(ReadLeaf::JsonSpace);
        });
        b.expect(b"?>", ErrorCode::Syntax);
    }

    fn pseudo_attribute(&self, b: &mut FunctionBuilder, name: &[u8], value: impl FnOnce(&mut FunctionBuilder)) {
        b.expect(name, ErrorCode::Syntax);
        b.skip_leaf(ReadLeaf::JsonSpace);
        b.expect(b"=", ErrorCode::Syntax);
        b.skip_leaf(ReadLeaf::JsonSpace);
        demand(b, is_quote, ErrorCode::Syntax);
        let quote = b.read_int("quote", 1, Order::Little);
        value(b);
        demand(b, |byte| byte.is(quote), ErrorCode::Syntax);
        b.skip(1u64);
    }

    fn encoding(&self, b: &mut FunctionBuilder) {
        demand(b, |byte| (lower(byte) - u64::from(b'a')).below(26u64), ErrorCode::Syntax);
        let start = start(b);
        skip_while(b, |byte| is_word(byte.clone()) | byte.clone().is(u64::from(b'-')) | byte.is(u64::from(b'.')));
        let name = b.let_("name", since(start));
        b.at(name, 0u64, &[], |b| {
            let first = Expr::from(b.call(self.word, vec![], &TEXT)[0]);
            b.matches("hyphen", b"-");
            let second = Expr::from(b.call(self.word, vec![], &TEXT)[0]);
            let is_utf8 = first.clone().is(b"utf".as_slice()) & second.clone().is(b"8".as_slice());
            let is_ascii = first.is(b"us".as_slice()) & second.is(b"ascii".as_slice());
            b.check((is_utf8 | is_ascii) & Expr::Left.is(0u64), ErrorCode::Unsupported);
            vec![]
        });
    }

    /// Skips a document type behind `<!DOCTYPE`.
    fn document_type(&self, b: &mut FunctionBuilder) {
        self.demand_space(b);
        self.qname(b);
        let space = skip_space(b);
        let next = b.peek("next");
        let public = block(b, |b| {
            b.expect(b"PUBLIC", ErrorCode::Syntax);
            self.demand_space(b);
            self.literal(b, true);
            self.demand_space(b);
            self.literal(b, false);
        });
        let system = block(b, |b| {
            b.expect(b"SYSTEM", ErrorCode::Syntax);
            self.demand_space(b);
            self.literal(b, false);
        });
        let arms = [(b'P', public), (b'S', system)].map(|(letter, mut body)| {
            let checked = block(b, |b| b.check(space.into(), ErrorCode::Syntax));
            body.ops.splice(0..0, checked.ops);
            Arm { keys: vec![Const::U64(letter.into())], body }
        });
        let none = block(b, |_| {});
        b.switch(next.into(), arms.into(), none, &[]);
        b.skip_leaf(ReadLeaf::JsonSpace);
        let has_subset = Expr::from(b.peek("subset")).is(u64::from(b'['));
        b.check(!has_subset, ErrorCode::Unsupported);
        b.expect(b">", ErrorCode::Syntax);
    }

    fn literal(&self, b: &mut FunctionBuilder, is_public: bool) {
        demand(b, is_quote, ErrorCode::Syntax);
        let quote = b.read_int("quote", 1, Order::Little);
        match is_public {
            true => skip_while(b, |byte| {
                let other = PUBLIC.iter().fold(is_word(byte.clone()), |any, it| any | byte.clone().is(u64::from(*it)));
                other & byte.is_not(quote)
            }),
            false => drop(b.loop_while(
                vec![("more", ValueType::Bool, true.into())],
                |carried| carried[0].into(),
                |b, _| {
                    self.skip_run(b, Stops { bytes: b"", quote: Some(quote) });
                    vec![b.matches("line_end", b"\r").into()]
                },
            )),
        }
        demand(b, |byte| byte.is(quote), ErrorCode::Syntax);
        b.skip(1u64);
    }
}

/// Skips white space; yields true if there is some.
fn skip_space(b: &mut FunctionBuilder) -> polywire_ir::VarId {
    let before = b.let_("before", Expr::Pos);
    b.skip_leaf(ReadLeaf::JsonSpace);
    b.let_("has_space", before.is_not(Expr::Pos))
}

/// `ill_formed()`: fails at the first character that is not well-formed UTF-8.
pub(super) fn ill_formed() -> Function {
    let mut b = FunctionBuilder::new("ill_formed");
    b.rare();
    b.loop_while(
        vec![],
        |_| Expr::Left.is_not(0u64),
        |b, _| {
            let first = b.peek("first");
            let longer = Expr::from(0xf0u64).at_most(first).choose(4u64, 3u64);
            let len = Expr::from(first).below(0xe0u64).choose(2u64, longer);
            let len = b.let_("length", Expr::from(first).below(0x80u64).choose(1u64, len));
            b.check(Expr::from(len).at_most(Expr::Left), ErrorCode::InvalidUtf8);
            let character = b.at(Expr::Input, Expr::Pos, &[("character", ValueType::Bytes)], |b| {
                vec![b.read_span("character", len).into()]
            });
            b.check(is_utf8(character[0].into()), ErrorCode::InvalidUtf8);
            b.skip(len);
            vec![]
        },
    );
    b.finish(vec![], vec![])
}

fn is_utf8(text: Expr) -> Expr {
    Expr::Leaf(PureLeaf::Utf8Valid, vec![text])
}
