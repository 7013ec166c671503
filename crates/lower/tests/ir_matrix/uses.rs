//! Lists the parts of the IR that a module uses.

use polywire_ir::{
    BinaryOp, Block, Expr, Miss, Module, Op, Order, Prefix, PureLeaf, ReadLeaf, ReadWhat, UnaryOp, WriteLeaf,
};
use std::collections::BTreeSet;
use std::fmt;

/// An op, or another part of the IR.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    Op(&'static str),
    Read(&'static str),
    Write(&'static str),
    Expr(&'static str),
    Feature(&'static str),
}

impl Use {
    pub fn group(&self) -> &'static str {
        match self {
            Self::Op(_) => "Ops",
            Self::Read(_) => "Reads",
            Self::Write(_) => "Writes",
            Self::Expr(_) => "Expressions",
            Self::Feature(_) => "Features of ops",
        }
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Op(name) | Self::Expr(name) | Self::Feature(name) => f.write_str(name),
            Self::Read(name) => write!(f, "read {name}"),
            Self::Write(name) => write!(f, "write {name}"),
        }
    }
}

const OPS: &[&str] = &[
    "let",
    "if",
    "switch",
    "loop",
    "call",
    "check",
    "charge",
    "read",
    "match",
    "window",
    "at",
    "section",
    "keyed",
    "set",
    "set_trusted",
    "reset",
    "open",
    "push",
    "fill",
    "make",
    "retain",
    "report_unknown",
    "write",
    "measured",
    "block",
    "put",
    "sub",
    "tail",
    "each",
    "memo",
    "scratch",
];

/// Returns everything that could be used, so that unused parts are visible.
pub fn all() -> BTreeSet<Use> {
    let ops = OPS.iter().map(|name| Use::Op(name));
    let reads = ["int", "span", "peek", "skip", "align"].into_iter();
    let reads = reads.chain(ReadLeaf::ALL.iter().map(|leaf| leaf.name())).map(Use::Read);
    let writes = ["int", "bytes", "span", "zeros", "align"].into_iter();
    let writes = writes.chain(WriteLeaf::ALL.iter().map(|leaf| leaf.name())).map(Use::Write);
    ops.chain(reads).chain(writes).chain(PureLeaf::ALL.iter().map(|leaf| Use::Expr(leaf.name()))).collect()
}

/// The parts of the IR that a module uses.
pub fn uses(module: &Module) -> BTreeSet<Use> {
    let mut found = BTreeSet::new();
    // Functions that a module takes from another format count there.
    let linked = |name: &str| polywire_lower::FORMATS.iter().any(|it| name.starts_with(&format!("{}_", it.name)));
    for function in module.functions.iter().filter(|function| !linked(&function.name)) {
        if function.nests {
            found.insert(Use::Feature("nests"));
        }
        block(&function.body, &mut found);
    }
    if module.entries.iter().any(|entry| entry.schema.is_some()) {
        found.insert(Use::Feature("run-time schema"));
    }
    found
}

fn block(it: &Block, found: &mut BTreeSet<Use>) {
    for op in &it.ops {
        found.insert(Use::Op(op.name()));
        match op {
            Op::Read { what, .. } => found.insert(Use::Read(what.name())),
            Op::Write { what } | Op::Put { what, .. } => found.insert(Use::Write(what.name())),
            _ => false,
        };
        features(op, found);
        op.visit_exprs(&mut |outer| exprs(outer, found));
        op.blocks().into_iter().for_each(|inner| block(inner, found));
    }
    it.yields.iter().for_each(|outer| exprs(outer, found));
}

fn features(op: &Op, found: &mut BTreeSet<Use>) {
    let mut add = |name| {
        found.insert(Use::Feature(name));
    };
    match op {
        Op::Read { what: ReadWhat::Int { order: Order::LittleIf(_), .. }, .. } => add("byte order known at run time"),
        Op::Match { miss: Miss::Yield(_), .. } => add("match that yields"),
        Op::Keyed { arms, .. } if arms.iter().any(|arm| !arm.label.is_empty()) => {
            add("keyed with literals");
        }
        Op::Measured { prefix: Prefix::Int { .. }, .. } => add("measured by an integer"),
        Op::Measured { prefix: Prefix::Varint, .. } => add("measured by a varint"),
        Op::Each { stride, ordered, .. } => {
            if stride.is_some() {
                add("each with a stride");
            }
            if ordered.is_some() {
                add("each in order of a key");
            }
        }
        _ => {}
    }
}

fn exprs(outer: &Expr, found: &mut BTreeSet<Use>) {
    outer.visit(&mut |expr| {
        found.insert(Use::Expr(name(expr)));
    });
}

fn name(expr: &Expr) -> &'static str {
    match expr {
        Expr::Const(_) => "constant",
        Expr::Var(_) => "variable",
        Expr::Get(_) => "place",
        Expr::Len(_) => "len",
        Expr::Present(_) => "present",
        Expr::Case(_) => "case",
        Expr::Unknown { .. } => "unknown",
        Expr::Unary(UnaryOp::Not, _) => "not",
        Expr::Unary(UnaryOp::Complement, _) => "complement",
        Expr::Unary(UnaryOp::Reinterpret, _) => "reinterpret",
        Expr::Binary(op, ..) => match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => "sums and products",
            BinaryOp::Div | BinaryOp::Rem => "quotients",
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => "bitwise",
            BinaryOp::Shl | BinaryOp::Shr => "shifts",
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => "comparisons",
        },
        Expr::Select(..) => "select",
        Expr::Wrap { .. } => "wrap",
        Expr::OfBool(_) => "int of a bool",
        Expr::IsMember(..) => "member",
        Expr::Leaf(leaf, _) => leaf.name(),
        Expr::Load { .. } => "load",
        Expr::Slice { .. } => "slice",
        Expr::BytesLen(_) => "size",
        Expr::Since(_) => "since",
        Expr::Pos => "@pos",
        Expr::Left => "@left",
        Expr::Input => "@input",
        Expr::Base => "@base",
        Expr::Tail => "@tail",
        Expr::Setting(_) => "setting",
    }
}
