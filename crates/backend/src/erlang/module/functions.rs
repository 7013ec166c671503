//! The functions that are made from those of the IR. Each is printed as soon as it is made, because its syntax tree
//! takes many times the memory of its text.

use super::support::Used;
use crate::erlang::ast::{Callee, Ex, Function};
use crate::erlang::emit::{MOST_ARGUMENTS, Shared, emit_by_merging, emit_function, function_name};
use crate::erlang::print::{atom, print_function};
use crate::outline::NameScope;
use polywire_ir::FuncId;
use polywire_ir::types::EnumId;
use polywire_srcgen::Source;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// A function, and whether it only builds new values.
type Wanted = (FuncId, bool);

/// A function as text, with what the rest of its module depends on.
pub struct Printed {
    /// Its atom.
    pub name: String,
    /// The number of its arguments.
    pub arity: usize,
    /// True if a helper has a clause for each of many members.
    pub has_many_members: bool,
    /// The support code that it uses.
    pub used: Used,
    /// The functions of the codec's module that it calls, with their arities, as exports name them.
    pub called: BTreeSet<String>,
    /// Source text.
    pub text: String,
    /// The roles of its helpers.
    roles: Vec<&'static str>,
    /// The names of its helpers in the text.
    locals: Vec<String>,
}

/// A function, and the functions that it needs.
type Emitted = (Printed, Vec<Wanted>);

/// Prints functions of a module.
struct Printer<'m> {
    shared: &'m Shared<'m>,
    enums: Vec<String>,
    /// The names of all functions made from the IR's.
    functions: Rc<NameScope>,
}

/// Returns the functions that others need, including those, each once, callers before callees.
pub fn functions<'m>(shared: &'m Shared<'m>, roots: Vec<Wanted>) -> Result<Vec<Printed>, Vec<String>> {
    Ok(needed_functions(shared, roots)?.into_iter().map(|(_, function)| function).collect())
}

/// The same with what each was made of.
pub fn needed_functions<'m>(shared: &'m Shared<'m>, roots: Vec<Wanted>) -> Result<Vec<(Wanted, Printed)>, Vec<String>> {
    let (mut open, mut order, mut errors) = (roots.clone(), vec![], vec![]);
    let mut emitted: HashMap<Wanted, Emitted> = HashMap::new();
    let printer = Printer::of(shared);
    let mut names = printer.names();
    while let Some(wanted) = open.pop() {
        if emitted.contains_key(&wanted) {
            continue;
        }
        match emit_function(shared, wanted.0, wanted.1) {
            Ok((function, needed)) => {
                open.extend(needed.iter().rev());
                order.push(wanted);
                let is_replaceable = wanted.1 && emit_by_merging(shared, wanted.0).is_some();
                let names = if is_replaceable { &mut printer.names() } else { &mut names };
                let locals = local_names(&function.name, &roles(&function), names);
                emitted.insert(wanted, (printer.print(&function, locals), needed));
            }
            Err(reasons) => errors.extend(reasons),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    printer.merge_wide(&order, &mut emitted);
    let used = reached(&roots, &emitted);
    let used = order.iter().filter(|wanted| used.contains(wanted));
    let functions = used.filter_map(|wanted| Some((*wanted, emitted.remove(wanted)?.0)));
    printer.rename_locals(functions.collect())
}

/// Returns the functions that users call, last one first.
pub fn roots(shared: &Shared) -> Vec<Wanted> {
    let mut roots = vec![];
    for entry in shared.module.entries.iter().rev() {
        roots.extend(entry.validate.map(|validate| (validate, true)));
        roots.push((entry.decode, true));
        roots.extend(entry.encode.map(|encode| (encode, false)));
    }
    roots
}

impl<'m> Printer<'m> {
    fn of(shared: &'m Shared<'m>) -> Self {
        let module = shared.module;
        let enums = (0..module.types.enums.len() as u32).map(|id| shared.names.enumeration(EnumId(id)).to_owned());
        let mut functions = NameScope::new(&[]);
        (0..module.functions.len() as u32).for_each(|id| functions.reserve(&function_name(module, FuncId(id))));
        Self { shared, enums: enums.collect(), functions: Rc::new(functions) }
    }

    /// Returns a scope for the names of helpers.
    fn names(&self) -> NameScope {
        NameScope::inside(&self.functions)
    }

    fn print(&self, function: &Function, locals: Vec<String>) -> Printed {
        let mut source = Source::new("    ");
        print_function(&mut source, function, &locals, &self.enums);
        Printed {
            name: function.name.clone(),
            arity: function.clauses.first().map_or(0, |clause| clause.patterns.len()),
            has_many_members: function.locals.iter().any(|local| local.clauses.len() > MOST_ARGUMENTS),
            used: Used::of(function),
            called: called_in(&self.shared.links.own, function),
            text: source.finish(),
            roles: roles(function),
            locals,
        }
    }

    /// For messages with many members, prints only the decoder that continues a value, if there is one; it also decodes
    /// new values.
    fn merge_wide(&self, order: &[Wanted], emitted: &mut HashMap<Wanted, Emitted>) {
        for func in order.iter().filter(|(_, fresh)| *fresh).map(|(func, _)| *func) {
            let merges = emitted.contains_key(&(func, false));
            if let Some(function) = merges.then(|| emit_by_merging(self.shared, func)).flatten() {
                emitted.insert((func, true), (self.print(&function, vec![]), vec![(func, false)]));
            }
        }
    }

    /// Makes and prints functions again whose helpers need other names, because a function that was printed before them
    /// is not needed after all.
    fn rename_locals(&self, mut functions: Vec<(Wanted, Printed)>) -> Result<Vec<(Wanted, Printed)>, Vec<String>> {
        let mut names = self.names();
        for ((func, fresh), printed) in &mut functions {
            let locals = local_names(&printed.name, &printed.roles, &mut names);
            if locals != printed.locals {
                *printed = self.print(&emit_function(self.shared, *func, *fresh)?.0, locals);
            }
        }
        Ok(functions)
    }
}

fn reached(roots: &[Wanted], emitted: &HashMap<Wanted, Emitted>) -> HashSet<Wanted> {
    let (mut open, mut found) = (roots.to_vec(), HashSet::new());
    while let Some(wanted) = open.pop() {
        if found.insert(wanted) {
            open.extend(emitted.get(&wanted).into_iter().flat_map(|(_, needed)| needed));
        }
    }
    found
}

fn roles(function: &Function) -> Vec<&'static str> {
    function.locals.iter().map(|local| local.role).collect()
}

fn local_names(function: &str, roles: &[&'static str], names: &mut NameScope) -> Vec<String> {
    roles.iter().map(|role| names.number(format!("{function}_{role}"))).collect()
}

/// The functions of a module that another module's function calls.
fn called_in(module: &str, function: &Function) -> BTreeSet<String> {
    let mut called = BTreeSet::new();
    for clause in function.all_clauses() {
        clause.parts(&mut |part| {
            part.walk(&mut |ex| match ex {
                Ex::Call(Callee::Member { module: other, name }, args) if other == module => {
                    called.insert(format!("{}/{}", atom(name), args.len()));
                }
                _ => {}
            });
        });
    }
    called
}
