//! References to types.

use super::codes;
use crate::avro::tree::{Schema, TypeKind};
use polywire_source::{Diagnostic, Diagnostics, closest};
use std::collections::{HashMap, HashSet};

/// Finds the types that references mean: those of their namespace, or else those without one, as in Avro for Java. They
/// may be declared later.
pub(in crate::avro) fn resolve(schema: &mut Schema, written: &HashMap<String, String>, diagnostics: &mut Diagnostics) {
    let known: HashSet<String> = schema.types.iter().map(|it| it.name.full()).collect();
    schema.each_type_mut(&mut |ty| {
        let span = ty.span;
        let TypeKind::Named(name) = &mut ty.kind else { return };
        if known.contains(name) {
            return;
        }
        match written.get(name).filter(|written| known.contains(*written)) {
            Some(written) => name.clone_from(written),
            None => {
                let short = written.get(name).unwrap_or(name);
                let help = match closest(name, known.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "declare it, or give the file that does on the command line, too".to_owned(),
                };
                let problem = Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no type `{short}`"));
                diagnostics.push_once(problem.at(span, "").help(help));
            }
        }
    });
}
