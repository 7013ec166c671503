//! Reading at the cursor.

use super::Printer;
use super::operator::at_offset;
use crate::cpp::native::string_literal;
use crate::low::LeafTarget;
use polywire_ir::{ByteSet, Const, Expr as Ir, Order, ReadLeaf, SiteId, ValueType, VarId};
use polywire_srcgen::Expr;

impl<'m> Printer<'m> {
    /// Fails unless the window has this many bytes left.
    pub(super) fn ensure_left(&mut self, len: &Ir, site: SiteId) {
        let (p, end) = (self.cursor.p.clone(), self.cursor.end.clone());
        let len_text = self.expr(len);
        let lacks = match len {
            Ir::Const(Const::U64(_)) => format!("{end} - {p} < {len_text}"),
            _ => format!("{len_text} > static_cast<::std::uint64_t>({end} - {p})"),
        };
        self.require(&lacks, "truncated", site);
    }

    pub(super) fn load_ahead(&mut self, var: VarId, offset: u64, width: u8, order: Order) {
        let at = self.ahead(offset);
        let value = self.load_at(&at, width, order);
        let name = self.bind(var);
        self.out.line(format!("const ::std::uint64_t {name} = {value};"));
    }

    /// Returns the address at an offset from the cursor.
    fn ahead(&self, offset: u64) -> String {
        at_offset(&Expr::atom(self.cursor.p.clone()), offset as u32).text
    }

    /// Binds a Bytes or Section variable to memory of the current region.
    pub(super) fn span_ahead(&mut self, var: VarId, offset: u64, len: &Ir) {
        let at = self.ahead(offset);
        let len = self.expr(len);
        let name = self.bind(var);
        match self.var_type(var) {
            ValueType::Section(_) => self.out.line(format!("const ::std::uint8_t* const {name} = {at};")),
            _ => self.out.line(format!("const bytes {name}({at}, {len});")),
        }
        let readable_end = self.cursor.readable_end.clone();
        self.set_info(var, |info| info.readable_end = Some(readable_end));
    }

    pub(super) fn advance(&mut self, len: &Ir) {
        let (p, len) = (self.cursor.p.clone(), self.expr(len));
        self.out.line(format!("{p} += {len};"));
    }

    pub(super) fn padding(&mut self, var: VarId, to: &Ir, from: &Ir) {
        let (to, from, position) = (self.expr(to), self.expr(from), self.expr(&Ir::Pos));
        let name = self.bind(var);
        self.out.line(format!("const ::std::uint64_t {name} = padding({position}, {from}, {to});"));
    }

    pub(super) fn peek(&mut self, var: VarId) {
        let (p, end) = (self.cursor.p.clone(), self.cursor.end.clone());
        let name = self.bind(var);
        self.out.line(format!("const ::std::uint64_t {name} = {p} != {end} ? *{p} : ::std::uint64_t{{256}};"));
        self.set_info(var, |info| info.is_character = true);
    }

    pub(super) fn skip_while(&mut self, set: ByteSet) {
        let (p, end) = (self.cursor.p.clone(), self.cursor.end.clone());
        let words = set.words().map(|word| format!("{word:#x}u")).join(", ");
        self.out.line(format!("{p} = leaf::skip_while<{words}>({p}, {end});"));
    }

    pub(super) fn read_leaf(&mut self, leaf: ReadLeaf, into: &LeafTarget, site: SiteId) {
        let (p, end) = (self.cursor.p.clone(), self.cursor.end.clone());
        if leaf.is_space() {
            return self.out.line(format!("{p} = leaf::read_{}({p}, {end});", leaf.name()));
        }
        let (reader, explain) = leaf_names(leaf);
        let call = match into {
            LeafTarget::Place(place) => {
                let target = self.target(place);
                match self.refers(leaf) {
                    true => format!("{reader}({p}, {end}, message, {target})"),
                    false => format!("leaf::{reader}({p}, {end}, {target})"),
                }
            }
            LeafTarget::Var(var) => {
                let name = self.declare(*var);
                match leaf {
                    ReadLeaf::JsonString | ReadLeaf::JsonBase64 => format!("{reader}({p}, {end}, message, {name})"),
                    ReadLeaf::JsonFloat64 | ReadLeaf::JsonFloat32 => format!("{reader}({p}, {end}, {name})"),
                    _ => format!("leaf::{reader}({p}, {end}, {name})"),
                }
            }
            LeafTarget::Nothing if leaf == ReadLeaf::JsonString => format!("leaf::skip_json_string({p}, {end})"),
            LeafTarget::Nothing => format!("leaf::{reader}({p}, {end})"),
        };
        let failure = format!("message.refuse<leaf::{explain}>({p}, {end}, {})", self.site(site));
        let statement = format!("return {};", self.failing(failure));
        self.unlikely(&format!("!advance({p}, {call})"), &statement);
    }

    /// Returns true if a leaf's result refers to bytes of the input or of the message's memory.
    fn refers(&self, leaf: ReadLeaf) -> bool {
        self.unit.names.ownership.is_borrowed() && matches!(leaf, ReadLeaf::JsonString | ReadLeaf::JsonBase64)
    }

    pub(super) fn match_(&mut self, bytes: &[u8], is_left: bool, (code, site): (&str, SiteId)) {
        let (p, end, literal) = (self.cursor.p.clone(), self.cursor.end.clone(), string_literal(bytes));
        let site = self.site(site);
        let failure = format!("message.mismatch(literal({literal}), error_code::{code}, {site}, {p}, {end})");
        let statement = format!("return {};", self.failing(failure));
        let matches = match is_left {
            true => format!("leaf::is_literal({p}, {literal})"),
            false => format!("leaf::starts_with({p}, {end}, {literal})"),
        };
        self.unlikely(&format!("!{matches}"), &statement);
        self.out.line(format!("{p} += {};", bytes.len()));
    }

    pub(super) fn match_if(&mut self, var: VarId, bytes: &[u8]) {
        let (p, end, literal) = (self.cursor.p.clone(), self.cursor.end.clone(), string_literal(bytes));
        let name = self.bind(var);
        self.out.line(format!("const bool {name} = leaf::starts_with({p}, {end}, {literal});"));
        self.out.line(format!("if ({name}) {p} += {};", bytes.len()));
    }
}

fn leaf_names(leaf: ReadLeaf) -> (String, String) {
    match leaf {
        ReadLeaf::JsonSkipNumber => ("skip_json_number".into(), "explain_skip_json_number".into()),
        _ => (format!("read_{}", leaf.name()), format!("explain_{}", leaf.name())),
    }
}
