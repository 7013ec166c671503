use crate::process::Process;
use crate::{Answer, Engine, Request, Subject};
use polywire_backend::{File, Problems};
use polywire_ir::Module;
use std::slice::from_ref;

/// A generated program, for the formats that its language supports.
pub(super) struct Program {
    pub process: Process,
    /// The other formats.
    pub skipped: Vec<String>,
}

impl Engine for Program {
    fn name(&self) -> &str {
        self.process.name()
    }

    fn run(&mut self, requests: &[Request]) -> Vec<Answer> {
        self.process.run(requests)
    }

    fn skips(&self, request: &Request) -> bool {
        [&request.from, &request.to].iter().any(|format| self.skipped.contains(format))
    }
}

/// Prints the optimised modules; returns them, their files, and the formats that the language does not support, which are
/// named on the standard error.
pub(super) fn printed(
    subject: &Subject,
    language: &str,
    print: impl Fn(&[Module]) -> Result<Vec<File>, Problems>,
) -> (Vec<Module>, Vec<File>, Vec<String>) {
    if let Ok(files) = print(&subject.optimized) {
        return (subject.optimized.clone(), files, Vec::new());
    }
    let (mut modules, mut skipped) = (Vec::new(), Vec::new());
    for module in &subject.optimized {
        match print(from_ref(module)) {
            Ok(_) => modules.push(module.clone()),
            Err(problems) => {
                eprintln!("{} {language}: {} is skipped: {problems}", subject.name, module.format);
                skipped.push(module.format.clone());
            }
        }
    }
    let files = print(&modules).unwrap_or_else(|problems| panic!("{}: {problems}", subject.name));
    (modules, files, skipped)
}
