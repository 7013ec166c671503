//! Writing to the stream, and sections of it.

use super::control::bytes_literal;
use super::precedence as prec;
use super::{Form, Printer, Stream};
use crate::low::{Stmt, Zeros};
use polywire_ir::{Const, Datum, ErrorCode, Expr as Ir, Order, Prefix, SiteId, WriteLeaf};

impl<'m> Printer<'m> {
    pub(super) fn output_stmt(&mut self, stmt: &'m Stmt) {
        let Stream { out, at, .. } = self.stream.clone();
        match stmt {
            Stmt::RequireRoom { bound } => {
                let bound = self.size_bound(bound);
                self.nested(&format!("if !write::has_room({out}, {at}, {bound}) {{"), "}", |it| {
                    it.line("return None;")
                });
            }
            Stmt::RequireRoomForEach { place, of_one, after } => {
                let list = self.path(place).base();
                let bound = format!("{list}.len() * {of_one} + {after}");
                let condition = format!("!{list}.is_empty() && !write::has_room({out}, {at}, {bound})");
                self.nested(&format!("if {condition} {{"), "}", |printer| printer.line("return None;"));
            }
            Stmt::Grow { bound } => {
                let bound = self.size_bound(bound);
                self.line(format!("write::grow({out}, {at}, {bound});"));
            }
            Stmt::Write(what) => self.write(what),
            Stmt::IfUnknown { place, body } => {
                let Some(field) = self.unknown_field(place) else { return };
                self.nested(&format!("if !{field}.is_empty() {{"), "}", |printer| printer.body(body));
            }
            Stmt::Measured { prefix, unit, bias, reserved, body, site } => {
                let mark = self.name("length_at");
                self.line(format!("let {mark} = {at};"));
                self.line(format!("{at} += {reserved};"));
                self.body(body);
                self.close((*prefix, *unit, *bias), *reserved, &mark, *site);
            }
            Stmt::Block { size, zeros, body } => {
                let (size, section) = (self.size(size), self.name("section"));
                self.line(format!("let {section} = {at};"));
                self.line(format!("{at} += {size};"));
                match zeros {
                    Zeros::Gaps(gaps) => self.zero(&section, gaps),
                    Zeros::All => self.line(format!("{out}[{section}..{at}].fill(0);")),
                }
                let outer = std::mem::replace(&mut self.section, section);
                self.body(body);
                self.section = outer;
            }
            Stmt::Put { offset, what, .. } => self.put(*offset, what),
            Stmt::Sub { offset, body, .. } => {
                let section = self.name("section");
                self.line(format!("let {section} = {};", sum(&self.section, *offset)));
                let outer = std::mem::replace(&mut self.section, section);
                self.body(body);
                self.section = outer;
            }
            Stmt::Memo { key, var, body } => {
                let (value, key, known) = (self.bytes(key), self.name("key"), self.name("known"));
                self.line(format!("let {key}: &[u8] = {value};"));
                self.declare(*var);
                let (name, memo) = (self.info(*var).text, self.stream.memo.clone());
                self.line(format!("if let Some({known}) = {memo}.find({key}) {{"));
                self.out.indented(|out| out.line(format!("{name} = {known};")));
                self.nested("} else {", "}", |printer| {
                    printer.body(body);
                    printer.line(format!("{memo}.add({key}, {name});"));
                });
            }
            Stmt::Scratch { var, body } => {
                let refers = self.unit.refers(self.low.id);
                let memory = match refers {
                    true => self.local("scratch_memory", "Vec::<u8>::new()"),
                    false => self.owner("scratch_memory", "Vec::<u8>::new()"),
                };
                let [out, at, memo] = ["scratch", "scratch_at", "scratch_memo"].map(|wanted| self.name(wanted));
                self.line(format!("let {out} = &mut {memory};"));
                self.line(format!("let mut {at} = 0_usize;"));
                let stream = Stream { out, at: at.clone(), memo: memo.clone() };
                let outer = std::mem::replace(&mut self.stream, stream);
                let printed = self.captured(|printer| printer.body(body));
                self.stream = outer;
                if printed.contains(&memo) {
                    self.line(format!("let {memo} = &mut Memo::default();"));
                }
                self.out.lines(&printed);
                let name = self.bind(*var, Form::Place);
                if refers {
                    self.line(format!("{memory}.truncate({at});"));
                    return self.line(format!("let {name} = context.keep({memory});"));
                }
                self.line(format!("let {name}: &[u8] = &{memory}[..{at}];"));
            }
            _ => self.problem("this statement writes nothing"),
        }
    }

    /// Prints constant bytes and the number behind them as one write; returns false if the statements are others.
    pub(super) fn write_both(&mut self, first: &'m Stmt, second: &'m Stmt) -> bool {
        let (Stmt::Write(Datum::Bytes(bytes)), Stmt::Write(number)) = (first, second) else { return false };
        let (Stream { out, at, .. }, bytes) = (self.stream.clone(), bytes_literal(bytes));
        match number {
            Datum::Leaf(WriteLeaf::Varint, args) => {
                let value = self.expr(&args[0]);
                self.line(format!("{at} = write::put_varint_behind({out}, {at}, {bytes}, {value});"));
            }
            Datum::Int { value, width, order } if !matches!(order, Order::LittleIf(_)) => {
                let order = if *order == Order::Little { "le" } else { "be" };
                let value = self.cast(unwrapped(value, *width), &format!("u{}", width * 8)).within(prec::POSTFIX);
                self.line(format!("{at} = write::put_both({out}, {at}, {bytes}, &{value}.to_{order}_bytes());"));
            }
            _ => return false,
        }
        true
    }

    /// Prints numbers and constant bytes that are put into the section one after another, with one check of the output's
    /// length; returns their number, 0 if there are fewer than two.
    pub(super) fn put_together(&mut self, stmts: &'m [Stmt]) -> usize {
        let all: Vec<(u32, u32, &Datum)> = stmts.iter().map_while(fixed_part).collect();
        let (Some(start), Some(end)) = (all.iter().map(|it| it.0).min(), all.iter().map(|it| it.0 + it.1).max()) else {
            return 0;
        };
        if all.len() < 2 {
            return 0;
        }
        let (out, section, part) = (self.stream.out.clone(), self.section.clone(), self.name("part"));
        self.line(format!("let {part} = write::part::<{}>({out}, {});", end - start, sum(&section, start)));
        for (offset, len, what) in &all {
            let bytes = match what {
                Datum::Int { value, width, order } => {
                    let order = if *order == Order::Little { "le" } else { "be" };
                    let value = self.cast(unwrapped(value, *width), &format!("u{}", width * 8)).within(prec::POSTFIX);
                    format!("&{value}.to_{order}_bytes()")
                }
                Datum::Bytes(bytes) => bytes_literal(bytes),
                _ => return 0,
            };
            let (from, to) = (offset - start, offset + len - start);
            self.line(format!("{part}[{from}..{to}].copy_from_slice({bytes});"));
        }
        all.len()
    }

    pub(super) fn zero(&mut self, section: &str, gaps: &[(u32, u32)]) {
        let out = self.stream.out.clone();
        for (start, end) in gaps {
            self.line(format!("{out}[{}..{section} + {end}].fill(0);", sum(section, *start)));
        }
    }

    fn write(&mut self, what: &Datum) {
        let Stream { out, at, .. } = self.stream.clone();
        match what {
            Datum::Int { value, width, order } => {
                self.store(&at, value, *width, *order);
                self.line(format!("{at} += {width};"));
            }
            Datum::Bytes(bytes) | Datum::Span(Ir::Const(Const::Bytes(bytes))) => match bytes.as_slice() {
                [] => {}
                [byte] => self.line(format!("{at} = write::put_byte({out}, {at}, {byte:#04x});")),
                _ => self.line(format!("{at} = write::put({out}, {at}, {});", bytes_literal(bytes))),
            },
            Datum::Span(value) => {
                let value = self.bytes(value);
                self.line(format!("{at} = write::put_bytes({out}, {at}, {value});"));
            }
            Datum::Zeros(count) => {
                let count = self.size(count);
                self.line(format!("{at} = write::put_zeros({out}, {at}, {count});"));
            }
            Datum::Align { to, from } => {
                let from = self.expr(from);
                let count = format!("read::padding({at} as u64, {from}, {to}) as usize");
                self.line(format!("{at} = write::put_zeros({out}, {at}, {count});"));
            }
            Datum::Leaf(leaf, args) => self.write_leaf(*leaf, &args[0]),
        }
    }

    fn write_leaf(&mut self, leaf: WriteLeaf, arg: &Ir) {
        let Stream { out, at, .. } = self.stream.clone();
        let value = self.value(arg);
        self.line(match leaf {
            WriteLeaf::Varint => format!("{at} = write::put_varint({out}, {at}, {value});"),
            _ => {
                format!("{at} = write::put_leaf({out}, {at}, |slot| leaf::write_{}({value}, slot));", leaf.name())
            }
        });
    }

    /// Stores an integer at an index.
    fn store(&mut self, index: &str, value: &Ir, width: u8, order: Order) {
        let value = self.cast(unwrapped(value, width), &format!("u{}", width * 8));
        self.store_number(index, &value.text, width, order);
    }

    fn store_number(&mut self, index: &str, value: &str, width: u8, order: Order) {
        let out = self.stream.out.clone();
        if width == 1 {
            return self.line(format!("{out}[{index}] = {value};"));
        }
        let store = |order: &str| format!("write::put({out}, {index}, &({value}).to_{order}_bytes());");
        match order {
            Order::Little => self.line(store("le")),
            Order::Big => self.line(store("be")),
            Order::LittleIf(var) => {
                let flag = self.flag(var);
                self.nested(&format!("if {flag} {{"), "} else {", |printer| printer.line(store("le")));
                self.out.indented(|out| out.line(store("be")));
                self.line("}");
            }
        }
    }

    fn put(&mut self, offset: u32, what: &Datum) {
        let (out, index) = (self.stream.out.clone(), sum(&self.section, offset));
        match what {
            Datum::Int { value, width, order } => self.store(&index, value, *width, *order),
            Datum::Bytes(bytes) => self.line(format!("write::put({out}, {index}, {});", bytes_literal(bytes))),
            Datum::Span(value) => {
                let value = self.bytes(value);
                self.line(format!("write::put_bytes({out}, {index}, {value});"));
            }
            Datum::Zeros(_) | Datum::Align { .. } | Datum::Leaf(..) => {
                self.problem("this datum cannot be put into a section");
            }
        }
    }

    /// Writes the number before a body that ends at the position of the stream.
    fn close(&mut self, (prefix, unit, bias): (Prefix, u32, i32), reserved: u8, mark: &str, site: SiteId) {
        let Stream { out, at, .. } = self.stream.clone();
        if prefix == Prefix::Varint && unit == 1 && bias == 0 && reserved == 1 {
            return self.line(format!("{at} = write::close_length({out}, {mark}, {at});"));
        }
        let length = self.name("length");
        self.line(format!("let {length} = (({at} - {mark} - {reserved}) as u64).wrapping_add_signed({bias});"));
        if unit != 1 {
            self.fail_if(&format!("{length} % {unit} != 0"), ErrorCode::TooLarge, site);
            self.line(format!("let {length} = {length} / {unit};"));
        }
        match prefix {
            Prefix::Varint => {
                self.line(format!("{at} = write::close_varint({out}, {mark}, {at}, {reserved}, {length});"));
            }
            Prefix::Int { width, order } => {
                if width < 8 {
                    self.fail_if(&format!("{length} >> {} != 0", width * 8), ErrorCode::TooLarge, site);
                }
                self.store_number(mark, &format!("{length} as u{}", width * 8), width, order);
            }
        }
    }
}

/// Returns a value whose low bytes are the same.
fn unwrapped(value: &Ir, width: u8) -> &Ir {
    match value {
        Ir::Wrap { bits, value, .. } if *bits >= width * 8 => value,
        _ => value,
    }
}

/// Returns the offset and the length of what is put into a section, if the length is constant.
fn fixed_part(stmt: &Stmt) -> Option<(u32, u32, &Datum)> {
    match stmt {
        Stmt::Put { offset, what, .. } => match what {
            Datum::Int { order: Order::LittleIf(_), .. } => None,
            Datum::Int { width, .. } => Some((*offset, u32::from(*width), what)),
            Datum::Bytes(bytes) => Some((*offset, bytes.len() as u32, what)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns an index in a section.
fn sum(section: &str, offset: u32) -> String {
    if offset == 0 { section.to_owned() } else { format!("{section} + {offset}") }
}
