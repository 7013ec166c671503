//! Members identified by keys: the general loop, and the labels by which arms are found faster.

use super::Body;
pub use super::label_tree::{Label, LabelTree};
use polywire_ir::{Const, Expr, FuncId, ReadLeaf, Separation, SiteId, VarId};

/// A loop that reads members. Arms with labels are tried first; a member that none of them expects goes through the
/// general loop, which ends in the arm with its key, after which prediction goes on.
#[derive(Clone, Debug)]
pub struct Members {
    /// Determines if another member follows. Its variables stay visible.
    pub head: Body,
    /// Another member follows; Bool.
    pub more: Expr,
    /// Reads up to the next member's key. Its variables stay visible.
    pub to_key: Body,
    /// The variable for the key.
    pub key: VarId,
    /// The key.
    pub key_value: Expr,
    /// The arms, in the order in which encoders write them.
    pub arms: Vec<MemberArm>,
    /// Reads all other members.
    pub default: Body,
    /// Labels lead to arms only where this holds; Bool.
    pub expected: Option<Expr>,
    /// What stands between members.
    pub separation: Separation,
    /// How the next arm is found.
    pub prediction: Prediction,
}

/// An arm.
#[derive(Clone, Debug)]
pub struct MemberArm {
    /// Words joined by `_`: the name of the member, or its key if it has none; not unique.
    pub name: String,
    /// Its keys.
    pub keys: Vec<Const>,
    /// The bytes that lead to it; empty if it is only found by its key.
    pub label: Vec<u8>,
    /// It is tried again after itself.
    pub repeats: bool,
    /// What its body reads first. A label that is tried in turn leads to it only if these bytes are left, too, and the general loop can
    /// ensure them, so that the body need not.
    pub first: Option<FirstRead>,
    /// Reads the member, counts it and assigns the carried variables.
    pub body: Body,
}

/// A number of bytes that is read before anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstRead {
    /// The number.
    pub len: u64,
    /// The function that fails if there are fewer.
    pub of: FuncId,
    /// The error's site in it.
    pub site: SiteId,
}

/// How the next arm is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prediction {
    /// By its key.
    None,
    /// The labels are tried in order; on a miss, an arm stays where it is and the next one is tried.
    InTurn {
        /// The end of the window is tested before every arm whose index is a multiple of this; 0 for none.
        stride: usize,
    },
    /// After an arm, the next one is expected without space. On a miss, space is skipped and the arm is found by its label.
    ByLabel {
        /// The leaf that skips space.
        space: ReadLeaf,
    },
}

impl Members {
    /// Returns the indices of the arms with labels.
    pub fn labelled(&self) -> impl Iterator<Item = usize> {
        let arms = self.arms.iter().enumerate();
        arms.filter(|(_, arm)| self.prediction != Prediction::None && !arm.label.is_empty()).map(|(index, _)| index)
    }

    /// Returns the tree that finds an arm by its label.
    pub fn label_tree(&self) -> LabelTree<'_> {
        LabelTree::of(self.labelled().map(|index| (index, self.arms[index].label.as_slice())).collect())
    }
}
