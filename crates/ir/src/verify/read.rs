use super::Rule;
use super::checker::Checker;
use crate::{Const, Expr, Miss, Op, ParamKind, ReadLeaf, ReadWhat, ValueType, VarId, ops_of};

impl<'a> Checker<'a> {
    pub(super) fn reading(&mut self, op: &Op) {
        match op {
            Op::Read { what, results, site } => {
                self.read(what, results);
                self.site(*site);
            }
            Op::Match { miss: Miss::Fail { site, .. }, .. } => self.site(*site),
            Op::Match { miss: Miss::Yield(var), .. } => self.bind(*var, &ValueType::Bool),
            Op::Window { len, body, results, site, .. } => {
                self.expect(len, &ValueType::U64);
                self.block("body", body, &self.types_of(results));
                self.bind_results(results);
                self.site(*site);
            }
            Op::At { region, pos, body, results, site } => {
                self.expect(region, &ValueType::Bytes);
                self.expect(pos, &ValueType::U64);
                self.block("body", body, &self.types_of(results));
                self.bind_results(results);
                self.site(*site);
            }
            Op::Section { var, region, pos, len, fill, site, .. } => {
                self.expect(region, &ValueType::Bytes);
                self.expect(pos, &ValueType::U64);
                self.expect(len, &ValueType::U64);
                let as_long = self.var_type(*var) == Some(&ValueType::Section(fill.len() as u32));
                self.require(as_long, Rule::Section, "a section is as long as its fill");
                self.bind_as(*var, ParamKind::Value);
                self.site(*site);
            }
            Op::Keyed { .. } => self.keyed(op),
            ops_of!(control | building | writing) => {}
        }
    }

    fn read(&mut self, what: &ReadWhat, results: &[VarId]) {
        let bound: &[ValueType] = match what {
            ReadWhat::Int { width, order } => {
                self.width(*width);
                self.order(*order);
                &[ValueType::U64]
            }
            ReadWhat::Span(len) => {
                self.expect(len, &ValueType::U64);
                return self.span(len, results);
            }
            ReadWhat::Peek => &[ValueType::U64],
            ReadWhat::Skip(len) => {
                self.expect(len, &ValueType::U64);
                &[]
            }
            ReadWhat::SkipWhile(_) => &[],
            ReadWhat::Align { to, from } => {
                self.expect(to, &ValueType::U64);
                self.expect(from, &ValueType::U64);
                if let Expr::Const(Const::U64(to)) = to {
                    self.require(to.is_power_of_two(), Rule::Constant, "an alignment is a power of two");
                }
                &[]
            }
            ReadWhat::Leaf(leaf) => leaf.results(),
        };
        self.require(results.len() == bound.len(), Rule::Arity, "another number of values is read");
        results.iter().zip(bound).for_each(|(var, ty)| self.bind(*var, ty));
    }

    /// A span of constant length can be a section.
    fn span(&mut self, len: &Expr, results: &[VarId]) {
        let [var] = results else { return self.report(Rule::Arity, "a span is one value") };
        if let Some(ValueType::Section(declared)) = self.var_type(*var) {
            let as_long = *len == Expr::from(u64::from(*declared));
            self.require(as_long, Rule::Section, "a section is as long as the span read into it");
            self.bind_as(*var, ParamKind::Value);
        } else {
            self.bind(*var, &ValueType::Bytes);
        }
    }

    fn keyed(&mut self, op: &Op) {
        let Op::Keyed { index, count, head, key, arms, default, carried, results, separation, predict: _ } = op else {
            return;
        };
        if let Some(count) = count {
            self.expect(count, &ValueType::U64);
            let is_fixed = matches!(count, Expr::Var(_) | Expr::Const(_));
            self.require(is_fixed, Rule::Arms, "the number of members is a variable or a constant");
        }
        let types = self.carried(carried);
        let key_type = self.types_of(&[*key]);
        self.keys(key_type.first(), arms.iter().map(|arm| arm.keys.as_slice()));
        let is_space = separation.space.is_none_or(ReadLeaf::is_space);
        self.require(is_space, Rule::Arms, "what stands around labels is skipped by a leaf that never fails");
        let head_yields = [vec![ValueType::Bool], key_type.clone()].concat();
        // One scope for all members, so that the index and carried variables are bound once.
        self.block_with("members", &EMPTY, &[], |checker| {
            checker.bind(*index, &ValueType::U64);
            checker.bind_carried(carried);
            checker.block("head", head, &head_yields);
            checker.block_with("arms", &EMPTY, &[], |checker| {
                checker.bind_as(*key, ParamKind::Value);
                arms.iter().for_each(|arm| checker.block("case", &arm.body, &types));
                checker.block("else", default, &types);
            });
        });
        self.bind_last(results, &types);
    }
}

static EMPTY: crate::Block = crate::Block { ops: vec![], yields: vec![] };
