//! Decodes values directly into the shapes of another convention.

use super::Emit;
use super::env::Env;
use super::place::{Node, NodeType, Path, SlotStep, put_part};
use super::shared::Shared;
use crate::erlang::ast::{Clause, Ex};
use crate::erlang::envelope::Convention;
use polywire_ir::types::{Literal, StructId, Type};

impl Emit<'_> {
    /// Destructures a struct.
    pub fn open_there(&mut self, env: &mut Env, path: &Path, (id, value): (StructId, Ex), it: &Convention) {
        let shared = self.shared;
        let record = shared.types().record(id);
        let mut unknown = Ex::atom("undefined");
        let values = match it.only_field(shared.types(), id) {
            Some(_) => vec![value],
            None => {
                let fields: Vec<Ex> = record.fields.iter().map(|field| Ex::Var(self.fresh(&field.name))).collect();
                let mut items = [vec![Ex::atom(it.record(id))], fields.clone()].concat();
                if record.keeps_unknown {
                    unknown = Ex::Var(self.fresh("unknown"));
                    items.push(unknown.clone());
                }
                env.code.push(Ex::bind(Ex::Tuple(items), value));
                fields
            }
        };
        for ((field, value), index) in record.fields.iter().zip(values).zip(0..) {
            let ty = field.ty.clone();
            let ty = if field.optional { NodeType::Optional(ty) } else { NodeType::Value(ty) };
            let node = self.or_new(env, Node::new(value, ty), field.default.as_ref());
            put_part(env, path, SlotStep::Field(index), node);
        }
        put_part(env, path, SlotStep::Unknown, Node::new(unknown, NodeType::Mark));
    }

    /// Returns a value that is never absent here, or a new one if it is `undefined` there.
    pub fn or_new(&mut self, env: &mut Env, node: Node, default: Option<&Literal>) -> Node {
        let (Some(it), NodeType::Value(ty)) = (self.shared.convention, &node.ty) else { return node };
        let undefined = Ex::atom("undefined");
        let new = match ty {
            Type::Text { .. } | Type::Bytes | Type::Struct(_) | Type::List(_) => {
                new_there(self.shared, it, (ty, default))
            }
            _ => return node,
        };
        if new == undefined {
            return node;
        }
        let clauses = vec![Clause::of(undefined, vec![new]), Clause::of(Ex::Any, vec![node.ex.clone()])];
        let value = self.fresh("value");
        env.code.push(Ex::bind(value, Ex::case(node.ex, clauses)));
        Node::new(value.into(), node.ty)
    }
}

/// Returns a new value; `undefined` in a record where possible.
fn new_there(shared: &Shared, it: &Convention, (ty, default): (&Type, Option<&Literal>)) -> Ex {
    let Type::Struct(id) = ty else { return shared.new_or(ty, default) };
    let undefined = Ex::atom("undefined");
    if let Some(field) = it.only_field(shared.types(), *id) {
        return if field.optional { undefined } else { new_there(shared, it, (&field.ty, field.default.as_ref())) };
    }
    let record = shared.types().record(*id);
    let fields = record.fields.iter().map(|field| match field.ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) if !field.optional => {
            shared.new_or(&field.ty, field.default.as_ref())
        }
        _ => undefined.clone(),
    });
    let unknown = record.keeps_unknown.then(|| undefined.clone());
    Ex::Tuple([Ex::atom(it.record(*id))].into_iter().chain(fields).chain(unknown).collect())
}
