use super::links::{Links, with_links};
use super::modes::Modes;
use super::reopened::Reopened;
use crate::erlang::ast::Ex;
use crate::erlang::envelope::Convention;
use crate::erlang::names::{TypeNames, UNKNOWN, escaped};
use crate::outline::Calls;
use polywire_ir::types::{Literal, StructId, Type, Types};
use polywire_ir::{Effects, Expr, FuncId, Function, Linkage, Module, Op, SiteId, Sites, VarId, effects};
use std::collections::HashSet;

/// State shared by all functions of a module.
pub struct Shared<'m> {
    /// The module.
    pub module: &'m Module,
    /// Names of native types.
    pub names: &'m TypeNames,
    /// True if functions explain errors.
    pub traced: bool,
    /// Effects by function.
    pub effects: Vec<Effects>,
    /// The call graph.
    pub calls: Calls,
    /// Values that can be continued after they were built.
    pub reopened: Reopened,
    /// The shapes of values, if they differ from those in the headers.
    pub convention: Option<&'m Convention>,
    /// The modules of other schema files' functions.
    pub links: Links,
    modes: Vec<Modes>,
    whole: Vec<HashSet<VarId>>,
    input: Vec<bool>,
    sites: Sites,
    /// The functions of entries that encode.
    encoders: HashSet<FuncId>,
}

/// The implicit parameters and results of an Erlang function for an IR function.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// True if no function calls it: it starts at the start of the input or output, and returns only its value.
    pub alone: bool,
    /// The rest of the window.
    pub reads: bool,
    /// The region and the bytes after the window in it.
    pub region: bool,
    /// Position of the section.
    pub base: bool,
    /// Position of the stream.
    pub position: bool,
    /// Remaining nesting levels.
    pub depth: bool,
    /// Remaining budget.
    pub budget: bool,
    /// The memo.
    pub memo: bool,
    /// The settings chosen by the caller.
    pub settings: bool,
    /// The start of its region in the input, and the path of its place.
    pub trace: bool,
    /// Returns the section.
    pub section: bool,
    /// Returns its output to the stream.
    pub out: bool,
}

impl<'m> Shared<'m> {
    /// The facts of a module.
    pub fn of(module: &'m Module, names: &'m TypeNames, traced: bool) -> Self {
        let calls = Calls::of(module);
        Self {
            module,
            names,
            traced,
            effects: with_links(module, &calls, effects(module)),
            links: Links::default(),
            convention: None,
            modes: module.functions.iter().map(|function| Modes::of(function, &module.types)).collect(),
            whole: module.functions.iter().map(used_whole).collect(),
            input: uses_input(module, &calls),
            reopened: Reopened::of(module),
            encoders: module.entries.iter().filter_map(|entry| entry.encode).collect(),
            sites: Sites::of(module),
            calls,
        }
    }

    /// Native types.
    pub fn types(&self) -> &'m Types {
        &self.module.types
    }

    /// How scalars of a function are read.
    pub fn modes(&self, func: FuncId) -> &Modes {
        &self.modes[func.0 as usize]
    }

    /// Number of a site, unique in the module.
    pub fn site(&self, func: FuncId, site: SiteId) -> u32 {
        self.sites.number(func, site)
    }

    /// Returns true if a section is used other than by loads.
    pub fn is_used_whole(&self, func: FuncId, var: VarId) -> bool {
        self.whole[func.0 as usize].contains(&var)
    }

    /// The implicit parameters and results of the function.
    pub fn signature(&self, func: FuncId) -> Signature {
        let it = self.effects[func.0 as usize];
        let reads = it.reads || it.in_positions;
        let linked = self.linkage(func) != Linkage::Internal;
        let alone = self.calls.sites(func) == 0 && !linked;
        Signature {
            alone,
            reads: reads || alone && self.input[func.0 as usize],
            region: linked && reads
                || !alone && (it.in_positions || self.input[func.0 as usize] || self.traced && reads),
            trace: self.traced && !alone,
            base: it.section && it.out_positions,
            position: !alone && it.out_positions && (it.writes || it.section),
            depth: it.nests,
            budget: it.charges,
            memo: it.memo,
            settings: it.settings,
            section: it.section,
            // What an entry calls returns a message, even one without bytes.
            out: it.writes || self.encoders.contains(&func),
        }
    }

    /// Returns the names of a record's fields, including the one that keeps unknown fields.
    pub fn field_names(&self, id: StructId) -> Vec<String> {
        let record = self.types().record(id);
        let fields = record.fields.iter().map(|field| field.name.clone());
        fields.chain(record.keeps_unknown.then(|| UNKNOWN.to_owned())).collect()
    }

    /// Returns the name of one of these fields.
    pub fn field_name(&self, id: StructId, index: usize) -> &'m str {
        self.types().record(id).fields.get(index).map_or(UNKNOWN, |field| &field.name)
    }

    /// Value of a field of a new record.
    pub fn field_default(&self, id: StructId, index: usize) -> Ex {
        match self.types().record(id).fields.get(index) {
            None => Ex::atom("undefined"),
            Some(field) if field.optional => Ex::atom("undefined"),
            Some(field) => self.new_or(&field.ty, field.default.as_ref()),
        }
    }

    /// A new value of a type where the schema gives a default.
    pub fn new_or(&self, ty: &Type, default: Option<&Literal>) -> Ex {
        default.map_or_else(|| self.default_of(ty), |literal| self.literal(ty, literal))
    }

    /// A new value of a type.
    pub fn default_of(&self, ty: &Type) -> Ex {
        match ty {
            Type::Bool => Ex::atom("false"),
            Type::Int { .. } => Ex::Int(0),
            Type::Float { .. } => Ex::Literal("0.0".to_owned()),
            Type::Text { .. } | Type::Bytes => Ex::Bytes(vec![]),
            Type::FixedBytes(len, _) => Ex::Bytes(vec![0; *len as usize]),
            Type::Enum(id) => match self.types().enumeration(*id).members.first() {
                Some(member) => Ex::atom(escaped(&member.name)),
                None => Ex::Int(0),
            },
            Type::Struct(id) if self.types().record(*id).is_entry => {
                Ex::Tuple((0..2).map(|index| self.field_default(*id, index)).collect())
            }
            Type::Struct(id) if self.types().record(*id).is_nullable => Ex::atom("undefined"),
            Type::Struct(id) => Ex::Record(self.names.record(*id).to_owned(), vec![]),
            Type::Union(_) => Ex::atom("undefined"),
            Type::List(_) => Ex::Nil,
            Type::Map(_) => Ex::Literal("#{}".to_owned()),
            Type::Array(element, len) => {
                let element = self.default_of(element);
                Ex::pure("lists", "duplicate", vec![Ex::Int(i128::from(*len)), element])
            }
        }
    }

    /// A literal of the schema as a native value.
    fn literal(&self, ty: &Type, literal: &Literal) -> Ex {
        match (ty, literal) {
            (Type::Enum(id), Literal::Int(number)) => {
                let it = self.types().enumeration(*id);
                let member = it.members.iter().find(|member| it.integer(member.number) == *number);
                member.map_or(Ex::Int(*number), |member| Ex::atom(escaped(&member.name)))
            }
            (_, Literal::Bool(value)) => super::boolean::truth(*value),
            (Type::Float { .. }, Literal::Int(value)) => float(*value as f64),
            (_, Literal::Int(value)) => Ex::Int(*value),
            (_, Literal::Float(bits)) => float(f64::from_bits(*bits)),
            (_, Literal::Text(text)) => Ex::Bytes(text.as_bytes().to_vec()),
            (_, Literal::Bytes(bytes)) => Ex::Bytes(bytes.clone()),
        }
    }
}

fn float(value: f64) -> Ex {
    if value.is_nan() {
        return Ex::atom("nan");
    }
    if value.is_infinite() {
        return Ex::atom(if value > 0.0 { "infinity" } else { "-infinity" });
    }
    let text = format!("{value:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = if digits.contains('.') { digits.to_owned() } else { format!("{digits}.0") };
    Ex::Literal(if exponent == "0" { digits } else { format!("{digits}e{exponent}") })
}

fn used_whole(function: &Function) -> HashSet<VarId> {
    fn scan(ops: &[Op], yields: &[Expr], found: &mut HashSet<VarId>) {
        let mut note = |expr: &Expr| {
            expr.visit(&mut |expr| match expr {
                Expr::Var(var) => {
                    found.insert(*var);
                }
                Expr::Slice { section, .. } => {
                    found.insert(*section);
                }
                Expr::Load { section, order: polywire_ir::Order::LittleIf(_), .. } => {
                    found.insert(*section);
                }
                _ => {}
            });
        };
        ops.iter().for_each(|op| op.visit_exprs(&mut note));
        yields.iter().for_each(&mut note);
        for block in ops.iter().flat_map(Op::blocks) {
            scan(&block.ops, &block.yields, found);
        }
    }
    let mut found = HashSet::new();
    scan(&function.body.ops, &function.body.yields, &mut found);
    found
}

/// Returns, for each function, true if it uses the whole region, directly or by calls.
fn uses_input(module: &Module, calls: &Calls) -> Vec<bool> {
    fn mentions(ops: &[Op], yields: &[Expr]) -> bool {
        let mut found = false;
        let mut note = |expr: &Expr| expr.visit(&mut |expr| found |= matches!(expr, Expr::Input));
        ops.iter().for_each(|op| op.visit_exprs(&mut note));
        yields.iter().for_each(&mut note);
        found || ops.iter().flat_map(Op::blocks).any(|block| mentions(&block.ops, &block.yields))
    }
    let own = |function: &Function| mentions(&function.body.ops, &function.body.yields);
    let mut known: Vec<bool> = module.functions.iter().map(own).collect();
    calls.solve(|id| {
        let uses = calls.callees(id).iter().any(|callee| known[callee.0 as usize]);
        uses && !std::mem::replace(&mut known[id.0 as usize], true)
    });
    known
}
