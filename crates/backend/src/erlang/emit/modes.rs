//! Determines how each scalar that is read is used: one that only becomes a float field is read as a float, one that is
//! only sign-extended is read as a signed integer.

use polywire_ir::types::{Type, Types};
use polywire_ir::{Block, Expr, Function, Op, Order, PlaceType, ReadWhat, VarId};
use std::collections::{BTreeMap, HashMap};

/// How an integer is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As an unsigned integer.
    Unsigned,
    /// As a two's complement integer.
    Signed,
    /// As a float.
    Float,
}

/// Bytes loaded from a section: offset, width, and true for little-endian.
pub type LoadKey = (u32, u8, bool);

/// The facts of one function.
#[derive(Clone, Debug, Default)]
pub struct Modes {
    vars: HashMap<VarId, Mode>,
    loads: HashMap<VarId, BTreeMap<LoadKey, Mode>>,
}

impl Modes {
    /// The facts of a function.
    pub fn of(function: &Function, types: &Types) -> Self {
        let mut widths = HashMap::new();
        add_widths(&function.body, &mut widths);
        let mut scan = Scan { function, types, widths, modes: Self::default() };
        scan.block(&function.body);
        scan.modes
    }

    /// How the variable is used.
    pub fn var(&self, var: VarId) -> Mode {
        self.vars.get(&var).copied().unwrap_or(Mode::Unsigned)
    }

    /// The loads from a section, by offset.
    pub fn loads(&self, section: VarId) -> impl Iterator<Item = (LoadKey, Mode)> {
        self.loads.get(&section).into_iter().flatten().map(|(key, mode)| (*key, *mode))
    }
}

struct Scan<'f> {
    function: &'f Function,
    types: &'f Types,
    /// Width in bits of the reads that bind variables.
    widths: HashMap<VarId, u8>,
    modes: Modes,
}

impl Scan<'_> {
    fn block(&mut self, block: &Block) {
        block.ops.iter().for_each(|op| self.op(op));
        block.yields.iter().for_each(|value| self.expr(value, Mode::Unsigned));
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Set { place, value, .. } => {
                place.visit_indices(&mut |index| self.expr(index, Mode::Unsigned));
                let mode = self.set_mode(place);
                self.expr(value, mode);
            }
            _ => op.visit_exprs(&mut |expr| self.expr(expr, Mode::Unsigned)),
        }
        op.blocks().into_iter().for_each(|block| self.block(block));
    }

    fn set_mode(&self, place: &polywire_ir::Place) -> Mode {
        match self.types.at(self.function, place) {
            Some(PlaceType::Value(Type::Float { .. }) | PlaceType::Optional(Type::Float { .. })) => Mode::Float,
            _ => Mode::Unsigned,
        }
    }

    /// `mode` is the use of the expression's value.
    fn expr(&mut self, expr: &Expr, mode: Mode) {
        match expr {
            Expr::Var(var) => self.note_var(*var, mode),
            Expr::Load { section, offset, width, order } => self.note_load(*section, (*offset, *width), *order, mode),
            Expr::Wrap { bits, signed: true, value } => match &**value {
                Expr::Load { width, .. } if width * 8 == *bits => self.expr(value, Mode::Signed),
                Expr::Var(var) if self.widths.get(var) == Some(bits) => self.expr(value, Mode::Signed),
                _ => self.expr(value, Mode::Unsigned),
            },
            _ => expr.visit_children(&mut |child| self.expr(child, Mode::Unsigned)),
        }
    }

    fn note_var(&mut self, var: VarId, mode: Mode) {
        let known = self.modes.vars.entry(var).or_insert(mode);
        if *known != mode {
            *known = Mode::Unsigned;
        }
    }

    fn note_load(&mut self, section: VarId, (offset, width): (u32, u8), order: Order, mode: Mode) {
        let little = match order {
            Order::Little => true,
            Order::Big => false,
            Order::LittleIf(_) => return,
        };
        let loads = self.modes.loads.entry(section).or_default();
        let known = loads.entry((offset, width, little)).or_insert(mode);
        if *known != mode {
            *known = Mode::Unsigned;
        }
    }
}

fn add_widths(block: &Block, widths: &mut HashMap<VarId, u8>) {
    for op in &block.ops {
        if let Op::Read { what: ReadWhat::Int { width, .. }, results, .. } = op {
            widths.extend(results.iter().map(|var| (*var, width * 8)));
        }
        op.blocks().into_iter().for_each(|block| add_widths(block, widths));
    }
}
