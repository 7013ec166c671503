//! Structs and their groups.

use super::Builder;
use super::collect::{Member, MemberKind, Plan, StructPart};
use super::task::Owner;
use crate::capnp::ast::Decl;
use crate::capnp::ids;
use crate::capnp::nodes::{Field, FieldKind, Node, NodeKind, Struct, Targets, Type, Value};
use crate::capnp::scope::{At, ScopeId};

/// The struct that members belong to.
pub(super) struct Owning<'a> {
    pub id: u64,
    pub display_name: String,
    pub is_generic: bool,
    pub at: At<'a>,
    /// A method declares it.
    pub is_params: bool,
}

impl<'a> Builder<'_, 'a> {
    pub(super) fn structure(&mut self, id: ScopeId, decl: &'a Decl) -> NodeKind {
        let scope = self.scopes.get(id);
        let owning = Owning {
            id: scope.id,
            display_name: scope.display_name.clone(),
            is_generic: self.scopes.is_generic(id),
            at: At::new(id),
            is_params: false,
        };
        let plan = Plan::of_struct(decl, self.diagnostics);
        NodeKind::Struct(self.laid_out(plan, &owning))
    }

    /// Lays a struct out, and adds the nodes of its groups.
    pub(super) fn laid_out(&mut self, mut plan: Plan<'a>, owning: &Owning<'a>) -> Struct {
        let placed = self.place(&mut plan, owning.at);
        let nodes = identify(&plan, owning);
        let mut structs: Vec<Struct> = plan.parts.iter().map(|part| sections(&plan, part)).collect();
        for (part, it) in structs.iter_mut().enumerate() {
            let node = nodes[part].0;
            for (index, member) in plan.parts[part].placed.iter().enumerate() {
                let field = field(&plan.members[*member], &placed[*member], &nodes);
                it.fields.push(field);
                self.tasks_of(&plan.members[*member], (node, index), owning);
            }
        }
        let mut structs = structs.into_iter();
        let top = structs.next().unwrap_or_default();
        for (part, it) in structs.enumerate() {
            self.add_group(&plan, part + 1, &nodes, owning, it);
        }
        top
    }

    fn add_group(&mut self, plan: &Plan<'_>, part: usize, nodes: &[(u64, String)], owning: &Owning<'_>, it: Struct) {
        let StructPart { member, name, doc, span, .. } = plan.parts[part];
        let around = member.map_or(0, |member| plan.members[member].part);
        let (id, display_name) = nodes[part].clone();
        let node = Node {
            id,
            prefix_len: display_name.len() - name.len(),
            display_name,
            scope: nodes[around].0,
            params: Vec::new(),
            is_generic: owning.is_generic,
            nested: Vec::new(),
            annotations: Vec::new(),
            doc: doc.to_owned(),
            span,
            kind: NodeKind::Struct(Struct { is_group: true, ..it }),
        };
        self.nodes.insert(id, node);
    }

    fn tasks_of(&mut self, member: &Member<'a>, field: (u64, usize), owning: &Owning<'a>) {
        if let MemberKind::Slot { default: Some(default), .. } = member.kind {
            self.tasks.field_default(field, default, owning.at, owning.is_params);
        }
        let target = match member.kind {
            MemberKind::Slot { .. } if owning.is_params => "param",
            MemberKind::Slot { .. } => "field",
            MemberKind::Group(_) => "group",
            MemberKind::Union(_) => "union",
        };
        let target = Targets::of_name(target).unwrap_or_default();
        self.tasks.annotate(Owner::Field(field.0, field.1), member.annotations, owning.at, target);
        self.tasks.fields.entry(field.0).or_default().insert(member.name.text.clone(), field.1);
    }
}

/// The ids and names of a struct and of its groups.
fn identify(plan: &Plan<'_>, owning: &Owning<'_>) -> Vec<(u64, String)> {
    let mut nodes = vec![(owning.id, owning.display_name.clone())];
    for part in plan.parts.iter().skip(1) {
        let member = part.member.map(|member| &plan.members[member]);
        let (around, name) = &nodes[member.map_or(0, |member| member.part)];
        let index = member.and_then(|member| member.index).unwrap_or_default();
        nodes.push((ids::of_group(*around, index as u16), format!("{name}.{}", part.name)));
    }
    nodes
}

/// The struct or group without its fields.
fn sections(plan: &Plan<'_>, part: &StructPart<'_>) -> Struct {
    let (data_words, pointers) = (plan.layout.data_words(), plan.layout.pointers());
    let discriminant = part.union.and_then(|union| plan.layout.discriminant(union));
    Struct {
        data_words: data_words as u16,
        pointers: pointers as u16,
        is_group: false,
        discriminant_count: part.cases,
        discriminant_offset: discriminant.unwrap_or_default(),
        fields: Vec::new(),
    }
}

fn field(member: &Member<'_>, (ty, offset): &(Type, u32), nodes: &[(u64, String)]) -> Field {
    let kind = match member.kind {
        MemberKind::Slot { default, .. } => FieldKind::Slot {
            offset: *offset,
            ty: ty.clone(),
            default: Value::zero(ty),
            is_explicit: default.is_some(),
        },
        MemberKind::Group(part) | MemberKind::Union(part) => FieldKind::Group(nodes[part].0),
    };
    Field {
        name: member.name.text.clone(),
        code_order: member.code_order,
        discriminant: member.discriminant,
        ordinal: member.ordinal,
        annotations: Vec::new(),
        doc: member.doc.to_owned(),
        span: member.name.span,
        kind,
    }
}
