//! Windows, other regions, and sections of them. A region has no capacity beyond its end, so that a window, which is a
//! part of it, still knows the end.

use super::{Cursor, Printer};
use crate::low::{Body, ErrorPlace, PositionCheck, Rest};
use polywire_ir::{Const, ErrorCode, Expr as Ir, SiteId, VarId};

impl Printer<'_, '_> {
    pub(super) fn window(&mut self, len: &Ir, body: &Body, rest: Rest) {
        let Cursor { b, p, .. } = self.cursor.clone();
        let len = self.int(len);
        let window = self.local("window", "[]byte");
        self.line(format!("{window} = {b}[:{p}+{len}]"));
        let left = self.cursor.left.clone();
        let outer =
            std::mem::replace(&mut self.cursor, Cursor { b: window.clone(), p: p.clone(), left, outer: Some(b) });
        self.body(body);
        self.cursor = outer;
        match rest {
            _ if body.ends => {}
            Rest::Skip => self.line(format!("{p} = len({window})")),
            Rest::Fail(code, site) => self.require(&format!("{p} != len({window})"), code, site),
        }
    }

    pub(super) fn at(&mut self, (region, pos): (&Ir, &Ir), (check, errors): (PositionCheck, ErrorPlace), body: &Body) {
        let (region, pos) = (self.text(region), self.expr(pos).text);
        self.check_position(&region, &pos, check);
        let here = Some((self.cursor.b.clone(), self.cursor.p.clone())).filter(|_| self.position() != "0");
        let left = match errors {
            ErrorPlace::Region => None,
            ErrorPlace::Outer => self.cursor.left.clone(),
            ErrorPlace::Cursor => self.cursor.left.clone().or(here),
        };
        let b = self.local("region", "[]byte");
        let p = self.local("at", "int");
        self.line(format!("{b} = {region}[:len({region}):len({region})]"));
        self.line(format!("{p} = {}", int_of(&pos)));
        let outer = std::mem::replace(&mut self.cursor, Cursor { b, p: p.clone(), left, outer: None });
        let text = self.captured(|printer| printer.body(body));
        self.cursor = outer;
        let text = without_last_advance(&text, &p);
        self.leaving(|printer| printer.out.lines(&text), body.ends);
    }

    fn check_position(&mut self, region: &str, pos: &str, check: PositionCheck) {
        let outside = format!("{pos} > uint64(len({region}))");
        match check {
            PositionCheck::None => {}
            PositionCheck::Position(site) => self.require(&outside, ErrorCode::BadPointer, site),
            PositionCheck::Ahead { site, len, truncated } => {
                self.require(&outside, ErrorCode::BadPointer, site);
                let lacks = format!("uint64(len({region}))-{} < {len}", grouped(pos));
                self.require(&lacks, ErrorCode::Truncated, truncated);
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
        // The constant length spares the checks of the loads.
        let size = fill.len();
        let Some(len) = len else {
            let name = self.bind(var);
            return self.line(format!("{name} = {at}[:{size}]"));
        };
        let len = self.int(len);
        let name = self.bind(var);
        self.line(format!("{name} = {at}"));
        let literal = super::bytes::literal(fill);
        // Only accessors of views have no context.
        let complete = match self.unit.with_context.contains(&self.id) {
            true => "c.Section".to_owned(),
            false => self.runtime("Section"),
        };
        self.when(&format!("{len} < {size}"), &format!("{name} = {complete}({name}[:{len}], {literal})"));
        self.line(format!("{name} = {name}[:{size}]"));
    }
}

/// Drops the last change of a position that nothing reads, which linters report. What is in a loop may be read again.
fn without_last_advance(text: &str, p: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mentions = |line: &&str| super::finish::mentions(line, p);
    let Some(last) = lines.iter().rposition(mentions) else { return text.to_owned() };
    let line = lines[last].trim_start();
    let is_advance = line == format!("{p}++") || line.strip_prefix(p).is_some_and(|rest| rest.starts_with(" += "));
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut level = indent(lines[last]);
    let mut is_in_loop = false;
    for before in lines[..last].iter().rev().filter(|line| !line.trim().is_empty()) {
        if indent(before) < level {
            level = indent(before);
            is_in_loop |= before.trim_start().starts_with("for ");
        }
    }
    let kept = lines.iter().enumerate().filter(|(index, _)| !is_advance || is_in_loop || *index != last);
    kept.map(|(_, line)| format!("{line}\n")).collect()
}

fn int_of(pos: &str) -> String {
    if pos.chars().all(|ch| ch.is_ascii_digit()) { pos.to_owned() } else { format!("int({pos})") }
}

fn grouped(text: &str) -> String {
    if text.contains(' ') { format!("({text})") } else { text.to_owned() }
}
