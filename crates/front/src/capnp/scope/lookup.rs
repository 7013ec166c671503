//! Resolves names in expressions.

use super::{Level, LevelBindings, Named, ScopeEntry, ScopeId, Scopes, Source, Target, brand_of};
use crate::capnp::ast::{Argument, DeclKind, Expression, ExpressionKind, Word};
use crate::capnp::codes;
use crate::capnp::nodes::Type;
use polywire_source::{Diagnostic, Span};

/// Where a name is used.
#[derive(Clone, Copy)]
pub(in crate::capnp) struct At<'a> {
    pub scope: ScopeId,
    /// The type parameters of the enclosing method, if any, and the struct that declares them.
    pub implicit: &'a [Word],
    pub implicit_owner: Option<u64>,
}

impl At<'_> {
    pub fn new(scope: ScopeId) -> Self {
        Self { scope, implicit: &[], implicit_owner: None }
    }
}

/// Limit on a chain of aliases, which bounds the recursion and detects cycles.
const MAX_ALIASES: usize = 64;

/// Limit on the parts of a type: each alias can multiply those of the previous one.
const MAX_PARTS: usize = 10_000;

type Lookup<T> = Result<T, Box<Diagnostic>>;

impl<'a> Scopes<'a> {
    /// The type that an expression names.
    pub fn ty(&self, at: At<'_>, expression: &Expression) -> Lookup<Type> {
        let named = self.named(at, expression)?;
        self.to_type(&named, expression.span)
    }

    /// The meaning of an expression that is a name.
    pub fn named(&self, at: At<'_>, expression: &Expression) -> Lookup<Named> {
        self.find(at, expression, 0)
    }

    fn find(&self, at: At<'_>, expression: &Expression, aliases: usize) -> Lookup<Named> {
        let span = expression.span;
        if aliases == MAX_ALIASES {
            return Err(problem(codes::CYCLE, "the name refers to itself", span, "give it a target of its own"));
        }
        match &expression.kind {
            ExpressionKind::Relative(name) => self.relative(at, name, span, aliases),
            ExpressionKind::Absolute(name) => {
                let file = self.outwards(at.scope).last().unwrap_or(at.scope);
                let found = self.member(&self.inside(file), file, name, aliases)?;
                found.ok_or_else(|| self.unknown(name, span, self.names_in(file)))
            }
            ExpressionKind::Import(path) => self.import(at.scope, path, span),
            ExpressionKind::Member(parent, name) => self.member_of(at, (parent, name), aliases),
            ExpressionKind::Apply(generic, arguments) => {
                let named = self.find(at, generic, aliases)?;
                self.apply(at, (named, generic.span), (arguments, span), aliases)
            }
            ExpressionKind::Tuple(arguments) => match arguments.as_slice() {
                [Argument { name: None, value }] => self.find(at, value, aliases),
                _ => Err(not_a_name(span)),
            },
            ExpressionKind::Int(_)
            | ExpressionKind::Negative(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::Text(_)
            | ExpressionKind::Data(_)
            | ExpressionKind::Embed(_)
            | ExpressionKind::List(_) => Err(not_a_name(span)),
        }
    }

    fn relative(&self, at: At<'_>, name: &str, span: Span, aliases: usize) -> Lookup<Named> {
        if let Some(index) = position(at.implicit, name) {
            let ty = at.implicit_owner.map_or(Type::ImplicitParameter(index), |id| Type::Parameter(id, index));
            return Ok(Named::ty(ty));
        }
        for scope in self.outwards(at.scope) {
            let it = self.get(scope);
            if let Some(found) = self.member(&self.inside(scope), scope, name, aliases)? {
                return Ok(found);
            }
            if let Some(index) = position(it.params(), name) {
                return Ok(Named::ty(Type::Parameter(it.id, index)));
            }
        }
        built_in(name).ok_or_else(|| {
            let names = self.outwards(at.scope).flat_map(|scope| self.names_in(scope)).chain(BUILT_IN);
            self.unknown(name, span, names)
        })
    }

    /// Resolves a name in a scope whose type parameters are bound.
    fn member(&self, levels: &[Level], scope: ScopeId, name: &str, aliases: usize) -> Lookup<Option<Named>> {
        match self.get(scope).members.get(name) {
            None => Ok(None),
            Some(ScopeEntry::Scope(id)) => {
                let own = Level { scope: *id, bindings: LevelBindings::Unbound };
                let levels = [own].into_iter().chain(levels.iter().cloned()).collect();
                Ok(Some(Named { target: Target::Scope(*id), levels }))
            }
            Some(ScopeEntry::Using(target)) => {
                let named = self.find(At::new(scope), target, aliases + 1)?;
                Ok(Some(named.within(levels, self)))
            }
        }
    }

    fn member_of(&self, at: At<'_>, (parent, name): (&Expression, &Word), aliases: usize) -> Lookup<Named> {
        let named = self.find(at, parent, aliases)?;
        let Target::Scope(scope) = named.target else { return Err(self.unknown(&name.text, name.span, [])) };
        let found = self.member(&named.levels, scope, &name.text, aliases)?;
        found.ok_or_else(|| self.unknown(&name.text, name.span, self.names_in(scope)))
    }

    fn import(&self, scope: ScopeId, path: &str, span: Span) -> Lookup<Named> {
        let unit = self.units[self.get(scope).unit].imports.get(path).copied().flatten();
        let file = unit.and_then(|unit| self.file(unit));
        // The reason for the missing file has already been reported.
        let scope = file.ok_or_else(|| problem(codes::UNREADABLE_FILE, "this file cannot be loaded", span, ""))?;
        Ok(Named { target: Target::Scope(scope), levels: self.inside(scope) })
    }

    /// Returns the type parameters as seen from inside a scope.
    pub fn inside(&self, scope: ScopeId) -> Vec<Level> {
        self.outwards(scope).map(|scope| Level { scope, bindings: LevelBindings::Inherit }).collect()
    }

    fn apply(
        &self,
        at: At<'_>,
        (mut named, generic): (Named, Span),
        (arguments, span): (&[Argument], Span),
        aliases: usize,
    ) -> Lookup<Named> {
        if let Some(argument) = arguments.iter().find(|it| it.name.is_some()) {
            return Err(problem(codes::GENERIC, "type parameters cannot be named here", argument.value.span, ""));
        }
        let types = arguments.iter().map(|argument| {
            let named = self.find(at, &argument.value, aliases)?;
            self.to_type(&named, argument.value.span)
        });
        let types = types.collect::<Lookup<Vec<Type>>>()?;
        if types.iter().map(Type::parts).sum::<usize>() > MAX_PARTS {
            return Err(problem(codes::TOO_LARGE, "the type is too complex", span, "give it fewer parameters"));
        }
        match (&named.target, named.levels.first_mut()) {
            (Target::List, _) => return list_of(types, arguments, span),
            (Target::Scope(scope), Some(level)) if level.scope == *scope => {
                let wanted = self.get(*scope).params().len();
                check_arguments(wanted, &types, arguments, (&level.bindings, span))?;
                level.bindings = LevelBindings::Bound(types);
            }
            _ => return Err(problem(codes::GENERIC, "this has no type parameters", generic, "remove the parentheses")),
        }
        Ok(named)
    }

    /// The type that a name means.
    pub fn to_type(&self, named: &Named, span: Span) -> Lookup<Type> {
        let scope = match &named.target {
            Target::Type(ty) => return Ok(ty.clone()),
            Target::List => {
                return Err(problem(codes::GENERIC, "`List` has one type parameter", span, "write `List(Type)`"));
            }
            Target::Scope(scope) => self.get(*scope),
        };
        let brand = brand_of(&named.levels, self);
        match scope.source {
            Source::Decl(decl) => match decl.kind {
                DeclKind::Struct => Ok(Type::Struct(scope.id, brand)),
                DeclKind::Enum => Ok(Type::Enum(scope.id, brand)),
                DeclKind::Interface { .. } => Ok(Type::Interface(scope.id, brand)),
                _ => Err(not_a_type(scope.name(), span)),
            },
            Source::File(_) => Err(not_a_type(scope.name(), span)),
        }
    }

    fn names_in(&self, scope: ScopeId) -> impl Iterator<Item = &'a str> {
        self.get(scope).members.keys().copied()
    }

    fn unknown<'n>(&self, name: &str, span: Span, names: impl IntoIterator<Item = &'n str>) -> Box<Diagnostic> {
        let help = match self.suggestion(name, names) {
            Some(close) => format!("did you mean `{close}`?"),
            None => "declare it, or import the file that does: `import \"file.capnp\".Name`".to_owned(),
        };
        problem(codes::UNKNOWN_NAME, &format!("there is no `{name}` here"), span, &help)
    }
}

fn position(params: &[Word], name: &str) -> Option<u16> {
    params.iter().position(|param| param.text == name).map(|index| index as u16)
}

fn list_of(types: Vec<Type>, arguments: &[Argument], span: Span) -> Lookup<Named> {
    let [element] = <[Type; 1]>::try_from(types)
        .map_err(|_| problem(codes::GENERIC, "`List` has one type parameter", span, "write `List(Type)`"))?;
    if matches!(element, Type::AnyPointer | Type::AnyStruct | Type::Parameter(..) | Type::ImplicitParameter(_)) {
        let span = arguments.first().map_or(span, |it| it.value.span);
        let help = "use a list of structs that have such a field";
        return Err(problem(codes::GENERIC, "the elements of a list must have a known type", span, help));
    }
    Ok(Named::ty(Type::List(Box::new(element))))
}

fn check_arguments(
    wanted: usize,
    types: &[Type],
    arguments: &[Argument],
    (bindings, span): (&LevelBindings, Span),
) -> Lookup<()> {
    if wanted == 0 {
        return Err(problem(codes::GENERIC, "this has no type parameters", span, "remove the parentheses"));
    }
    if matches!(bindings, LevelBindings::Bound(_)) {
        return Err(problem(codes::GENERIC, "its type parameters are already given", span, "remove one of the lists"));
    }
    if wanted != types.len() {
        let message = format!("this has {wanted} type parameters, not {}", types.len());
        return Err(problem(codes::GENERIC, &message, span, "give one type for each"));
    }
    let data = types.iter().zip(arguments).find(|(ty, _)| !ty.is_pointer());
    match data {
        None => Ok(()),
        Some((_, argument)) => {
            let message = "a type parameter must be a pointer type: text, data, a list, a struct or an interface";
            Err(problem(codes::GENERIC, message, argument.value.span, "wrap the value in a struct"))
        }
    }
}

const BUILT_IN: [&str; 19] = [
    "Void",
    "Bool",
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
    "Float32",
    "Float64",
    "Text",
    "Data",
    "List",
    "AnyPointer",
    "AnyStruct",
    "AnyList",
    "Capability",
];

fn built_in(name: &str) -> Option<Named> {
    let int = |bits, signed| Type::Int { bits, signed };
    Some(Named::ty(match name {
        "Void" => Type::Void,
        "Bool" => Type::Bool,
        "Int8" => int(8, true),
        "Int16" => int(16, true),
        "Int32" => int(32, true),
        "Int64" => int(64, true),
        "UInt8" => int(8, false),
        "UInt16" => int(16, false),
        "UInt32" => int(32, false),
        "UInt64" => int(64, false),
        "Float32" => Type::Float32,
        "Float64" => Type::Float64,
        "Text" => Type::Text,
        "Data" => Type::Data,
        "AnyPointer" => Type::AnyPointer,
        "AnyStruct" => Type::AnyStruct,
        "AnyList" => Type::AnyList,
        "Capability" => Type::Capability,
        "List" => return Some(Named { target: Target::List, levels: Vec::new() }),
        _ => return None,
    }))
}

fn problem(code: polywire_source::Code, message: &str, span: Span, help: &str) -> Box<Diagnostic> {
    let problem = Diagnostic::error(code, message).at(span, "");
    Box::new(if help.is_empty() { problem } else { problem.help(help) })
}

fn not_a_name(span: Span) -> Box<Diagnostic> {
    problem(codes::NOT_A_TYPE, "this is not a declared name", span, "write a name")
}

fn not_a_type(name: &str, span: Span) -> Box<Diagnostic> {
    problem(codes::NOT_A_TYPE, &format!("`{name}` is not a type"), span, "name a struct, an enum or an interface")
}
