use crate::{Decl, DeclId, DeclKind, FieldId, Model, Struct, Type, Union};
use polywire_source::{Code, Diagnostic, FileId, Span, closest};
use std::collections::{BTreeMap, BTreeSet};

/// The fields that a decoder reads; by default all.
///
/// For each struct, a selection lists the selected fields, wherever a value of the struct occurs. A partly selected
/// struct keeps no unknown fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The selected fields of partly selected structs.
    partial: BTreeMap<DeclId, BTreeSet<FieldId>>,
}

impl Selection {
    /// Builds a selection from paths separated by commas, starting at the struct `root`: `id,wallet.amount`. Each step
    /// is a field or a case of a union. The fields along a path are selected, and everything below its end. Errors
    /// refer to `file`.
    pub fn of_paths(model: &Model, root: DeclId, paths: &str, file: FileId) -> Result<Self, Vec<Diagnostic>> {
        let none = Paths { model, file, whole: BTreeSet::new(), wanted: nothing(model), problems: Vec::new() };
        let mut paths = none.all(root, paths);
        if !paths.problems.is_empty() {
            return Err(paths.problems);
        }
        paths.wanted.retain(|id, _| !paths.whole.contains(id));
        Ok(Self { partial: paths.wanted })
    }

    /// Restricts a struct to these fields.
    pub fn only(mut self, owner: DeclId, fields: impl IntoIterator<Item = FieldId>) -> Self {
        self.partial.insert(owner, fields.into_iter().collect());
        self
    }

    /// The same selection in a part of the model, given what its declarations were in the whole.
    pub fn in_part(&self, origins: &[DeclId]) -> Self {
        let ids = origins.iter().zip((0..).map(DeclId));
        let partial = ids.filter_map(|(origin, id)| Some((id, self.partial.get(origin)?.clone())));
        Self { partial: partial.collect() }
    }

    /// Returns true if all fields are selected.
    pub fn is_all(&self) -> bool {
        self.partial.is_empty()
    }

    /// Returns the selected fields of a struct, or `None` for all of them.
    pub fn of(&self, owner: DeclId) -> Option<&BTreeSet<FieldId>> {
        self.partial.get(&owner)
    }
}

/// Selects no field of any struct, except entries of maps, which paths pass through.
fn nothing(model: &Model) -> BTreeMap<DeclId, BTreeSet<FieldId>> {
    let ids = (0..model.decls.len() as u32).map(DeclId);
    ids.filter(|id| model.as_struct(*id).is_some_and(|it| it.is_declared())).map(|id| (id, BTreeSet::new())).collect()
}

/// Paths during their resolution.
struct Paths<'m> {
    model: &'m Model,
    file: FileId,
    /// Declarations that are selected completely.
    whole: BTreeSet<DeclId>,
    wanted: BTreeMap<DeclId, BTreeSet<FieldId>>,
    problems: Vec<Diagnostic>,
}

/// A name in a path, with its position.
struct Step<'p> {
    name: &'p str,
    span: Span,
}

/// The target of a step of a path.
struct Target<'m> {
    /// The struct's field, if the step starts at a struct.
    field: Option<FieldId>,
    /// The type there; `None` for a case without a value.
    ty: Option<&'m Type>,
}

impl<'m> Paths<'m> {
    fn all(mut self, root: DeclId, paths: &str) -> Self {
        let mut start = 0;
        for path in paths.split(',') {
            let steps = steps(path, self.file, start);
            self.path(root, &steps);
            start += path.len() + 1;
        }
        self
    }

    fn path(&mut self, root: DeclId, steps: &[Step<'_>]) {
        let mut at = Some(root);
        for (step, is_last) in steps.iter().zip(1..).map(|(step, number)| (step, number == steps.len())) {
            let Some(owner) = at else { return self.problem(scalar_has_no_fields(step)) };
            let target = match self.find(owner, step) {
                Ok(target) => target,
                Err(problem) => return self.problem(problem),
            };
            self.wanted.entry(owner).or_default().extend(target.field);
            at = target.ty.and_then(|ty| self.declared(ty));
            if let Some(below) = at.filter(|_| is_last) {
                self.want_all(below);
            }
        }
    }

    fn find(&self, owner: DeclId, step: &Step<'_>) -> Result<Target<'m>, Diagnostic> {
        let decl = self.model.decl(owner);
        let found = match &decl.kind {
            DeclKind::Struct(it) => self.field(it, step.name).or_else(|| self.case_of_field(it, step.name)),
            DeclKind::Union(it) => case(it, step.name).map(|ty| Target { field: None, ty }),
            DeclKind::Enum(_) | DeclKind::Constant(_) => return Err(scalar_has_no_fields(step)),
        };
        found.ok_or_else(|| self.unknown_field(decl, step))
    }

    fn field(&self, owner: &'m Struct, name: &str) -> Option<Target<'m>> {
        let mut fields = owner.fields.iter().zip(0..);
        let (field, index) = fields.find(|(field, _)| field.name == name)?;
        Some(Target { field: Some(FieldId(index)), ty: Some(&field.ty) })
    }

    /// Finds a case of one of the struct's unions; in many schema languages cases share the struct's name space.
    fn case_of_field(&self, owner: &'m Struct, name: &str) -> Option<Target<'m>> {
        owner.fields.iter().zip(0..).find_map(|(field, index)| {
            let Type::Named(id) = field.ty else { return None };
            let ty = case(self.model.as_union(id)?, name)?;
            Some(Target { field: Some(FieldId(index)), ty })
        })
    }

    fn unknown_field(&self, decl: &Decl, step: &Step<'_>) -> Diagnostic {
        let names = member_names(decl);
        let message = format!("`{}` has no field `{}`", decl.path(), step.name);
        let help = match closest(step.name, names.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("it has {}", names.join(", ")),
        };
        Diagnostic::error(Code("unknown-field"), message).at(step.span, "").help(help)
    }

    /// Selects everything below a declaration.
    fn want_all(&mut self, id: DeclId) {
        if !self.whole.insert(id) {
            return;
        }
        let types: Vec<&Type> = match &self.model.decl(id).kind {
            DeclKind::Struct(it) => it.fields.iter().map(|field| &field.ty).collect(),
            DeclKind::Union(it) => it.cases.iter().filter_map(|case| case.ty.as_ref()).collect(),
            DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
        };
        let below: Vec<DeclId> = types.into_iter().filter_map(|ty| self.declared(ty)).collect();
        below.into_iter().for_each(|id| self.want_all(id));
    }

    /// Returns the declaration that a type or its element type names.
    fn declared(&self, ty: &Type) -> Option<DeclId> {
        match ty {
            Type::Named(id) => Some(*id),
            Type::List(element) | Type::Array(element, _) => self.declared(element),
            Type::Map(entry) => self.declared(&self.model.as_struct(*entry)?.fields.get(1)?.ty),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => {
                None
            }
        }
    }

    fn problem(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }
}

fn scalar_has_no_fields(step: &Step<'_>) -> Diagnostic {
    Diagnostic::error(Code("unknown-field"), format!("there is no `{}` here: a single value has no fields", step.name))
        .at(step.span, "")
        .help("end the path before it")
}

/// Returns the type of a union's case; `Some(None)` if the case has no value.
fn case<'m>(union: &'m Union, name: &str) -> Option<Option<&'m Type>> {
    union.cases.iter().find(|case| case.name == name).map(|case| case.ty.as_ref())
}

fn member_names(decl: &Decl) -> Vec<&str> {
    match &decl.kind {
        DeclKind::Struct(it) => it.fields.iter().map(|field| field.name.as_str()).collect(),
        DeclKind::Union(it) => it.cases.iter().map(|case| case.name.as_str()).collect(),
        DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
    }
}

/// Splits a path that begins at an offset of the file into names without surrounding white space.
fn steps(path: &str, file: FileId, start: usize) -> Vec<Step<'_>> {
    let mut at = start;
    let step = |text: &'_ str| {
        let name = text.trim();
        let first = at + (text.len() - text.trim_start().len());
        at += text.len() + 1;
        (name.len(), first)
    };
    let places: Vec<(usize, usize)> = path.split('.').map(step).collect();
    let span = |(len, first): (usize, usize)| Span { file, start: first as u32, end: (first + len) as u32 };
    path.split('.').zip(places).map(|(text, place)| Step { name: text.trim(), span: span(place) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trade;

    fn select(paths: &str) -> Result<Selection, Vec<String>> {
        let model = trade::model();
        let root = model.find("trade.Account").unwrap();
        let selection = Selection::of_paths(&model, root, paths, FileId(1));
        selection.map_err(|problems| {
            let text = |it: &Diagnostic| {
                format!("{}: {} ({})", it.labels[0].span.start, it.message, it.help.as_deref().unwrap_or_default())
            };
            problems.iter().map(text).collect()
        })
    }

    fn wanted(selection: &Selection, name: &str) -> Option<Vec<u32>> {
        let fields = selection.of(trade::model().find(name).unwrap())?;
        Some(fields.iter().map(|field| field.0).collect())
    }

    #[test]
    fn paths_that_lead_to_a_struct_are_united() {
        let selection = select("id, wallet.amount,orders.price,orders.symbol").unwrap();
        assert_eq!(wanted(&selection, "trade.Account"), Some(vec![0, 2, 3]));
        assert_eq!(wanted(&selection, "trade.Balance"), Some(vec![1]));
        assert_eq!(wanted(&selection, "trade.Order"), Some(vec![1, 4]));
    }

    #[test]
    fn everything_below_a_path_is_selected() {
        let selection = select("wallet").unwrap();
        assert_eq!(wanted(&selection, "trade.Account"), Some(vec![2]));
        assert_eq!(wanted(&selection, "trade.Balance"), None);
        assert_eq!(wanted(&selection, "trade.Order"), Some(vec![]));
    }

    #[test]
    fn errors_have_a_place_and_a_remedy() {
        let expected = [
            ("id,walet.amount", "3: `trade.Account` has no field `walet` (did you mean `wallet`?)"),
            ("orders. pryce", "8: `trade.Order` has no field `pryce` (did you mean `price`?)"),
            ("wallet.x", "7: `trade.Balance` has no field `x` (it has currency, amount)"),
            ("id.x", "3: there is no `x` here: a single value has no fields (end the path before it)"),
            ("", "0: `trade.Account` has no field `` (it has id, name, wallet, orders)"),
        ];
        for (paths, message) in expected {
            assert_eq!(select(paths), Err(vec![message.to_owned()]), "{paths}");
        }
    }
}
