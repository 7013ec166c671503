use super::Builder;
use super::task::{Annotated, Owner};
use crate::capnp::ast;
use crate::capnp::codes;
use crate::capnp::nodes::{Annotation, NodeKind, Targets, Type, Value};
use crate::capnp::scope::{Target, brand_of, substituted};
use polywire_source::Diagnostic;

impl<'a> Builder<'_, 'a> {
    /// Evaluates all annotations.
    pub(super) fn annotations(&mut self) {
        for annotated in std::mem::take(&mut self.tasks.annotations) {
            let used = annotated.annotations.iter().filter_map(|it| self.annotation(&annotated, it));
            let used: Vec<Annotation> = used.collect();
            if let Some(place) = self.annotations_of(annotated.owner) {
                *place = used;
            }
        }
    }

    fn annotation(&mut self, on: &Annotated<'a>, it: &'a ast::Annotation) -> Option<Annotation> {
        let named = self.scopes.named(on.at, &it.name).map_err(|problem| self.report(*problem)).ok()?;
        let node = match named.target {
            Target::Scope(scope) => self.nodes.get(&self.scopes.get(scope).id),
            Target::Type(_) | Target::List => None,
        };
        let Some((id, NodeKind::Annotation { ty, targets })) = node.map(|node| (node.id, &node.kind)) else {
            let other = Diagnostic::error(codes::ANNOTATION, "this is not an annotation").at(it.name.span, "");
            self.report(other.help("declare it: `annotation name (target) :Type;`"));
            return None;
        };
        let brand = brand_of(&named.levels, self.scopes);
        let (ty, targets) = (substituted(ty, &brand), *targets);
        if !targets.meet(on.target) {
            self.wrong_target(it, on.target, targets);
        }
        let value = match &it.value {
            Some(value) => self.value(on.at, value, &ty)?,
            None if ty == Type::Void => Value::Void,
            None => {
                let missing = Diagnostic::error(codes::ANNOTATION, "the annotation needs a value");
                self.report(missing.at(it.name.span, "").help("write it in parentheses: `$name(value)`"));
                return None;
            }
        };
        Some(Annotation { id, brand, value })
    }

    fn wrong_target(&mut self, it: &ast::Annotation, target: Targets, allowed: Targets) {
        let (target, allowed) = (target.names().collect::<String>(), allowed.names().collect::<Vec<_>>().join(", "));
        let wrong = Diagnostic::error(
            codes::TARGET,
            format!("the annotation cannot be applied to a declaration of kind `{target}`"),
        );
        self.report(wrong.at(it.name.span, "").help(format!("it can be applied to: {allowed}")));
    }

    fn annotations_of(&mut self, owner: Owner) -> Option<&mut Vec<Annotation>> {
        let (Owner::Node(id) | Owner::Field(id, _) | Owner::Enumerant(id, _) | Owner::Method(id, _)) = owner;
        let node = self.nodes.get_mut(&id)?;
        match (owner, &mut node.kind) {
            (Owner::Node(_), _) => Some(&mut node.annotations),
            (Owner::Field(_, index), NodeKind::Struct(it)) => Some(&mut it.fields.get_mut(index)?.annotations),
            (Owner::Enumerant(_, index), NodeKind::Enum(members)) => Some(&mut members.get_mut(index)?.annotations),
            (Owner::Method(_, index), NodeKind::Interface { methods, .. }) => {
                Some(&mut methods.get_mut(index)?.annotations)
            }
            _ => None,
        }
    }
}
