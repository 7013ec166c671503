//! Every leaf has vectors, which all engines run.

use polywire_ir::{PureLeaf, ReadLeaf, WriteLeaf};

#[test]
fn every_leaf_has_vectors() {
    let has = |vectors: &str, leaf: &str| vectors.lines().any(|line| line.split('\t').next() == Some(leaf));
    for leaf in ReadLeaf::ALL {
        assert!(has(include_str!("../../../tests/leaves/read.tsv"), leaf.name()), "{leaf:?}");
    }
    for leaf in WriteLeaf::ALL {
        assert!(has(include_str!("../../../tests/leaves/write.tsv"), leaf.name()), "{leaf:?}");
    }
    for leaf in PureLeaf::ALL {
        assert!(has(include_str!("../../../tests/leaves/pure.tsv"), leaf.name()), "{leaf:?}");
    }
}
