use super::expr::constants;
use super::function::{Printer, site};
use crate::text::syntax::bytes;
use crate::{KeyedArm, Miss, Op, ReadWhat, Rest, Separation, ops_of};

impl Printer<'_> {
    pub(super) fn reading(&mut self, op: &Op) {
        match op {
            Op::Read { what, results, site: at } => {
                let (what, results) = (self.read_what(what), self.results(results));
                self.line(format!("read {what}{results}{}", site(*at)));
            }
            Op::Match { bytes: it, miss } => {
                let miss = match miss {
                    Miss::Fail { code, site: at } => format!(" else {}{}", code.name(), site(*at)),
                    Miss::Yield(var) => self.results(&[*var]),
                };
                self.line(format!("match {}{miss}", bytes(it)));
            }
            Op::Window { len, body, rest, results, site: at } => {
                let rest = match rest {
                    Rest::Skip => String::new(),
                    Rest::Fail(code) => format!(" else {}", code.name()),
                };
                self.braced(format!("window {}{rest}", self.expr(len)), body, results, &site(*at));
            }
            Op::At { region, pos, body, results, site: at } => {
                self.braced(format!("at ({})", self.exprs([region, pos])), body, results, &site(*at));
            }
            Op::Section { var, region, pos, len, fill, code, site: at } => {
                let (var, from) = (self.bind(*var), self.exprs([region, pos, len]));
                let code = code.map_or_else(String::new, |code| format!(" else {}", code.name()));
                self.line(format!("section {var} = ({from}) fill {}{code}{}", bytes(fill), site(*at)));
            }
            Op::Keyed { .. } => self.keyed(op),
            ops_of!(control | building | writing) => {}
        }
    }

    fn read_what(&self, what: &ReadWhat) -> String {
        match what {
            ReadWhat::Int { width, order } => self.scalar(*width, *order),
            ReadWhat::Span(len) => format!("span({})", self.expr(len)),
            ReadWhat::Peek => "peek".to_owned(),
            ReadWhat::Skip(len) => format!("skip({})", self.expr(len)),
            ReadWhat::SkipWhile(set) => format!("skip_while({set})"),
            ReadWhat::Align { to, from } => format!("align({})", self.exprs([to, from])),
            ReadWhat::Leaf(leaf) => leaf.name().to_owned(),
        }
    }

    fn keyed(&mut self, op: &Op) {
        let Op::Keyed { index, count, head, key, arms, default, carried, results, separation, predict } = op else {
            return;
        };
        let count = count.as_ref().map_or_else(String::new, |count| format!(" below {}", self.expr(count)));
        let (index, key) = (self.bind(*index), self.bind(*key));
        let predict = if *predict { " predict" } else { "" };
        let separation = separation_text(separation);
        let carry = self.carry(carried, results);
        self.line(format!("keyed index {index}{count} key {key}{separation}{predict}{carry} {{"));
        self.out.depth += 1;
        self.braced("head".to_owned(), head, &[], "");
        arms.iter().for_each(|arm| self.keyed_arm(arm));
        self.braced("else".to_owned(), default, &[], "");
        self.out.depth -= 1;
        self.line("}".to_owned());
    }

    fn keyed_arm(&mut self, arm: &KeyedArm) {
        let mut head = format!("case {}", constants(&arm.keys));
        head += &literal("label", &arm.label);
        head += if arm.repeats { " repeats" } else { "" };
        self.braced(head, &arm.body, &[], "");
    }
}

fn separation_text(separation: &Separation) -> String {
    let space = separation.space.map(|leaf| format!(" space {}", leaf.name()));
    literal("separator", &separation.separator) + &space.unwrap_or_default()
}

fn literal(word: &str, literal: &[u8]) -> String {
    if literal.is_empty() { String::new() } else { format!(" {word} {}", bytes(literal)) }
}
