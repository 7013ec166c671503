//! Writes functions as Erlang source, laid out as the language's own formatter would.

mod bits;
mod expr;
mod literal;
mod naming;

pub use literal::{atom, quoted_bytes};

use super::ast::{Clause, Ex, Function};
use expr::Printer;
use polywire_srcgen::{Source, join};

/// Longer lines are broken.
const WIDTH: usize = 110;

/// Appends a function and its helpers.
pub fn print_function(source: &mut Source, function: &Function, locals: &[String], enums: &[String]) {
    print_clauses(source, &function.name, &function.clauses, &function.hints, (locals, enums));
    for (local, name) in function.locals.iter().zip(locals) {
        source.blank();
        print_clauses(source, name, &local.clauses, &function.hints, (locals, enums));
    }
}

type Names<'n> = (&'n [String], &'n [String]);

fn print_clauses(source: &mut Source, name: &str, clauses: &[Clause], hints: &[String], (locals, enums): Names) {
    let variables = naming::name_variables(clauses, hints);
    let printer = Printer { variables: &variables, locals, enums };
    for (index, clause) in clauses.iter().enumerate() {
        let end = if index + 1 == clauses.len() { "." } else { ";" };
        print_clause(source, name, clause, &printer, end);
    }
}

fn print_clause(source: &mut Source, name: &str, clause: &Clause, printer: &Printer, end: &str) {
    let patterns: Vec<String> = clause.patterns.iter().map(|pattern| printer.flat(pattern)).collect();
    let guard = clause.guard.as_ref().map_or_else(String::new, |guard| format!(" when {}", printer.guard(guard)));
    let head = format!("{}({}){guard} ->", atom(name), join(patterns, ", "));
    let body = printer.body(&clause.body);
    if head.len() + body.len() < WIDTH && !body.contains('\n') && clause.body.len() <= 1 {
        return source.line(format!("{head} {body}{end}"));
    }
    source.line(expr::broken_head(&head));
    source.indented(|source| source.line(format!("{body}{end}")));
}

/// Text of an expression without variables.
pub fn constant(ex: &Ex) -> String {
    Printer { variables: &Default::default(), locals: &[], enums: &[] }.flat(ex)
}
