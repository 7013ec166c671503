//! The writer's schema: a value, and a node of it.

use crate::avro::number::read_int;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Place, ValueType, VarId};

/// Kinds of nodes, as [`crate::avro::schema::KINDS`] numbers them.
pub(super) mod kind {
    pub const NULL: i64 = 0;
    pub const BOOLEAN: i64 = 1;
    pub const INT: i64 = 2;
    pub const LONG: i64 = 3;
    pub const FLOAT: i64 = 4;
    pub const DOUBLE: i64 = 5;
    pub const BYTES: i64 = 6;
    pub const STRING: i64 = 7;
    pub const RECORD: i64 = 8;
    pub const ENUM: i64 = 9;
    pub const FIXED: i64 = 10;
    pub const ARRAY: i64 = 11;
    pub const MAP: i64 = 12;
    pub const UNION: i64 = 13;
}

/// A node of the writer's schema.
#[derive(Clone)]
pub(super) struct Writer {
    schema: VarId,
    /// Index of the node, which is one of the schema's; U64.
    node: Expr,
}

impl Writer {
    /// Returns the root, in an entry: adds the schema parameter. Its index is not checked yet.
    pub fn root(b: &mut FunctionBuilder, navigator: &Navigator) -> Self {
        let schema = b.read_param("schema", Type::Struct(navigator.schema));
        Self { schema, node: Expr::Get(Place::from(schema).field(1)) }
    }

    /// Adds the parameters for a node that is passed to a function.
    pub fn params(b: &mut FunctionBuilder, schema: StructId) -> Self {
        let schema = b.read_param("schema", Type::Struct(schema));
        Self { schema, node: b.value_param("node", ValueType::U64).into() }
    }

    /// The arguments for these parameters.
    pub fn args(&self) -> Vec<Arg> {
        vec![Arg::Place(self.schema.into()), Arg::Value(self.node.clone())]
    }

    /// Returns another node, whose index is not checked yet.
    pub fn at(&self, node: Expr) -> Self {
        Self { schema: self.schema, node }
    }

    fn nodes(&self) -> Place {
        Place::from(self.schema).field(0)
    }

    fn place(&self) -> Place {
        self.nodes().at(self.node.clone())
    }

    /// Returns its kind; I64.
    pub fn kind(&self) -> Expr {
        Expr::Get(self.place().field(0))
    }

    /// Tests whether its kind is one of these; Bool.
    pub fn is_any(&self, kinds: &[i64]) -> Expr {
        kinds.iter().map(|&kind| self.kind().is(kind)).reduce(|left, right| left | right).unwrap_or(false.into())
    }

    /// Refuses other kinds.
    pub fn check_kind(&self, b: &mut FunctionBuilder, kinds: &[i64]) {
        b.check(self.is_any(kinds), ErrorCode::WrongKind);
    }

    /// Name of a record, enum or fixed; Bytes.
    pub fn name(&self) -> Expr {
        Expr::Get(self.place().field(1))
    }

    /// Bytes of a fixed; U64.
    pub fn size(&self) -> Expr {
        Expr::Get(self.place().field(2))
    }

    /// The elements of an array or map.
    pub fn items(&self) -> Self {
        self.at(Expr::Get(self.place().field(3)))
    }

    /// The fields of a record.
    pub fn fields(&self) -> Place {
        self.place().field(4)
    }

    /// The symbols of an enum.
    pub fn symbols(&self) -> Place {
        self.place().field(5)
    }

    fn branches(&self) -> Place {
        self.place().field(6)
    }

    /// Refuses an index out of range.
    pub fn check_index(&self, b: &mut FunctionBuilder) {
        b.check(self.node.clone().below(Expr::Len(self.nodes())), ErrorCode::BadPointer);
    }

    /// Reads the index of the branch of this union; it is not checked yet.
    pub fn read_branch(&self, b: &mut FunctionBuilder) -> Self {
        let branch = read_int(b, "branch").reinterpret();
        b.check(branch.clone().below(Expr::Len(self.branches())), ErrorCode::UnknownCase);
        self.at(Expr::Get(self.branches().at(branch)))
    }
}

/// Finds nodes.
pub(super) struct Navigator {
    /// The struct that describes a schema.
    pub schema: StructId,
    resolve: FuncId,
}

impl Navigator {
    /// Defines its function.
    pub fn define(module: &mut ModuleBuilder, schema: StructId) -> Self {
        Self { schema, resolve: module.add(resolve(schema)) }
    }

    /// Returns the node that describes the data; for a union, reads the branch. Its index is checked.
    pub fn resolve(&self, b: &mut FunctionBuilder, writer: Writer) -> Writer {
        let node = b.call(self.resolve, writer.args(), &[("node", ValueType::U64)]);
        writer.at(node[0].into())
    }
}

/// Each union consumes a byte of input, so that cyclic unions end with it.
fn resolve(schema: StructId) -> Function {
    let mut b = FunctionBuilder::new("resolve");
    let writer = Writer::params(&mut b, schema);
    writer.check_index(&mut b);
    let node = b.loop_while(
        vec![("at", ValueType::U64, writer.node.clone())],
        |carried| writer.at(carried[0].into()).kind().is(kind::UNION),
        |b, carried| {
            let branch = writer.at(carried[0].into()).read_branch(b);
            branch.check_index(b);
            vec![branch.node]
        },
    );
    b.finish(vec![node[0].into()], vec![ValueType::U64])
}
