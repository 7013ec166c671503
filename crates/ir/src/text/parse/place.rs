use super::cursor::Result;
use super::function::Parser;
use super::lex::TokenKind;
use crate::types::Type;
use crate::{Order, Place, PlaceType, Step, ValueType};

impl Parser<'_, '_> {
    /// Returns true if a scalar is at the cursor.
    pub(super) fn at_scalar(&self) -> bool {
        matches!(self.cursor.peek(), TokenKind::Name { name, quoted: false, .. } if scalar_name(name).is_some())
    }

    /// Parses the width and byte order of a scalar.
    pub(super) fn scalar(&mut self) -> Result<(u8, Order)> {
        let Some((width, order)) = (match self.cursor.peek() {
            TokenKind::Name { name, quoted: false, .. } => scalar_name(name),
            _ => None,
        }) else {
            return self.cursor.error("a scalar expected");
        };
        self.cursor.next();
        if order.is_none() && self.cursor.eat("[") {
            let flag = self.var()?;
            self.cursor.expect("]")?;
            return Ok((width, Order::LittleIf(flag)));
        }
        match order {
            None if width > 1 => self.cursor.error("a byte order expected: `le`, `be` or `[variable]`"),
            order => Ok((width, order.unwrap_or(Order::Little))),
        }
    }

    pub(super) fn place(&mut self) -> Result<Place> {
        let root = self.var()?;
        let root_type = match &self.vars[root.0 as usize].ty {
            ValueType::Ref(ty) => Some(ty.clone()),
            ValueType::Bool | ValueType::U64 | ValueType::I64 | ValueType::Bytes | ValueType::Section(_) => None,
        };
        Ok(Place { root, steps: self.steps(root_type.as_ref())? })
    }

    /// Parses steps from a value of type `root`.
    pub(super) fn steps(&mut self, root: Option<&Type>) -> Result<Vec<Step>> {
        let types = self.types;
        let mut at = root.map(PlaceType::Value);
        let mut steps = Vec::new();
        loop {
            let step = if self.cursor.eat(".") {
                Step::Field(self.field(at)?)
            } else if self.cursor.eat("?") {
                Step::Some
            } else if self.cursor.eat("#") {
                Step::Case(self.case(at)?)
            } else if self.cursor.eat("[") {
                let index = self.expr()?;
                self.cursor.expect("]")?;
                Step::At(Box::new(index))
            } else {
                return Ok(steps);
            };
            at = at.and_then(|at| at.step(types, &step));
            steps.push(step);
        }
    }

    fn field(&mut self, at: Option<PlaceType<'_>>) -> Result<u32> {
        let names: Vec<&str> = match at.and_then(PlaceType::value) {
            Some(Type::Struct(id)) => self.types.record(*id).fields.iter().map(|it| it.name.as_str()).collect(),
            _ => vec![],
        };
        self.index_of(&names, "field")
    }

    /// Parses the name or number of a case of the union at `at`.
    pub(super) fn case(&mut self, at: Option<PlaceType<'_>>) -> Result<u32> {
        let names: Vec<&str> = match at.and_then(PlaceType::value) {
            Some(Type::Union(id)) => self.types.union(*id).cases.iter().map(|it| it.name.as_str()).collect(),
            _ => vec![],
        };
        self.index_of(&names, "case")
    }

    fn index_of(&mut self, names: &[&str], kind: &str) -> Result<u32> {
        if let TokenKind::Number { .. } = self.cursor.peek() {
            return self.cursor.number();
        }
        let TokenKind::Name { name, suffix: 1, .. } = self.cursor.peek() else {
            return self.cursor.error(format!("a {kind} expected"));
        };
        let Some(index) = names.iter().position(|found| found == name) else {
            return self.cursor.error(format!("no {kind} `{name}` here"));
        };
        self.cursor.next();
        Ok(index as u32)
    }
}

/// Parses names such as `u32le` into bytes and byte order; the order is `None` if a variable gives it.
fn scalar_name(name: &str) -> Option<(u8, Option<Order>)> {
    let digits = name.strip_prefix('u')?;
    let (digits, order) = if let Some(digits) = digits.strip_suffix("le") {
        (digits, Some(Order::Little))
    } else if let Some(digits) = digits.strip_suffix("be") {
        (digits, Some(Order::Big))
    } else {
        (digits, None)
    };
    let width = match digits {
        "8" => 1,
        "16" => 2,
        "32" => 4,
        "64" => 8,
        _ => return None,
    };
    Some((width, order))
}
