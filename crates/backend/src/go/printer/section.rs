//! Sections of the output.

use super::{Printer, Stream};
use crate::low::{Body, Zeros};
use polywire_ir::{Datum, Expr as Ir};

impl Printer<'_, '_> {
    pub(super) fn section_block(&mut self, size: &Ir, zeros: &Zeros, body: &Body) {
        let Stream { b, n, .. } = self.stream.clone();
        let size = self.int(size);
        let section = self.local("section", "int");
        self.line(format!("{section} = {n}"));
        self.line(format!("{n} += {size}"));
        match zeros {
            Zeros::Gaps(gaps) => self.zero(&section, gaps),
            Zeros::All => self.line(format!("clear({b}[{section}:{n}])")),
        }
        let outer = std::mem::replace(&mut self.section, section);
        self.body(body);
        self.section = outer;
    }

    pub(super) fn zero(&mut self, section: &str, gaps: &[(u32, u32)]) {
        let b = self.stream.b.clone();
        for (start, end) in gaps {
            self.line(format!("clear({b}[{section}+{start}:{section}+{end}])").replace("+0:", ":"));
        }
    }

    pub(super) fn put(&mut self, offset: u32, what: &Datum) {
        let b = self.stream.b.clone();
        let at = if offset == 0 { self.section.clone() } else { format!("{}+{offset}", self.section) };
        let chars = match what {
            Datum::Int { value, width, order } => return self.store(&at, value, *width, *order),
            Datum::Bytes(bytes) => super::bytes::literal(bytes),
            Datum::Span(value) => self.chars(value).0,
            Datum::Zeros(_) | Datum::Align { .. } | Datum::Leaf(..) => {
                return self.problem("this datum cannot be put into a section");
            }
        };
        self.line(format!("copy({b}[{at}:], {chars})"));
    }
}
