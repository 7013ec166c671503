use super::cursor::Result;
use super::function::Parser;
use crate::{Op, UnknownKind, ValueType};

impl Parser<'_, '_> {
    pub(super) fn set(&mut self, trusted: bool) -> Result<Op> {
        Ok(Op::Set { place: self.place()?, value: self.assigned()?, trusted, site: self.site()? })
    }

    pub(super) fn open(&mut self) -> Result<Op> {
        let place = self.place()?;
        let case = if self.cursor.eat_word("case") {
            let root = self.vars[place.root.0 as usize].ty.clone();
            let at = match &root {
                ValueType::Ref(ty) => self.types.walk(ty, &place.steps),
                ValueType::Bool | ValueType::U64 | ValueType::I64 | ValueType::Bytes | ValueType::Section(_) => None,
            };
            Some(self.case(at)?)
        } else {
            None
        };
        self.cursor.expect_word("as")?;
        let bind = self.bind()?;
        self.cursor.expect_word("created")?;
        let created = self.bind()?;
        Ok(Op::Open { place, case, bind, created, body: self.block()?, results: self.results()? })
    }

    pub(super) fn push(&mut self) -> Result<Op> {
        let place = self.place()?;
        self.cursor.expect_word("as")?;
        Ok(Op::Push { place, bind: self.bind()?, body: self.block()?, results: self.results()? })
    }

    pub(super) fn fill(&mut self) -> Result<Op> {
        let place = self.place()?;
        self.cursor.expect_word("times")?;
        let count = self.expr()?;
        self.cursor.expect_word("as")?;
        let bind = self.bind()?;
        self.cursor.expect_word("index")?;
        let index = self.bind()?;
        let (carried, results) = self.carry()?;
        Ok(Op::Fill { place, count, bind, index, body: self.block()?, carried, results })
    }

    pub(super) fn make(&mut self) -> Result<Op> {
        Ok(Op::Make { var: self.bind()?, body: self.block()?, results: self.results()? })
    }

    pub(super) fn retain(&mut self) -> Result<Op> {
        Ok(Op::Retain { place: self.place()?, format: self.cursor.name()?.to_owned(), value: self.assigned()? })
    }

    pub(super) fn report_unknown(&mut self) -> Result<Op> {
        let place = self.place()?;
        let what = match self.cursor.name()? {
            "member" => UnknownKind::Member,
            "case" => UnknownKind::Case,
            other => return self.cursor.error(format!("no kind of unknown data `{other}`")),
        };
        Ok(Op::ReportUnknown { place, what, value: self.assigned()? })
    }
}
