use super::plan::Member;
use super::{Version, Xcdr};
use crate::cdr::read::Layout;
use crate::plan::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Type, UnionId};
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, Op, Place, Rest};
use polywire_model::attr::Extensibility;

impl Xcdr<'_> {
    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let layout = self.layout(&mut b);
        match (self.version, self.unions[id.0 as usize].extensibility) {
            (_, Extensibility::Final) | (Version::V1, Extensibility::Appendable) => {
                self.read_cases(&mut b, id, &value, layout);
            }
            (Version::V2, _) => self.read_delimited(&mut b, layout, |b| self.read_cases(b, id, &value, layout)),
            (Version::V1, Extensibility::Mutable) => {
                self.read_cases(&mut b, id, &value, layout);
                self.read_sentinel(&mut b, layout);
            }
        }
        b.finish(vec![], vec![])
    }

    fn read_cases(&self, b: &mut FunctionBuilder, id: UnionId, value: &Place, layout: Layout) {
        let label = self.read_discriminator(b, id, layout);
        let read = |b: &mut FunctionBuilder, index| self.read_case(b, (id, index), (value, label.clone()), layout);
        let none = match self.labels(id) {
            Some(labels) => labels.none.clone(),
            None => Some(Const::U64(0)),
        };
        let mut arms: Vec<Arm> = none.into_iter().map(|none| arm(b, vec![none], |_| {})).collect();
        let mut other = block(b, |b| b.fail(ErrorCode::UnknownCase));
        for index in 0..self.types.union(id).cases.len() {
            let (keys, is_default) = match self.labels(id) {
                Some(labels) => (labels.cases[index].labels.clone(), labels.cases[index].is_default),
                None => (vec![Const::U64(self.orders.case(id, index as u32))], false),
            };
            if is_default {
                other = block(b, |b| read(b, index));
            } else if !keys.is_empty() {
                arms.push(arm(b, keys, |b| read(b, index)));
            }
        }
        b.switch(label.clone(), arms, other, &[]);
    }

    fn read_case(
        &self,
        b: &mut FunctionBuilder,
        (id, index): (UnionId, usize),
        (value, label): (&Place, Expr),
        layout: Layout,
    ) {
        let case = &self.types.union(id).cases[index];
        let labels = self.labels(id).filter(|labels| labels.cases[index].keeps_label);
        b.open(value.clone(), Some(index as u32), ("case", case.value_type()), |b, bind, _| match (&case.ty, labels) {
            (Some(Type::Struct(record)), Some(labels)) => {
                let place = Place::from(bind);
                b.set(place.field(0), if labels.ty == Type::Bool { label.is(1u64) } else { label });
                if let Some(field) = self.types.record(*record).fields.get(1) {
                    self.read_selected(b, (id, index), (&field.ty, place.field(1)), layout);
                }
            }
            (Some(ty), _) => self.read_selected(b, (id, index), (ty, bind.into()), layout),
            (None, _) => {}
        });
    }

    fn read_selected(
        &self,
        b: &mut FunctionBuilder,
        (id, index): (UnionId, usize),
        (ty, place): (&Type, Place),
        layout: Layout,
    ) {
        let form = self.form_of_case(id, index);
        if !self.is_mutable(id) {
            return self.read(b, (ty, form), place, layout);
        }
        let size = self.read_part_header(b, self.unions[id.0 as usize].members[index], layout);
        match self.version {
            Version::V1 => self.read_parameter_value(b, size, layout, |b, layout| {
                self.read(b, (ty, form), place, layout);
            }),
            Version::V2 => b.window(size, Rest::Skip, |b| self.read(b, (ty, form), place, layout)),
        }
    }

    fn read_discriminator(&self, b: &mut FunctionBuilder, id: UnionId, layout: Layout) -> Expr {
        if !self.is_mutable(id) {
            let label = self.read_label(b, id, layout);
            return b.let_("selector", label).into();
        }
        let len = self.read_part_header(b, Member::DISCRIMINATOR, layout);
        let body = b.block(|b| {
            let origin = match self.version {
                Version::V1 => b.let_("origin", Expr::Pos),
                Version::V2 => layout.origin,
            };
            vec![self.read_label(b, id, Layout { origin, ..layout })]
        });
        let (selector, site) = (b.fresh("selector", self.label_type(id)), b.site());
        b.op(Op::Window { len, body, rest: Rest::Skip, results: vec![selector], site });
        selector.into()
    }

    /// Returns the size of the value of this member, which has to be the next one.
    fn read_part_header(&self, b: &mut FunctionBuilder, member: Member, layout: Layout) -> Expr {
        let header = match self.version {
            Version::V1 => self.read_parameter_header(b, layout).0,
            Version::V2 => self.read_emheader(b, layout),
        };
        b.check(header.id.is(u64::from(member.id)), ErrorCode::InvalidKey);
        header.size
    }

    fn is_mutable(&self, id: UnionId) -> bool {
        self.unions[id.0 as usize].extensibility == Extensibility::Mutable
    }
}
