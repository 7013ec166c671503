//! Structs: their members by ordinals, unions among them.

use super::Maker;
use super::member::{Block, Held, blocks};
use super::name::{Names, member_name};
use super::node;
use super::ty::type_of_need;
use crate::capnp::ids;
use crate::capnp::nodes::{Field, FieldKind, NodeKind, Struct, Value};
use polywire_source::Span;

impl Maker<'_> {
    /// Returns the members of a struct. A name that is in use gets its ordinal appended, so that a new member renames
    /// no existing one.
    pub(super) fn structure(&mut self, node: u64, it: &polywire_model::Struct) -> Struct {
        let mut names = Names::default();
        let mut fields = Vec::new();
        for (index, block) in (0..).zip(blocks(self.model, it)) {
            fields.push(match block {
                Block::Single(held) => self.slot(&held, &mut names, (index, None)),
                Block::Union { name, doc, ordinal, cases } => {
                    let name = names.claim(&member_name(&name), ordinal..);
                    let id = ids::of_group(node, index);
                    self.union(id, node, &name, &cases);
                    Field { doc, ..field(name, index, FieldKind::Group(id)) }
                }
            });
        }
        Struct { fields, ..Struct::default() }
    }

    fn union(&mut self, id: u64, scope: u64, name: &str, cases: &[Held<'_>]) {
        let mut names = Names::default();
        // A member that the schema names takes precedence over the generated case for absence.
        let mut order: Vec<(u16, &Held<'_>)> = (0..).zip(cases).collect();
        order.sort_by_key(|(_, case)| case.name.is_none());
        let slots = order.into_iter().map(|(number, case)| self.slot(case, &mut names, (number, Some(number))));
        let mut fields: Vec<Field> = slots.collect();
        fields.sort_by_key(|field| field.discriminant);
        let kind = Struct { is_group: true, discriminant_count: cases.len() as u16, fields, ..Struct::default() };
        self.nodes.nodes.insert(id, node(id, scope, ("", name), NodeKind::Struct(kind)));
    }

    fn slot(&self, held: &Held<'_>, names: &mut Names, (index, discriminant): (u16, Option<u16>)) -> Field {
        let wanted = match (&held.name, held.is_absence) {
            (Some(name), _) => member_name(name),
            (None, true) => "none".to_owned(),
            (None, false) => format!("removed{}", held.ordinal),
        };
        let ty = held.ty.map_or_else(|| type_of_need(held.need), |ty| self.ty(ty));
        let default = held.ty.zip(held.default).and_then(|(ty, default)| self.value(ty, default));
        let is_explicit = default.is_some();
        let kind = FieldKind::Slot { offset: 0, default: default.unwrap_or(Value::zero(&ty)), ty, is_explicit };
        Field {
            ordinal: Some(held.ordinal as u16),
            discriminant,
            doc: held.doc.to_owned(),
            ..field(names.claim(&wanted, held.ordinal..), index, kind)
        }
    }
}

fn field(name: String, code_order: u16, kind: FieldKind) -> Field {
    Field {
        name,
        code_order,
        discriminant: None,
        ordinal: None,
        annotations: Vec::new(),
        doc: String::new(),
        span: Span::default(),
        kind,
    }
}
