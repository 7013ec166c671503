//! Division of large functions. The time that compilers take for a function grows faster than its size, so statements
//! that belong together become a part, which a printer may print as a function of its own.
//!
//! Design: docs/decisions/0089-parts-of-functions.md

use super::{Body, Function, Stmt, VarType};
use polywire_ir::types::{Type, Types};
use polywire_ir::{Module, ParamKind, Place, Step, ValueType, VarId};
use std::collections::{BTreeSet, HashMap};

/// Functions of at most this many statements are not divided.
const LARGE: usize = 2000;

/// What reads a member is a part if it has at least this many statements.
const MEMBER: usize = 12;

/// Other statements are joined until they are at least this many.
const JOINED: usize = 24;

/// Parts have at most this many variables beside native values.
const VARIABLES: usize = 16;

/// Statements of a function that can be a function of their own: they neither return from it nor declare what is used
/// outside of them.
#[derive(Clone, Debug)]
pub struct Part {
    /// Words joined by `_`: the first member that it is about; not unique.
    pub name: String,
    /// Variables declared outside that are used, but not changed.
    pub takes: Vec<VarId>,
    /// Variables declared outside that are changed.
    pub changes: Vec<VarId>,
    /// The statements.
    pub body: Body,
}

/// Divides a function, if it is large.
pub(super) fn divide(low: &mut Function, module: &Module) {
    if count(&low.body) <= LARGE {
        return;
    }
    let function = module.function(low.id);
    let mut counts = HashMap::new();
    let params = function.params.iter().map(|param| param.var).chain(low.is_new.iter().flatten().copied());
    params.for_each(|var| _ = counts.insert(var, 1));
    occurrences(&low.body, &mut |var, _| *counts.entry(var).or_default() += 1);
    let natives =
        function.params.iter().filter(|param| param.kind != ParamKind::Value).map(|param| param.var).collect();
    Divider { types: &module.types, vars: &low.vars, natives, counts }.stmts(&mut low.body);
}

struct Divider<'f> {
    types: &'f Types,
    vars: &'f [super::Variable],
    /// Parameters that are native values.
    natives: BTreeSet<VarId>,
    /// The number of occurrences of each variable in the function, its declaration included.
    counts: HashMap<VarId, usize>,
}

impl Divider<'_> {
    /// Makes a body one part, if it has the size of one, or divides it.
    fn body(&self, body: &mut Body) {
        let size = count(body);
        if body.ends || size < MEMBER {
            return;
        }
        if size > LARGE || !self.join(&mut body.stmts) {
            self.stmts(body);
        }
    }

    /// Divides a body. Statements that follow each other are joined until they are large enough.
    fn stmts(&self, body: &mut Body) {
        let mut done = Vec::new();
        let mut open = Vec::new();
        for mut stmt in std::mem::take(&mut body.stmts) {
            if is_transparent(&stmt) && size(&stmt) > LARGE {
                done.append(&mut open);
                self.inside(&mut stmt);
                done.push(stmt);
                continue;
            }
            open.push(stmt);
            if open.iter().map(size).sum::<usize>() >= JOINED {
                // Where the first ones are needed further on, fewer may do.
                while !open.is_empty() && !self.join(&mut open) {
                    done.push(open.remove(0));
                    if open.iter().map(size).sum::<usize>() < JOINED {
                        break;
                    }
                }
                if let [.., Stmt::Part(_)] = open.as_slice() {
                    done.append(&mut open);
                }
            }
        }
        done.append(&mut open);
        body.stmts = done;
    }

    /// Divides the bodies of a statement.
    fn inside(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Members(members) => {
                let arms = members.arms.iter_mut().map(|arm| &mut arm.body);
                arms.chain([&mut members.default]).for_each(|body| self.body(body));
            }
            stmt => stmt.bodies_mut().into_iter().for_each(|body| self.body(body)),
        }
    }

    /// Joins statements as a part; false if they cannot be one. Declarations that are used outside stay before it.
    fn join(&self, stmts: &mut Vec<Stmt>) -> bool {
        if stmts.iter().any(leaves) {
            return false;
        }
        let mut inside: HashMap<VarId, usize> = HashMap::new();
        let (mut declared, mut changed) = (BTreeSet::new(), BTreeSet::new());
        let body = Body { stmts: std::mem::take(stmts), ends: false };
        occurrences(&body, &mut |var, role| {
            *inside.entry(var).or_default() += 1;
            match role {
                Role::Declared => _ = declared.insert(var),
                Role::Changed => _ = changed.insert(var),
                Role::Used => {}
            }
        });
        let shared: BTreeSet<VarId> = inside.keys().copied().filter(|var| inside[var] < self.counts[var]).collect();
        let hoisted: BTreeSet<VarId> = shared.intersection(&declared).copied().collect();
        let is_possible = shared.iter().all(|var| self.is_passed(*var))
            && shared.difference(&self.natives).count() <= VARIABLES
            && hoisted.iter().all(|var| body.stmts.iter().any(|stmt| declares(stmt, *var)));
        if !is_possible {
            *stmts = body.stmts;
            return false;
        }
        stmts.extend(hoisted.iter().map(|var| Stmt::Declare(*var)));
        let kept = body.stmts.into_iter().filter_map(|stmt| match stmt {
            Stmt::Declare(var) if hoisted.contains(&var) => None,
            Stmt::Let { var, value } | Stmt::Var { var, first: value } if hoisted.contains(&var) => {
                Some(Stmt::Assign(vec![(var, value)]))
            }
            stmt => Some(stmt),
        });
        let body = Body { stmts: kept.collect(), ends: false };
        let changes: BTreeSet<VarId> =
            shared.iter().copied().filter(|it| changed.contains(it) || hoisted.contains(it)).collect();
        let takes = shared.difference(&changes).copied().collect();
        let name = self.first_member(&body).unwrap_or_else(|| "part".to_owned());
        stmts.push(Stmt::Part(Box::new(Part { name, takes, changes: changes.into_iter().collect(), body })));
        true
    }

    /// Returns the name of the first field that a body reads or builds.
    fn first_member(&self, body: &Body) -> Option<String> {
        let mut found = None;
        body.stmts.iter().find_map(|stmt| {
            let mut visit = |place: &Place| found = found.take().or_else(|| self.field_name(place));
            stmt.visit_places(&mut visit);
            stmt.visit_exprs(&mut |expr| expr.visit(&mut |expr| expr.place().into_iter().for_each(&mut visit)));
            found.take().or_else(|| stmt.bodies().into_iter().find_map(|body| self.first_member(body)))
        })
    }

    fn field_name(&self, place: &Place) -> Option<String> {
        let root = self.natives.contains(&place.root).then(|| &self.vars[place.root.0 as usize].ty)?;
        match (root, place.steps.first()?) {
            (VarType::Value(ValueType::Ref(Type::Struct(id))), Step::Field(field)) => {
                Some(self.types.record(*id).fields[*field as usize].name.clone())
            }
            _ => None,
        }
    }

    /// Returns true if a variable can be passed to a part and back.
    fn is_passed(&self, var: VarId) -> bool {
        let ty = &self.vars[var.0 as usize].ty;
        let is_number = matches!(ty, VarType::Value(ValueType::Bool | ValueType::U64 | ValueType::I64));
        is_number || matches!(ty, VarType::Size | VarType::OldEntries) || self.natives.contains(&var)
    }
}

/// Returns true if a statement declares a number that can be assigned instead.
fn declares(stmt: &Stmt, number: VarId) -> bool {
    matches!(stmt, Stmt::Let { var, .. } | Stmt::Var { var, .. } | Stmt::Declare(var) if *var == number)
}

/// Returns true if the bodies of a statement have its cursor and its stream.
fn is_transparent(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::If { .. } | Stmt::Switch { .. } | Stmt::While { .. } | Stmt::Members(_) | Stmt::Scope(_))
}

/// Returns true if a statement returns from the function, or is a part already.
fn leaves(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Return(_) | Stmt::Part(_)) || stmt.bodies().iter().any(|body| body.stmts.iter().any(leaves))
}

/// What a statement does with a variable.
enum Role {
    Declared,
    Changed,
    Used,
}

/// Visits all occurrences of variables.
fn occurrences(body: &Body, visit: &mut dyn FnMut(VarId, Role)) {
    for stmt in &body.stmts {
        stmt.visit_declared(&mut |var| visit(var, Role::Declared));
        stmt.visit_changed(&mut |var| visit(var, Role::Changed));
        stmt.visit_uses(&mut |var| visit(var, Role::Used));
        stmt.bodies().into_iter().for_each(|body| occurrences(body, visit));
    }
}

fn count(body: &Body) -> usize {
    body.stmts.iter().map(size).sum()
}

fn size(stmt: &Stmt) -> usize {
    1 + stmt.bodies().into_iter().map(count).sum::<usize>()
}
