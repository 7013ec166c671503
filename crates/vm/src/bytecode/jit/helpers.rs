//! Helpers that machine code calls: the methods of [`Machine`] that the bytecode loop also calls.

use crate::bytecode::instr::Instr;
use crate::bytecode::run::{Machine, Step, divide, remainder};
use crate::bytecode::span::{Space, Span};
use crate::{leaves, limits};
use polywire_ir::{ErrorCode, ReadLeaf, WriteLeaf};

/// A function to call with the machine, the index of the instruction and up to three operands. It returns 0 or a
/// [`status`]; its results are stored in the context.
pub struct Helper {
    pub run: Run,
    pub effect: Effect,
}

/// The signature of helpers.
pub type Run = extern "C" fn(*mut Machine<'_>, u32, u64, u64, u64) -> u64;

/// The low bits of a status hold the error's number; the bits above, the index of the failed instruction.
pub const CODE_BITS: u32 = 8;

/// Encodes an error and the failed instruction as one number.
pub const fn status(code: ErrorCode, pc: u32) -> u64 {
    (pc as u64) << CODE_BITS | code as u64
}

/// The effect of a helper on state that machine code caches outside of the machine. Any helper may make bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// None, and it makes no bytes.
    Nothing,
    /// The arena's slots.
    Slots,
    /// The cursor, within its window.
    Cursor,
    /// The region that is read.
    Region,
    /// The cursor and the arena's slots.
    Elements,
    /// The output.
    Output,
    /// The output's memory, but not its contents.
    Memory,
}

impl Effect {
    pub const fn reads(self) -> bool {
        matches!(self, Self::Cursor | Self::Region | Self::Elements)
    }

    pub const fn writes(self) -> bool {
        matches!(self, Self::Output | Self::Memory)
    }

    const fn builds(self) -> bool {
        matches!(self, Self::Slots | Self::Elements)
    }
}

/// Operands of a helper.
type Operands = [u64; 3];

macro_rules! helpers {
    ($($name:ident: $effect:ident -> $results:literal, |$machine:ident, $pc:ident, $operands:pat_param, $values:ident| $body:expr;)*) => {
        $(pub const $name: Helper = {
            fn step($machine: &mut Machine<'_>, $pc: u32, $operands: Operands, $values: &mut [u64; $results]) -> Step<()> {
                $body
            }
            extern "C" fn run(machine: *mut Machine<'_>, pc: u32, a: u64, b: u64, c: u64) -> u64 {
                match call(machine, Effect::$effect, |machine, values| step(machine, pc, [a, b, c], values)) {
                    Ok(()) => 0,
                    Err(code) => status(code, pc),
                }
            }
            Helper { run, effect: Effect::$effect }
        };)*
    };
}

/// Runs a step in the middle of machine code.
#[inline(always)]
fn call<const RESULTS: usize>(
    machine: *mut Machine<'_>,
    effect: Effect,
    step: impl FnOnce(&mut Machine<'_>, &mut [u64; RESULTS]) -> Step<()>,
) -> Step<()> {
    // SAFETY: `MachineCode::run` made the pointer from a unique reference, which is not used while the code runs.
    let machine = unsafe { &mut *machine };
    if effect.writes() {
        // SAFETY: The code meets the requirements.
        unsafe { machine.settle_output() };
    }
    if effect.builds() {
        // SAFETY: As above.
        unsafe { machine.settle_slots() };
    }
    let mut values = [0; RESULTS];
    let outcome = step(machine, &mut values);
    machine.vm_context.values[..RESULTS].copy_from_slice(&values);
    if effect.writes() {
        machine.publish_output();
    }
    if effect.builds() {
        machine.publish_slots();
    }
    if effect == Effect::Region {
        machine.publish_space();
    } else if effect != Effect::Nothing && machine.reader.space != Space::Input {
        machine.publish_moved_space();
    }
    outcome?;
    if effect == Effect::Region && !machine.is_inside() {
        return Err(ErrorCode::Internal);
    }
    Ok(())
}

/// Extracts the operands of an instruction that are not registers.
macro_rules! instr {
    ($machine:ident, $pc:ident, $pattern:pat) => {
        let Some(&$pattern) = $machine.program.code.get($pc as usize) else {
            return Err(ErrorCode::Internal);
        };
    };
}

helpers! {
    // Values
    DIVIDE: Nothing -> 1, |_machine, _pc, [a, b, _], values| { values[0] = divide(a as i64, b as i64) as u64; Ok(()) };
    REMAINDER: Nothing -> 1, |_machine, _pc, [a, b, _], values| { values[0] = remainder(a as i64, b as i64) as u64; Ok(()) };
    EQ_BYTES: Nothing -> 1, |machine, _pc, [a, b, _], values| {
        values[0] = u64::from(machine.bytes(Span(a)) == machine.bytes(Span(b)));
        Ok(())
    };
    LOAD: Nothing -> 1, |machine, pc, [section, ..], values| {
        instr!(machine, pc, Instr::Load { offset, width, big, .. });
        values[0] = machine.load_section(section, offset, width, big)?;
        Ok(())
    };
    IS_MEMBER: Nothing -> 1, |machine, _pc, [number, table, _], values| {
        values[0] = u64::from(machine.is_member(number as i64, table as u32));
        Ok(())
    };
    UTF8_VALID: Nothing -> 1, |machine, _pc, [span, ..], values| {
        values[0] = u64::from(leaves::utf8_valid(machine.bytes(Span(span))));
        Ok(())
    };
    IS_ASCII: Nothing -> 1, |machine, _pc, [span, ..], values| {
        values[0] = u64::from(leaves::is_ascii(machine.bytes(Span(span))));
        Ok(())
    };
    UNTIL_NUL: Nothing -> 1, |machine, _pc, [span, ..], values| { values[0] = machine.until_nul(span); Ok(()) };
    SETTING: Nothing -> 1, |machine, pc, _operands, values| {
        instr!(machine, pc, Instr::Setting { setting, .. });
        values[0] = u64::from(limits::setting(&machine.limits, setting));
        Ok(())
    };
    DECIMAL_FLOAT: Nothing -> 1, |machine, _pc, [span, bits, _], values| {
        values[0] = machine.decimal_float(span, bits as u8);
        Ok(())
    };
    SWITCH_BYTES: Nothing -> 1, |machine, _pc, [key, table, _], values| {
        values[0] = u64::from(machine.switch_bytes(Span(key), table as u32)?);
        Ok(())
    };

    // Reading
    READ: Cursor -> 1, |machine, pc, _operands, values| {
        instr!(machine, pc, Instr::Read { leaf, .. });
        values[0] = machine.read_leaf(leaf)?;
        Ok(())
    };
    READ_JSON_STRING: Cursor -> 1, |machine, _pc, _operands, values| {
        values[0] = machine.read_leaf(ReadLeaf::JsonString)?;
        Ok(())
    };
    READ_JSON_FLOAT64: Cursor -> 1, |machine, _pc, _operands, values| {
        values[0] = machine.read_leaf(ReadLeaf::JsonFloat64)?;
        Ok(())
    };
    READ_JSON_INT: Cursor -> 1, |machine, _pc, _operands, values| {
        values[0] = machine.read_leaf(ReadLeaf::JsonInt)?;
        Ok(())
    };
    READ_JSON_UINT: Cursor -> 1, |machine, _pc, _operands, values| {
        values[0] = machine.read_leaf(ReadLeaf::JsonUint)?;
        Ok(())
    };
    READ_VARINT: Cursor -> 1, |machine, _pc, _operands, values| { values[0] = machine.read_varint()?; Ok(()) };
    SKIP_WHILE: Cursor -> 0, |machine, _pc, [set, ..], _values| {
        machine.skip_while(set as u32);
        Ok(())
    };
    READ_ALIGN: Cursor -> 0, |machine, _pc, [to, from, _], _values| machine.read_align(to, from);
    MATCH: Cursor -> 0, |machine, pc, _operands, _values| {
        instr!(machine, pc, Instr::Match { literal, code });
        machine.expect(literal, code)
    };
    MATCHES: Cursor -> 1, |machine, _pc, [literal, ..], values| {
        values[0] = u64::from(machine.matches(literal as u32));
        Ok(())
    };
    SINCE: Cursor -> 1, |machine, _pc, [from, ..], values| { values[0] = machine.since(from); Ok(()) };
    PUSH_VARINTS: Elements -> 0, |machine, pc, [list, ..], _values| {
        instr!(machine, pc, Instr::PushVarints { map, .. });
        machine.push_varints(list as usize, map)
    };
    ENTER_AT: Region -> 3, |machine, _pc, [region, pos, _], values| {
        values[..3].copy_from_slice(&machine.enter_at(Span(region), pos)?);
        Ok(())
    };
    LEAVE_AT: Region -> 0, |machine, _pc, saved, _values| { machine.leave_at(saved); Ok(()) };
    SECTION: Slots -> 1, |machine, pc, [region, pos, len], values| {
        instr!(machine, pc, Instr::Section { table, .. });
        values[0] = machine.section(Span(region), pos, len, table)?;
        Ok(())
    };

    // Native values
    MORE_SLOTS: Slots -> 0, |machine, _pc, [count, ..], _values| {
        machine.arena.slots().reserve(count as usize);
        Ok(())
    };
    MAKE: Slots -> 1, |machine, _pc, [template, ..], values| {
        values[0] = machine.arena.alloc(machine.template(template as u32)) as u64;
        Ok(())
    };
    UNKNOWN: Slots -> 1, |machine, _pc, [at, literal, _], values| {
        values[0] = machine.unknown(at as usize, literal as u32);
        Ok(())
    };
    LASTING: Slots -> 1, |machine, _pc, [span, ..], values| { values[0] = machine.lasting(span)?; Ok(()) };
    CHECK_UTF8: Nothing -> 0, |machine, _pc, [span, ..], _values| machine.check_utf8(span);
    RESET: Slots -> 0, |machine, _pc, [at, template, _], _values| {
        machine.arena.reset(at as usize, machine.template(template as u32));
        Ok(())
    };
    OPEN_FLAGGED: Slots -> 2, |machine, _pc, [at, template, _], values| {
        opened(machine.open_flagged(at as usize, template as u32), values)
    };
    OPEN_CASE: Slots -> 2, |machine, _pc, [at, table, _], values| {
        opened(machine.open_case(at as usize, table as u32), values)
    };
    PUSH: Slots -> 1, |machine, _pc, [list, template, _], values| {
        values[0] = machine.arena.push(list as usize, machine.template(template as u32)) as u64;
        Ok(())
    };
    PUSH_WORD: Slots -> 0, |machine, _pc, [list, word, _], _values| {
        machine.arena.push_word(list as usize, word);
        Ok(())
    };
    RETAIN: Slots -> 0, |machine, pc, [at, span, _], _values| {
        instr!(machine, pc, Instr::Retain { literal, .. });
        machine.retain(at as usize, span, literal)
    };
    REPORT_UNKNOWN: Nothing -> 0, |machine, _pc, _operands, _values| {
        machine.arena.reports_unknown = true;
        Ok(())
    };
    SETTLE: Slots -> 0, |machine, _pc, [map, table, _], _values| machine.settle(map as usize, table as u32);
    ENTER_SORTED: Slots -> 4, |machine, _pc, [list, table, _], values| {
        values[..4].copy_from_slice(&machine.enter_sorted(list as usize, table as u32)?);
        Ok(())
    };
    NEXT_SORTED: Nothing -> 5, |machine, _pc, [index, count, start], values| {
        let (item, goes_on) = machine.next_sorted(index, count, start);
        values[..4].copy_from_slice(&item);
        values[4] = u64::from(goes_on);
        Ok(())
    };

    // Writing
    // The call itself sees to it.
    MORE_OUTPUT: Memory -> 0, |_machine, _pc, _operands, _values| Ok(());
    WRITE: Output -> 0, |machine, pc, [value, ..], _values| {
        instr!(machine, pc, Instr::Write { leaf, .. });
        machine.write_leaf(leaf, value);
        Ok(())
    };
    WRITE_DECIMAL_INT: Output -> 0, |machine, _pc, [value, ..], _values| {
        machine.write_leaf(WriteLeaf::DecimalInt, value);
        Ok(())
    };
    WRITE_DECIMAL_UINT: Output -> 0, |machine, _pc, [value, ..], _values| {
        machine.write_leaf(WriteLeaf::DecimalUint, value);
        Ok(())
    };
    WRITE_JSON_FLOAT64: Output -> 0, |machine, _pc, [value, ..], _values| {
        machine.write_leaf(WriteLeaf::JsonFloat64, value);
        Ok(())
    };
    WRITE_JSON_STRING: Output -> 0, |machine, _pc, [value, ..], _values| {
        machine.write_leaf(WriteLeaf::JsonString, value);
        Ok(())
    };
    WRITE_VARINT: Output -> 0, |machine, _pc, [value, ..], _values| {
        leaves::write_varint(value, &mut machine.out);
        Ok(())
    };
    WRITE_VARINTS: Output -> 0, |machine, _pc, [list, zigzag, _], _values| {
        machine.write_varints(list as usize, zigzag != 0);
        Ok(())
    };
    WRITE_LITERAL: Output -> 0, |machine, _pc, [literal, ..], _values| {
        machine.out.extend_from_slice(machine.literal(literal as u32));
        Ok(())
    };
    WRITE_SPAN: Output -> 0, |machine, _pc, [span, ..], _values| { machine.write_span(span); Ok(()) };
    WRITE_ZEROS: Output -> 0, |machine, _pc, [count, ..], _values| machine.write_zeros(count);
    WRITE_ALIGN: Output -> 0, |machine, _pc, [from, to, _], _values| machine.write_align(to as u32, from);
    PUT_INT: Output -> 0, |machine, pc, [value, ..], _values| {
        instr!(machine, pc, Instr::PutInt { offset, width, big, .. });
        machine.put_int(offset, value, width, big)
    };
    PUT_SPAN: Output -> 0, |machine, _pc, [span, offset, _], _values| machine.put_span(offset as u32, span);
    ENTER_MEASURE: Output -> 2, |machine, _pc, [table, ..], values| {
        values[..2].copy_from_slice(&machine.enter_measure(table as u32));
        Ok(())
    };
    LEAVE_MEASURE: Output -> 0, |machine, pc, [start, reserved, little], _values| {
        instr!(machine, pc, Instr::MeasureLeave { table, .. });
        if start.checked_add(reserved).is_none_or(|body| body > machine.out.len() as u64) {
            return Err(ErrorCode::Internal);
        }
        machine.leave_measure([start, reserved], little, table)
    };
    ENTER_BLOCK: Output -> 1, |machine, _pc, [size, ..], values| { values[0] = machine.enter_block(size)?; Ok(()) };
    RECALL: Nothing -> 2, |machine, _pc, [key, ..], values| {
        let position = machine.recall(key);
        values[..2].copy_from_slice(&[u64::from(position.is_some()), position.unwrap_or(0)]);
        Ok(())
    };
    REMEMBER: Nothing -> 0, |machine, _pc, [key, position, _], _values| { machine.remember(key, position); Ok(()) };
    ENTER_SCRATCH: Output -> 0, |machine, _pc, _operands, _values| { machine.enter_scratch(); Ok(()) };
    LEAVE_SCRATCH: Output -> 2, |machine, _pc, _operands, values| { values[0] = machine.leave_scratch()?; Ok(()) };
}

/// Returns the address of an opened value, and true if it is new.
fn opened((address, created): (u64, bool), values: &mut [u64; 2]) -> Step<()> {
    values[..2].copy_from_slice(&[address, u64::from(created)]);
    Ok(())
}
