use crate::{FuncId, Module, SiteId};

/// The numbers by which all engines name what can fail in a module: each op has one of its own, and so has each function.
#[derive(Clone, Debug)]
pub struct Sites {
    /// By function, its number. Those of its ops follow.
    functions: Vec<u32>,
}

impl Sites {
    /// Those of a module.
    pub fn of(module: &Module) -> Self {
        let numbers = module.functions.iter().scan(0, |next, function| {
            let number = *next;
            *next += 1 + function.body.sites();
            Some(number)
        });
        Self { functions: numbers.collect() }
    }

    /// The number of an op, or of the function itself.
    pub fn number(&self, func: FuncId, site: SiteId) -> u32 {
        let first = self.functions[func.0 as usize];
        if site == SiteId::OF_FUNCTION { first } else { first + 1 + site.0 }
    }
}
