//! Values of structs.

use super::Builder;
use crate::capnp::ast::{Argument, Expression, ExpressionKind, Word};
use crate::capnp::codes;
use crate::capnp::nodes::{Brand, Field, FieldKind, NodeKind, Record, Type};
use crate::capnp::scope::{At, substituted};
use polywire_source::Diagnostic;

impl<'a> Builder<'_, 'a> {
    /// A struct with some fields set.
    pub(super) fn record(&mut self, at: At<'a>, arguments: &'a [Argument], ty: (u64, &Brand)) -> Option<Record> {
        let NodeKind::Struct(it) = &self.nodes.get(&ty.0)?.kind else { return None };
        let mut record = Record::new(it.data_words, it.pointers);
        let all = arguments.iter().map(|argument| self.argument(at, argument, ty, &mut record)).collect::<Vec<_>>();
        all.into_iter().collect::<Option<Vec<()>>>()?;
        Some(record)
    }

    /// Returns a struct given by a single value without a name, which sets its first field.
    pub(super) fn record_of_first(&mut self, at: At<'a>, value: &'a Expression, ty: (u64, &Brand)) -> Option<Record> {
        let NodeKind::Struct(it) = &self.nodes.get(&ty.0)?.kind else { return None };
        let mut record = Record::new(it.data_words, it.pointers);
        self.set_first(at, value, ty, &mut record).map(|()| record)
    }

    fn set_first(&mut self, at: At<'a>, value: &'a Expression, ty: (u64, &Brand), record: &mut Record) -> Option<()> {
        let NodeKind::Struct(it) = &self.nodes.get(&ty.0)?.kind else { return None };
        let field = it.fields.first().filter(|field| {
            field.discriminant.is_none()
                && matches!(&field.kind, FieldKind::Slot { ty, .. } if is_literal_of(ty, &value.kind))
        });
        match field.cloned() {
            Some(field) => self.set(at, value, (ty, 0, &field), record),
            None => {
                self.mismatch(&Type::Struct(ty.0, ty.1.clone()), value.span);
                None
            }
        }
    }

    fn argument(&mut self, at: At<'a>, argument: &'a Argument, ty: (u64, &Brand), record: &mut Record) -> Option<()> {
        let Some(name) = &argument.name else {
            let bare = Diagnostic::error(codes::VALUE, "the value of a struct needs the names of its fields");
            self.report(bare.at(argument.value.span, "").help("write `name = value`"));
            return None;
        };
        let index = self.tasks.fields.get(&ty.0).and_then(|fields| fields.get(&name.text)).copied();
        let Some(index) = index else {
            self.unknown_field(ty.0, name);
            return None;
        };
        let NodeKind::Struct(it) = &self.nodes.get(&ty.0)?.kind else { return None };
        let (offset, field) = (it.discriminant_offset, it.fields.get(index)?.clone());
        if let Some(number) = field.discriminant {
            record.set(4, offset, number.into());
        }
        self.set(at, &argument.value, (ty, index, &field), record)
    }

    fn set(
        &mut self,
        at: At<'a>,
        value: &'a Expression,
        ((node, brand), index, field): ((u64, &Brand), usize, &Field),
        record: &mut Record,
    ) -> Option<()> {
        match &field.kind {
            FieldKind::Slot { offset, ty, .. } => {
                let ty = substituted(ty, brand);
                let value = self.value(at, value, &ty)?;
                let default = self.default((node, index))?;
                match ty.data_size() {
                    Some(size) => record.set(size, *offset, value.bits() ^ default.bits()),
                    None => {
                        if let Some(pointer) = record.pointers.get_mut(*offset as usize) {
                            *pointer = value.object();
                        }
                    }
                }
                Some(())
            }
            FieldKind::Group(group) => {
                let ExpressionKind::Tuple(arguments) = &value.kind else {
                    return self.set_first(at, value, (*group, brand), record);
                };
                let parts = arguments.iter().map(|argument| self.argument(at, argument, (*group, brand), record));
                parts.collect::<Vec<_>>().into_iter().collect::<Option<Vec<()>>>().map(|_| ())
            }
        }
    }

    fn unknown_field(&mut self, node: u64, name: &Word) {
        let mut names: Vec<&str> = Vec::new();
        if let Some(NodeKind::Struct(it)) = self.nodes.get(&node).map(|node| &node.kind) {
            names.extend(it.fields.iter().map(|field| field.name.as_str()));
        }
        let help = match self.scopes.suggestion(&name.text, names.iter().copied()) {
            Some(close) => format!("did you mean `{close}`?"),
            None if names.is_empty() => "it has no fields".to_owned(),
            None => format!("it has {}", names.join(", ")),
        };
        let unknown = Diagnostic::error(codes::VALUE, format!("the struct has no field `{}`", name.text));
        self.report(unknown.at(name.span, "").help(help));
    }
}

/// Returns true if a literal is of a type's kind.
fn is_literal_of(ty: &Type, literal: &ExpressionKind) -> bool {
    match literal {
        ExpressionKind::Int(_) | ExpressionKind::Negative(_) => {
            matches!(ty, Type::Int { .. } | Type::Float32 | Type::Float64)
        }
        ExpressionKind::Float(_) => matches!(ty, Type::Float32 | Type::Float64),
        ExpressionKind::Text(_) => matches!(ty, Type::Text | Type::Data),
        ExpressionKind::Data(_) => *ty == Type::Data,
        ExpressionKind::List(_) => matches!(ty, Type::List(_)),
        _ => false,
    }
}
