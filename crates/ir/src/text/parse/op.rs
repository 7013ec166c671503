use super::cursor::Result;
use super::function::Parser;
use crate::{ErrorCode, Expr, Op};

impl Parser<'_, '_> {
    /// Parses the op at the cursor. Each keyword appears once here.
    pub(super) fn op(&mut self) -> Result<Op> {
        let word = self.cursor.name().or_else(|_| self.cursor.error("an op expected"))?;
        match word {
            "let" => self.let_(),
            "if" => self.if_(),
            "switch" => self.switch(),
            "loop" => self.loop_(),
            "call" => self.call(),
            "check" => self.check(),
            "charge" => Ok(Op::Charge { cost: self.expr()?, site: self.site()? }),
            "credit" => Ok(Op::Credit { amount: self.expr()? }),
            "read" => self.read(),
            "match" => self.match_(),
            "window" => self.window(),
            "at" => self.at(),
            "section" => self.section(),
            "keyed" => self.keyed(),
            "set" => self.set(false),
            "set_trusted" => self.set(true),
            "reset" => Ok(Op::Reset { place: self.place()? }),
            "open" => self.open(),
            "push" => self.push(),
            "fill" => self.fill(),
            "make" => self.make(),
            "retain" => self.retain(),
            "report_unknown" => self.report_unknown(),
            "write" => Ok(Op::Write { what: self.datum()? }),
            "measured" => self.measured(),
            "block" => self.block_op(),
            "put" => Ok(Op::Put { offset: self.cursor.number()?, what: self.datum()? }),
            "sub" => self.sub(),
            "tail" => Ok(Op::Tail { body: self.block()?, results: self.results()? }),
            "each" => self.each(),
            "memo" => self.memo(),
            "scratch" => self.scratch(),
            _ => {
                self.cursor.back();
                self.cursor.error(format!("no op `{word}`"))
            }
        }
    }

    /// Parses `= expr`.
    pub(super) fn assigned(&mut self) -> Result<Expr> {
        self.cursor.expect("=")?;
        self.expr()
    }

    /// Parses `else code`.
    pub(super) fn else_code(&mut self) -> Result<ErrorCode> {
        self.cursor.expect_word("else")?;
        self.code()
    }

    pub(super) fn code(&mut self) -> Result<ErrorCode> {
        let name = self.cursor.name()?;
        ErrorCode::from_name(name).map_or_else(|| self.cursor.error(format!("no error code `{name}`")), Ok)
    }
}
