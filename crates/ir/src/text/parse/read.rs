use super::cursor::Result;
use super::function::Parser;
use crate::{ByteSet, KeyedArm, Miss, Op, ReadLeaf, ReadWhat, Rest, Separation};

impl Parser<'_, '_> {
    pub(super) fn read(&mut self) -> Result<Op> {
        Ok(Op::Read { what: self.read_what()?, results: self.results()?, site: self.site()? })
    }

    fn read_what(&mut self) -> Result<ReadWhat> {
        if self.at_scalar() {
            let (width, order) = self.scalar()?;
            return Ok(ReadWhat::Int { width, order });
        }
        let word = self.cursor.name()?;
        if let Some(leaf) = ReadLeaf::from_name(word) {
            return Ok(ReadWhat::Leaf(leaf));
        }
        if word == "peek" {
            return Ok(ReadWhat::Peek);
        }
        self.cursor.expect("(")?;
        if word == "skip_while" {
            return self.byte_set().map(ReadWhat::SkipWhile);
        }
        let first = self.expr()?;
        let what = match word {
            "span" => ReadWhat::Span(first),
            "skip" => ReadWhat::Skip(first),
            "align" => {
                self.cursor.expect(",")?;
                ReadWhat::Align { to: first, from: self.expr()? }
            }
            _ => return self.cursor.error(format!("nothing that can be read is named `{word}`")),
        };
        self.cursor.expect(")")?;
        Ok(what)
    }

    /// Bytes and ranges of them, up to the closing parenthesis.
    fn byte_set(&mut self) -> Result<ByteSet> {
        let mut ranges = Vec::new();
        while !self.cursor.eat(")") {
            if !ranges.is_empty() {
                self.cursor.expect(",")?;
            }
            let first: u8 = self.cursor.number()?;
            let last = if self.cursor.eat_word("to") { self.cursor.number()? } else { first };
            ranges.push(first..=last);
        }
        Ok(ByteSet::of(|byte| ranges.iter().any(|range| range.contains(&byte))))
    }

    pub(super) fn match_(&mut self) -> Result<Op> {
        let bytes = self.cursor.bytes()?.to_vec();
        let miss = if self.cursor.eat("->") {
            Miss::Yield(self.bind()?)
        } else {
            Miss::Fail { code: self.else_code()?, site: self.site()? }
        };
        Ok(Op::Match { bytes, miss })
    }

    pub(super) fn window(&mut self) -> Result<Op> {
        let len = self.expr()?;
        let rest = if self.cursor.at_word("else") { Rest::Fail(self.else_code()?) } else { Rest::Skip };
        Ok(Op::Window { len, body: self.block()?, rest, results: self.results()?, site: self.site()? })
    }

    pub(super) fn at(&mut self) -> Result<Op> {
        self.cursor.expect("(")?;
        let region = self.expr()?;
        self.cursor.expect(",")?;
        let pos = self.expr()?;
        self.cursor.expect(")")?;
        Ok(Op::At { region, pos, body: self.block()?, results: self.results()?, site: self.site()? })
    }

    pub(super) fn section(&mut self) -> Result<Op> {
        let var = self.bind()?;
        self.cursor.expect("=")?;
        self.cursor.expect("(")?;
        let region = self.expr()?;
        self.cursor.expect(",")?;
        let pos = self.expr()?;
        self.cursor.expect(",")?;
        let len = self.expr()?;
        self.cursor.expect(")")?;
        self.cursor.expect_word("fill")?;
        let fill = self.cursor.bytes()?.to_vec();
        let code = if self.cursor.eat_word("else") { Some(self.code()?) } else { None };
        Ok(Op::Section { var, region, pos, len, fill, code, site: self.site()? })
    }

    pub(super) fn keyed(&mut self) -> Result<Op> {
        self.cursor.expect_word("index")?;
        let index = self.bind()?;
        let count = if self.cursor.eat_word("below") { Some(self.expr()?) } else { None };
        self.cursor.expect_word("key")?;
        let key = self.bind()?;
        let separation = self.separation()?;
        let predict = self.cursor.eat_word("predict");
        let (carried, results) = self.carry()?;
        self.cursor.expect("{")?;
        self.cursor.expect_word("head")?;
        let head = self.block()?;
        let mut arms = Vec::new();
        while self.cursor.eat_word("case") {
            arms.push(self.keyed_arm()?);
        }
        self.cursor.expect_word("else")?;
        let default = self.block()?;
        self.cursor.expect("}")?;
        Ok(Op::Keyed { index, count, head, key, arms, default, carried, results, separation, predict })
    }

    fn separation(&mut self) -> Result<Separation> {
        let separator = self.literal("separator")?;
        let space = if self.cursor.eat_word("space") { Some(self.read_leaf()?) } else { None };
        Ok(Separation { separator, space })
    }

    fn read_leaf(&mut self) -> Result<ReadLeaf> {
        let name = self.cursor.name()?;
        ReadLeaf::from_name(name).map_or_else(|| self.cursor.error(format!("no leaf that reads is named `{name}`")), Ok)
    }

    fn keyed_arm(&mut self) -> Result<KeyedArm> {
        let keys = if self.at_arm_word() { vec![] } else { self.keys()? };
        let label = self.literal("label")?;
        let repeats = self.cursor.eat_word("repeats");
        Ok(KeyedArm { keys, label, repeats, body: self.block()? })
    }

    fn at_arm_word(&self) -> bool {
        ["label", "repeats"].iter().any(|word| self.cursor.at_word(word))
    }

    fn literal(&mut self, word: &str) -> Result<Vec<u8>> {
        if self.cursor.eat_word(word) { self.cursor.bytes().map(<[u8]>::to_vec) } else { Ok(vec![]) }
    }
}
