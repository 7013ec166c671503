//! Work that needs all types: the evaluation of values and annotations.

use crate::capnp::ast::{Annotation, Expression};
use crate::capnp::nodes::Targets;
use crate::capnp::scope::At;
use std::collections::{BTreeMap, HashMap};

#[derive(Default)]
pub(super) struct Tasks<'a> {
    /// Constants by their nodes.
    pub constants: BTreeMap<u64, Task<'a>>,
    /// Defaults by the nodes and indices of their fields.
    pub defaults: BTreeMap<(u64, usize), Task<'a>>,
    pub annotations: Vec<Annotated<'a>>,
    /// Numbers of enumerants by their nodes and names.
    pub enumerants: HashMap<u64, HashMap<String, u16>>,
    /// Names of fields by their nodes.
    pub fields: HashMap<u64, HashMap<String, usize>>,
}

/// A value that is to be evaluated.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub value: &'a Expression,
    pub at: At<'a>,
    pub state: State,
    /// The field is a parameter, whose default may be `null`.
    pub is_param: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Waiting,
    Busy,
    Done,
}

/// Annotations on something.
#[derive(Clone, Copy)]
pub(super) struct Annotated<'a> {
    pub owner: Owner,
    pub annotations: &'a [Annotation],
    pub at: At<'a>,
    pub target: Targets,
}

/// The owner of annotations: a node, or the member of one with this index.
#[derive(Clone, Copy)]
pub(super) enum Owner {
    Node(u64),
    Field(u64, usize),
    Enumerant(u64, usize),
    Method(u64, usize),
}

impl<'a> Tasks<'a> {
    pub fn constant(&mut self, node: u64, value: &'a Expression, at: At<'a>) {
        self.constants.insert(node, Task { value, at, state: State::Waiting, is_param: false });
    }

    pub fn field_default(&mut self, field: (u64, usize), value: &'a Expression, at: At<'a>, is_param: bool) {
        self.defaults.insert(field, Task { value, at, state: State::Waiting, is_param });
    }

    pub fn annotate(&mut self, owner: Owner, annotations: &'a [Annotation], at: At<'a>, target: Targets) {
        if !annotations.is_empty() {
            self.annotations.push(Annotated { owner, annotations, at, target });
        }
    }
}
