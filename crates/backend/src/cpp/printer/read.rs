//! Reading at the cursor.

use super::Printer;
use super::types::value_type;
use crate::cpp::analysis::op_address;
use crate::cpp::native::string_literal;
use polywire_ir::types::Type;
use polywire_ir::{Const, Expr as Ir, Miss, Op, ReadLeaf, ReadWhat, SiteId, ValueType, VarId};

impl<'m> Printer<'m> {
    /// Prints a sequence of constant-length reads, with the ops between them, under one bounds check; returns the
    /// number of ops. Nothing else in the sequence can fail, so the error is the same as with separate checks.
    pub(super) fn fixed_run(&mut self, ops: &'m [Op], first: usize) -> Option<usize> {
        let (total, len) = self.run_length(&ops[first..]);
        let Some(Op::Read { site, .. }) = ops.get(first).filter(|_| len > 0) else { return None };
        let (p, end) = (self.cursor.p.clone(), self.cursor.end.clone());
        if !self.assured.contains(&op_address(&ops[first])) {
            self.require(&format!("{end} - {p} < {total}"), "truncated", *site);
        }
        let mut offset = 0;
        for index in first..first + len {
            match fixed_width(&ops[index]) {
                Some(width) => {
                    self.read_fixed(&ops[index], offset);
                    offset += width;
                }
                None => drop(self.op(ops, index)),
            }
        }
        self.out.line(format!("{p} += {total};"));
        Some(len)
    }

    /// Returns the bytes and ops of a sequence of constant-length reads.
    fn run_length(&self, ops: &[Op]) -> (u64, usize) {
        let (mut total, mut len) = (0, 0);
        for (index, op) in ops.iter().enumerate() {
            if let Some(width) = fixed_width(op) {
                (total, len) = (total + width, index + 1);
                // Each one fails separately.
                if self.unit.traced {
                    break;
                }
            } else if index == 0 || !self.is_quiet(op) {
                break;
            }
        }
        (total, len)
    }

    /// Returns the bytes and the site of the constant-length reads at the start of the ops.
    pub(super) fn fixed_run_ahead(&self, ops: &[Op]) -> Option<(u64, SiteId)> {
        let (total, len) = self.run_length(ops);
        match ops.first() {
            Some(Op::Read { site, .. }) if len > 0 && !self.unit.traced => Some((total, *site)),
            _ => None,
        }
    }

    /// Returns true if an op neither fails nor uses the cursor.
    fn is_quiet(&self, op: &Op) -> bool {
        let mut quiet = match op {
            Op::Let { .. } => true,
            Op::Set { place, .. } => !matches!(self.place_type(place), None | Some(Type::Text { .. })),
            _ => false,
        };
        op.visit_exprs(&mut |expr| {
            expr.visit(&mut |expr| quiet &= !matches!(expr, Ir::Pos | Ir::Left | Ir::Since(_) | Ir::Input));
        });
        quiet
    }

    fn read_fixed(&mut self, op: &'m Op, offset: u64) {
        let Op::Read { what, results, .. } = op else { return };
        let p = polywire_srcgen::Expr::atom(self.cursor.p.clone());
        let at = super::operator::at_offset(&p, offset as u32).text;
        match (what, results.first()) {
            (ReadWhat::Int { width, order }, Some(result)) if self.uses.of(*result) > 0 => {
                let value = self.load_at(&at, *width, *order);
                let name = self.bind(*result);
                self.out.line(format!("const ::std::uint64_t {name} = {value};"));
            }
            (ReadWhat::Span(len), Some(result)) if self.uses.of(*result) > 0 => {
                let len = self.expr(len);
                self.bind_span(*result, &at, &len.text);
            }
            _ => results.iter().for_each(|result| self.know(*result, polywire_srcgen::Expr::atom("unused"))),
        }
    }

    /// Binds a Bytes or Section variable to memory of the current region.
    fn bind_span(&mut self, var: VarId, at: &str, len: &str) {
        let name = self.bind(var);
        match self.var_type(var) {
            ValueType::Section(_) => self.out.line(format!("const ::std::uint8_t* const {name} = {at};")),
            _ => self.out.line(format!("const bytes {name}({at}, {len});")),
        }
        let readable_end = self.cursor.readable_end.clone();
        self.set_info(var, |info| info.readable_end = Some(readable_end));
    }

    /// Prints a read, possibly with the following op; returns their number.
    pub(super) fn read(&mut self, what: &'m ReadWhat, results: &[VarId], site: SiteId, following: &'m [Op]) -> usize {
        match what {
            // Fixed-length runs are printed elsewhere.
            ReadWhat::Int { .. } => {}
            ReadWhat::Span(len) => self.read_span(len, results[0], site),
            ReadWhat::Peek => self.peek(results[0]),
            ReadWhat::Skip(len) => self.skip(len, site),
            ReadWhat::Align { to, from } => self.align(to, from, site),
            ReadWhat::Leaf(leaf) => return self.read_leaf(*leaf, results, site, following),
        }
        1
    }

    /// Returns an unsigned value as a name that can be used repeatedly.
    pub(super) fn repeatable(&mut self, value: &Ir, wanted: &str) -> String {
        let text = self.expr(value);
        if matches!(value, Ir::Var(_) | Ir::Const(_)) {
            return text.text;
        }
        let name = self.name(wanted);
        self.out.line(format!("const ::std::uint64_t {name} = {text};"));
        name
    }

    /// Fails unless the window has this many bytes left.
    pub(super) fn require_left(&mut self, len: &str, site: SiteId) {
        let (p, end) = (&self.cursor.p, &self.cursor.end);
        let condition = format!("{len} > static_cast<::std::uint64_t>({end} - {p})");
        self.require(&condition, "truncated", site);
    }

    fn read_span(&mut self, len: &Ir, result: VarId, site: SiteId) {
        let len = self.repeatable(len, "length");
        self.require_left(&len, site);
        let p = self.cursor.p.clone();
        if self.uses.of(result) > 0 {
            self.bind_span(result, &p, &len);
        }
        self.out.line(format!("{p} += {len};"));
    }

    fn peek(&mut self, result: VarId) {
        let (p, end) = (self.cursor.p.clone(), self.cursor.end.clone());
        let name = self.bind(result);
        self.out.line(format!("const ::std::uint64_t {name} = {p} != {end} ? *{p} : ::std::uint64_t{{256}};"));
    }

    fn skip(&mut self, len: &Ir, site: SiteId) {
        let len = self.repeatable(len, "length");
        self.require_left(&len, site);
        let p = self.cursor.p.clone();
        self.out.line(format!("{p} += {len};"));
    }

    fn align(&mut self, to: &Ir, from: &Ir, site: SiteId) {
        let (to, from, position) = (self.expr(to), self.expr(from), self.expr(&Ir::Pos));
        let name = self.name("gap");
        self.out.line(format!("const ::std::uint64_t {name} = padding({position}, {from}, {to});"));
        self.require_left(&name, site);
        let p = self.cursor.p.clone();
        self.out.line(format!("{p} += {name};"));
    }

    fn read_leaf(&mut self, leaf: ReadLeaf, results: &[VarId], site: SiteId, following: &'m [Op]) -> usize {
        let (p, end) = (self.cursor.p.clone(), self.cursor.end.clone());
        if leaf == ReadLeaf::JsonSpace {
            self.out.line(format!("{p} = leaf::read_json_space({p}, {end});"));
            return 1;
        }
        let (reader, explain) = leaf_names(leaf);
        let fused = results.first().and_then(|result| self.fused_target(leaf, *result, following));
        let call = match (&fused, results.first()) {
            (Some(target), _) if self.refers(leaf) => format!("{reader}({p}, {end}, message, {target})"),
            (Some(target), _) => format!("leaf::{reader}({p}, {end}, {target})"),
            (None, Some(result)) if leaf == ReadLeaf::JsonString && self.uses.of(*result) == 0 => {
                format!("leaf::skip_json_string({p}, {end})")
            }
            (None, Some(result)) => {
                let name = self.declare(*result);
                self.set_info(*result, |info| info.is_copy = true);
                match leaf {
                    ReadLeaf::JsonString | ReadLeaf::JsonBase64 => format!("{reader}({p}, {end}, message, {name})"),
                    ReadLeaf::JsonFloat64 | ReadLeaf::JsonFloat32 => format!("{reader}({p}, {end}, {name})"),
                    _ => format!("leaf::{reader}({p}, {end}, {name})"),
                }
            }
            (None, None) => format!("leaf::{reader}({p}, {end})"),
        };
        let failure = format!("message.refuse<leaf::{explain}>({p}, {end}, {})", self.site(site));
        let statement = format!("return {};", self.about(failure));
        self.unlikely(&format!("!advance({p}, {call})"), &statement);
        1 + usize::from(fused.is_some())
    }

    /// Returns the native object that is set to a leaf's result and nothing else, if the leaf can read directly into
    /// it.
    fn fused_target(&mut self, leaf: ReadLeaf, result: VarId, following: &'m [Op]) -> Option<String> {
        let Some(Op::Set { place, value: Ir::Var(var), .. }) = following.first() else { return None };
        if *var != result || self.uses.of(result) != 1 || self.is_property(place) || self.unit.traced {
            return None;
        }
        let fits = matches!(
            (leaf, self.place_type(place)?),
            (ReadLeaf::JsonString, Type::Text { .. })
                | (ReadLeaf::JsonBase64, Type::Bytes)
                | (ReadLeaf::JsonBool, Type::Bool)
                | (ReadLeaf::JsonInt, Type::Int { bits: 64, signed: true })
                | (ReadLeaf::JsonUint, Type::Int { bits: 64, signed: false })
                | (ReadLeaf::JsonFloat64, Type::Float { bits: 64 })
                | (ReadLeaf::JsonFloat32, Type::Float { bits: 32 })
        );
        let in_list = place.steps.is_empty() && *self.place_type(place)? == Type::Bool;
        if !fits || in_list {
            return None;
        }
        self.choose(place);
        Some(self.target(place).text)
    }

    /// Returns true if a leaf's result refers to bytes of the input or of the message's memory.
    fn refers(&self, leaf: ReadLeaf) -> bool {
        self.unit.names.ownership.is_borrowed() && matches!(leaf, ReadLeaf::JsonString | ReadLeaf::JsonBase64)
    }

    pub(super) fn match_(&mut self, bytes: &[u8], miss: &Miss, is_left: bool) {
        let (p, end, literal) = (self.cursor.p.clone(), self.cursor.end.clone(), string_literal(bytes));
        match miss {
            Miss::Fail { code, site } => {
                let (code, site) = (code.name(), self.site(*site));
                let failure = format!("message.mismatch(literal({literal}), error_code::{code}, {site}, {p}, {end})");
                let statement = format!("return {};", self.about(failure));
                let matches = match is_left {
                    true => format!("leaf::is_literal({p}, {literal})"),
                    false => format!("leaf::starts_with({p}, {end}, {literal})"),
                };
                self.unlikely(&format!("!{matches}"), &statement);
                self.out.line(format!("{p} += {};", bytes.len()));
            }
            Miss::Yield(var) => {
                let name = self.bind(*var);
                let ty = value_type(self.var_type(*var));
                self.out.line(format!("const {ty} {name} = leaf::starts_with({p}, {end}, {literal});"));
                self.out.line(format!("if ({name}) {p} += {};", bytes.len()));
            }
        }
    }
}

/// Returns the number of bytes of a constant-length read.
fn fixed_width(op: &Op) -> Option<u64> {
    match op {
        Op::Read { what: ReadWhat::Int { width, .. }, .. } => Some(u64::from(*width)),
        Op::Read {
            what: ReadWhat::Skip(Ir::Const(Const::U64(len))) | ReadWhat::Span(Ir::Const(Const::U64(len))),
            ..
        } if *len < 1 << 20 => Some(*len),
        _ => None,
    }
}

fn leaf_names(leaf: ReadLeaf) -> (String, String) {
    match leaf {
        ReadLeaf::JsonSkipNumber => ("skip_json_number".into(), "explain_skip_json_number".into()),
        _ => (format!("read_{}", leaf.name()), format!("explain_{}", leaf.name())),
    }
}
