//! Places: slots of native values.

use super::expr::Kind;
use super::function::FunctionCompiler;
use super::{CompileResult, IllFormed};
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::layout::Storage;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Expr, Place, PlaceType, Step, ValueType, VarId};

/// The value of a case without a value.
static MARK: Type = Type::fixed_bytes(0);

/// Slots of a native value.
#[derive(Clone, Copy, Debug)]
pub struct Location<'m> {
    /// Register with an address.
    pub base: Reg,
    /// Offset in slots.
    pub off: u32,
    /// Type of the value; for an optional, that of its value.
    pub ty: &'m Type,
    /// Storage of an optional, if the place is one.
    pub optional: Option<Storage>,
    /// The member that it belongs to, which determines the default.
    member: MemberOf,
}

#[derive(Clone, Copy, Debug)]
enum MemberOf {
    None,
    Field(StructId, u32),
    Case(UnionId, u32),
}

impl<'m> Location<'m> {
    /// Returns the location of the value itself.
    pub fn value(self) -> CompileResult<Self> {
        if self.optional.is_none() { Ok(self) } else { Err(IllFormed) }
    }

    /// Returns the location of a value in the slot after the first.
    pub fn second(self, ty: &'m Type) -> Self {
        Self { off: self.off + 1, ty, optional: None, ..self }
    }
}

impl<'m> FunctionCompiler<'_, 'm> {
    /// Returns the location of a place.
    pub(super) fn location(&mut self, place: &'m Place) -> CompileResult<Location<'m>> {
        self.location_of(place.root, &place.steps)
    }

    pub(super) fn location_of(&mut self, root: VarId, steps: &'m [Step]) -> CompileResult<Location<'m>> {
        let Some(ValueType::Ref(ty)) = self.function.vars.get(root.0 as usize).map(|var| &var.ty) else {
            return Err(IllFormed);
        };
        let root = Location { base: self.var(root)?, off: 0, ty, optional: None, member: MemberOf::None };
        steps.iter().try_fold(root, |location, step| self.step(location, step))
    }

    fn step(&mut self, location: Location<'m>, step: &'m Step) -> CompileResult<Location<'m>> {
        match (location.ty, step, location.optional) {
            (Type::Struct(id), Step::Field(index), None) => self.field(location, *id, *index),
            (_, Step::Some, Some(storage)) => {
                let location = Location { optional: None, ..location };
                Ok(match storage {
                    Storage::Pointer => self.follow(location),
                    Storage::Flagged => Location { off: location.off + 1, ..location },
                    Storage::Inline => location,
                })
            }
            (Type::Union(id), Step::Case(index), None) => self.case(location, *id, *index),
            (Type::List(element) | Type::Array(element, _), Step::At(index), None) => {
                self.element(location, element, index)
            }
            _ => Err(IllFormed),
        }
    }

    fn field(&mut self, location: Location<'m>, id: StructId, index: u32) -> CompileResult<Location<'m>> {
        let field = self.types().structs.get(id.0 as usize).and_then(|record| record.fields.get(index as usize));
        let field = field.ok_or(IllFormed)?;
        let first = self.all.layouts.records[id.0 as usize].fields[index as usize];
        let location = Location {
            off: location.off + first as u32,
            ty: &field.ty,
            member: MemberOf::Field(id, index),
            ..location
        };
        match Storage::of_field(field) {
            storage if field.optional => Ok(Location { optional: Some(storage), ..location }),
            Storage::Pointer => Ok(self.follow(location)),
            Storage::Inline | Storage::Flagged => Ok(location),
        }
    }

    fn case(&mut self, location: Location<'m>, id: UnionId, index: u32) -> CompileResult<Location<'m>> {
        let case = self.types().unions.get(id.0 as usize).and_then(|union| union.cases.get(index as usize));
        let ty = case.ok_or(IllFormed)?.ty.as_ref().unwrap_or(&MARK);
        let location = Location { off: location.off + 1, ty, member: MemberOf::Case(id, index), ..location };
        Ok(match Storage::of_case(ty) {
            Storage::Pointer => self.follow(location),
            Storage::Inline | Storage::Flagged => location,
        })
    }

    fn element(&mut self, location: Location<'m>, element: &'m Type, index: &'m Expr) -> CompileResult<Location<'m>> {
        let first = match location.ty {
            Type::List(_) => self.follow(location).base,
            _ => self.address(location),
        };
        let index = self.eval(index)?;
        let (dst, stride) = (self.temp(), self.all.layouts.size(element) as u32);
        self.emit(Instr::Index { dst, first, index, stride });
        Ok(Location { base: dst, off: 0, ty: element, optional: None, member: MemberOf::None })
    }

    /// Follows an address stored in the slots.
    fn follow(&mut self, location: Location<'m>) -> Location<'m> {
        let dst = self.temp();
        self.emit(Instr::Get { dst, base: location.base, off: location.off });
        Location { base: dst, off: 0, ..location }
    }

    /// Returns the slot of the field that a place starts with, in the struct that a variable holds.
    pub(super) fn message_slot(&self, place: &Place, field: u32) -> CompileResult<u32> {
        let Some(ValueType::Ref(Type::Struct(id))) = self.function.vars.get(place.root.0 as usize).map(|var| &var.ty)
        else {
            return Err(IllFormed);
        };
        let layout = self.all.layouts.records.get(id.0 as usize).ok_or(IllFormed)?;
        layout.fields.get(field as usize).map(|&slot| slot as u32).ok_or(IllFormed)
    }

    /// Returns a register with the address.
    pub(super) fn address(&mut self, location: Location<'m>) -> Reg {
        if location.off == 0 {
            return location.base;
        }
        let dst = self.temp();
        self.address_into(location, dst);
        dst
    }

    pub(super) fn address_into(&mut self, location: Location<'m>, dst: Reg) {
        match location.off {
            0 if location.base == dst => {}
            0 => self.emit(Instr::Move { dst, src: location.base }),
            off => self.emit(Instr::AddK { dst, a: location.base, k: off as i32 }),
        }
    }

    /// Returns the index of the new value for a place.
    pub(super) fn new_value(&mut self, location: &Location<'m>) -> u32 {
        let layouts = &self.all.layouts;
        let size = layouts.size(location.ty);
        let template = match location.member {
            MemberOf::Field(id, index) => {
                let layout = &layouts.records[id.0 as usize];
                let field = &self.types().structs[id.0 as usize].fields[index as usize];
                let first = layout.fields[index as usize];
                match Storage::of_field(field) {
                    Storage::Inline => layout.template[first..first + size].to_vec(),
                    Storage::Flagged => layout.template[first + 1..first + 1 + size].to_vec(),
                    Storage::Pointer => layouts.template(self.types(), location.ty),
                }
            }
            MemberOf::Case(id, index) => layouts.cases[id.0 as usize][index as usize].clone(),
            MemberOf::None => layouts.template(self.types(), location.ty),
        };
        self.all.template(template)
    }

    /// Returns the index of the new value of a type.
    pub(super) fn template(&mut self, ty: &Type) -> u32 {
        let template = self.all.layouts.template(self.types(), ty);
        self.all.template(template)
    }

    /// Reads a native value into a register.
    pub(super) fn native(&mut self, expr: &'m Expr, dst: Reg) -> CompileResult<()> {
        match expr {
            Expr::Get(place) => {
                let Location { base, off, .. } = self.location(place)?.value()?;
                self.emit(Instr::Get { dst, base, off });
            }
            Expr::Len(place) => self.length(place, dst)?,
            Expr::Present(_) => self.truth(expr, dst)?,
            Expr::Case(place) => {
                let Location { base, off, .. } = self.location(place)?.value()?;
                self.emit(Instr::Get { dst, base, off });
            }
            Expr::Unknown { place, format } => self.unknown(place, format, dst)?,
            _ => return Err(IllFormed),
        }
        Ok(())
    }

    fn length(&mut self, place: &'m Place, dst: Reg) -> CompileResult<()> {
        let location = self.location(place)?.value()?;
        let Location { base, off, ty, .. } = location;
        match ty {
            Type::List(_) => self.emit(Instr::Get { dst, base, off: off + 1 }),
            Type::Map(_) => {
                self.settle(&location)?;
                self.emit(Instr::Get { dst, base, off: off + 1 });
            }
            Type::Array(_, len) => self.word(u64::from(*len), dst),
            _ => {
                let a = self.temp();
                self.emit(Instr::Get { dst: a, base, off });
                self.emit(Instr::BytesLen { dst, a });
            }
        }
        Ok(())
    }

    /// Returns a register that is not 0 if an optional is present: its flag, its address, or the case of its union.
    pub(super) fn presence(&mut self, place: &'m Place) -> CompileResult<Reg> {
        let Location { base, off, optional, ty, .. } = self.location(place)?;
        let dst = self.temp();
        self.emit(Instr::Get { dst, base, off });
        if let Type::Union(_) = ty {
            let absent = self.label();
            self.branch_word(dst, false, absent);
            self.emit(match optional {
                Some(Storage::Flagged) => Instr::Get { dst, base, off: off + 1 },
                _ => Instr::Get { dst, base: dst, off: 0 },
            });
            self.place_label(absent);
        }
        optional.map(|_| dst).ok_or(IllFormed)
    }

    fn unknown(&mut self, place: &'m Place, format: &str, dst: Reg) -> CompileResult<()> {
        let Location { base, off, ty, .. } = self.location(place)?.value()?;
        let Type::Struct(id) = ty else {
            return Err(IllFormed);
        };
        match self.all.layouts.records[id.0 as usize].unknown {
            Some(first) => {
                let literal = self.all.literal(format.as_bytes());
                self.emit(Instr::Unknown { dst, base, off: off + first as u32, literal });
            }
            None => self.word(0, dst),
        }
        Ok(())
    }

    /// Returns the kind of the value at a place.
    pub(super) fn kind_at(&self, place: &Place) -> Kind {
        match self.types().at(self.function, place).and_then(PlaceType::value) {
            Some(Type::Bool) => Kind::Bool,
            Some(Type::Int { signed: true, .. } | Type::Enum(_)) => Kind::Signed,
            Some(Type::Text { .. } | Type::Bytes | Type::FixedBytes(..)) => Kind::Bytes,
            Some(
                Type::Int { signed: false, .. }
                | Type::Float { .. }
                | Type::Struct(_)
                | Type::Union(_)
                | Type::List(_)
                | Type::Array(..)
                | Type::Map(_),
            )
            | None => Kind::Unsigned,
        }
    }
}
