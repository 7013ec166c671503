//! Reading: `read`, `match`, `window`, `at`, `section`.

use super::FunctionBuilder;
use crate::{ByteSet, ErrorCode, Expr, Miss, Op, Order, ReadLeaf, ReadWhat, Rest, ValueType, VarId};

impl FunctionBuilder {
    /// Reads an integer.
    pub fn read_int(&mut self, name: &str, width: u8, order: Order) -> VarId {
        self.read(name, ReadWhat::Int { width, order }, ValueType::U64)
    }

    /// Reads a span of bytes.
    pub fn read_span(&mut self, name: &str, len: impl Into<Expr>) -> VarId {
        self.read(name, ReadWhat::Span(len.into()), ValueType::Bytes)
    }

    /// Reads this many bytes as a section.
    pub fn read_section(&mut self, name: &str, len: u32) -> VarId {
        self.read(name, ReadWhat::Span(u64::from(len).into()), ValueType::Section(len))
    }

    /// Looks at the next byte; 256 at the end.
    pub fn peek(&mut self, name: &str) -> VarId {
        self.read(name, ReadWhat::Peek, ValueType::U64)
    }

    /// Moves over bytes.
    pub fn skip(&mut self, len: impl Into<Expr>) {
        self.read_nothing(ReadWhat::Skip(len.into()));
    }

    /// Moves over bytes of a set.
    pub fn skip_while(&mut self, set: ByteSet) {
        self.read_nothing(ReadWhat::SkipWhile(set));
    }

    /// Moves to an aligned position.
    pub fn read_align(&mut self, to: impl Into<Expr>, from: impl Into<Expr>) {
        self.read_nothing(ReadWhat::Align { to: to.into(), from: from.into() });
    }

    fn read(&mut self, name: &str, what: ReadWhat, ty: ValueType) -> VarId {
        let (var, site) = (self.fresh(name, ty), self.site());
        self.op(Op::Read { what, results: vec![var], site });
        var
    }

    fn read_nothing(&mut self, what: ReadWhat) {
        let site = self.site();
        self.op(Op::Read { what, results: vec![], site });
    }

    /// Reads a leaf without results.
    pub fn skip_leaf(&mut self, leaf: ReadLeaf) {
        self.read_nothing(ReadWhat::Leaf(leaf));
    }

    /// Reads a leaf with one result.
    pub fn read_leaf(&mut self, name: &str, leaf: ReadLeaf) -> VarId {
        self.read(name, ReadWhat::Leaf(leaf), leaf.results()[0].clone())
    }

    /// Reads the given bytes.
    pub fn expect(&mut self, bytes: &[u8], code: ErrorCode) {
        let site = self.site();
        self.op(Op::Match { bytes: bytes.to_vec(), miss: Miss::Fail { code, site } });
    }

    /// Reads the given bytes if they are next.
    pub fn matches(&mut self, name: &str, bytes: &[u8]) -> VarId {
        let var = self.fresh(name, ValueType::Bool);
        self.op(Op::Match { bytes: bytes.to_vec(), miss: Miss::Yield(var) });
        var
    }

    /// `window` without results.
    pub fn window(&mut self, len: impl Into<Expr>, rest: Rest, body: impl FnOnce(&mut Self)) {
        let body = self.body(body);
        let site = self.site();
        self.op(Op::Window { len: len.into(), body, rest, results: vec![], site });
    }

    /// `at`, with results.
    pub fn at(
        &mut self,
        region: impl Into<Expr>,
        pos: impl Into<Expr>,
        results: &[(&str, ValueType)],
        body: impl FnOnce(&mut Self) -> Vec<Expr>,
    ) -> Vec<VarId> {
        let body = self.block(body);
        let (results, site) = (self.fresh_all(results), self.site());
        self.op(Op::At { region: region.into(), pos: pos.into(), body, results: results.clone(), site });
        results
    }

    /// `section`; without a code if the region is known to have the bytes.
    pub fn section(
        &mut self,
        name: &str,
        (region, pos, len): (Expr, Expr, Expr),
        fill: Vec<u8>,
        code: impl Into<Option<ErrorCode>>,
    ) -> VarId {
        let code = code.into();
        let (var, site) = (self.fresh(name, ValueType::Section(fill.len() as u32)), self.site());
        self.op(Op::Section { var, region, pos, len, fill, code, site });
        var
    }
}
