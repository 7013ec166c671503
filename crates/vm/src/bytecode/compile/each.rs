//! Visiting lists: `each`.

use super::function::{FunctionCompiler, Label};
use super::place::Location;
use super::{CompileResult, IllFormed, push};
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::layout::Storage;
use crate::bytecode::program::{Sort, SortKind};
use polywire_ir::types::Type;
use polywire_ir::{Op, Step};

/// Element, index, count, and start of the order.
const VISIT_REGISTERS: u32 = 4;

impl<'m> FunctionCompiler<'_, 'm> {
    pub(super) fn each(&mut self, op: &'m Op) -> CompileResult<()> {
        let Op::Each { place, item, index, stride, ordered, carried, body, results } = op else {
            return Err(IllFormed);
        };
        let state = self.carry(carried, results)?;
        let mark = self.mark();
        let visit = self.temps(VISIT_REGISTERS);
        self.bind_to(*item, visit)?;
        self.bind_to(*index, visit + 1)?;
        let save = self.temp();
        if stride.is_some() {
            self.emit(Instr::Base { dst: save });
        }
        let list = self.location(place)?.value()?;
        let plain = stride.is_none() && ordered.is_none() && carried.is_empty();
        if plain && self.write_varints(&list, *item, body)? {
            self.release(mark);
            return Ok(());
        }
        let (again, end) = (self.label(), self.label());
        if self.all.elements.written(self.id, place) {
            self.emit(Instr::ElementsSplice { off: list.off, to: end.0 });
        }
        let sort = ordered.as_deref().map(|steps| self.sort(&list, steps)).transpose()?;
        self.settle(&list)?;
        self.start_visit(&list, visit, sort, end)?;
        self.place_label(again);
        self.block(body, &state)?;
        if let Some(k) = *stride {
            self.emit(Instr::AddBase { k });
        }
        let (item, to) = (visit, again.0);
        let stride_in_slots = self.all.layouts.size(&list.ty.element().ok_or(IllFormed)?) as u32;
        self.emit(match sort {
            Some(_) => Instr::SortedNext { item, to },
            None => Instr::EachNext { item, stride: stride_in_slots, to },
        });
        self.place_label(end);
        if stride.is_some() {
            self.emit(Instr::SetBase { src: save });
        }
        self.release(mark);
        Ok(())
    }

    fn start_visit(&mut self, list: &Location<'m>, item: Reg, sort: Option<u32>, end: Label) -> CompileResult<()> {
        let Location { base, off, ty, .. } = *list;
        match (ty, sort) {
            (_, Some(table)) => {
                self.emit(Instr::SortedEnter { item, base, off, table });
                self.emit(Instr::JumpUnless { a: item + 2, to: end.0 });
            }
            (Type::Array(_, len), None) => {
                self.address_into(*list, item);
                self.word(0, item + 1);
                self.word(u64::from(*len), item + 2);
                if *len == 0 {
                    self.jump(end);
                }
            }
            (_, None) => self.emit(Instr::EachEnter { item, base, off, to: end.0 }),
        }
        Ok(())
    }

    /// Sorts the entries of a map before it is read.
    pub(super) fn settle(&mut self, map: &Location<'m>) -> CompileResult<()> {
        let Type::Map(id) = map.ty else { return Ok(()) };
        let layout = self.all.layouts.records.get(id.0 as usize).ok_or(IllFormed)?;
        let (stride, path) = (layout.size as u32, vec![layout.fields[0] as u32]);
        let kind = sort_kind(self.types().entry(*id).0)?;
        let table = push(&mut self.all.tables.sorts, Sort { stride, array: None, path, kind });
        self.emit(Instr::Settle { base: map.base, off: map.off, table });
        Ok(())
    }

    /// Compiles the order of elements by a key.
    fn sort(&mut self, list: &Location<'m>, steps: &'m [Step]) -> CompileResult<u32> {
        let element = element_of(list.ty)?;
        let mut path = vec![0];
        let (ty, optional) = steps
            .iter()
            .try_fold((element, None), |(ty, optional), step| self.key_step((ty, optional), step, &mut path))?;
        let kind = if optional.is_none() { sort_kind(ty)? } else { return Err(IllFormed) };
        let array = match list.ty {
            Type::Array(_, len) => Some(*len),
            _ => None,
        };
        let stride = self.all.layouts.size(element) as u32;
        Ok(push(&mut self.all.tables.sorts, Sort { stride, array, path, kind }))
    }

    /// Compiles one step from an element to its key; an address starts a new part of the path.
    fn key_step(
        &self,
        (ty, optional): (&'m Type, Option<Storage>),
        step: &'m Step,
        path: &mut Vec<u32>,
    ) -> CompileResult<(&'m Type, Option<Storage>)> {
        let off = path.last_mut().ok_or(IllFormed)?;
        match (ty, step, optional) {
            (Type::Struct(id), Step::Field(index), None) => {
                let record = self.types().structs.get(id.0 as usize).ok_or(IllFormed)?;
                let field = record.fields.get(*index as usize).ok_or(IllFormed)?;
                *off += self.all.layouts.records[id.0 as usize].fields[*index as usize] as u32;
                let storage = Storage::of_field(field);
                if !field.optional && storage == Storage::Pointer {
                    path.push(0);
                }
                Ok((&field.ty, field.optional.then_some(storage)))
            }
            (ty, Step::Some, Some(Storage::Flagged)) => {
                *off += 1;
                Ok((ty, None))
            }
            (ty, Step::Some, Some(Storage::Pointer)) => {
                path.push(0);
                Ok((ty, None))
            }
            _ => Err(IllFormed),
        }
    }
}

/// Returns the order of values of a type.
fn sort_kind(ty: &Type) -> CompileResult<SortKind> {
    match ty {
        Type::Int { signed: true, .. } | Type::Enum(_) => Ok(SortKind::Signed),
        Type::Bool | Type::Int { signed: false, .. } | Type::Float { .. } => Ok(SortKind::Unsigned),
        Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) => Ok(SortKind::Bytes),
        Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => Err(IllFormed),
    }
}

/// Returns the element type of a list.
fn element_of(ty: &Type) -> CompileResult<&Type> {
    match ty {
        Type::List(element) | Type::Array(element, _) => Ok(element),
        _ => Err(IllFormed),
    }
}
