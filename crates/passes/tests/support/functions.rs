//! Random decoders that compute with what they read, and store each of their variables.

use super::random::Random;
use polywire_ir::types::{FieldType, Name, StructId, StructType, Type, Types};
use polywire_ir::{
    BinaryOp, Block, Const, Entry, ErrorCode, Expr, FuncId, Function, Linkage, Module, Op, Order, Param, ParamKind,
    Place, PureLeaf, ReadWhat, SiteId, UnaryOp, ValueType, Var, VarId, Views,
};
use std::sync::Arc;

/// Returns a module of one decoder, and the variable stored in each field of its struct.
pub fn random_module(random: &mut Random) -> (Module, Vec<VarId>) {
    let value = Var { name: "v".to_owned(), ty: ValueType::Ref(Type::Struct(StructId(0))) };
    let mut maker = Maker { random, vars: vec![value], visible: Vec::new(), stored: Vec::new(), sites: 0 };
    let mut ops = Vec::new();
    for width in [1, 2, 4, 8, 1, 8] {
        let var = maker.fresh(ValueType::U64);
        let what = ReadWhat::Int { width, order: Order::Little };
        ops.push(Op::Read { what, results: vec![var], site: maker.site() });
        maker.store(var, &mut ops);
    }
    ops.extend(maker.ops(14, 2));
    let (vars, stored) = (maker.vars, maker.stored);
    let fields = stored.iter().map(|var| field(*var, &vars[var.0 as usize].ty)).collect();
    let record = StructType { name: name(), fields, keeps_unknown: false, is_entry: false, is_nullable: false };
    let decode = Function {
        name: "decode".to_owned(),
        params: vec![Param { var: VarId(0), kind: ParamKind::Build }],
        results: Vec::new(),
        vars,
        body: Block { ops, yields: Vec::new() },
        nests: false,
        rare: false,
        trusting: false,
        linkage: Linkage::Internal,
    };
    let entry =
        Entry { record: StructId(0), encode: None, decode: FuncId(0), validate: None, size: None, schema: None };
    let types = Arc::new(Types { structs: vec![record], ..Types::default() });
    let module = Module {
        format: "random".to_owned(),
        types,
        functions: vec![decode],
        entries: vec![entry],
        views: Views::default(),
    };
    (module, stored)
}

fn name() -> Name {
    Name { path: vec!["S".to_owned()], ..Name::default() }
}

fn field(var: VarId, ty: &ValueType) -> FieldType {
    let ty = match ty {
        ValueType::Bool => Type::Bool,
        ValueType::I64 => Type::int(64, true),
        _ => Type::int(64, false),
    };
    let (doc, default) = (String::new(), None);
    FieldType { name: format!("f{}", var.0), ty, optional: true, boxed: false, default, doc, deprecated: false }
}

const TYPES: [ValueType; 3] = [ValueType::U64, ValueType::I64, ValueType::Bool];

struct Maker<'r> {
    random: &'r mut Random,
    vars: Vec<Var>,
    /// Variables that can be used.
    visible: Vec<VarId>,
    stored: Vec<VarId>,
    sites: u32,
}

impl Maker<'_> {
    fn fresh(&mut self, ty: ValueType) -> VarId {
        self.vars.push(Var { name: format!("x{}", self.vars.len()), ty });
        VarId(self.vars.len() as u32 - 1)
    }

    fn site(&mut self) -> SiteId {
        self.sites += 1;
        SiteId(self.sites - 1)
    }

    /// Makes a variable visible and stores it in a field of its own.
    fn store(&mut self, var: VarId, ops: &mut Vec<Op>) {
        self.visible.push(var);
        let place = Place::from(VarId(0)).field(self.stored.len() as u32).some();
        self.stored.push(var);
        ops.push(Op::Set { place, value: var.into(), trusted: false, site: self.site() });
    }

    fn ops(&mut self, count: usize, depth: usize) -> Vec<Op> {
        let mut ops = Vec::new();
        for _ in 0..count {
            match self.random.below(12) {
                0 => {
                    let cond = self.expr(&ValueType::Bool, 2);
                    ops.push(Op::Check { cond, code: ErrorCode::OutOfRange, site: self.site() });
                }
                1 | 2 if depth > 0 => self.branch(depth, &mut ops),
                3 if depth > 0 => self.repeat(depth, &mut ops),
                _ => {
                    let ty = self.ty();
                    let value = self.expr(&ty, 3);
                    let var = self.fresh(ty);
                    ops.push(Op::Let { var, value });
                    self.store(var, &mut ops);
                }
            }
        }
        ops
    }

    fn ty(&mut self) -> ValueType {
        TYPES[self.random.below(TYPES.len())].clone()
    }

    /// A block that yields one value.
    fn block(&mut self, depth: usize, ty: &ValueType) -> Block {
        let outside = self.visible.len();
        let ops = self.ops(3, depth - 1);
        let yields = vec![self.expr(ty, 1)];
        self.visible.truncate(outside);
        Block { ops, yields }
    }

    fn branch(&mut self, depth: usize, ops: &mut Vec<Op>) {
        let (cond, ty) = (self.expr(&ValueType::Bool, 2), self.ty());
        let [then, other] = [(); 2].map(|()| self.block(depth, &ty));
        let result = self.fresh(ty);
        ops.push(Op::If { cond, then, other, results: vec![result] });
        self.store(result, ops);
    }

    /// A loop of a few turns with a carried value.
    fn repeat(&mut self, depth: usize, ops: &mut Vec<Op>) {
        let ty = self.ty();
        let (first, turns) = (self.expr(&ty, 1), self.random.below(4) as u64);
        let [index, last] = [(); 2].map(|()| self.fresh(ValueType::U64));
        let [carried, result] = [(); 2].map(|()| self.fresh(ty.clone()));
        let outside = self.visible.len();
        self.visible.extend([index, carried]);
        let mut body = self.block(depth, &ty);
        self.visible.truncate(outside);
        body.yields.insert(0, Expr::from(index) + 1_u64);
        let carried = [(index, 0_u64.into()), (carried, first)];
        let carried = carried.map(|(var, init)| polywire_ir::Carried { var, init }).to_vec();
        let cond = Expr::from(index).below(turns);
        ops.push(Op::Loop { carried, cond, body, results: vec![last, result] });
        self.store(last, ops);
        self.store(result, ops);
    }

    fn expr(&mut self, ty: &ValueType, depth: usize) -> Expr {
        if depth == 0 || self.random.one_in(5) {
            return self.operand(ty);
        }
        match ty {
            ValueType::Bool => self.condition(depth - 1),
            ValueType::I64 => self.integer(&ValueType::I64, &ValueType::U64, depth - 1),
            _ => match self.random.below(8) {
                0 => self.expr(&ValueType::Bool, depth - 1).as_int(),
                1 => Expr::Leaf(PureLeaf::VarintSize, vec![self.expr(ty, depth - 1)]),
                2 => Expr::Unary(UnaryOp::Complement, Box::new(self.expr(ty, depth - 1))),
                _ => self.integer(&ValueType::U64, &ValueType::I64, depth - 1),
            },
        }
    }

    /// A variable of the type, or a constant.
    fn operand(&mut self, ty: &ValueType) -> Expr {
        let of_type = |var: &&VarId| self.vars[var.0 as usize].ty == *ty;
        let found: Vec<VarId> = self.visible.iter().filter(of_type).copied().collect();
        if !found.is_empty() && !self.random.one_in(4) {
            return found[self.random.below(found.len())].into();
        }
        let edges = [0, 1, 2, 7, 8, 127, 128, 255, 256, 65535, u64::from(u32::MAX), i64::MAX as u64, 1 << 63, u64::MAX];
        let number = edges[self.random.below(edges.len())];
        Expr::Const(match ty {
            ValueType::Bool => Const::Bool(number & 1 == 1),
            ValueType::I64 => Const::I64(number as i64),
            _ => Const::U64(number),
        })
    }

    fn condition(&mut self, depth: usize) -> Expr {
        let compare = [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le];
        match self.random.below(8) {
            0 => !self.expr(&ValueType::Bool, depth),
            1 => self.expr(&ValueType::Bool, depth) & self.expr(&ValueType::Bool, depth),
            2 => self.expr(&ValueType::Bool, depth) | self.expr(&ValueType::Bool, depth),
            _ => {
                let ty = TYPES[self.random.below(2)].clone();
                let op = compare[self.random.below(compare.len())];
                Expr::Binary(op, Box::new(self.expr(&ty, depth)), Box::new(self.expr(&ty, depth)))
            }
        }
    }

    fn integer(&mut self, ty: &ValueType, other: &ValueType, depth: usize) -> Expr {
        use BinaryOp::{Add, And, Div, Mul, Or, Rem, Shl, Shr, Sub, Xor};
        let signed = *ty == ValueType::I64;
        match self.random.below(6) {
            0 => self.expr(other, depth).reinterpret(),
            1 => {
                let value = if self.random.one_in(2) { self.expr(other, depth) } else { self.expr(ty, depth) };
                Expr::Wrap { bits: self.random.below(64) as u8 + 1, signed, value: Box::new(value) }
            }
            2 => {
                let cond = self.expr(&ValueType::Bool, depth);
                cond.choose(self.expr(ty, depth), self.expr(ty, depth))
            }
            _ => {
                let ops = [Add, Sub, Mul, And, Or, Xor, Div, Rem, Shl, Shr];
                let op = ops[self.random.below(ops.len())];
                let left = self.expr(ty, depth);
                let right = match op {
                    Shl | Shr => (self.random.below(64) as u64).into(),
                    Div | Rem => self.divisor(signed),
                    _ => self.expr(ty, depth),
                };
                Expr::Binary(op, Box::new(left), Box::new(right))
            }
        }
    }

    fn divisor(&mut self, signed: bool) -> Expr {
        let divisors = [1, 2, 3, 8, 100, u64::MAX, i64::MAX as u64, 1 << 63];
        let divisor = divisors[self.random.below(divisors.len())];
        if signed { (divisor as i64).into() } else { divisor.into() }
    }
}
