//! Building native values: `set`, `reset`, `open`, `push`, `fill`, `make`, `retain`.

use super::expr::integer_bits;
use super::item::{Hop, Item, Ref, Root};
use super::machine::{Frame, Machine, Outcome};
use super::place::PlaceInfo;
use crate::value::{Held, Unknown, cut_signed, cut_unsigned};
use crate::{Value, leaves};
use polywire_ir::types::{Type, Types};
use polywire_ir::{Block, Carried, ErrorCode, Expr, Op, Place, SiteId, UnknownKind, VarId, ops_of};

/// The parts of a loop that builds the elements of a list or array.
struct Filling<'m> {
    bind: VarId,
    index: VarId,
    body: &'m Block,
    carried: &'m [Carried],
}

impl<'m> Machine<'m> {
    pub(super) fn run_building(&mut self, frame: &mut Frame<'m>, op: &'m Op) -> Outcome<()> {
        match op {
            Op::Set { place, value, trusted, site } => self.run_set(frame, place, value, *trusted, *site),
            Op::Reset { place } => self.run_reset(frame, place),
            Op::Open { place, case, bind, created, body, results } => {
                let (to, is_new) = self.get_or_create(frame, place, *case)?;
                self.trace_element(&self.resolve(frame, place)?, &to);
                self.bind(frame, *bind, Item::Ref(to))?;
                self.bind(frame, *created, Item::Bool(is_new))?;
                self.trace_var(frame, *bind);
                self.run_into(frame, body, results).inspect_err(|_| self.blame_var(frame, *bind))?;
                self.trace_back();
                Ok(())
            }
            Op::Push { place, bind, body, results } => {
                let holder = self.resolve(frame, place)?;
                if let Some(Type::Map(entry)) = self.member_at(frame, place)?.ty {
                    let new = self.make(Value::new(&self.module.types, &Type::Struct(*entry)));
                    self.trace_element(&holder, &Ref::to(new));
                    self.bind(frame, *bind, Item::Ref(Ref::to(new)))?;
                    self.trace_var(frame, *bind);
                    self.run_into(frame, body, results)?;
                    self.trace_back();
                    return self.put_entry(frame, new, &holder);
                }
                let element = self.append(frame, place, &holder)?;
                self.trace_element(&holder, &element);
                self.bind(frame, *bind, Item::Ref(element))?;
                self.trace_var(frame, *bind);
                self.run_into(frame, body, results).inspect_err(|_| self.blame_var(frame, *bind))?;
                self.trace_back();
                Ok(())
            }
            Op::Fill { place, count, bind, index, body, carried, results } => {
                self.bind_first(frame, carried)?;
                let filling = Filling { bind: *bind, index: *index, body, carried };
                self.run_fill(frame, place, count, &filling)?;
                self.bind_last(frame, carried, results)
            }
            Op::Make { var, body, results } => self.run_make(frame, *var, body, results),
            Op::Retain { place, format, value } => self.run_retain(frame, place, format, value),
            Op::ReportUnknown { place, what, value } => self.run_report_unknown(frame, place, *what, value),
            ops_of!(control | reading | writing) => Err(self.internal(frame)),
        }
    }

    fn run_set(&mut self, frame: &Frame<'m>, place: &Place, source: &Expr, trusted: bool, site: SiteId) -> Outcome<()> {
        let item = self.eval(frame, source)?;
        let member = self.member_at(frame, place)?;
        if let (Some(Type::Text { verified: true }), Item::Bytes(bytes)) = (member.ty, &item)
            && !trusted
            && !leaves::utf8_valid(bytes)
        {
            let failure = self.fail(frame, ErrorCode::InvalidUtf8, site);
            failure.or_else(|failure| self.note_fault(failure))?;
        }
        let value = match member.ty {
            Some(ty) if !member.optional => {
                native(&self.module.types, ty, &item).ok_or_else(|| self.internal(frame))?
            }
            Some(_) => return Err(self.internal(frame)),
            None => member.new_value(&self.module.types),
        };
        let to = self.resolve(frame, place)?;
        self.trace_set(frame, (source, &item), &to, member.ty.map(|ty| (ty, &value)));
        self.put(&to, value).ok_or_else(|| self.internal(frame))
    }

    /// Stores a value at a reference; makes an optional present, or sets a case.
    fn put(&mut self, to: &Ref, value: Value) -> Option<()> {
        let mut holder = to.clone();
        match holder.hops.pop() {
            Some(Hop::Some) => *self.value_mut(&holder)? = value,
            Some(Hop::Case(case)) => match self.value_mut(&holder)? {
                Value::Union(held) => *held = Some(Box::new(Held { case, value })),
                _ => return None,
            },
            Some(Hop::Field(_) | Hop::At(_) | Hop::Entry(..)) | None => *self.value_mut(to)? = value,
        }
        Some(())
    }

    fn run_reset(&mut self, frame: &Frame<'m>, place: &Place) -> Outcome<()> {
        let member = self.member_at(frame, place)?;
        let new = if member.optional { Value::Absent } else { member.new_value(&self.module.types) };
        let to = self.resolve(frame, place)?;
        let internal = self.internal(frame);
        *self.value_mut(&to).ok_or(internal)? = new;
        Ok(())
    }

    /// Returns the value of an optional or of a union's case, and true if it is new.
    fn get_or_create(&mut self, frame: &Frame<'m>, place: &Place, case: Option<u32>) -> Outcome<(Ref, bool)> {
        let holder = self.member_at(frame, place)?;
        let types: &'m Types = &self.module.types;
        let (hop, new) = match (case, holder) {
            (None, PlaceInfo { optional: true, .. }) => (Hop::Some, holder.new_value(types)),
            (Some(case), PlaceInfo { ty: Some(Type::Union(id)), optional: false, .. }) => {
                let declared = types.union(*id).cases.get(case as usize).ok_or_else(|| self.internal(frame))?;
                let new = Value::of_case(types, declared);
                (Hop::Case(case), new)
            }
            _ => return Err(self.internal(frame)),
        };
        let to = self.resolve(frame, place)?;
        let is_new = match (self.value_of(&to), &hop) {
            (Some(Value::Absent), Hop::Some) => true,
            (Some(Value::Union(held)), Hop::Case(case)) => held.as_ref().is_none_or(|held| held.case != *case),
            (Some(_), _) => false,
            (None, _) => return Err(self.internal(frame)),
        };
        let to = to.hop(hop);
        if is_new {
            self.put(&to, new).ok_or_else(|| self.internal(frame))?;
        }
        Ok((to, is_new))
    }

    /// Appends a new element to the list at a place.
    fn append(&mut self, frame: &Frame<'m>, place: &Place, list: &Ref) -> Outcome<Ref> {
        let new = match self.member_at(frame, place)? {
            PlaceInfo { ty: Some(Type::List(element)), optional: false, .. } => Value::new(&self.module.types, element),
            _ => return Err(self.internal(frame)),
        };
        match self.value_mut(list) {
            Some(Value::List(elements)) => {
                elements.push(new);
                Ok(list.hop(Hop::At(elements.len() - 1)))
            }
            _ => Err(self.internal(frame)),
        }
    }

    /// Puts the most recently made entry into a map.
    fn put_entry(&mut self, frame: &Frame<'m>, made: Root, map: &Ref) -> Outcome<()> {
        let internal = self.internal(frame);
        let Some(Value::Struct(entry)) = self.take_made() else { return Err(internal) };
        let Ok([key, value]) = <[Value; 2]>::try_from(entry.fields) else { return Err(internal) };
        self.trace_entry(made, map, &key);
        self.unknown_parts.put_entry(self.made.len(), map, &key);
        let Some(Value::Map(entries)) = self.value_mut(map) else { return Err(internal) };
        entries.insert(key, value);
        Ok(())
    }

    /// Resets an array's element.
    fn renew(&mut self, frame: &Frame<'m>, array: &Ref, (index, ty): (u64, &Type)) -> Outcome<Ref> {
        let element = array.hop(Hop::At(index as usize));
        let new = Value::new(&self.module.types, ty);
        self.put(&element, new).ok_or_else(|| self.internal(frame))?;
        Ok(element)
    }
    fn run_fill(&mut self, frame: &mut Frame<'m>, place: &Place, count: &Expr, filling: &Filling<'m>) -> Outcome<()> {
        let count = self.eval_u64(frame, count)?;
        let holder = self.resolve(frame, place)?;
        let around = self.iteration();
        for index in 0..count {
            self.trace_iteration();
            self.bind(frame, filling.index, Item::U64(index))?;
            let element = match self.member_at(frame, place)?.ty {
                Some(Type::Map(entry)) => {
                    let new = self.make(Value::new(&self.module.types, &Type::Struct(*entry)));
                    self.trace_element(&holder, &Ref::to(new));
                    self.bind(frame, filling.bind, Item::Ref(Ref::to(new)))?;
                    self.trace_var(frame, filling.bind);
                    self.run_next(frame, filling.body, filling.carried)?;
                    self.trace_back();
                    self.put_entry(frame, new, &holder)?;
                    continue;
                }
                Some(Type::Array(element, _)) => self.renew(frame, &holder, (index, element))?,
                _ => self.append(frame, place, &holder)?,
            };
            self.bind(frame, filling.bind, Item::Ref(element))?;
            self.trace_var(frame, filling.bind);
            let outcome = self.run_next(frame, filling.body, filling.carried);
            outcome.inspect_err(|_| self.blame_var(frame, filling.bind))?;
            self.trace_back();
        }
        self.go_on_in(around);
        Ok(())
    }

    fn run_make(&mut self, frame: &mut Frame<'m>, var: VarId, body: &'m Block, results: &[VarId]) -> Outcome<()> {
        let ty = self.member_at(frame, &var.into())?.ty.ok_or_else(|| self.internal(frame))?;
        let made = self.make(Value::new(&self.module.types, ty));
        self.bind(frame, var, Item::Ref(Ref::to(made)))?;
        self.run_into(frame, body, results)
    }

    fn run_retain(&mut self, frame: &Frame<'m>, place: &Place, format: &str, value: &Expr) -> Outcome<()> {
        let bytes = self.eval_bytes(frame, value)?;
        let keeps = match self.member_at(frame, place)? {
            PlaceInfo { ty: Some(Type::Struct(id)), optional: false, .. } => {
                self.module.types.record(*id).keeps_unknown
            }
            _ => return Err(self.internal(frame)),
        };
        let to = self.resolve(frame, place)?;
        if keeps {
            self.trace_unknown(&bytes);
        }
        let Some(Value::Struct(record)) = self.value_mut(&to) else {
            return Err(self.internal(frame));
        };
        if keeps && !bytes.is_empty() {
            let kept = record.unknown.take().filter(|kept| kept.format == format);
            let mut kept = kept.unwrap_or_else(|| Unknown { format: format.to_owned(), bytes: Vec::new() });
            kept.bytes.extend_from_slice(&bytes);
            record.unknown = Some(kept);
            self.note_retained(to, &bytes);
        }
        Ok(())
    }

    fn run_report_unknown(&mut self, frame: &Frame<'m>, place: &Place, what: UnknownKind, value: &Expr) -> Outcome<()> {
        let bytes = self.eval_bytes(frame, value)?;
        let to = self.resolve(frame, place)?;
        self.trace_omitted(&bytes, &to);
        self.note_omitted(to, what, &bytes);
        Ok(())
    }
}

/// Converts a scalar, text or bytes to a value of its native type.
pub(super) fn native(types: &Types, ty: &Type, item: &Item) -> Option<Value> {
    match (ty, item) {
        (Type::Bool, Item::Bool(value)) => Some(Value::Bool(*value)),
        (Type::Int { bits, signed: true, .. }, item) => Some(Value::Int(cut_signed(integer_bits(item)?, *bits))),
        (Type::Int { bits, signed: false, .. }, item) => Some(Value::Uint(cut_unsigned(integer_bits(item)?, *bits))),
        (Type::Float { bits }, item) => Some(Value::Float(cut_unsigned(integer_bits(item)?, *bits))),
        (Type::Enum(id), item) => {
            let declared = types.enumeration(*id);
            let number = integer_bits(item)?;
            Some(Value::Enum(match declared.signed {
                true => cut_signed(number, declared.bits),
                false => cut_unsigned(number, declared.bits) as i64,
            }))
        }
        (Type::Text { .. }, Item::Bytes(bytes)) => Some(Value::Text(bytes.to_vec())),
        (Type::Bytes, Item::Bytes(bytes)) => Some(Value::Bytes(bytes.to_vec())),
        (Type::FixedBytes(len, _), Item::Bytes(bytes)) if bytes.len() == *len as usize => {
            Some(Value::Bytes(bytes.to_vec()))
        }
        (
            Type::Bool
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Struct(_)
            | Type::Union(_)
            | Type::List(_)
            | Type::Array(..)
            | Type::Map(_),
            _,
        ) => None,
    }
}
