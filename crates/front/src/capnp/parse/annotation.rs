use super::{Parse, Parser};
use crate::capnp::ast::{Annotation, Argument, Decl, DeclKind, Expression, ExpressionKind};
use crate::capnp::nodes::Targets;

impl Parser<'_> {
    /// `$name(value)`, any number of them.
    pub(super) fn annotations(&mut self) -> Parse<Vec<Annotation>> {
        let mut annotations = Vec::new();
        while self.take_symbol("$") {
            annotations.push(annotation(self.expression("the name of an annotation")?));
        }
        Ok(annotations)
    }

    /// `annotation name @id (target, …) :Type $annotation;`
    pub(super) fn annotation_declaration(&mut self) -> Parse<Decl> {
        let (name, id) = (self.word("a name")?, self.id()?);
        let targets = self.targets()?;
        self.expect_symbol(":", "before the type of an annotation")?;
        let ty = self.expression("a type")?;
        let mut decl = Decl { id, ..Decl::new(name, DeclKind::Annotation { targets, ty }) };
        decl.annotations = self.annotations()?;
        decl.doc = self.end("the annotation")?;
        Ok(decl)
    }

    fn targets(&mut self) -> Parse<Targets> {
        let mut targets = Targets::default();
        self.list(["(", ")"], "an annotation's targets", |parser| {
            if parser.take_symbol("*") {
                targets = Targets::ALL;
                return Ok(());
            }
            let word = parser.word("a target")?;
            match Targets::of_name(&word.text) {
                Some(target) => targets = targets.with(target),
                None => {
                    let message = format!("annotations have no target `{}`", word.text);
                    let names = Targets::NAMES.join(", ");
                    let unknown = polywire_source::Diagnostic::error(crate::capnp::codes::TARGET, message);
                    parser.report(unknown.at(word.span, "").help(format!("targets are {names}, and `*` for all")));
                }
            }
            Ok(())
        })?;
        Ok(targets)
    }
}

/// Splits the expression `name(value)`: the last application holds the value. A single unnamed argument is the value
/// itself.
fn annotation(expression: Expression) -> Annotation {
    let span = expression.span;
    let ExpressionKind::Apply(name, mut arguments) = expression.kind else {
        return Annotation { name: expression, value: None };
    };
    let value = match arguments.as_slice() {
        [Argument { name: None, .. }] => arguments.remove(0).value,
        _ => Expression { kind: ExpressionKind::Tuple(arguments), span },
    };
    Annotation { name: *name, value: Some(value) }
}
