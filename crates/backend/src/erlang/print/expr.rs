use super::WIDTH;
use super::literal::{atom, quoted_bytes};
use crate::erlang::ast::{Callee, Clause, Ex, Failure, Var};
use crate::erlang::names::{enum_function, merge_function};
use polywire_ir::types::EnumId;
use polywire_srcgen as srcgen;
use polywire_srcgen::{Side, join};
use std::collections::BTreeMap;

/// Names for one function's clauses.
pub(super) struct Printer<'n> {
    pub variables: &'n BTreeMap<Var, String>,
    pub locals: &'n [String],
    pub enums: &'n [String],
}

const INDENT: &str = "    ";

impl Printer<'_> {
    /// Returns expressions separated by commas, one per line.
    pub fn body(&self, body: &[Ex]) -> String {
        if body.is_empty() {
            return "ok".to_owned();
        }
        join(body.iter().map(|ex| self.wrapped(ex)), ",\n")
    }

    /// Returns the expression, with its outermost list broken over lines if it is too long.
    fn wrapped(&self, ex: &Ex) -> String {
        let flat = self.flat(ex);
        let first = flat.lines().next().unwrap_or_default();
        if first.len() < WIDTH - 16 { flat } else { self.broken(ex).unwrap_or(flat) }
    }

    fn broken(&self, ex: &Ex) -> Option<String> {
        match ex {
            Ex::Bits(segments) => Some(fill("<<", &self.segments(segments), ">>")),
            Ex::Tuple(items) => Some(fill("{", &self.all(items), "}")),
            Ex::Call(callee, args) => {
                let (callee, args) = self.call(callee, args);
                Some(fill(&format!("{callee}("), &args, ")"))
            }
            Ex::Record(name, fields) => Some(fill(&format!("#{}{{", atom(name)), &self.fields(fields), "}")),
            Ex::Match(pattern, value) => {
                let pattern = self.wrapped(pattern);
                let value = self.wrapped(value);
                let long = pattern.len() + value.len() > WIDTH && !value.contains('\n');
                Some(if long { format!("{pattern} =\n{INDENT}{value}") } else { format!("{pattern} = {value}") })
            }
            Ex::Cons(head, tail) => Some(format!("[{}\n {INDENT}| {}]", self.wrapped(head), self.flat(tail))),
            _ => None,
        }
    }

    /// Returns the expression on one line, unless it branches.
    pub fn flat(&self, ex: &Ex) -> String {
        self.expr(ex).text
    }

    fn all(&self, items: &[Ex]) -> Vec<String> {
        items.iter().map(|item| self.flat(item)).collect()
    }

    fn fields(&self, fields: &[(String, Ex)]) -> Vec<String> {
        fields.iter().map(|(name, value)| format!("{} = {}", atom(name), self.flat(value))).collect()
    }

    fn expr(&self, ex: &Ex) -> srcgen::Expr {
        let text = match ex {
            Ex::Var(var) => self.variables.get(var).cloned().unwrap_or_else(|| format!("V{}", var.0)),
            Ex::Any => "_".to_owned(),
            Ex::Int(value) => integer(*value),
            Ex::Atom(name) => atom(name),
            Ex::Bytes(bytes) => quoted_bytes(bytes),
            Ex::Literal(text) => text.clone(),
            Ex::Tuple(items) => format!("{{{}}}", join(self.all(items), ", ")),
            Ex::Nil => "[]".to_owned(),
            Ex::Cons(head, tail) if **tail == Ex::Nil => format!("[{}]", self.flat(head)),
            Ex::Cons(head, tail) => format!("[{} | {}]", self.flat(head), self.flat(tail)),
            Ex::Record(name, fields) => format!("#{}{{{}}}", atom(name), join(self.fields(fields), ", ")),
            Ex::Call(callee, args) => {
                let (callee, args) = self.call(callee, args);
                format!("{callee}({})", join(args, ", "))
            }
            Ex::Binary(operator, left, right) => return self.infix(operator, left, right),
            Ex::Unary(operator, operand) => {
                return srcgen::Expr::prefix(&format!("{operator} "), 70, &self.expr(operand));
            }
            Ex::Bits(segments) => self.bits(segments),
            Ex::Case(subject, clauses) => self.case(subject, clauses),
            Ex::If(branches) => self.if_(branches),
            Ex::Match(pattern, value) => {
                let text = format!("{} = {}", self.flat(pattern), self.expr(value).within(10));
                return srcgen::Expr::new(text, 10);
            }
            Ex::Fail(failure, vars) => return self.fail(failure, vars),
        };
        srcgen::Expr::atom(text)
    }

    fn bits(&self, segments: &[crate::erlang::ast::Segment]) -> String {
        let text = join(self.segments(segments), ", ");
        if text.starts_with('<') { format!("<< {text}>>") } else { format!("<<{text}>>") }
    }

    fn infix(&self, operator: &str, left: &Ex, right: &Ex) -> srcgen::Expr {
        let (precedence, side) = precedence(operator);
        srcgen::Expr::infix(&self.expr(left), operator, precedence, side, &self.expr(right))
    }

    fn fail(&self, failure: &Failure, vars: &[Var]) -> srcgen::Expr {
        let call = match failure {
            Failure::Code(code, site) => format!("fail({code}, {site})"),
            Failure::Call(call) => self.flat(call),
        };
        let vars: Vec<Ex> = vars.iter().map(|var| Ex::Var(*var)).collect();
        if vars.is_empty() {
            return srcgen::Expr::atom(call);
        }
        srcgen::Expr::new(format!("{} = {call}", self.flat(&Ex::tuple(vars))), 10)
    }

    /// The called function and the arguments.
    fn call(&self, callee: &Callee, args: &[Ex]) -> (String, Vec<String>) {
        match (callee, args) {
            (Callee::Chooser(name), [module, args @ ..]) => {
                (format!("{}:{}", self.flat(module), atom(name)), self.all(args))
            }
            (callee, args) => (self.callee(callee), self.all(args)),
        }
    }

    fn callee(&self, callee: &Callee) -> String {
        match callee {
            Callee::Remote { module, name, .. } => format!("{module}:{name}"),
            Callee::Guard(name) => (*name).to_owned(),
            Callee::Helper(helper) => helper.name().to_owned(),
            Callee::Enum { id, to_number } => atom(&self.enum_function(*id, *to_number)),
            Callee::Merge(merge) => atom(&merge_function(merge)),
            Callee::Function(name) => atom(name),
            Callee::Member { module, name } => format!("{}:{}", atom(module), atom(name)),
            Callee::Chooser(name) => atom(name),
            Callee::Local(id) => atom(&self.locals[id.0 as usize]),
        }
    }

    fn enum_function(&self, id: EnumId, to_number: bool) -> String {
        let name = self.enums.get(id.0 as usize).map_or("enum", String::as_str);
        enum_function(name, to_number)
    }

    fn case(&self, subject: &Ex, clauses: &[Clause]) -> String {
        let clauses: Vec<String> = clauses
            .iter()
            .map(|clause| {
                let guard = clause.guard.as_ref().map_or_else(String::new, |it| format!(" when {}", self.guard(it)));
                self.branch(&format!("{}{guard} ->", self.flat(&clause.patterns[0])), &clause.body)
            })
            .collect();
        format!("case {} of\n{}\nend", self.flat(subject), indent(&join(clauses, ";\n")))
    }

    fn if_(&self, branches: &[(Ex, Vec<Ex>)]) -> String {
        let branches: Vec<String> =
            branches.iter().map(|(guard, body)| self.branch(&format!("{} ->", self.guard(guard)), body)).collect();
        format!("if\n{}\nend", indent(&join(branches, ";\n")))
    }

    /// Returns a guard as a conjunction with commas.
    pub fn guard(&self, guard: &Ex) -> String {
        match guard {
            Ex::Binary("andalso", left, right) => format!("{}, {}", self.guard(left), self.guard(right)),
            guard => self.flat(guard),
        }
    }

    fn branch(&self, head: &str, body: &[Ex]) -> String {
        let text = self.body(body);
        let short = body.iter().all(|ex| matches!(ex, Ex::Match(_, value) if value.is_atomic())) || body.len() <= 1;
        let joined = text.replace(",\n", ", ");
        if short && !joined.contains('\n') && head.len() + joined.len() < WIDTH - 16 {
            return format!("{head} {joined}");
        }
        format!("{}\n{}", broken_head(head), indent(&text))
    }
}

/// Breaks a clause's head at its bit pattern's segments if it is too long.
pub(super) fn broken_head(head: &str) -> String {
    if head.len() <= WIDTH {
        return head.to_owned();
    }
    let mut lines = vec![String::new()];
    for word in head.split_inclusive(", ") {
        let last = lines.len() - 1;
        if lines[last].len() + word.len() > WIDTH {
            lines.push(format!("{INDENT}{INDENT}{word}"));
        } else {
            lines[last].push_str(word);
        }
    }
    join(lines.iter().map(|line| line.trim_end()), "\n")
}

fn fill(open: &str, items: &[String], close: &str) -> String {
    let (mut text, mut line) = (open.to_owned(), open.len());
    for (index, item) in items.iter().enumerate() {
        let comma = if index + 1 == items.len() { "" } else { "," };
        if line + item.len() > WIDTH - 16 && index > 0 {
            text.push('\n');
            text.push_str(INDENT);
            line = INDENT.len();
        } else if index > 0 {
            text.push(' ');
        }
        text.push_str(&format!("{}{comma}", item.replace('\n', &format!("\n{INDENT}"))));
        line += item.len() + 2;
    }
    text + close
}

fn indent(text: &str) -> String {
    join(text.lines().map(|line| format!("{INDENT}{line}")), "\n")
}

fn integer(value: i128) -> String {
    if value > 0xffff { format!("16#{value:X}") } else { value.to_string() }
}

/// Erlang reference manual, operator precedence.
fn precedence(operator: &str) -> (u8, Side) {
    match operator {
        "*" | "div" | "rem" | "band" => (60, Side::Left),
        "+" | "-" | "bor" | "bxor" | "bsl" | "bsr" => (50, Side::Left),
        "=:=" | "=/=" | "<" | "=<" | ">" | ">=" => (30, Side::None),
        "andalso" => (20, Side::Both),
        "orelse" => (15, Side::Both),
        _ => (0, Side::None),
    }
}
