use super::Text;
use super::name::{Names, Spellings};
use super::native::value_type;
use crate::text::syntax::{ident, order_suffix};
use crate::{Block, Carried, Datum, Expr, Function, Linkage, Op, Order, ParamKind, Place, SiteId, VarId, ops_of};

/// Prints a function.
pub(super) fn print(out: &mut Text, function: &Function, names: &Names<'_>) {
    let mut printer =
        Printer { names, function, spellings: Spellings::of(function), bound: vec![], out: Text::default() };
    let params = printer.params();
    printer.out.depth = out.depth;
    printer.block(&function.body);
    let results: Vec<String> = function.results.iter().map(|ty| value_type(ty, names)).collect();
    let mut head = format!("fn {}({params})", ident(&function.name));
    head += &if results.is_empty() { String::new() } else { format!(" -> ({})", results.join(", ")) };
    head += if function.nests { " nests" } else { "" };
    head += if function.rare { " rare" } else { "" };
    head += if function.trusting { " trusting" } else { "" };
    head += &match function.linkage {
        Linkage::Internal => String::new(),
        Linkage::Member(id) => format!(" member {}", names.record(id)),
        Linkage::Exported(id) => format!(" exported {}", names.record(id)),
        Linkage::Chooser => " chooser".to_owned(),
    };
    head += &printer.vars();
    out.line(&format!("{head} {{"));
    out.text.push_str(&printer.out.text);
    out.line("}");
}

/// Returns the variables in the order in which their bindings are printed.
pub(super) fn binding_order(function: &Function, names: &Names<'_>) -> Vec<VarId> {
    let mut printer =
        Printer { names, function, spellings: Spellings::of(function), bound: vec![], out: Text::default() };
    printer.params();
    printer.block(&function.body);
    printer.bound
}

/// The texts of parts of a function, for the text forms of what is made of it.
pub struct PartText<'a> {
    names: Names<'a>,
    function: &'a Function,
    spellings: Spellings,
}

impl<'a> PartText<'a> {
    pub(super) fn new(names: Names<'a>, function: &'a Function) -> Self {
        Self { names, function, spellings: Spellings::of(function) }
    }

    fn printer(&self) -> Printer<'_> {
        let (names, function, spellings) = (&self.names, self.function, self.spellings.clone());
        Printer { names, function, spellings, bound: vec![], out: Text::default() }
    }

    /// Returns a variable's name, unique in the function.
    pub fn var(&self, var: VarId) -> String {
        self.spellings.get(var)
    }

    /// Returns the text of an expression.
    pub fn expr(&self, expr: &Expr) -> String {
        self.printer().expr(expr)
    }

    /// Returns the text of a place.
    pub fn place(&self, place: &Place) -> String {
        self.printer().place(place)
    }

    /// Returns the text of a datum.
    pub fn datum(&self, datum: &Datum) -> String {
        self.printer().datum(datum)
    }
}

/// Prints the body of one function.
pub(super) struct Printer<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) function: &'a Function,
    spellings: Spellings,
    /// Variables in the order in which their bindings were printed.
    bound: Vec<VarId>,
    pub(super) out: Text,
}

impl Printer<'_> {
    fn params(&mut self) -> String {
        let function = self.function;
        let param = |kind, binding: String| match kind {
            ParamKind::Value => binding,
            ParamKind::Read => format!("read {binding}"),
            ParamKind::Build => format!("build {binding}"),
        };
        let params: Vec<_> = function.params.iter().map(|it| param(it.kind, self.bind(it.var))).collect();
        params.join(", ")
    }

    /// Prints the list of all variables if their order is not that of their bindings.
    fn vars(&self) -> String {
        let all: Vec<VarId> = (0..self.function.vars.len() as u32).map(VarId).collect();
        if self.bound == all {
            return String::new();
        }
        let bindings: Vec<String> = all.iter().map(|var| self.binding(*var)).collect();
        format!(" vars ({})", bindings.join(", "))
    }

    pub(super) fn var(&self, var: VarId) -> String {
        self.spellings.get(var)
    }

    fn binding(&self, var: VarId) -> String {
        let ty = self.function.vars.get(var.0 as usize).map(|var| &var.ty);
        match ty {
            None | Some(crate::ValueType::U64) => self.var(var),
            Some(ty) => format!("{}: {}", self.var(var), value_type(ty, self.names)),
        }
    }

    /// Prints a variable at its binding.
    pub(super) fn bind(&mut self, var: VarId) -> String {
        self.bound.push(var);
        self.binding(var)
    }

    pub(super) fn results(&mut self, results: &[VarId]) -> String {
        if results.is_empty() {
            return String::new();
        }
        let bindings: Vec<String> = results.iter().map(|var| self.bind(*var)).collect();
        format!(" -> {}", bindings.join(", "))
    }

    /// Prints carried variables, each with the result that receives its last value.
    pub(super) fn carry(&mut self, carried: &[Carried], results: &[VarId]) -> String {
        let mut parts = Vec::new();
        for (index, Carried { var, init }) in carried.iter().enumerate() {
            let (var, init) = (self.bind(*var), self.expr(init));
            let last = results.get(index).map_or_else(String::new, |last| format!(" -> {}", self.bind(*last)));
            parts.push(format!("{var} = {init}{last}"));
        }
        parts.extend(results.iter().skip(carried.len()).map(|last| format!("-> {}", self.bind(*last))));
        if parts.is_empty() { String::new() } else { format!(" carry ({})", parts.join(", ")) }
    }

    pub(super) fn scalar(&self, width: u8, order: Order) -> String {
        let bits = u32::from(width) * 8;
        match order {
            Order::Little if width == 1 => "u8".to_owned(),
            Order::Little | Order::Big => format!("u{bits}{}", order_suffix(order).unwrap_or_default()),
            Order::LittleIf(var) => format!("u{bits}[{}]", self.var(var)),
        }
    }

    pub(super) fn exprs<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> String {
        exprs.into_iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(", ")
    }

    /// Prints the ops and yields of a block, one level deeper.
    pub(super) fn block(&mut self, block: &Block) {
        self.out.depth += 1;
        block.ops.iter().for_each(|op| self.op(op));
        if !block.yields.is_empty() {
            let yields = self.exprs(&block.yields);
            self.line(format!("yield {yields}"));
        }
        self.out.depth -= 1;
    }

    pub(super) fn line(&mut self, line: String) {
        self.out.line(&line);
    }

    /// Prints `head { block } results suffix`.
    pub(super) fn braced(&mut self, head: String, block: &Block, results: &[VarId], suffix: &str) {
        self.line(format!("{head} {{"));
        self.block(block);
        let results = self.results(results);
        self.line(format!("}}{results}{suffix}"));
    }

    fn op(&mut self, op: &Op) {
        match op {
            ops_of!(control) => self.control(op),
            ops_of!(reading) => self.reading(op),
            ops_of!(building) => self.building(op),
            ops_of!(writing) => self.writing(op),
        }
    }
}

pub(super) fn site(site: SiteId) -> String {
    format!(" !{}", site.0)
}
