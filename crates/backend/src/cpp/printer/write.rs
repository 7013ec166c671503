//! Writing to the stream.

use super::Printer;
use super::control::UNLIKELY;
use super::precedence as prec;
use crate::cpp::native::{integer, string_literal};
use crate::low::{Body, Mode, Stmt};
use polywire_ir::types::Type;
use polywire_ir::{BinaryOp, Const, Datum, Expr as Ir, Order, Place, Prefix, SiteId, VarId, WriteLeaf};
use polywire_srcgen::Expr;

/// The number of bytes that any write may overwrite after its output.
pub(in crate::cpp) const SLACK: u64 = 32;

impl<'m> Printer<'m> {
    /// Most messages have no unknown fields.
    pub(super) fn if_unknown(&mut self, place: &Place, body: &'m Body) {
        let Some(member) = self.unknown_member(place) else { return };
        let head = format!("if (!{member}.empty()){UNLIKELY} {{");
        self.nested(&head, "}", |printer| printer.body(body));
    }

    pub(super) fn write(&mut self, what: &Datum) {
        let out = self.stream.out.clone();
        match what {
            Datum::Int { value, width, order } => self.write_int(value, *width, *order),
            Datum::Bytes(bytes) => self.write_constant(bytes),
            Datum::Span(Ir::Const(Const::Bytes(bytes))) => self.write_constant(bytes),
            Datum::Span(value) => match self.text_object(value) {
                Some(text) => self.out.line(format!("{out} = leaf::copy_text<true>({out}, {text});")),
                None => {
                    let value = self.bytes(value);
                    self.out.line(format!("{out} = write_bytes({out}, {value});"));
                }
            },
            Datum::Zeros(count) => {
                let few = most(count).filter(|most| *most <= 16).map(|most| if most <= 8 { 8 } else { 16 });
                let write = few.map_or_else(|| "write_zeros".to_owned(), |most| format!("write_few_zeros<{most}>"));
                let count = self.expr(count);
                self.out.line(format!("{out} = {write}({out}, {count});"));
            }
            // The output starts at an address that new[] has aligned.
            Datum::Align { to, from: Ir::Const(Const::U64(from)) } if *to <= 8 => {
                self.out.line(format!("{out} = align<{to}, {from}>({out});"));
            }
            Datum::Align { to, from } => {
                let (position, from) = (self.stream_position(), self.expr(from));
                self.out.line(format!("{out} = write_padding<{to}>({out}, {position}, {from});"));
            }
            Datum::Leaf(leaf, args) => self.write_leaf(*leaf, &args[0]),
        }
    }

    /// Returns the std::string with the characters of a Bytes value.
    pub(super) fn text_object(&mut self, value: &Ir) -> Option<Expr> {
        match value {
            Ir::Get(place) if matches!(self.place_type(place), Some(Type::Text { .. })) => Some(self.place(place)),
            Ir::Var(var) if self.info(*var).is_text => Some(self.info(*var).text),
            _ => None,
        }
    }

    fn write_constant(&mut self, bytes: &[u8]) {
        let out = self.stream.out.clone();
        match bytes {
            [] => {}
            [byte] => self.out.line(format!("*{out}++ = {byte:#04x};")),
            _ => self.out.line(format!("{out} = leaf::write_literal({out}, {});", string_literal(bytes))),
        }
    }

    fn write_int(&mut self, value: &Ir, width: u8, order: Order) {
        let out = self.stream.out.clone();
        if width == 1 {
            let byte = self.narrowed(value, 1);
            return self.out.line(format!("*{out}++ = {byte};"));
        }
        self.store(&out, value, width, order);
        self.out.line(format!("{out} += {width};"));
    }

    /// Truncates an integer to this many bytes.
    pub(super) fn narrowed(&mut self, value: &Ir, width: u8) -> Expr {
        let ty = integer(width * 8, false);
        let value = match value {
            Ir::Wrap { bits, value, .. } if *bits >= width * 8 => value,
            _ => value,
        };
        match value {
            _ if width == 8 && self.type_of(value) == polywire_ir::ValueType::U64 => self.typed(value),
            Ir::Const(Const::U64(value)) if width == 1 => Expr::atom(format!("{:#04x}", value & 0xff)),
            _ => Expr::call(format!("static_cast<{ty}>"), [self.expr(value)]),
        }
    }

    pub(super) fn store(&mut self, at: &str, value: &Ir, width: u8, order: Order) {
        let value = self.narrowed(value, width);
        let store = |order: &str| format!("leaf::store_{order}({at}, {value});");
        match order {
            Order::Little => self.out.line(store("le")),
            Order::Big => self.out.line(store("be")),
            Order::LittleIf(var) => {
                let flag = self.info(var).text;
                self.nested(&format!("if ({flag}) {{"), "} else {", |printer| printer.out.line(store("le")));
                self.out.indented(|out| out.line(store("be")));
                self.out.line("}");
            }
        }
    }

    fn write_leaf(&mut self, leaf: WriteLeaf, arg: &Ir) {
        let out = self.stream.out.clone();
        let call = match leaf {
            WriteLeaf::Varint => format!("leaf::write_varint<true>({out}, {})", self.expr(arg)),
            WriteLeaf::DecimalInt | WriteLeaf::DecimalUint | WriteLeaf::Spaces => {
                format!("leaf::write_{}({out}, {})", leaf.name(), self.expr(arg))
            }
            WriteLeaf::JsonFloat64 | WriteLeaf::JsonFloat32 | WriteLeaf::GeneralFloat64 | WriteLeaf::GeneralFloat32 => {
                match self.float_object(arg) {
                    Some(value) => format!("leaf::write_{}({out}, {value})", leaf.name()),
                    None => format!("write_{}({out}, {})", leaf.name(), self.expr(arg)),
                }
            }
            WriteLeaf::JsonString => match self.text_object(arg) {
                Some(text) => format!("leaf::write_json_string({out}, {text})"),
                None => format!("leaf::write_json_string({out}, as_text({}))", self.bytes(arg)),
            },
            WriteLeaf::CString => {
                let value = self.bytes(arg);
                format!("leaf::write_c_string({out}, {value})")
            }
            WriteLeaf::JsonBase64 => {
                let value = self.bytes(arg);
                let name = self.name("contents");
                self.out.line(format!("const bytes {name} = {value};"));
                format!("leaf::write_json_base64({out}, {name}.data(), {name}.size())")
            }
        };
        self.out.line(format!("{out} = {call};"));
    }

    /// Returns the native float with these bits.
    fn float_object(&mut self, value: &Ir) -> Option<Expr> {
        match value {
            Ir::Get(place) if matches!(self.place_type(place), Some(Type::Float { .. })) => Some(self.place(place)),
            _ => None,
        }
    }

    /// Returns the position of the stream relative to the start of the output.
    pub(super) fn stream_position(&self) -> Expr {
        let out = &self.stream.out;
        Expr::atom(format!("static_cast<::std::uint64_t>({out} - {})", self.start()))
    }

    /// The start of the output.
    pub(super) fn start(&self) -> String {
        match self.stream.mode {
            Mode::Raw | Mode::Limited => self.stream.origin.clone(),
            Mode::Checked => format!("{}.begin()", self.stream.origin),
        }
    }

    /// Declares a position in the output that stays valid when the output moves.
    pub(super) fn mark(&mut self, wanted: &str) -> String {
        let name = self.name(wanted);
        self.declare_mark(&name, true);
        name
    }

    pub(super) fn declare_mark(&mut self, name: &str, is_used: bool) {
        let (out, unused) = (self.stream.out.clone(), if is_used { "" } else { "[[maybe_unused]] " });
        match self.stream.mode {
            Mode::Raw | Mode::Limited => self.out.line(format!("{unused}::std::uint8_t* const {name} = {out};")),
            Mode::Checked => {
                let start = self.start();
                self.out.line(format!("{unused}const auto {name} = static_cast<::std::size_t>({out} - {start});"));
            }
        }
    }

    /// The address of a mark.
    pub(super) fn address(&self, mark: &str) -> Expr {
        match self.stream.mode {
            Mode::Raw | Mode::Limited => Expr::atom(mark),
            Mode::Checked => Expr::new(format!("{} + {mark}", self.start()), prec::SUM),
        }
    }

    pub(super) fn measured(&mut self, stmt: &'m Stmt) {
        let Stmt::Measured { prefix, unit, bias, reserved, body, site } = stmt else { return };
        let out = self.stream.out.clone();
        let mark = self.mark("length_at");
        self.out.line(format!("{out} += {reserved};"));
        self.body(body);
        let at = self.address(&mark);
        if *prefix == Prefix::Varint && *unit == 1 && *bias == 0 {
            let kind = if *reserved == 1 { "" } else { "<2>" };
            return self.out.line(format!("{out} = leaf::close_length{kind}({at}, {out});"));
        }
        let number = self.measure(&at, u64::from(*reserved), (*unit, *bias), *site);
        match prefix {
            Prefix::Varint => self.out.line(format!("{out} = close_number({at}, {out}, {number});")),
            Prefix::Int { width, order } => self.close_int(&at, &number, *width, *order, *site),
        }
    }

    /// Returns the number to be written before a body.
    fn measure(&mut self, at: &Expr, reserved: u64, (unit, bias): (u32, i32), site: SiteId) -> String {
        let out = self.stream.out.clone();
        let number = self.name("length");
        let at = at.within(prec::SUM + 1);
        let change = i64::from(bias) - reserved as i64;
        let sign = if change < 0 { '-' } else { '+' };
        let change = if change == 0 { String::new() } else { format!(" {sign} {}", change.unsigned_abs()) };
        self.out.line(format!("const auto {number} = static_cast<::std::uint64_t>({out} - {at}{change});"));
        if unit == 1 {
            return number;
        }
        self.require(&format!("{number} % {unit} != 0"), "too_large", site);
        let units = self.name("units");
        self.out.line(format!("const ::std::uint64_t {units} = {number} / {unit};"));
        units
    }

    fn close_int(&mut self, at: &Expr, number: &str, width: u8, order: Order, site: SiteId) {
        if width < 8 {
            self.require(&format!("{number} >> {} != 0", width * 8), "too_large", site);
        }
        let at = at.within(prec::SUM);
        let name = Ir::Var(VarId(u32::MAX));
        self.know(VarId(u32::MAX), Expr::atom(number));
        if width == 1 {
            let at = Expr::new(at, prec::SUM).within(prec::UNARY);
            return self.out.line(format!("*{at} = static_cast<::std::uint8_t>({number});"));
        }
        self.store(&at, &name, width, order);
    }

    pub(super) fn memo(&mut self, key: &Ir, var: VarId, body: &'m Body) {
        let value = self.bytes(key);
        let key = self.name("memo_key");
        self.out.line(format!("const bytes {key} = {value};"));
        let name = self.declare(var);
        let memo = self.stream.memo.clone();
        let known = self.name("known");
        self.out.line(format!("if (const ::std::uint64_t* const {known} = {memo}.find({key})) {{"));
        self.out.indented(|out| out.line(format!("{name} = *{known};")));
        self.nested("} else {", "}", |printer| {
            printer.body(body);
            printer.out.line(format!("{memo}.add({key}, {name});"));
        });
    }

    pub(super) fn scratch(&mut self, var: VarId, body: &'m Body) {
        let [output, out, memo] = ["scratch", "end_of_scratch", "scratch_memo"].map(|wanted| self.name(wanted));
        self.out.line(format!("buffer& {output} = message.scratch();"));
        self.out.line(format!("::std::uint8_t* {out} = {output}.start(64);"));
        self.out.line(format!("[[maybe_unused]] ::polywire::memo {memo};"));
        let inside = super::Stream { out: out.clone(), origin: output.clone(), memo, mode: Mode::Checked };
        let outer = std::mem::replace(&mut self.stream, inside);
        self.body(body);
        self.stream = outer;
        self.out.line(format!("{output}.finish({out});"));
        let name = self.bind(var);
        let unused = if self.low.uses.has(var) { "" } else { "[[maybe_unused]] " };
        self.out.line(format!("{unused}const bytes {name} = {output}.span();"));
    }
}

/// Returns an upper bound of a number, where it is obvious.
fn most(number: &Ir) -> Option<u64> {
    match number {
        Ir::Const(Const::U64(value)) => Some(*value),
        Ir::Binary(BinaryOp::And, left, right) => most(left).into_iter().chain(most(right)).min(),
        // It does not wrap around.
        Ir::Binary(BinaryOp::Sub, left, right) => match (&**left, most(right)) {
            (Ir::Const(Const::U64(from)), Some(less)) if less <= *from => Some(*from),
            _ => None,
        },
        _ => None,
    }
}
