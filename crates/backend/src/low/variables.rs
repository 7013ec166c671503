//! The variables that statements declare and change.

use super::{EntriesStart, FillStart, LeafTarget, Stmt};
use polywire_ir::VarId;

impl Stmt {
    /// Visits each variable that a statement itself declares, for the statements that follow or for its bodies.
    pub fn visit_declared(&self, visit: &mut dyn FnMut(VarId)) {
        match self {
            Self::Let { var, .. }
            | Self::Declare(var)
            | Self::Var { var, .. }
            | Self::Alias { var, .. }
            | Self::Load { var, .. }
            | Self::Span { var, .. }
            | Self::Padding { var, .. }
            | Self::Peek(var)
            | Self::ReadLeaf { into: LeafTarget::Var(var), .. }
            | Self::MatchIf { var, .. }
            | Self::Section { var, .. }
            | Self::Present { bind: var, .. }
            | Self::Hold { bind: var, .. }
            | Self::Push { bind: var, .. }
            | Self::Entry { bind: var, .. }
            | Self::Make { var, .. }
            | Self::Each { item: var, .. }
            | Self::Memo { var, .. }
            | Self::Scratch { var, .. } => visit(*var),
            Self::Fill { bind, index, .. } | Self::Entries { bind, index, .. } => {
                [*bind, *index].into_iter().for_each(visit)
            }
            Self::Members(members) => visit(members.key),
            Self::Track { tracks, .. } => tracks.iter().for_each(|it| visit(it.var)),
            Self::Call(call) => call.results.iter().copied().for_each(visit),
            _ => {}
        }
    }

    /// Visits each variable that a statement itself changes after its declaration.
    pub fn visit_changed(&self, visit: &mut dyn FnMut(VarId)) {
        match self {
            Self::Assign(values) => values.iter().for_each(|(var, _)| visit(*var)),
            Self::Count(var)
            | Self::RestartEntries { old: var, .. }
            | Self::Push { size: Some(var), .. }
            | Self::Entry { old: Some(var), .. }
            | Self::Fill { start: FillStart::Tracked(var), .. }
            | Self::Entries { old: EntriesStart::Tracked(var), .. }
            | Self::Each { index: Some(var), .. } => visit(*var),
            _ => {}
        }
    }
}
