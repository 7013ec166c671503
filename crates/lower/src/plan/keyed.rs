use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Block, Expr, KeyedArm, Op, Separation, ValueType, VarId};

/// The parts of a keyed loop.
pub(crate) struct Keyed<'k> {
    /// Type of the keys.
    pub key: ValueType,
    /// Names, types and first values of the carried variables.
    pub carried: Vec<(&'k str, ValueType, Expr)>,
    /// The number of members, if it is known before the first one.
    pub count: Option<Expr>,
    /// The text around labels.
    pub separation: Separation,
}

impl Keyed<'_> {
    /// Appends the loop. `head`, given the index, yields a flag for a further member and its key; `arms` and `default`,
    /// which is given the key, yield the next carried values. Returns the final ones.
    pub fn build(
        self,
        b: &mut FunctionBuilder,
        head: impl FnOnce(&mut FunctionBuilder, VarId) -> Block,
        arms: impl FnOnce(&mut FunctionBuilder, &[VarId]) -> Vec<KeyedArm>,
        default: impl FnOnce(&mut FunctionBuilder, VarId, &[VarId]) -> Vec<Expr>,
    ) -> Vec<VarId> {
        let index = b.fresh("index", ValueType::U64);
        let key = b.fresh("key", self.key);
        let (carried, vars, results) = b.carry(self.carried);
        let head = head(b, index);
        let arms = arms(b, &vars);
        let default = b.block(|b| default(b, key, &vars));
        let (last, separation) = (results.clone(), self.separation);
        b.op(Op::Keyed {
            index,
            count: self.count,
            head,
            key,
            arms,
            default,
            carried,
            results: last,
            separation,
            predict: false,
        });
        results
    }
}
