//! Building native values: `set`, `reset`, `open`, `push`, `fill`, `retain`.

use super::function::FunctionCompiler;
use super::place::Spot;
use super::{Fit, IllFormed, push};
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::layout::Storage;
use crate::bytecode::program::CaseOpening;
use crate::value::{cut_signed, cut_unsigned};
use polywire_ir::types::Type;
use polywire_ir::{Block, Const, Expr, Op, Place, SiteId, Step, VarId, ops_of};

/// What a `set` says of its value.
#[derive(Clone, Copy)]
struct Setting<'m> {
    value: &'m Expr,
    trusted: bool,
    site: SiteId,
}

/// How elements are filled in.
struct Filling<'m> {
    bind: VarId,
    index: Reg,
    body: &'m Block,
    state: Vec<Reg>,
}

impl<'m> FunctionCompiler<'_, 'm> {
    pub(super) fn building(&mut self, op: &'m Op) -> Fit<()> {
        match op {
            Op::Set { place, value, trusted, site } => {
                let mark = self.mark();
                self.set(place, Setting { value, trusted: *trusted, site: *site })?;
                self.release(mark);
                Ok(())
            }
            Op::Reset { place } => {
                let mark = self.mark();
                self.reset(place)?;
                self.release(mark);
                Ok(())
            }
            Op::Open { place, case, bind, created, body, results } => {
                let results = self.bind_all(results)?;
                let mark = self.mark();
                let dst = self.bind(*bind)?;
                self.bind(*created)?;
                self.open(place, *case, dst)?;
                self.block(body, &results)?;
                self.release(mark);
                Ok(())
            }
            Op::Push { place, bind, body, results } => {
                let results = self.bind_all(results)?;
                let mark = self.mark();
                let (list, element) = self.list(place)?;
                self.push(list, element, *bind, body, &results)?;
                self.release(mark);
                Ok(())
            }
            Op::Fill { place, count, bind, index, body, carried, results } => {
                let state = self.carry(carried, results)?;
                let mark = self.mark();
                let index = self.bind(*index)?;
                self.fill(place, count, &Filling { bind: *bind, index, body, state })?;
                self.release(mark);
                Ok(())
            }
            Op::Retain { place, format, value } => {
                let mark = self.mark();
                self.retain(place, format, value)?;
                self.release(mark);
                Ok(())
            }
            ops_of!(control | reading | writing) => Err(IllFormed),
        }
    }

    fn set(&mut self, place: &'m Place, setting: Setting<'m>) -> Fit<()> {
        let Some((last, before)) = place.steps.split_last() else {
            let spot = self.spot(place)?;
            return self.set_spot(spot, setting);
        };
        // The value comes first: the place changes by it.
        match last {
            Step::Some => {
                let holder = self.spot_of(place.root, before)?;
                if holder.optional != Some(Storage::Flagged) {
                    return Err(IllFormed);
                }
                self.set_spot(holder.second(holder.ty), setting)?;
                self.emit(Instr::SetK { base: holder.base, off: holder.off, k: 1 });
                Ok(())
            }
            Step::Case(index) => {
                let union = self.spot_of(place.root, before)?.value()?;
                let Type::Union(id) = union.ty else {
                    return Err(IllFormed);
                };
                let declared = self.types().unions.get(id.0 as usize).and_then(|it| it.cases.get(*index as usize));
                match &declared.ok_or(IllFormed)?.ty {
                    Some(ty) => self.set_spot(union.second(ty), setting)?,
                    None => self.emit(Instr::SetK { base: union.base, off: union.off + 1, k: 0 }),
                }
                self.emit(Instr::SetK { base: union.base, off: union.off, k: index + 1 });
                Ok(())
            }
            Step::Field(_) | Step::At(_) => {
                let spot = self.spot(place)?.value()?;
                self.set_spot(spot, setting)
            }
        }
    }

    fn set_spot(&mut self, spot: Spot<'m>, setting: Setting<'m>) -> Fit<()> {
        let Spot { base, off, ty, .. } = spot;
        let src = self.native_word(ty, setting)?;
        self.emit(if is_bytes(ty) { Instr::SetSpan { base, off, src } } else { Instr::Set { base, off, src } });
        Ok(())
    }

    /// A register with a value as its native type holds it.
    fn native_word(&mut self, ty: &'m Type, Setting { value, trusted, site }: Setting<'m>) -> Fit<Reg> {
        match ty {
            Type::Bool => self.eval(value),
            Type::Int { bits, signed } => self.cut(value, *bits, *signed),
            Type::Float { bits } => self.cut(value, *bits, false),
            Type::Enum(id) => {
                let declared = self.types().enums.get(id.0 as usize).ok_or(IllFormed)?;
                self.cut(value, declared.bits, declared.signed)
            }
            Type::Text { verified: true } if !trusted => {
                let src = self.eval(value)?;
                self.emit_at(Instr::CheckUtf8 { src }, site);
                Ok(src)
            }
            Type::Text { .. } | Type::Bytes => self.eval(value),
            Type::FixedBytes(len) => {
                let src = self.eval(value)?;
                self.emit(Instr::CheckLen { src, len: *len });
                Ok(src)
            }
            Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) => Err(IllFormed),
        }
    }

    /// The low bits of an integer.
    fn cut(&mut self, value: &'m Expr, bits: u8, signed: bool) -> Fit<Reg> {
        let a = self.eval(value)?;
        if fits(value, bits, signed) {
            return Ok(a);
        }
        let dst = self.temp();
        self.emit(if signed { Instr::WrapI { dst, a, bits } } else { Instr::WrapU { dst, a, bits } });
        Ok(dst)
    }

    fn reset(&mut self, place: &'m Place) -> Fit<()> {
        let spot = self.spot(place)?;
        let Spot { base, off, .. } = spot;
        if spot.optional.is_some() {
            self.emit(Instr::SetK { base, off, k: 0 });
        } else {
            let template = self.new_value(&spot);
            self.emit(Instr::Reset { base, off, template });
        }
        Ok(())
    }

    fn open(&mut self, place: &'m Place, case: Option<u32>, dst: Reg) -> Fit<()> {
        let spot = self.spot(place)?;
        let Spot { base, off, ty, .. } = spot;
        let instr = match (case, spot.optional, ty) {
            (None, Some(storage), _) => {
                let template = self.new_value(&spot);
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

    /// A list and its elements' type.
    fn list(&mut self, place: &'m Place) -> Fit<(Spot<'m>, &'m Type)> {
        let spot = self.spot(place)?.value()?;
        match spot.ty {
            Type::List(element) => Ok((spot, element)),
            _ => Err(IllFormed),
        }
    }

    /// Appends an element. Where all that is done with it is to set it, the value is appended instead.
    fn push(&mut self, list: Spot<'m>, element: &'m Type, bind: VarId, body: &'m Block, results: &[Reg]) -> Fit<()> {
        let Spot { base, off, .. } = list;
        if let Some((setting, before)) = just_set(bind, body) {
            let mark = self.mark();
            before.iter().for_each(|op| self.op_or_fail(op));
            let src = self.native_word(element, setting)?;
            let bytes = is_bytes(element);
            self.emit(if bytes { Instr::PushSpan { base, off, src } } else { Instr::PushWord { base, off, src } });
            self.move_all(&body.yields, results)?;
            self.release(mark);
            return Ok(());
        }
        let (dst, template) = (self.bind(bind)?, self.template(element));
        self.emit(Instr::Push { dst, base, off, template });
        self.block(body, results)
    }

    fn fill(&mut self, place: &'m Place, count: &'m Expr, filling: &Filling<'m>) -> Fit<()> {
        let count = self.eval(count)?;
        let spot = self.spot(place)?.value()?;
        let (again, end) = (self.label(), self.label());
        self.word(0, filling.index);
        let element = match spot.ty {
            Type::Array(..) => Some(self.temp()),
            _ => None,
        };
        if let Some(element) = element {
            self.address_into(spot, element);
        }
        self.place_label(again);
        self.emit(Instr::JumpLeU { a: count, b: filling.index, to: end.0 });
        match (spot.ty, element) {
            (Type::List(ty), _) => {
                let mark = self.mark();
                self.push(spot, ty, filling.bind, filling.body, &filling.state)?;
                self.release(mark);
            }
            (Type::Array(ty, _), Some(base)) => {
                self.bind_to(filling.bind, base)?;
                let template = self.template(ty);
                self.emit(Instr::Reset { base, off: 0, template });
                self.block(filling.body, &filling.state)?;
                let k = self.all.layouts.size(ty) as i32;
                self.emit(Instr::AddK { dst: base, a: base, k });
            }
            _ => return Err(IllFormed),
        }
        self.emit(Instr::AddK { dst: filling.index, a: filling.index, k: 1 });
        self.jump(again);
        self.place_label(end);
        Ok(())
    }

    fn retain(&mut self, place: &'m Place, format: &str, value: &'m Expr) -> Fit<()> {
        let Spot { base, off, ty, .. } = self.spot(place)?.value()?;
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

fn is_bytes(ty: &Type) -> bool {
    matches!(ty, Type::Text { .. } | Type::Bytes | Type::FixedBytes(_))
}

/// Whether an integer is known to be within a width.
fn fits(value: &Expr, bits: u8, signed: bool) -> bool {
    match value {
        _ if bits == 64 => true,
        Expr::Wrap { bits: kept, signed: extended, .. } => {
            *extended == signed && *kept <= bits || !extended && *kept < bits
        }
        Expr::Const(Const::U64(number)) if !signed => cut_unsigned(*number, bits) == *number,
        Expr::Const(Const::I64(number)) if signed => cut_signed(*number as u64, bits) == *number,
        _ => false,
    }
}

/// The last op's setting, if it sets the whole element and nothing else mentions that.
fn just_set(bind: VarId, body: &Block) -> Option<(Setting<'_>, &[Op])> {
    let (last, before) = body.ops.split_last()?;
    let Op::Set { place, value, trusted, site } = last else {
        return None;
    };
    let whole = place.root == bind && place.steps.is_empty();
    let elsewhere = before.iter().any(|op| mentions(op, bind))
        || expr_mentions(value, bind)
        || body.yields.iter().any(|value| expr_mentions(value, bind));
    (whole && !elsewhere).then_some((Setting { value, trusted: *trusted, site: *site }, before))
}

/// Whether an op uses a native value.
fn mentions(op: &Op, var: VarId) -> bool {
    let mut found = false;
    op.visit_uses(&mut |used| found |= used == var);
    let inside = |block: &Block| {
        block.ops.iter().any(|op| mentions(op, var)) || block.yields.iter().any(|expr| expr_mentions(expr, var))
    };
    found || op.blocks().into_iter().any(inside)
}

fn expr_mentions(expr: &Expr, var: VarId) -> bool {
    let mut found = false;
    expr.visit_uses(&mut |used| found |= used == var);
    found
}
