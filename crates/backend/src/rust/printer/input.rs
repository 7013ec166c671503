//! Reading at the cursor, and other regions.

use super::control::bytes_literal;
use super::precedence as prec;
use super::{Cursor, Form, Printer};
use crate::low::{ErrorPlace, LeafTarget, PositionCheck, Rest, Stmt};
use polywire_ir::types::Type;
use polywire_ir::{Const, ErrorCode, Expr as Ir, ReadLeaf, SiteId, ValueType};

impl<'m> Printer<'m> {
    pub(super) fn input_stmt(&mut self, stmt: &'m Stmt) {
        let input = self.cursor.input.clone();
        match stmt {
            Stmt::Ensure { len: Ir::Const(Const::U64(0)), .. } => {}
            Stmt::Ensure { len, site } => {
                let condition = match len {
                    Ir::Const(Const::U64(1)) => format!("{input}.is_empty()"),
                    Ir::Const(Const::U64(len)) => format!("{input}.len() < {len}"),
                    _ => format!("({input}.len() as u64) < {}", self.expr(len)),
                };
                self.fail_if(&condition, ErrorCode::Truncated, *site);
            }
            Stmt::Load { var, offset, width, order } => {
                let array = format!("*read::ahead({input}, {offset})");
                let value = self.load(&array, *width, *order);
                let name = self.bind(*var, Form::Place);
                self.line(format!("let {name}: u64 = {value};"));
            }
            Stmt::Span { var, offset, len } => {
                let value = match self.var_type(*var) {
                    ValueType::Section(len) => format!("read::ahead::<{len}>({input}, {offset})"),
                    _ => format!("read::span({input}, {offset}, {})", self.expr(len)),
                };
                let name = self.bind(*var, Form::Place);
                self.line(format!("let {name} = {value};"));
            }
            Stmt::Advance { len } => {
                let len = self.typed(len);
                self.line(format!("{input} = read::split({input}, {len}).1;"));
            }
            Stmt::Padding { var, to, from } => {
                let (to, from, position) = (self.expr(to), self.expr(from), self.expr(&Ir::Pos));
                let name = self.bind(*var, Form::Place);
                self.line(format!("let {name} = read::padding({position}, {from}, {to});"));
            }
            Stmt::Peek(var) => {
                let name = self.bind(*var, Form::Place);
                self.line(format!("let {name} = {input}.first().map_or(256, |byte| u64::from(*byte));"));
            }
            Stmt::SkipWhile(set) => {
                let words = set.words().map(|word| format!("{word:#x}")).join(", ");
                self.line(format!("{input} = read::skip_while({input}, const {{ &read::ByteSet::new([{words}]) }});"));
            }
            Stmt::ReadLeaf { leaf, into, site } => self.read_leaf(*leaf, into, *site),
            Stmt::Match { bytes, code, site, .. } => {
                let (literal, site) = (bytes_literal(bytes), self.site(*site));
                self.nested(&format!("if !read::skip(&mut {input}, {literal}) {{"), "}", |printer| {
                    let failed = format!("context.fail_match({literal}, ErrorCode::{code:?}, {site}, {input})");
                    let failed = printer.failing(failed);
                    printer.line(format!("return {failed};"));
                });
            }
            Stmt::MatchIf { var, bytes } => {
                let name = self.bind(*var, Form::Place);
                self.line(format!("let {name} = read::skip(&mut {input}, {});", bytes_literal(bytes)));
            }
            Stmt::Window { len, body, rest } => {
                let len = self.typed(len);
                let [window, after] = ["window", "after"].map(|wanted| self.name(wanted));
                self.line(format!("let (mut {window}, {after}) = read::split({input}, {len});"));
                let inner =
                    Cursor { input: window.clone(), region: self.cursor.region.clone(), after: Some(after.clone()) };
                let outer = std::mem::replace(&mut self.cursor, inner);
                self.body(body);
                if let Rest::Fail(code, site) = rest
                    && !body.ends
                {
                    self.fail_if(&format!("!{window}.is_empty()"), *code, *site);
                }
                self.cursor = outer;
                if !body.ends {
                    self.line(format!("{input} = {after};"));
                }
            }
            Stmt::At { region, pos, check, errors, body } => {
                let (region, pos) = (self.lasting(region).text, self.expr(pos).text);
                self.check_position(&region, &pos, *check);
                let [start, at] = ["start", "rest"].map(|wanted| self.name(wanted));
                self.line(format!("let {start}: &[u8] = {region};"));
                self.line(format!("let mut {at} = read::at({start}, {pos}).unwrap_or_default();"));
                let inside = Cursor { input: at, region: start, after: None };
                let print = |printer: &mut Self| {
                    let outer = std::mem::replace(&mut printer.cursor, inside);
                    printer.body(body);
                    printer.cursor = outer;
                };
                match self.unit.traced() || *errors == ErrorPlace::Cursor {
                    true => self.leaving(body.ends, print),
                    false => print(self),
                }
            }
            Stmt::RequirePart { region, pos, len, code, site } => {
                let [pos, len] = [pos, len].map(|value| self.expr(value).text);
                let region = self.bytes(region).within(prec::POSTFIX);
                let outside = match pos.as_str() {
                    "0" => format!("({region}.len() as u64) < {len}"),
                    _ => format!("({region}.len() as u64).checked_sub({pos}).is_none_or(|left| left < {len})"),
                };
                self.fail_if(&outside, *code, *site);
            }
            Stmt::Section { var, region, pos, len, fill } => {
                let (region, pos) = (self.bytes(region).text, self.expr(pos).text);
                let ValueType::Section(size) = self.var_type(*var) else {
                    return self.problem("a section has another type");
                };
                let Some(len) = len else {
                    let part = format!("read::at({region}, {pos}).unwrap_or_default()");
                    let name = self.bind(*var, Form::Place);
                    return self.line(format!("let {name} = read::ahead::<{size}>({part}, 0);"));
                };
                let (len, fill) = (self.expr(len), self.fill(fill, *size));
                let [filled, part] = ["filled", "part"].map(|wanted| self.name(wanted));
                let name = self.bind(*var, Form::Place);
                self.line(format!("let {filled};"));
                self.line(format!("let {part} = read::span({region}, {pos}, {len});"));
                self.nested(&format!("let {name} = match {part}.first_chunk::<{size}>() {{"), "};", |printer| {
                    printer.line("Some(whole) => whole,");
                    printer.nested("None => {", "}", |printer| {
                        printer.line(format!("{filled} = read::completed::<{size}>({part}, {fill});"));
                        printer.line(format!("&{filled}"));
                    });
                });
            }
            _ => self.problem("this statement reads nothing"),
        }
    }

    fn fill(&self, fill: &[u8], size: u32) -> String {
        match fill.iter().all(|byte| *byte == 0) {
            true => format!("&[0; {size}]"),
            false => bytes_literal(fill),
        }
    }

    fn check_position(&mut self, region: &str, pos: &str, check: PositionCheck) {
        let outside = format!("({region}.len() as u64) < {pos}");
        match check {
            PositionCheck::None => {}
            PositionCheck::Position(site) => self.fail_if(&outside, ErrorCode::BadPointer, site),
            PositionCheck::Ahead { site, len, truncated } => {
                self.fail_if(&outside, ErrorCode::BadPointer, site);
                let short = format!("({region}.len() as u64) - {pos} < {len}");
                self.fail_if(&short, ErrorCode::Truncated, truncated);
            }
        }
    }

    fn read_leaf(&mut self, leaf: ReadLeaf, into: &LeafTarget, site: SiteId) {
        let (input, number) = (self.cursor.input.clone(), self.site(site));
        if let ReadLeaf::Varint | ReadLeaf::ShortVarint = leaf {
            let function = leaf.name();
            let name = match into {
                LeafTarget::Var(var) => self.bind(*var, Form::Place),
                LeafTarget::Nothing => "_".to_owned(),
                LeafTarget::Place(_) => return self.problem("a varint is read into a place"),
            };
            return self.nested(
                &format!("let Some({name}) = read::{function}(&mut {input}) else {{"),
                "};",
                |printer| {
                    let failed = printer.failing(format!("context.fail_{function}({number}, {input})"));
                    printer.line(format!("return {failed};"));
                },
            );
        }
        let function = match leaf {
            ReadLeaf::JsonSpace => {
                return self.line(format!("{input} = read::json_space({input});"));
            }
            ReadLeaf::JsonSkipNumber => "skip_json_number".to_owned(),
            _ => format!("read_{}", leaf.name()),
        };
        let call = self.failing(format!("context.read(&mut {input}, {number}, leaf::{function})")) + "?";
        match into {
            LeafTarget::Nothing => self.line(format!("{call};")),
            LeafTarget::Var(var) => match leaf {
                ReadLeaf::JsonString | ReadLeaf::JsonBase64 if self.unit.refers(self.low.id) => {
                    let contents = self.name("contents");
                    self.line(format!("let {contents} = {call};"));
                    let name = self.bind(*var, Form::Place);
                    self.line(format!("let {name} = context.keep({contents});"));
                }
                ReadLeaf::JsonString | ReadLeaf::JsonBase64 => {
                    let first = if leaf == ReadLeaf::JsonString { "Cow::Borrowed(&[] as &[u8])" } else { "Vec::new()" };
                    let owner = self.owner("contents", first);
                    self.line(format!("{owner} = {call};"));
                    let name = self.bind(*var, Form::Place);
                    self.line(format!("let {name}: &[u8] = &{owner};"));
                }
                _ => {
                    let name = self.bind(*var, Form::Place);
                    self.line(format!("let {name} = {call};"));
                }
            },
            LeafTarget::Place(place)
                if leaf == ReadLeaf::JsonString
                    && matches!(self.place_type(place), Some(Type::Text { verified: true })) =>
            {
                let target = self.target(place).mutable();
                let function = if self.unit.scope.is_borrowed { "read_text_ref" } else { "read_text" };
                let read = self.failing(format!("context.{function}(&mut {input}, {number}, {target})"));
                self.line(format!("{read}?;"));
            }
            LeafTarget::Place(place) => {
                let contents = self.name("contents");
                self.line(format!("let {contents} = {call};"));
                let (ty, object) = (self.place_type(place), self.target(place).object());
                let bytes = match self.unit.scope.is_borrowed {
                    true => format!("context.keep({contents})"),
                    false => format!("&{contents}"),
                };
                match ty {
                    Some(Type::Text { verified: true }) => {
                        let set = self.text_setter(place, &bytes);
                        self.line(format!("let _ = {set};"));
                    }
                    Some(Type::Text { .. } | Type::Bytes) => self.set_bytes(place, &bytes),
                    Some(Type::FixedBytes(..)) => self.set_bytes(place, &format!("&{contents}")),
                    Some(Type::Bool) => self.line(format!("{object} = {contents};")),
                    Some(Type::Float { bits: 32 }) => {
                        self.line(format!("{object} = f32::from_bits({contents} as u32);"));
                    }
                    Some(Type::Float { .. }) => self.line(format!("{object} = f64::from_bits({contents});")),
                    Some(Type::Int { bits, signed, .. }) => {
                        let sign = if *signed { "i" } else { "u" };
                        self.line(format!("{object} = {contents} as {sign}{bits};"));
                    }
                    _ => self.problem("a leaf is read into a place of another type"),
                }
            }
        }
    }
}
