//! Conversion of a message element by element: each element of the message's own lists is encoded as soon as it is
//! decoded, and its memory is reused for the next one.
//!
//! Everything else is unchanged: the message around its elements is decoded as usual and encoded at its end, with the
//! output of the elements in place of the loops over them.
//!
//! Design: docs/decisions/0032-element-by-element.md

mod discard;
mod reader;
mod walk;
mod writer;

use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Effects, FuncId, Module, Op, Place, Step, VarId};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use walk::all_ops;

/// The loops of a module that can run element by element, for messages of one struct.
#[derive(Debug, Default)]
pub struct Elements {
    /// The functions that take the message itself.
    roots: HashMap<FuncId, Root>,
    /// Lists that are only pushed to and whose elements are built independently, by field number.
    read: BTreeSet<u32>,
    /// True if the input before the cursor can be discarded between elements.
    discards_input: bool,
    /// Lists whose elements are encoded by separate functions.
    write: BTreeMap<u32, ElementWriter>,
}

/// A function's access to the message itself.
#[derive(Clone, Copy, Debug)]
struct Root {
    var: VarId,
    /// Nesting depth of the function's body.
    depth: u32,
}

/// The function that encodes an element: its parameters are the element and its index.
#[derive(Clone, Copy, Debug)]
pub struct ElementWriter {
    pub func: FuncId,
    /// Nesting depth of its call.
    pub depth: u32,
}

impl Elements {
    /// Finds the lists of a struct's messages; adds functions that encode their elements to the module.
    pub fn of(module: &mut Module, record: StructId, effects: &[Effects]) -> Self {
        let Some(entry) = module.entry(record) else { return Self::default() };
        let (decode, encode) = (entry.decode, entry.encode);
        let mut elements = Self::default();
        if let Some(roots) = roots(module, decode) {
            elements.read = reader::lists(module, record, &roots);
            elements.discards_input = discard::can_discard_input(module, &roots, effects);
            elements.roots.extend(roots);
        }
        let positions = |func: FuncId| effects[func.0 as usize].out_positions || effects[func.0 as usize].memo;
        if let Some(encode) = encode.filter(|&encode| !positions(encode))
            && let Some(roots) = roots(module, encode)
        {
            elements.write = writer::outline(module, record, &roots);
            elements.roots.extend(roots);
        }
        elements
    }

    /// Returns true if a function decodes the message itself and may discard input between its elements.
    pub fn discards_input_in(&self, function: FuncId) -> bool {
        self.discards_input && self.roots.contains_key(&function)
    }

    /// Returns true if input may be discarded.
    pub fn discards_input(&self) -> bool {
        self.discards_input
    }

    /// Returns the list at a place of a function, if its elements are decoded one by one.
    pub fn read(&self, function: FuncId, place: &Place) -> bool {
        self.field(function, place).is_some_and(|field| self.read.contains(&field))
    }

    /// Returns the list at a place of a function, if its elements are encoded one by one.
    pub fn written(&self, function: FuncId, place: &Place) -> bool {
        self.field(function, place).is_some_and(|field| self.write.contains_key(&field))
    }

    /// Returns the lists, of those decoded one by one, that are reset with a place.
    pub fn within(&self, function: FuncId, place: &Place) -> Vec<u32> {
        match (self.roots.get(&function), place.steps.as_slice()) {
            (Some(root), []) if root.var == place.root => self.read.iter().copied().collect(),
            _ => self.field(function, place).filter(|field| self.read.contains(field)).into_iter().collect(),
        }
    }

    /// Returns true if the elements of this field are decoded one by one.
    pub fn is_read(&self, field: u32) -> bool {
        self.read.contains(&field)
    }

    /// Returns the functions that encode the elements of lists, by field number.
    pub fn writers(&self) -> impl Iterator<Item = (u32, ElementWriter)> {
        self.write.iter().map(|(&field, &writer)| (field, writer))
    }

    fn field(&self, function: FuncId, place: &Place) -> Option<u32> {
        field_of(self.roots.get(&function)?.var, place)
    }
}

/// Returns the field of the message that a place refers to.
fn field_of(root: VarId, place: &Place) -> Option<u32> {
    match place.steps.as_slice() {
        [Step::Field(index)] if place.root == root => Some(*index),
        _ => None,
    }
}

/// Returns true if a field is a list of structs.
fn is_list_of_structs(module: &Module, record: StructId, field: u32) -> bool {
    let fields = &module.types.record(record).fields;
    fields.get(field as usize).is_some_and(|field| {
        !field.optional && matches!(&field.ty, Type::List(element) if matches!(**element, Type::Struct(_)))
    })
}

/// Returns the functions that receive the first argument of a function, including itself; `None` if one of them also
/// receives something else.
fn roots(module: &Module, first: FuncId) -> Option<HashMap<FuncId, Root>> {
    let function = module.function(first);
    let mut roots = HashMap::new();
    roots.insert(first, Root { var: function.params.first()?.var, depth: u32::from(function.nests) });
    let mut reached = vec![first];
    let mut seen = BTreeSet::from([first.0]);
    while let Some(id) = reached.pop() {
        let caller = roots.get(&id).copied();
        let mut calls = Vec::new();
        all_ops(&module.function(id).body, &mut |op| {
            if let Op::Call { func, args, .. } = op {
                calls.push((*func, args));
            }
        });
        for (func, args) in calls {
            let function = module.function(func);
            let given = caller.and_then(|root| {
                let at = args.iter().position(|arg| is_root(arg, root.var))?;
                Some(Root { var: function.params.get(at)?.var, depth: root.depth + u32::from(function.nests) })
            });
            let is_known = roots.contains_key(&func);
            match given {
                Some(root) if !is_known && seen.insert(func.0) => {
                    roots.insert(func, root);
                    reached.push(func);
                }
                // Another path to the same function could have another depth, or be recursive.
                Some(_) => return None,
                None if is_known => return None,
                None => {
                    if seen.insert(func.0) {
                        reached.push(func);
                    }
                }
            }
        }
    }
    Some(roots)
}

fn is_root(arg: &Arg, root: VarId) -> bool {
    matches!(arg, Arg::Place(place) if place.root == root && place.steps.is_empty())
}
