//! Searches the messages of one format that one version writes and the other misreads.

use super::alone::with_edit;
use super::blame::Blame;
use super::codecs::{Reading, VersionCodecs};
use super::edits::Edit;
use super::focus::{self, Pair};
use super::pair::Pairs;
use super::probe::{Hit, Probe};
use super::rule::Rule;
use super::side::Side;
use super::{Break, Direction, Effect, Skipped};
use polywire_lower::Format;
use polywire_model::Model;
use std::collections::{BTreeMap, BTreeSet};

/// What was found in a format.
#[derive(Default)]
pub(super) struct Found {
    /// By the index of the edit.
    pub breaks: Vec<(usize, Break)>,
    /// Breaks without an edit that explains them.
    pub more: Vec<(Edit, Vec<Break>)>,
    pub skipped: Vec<Skipped>,
}

/// Searches the breaks of all edits.
pub(super) fn search(
    pairs: &Pairs<'_>,
    (edits, models): (&[Edit], &Models),
    format: &'static Format,
    directions: &[Direction],
) -> Found {
    let roots = focus::roots(pairs);
    let affected = focus::affected(pairs, edits, &roots);
    let mut codecs = (VersionCodecs::new(pairs.old.model, format), VersionCodecs::new(pairs.new.model, format));
    let mut search =
        Search { pairs, edits, models, format, alone: BTreeMap::new(), breaks: BTreeMap::new(), more: Vec::new() };
    let mut skipped = Vec::new();
    let mut hits: Vec<(Pair, Direction, Vec<Hit>)> = Vec::new();
    for pair in &roots {
        let owner = pairs.old.model.decl(pair.0).path();
        match (codecs.0.codec(pair.0), codecs.1.codec(pair.1)) {
            (Ok(old), Ok(new)) => {
                for direction in directions {
                    let mut reading = Reading::new(pairs, *direction, *pair, (old.clone(), new.clone()));
                    let found = Probe { affected: &affected, edits, is_first_enough: false }.root(&mut reading);
                    hits.push((*pair, *direction, found));
                }
            }
            (Ok(_), Err(reason)) => search.more.push(unsupported(pairs, *pair, (format.name, reason), directions)),
            (Err(reason), _) => skipped.push(Skipped { format: format.name, owner, reason }),
        }
    }
    hits.retain(|(.., hits)| !hits.is_empty());
    hits.iter().for_each(|(pair, direction, hits)| search.report(*pair, *direction, hits));
    hits.iter().for_each(|(pair, direction, hits)| search.hidden(*pair, *direction, hits));
    let breaks = search.breaks.into_iter().map(|((at, _), found)| (at, found)).collect();
    Found { breaks, more: search.more, skipped }
}

fn unsupported(
    pairs: &Pairs<'_>,
    pair: Pair,
    (format, reason): (&'static str, String),
    directions: &[Direction],
) -> (Edit, Vec<Break>) {
    let message = format!("`{}` cannot be used with some formats any more", pairs.new.model.decl(pair.1).path());
    let edit = Edit::of_type(Rule::FormatSupported, pairs, pair, message);
    let found = |direction: &Direction| Break {
        format,
        direction: *direction,
        effect: Effect::Unsupported,
        witness: None,
        reason: reason.clone(),
    };
    (edit, directions.iter().map(found).collect())
}

/// For each edit, the old model after it; `None` where the edit cannot be made alone.
pub(super) struct Models(Vec<Option<Model>>);

impl Models {
    /// A single edit needs no model: it is the difference.
    pub fn new(pairs: &Pairs<'_>, edits: &[Edit]) -> Self {
        let model = |edit| if edits.len() > 1 { with_edit(pairs, edits, edit) } else { None };
        Self(edits.iter().map(model).collect())
    }

    /// Returns the number of edits.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// A search in one format.
struct Search<'p, 'm> {
    pairs: &'p Pairs<'m>,
    edits: &'p [Edit],
    models: &'p Models,
    format: &'static Format,
    /// True for edits that break messages by themselves; `None` if an edit cannot be made alone.
    alone: BTreeMap<(usize, Direction), Option<bool>>,
    /// The first message for each edit and direction.
    breaks: BTreeMap<(usize, Direction), Break>,
    more: Vec<(Edit, Vec<Break>)>,
}

impl<'p, 'm> Search<'p, 'm> {
    /// Reports the edits that broken messages point to. Edits that break nothing by themselves are left out, if others do.
    fn report(&mut self, pair: Pair, direction: Direction, hits: &[Hit]) {
        let blame = Blame { pairs: self.pairs, edits: self.edits, direction };
        for hit in hits {
            let suspects = blame.of_hit(pair, hit);
            let guilty: Vec<usize> =
                suspects.iter().copied().filter(|at| self.alone(*at, direction) == Some(true)).collect();
            let blamed = if guilty.is_empty() { self.possible(suspects, pair, direction) } else { guilty };
            for at in &blamed {
                self.breaks.entry((*at, direction)).or_insert_with(|| hit.found.clone());
            }
            if blamed.is_empty() {
                self.unexplained(pair, direction, hit);
            }
        }
    }

    /// Returns the suspects that may break messages only together with others; none if another edit explains all.
    fn possible(&mut self, suspects: Vec<usize>, pair: Pair, direction: Direction) -> Vec<usize> {
        let unknown: Vec<usize> = suspects.iter().copied().filter(|at| self.alone(*at, direction).is_none()).collect();
        if !unknown.is_empty() {
            return unknown;
        }
        let guilty = self.around(pair, direction, Some(true));
        match (guilty.is_empty(), suspects.is_empty()) {
            (false, _) => guilty,
            (true, false) => suspects,
            (true, true) => self.around(pair, direction, None),
        }
    }

    /// Reports edits that break messages by themselves, but were not pointed to, because others break the same messages.
    fn hidden(&mut self, pair: Pair, direction: Direction, hits: &[Hit]) {
        for at in self.around(pair, direction, Some(true)) {
            if let Some(hit) = hits.first() {
                self.breaks.entry((at, direction)).or_insert_with(|| hit.found.clone());
            }
        }
    }

    /// Returns the edits of a struct, and of those inside, that break messages by themselves, or of which that cannot be told.
    fn around(&mut self, pair: Pair, direction: Direction, alone: Option<bool>) -> Vec<usize> {
        let inside = focus::inside(self.pairs, pair);
        let is_inside = |edit: &Edit| focus::owner(edit.subject).is_some_and(|owner| inside.contains(&owner));
        let near: Vec<usize> = (0..self.edits.len()).filter(|at| is_inside(&self.edits[*at])).collect();
        near.into_iter().filter(|at| self.alone(*at, direction) == alone).collect()
    }

    /// Returns true if an edit breaks messages by itself; `None` if that cannot be told.
    fn alone(&mut self, at: usize, direction: Direction) -> Option<bool> {
        if let Some(known) = self.alone.get(&(at, direction)) {
            return *known;
        }
        let found = self.models.0[at].as_ref().map(|model| self.breaks_alone(&self.edits[at], model, direction));
        self.alone.insert((at, direction), found);
        found
    }

    fn breaks_alone(&self, edit: &Edit, model: &Model, direction: Direction) -> bool {
        let pairs = Pairs::new(Side::new(self.pairs.old.model), Side::new(model));
        let Some((old, _)) = focus::owner(edit.subject) else { return false };
        let owner = pairs.decls.get(&old).map(|new| (old, *new));
        let edits = super::edits::edits(&pairs);
        let roots = focus::roots(&pairs);
        let affected: BTreeSet<Pair> = focus::affected(&pairs, &edits, &roots);
        let mut roots: Vec<Pair> = roots.into_iter().filter(|pair| affected.contains(pair)).collect();
        roots.sort_by_key(|pair| Some(*pair) != owner);
        roots.into_iter().any(|pair| {
            let mut codecs =
                (VersionCodecs::of_types(pairs.old.model, self.format), VersionCodecs::of_types(model, self.format));
            match (codecs.0.codec(pair.0), codecs.1.codec(pair.1)) {
                (Ok(old), Ok(new)) => {
                    let mut reading = Reading::new(&pairs, direction, pair, (old, new));
                    let probe = Probe { affected: &affected, edits: &edits, is_first_enough: true };
                    !probe.root(&mut reading).is_empty()
                }
                _ => false,
            }
        })
    }

    fn unexplained(&mut self, pair: Pair, direction: Direction, hit: &Hit) {
        let is_known = |it: &Break| it.direction == direction;
        if self.more.iter().any(|(edit, found)| edit.rule == Rule::Unexplained && found.iter().any(is_known)) {
            return;
        }
        let message = format!("messages of `{}` are misread", self.pairs.new.model.decl(pair.1).path());
        self.more.push((Edit::of_type(Rule::Unexplained, self.pairs, pair, message), vec![hit.found.clone()]));
    }
}
