use super::Binding;
use polywire_ir::types::{Type, Types};
use polywire_ir::{Block, ErrorCode, Expr, Function, Module, Op, Place, PureLeaf, Step};
use std::borrow::Cow;

/// Adds checks for the limits of bound classes to a module: numbers without an enumerator, and texts that are longer
/// than their array or contain a NUL.
pub fn with_checks<'m>(module: &'m Module, binding: &Binding) -> Cow<'m, Module> {
    if binding.is_empty() {
        return Cow::Borrowed(module);
    }
    let mut module = module.clone();
    let types = module.types.clone();
    for function in &mut module.functions {
        let mut body = std::mem::take(&mut function.body);
        body.visit_blocks_mut(&mut |block| add_checks(&types, function, binding, block));
        function.body = body;
    }
    Cow::Owned(module)
}

fn add_checks(types: &Types, function: &Function, binding: &Binding, block: &mut Block) {
    for op in std::mem::take(&mut block.ops) {
        if let Op::Set { place, value, site, .. } = &op {
            let checks = checks(types, function, binding, (place, value));
            block.ops.extend(checks.into_iter().map(|(cond, code)| Op::Check { cond, code, site: *site }));
        }
        block.ops.push(op);
    }
}

fn checks(
    types: &Types,
    function: &Function,
    binding: &Binding,
    (place, value): (&Place, &Expr),
) -> Vec<(Expr, ErrorCode)> {
    if let Some(Type::Enum(id)) = types.at(function, place).and_then(|it| it.value()) {
        let known = Expr::IsMember(*id, Box::new(value.clone()));
        return if binding.enums.contains_key(id) { vec![(known, ErrorCode::UnknownEnumerator)] } else { Vec::new() };
    }
    let Some(len) = array_len(types, function, binding, place) else { return Vec::new() };
    let given = value.clone().bytes_len();
    let until_nul = Expr::Leaf(PureLeaf::UntilNul, vec![value.clone()]).bytes_len();
    let fits = given.clone().at_most(u64::from(len));
    vec![(fits, ErrorCode::TooLarge), (until_nul.is(given), ErrorCode::OutOfRange)]
}

/// Returns the length of the array for a text.
fn array_len(types: &Types, function: &Function, binding: &Binding, place: &Place) -> Option<u32> {
    let mut steps = place.steps.clone();
    if steps.last() == Some(&Step::Some) {
        steps.pop();
    }
    let Some(Step::Field(index)) = steps.pop() else { return None };
    let owner = Place { root: place.root, steps };
    match types.at(function, &owner)?.value()? {
        Type::Struct(id) => binding.field(*id, index)?.array,
        _ => None,
    }
}
