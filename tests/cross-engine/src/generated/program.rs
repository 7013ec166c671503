use crate::process::Process;
use crate::{Answer, Engine, Request, Subject};
use polywire::generate::{self, Choices, language};
use polywire_backend::{File, Problems};
use polywire_ir::Module;
use polywire_lower::Format;
use std::collections::BTreeSet;
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

/// Returns the files that the command generates from a schema of several files, whose codecs know the messages of imported
/// files only. Those of the whole schema would be larger, and packages of Go would import each other, because an `Any` leads to
/// every message.
pub(super) fn generated(subject: &Subject, language_name: &str, choices: &Choices) -> Option<Vec<File>> {
    let schema_files: BTreeSet<&str> = subject.model.decls.iter().map(|decl| decl.file.as_str()).collect();
    if schema_files.len() < 2 {
        return None;
    }
    let formats = subject.optimized.iter().map(|module| polywire_lower::format(&module.format));
    let formats: Vec<&Format> = formats.collect::<Option<_>>()?;
    // The model has the types that a format adds, which the command adds itself.
    if formats.iter().any(|format| format.schema_types.is_some()) {
        return None;
    }
    let language = language(language_name).expect("a language");
    let (model, name) = (&subject.model, subject.name.as_str());
    let request = generate::Request { model, name, formats: &formats, choices, language };
    let files = generate::generate_with(&request, &|_, _| {});
    Some(files.unwrap_or_else(|problems| panic!("{name}: {problems:?}")))
}
