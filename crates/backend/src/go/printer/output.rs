//! Writing to the stream and into sections.

use super::operator::part;
use super::{Printer, Stream};
use crate::low::{Body, Stmt};
use crate::plan::{SizeBound, SizeBoundTerm};
use polywire_ir::{Const, Datum, ErrorCode, Expr as Ir, Order, Prefix, WriteLeaf};

impl Printer<'_, '_> {
    pub(super) fn output(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Grow { bound } | Stmt::RequireRoom { bound } => {
                let room = self.bound(bound);
                self.room(&room, "");
            }
            Stmt::RequireRoomForEach { place, of_one, after } => {
                let count = self.int(&Ir::Len(place.clone()));
                let each = if *of_one == 1 { count.clone() } else { format!("{count}*{of_one}") };
                let room = if *after == 0 { each } else { format!("{each}+{after}") };
                self.room(&room, &format!("{count} != 0 && "));
            }
            Stmt::Write(what) => self.write(what),
            Stmt::IfUnknown { place, body } => {
                let Some(member) = self.unknown_member(place) else { return };
                self.nested(&format!("if !{member}.IsZero() {{"), "}", |printer| printer.body(body));
            }
            Stmt::Measured { .. } => self.measured(stmt),
            Stmt::Block { size, zeros, body } => self.section_block(size, zeros, body),
            Stmt::Put { offset, what, .. } => self.put(*offset, what),
            Stmt::Sub { offset, body, is_used } => {
                let name = self.local("section", "int");
                if *is_used {
                    let outer = self.section.clone();
                    self.line(format!("{name} = {outer} + {offset}"));
                }
                let outer = std::mem::replace(&mut self.section, name);
                self.body(body);
                self.section = outer;
            }
            Stmt::Each { .. } => self.each(stmt),
            Stmt::Memo { key, var, body } => {
                let (key_text, memo) = (self.text(key), self.stream.memo.clone());
                let key = self.local("memo_key", "[]byte");
                let known = self.local("known", "bool");
                let name = self.bind(*var);
                self.line(format!("{key} = {key_text}"));
                self.nested(&format!("if {name}, {known} = {memo}.Find({key}); !{known} {{"), "}", |printer| {
                    printer.body(body);
                    printer.line(format!("{memo}.Add({key}, {name})"));
                });
            }
            Stmt::Scratch { var, body } => {
                let inside = Stream {
                    b: self.local("scratch", "[]byte"),
                    n: self.local("written", "int"),
                    origin: "0".to_owned(),
                    memo: self.own_memo(body),
                };
                let (b, n) = (inside.b.clone(), inside.n.clone());
                // Most are short, as tags of unknown members.
                let has_context = self.unit.with_context.contains(&self.id);
                self.line(format!("{b}, {n} = {}, 0", if has_context { "c.Take(16)" } else { "nil" }));
                let outer = std::mem::replace(&mut self.stream, inside);
                self.body(body);
                self.stream = outer;
                let name = self.bind(*var);
                self.line(format!("{name} = {b}[:{n}:{n}]"));
            }
            Stmt::Call(call) => self.call(call),
            _ => self.problem("a statement is not supported yet"),
        }
    }

    /// Returns a new memo for a body, if that needs one.
    fn own_memo(&mut self, body: &Body) -> String {
        if !self.has_memo(body) {
            return "nil".to_owned();
        }
        let ty = self.runtime("Memo");
        let name = self.local("scratch_memo", &ty);
        self.line(format!("{name} = {ty}{{}}"));
        format!("&{name}")
    }

    fn has_memo(&self, body: &Body) -> bool {
        body.stmts.iter().any(|stmt| match stmt {
            Stmt::Memo { .. } => true,
            Stmt::Scratch { .. } => false,
            Stmt::Call(call) => self.unit.convention(call.func).effects.memo,
            _ => stmt.bodies().into_iter().any(|body| self.has_memo(body)),
        })
    }

    /// Returns a number of bytes.
    fn bound(&mut self, bound: &SizeBound) -> String {
        let mut terms = Vec::new();
        for term in &bound.terms {
            match term {
                SizeBoundTerm::Bytes { factor, value } => {
                    let len = self.int(&Ir::BytesLen(Box::new(value.clone())));
                    terms.push(if *factor == 1 { len } else { format!("{factor}*{len}") });
                }
                SizeBoundTerm::Number(value) => terms.push(self.int_expr(value).within(4)),
                _ => self.problem("room for a varying number of values is not supported"),
            }
        }
        if bound.fixed > 0 || terms.is_empty() {
            terms.push(bound.fixed.to_string());
        }
        terms.join("+")
    }

    /// Writes a few bytes in words, of which the last one may be too long: the next write replaces its rest.
    fn short_literal(&mut self, bytes: &[u8]) {
        let Stream { b, n, .. } = self.stream.clone();
        let order = self.standard("encoding/binary", "LittleEndian");
        for (index, word) in bytes.chunks(8).enumerate() {
            let at = if index == 0 { n.clone() } else { format!("{n}+8") };
            let width = word.len().next_power_of_two();
            let number = word.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
            match width {
                1 => self.line(format!("{b}[{at}] = {number:#04x}")),
                _ => {
                    let place = part(&b, &at, width as u64);
                    self.line(format!("{order}.PutUint{}({place}, {number:#x})", width * 8));
                }
            }
        }
        self.line(format!("{n} += {}", bytes.len()));
    }

    /// Ensures room in the output.
    pub(super) fn room(&mut self, room: &str, condition: &str) {
        let Stream { b, n, .. } = self.stream.clone();
        let grow = self.runtime("Grow");
        let room = &match room.rsplit_once('+').map_or(("", room), |(terms, last)| (terms, last)) {
            ("", fixed) if fixed.parse::<u64>().is_ok() => plus_slack(fixed),
            (terms, fixed) if fixed.parse::<u64>().is_ok() => format!("{terms}+{}", plus_slack(fixed)),
            _ => format!("{room}+{SLACK}"),
        };
        self.when(&format!("{condition}len({b})-{n} < {room}"), &format!("{b} = {grow}({b}, {n}, {n}+{room})"));
    }

    fn write(&mut self, what: &Datum) {
        let Stream { b, n, origin, .. } = self.stream.clone();
        match what {
            Datum::Int { value, width, order } => {
                self.store(&n, value, *width, *order);
                self.line(if *width == 1 { format!("{n}++") } else { format!("{n} += {width}") });
            }
            Datum::Bytes(bytes) | Datum::Span(Ir::Const(Const::Bytes(bytes))) => match bytes.as_slice() {
                [] => {}
                [byte] => {
                    self.line(format!("{b}[{n}] = {byte:#04x}"));
                    self.line(format!("{n}++"));
                }
                bytes if bytes.len() <= 16 => self.short_literal(bytes),
                bytes => self.line(format!("{n} += copy({b}[{n}:], {})", super::bytes::literal(bytes))),
            },
            Datum::Span(value) => {
                let (chars, is_text) = self.chars(value);
                let put = self.runtime(if is_text { "PutText" } else { "PutBytes" });
                self.line(format!("{n} = {put}({b}, {n}, {chars})"));
            }
            Datum::Zeros(count) => {
                let (zeros, count) = (self.runtime("PutZeros"), self.int(count));
                self.line(format!("{n} = {zeros}({b}, {n}, {count})"));
            }
            Datum::Align { to, from } => {
                let (zeros, padding, from) = (self.runtime("PutZeros"), self.runtime("Padding"), self.int(from));
                self.line(format!("{n} = {zeros}({b}, {n}, {padding}({n}-{origin}, {from}, {to}))"));
            }
            Datum::Leaf(leaf, args) => self.write_leaf(*leaf, &args[0]),
        }
    }

    fn write_leaf(&mut self, leaf: WriteLeaf, arg: &Ir) {
        let Stream { b, n, .. } = self.stream.clone();
        let (function, arg) = match leaf {
            WriteLeaf::Varint => {
                let value = self.local("varint", "uint64");
                let arg = self.text(arg);
                self.line(format!("{value} = {arg}"));
                let long = self.runtime("PutLongVarint");
                self.line(format!("if {value} < 0x80 {{"));
                self.line(format!("\t{b}[{n}] = byte({value})"));
                self.line(format!("\t{n}++"));
                self.line("} else {");
                self.line(format!("\t{n} = {long}({b}, {n}, {value})"));
                return self.line("}");
            }
            WriteLeaf::DecimalInt => ("PutInt", self.text(arg)),
            WriteLeaf::DecimalUint => ("PutUint", self.text(arg)),
            WriteLeaf::Spaces => ("PutSpaces", self.int(arg)),
            WriteLeaf::JsonFloat64 => ("PutJSONFloat64", self.float(arg, 64)),
            WriteLeaf::JsonFloat32 => ("PutJSONFloat32", self.float(arg, 32)),
            WriteLeaf::GeneralFloat64 => ("PutGeneralFloat64", self.float(arg, 64)),
            WriteLeaf::GeneralFloat32 => ("PutGeneralFloat32", self.float(arg, 32)),
            WriteLeaf::JsonString => match self.chars(arg) {
                (text, true) => ("PutJSONString", text),
                (bytes, false) => ("PutJSONBytes", bytes),
            },
            WriteLeaf::CString => ("PutCString", self.chars(arg).0),
            WriteLeaf::JsonBase64 => ("PutJSONBase64", self.text(arg)),
        };
        let function = self.runtime(function);
        self.line(format!("{n} = {function}({b}, {n}, {arg})"));
    }

    /// Returns the float with these bits.
    pub(super) fn float(&mut self, value: &Ir, bits: u8) -> String {
        if let Ir::Get(place) = value
            && matches!(self.place_type(place), Some(polywire_ir::types::Type::Float { bits: own }) if *own == bits)
        {
            return self.path(place).object();
        }
        let value = self.text(value);
        let from = self.standard("math", &format!("Float{bits}frombits"));
        if bits == 32 { format!("{from}(uint32({value}))") } else { format!("{from}({value})") }
    }

    /// Stores an integer at a position of the output.
    pub(super) fn store(&mut self, at: &str, value: &Ir, width: u8, order: Order) {
        let value = self.narrowed(value, width);
        self.store_text(at, &value, width, order);
    }

    fn narrowed(&mut self, value: &Ir, width: u8) -> String {
        let ty = crate::go::native::integer(width * 8, false);
        let mask = u64::MAX >> (64 - u32::from(width) * 8);
        match value {
            Ir::Const(Const::U64(value)) => format!("{:#x}", value & mask),
            Ir::Const(Const::I64(value)) => format!("{:#x}", *value as u64 & mask),
            Ir::Wrap { bits, value, .. } if *bits >= width * 8 => self.narrowed(value, width),
            _ => {
                let text = self.text(value);
                let is_wide = width == 8 && self.type_of(value) == polywire_ir::ValueType::U64;
                if is_wide { text } else { format!("{ty}({text})") }
            }
        }
    }

    fn measured(&mut self, stmt: &Stmt) {
        let Stmt::Measured { prefix, unit, bias, reserved, body, site } = stmt else { return };
        let Stream { b, n, .. } = self.stream.clone();
        let at = self.local("length_at", "int");
        self.line(format!("{at} = {n}"));
        self.line(format!("{n} += {reserved}"));
        self.body(body);
        if *prefix == Prefix::Varint && *unit == 1 && *bias == 0 {
            return match reserved {
                1 => self.close_short(&at),
                _ => {
                    let close = self.runtime("CloseWideLength");
                    self.line(format!("{n} = {close}({b}, {at}, {n})"));
                }
            };
        }
        let change = i64::from(*bias) - i64::from(*reserved);
        let number = self.local("length", "uint64");
        self.line(format!("{number} = uint64({n} - {at} + {change})").replace("+ -", "- "));
        if *unit != 1 {
            self.require(&format!("{number}%{unit} != 0"), ErrorCode::TooLarge, *site);
            self.line(format!("{number} /= {unit}"));
        }
        match prefix {
            Prefix::Varint if *reserved == 1 => {
                let fit = self.runtime("FitNumber");
                self.line(format!("{n} = {fit}({b}, {at}, {n}, {number})"));
            }
            Prefix::Varint => self.problem("a varint length in several reserved bytes is not supported yet"),
            Prefix::Int { width, order } => {
                if *width < 8 {
                    self.require(&format!("{number}>>{} != 0", width * 8), ErrorCode::TooLarge, *site);
                }
                let number = format!("uint{}({number})", width * 8);
                self.store_text(&at, &number, *width, *order);
            }
        }
    }

    /// Stores an integer of exactly this width.
    fn store_text(&mut self, at: &str, value: &str, width: u8, order: Order) {
        let b = self.stream.b.clone();
        if width == 1 {
            return self.line(format!("{b}[{at}] = {value}"));
        }
        let (bits, place) = (width * 8, part(&b, at, u64::from(width)));
        let order = match order {
            Order::Little => self.standard("encoding/binary", "LittleEndian"),
            Order::Big => self.standard("encoding/binary", "BigEndian"),
            Order::LittleIf(var) => {
                let (flag, store) = (self.info(var).text, self.runtime(&format!("Store{bits}")));
                return self.line(format!("{store}({flag}, {place}, {value})"));
            }
        };
        self.line(format!("{order}.PutUint{bits}({place}, {value})"));
    }

    /// Completes a body before which one byte was reserved for its length.
    fn close_short(&mut self, at: &str) {
        let Stream { b, n, .. } = self.stream.clone();
        let fit = self.runtime("FitLength");
        self.line(format!("if {n}-{at} <= 0x80 {{"));
        self.line(format!("\t{b}[{at}] = byte({n} - {at} - 1)"));
        self.line("} else {");
        self.line(format!("\t{n} = {fit}({b}, {at}, {n})"));
        self.line("}");
    }
}

/// The bytes behind what is written that a word may overwrite.
const SLACK: u64 = 3;

fn plus_slack(fixed: &str) -> String {
    fixed.parse::<u64>().map_or_else(|_| fixed.to_owned(), |fixed| (fixed + SLACK).to_string())
}
