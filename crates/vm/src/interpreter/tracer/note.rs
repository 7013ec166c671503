//! The recorded reads.

use super::super::bytes::Bytes;
use super::super::item::{EntryPart, Hop, Origin, Ref, Root};
use crate::Path;
use crate::trace::{How, MOST_READS, Native, Omitted, Read, Role};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// The reads, and their buffers.
pub struct Notes {
    /// The input, followed by unpacked bytes. They are kept alive so that their identities stay unique.
    buffers: Vec<Bytes>,
    numbers: HashMap<*const u8, usize>,
    /// Sections that are copies, each with the original bytes at its start.
    copies: HashMap<*const u8, (Bytes, Bytes)>,
    notes: Vec<Note>,
    known: HashMap<(usize, Range<usize>), usize>,
    /// The buffer, the range, and the value that lacks it.
    omitted: Vec<(usize, Range<usize>, Option<Rc<Ref>>)>,
    /// The number of reads of each buffer.
    counts: HashMap<usize, usize>,
    /// True if there were more reads than are recorded.
    pub is_cut: bool,
    /// The current iteration of the innermost loop.
    pub iteration: u64,
    iterations: u64,
}

/// Limit on the recorded reads of all buffers together.
const MOST_READS_OF_ALL: usize = 3 * MOST_READS;

/// A read.
pub struct Note {
    buffer: usize,
    range: Range<usize>,
    how: How,
    role: Role,
    name: String,
    /// True if its name only describes how it is read.
    is_nameless: bool,
    about: Option<Rc<Ref>>,
    iteration: u64,
    number: Option<u64>,
    meaning: Option<u64>,
    value: Option<Native>,
    is_unknown: bool,
    shared: u32,
}

impl Note {
    pub fn new(how: How, (name, is_nameless): (String, bool), about: Option<Rc<Ref>>, number: Option<u64>) -> Self {
        Self {
            buffer: 0,
            range: 0..0,
            how,
            role: Role::Other,
            name,
            is_nameless,
            about,
            iteration: 0,
            number,
            meaning: None,
            value: None,
            is_unknown: false,
            shared: 0,
        }
    }
}

impl Notes {
    pub fn new(input: &Bytes) -> Self {
        let mut notes = Self {
            buffers: Vec::new(),
            numbers: HashMap::new(),
            copies: HashMap::new(),
            notes: Vec::new(),
            known: HashMap::new(),
            omitted: Vec::new(),
            counts: HashMap::new(),
            is_cut: false,
            iteration: 0,
            iterations: 0,
        };
        notes.add_buffer(input);
        notes
    }

    pub fn add_buffer(&mut self, bytes: &Bytes) {
        self.numbers.insert(bytes.identity(), self.buffers.len());
        self.buffers.push(bytes.clone());
    }

    /// Records that a section that is a copy begins with the bytes that are present.
    pub fn continue_with(&mut self, section: &Bytes, present: &Bytes) {
        if section.identity() != present.identity() && self.copies.len() < MOST_READS {
            self.copies.insert(section.identity(), (section.clone(), present.clone()));
        }
    }

    pub fn next_iteration(&mut self) {
        self.iterations += 1;
        self.iteration = self.iterations;
    }

    /// Returns the position of bytes; `None` if they are in no buffer.
    fn locate(&self, bytes: &Bytes) -> Option<(usize, Range<usize>)> {
        if let Some(buffer) = self.numbers.get(&bytes.identity()) {
            return Some((*buffer, bytes.range()));
        }
        let (_, present) = self.copies.get(&bytes.identity())?;
        let Range { start, end } = bytes.range();
        self.locate(&present.part(start, end)?)
    }

    /// Records a read, unless it is already known.
    pub fn add(&mut self, bytes: &Bytes, note: Note) -> Origin {
        let Some((buffer, range)) = self.locate(bytes).filter(|(_, range)| !range.is_empty()) else {
            return Origin::new();
        };
        let Some(number) = self.number_of(buffer, &range) else { return Origin::new() };
        match self.notes.get_mut(number) {
            Some(known) => known.read_again(note),
            None => self.notes.push(Note { buffer, range, iteration: self.iteration, ..note }),
        }
        vec![number]
    }

    /// Returns the number of a read, which is recorded if possible.
    fn number_of(&mut self, buffer: usize, range: &Range<usize>) -> Option<usize> {
        if let Some(known) = self.known.get(&(buffer, range.clone())) {
            return Some(*known);
        }
        let count = self.counts.entry(buffer).or_default();
        if *count >= MOST_READS || self.notes.len() >= MOST_READS_OF_ALL {
            self.is_cut = true;
            return None;
        }
        *count += 1;
        self.known.insert((buffer, range.clone()), self.notes.len());
        Some(self.notes.len())
    }

    /// Returns true if no more reads of the buffer that was added last can be recorded.
    pub fn is_full(&self) -> bool {
        let last = self.buffers.len().saturating_sub(1);
        self.is_cut
            && (self.notes.len() >= MOST_READS_OF_ALL || self.counts.get(&last).is_some_and(|it| *it >= MOST_READS))
    }

    /// Records that reads are used for a purpose, with the resulting number.
    pub fn used(&mut self, origin: &Origin, role: Role, meaning: Option<u64>) {
        for &read in origin {
            let note = &mut self.notes[read];
            if role > note.role {
                (note.role, note.meaning) = (role, meaning);
            }
        }
    }

    /// Records that the codec names a read, and its meaning.
    pub fn named(&mut self, origin: &Origin, name: &str, meaning: Option<u64>) {
        let [read] = origin.as_slice() else { return };
        let note = &mut self.notes[*read];
        if note.is_nameless {
            (note.name, note.is_nameless) = (name.to_owned(), false);
        }
        if note.role <= Role::Choice && note.meaning.is_none() {
            note.meaning = meaning;
        }
    }

    /// Records that reads became a member's value.
    pub fn became(&mut self, origin: &Origin, to: &Rc<Ref>, native: Option<Native>) {
        let is_key = match to.hops.as_slice() {
            [Hop::Field(0)] => matches!(to.root, Root::Made(_)),
            hops => matches!(hops.last(), Some(Hop::Entry(_, EntryPart::Key))),
        };
        let role = if is_key { Role::Key } else { Role::Value };
        self.used(origin, role, None);
        let whole = match origin.as_slice() {
            [one] => Some(*one),
            pieces => {
                // A number that became a member and then told how to read another one is that of the first.
                let notes = &mut self.notes;
                let open = pieces.iter().filter(|piece| notes[**piece].value.is_none()).copied().collect::<Vec<_>>();
                open.into_iter().for_each(|piece| notes[piece].about = Some(to.clone()));
                self.join(pieces, role)
            }
        };
        if let Some(note) = whole.map(|whole| &mut self.notes[whole]).filter(|note| note.value.is_none()) {
            (note.about, note.value) = (Some(to.clone()), native);
        }
    }

    /// Joins adjacent pieces that were read separately.
    fn join(&mut self, pieces: &[usize], role: Role) -> Option<usize> {
        let mut pieces: Vec<&Note> = pieces.iter().map(|read| &self.notes[*read]).collect();
        pieces.sort_by_key(|note| note.range.start);
        let are_joined = |pair: &[&Note]| pair[0].buffer == pair[1].buffer && pair[0].range.end == pair[1].range.start;
        let (first, last) = (pieces.first()?, pieces.last()?);
        let (buffer, range) = (first.buffer, first.range.start..last.range.end);
        if !pieces.windows(2).all(are_joined) {
            return None;
        }
        let (about, iteration) = (first.about.clone(), first.iteration);
        let number = self.number_of(buffer, &range)?;
        if number == self.notes.len() {
            let whole = Note::new(How::Bytes, (String::new(), true), about, None);
            self.notes.push(Note { buffer, range, role, iteration, ..whole });
        }
        Some(number)
    }

    /// Returns the first read of this iteration or of a loop in it: later iterations have higher numbers.
    pub fn first_of_iteration(&self) -> usize {
        let before = self.notes.iter().rposition(|note| note.iteration < self.iteration);
        before.map_or(0, |before| before + 1)
    }

    /// Assigns everything read in this iteration to a member.
    pub fn move_iteration(&mut self, to: Option<Rc<Ref>>) {
        self.latest().for_each(|note| note.about = to.clone());
    }

    /// Assigns the reads of this iteration since the first one about a holder to an element of it.
    pub fn move_to_element(&mut self, holder: &Ref, element: &Rc<Ref>) {
        let is_around = |note: &Note| note.about.as_ref().is_none_or(|about| about.is_around(holder));
        let is_about = |note: &Note| note.about.as_deref() == Some(holder);
        let count = self.latest().take_while(|note| is_around(note)).enumerate();
        let first = count.filter(|(_, note)| is_about(note)).last();
        let count = first.map_or(0, |(number, _)| number + 1);
        self.latest().take(count).for_each(|note| note.about = Some(element.clone()));
    }

    /// Returns the reads of this iteration, last one first.
    fn latest(&mut self) -> impl Iterator<Item = &mut Note> {
        self.notes.iter_mut().rev().take_while(|note| note.iteration == self.iteration)
    }

    /// Assigns a place in the message to reads about an entry.
    pub fn place_entry(&mut self, entry: Root, first_read: usize, to: &Ref) {
        let noted = self.notes[first_read..].iter_mut().map(|note| &mut note.about);
        for place in noted.chain(self.omitted.iter_mut().map(|(_, _, of)| of)) {
            let Some(about) = place.as_ref().filter(|about| about.root == entry) else { continue };
            let mut moved = to.clone();
            about.hops.iter().for_each(|hop| moved.go(hop.clone()));
            // The key identifies the entry.
            if let Some(Hop::Entry(_, part @ EntryPart::Key)) = moved.hops.last_mut() {
                *part = EntryPart::Whole;
            }
            *place = Some(Rc::new(moved));
        }
    }

    /// Marks reads of these bytes as unknown.
    pub fn keep_as_unknown(&mut self, bytes: &Bytes) {
        let Some((buffer, range)) = self.locate(bytes) else { return };
        let is_inside = |note: &Note| note.buffer == buffer && range.start <= note.range.start;
        let is_key = |note: &Note| note.role == Role::Key && note.iteration == self.iteration;
        let notes = self.notes.iter_mut().rev();
        notes.take_while(|note| is_inside(note) || is_key(note)).for_each(|note| note.is_unknown = true);
    }

    /// Records that these bytes are dropped from a value.
    pub fn report_unknown(&mut self, bytes: &Bytes, of: Option<Rc<Ref>>) {
        if let Some((buffer, range)) = self.locate(bytes).filter(|_| self.omitted.len() < MOST_READS) {
            self.omitted.push((buffer, range, of));
        }
    }

    /// Returns the buffers, their reads, and their dropped parts.
    pub fn finish(self, path: impl Fn(&Ref) -> Path) -> (Vec<Vec<u8>>, Vec<Read>, Vec<Omitted>) {
        let mut new_numbers = vec![None; self.buffers.len()];
        let mut buffers = Vec::new();
        let used = std::iter::once(0).chain(self.notes.iter().map(|note| note.buffer));
        for buffer in used {
            new_numbers[buffer].get_or_insert_with(|| {
                buffers.push(self.buffers[buffer].to_vec());
                buffers.len() - 1
            });
        }
        let mut paths = Paths { path, last: None };
        let reads = self.notes.into_iter().map(|note| Read {
            buffer: new_numbers[note.buffer].unwrap_or_default(),
            range: note.range,
            how: note.how,
            role: note.role,
            name: note.name,
            path: paths.of(note.about),
            number: note.number,
            meaning: note.meaning,
            value: note.value,
            is_unknown: note.is_unknown,
            shared: note.shared,
        });
        let reads = reads.collect();
        let omitted = self.omitted.into_iter().map(|(buffer, range, of)| Omitted {
            buffer: new_numbers[buffer].unwrap_or_default(),
            range,
            path: paths.of(of),
        });
        (buffers, reads, omitted.collect())
    }
}

/// Caches paths, because adjacent reads usually have the same.
struct Paths<F> {
    path: F,
    last: Option<(Option<Rc<Ref>>, Arc<Path>)>,
}

impl<F: Fn(&Ref) -> Path> Paths<F> {
    fn of(&mut self, about: Option<Rc<Ref>>) -> Arc<Path> {
        if let Some((_, path)) = self.last.as_ref().filter(|(last, _)| *last == about) {
            return path.clone();
        }
        let path = Arc::new(about.as_ref().map(|about| (self.path)(about)).unwrap_or_default());
        self.last = Some((about, path.clone()));
        path
    }
}

impl Note {
    /// A read is more specific than a section of exactly these bytes, or than skipping them; a member is more specific than its
    /// container.
    fn read_again(&mut self, again: Self) {
        let is_vague = |note: &Self| matches!(note.how, How::Section | How::Skipped);
        if is_vague(self) && !is_vague(&again) {
            (self.how, self.number, self.is_nameless) = (again.how, again.number, true);
        }
        let depth = |about: &Option<Rc<Ref>>| about.as_ref().map_or(0, |about| about.hops.len());
        if self.value.is_none() && depth(&again.about) > depth(&self.about) {
            self.about = again.about;
        } else if self.about != again.about && again.how != How::Section {
            self.shared = self.shared.saturating_add(1);
        }
    }
}
