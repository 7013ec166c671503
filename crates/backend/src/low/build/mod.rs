//! Makes the low form of a function: one file for each family of ops.

mod ahead;
mod block;
mod call;
mod control;
mod elements;
mod input;
mod keyed;
mod name;
mod native;
mod output;
mod regions;
mod reset;
mod sections;
mod track;

use super::parts::divide;
use super::{Body, Context, Function, Mode, Stmt, VarType, Variable, verify};
use crate::outline::{Uses, uses};
use crate::plan::{BlockId, OpId, Track, WriteLimit};
use polywire_ir::types::{StructId, Type, Types};
use polywire_ir::{Expr, FuncId, Function as Ir, Op, Param, Place, Step, ValueType, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// How the fields of existing types are accessed, where they are not plain members.
pub trait NativeFields {
    /// Returns true if the value is read and set by functions, so that it has no address.
    fn is_property(&self, record: StructId, field: u32) -> bool;
    /// Returns true if the list can only be cleared and appended to.
    fn is_sequence(&self, record: StructId, field: u32) -> bool;
}

/// The fields of generated types.
pub struct PlainFields;

impl NativeFields for PlainFields {
    fn is_property(&self, _: StructId, _: u32) -> bool {
        false
    }

    fn is_sequence(&self, _: StructId, _: u32) -> bool {
        false
    }
}

/// A field reset by a branch: the object, the field, the kind of variable that tracks it in the branch, and the condition.
type BranchReset = (VarId, u32, Option<Track>, Expr);

/// Makes the low form of one function.
struct Builder<'m> {
    cx: &'m Context<'m>,
    fields: &'m dyn NativeFields,
    function: &'m Ir,
    id: FuncId,
    mode: Mode,
    uses: Uses,
    vars: Vec<Variable>,
    /// Variables that refer to the text of a native value.
    texts: BTreeSet<VarId>,
    /// Variables that may refer to a copy of bytes in the input.
    copies: BTreeSet<VarId>,
    /// Variables that track lists, optionals and the like.
    tracks: BTreeMap<(VarId, u32), (Track, VarId)>,
    /// Later calls that make an object new: its root, the fields to it, and the condition.
    pending: BTreeMap<(VarId, Vec<u32>, FuncId), Expr>,
    /// Fields reset by branches.
    branch_resets: BTreeMap<BlockId, Vec<BranchReset>>,
    /// Ops that reset a list or an optional themselves, under a condition.
    self_resetting: BTreeMap<OpId, Expr>,
    /// Reads whose bytes are known to be left.
    assured: BTreeSet<OpId>,
    /// Ops whose elements fill sections that are not zeroed before.
    gapped: BTreeSet<OpId>,
    /// The checks of a write-limited function.
    write_limit: Option<&'m WriteLimit>,
    out: Vec<Stmt>,
}

/// Makes the low form of a function in a mode.
pub fn function<'m>(cx: &'m Context<'m>, fields: &'m dyn NativeFields, id: FuncId, mode: Mode) -> Function {
    let function = cx.module.function(id);
    let mut builder = Builder {
        cx,
        fields,
        function,
        id,
        mode,
        uses: uses(function),
        vars: Function::signature(cx.module, id).vars,
        texts: BTreeSet::new(),
        copies: BTreeSet::new(),
        tracks: BTreeMap::new(),
        pending: BTreeMap::new(),
        branch_resets: BTreeMap::new(),
        self_resetting: BTreeMap::new(),
        assured: BTreeSet::new(),
        gapped: BTreeSet::new(),
        write_limit: cx.write_limits.get(id).filter(|_| mode == Mode::Limited),
        out: Vec::new(),
    };
    let is_new = builder.is_new_params();
    let mut body = builder.body(&is_new);
    let uses = super::Uses::after_pruning(&mut body);
    let mut low = Function { id, mode, vars: builder.vars, is_new, body, uses };
    if cx.target.divides {
        divide(&mut low, cx.module);
    }
    debug_assert_verified(cx, &low);
    low
}

fn debug_assert_verified(cx: &Context<'_>, low: &Function) {
    if cfg!(debug_assertions) {
        let violations = verify(cx.module, low);
        assert!(violations.is_empty(), "{}:\n{}", cx.module.format, violations.join("\n"));
    }
}

impl<'m> Builder<'m> {
    /// Adds a condition for each parameter whose value is made new under a condition.
    fn is_new_params(&mut self) -> Vec<Option<VarId>> {
        let planned = |position: usize| self.cx.building.plan(self.id, position).is_some();
        let planned: Vec<bool> = (0..self.function.params.len()).map(planned).collect();
        planned.into_iter().map(|planned| planned.then(|| self.flag("is_new"))).collect()
    }

    fn body(&mut self, is_new: &[Option<VarId>]) -> Body {
        let function = self.function;
        if function.nests && !function.trusting {
            self.emit(Stmt::RequireDepth);
        }
        self.about_params(&function.params, &mut |builder| builder.after_checks(is_new));
        Body { stmts: std::mem::take(&mut self.out), ends: true }
    }

    /// Appends statements whose failures are about the first native value that the function is given, unless an inner
    /// statement is about another one, or the value is no part of the message: then, they are about the next one.
    fn about_params(&mut self, params: &'m [Param], build: &mut dyn FnMut(&mut Self)) {
        match params.split_last() {
            None => build(self),
            Some((last, params)) if self.is_object(last.var) => {
                self.about(Some(last.var.into()), |builder| builder.about_params(params, build));
            }
            Some((_, params)) => self.about_params(params, build),
        }
    }

    /// Appends what follows the check of the depth, which is about the whole value: the caller knows its path.
    fn after_checks(&mut self, is_new: &[Option<VarId>]) {
        let (function, building) = (self.function, &self.cx.building);
        self.require_room_at_start();
        let plans: Vec<_> = is_new
            .iter()
            .enumerate()
            .filter_map(|(position, is_new)| {
                let plan = building.plan(self.id, position)?;
                Some((function.params[position].var, plan, Expr::Var((*is_new)?)))
            })
            .collect();
        plans.iter().for_each(|(root, plan, is_new)| self.prologue(*root, plan, is_new));
        self.ops(&function.body.ops, &mut |builder| {
            plans.iter().for_each(|(root, plan, _)| builder.epilogue(*root, plan));
            builder.emit(Stmt::Return(function.body.yields.clone()));
        });
    }

    fn emit(&mut self, stmt: Stmt) {
        self.out.push(stmt);
    }

    /// Returns the statements of a nested body instead of appending them.
    fn captured(&mut self, build: impl FnOnce(&mut Self)) -> Body {
        let outer = std::mem::take(&mut self.out);
        build(self);
        Body { stmts: std::mem::replace(&mut self.out, outer), ends: false }
    }

    /// Adds a variable.
    fn variable(&mut self, name: impl Into<String>, ty: VarType) -> VarId {
        self.vars.push(Variable { name: name.into(), ty });
        VarId(self.vars.len() as u32 - 1)
    }

    /// Adds a variable of type Bool.
    fn flag(&mut self, name: impl Into<String>) -> VarId {
        self.variable(name, VarType::Value(ValueType::Bool))
    }

    fn types(&self) -> &'m Types {
        &self.cx.module.types
    }

    fn var_type(&self, var: VarId) -> &'m ValueType {
        &self.function.var(var).ty
    }

    fn place_type(&self, place: &Place) -> Option<&'m Type> {
        self.types().at(self.function, place).and_then(|it| it.value())
    }

    fn is_object(&self, var: VarId) -> bool {
        matches!(self.var_type(var), ValueType::Ref(_))
    }

    /// Returns the struct and the field at a place, or of the optional whose value is there.
    fn field_at(&self, place: &Place) -> Option<(StructId, u32)> {
        let mut steps = place.steps.clone();
        if steps.last() == Some(&Step::Some) {
            steps.pop();
        }
        let Some(Step::Field(field)) = steps.pop() else { return None };
        match self.place_type(&Place { root: place.root, steps })? {
            Type::Struct(id) => Some((*id, field)),
            _ => None,
        }
    }

    fn is_property(&self, place: &Place) -> bool {
        self.field_at(place).is_some_and(|(record, field)| self.fields.is_property(record, field))
    }

    fn is_sequence(&self, place: &Place) -> bool {
        self.field_at(place).is_some_and(|(record, field)| self.fields.is_sequence(record, field))
    }

    /// Returns the entry that a variable refers to.
    fn is_entry(&self, var: VarId) -> bool {
        matches!(self.var_type(var), ValueType::Ref(Type::Struct(id)) if self.types().record(*id).is_entry)
    }

    /// Returns the struct at a place if it keeps unknown bytes.
    fn keeps_unknown(&self, place: &Place) -> bool {
        matches!(self.place_type(place), Some(Type::Struct(id)) if self.types().record(*id).keeps_unknown)
    }

    /// Appends an op, possibly joined with following ones; returns their number.
    fn op(&mut self, ops: &'m [Op], index: usize) -> usize {
        let (op, following) = (&ops[index], &ops[index + 1..]);
        match op {
            Op::Let { var, value } => self.let_(*var, value),
            Op::If { cond, then, other, results } => self.if_(cond, then, other, results),
            Op::Switch { on, arms, default, results } => self.switch(on, arms, default, results),
            Op::Loop { carried, cond, body, results } => self.loop_(carried, cond, body, results),
            Op::Call { func, args, results } => self.call(op, *func, args, results),
            Op::Check { cond, code, site } => self.check(cond, *code, *site),
            Op::Charge { cost, site } => self.charge(cost, *site),
            Op::Credit { amount } => self.emit(Stmt::Credit { amount: amount.clone() }),
            Op::Read { what, results, site } => return self.read(what, results, *site, following),
            Op::Match { bytes, miss } => self.match_(bytes, miss, super::left::is_left(ops, index, bytes.len() as u64)),
            Op::Window { len, body, rest, results, site } => self.window(len, body, *rest, results, *site),
            Op::At { region, pos, body, results, site } => self.at((region, pos), body, results, *site),
            Op::Section { .. } => self.section(op),
            Op::Keyed { .. } => self.keyed(op),
            Op::Set { place, value, trusted, site } => self.set(place, value, *trusted, *site),
            Op::Reset { place } => self.reset(place),
            Op::Open { .. } => self.open(op),
            Op::Push { place, bind, body, results } => self.push(place, *bind, body, results),
            Op::Fill { .. } => self.fill(op),
            Op::Make { var, body, results } => self.make(*var, body, results),
            Op::Retain { place, format, value } => self.retain(place, format, value),
            Op::ReportUnknown { .. } => {}
            Op::Write { what } => self.write(op, what),
            Op::Measured { .. } => self.measured(op),
            Op::Block { size, body, results } => self.section_block(size, body, results),
            Op::Put { .. } => self.put(op, ops),
            Op::Sub { offset, body, results } => self.sub(*offset, body, results),
            Op::Tail { body, results } => self.inline_block(body, results),
            Op::Each { .. } => self.each(op),
            Op::Memo { key, body, result } => self.memo(key, body, *result),
            Op::Scratch { var, body } => self.scratch(*var, body),
        }
        1
    }
}
