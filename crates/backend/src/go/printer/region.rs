//! Windows, other regions, and sections of them. A region has no capacity beyond its end, so that a window, which is a
//! part of it, still knows the end.

use super::{Cursor, Printer};
use crate::low::{Body, PositionCheck, Rest};
use polywire_ir::{Const, ErrorCode, Expr as Ir, SiteId, VarId};

impl Printer<'_, '_> {
    pub(super) fn window(&mut self, len: &Ir, body: &Body, rest: Rest) {
        let Cursor { b, p } = self.cursor.clone();
        let len = self.int(len);
        let window = self.local("window", "[]byte");
        self.line(format!("{window} = {b}[:{p}+{len}]"));
        let outer = std::mem::replace(&mut self.cursor.b, window.clone());
        self.body(body);
        self.cursor.b = outer;
        match rest {
            _ if body.ends => {}
            Rest::Skip => self.line(format!("{p} = len({window})")),
            Rest::Fail(code, site) => self.require(&format!("{p} != len({window})"), code, site),
        }
    }

    pub(super) fn at(&mut self, (region, pos): (&Ir, &Ir), check: PositionCheck, body: &Body) {
        let (region, pos) = (self.text(region), self.expr(pos).text);
        self.check_position(&region, &pos, check);
        let b = self.local("region", "[]byte");
        let p = self.local("at", "int");
        self.line(format!("{b} = {region}[:len({region}):len({region})]"));
        self.line(format!("{p} = {}", int_of(&pos)));
        let outer = std::mem::replace(&mut self.cursor, Cursor { b, p });
        self.body(body);
        self.cursor = outer;
    }

    fn check_position(&mut self, region: &str, pos: &str, check: PositionCheck) {
        let outside = format!("{pos} > uint64(len({region}))");
        match check {
            PositionCheck::None => {}
            PositionCheck::Position(site) => self.require(&outside, ErrorCode::BadPointer, site),
            PositionCheck::Ahead { site, len, truncated } => {
                self.require(&outside, ErrorCode::BadPointer, site);
                let lacks = format!("uint64(len({region}))-{} < {len}", grouped(pos));
                self.require_at(&lacks, ErrorCode::Truncated, (truncated, &int_of(pos)));
            }
        }
    }

    pub(super) fn require_part(&mut self, (region, pos, len): (&Ir, &Ir, &Ir), code: ErrorCode, site: SiteId) {
        let [region, pos, len] = [region, pos, len].map(|value| self.expr(value).text);
        let size = format!("uint64(len({region}))");
        let outside = match pos.as_str() {
            "0" => format!("{} > {size}", grouped(&len)),
            _ => format!("{0} > {size} || {1} > {size}-{0}", grouped(&pos), grouped(&len)),
        };
        self.require(&outside, code, site);
    }

    pub(super) fn section(&mut self, (region, pos): (&Ir, &Ir), var: VarId, len: Option<&Ir>, fill: &[u8]) {
        let region = self.text(region);
        let at = match pos {
            Ir::Const(Const::U64(0)) => region,
            _ => format!("{region}[{}:]", self.int(pos)),
        };
        let Some(len) = len else {
            let name = self.bind(var);
            return self.line(format!("{name} = {at}"));
        };
        let len = self.int(len);
        let size = fill.len();
        let name = self.bind(var);
        self.line(format!("{name} = {at}"));
        let literal = super::bytes::literal(fill);
        self.when(&format!("{len} < {size}"), &format!("{name} = c.Section({name}[:{len}], {literal})"));
    }
}

fn int_of(pos: &str) -> String {
    if pos.chars().all(|ch| ch.is_ascii_digit()) { pos.to_owned() } else { format!("int({pos})") }
}

fn grouped(text: &str) -> String {
    if text.contains(' ') { format!("({text})") } else { text.to_owned() }
}
