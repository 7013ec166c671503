//! Setting scalars, texts and bytes: `set`, and elements that are only set.

use super::function::FunctionCompiler;
use super::place::Location;
use super::{CompileResult, IllFormed};
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::layout::Storage;
use crate::value::{cut_signed, cut_unsigned};
use polywire_ir::types::Type;
use polywire_ir::{Block, Const, Expr, Op, Place, SiteId, Step, VarId};

/// The value of a `set`, and its properties.
#[derive(Clone, Copy)]
pub(super) struct Setting<'m> {
    pub(super) value: &'m Expr,
    pub(super) trusted: bool,
    pub(super) site: SiteId,
}

impl<'m> FunctionCompiler<'_, 'm> {
    pub(super) fn set(&mut self, place: &'m Place, setting: Setting<'m>) -> CompileResult<()> {
        let Some((last, before)) = place.steps.split_last() else {
            let location = self.location(place)?;
            return self.set_location(location, setting);
        };
        // Compute the value first, because setting changes the place.
        match last {
            Step::Some => {
                let holder = self.location_of(place.root, before)?;
                if holder.optional != Some(Storage::Flagged) {
                    return Err(IllFormed);
                }
                self.set_location(holder.second(holder.ty), setting)?;
                self.emit(Instr::SetK { base: holder.base, off: holder.off, k: 1 });
                Ok(())
            }
            Step::Case(index) => {
                let union = self.location_of(place.root, before)?.value()?;
                let Type::Union(id) = union.ty else {
                    return Err(IllFormed);
                };
                let declared = self.types().unions.get(id.0 as usize).and_then(|it| it.cases.get(*index as usize));
                match &declared.ok_or(IllFormed)?.ty {
                    Some(ty) => self.set_location(union.second(ty), setting)?,
                    None => self.emit(Instr::SetK { base: union.base, off: union.off + 1, k: 0 }),
                }
                self.emit(Instr::SetK { base: union.base, off: union.off, k: index + 1 });
                Ok(())
            }
            Step::Field(_) | Step::At(_) => {
                let location = self.location(place)?.value()?;
                self.set_location(location, setting)
            }
        }
    }

    fn set_location(&mut self, location: Location<'m>, setting: Setting<'m>) -> CompileResult<()> {
        let Location { base, off, ty, .. } = location;
        let src = self.native_word(ty, setting)?;
        self.emit(if is_bytes(ty) { Instr::SetSpan { base, off, src } } else { Instr::Set { base, off, src } });
        Ok(())
    }

    /// Returns a register with a value in the representation of its native type.
    pub(super) fn native_word(
        &mut self,
        ty: &Type,
        Setting { value, trusted, site }: Setting<'m>,
    ) -> CompileResult<Reg> {
        match ty {
            Type::Bool => self.eval(value),
            Type::Int { bits, signed, .. } => self.cut(value, *bits, *signed),
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
            Type::FixedBytes(len, _) => {
                let src = self.eval(value)?;
                self.emit(Instr::CheckLen { src, len: *len });
                Ok(src)
            }
            Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => Err(IllFormed),
        }
    }

    /// Emits the truncation of an integer.
    fn cut(&mut self, value: &'m Expr, bits: u8, signed: bool) -> CompileResult<Reg> {
        let a = self.eval(value)?;
        if fits(value, bits, signed) {
            return Ok(a);
        }
        let dst = self.temp();
        self.emit(if signed { Instr::WrapI { dst, a, bits } } else { Instr::WrapU { dst, a, bits } });
        Ok(dst)
    }
}

pub(super) fn is_bytes(ty: &Type) -> bool {
    matches!(ty, Type::Text { .. } | Type::Bytes | Type::FixedBytes(..))
}

/// Returns true if an integer is known to fit a width.
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

/// Returns the setting of the last op, if it sets the whole element and nothing else uses the element.
pub(super) fn just_set(bind: VarId, body: &Block) -> Option<(Setting<'_>, &[Op])> {
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

/// Returns true if an op uses a native value.
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
