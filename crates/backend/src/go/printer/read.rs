//! Reading at the cursor.

use super::Printer;
use super::operator::part;
use crate::low::{LeafTarget, Stmt};
use polywire_ir::types::Type;
use polywire_ir::{Const, ErrorCode, Expr as Ir, Place, ReadLeaf, SiteId};

impl Printer<'_, '_> {
    pub(super) fn read(&mut self, stmt: &Stmt) {
        let (b, p) = (self.cursor.b.clone(), self.cursor.p.clone());
        match stmt {
            Stmt::Ensure { len, site } => {
                let lacks = self.lacks(len);
                self.require(&lacks, ErrorCode::Truncated, *site);
            }
            Stmt::Load { var, offset, width, order } => {
                let at = ahead(&p, *offset);
                let value = self.load(&part(&b, &at, u64::from(*width)), &format!("{b}[{at}]"), *width, *order);
                let name = self.bind(*var);
                self.line(format!("{name} = {value}"));
            }
            Stmt::Span { var, offset, len } => {
                let end = match len {
                    Ir::Const(Const::U64(len)) => ahead(&p, offset + len),
                    _ => format!("{}+{}", ahead(&p, *offset), self.int(len)),
                };
                let (start, name) = (ahead(&p, *offset), self.bind(*var));
                match self.unit.traced() {
                    true => self.line(format!("{name} = c.Part({b}, {start}, {end})")),
                    false => self.line(format!("{name} = {b}[{start}:{end}]")),
                }
            }
            Stmt::Advance { len: Ir::Const(Const::U64(1)) } => self.line(format!("{p}++")),
            Stmt::Advance { len } => {
                let len = self.int(len);
                self.line(format!("{p} += {len}"));
            }
            Stmt::Padding { var, to, from } => {
                let (to, from) = (self.int(to), self.int(from));
                let padding = self.runtime("Padding");
                let name = self.bind(*var);
                self.line(format!("{name} = uint64({padding}({p}, {from}, {to}))"));
            }
            Stmt::Peek(var) => {
                let name = self.bind(*var);
                self.line(format!("{name} = 256"));
                self.when(&format!("{p} < len({b})"), &format!("{name} = uint64({b}[{p}])"));
            }
            Stmt::SkipWhile(set) => {
                let skip = self.runtime("SkipWhile");
                let words = set.words().map(|word| format!("{word:#x}")).join(", ");
                self.line(format!("{p} = {skip}({b}, {p}, [4]uint64{{{words}}})"));
            }
            Stmt::ReadLeaf { leaf, into, site } => self.read_leaf(*leaf, into, *site),
            Stmt::Match { bytes, code, site, .. } => {
                let (code, site) = (self.runtime(&crate::go::case::exported(code.name())), self.site(*site));
                let literal = super::bytes::literal(bytes);
                let failure = self.failing(&format!("c.FailMatch({literal}, {code}, {b}, {site}, {p})"));
                let condition = self.literal_missing(bytes);
                self.when(&condition, &failure);
                self.skip_literal(bytes);
            }
            Stmt::MatchIf { var, bytes } => {
                let condition = self.literal_ahead(bytes);
                let name = self.bind(*var);
                self.line(format!("{name} = {condition}"));
                self.nested(&format!("if {name} {{"), "}", |printer| printer.skip_literal(bytes));
            }
            _ => {}
        }
    }

    fn lacks(&mut self, len: &Ir) -> String {
        let (b, p) = (self.cursor.b.clone(), self.cursor.p.clone());
        match len {
            Ir::Const(Const::U64(1)) => format!("{p} >= len({b})"),
            // In this form, Go's compiler needs no more checks where it knows that the position is not negative.
            Ir::Const(Const::U64(len)) => format!("{p} > len({b})-{len}"),
            _ => {
                let len = self.expr(len);
                format!("{} > uint64(len({b})-{p})", len.within(4))
            }
        }
    }

    /// Returns the condition that a literal is at the cursor.
    pub(super) fn literal_ahead(&self, literal: &[u8]) -> String {
        self.literal_at(&self.cursor.p, literal)
    }

    pub(super) fn literal_at(&self, p: &str, literal: &[u8]) -> String {
        let b = &self.cursor.b;
        match literal {
            [byte] => format!("{p} < len({b}) && {b}[{p}] == {byte:#04x}"),
            _ => format!(
                "{p} <= len({b})-{0} && string({b}[{p}:{p}+{0}]) == {1}",
                literal.len(),
                super::bytes::literal(literal)
            ),
        }
    }

    /// Returns the condition that it is not.
    pub(super) fn literal_missing(&self, literal: &[u8]) -> String {
        let (b, p) = (&self.cursor.b, &self.cursor.p);
        match literal {
            [byte] => format!("{p} >= len({b}) || {b}[{p}] != {byte:#04x}"),
            _ => format!(
                "{p} > len({b})-{0} || string({b}[{p}:{p}+{0}]) != {1}",
                literal.len(),
                super::bytes::literal(literal)
            ),
        }
    }

    pub(super) fn skip_literal(&mut self, literal: &[u8]) {
        let p = self.cursor.p.clone();
        match literal.len() {
            1 => self.line(format!("{p}++")),
            len => self.line(format!("{p} += {len}")),
        }
    }

    fn read_leaf(&mut self, leaf: ReadLeaf, into: &LeafTarget, site: SiteId) {
        let (b, p) = (self.cursor.b.clone(), self.cursor.p.clone());
        if leaf.is_space() {
            let space = self.runtime("JSONSpace");
            return self.line(format!("{p} = {space}({b}, {p})"));
        }
        let at = self.local("before", "int");
        let site = self.site(site);
        let failure = self.failing(&format!("c.FailLeaf({p}, {site}, {b}, {at})"));
        let (function, ty) = self.leaf_function(leaf);
        let target = match into {
            LeafTarget::Var(var) if !is_float(leaf) => Some(self.bind(*var)),
            LeafTarget::Nothing => None,
            _ => Some(self.local("value_read", ty)),
        };
        self.line(format!("{at} = {p}"));
        if matches!(leaf, ReadLeaf::Varint | ReadLeaf::ShortVarint) {
            let target = target.clone().unwrap_or_else(|| "_".to_owned());
            self.line(format!("if {p} < len({b}) && {b}[{p}] < 0x80 {{"));
            if target != "_" {
                self.line(format!("\t{target} = uint64({b}[{p}])"));
            }
            self.line(format!("\t{p}++"));
            self.line(format!("}} else if {target}, {p} = {function}({b}, {p}); {p} < 0 {{"));
        } else {
            let results = match (&target, leaf) {
                (_, ReadLeaf::JsonSkipNumber) => p.clone(),
                (Some(target), _) => format!("{target}, {p}"),
                (None, _) => format!("_, {p}"),
            };
            self.line(format!("if {results} = {function}({b}, {p}); {p} < 0 {{"));
        }
        self.line(format!("\t{failure}"));
        self.line("}");
        match (into, target) {
            (LeafTarget::Var(var), Some(value)) if is_float(leaf) => {
                let bits = self.float_bits(leaf, &value);
                let name = self.bind(*var);
                self.line(format!("{name} = {bits}"));
            }
            (LeafTarget::Place(place), Some(value)) => self.store_leaf(place, &value),
            _ => {}
        }
    }

    fn float_bits(&mut self, leaf: ReadLeaf, value: &str) -> String {
        let function = if leaf == ReadLeaf::JsonFloat32 { "Float32bits" } else { "Float64bits" };
        format!("uint64({}({value}))", self.standard("math", function))
    }

    /// Sets a place to what a leaf returned.
    fn store_leaf(&mut self, place: &Place, value: &str) {
        let path = self.path(place);
        match path.ty {
            Some(Type::Text { .. }) => self.assign_value(&path, &format!("c.Unverified({value})")),
            Some(Type::Bytes | Type::FixedBytes(..)) => self.assign_bytes(&path, value),
            Some(Type::Bool) => self.assign_value(&path, value),
            Some(ty) => {
                let ty = self.native_type(ty);
                self.assign_value(&path, &format!("{ty}({value})"));
            }
            None => self.problem("a leaf is read into a place without a type"),
        }
    }

    fn leaf_function(&mut self, leaf: ReadLeaf) -> (String, &'static str) {
        match leaf {
            ReadLeaf::Varint => (self.runtime("LongVarint"), "uint64"),
            ReadLeaf::ShortVarint => (self.runtime("ShortVarint"), "uint64"),
            ReadLeaf::JsonSpace => (self.runtime("JSONSpace"), ""),
            ReadLeaf::JsonString => ("c.JSONString".to_owned(), "[]byte"),
            ReadLeaf::JsonInt => ("c.JSONInt".to_owned(), "int64"),
            ReadLeaf::JsonUint => ("c.JSONUint".to_owned(), "uint64"),
            ReadLeaf::JsonFloat64 => ("c.JSONFloat64".to_owned(), "float64"),
            ReadLeaf::JsonFloat32 => ("c.JSONFloat32".to_owned(), "float32"),
            ReadLeaf::JsonBool => (self.runtime("JSONBool"), "bool"),
            ReadLeaf::JsonSkipNumber => (self.runtime("JSONSkipNumber"), ""),
            ReadLeaf::JsonBase64 => ("c.JSONBase64".to_owned(), "[]byte"),
        }
    }
}

fn is_float(leaf: ReadLeaf) -> bool {
    matches!(leaf, ReadLeaf::JsonFloat64 | ReadLeaf::JsonFloat32)
}

fn ahead(p: &str, offset: u64) -> String {
    if offset == 0 { p.to_owned() } else { format!("{p}+{offset}") }
}
