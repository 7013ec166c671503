use crate::{Context, Error, Limits};
use core::cell::Cell;

/// A message that is read in place without having been validated: each access checks what it reads. All views of it
/// share the budget.
pub struct CheckedInput<'a> {
    input: &'a [u8],
    limits: Limits,
    /// What is left of the budget.
    budget: Cell<u64>,
}

impl<'a> CheckedInput<'a> {
    /// Starts with a message. The limits are those of all accesses together.
    pub fn new(input: &'a [u8], limits: &Limits) -> Self {
        Self { input, limits: *limits, budget: Cell::new(limits.budget) }
    }

    /// Returns the message.
    #[inline]
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// Returns the levels of nesting that may be entered from the message's value.
    #[inline]
    pub fn levels(&self) -> u32 {
        self.limits.depth
    }

    /// Returns what is left of the budget.
    #[inline]
    pub fn budget(&self) -> u64 {
        self.budget.get()
    }

    /// Runs an access, which returns nothing after a failure.
    #[inline]
    pub fn access<T>(&self, read: impl FnOnce(&mut Context<'_>) -> Option<T>) -> Result<T, Error> {
        let mut context = Context::new(self.input, &self.limits);
        context.budget = self.budget.get();
        let found = read(&mut context);
        self.budget.set(context.budget);
        found.ok_or_else(|| context.error())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    #[test]
    fn accesses_share_the_budget() {
        let input = CheckedInput::new(b"abc", &Limits { budget: 5, depth: 7, ..Limits::default() });
        assert_eq!((input.input(), input.levels()), (&b"abc"[..], 7));
        assert_eq!(input.access(|context| context.charge(3, 1, b"").map(|()| 8)), Ok(8));
        assert_eq!(input.budget(), 2);
        let error = input.access(|context| context.charge(3, 9, &input.input()[1..]));
        assert_eq!(error, Err(Error { code: ErrorCode::BudgetExceeded, site: 9, offset: 1 }));
    }
}
