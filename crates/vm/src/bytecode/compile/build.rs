//! Building native values: `set`, `reset`, `open`, `push`, `fill`, `make`, `retain`.

use super::function::FunctionCompiler;
use super::place::Location;
use super::set::{Setting, is_bytes, just_set};
use super::{CompileResult, IllFormed, push};
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::layout::Storage;
use crate::bytecode::program::CaseOpening;
use polywire_ir::types::Type;
use polywire_ir::{Block, Expr, Op, Place, ValueType, VarId, ops_of};

/// The way in which elements are filled in.
struct Filling<'m> {
    bind: VarId,
    index: Reg,
    body: &'m Block,
    state: Vec<Reg>,
}

impl<'m> FunctionCompiler<'_, 'm> {
    pub(super) fn building(&mut self, op: &'m Op) -> CompileResult<()> {
        match op {
            Op::Set { place, value, trusted, site } => {
                let setting = Setting { value, trusted: *trusted, site: *site };
                self.scoped(|it| it.set(place, setting))
            }
            Op::Reset { place } => self.scoped(|it| it.reset(place)),
            Op::Open { place, case, bind, created, body, results } => {
                let results = self.bind_all(results)?;
                self.scoped(|it| {
                    let dst = it.bind(*bind)?;
                    it.bind(*created)?;
                    it.open(place, *case, dst)?;
                    it.block(body, &results)
                })
            }
            Op::Push { place, bind, body, results } => {
                let results = self.bind_all(results)?;
                self.scoped(|it| {
                    let (list, element) = it.growing(place)?;
                    if it.all.elements.read(it.id, place) {
                        return it.push_apart(list, &element, *bind, body, &results);
                    }
                    it.push(list, &element, *bind, body, &results)
                })
            }
            Op::Fill { place, count, bind, index, body, carried, results } => {
                let state = self.carry(carried, results)?;
                self.scoped(|it| {
                    let index = it.bind(*index)?;
                    it.fill(place, count, &Filling { bind: *bind, index, body, state })
                })
            }
            Op::Make { var, body, results } => {
                let results = self.bind_all(results)?;
                self.make(*var, body, &results)
            }
            Op::Retain { place, format, value } => self.scoped(|it| it.retain(place, format, value)),
            Op::ReportUnknown { .. } => {
                self.emit(Instr::ReportUnknown);
                Ok(())
            }
            ops_of!(control | reading | writing) => Err(IllFormed),
        }
    }

    /// The variable outlives its block, so its register is allocated before the block's.
    fn make(&mut self, var: VarId, body: &'m Block, results: &[Reg]) -> CompileResult<()> {
        let Some(ValueType::Ref(ty)) = self.function.vars.get(var.0 as usize).map(|var| &var.ty) else {
            return Err(IllFormed);
        };
        let (dst, template) = (self.bind(var)?, self.template(ty));
        self.emit(Instr::Make { dst, template });
        self.block(body, results)
    }

    fn reset(&mut self, place: &'m Place) -> CompileResult<()> {
        let location = self.location(place)?;
        let Location { base, off, .. } = location;
        if location.optional.is_some() {
            self.emit(Instr::SetK { base, off, k: 0 });
        } else {
            let template = self.new_value(&location);
            self.emit(Instr::Reset { base, off, template });
        }
        for list in self.all.elements.within(self.id, place) {
            let off = self.message_slot(place, list)?;
            self.emit(Instr::ElementsReset { off });
        }
        Ok(())
    }

    /// Appends an element that can be removed as soon as it is built.
    fn push_apart(
        &mut self,
        list: Location<'m>,
        element: &Type,
        bind: VarId,
        body: &'m Block,
        results: &[Reg],
    ) -> CompileResult<()> {
        let Location { base, off, .. } = list;
        let (dst, template) = (self.bind(bind)?, self.template(element));
        self.emit(Instr::ElementEnter { dst, base, off, template });
        self.fixed_block(body, results)?;
        self.emit(Instr::ElementLeave { element: dst, base, off });
        Ok(())
    }

    fn open(&mut self, place: &'m Place, case: Option<u32>, dst: Reg) -> CompileResult<()> {
        let location = self.location(place)?;
        let Location { base, off, ty, .. } = location;
        let instr = match (case, location.optional, ty) {
            (None, Some(storage), _) => {
                let template = self.new_value(&location);
                match storage {
                    Storage::Pointer => Instr::OpenPointer { dst, base, off, template },
                    Storage::Flagged => Instr::OpenFlagged { dst, base, off, template },
                    Storage::Inline => return Err(IllFormed),
                }
            }
            (Some(case), None, Type::Union(id)) => {
                let declared = self.types().unions.get(id.0 as usize).and_then(|it| it.cases.get(case as usize));
                let inline = Storage::of_case(&declared.ok_or(IllFormed)?.value_type()) == Storage::Inline;
                let template = self.all.layouts.cases[id.0 as usize][case as usize].clone();
                let template = self.all.template(template);
                let opening = CaseOpening { tag: u64::from(case) + 1, template, inline };
                Instr::OpenCase { dst, base, off, table: push(&mut self.all.tables.cases, opening) }
            }
            _ => return Err(IllFormed),
        };
        self.emit(instr);
        Ok(())
    }

    /// Returns a list or map, and the type of its pushed elements.
    fn growing(&mut self, place: &'m Place) -> CompileResult<(Location<'m>, Type)> {
        let location = self.location(place)?.value()?;
        let element = location.ty.element().filter(|_| !matches!(location.ty, Type::Array(..)));
        Ok((location, element.ok_or(IllFormed)?))
    }

    /// Appends an element. If the body only sets it, the value is appended directly.
    fn push(
        &mut self,
        list: Location<'m>,
        element: &Type,
        bind: VarId,
        body: &'m Block,
        results: &[Reg],
    ) -> CompileResult<()> {
        let Location { base, off, .. } = list;
        if let Some((setting, before)) = just_set(bind, body) {
            let mark = self.mark();
            self.fixed += 1;
            before.iter().for_each(|op| self.op_or_fail(op));
            self.fixed -= 1;
            let src = self.native_word(element, setting)?;
            let bytes = is_bytes(element);
            self.emit(if bytes { Instr::PushSpan { base, off, src } } else { Instr::PushWord { base, off, src } });
            self.move_all(&body.yields, results)?;
            self.release(mark);
            return Ok(());
        }
        let (dst, template) = (self.bind(bind)?, self.template(element));
        self.emit(Instr::Push { dst, base, off, template });
        self.fixed_block(body, results)
    }

    fn fill(&mut self, place: &'m Place, count: &'m Expr, filling: &Filling<'m>) -> CompileResult<()> {
        let count = self.eval(count)?;
        let location = self.location(place)?.value()?;
        let (again, end) = (self.label(), self.label());
        self.word(0, filling.index);
        let element = match location.ty {
            Type::Array(..) => Some(self.temp()),
            _ => None,
        };
        if let Some(element) = element {
            self.address_into(location, element);
        }
        self.place_label(again);
        self.emit(Instr::JumpLeU { a: count, b: filling.index, to: end.0 });
        match (location.ty, element) {
            (Type::Array(ty, _), Some(base)) => {
                self.bind_to(filling.bind, base)?;
                let template = self.template(ty);
                self.emit(Instr::Reset { base, off: 0, template });
                self.fixed_block(filling.body, &filling.state)?;
                let k = self.all.layouts.size(ty) as i32;
                self.emit(Instr::AddK { dst: base, a: base, k });
            }
            (ty, _) => {
                let mark = self.mark();
                let element = ty.element().ok_or(IllFormed)?;
                self.push(location, &element, filling.bind, filling.body, &filling.state)?;
                self.release(mark);
            }
        }
        self.emit(Instr::AddK { dst: filling.index, a: filling.index, k: 1 });
        self.jump(again);
        self.place_label(end);
        Ok(())
    }

    fn retain(&mut self, place: &'m Place, format: &str, value: &'m Expr) -> CompileResult<()> {
        let Location { base, off, ty, .. } = self.location(place)?.value()?;
        let Type::Struct(id) = ty else {
            return Err(IllFormed);
        };
        if let Some(first) = self.all.layouts.records[id.0 as usize].unknown {
            let src = self.eval(value)?;
            let literal = self.all.literal(format.as_bytes());
            self.emit(Instr::Retain { base, off: off + first as u32, src, literal });
        }
        Ok(())
    }
}
