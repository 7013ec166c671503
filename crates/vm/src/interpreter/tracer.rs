//! Who follows a decoder: notes what is read and what for. What a number is, is told by what is done with it later.

mod note;

use super::bytes::Bytes;
use super::item::{Hop, Item, Origin, Part, Ref, Root, Tracked};
use super::machine::{Cursor, Frame, Machine, Outcome};
use crate::trace::{How, Native, Read, Role, Trace};
use crate::{Failure, Path, Refusal, Value};
use note::{Note, Notes};
use polywire_ir::types::Type;
use polywire_ir::{Block, ErrorCode, Expr, Op, Place, ReadWhat, VarId, effects, subject};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

/// What is known of the way so far.
pub struct Tracer<'m> {
    notes: Notes,
    /// What ops are about, where it was asked for.
    subjects: HashMap<*const Op, Option<&'m Place>>,
    /// What the ops at work are about, the outermost first; none where the op itself does not tell.
    about: Vec<Option<Rc<Ref>>>,
    /// Entries of maps under construction, which have no place in the message yet.
    entries: Vec<Entry>,
    /// Of the scratches at work, the innermost last, the reads of which something was written.
    written: Vec<Origin>,
    /// The same of those that are finished.
    unpacked: HashMap<*const u8, Origin>,
    faults: Vec<Refusal>,
    root: Type,
    /// For each function, whether it finds all that it reads by its position; told once there is a failure.
    seeking: OnceCell<Vec<bool>>,
}

/// An entry of a map, and the first read that may be about it.
struct Entry {
    root: Root,
    first_read: usize,
}

/// Where a decoder can go on if what follows fails.
pub(super) struct Hold {
    cursor: Cursor,
    outside: Option<usize>,
    depth: u32,
    iteration: u64,
    about: usize,
    entries: usize,
    written: usize,
    streams: usize,
    made: usize,
}

/// A message with more faults is not looked at any further.
const MOST_FAULTS: usize = 100;

impl<'m> Tracer<'m> {
    pub fn new(input: &Bytes, root: Type) -> Self {
        Self {
            notes: Notes::new(input),
            subjects: HashMap::new(),
            about: Vec::new(),
            entries: Vec::new(),
            written: Vec::new(),
            unpacked: HashMap::new(),
            faults: Vec::new(),
            root,
            seeking: OnceCell::new(),
        }
    }

    /// From now on it is about this, or about what it was about where this is no part of the message.
    fn turn_to(&mut self, to: Option<Ref>) {
        let of_message = to.filter(|to| self.is_of_message(to));
        let about = of_message.map(Rc::new).or_else(|| self.current());
        self.about.push(about);
    }

    /// Whether it is part of the message, or will be.
    fn is_of_message(&self, to: &Ref) -> bool {
        to.root == Root::Message || self.entries.iter().any(|entry| entry.root == to.root)
    }

    fn current(&self) -> Option<Rc<Ref>> {
        self.about.last().cloned().flatten()
    }

    fn note(&mut self, bytes: &Bytes, how: How, name: &str, number: Option<u64>) -> Origin {
        let about = self.current();
        let is_nameless = name.is_empty() || matches!(how, How::Leaf(leaf) if leaf.name() == name);
        self.notes.add(bytes, Note::new(how, (name.to_owned(), is_nameless), about, number))
    }
}

impl<'m> Machine<'m> {
    /// An op begins.
    pub(super) fn trace_op(&mut self, frame: &Frame<'m>, block: &'m Block, index: usize) {
        let Some(tracer) = &mut self.tracer else { return };
        let op = &block.ops[index];
        let find = || subject(frame.function, block, index);
        let place = *tracer.subjects.entry(std::ptr::from_ref(op)).or_insert_with(find);
        self.trace_uses(frame, op);
        self.trace_place(frame, place);
    }

    /// What follows is about a place.
    fn trace_place(&mut self, frame: &Frame<'m>, place: Option<&Place>) {
        let to = place.and_then(|place| self.resolve(frame, place).ok());
        if let Some(tracer) = &mut self.tracer {
            tracer.turn_to(to);
        }
    }

    /// What follows is about the native value in a variable.
    pub(super) fn trace_var(&mut self, frame: &Frame<'m>, var: VarId) {
        let to = if let Some(Item::Ref(to)) = frame.get(var) { Some(to.clone()) } else { None };
        if let Some(tracer) = &mut self.tracer {
            tracer.turn_to(to);
        }
    }

    /// What follows is about the value that a function was given.
    pub(super) fn trace_param(&mut self, frame: &Frame<'m>) {
        let mut vars = frame.function.params.iter().map(|param| param.var);
        let place = vars.find(|&var| matches!(frame.get(var), Some(Item::Ref(_))));
        match place {
            Some(var) => self.trace_var(frame, var),
            None => self.trace_place(frame, None),
        }
    }

    /// It is about what it was about before.
    pub(super) fn trace_back(&mut self) {
        if let Some(tracer) = &mut self.tracer {
            tracer.about.pop();
        }
    }

    /// The loop at work, as [`Self::go_on_in`] takes it.
    pub(super) fn iteration(&self) -> u64 {
        self.tracer.as_ref().map_or(0, |tracer| tracer.notes.iteration)
    }

    /// A loop begins its next iteration.
    pub(super) fn trace_iteration(&mut self) {
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.next_iteration();
        }
    }

    /// A loop has ended.
    pub(super) fn go_on_in(&mut self, iteration: u64) {
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.iteration = iteration;
        }
    }

    /// A key was read, of a member or of none.
    pub(super) fn trace_key(&mut self, key: &Origin) {
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.used(key, Role::Key, None);
        }
    }

    /// A member's key was read in this iteration; what follows is about the member.
    pub(super) fn trace_member(&mut self, frame: &Frame<'m>, place: Option<&Place>, key: &Origin) {
        self.trace_key(key);
        self.trace_place(frame, place);
        let Some(tracer) = &mut self.tracer else { return };
        let about = tracer.current();
        tracer.notes.move_iteration(about);
    }

    /// What was read in this iteration about the holder led to a new element of it, or to its case.
    pub(super) fn trace_element(&mut self, holder: &Ref, element: &Ref) {
        let Some(tracer) = &mut self.tracer else { return };
        if element.root != holder.root {
            tracer.entries.push(Entry { root: element.root, first_read: tracer.notes.first_of_iteration() });
        }
        tracer.notes.move_to_element(holder, &Rc::new(element.clone()));
    }

    /// A map's entry has got its key, and so its place.
    pub(super) fn trace_entry(&mut self, entry: Root, map: &Ref, key: &Value) {
        let Some(tracer) = &mut self.tracer else { return };
        let Some(place) = tracer.entries.iter().rposition(|it| it.root == entry) else { return };
        let Entry { root, first_read } = tracer.entries.remove(place);
        tracer.notes.place_entry(root, first_read, &map.hop(Hop::Entry(Rc::new(key.clone()), Part::Whole)));
    }

    /// What a read op has read since a position.
    pub(super) fn trace_read(
        &mut self,
        frame: &Frame<'m>,
        (what, results): (&ReadWhat, &[VarId]),
        (item, start): (Option<&Item>, usize),
    ) -> Origin {
        if self.tracer.is_none() {
            return Origin::new();
        }
        let how = match what {
            ReadWhat::Int { width, order } => {
                How::Int { width: *width, little: self.is_little(frame, *order).unwrap_or(true) }
            }
            ReadWhat::Span(_) => How::Bytes,
            ReadWhat::Peek => return Origin::new(),
            ReadWhat::Skip(_) => How::Skipped,
            ReadWhat::Align { .. } => How::Aligned,
            ReadWhat::Leaf(leaf) => How::Leaf(*leaf),
        };
        let number = match item {
            Some(Item::U64(number)) => Some(*number),
            Some(Item::I64(number)) => Some(*number as u64),
            Some(Item::Bool(_) | Item::Bytes(_) | Item::Ref(_)) | None => None,
        };
        let name = results.first().map_or("", |var| frame.function.var(*var).name.as_str());
        self.trace_since(start, how, name, number)
    }

    /// What was read since a position of the region at hand.
    pub(super) fn trace_since(&mut self, start: usize, how: How, name: &str, number: Option<u64>) -> Origin {
        let Some(tracer) = &mut self.tracer else { return Origin::new() };
        let Cursor { region, pos, .. } = &self.cursor;
        region.part(start, *pos).map(|bytes| tracer.note(&bytes, how, name, number)).unwrap_or_default()
    }

    /// A section of a region, which may be cut or continued.
    pub(super) fn trace_section(&mut self, section: &Bytes, present: Option<Bytes>, name: &str) -> Origin {
        let (Some(tracer), Some(present)) = (&mut self.tracer, present) else { return Origin::new() };
        tracer.notes.continue_with(section, &present);
        tracer.note(&present, How::Section, name, None)
    }

    /// The reads that a value comes of; loads from sections are reads.
    pub(super) fn origin(&mut self, frame: &Frame<'m>, expr: &Expr) -> Origin {
        let mut origin = Origin::new();
        if self.tracer.is_none() {
            return origin;
        }
        expr.visit(&mut |part| {
            let found = match part {
                Expr::Var(var) => frame.tracked(*var).map(|it| it.origin.clone()).unwrap_or_default(),
                Expr::Load { .. } | Expr::Slice { .. } => self.trace_load(frame, part),
                Expr::Since(_) => self.trace_run(frame, part),
                _ => return,
            };
            found.into_iter().for_each(|read| add(&mut origin, read));
        });
        origin
    }

    /// A run of bytes that was passed over, and is used as a whole.
    fn trace_run(&mut self, frame: &Frame<'m>, run: &Expr) -> Origin {
        let bytes = self.eval_bytes(frame, run).ok();
        let note = |tracer: &mut Box<Tracer<'m>>| bytes.map(|bytes| tracer.note(&bytes, How::Bytes, "", None));
        self.tracer.as_mut().and_then(note).unwrap_or_default()
    }

    fn trace_load(&mut self, frame: &Frame<'m>, load: &Expr) -> Origin {
        let (var, offset, how) = match load {
            Expr::Load { section, offset, width, order } => {
                let little = self.is_little(frame, *order).unwrap_or(true);
                (*section, *offset as usize, How::Int { width: *width, little })
            }
            Expr::Slice { section, offset, .. } => (*section, *offset as usize, How::Bytes),
            _ => return Origin::new(),
        };
        let (Ok(loaded), Ok(section)) = (self.eval(frame, load), self.section(frame, var)) else {
            return Origin::new();
        };
        let (len, number) = match (&loaded, load) {
            (Item::U64(number), Expr::Load { width, .. }) => (usize::from(*width), Some(*number)),
            (Item::Bytes(bytes), _) => (bytes.len(), None),
            _ => return Origin::new(),
        };
        let Some(bytes) = section.part(offset, offset + len) else { return Origin::new() };
        self.tracer.as_mut().map(|tracer| tracer.note(&bytes, how, "", number)).unwrap_or_default()
    }

    /// What an op does with what was read.
    fn trace_uses(&mut self, frame: &Frame<'m>, op: &Op) {
        let mut uses: Vec<(&Expr, Role)> = Vec::new();
        let mut written: Vec<&Expr> = Vec::new();
        match op {
            Op::Window { len, .. } => uses.push((len, Role::Length)),
            Op::Read { what: ReadWhat::Span(len) | ReadWhat::Skip(len), .. } => uses.push((len, Role::Length)),
            Op::Fill { count, .. } => uses.push((count, Role::Count)),
            Op::At { region, pos, .. } => uses.extend([(region, Role::Region), (pos, Role::Position)]),
            Op::Section { region, pos, len, .. } => {
                uses.extend([(region, Role::Region), (len, Role::Length), (pos, Role::Position)]);
            }
            Op::If { cond: choice, .. } | Op::Switch { on: choice, .. } => uses.push((choice, Role::Choice)),
            // These have their values under way.
            Op::Let { .. } | Op::Call { .. } | Op::Keyed { .. } | Op::Loop { .. } | Op::Set { .. } => {}
            // What is kept was read in other ways.
            Op::Retain { .. } => {}
            Op::Write { .. } => op.visit_exprs(&mut |value| written.push(value)),
            _ => op.visit_exprs(&mut |expr| uses.push((expr, Role::Other))),
        }
        for value in written {
            self.trace_written(frame, value);
        }
        for (expr, role) in uses {
            let origin = self.origin(frame, expr);
            let meaning = self.meaning(frame, op, (expr, role));
            if let Some(tracer) = &mut self.tracer {
                tracer.notes.used(&origin, role, meaning);
            }
        }
    }

    /// A variable got a value.
    pub(super) fn trace_let(&mut self, frame: &Frame<'m>, var: VarId, value: &Tracked) {
        let Some(tracer) = &mut self.tracer else { return };
        let meaning = match value.item {
            Item::U64(number) => Some(number),
            Item::I64(number) => u64::try_from(number).ok(),
            Item::Bool(_) | Item::Bytes(_) | Item::Ref(_) => return,
        };
        tracer.notes.named(&value.origin, &frame.function.var(var).name, meaning);
    }

    /// The number that is used; a position in the whole buffer.
    fn meaning(&self, frame: &Frame<'m>, op: &Op, (expr, role): (&Expr, Role)) -> Option<u64> {
        if !matches!(role, Role::Length | Role::Count | Role::Position) {
            return None;
        }
        let number = self.eval_u64(frame, expr).ok()?;
        match (role, op) {
            (Role::Position, Op::At { region, .. } | Op::Section { region, .. }) => {
                let start = self.eval_bytes(frame, region).ok()?.range().start as u64;
                start.checked_add(number)
            }
            _ => Some(number),
        }
    }

    /// A place got a value.
    pub(super) fn trace_set(
        &mut self,
        frame: &Frame<'m>,
        (value, item): (&Expr, &Item),
        to: &Ref,
        native: Option<(&Type, &Value)>,
    ) {
        let mut origin = self.origin(frame, value);
        let Some(tracer) = &mut self.tracer else { return };
        if let (true, Item::Bytes(bytes)) = (origin.is_empty(), item) {
            origin = tracer.unpacked.get(&bytes.identity()).cloned().unwrap_or_default();
        }
        if tracer.is_of_message(to) {
            let native = native.map(|(ty, value)| Native { ty: ty.clone(), value: value.clone() });
            tracer.notes.became(&origin, &Rc::new(to.clone()), native);
        }
    }

    /// Bytes are kept as unknown.
    pub(super) fn trace_unknown(&mut self, bytes: &Bytes) {
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.keep_as_unknown(bytes);
        }
    }

    /// Something is going to be unpacked.
    pub(super) fn trace_unpacking(&mut self) {
        if let Some(tracer) = &mut self.tracer {
            tracer.written.push(Origin::new());
        }
    }

    /// Something is written; perhaps it is unpacked.
    fn trace_written(&mut self, frame: &Frame<'m>, value: &Expr) {
        let origin = self.origin(frame, value);
        if let Some(written) = self.tracer.as_mut().and_then(|tracer| tracer.written.last_mut()) {
            origin.into_iter().for_each(|read| add(written, read));
        }
    }

    /// Bytes were unpacked, and may be read in turn.
    pub(super) fn trace_unpacked(&mut self, bytes: &Bytes) {
        let Some(tracer) = &mut self.tracer else { return };
        tracer.notes.add_buffer(bytes);
        if let Some(written) = tracer.written.pop().filter(|written| !written.is_empty()) {
            tracer.unpacked.insert(bytes.identity(), written);
        }
    }

    /// Whether a function reads nothing at the cursor, so that what comes behind a failure is where it would be without.
    pub(super) fn seeks(&self, frame: &Frame<'m>) -> bool {
        let Some(tracer) = &self.tracer else { return false };
        let find = || effects(self.module).iter().map(|effects| !effects.reads).collect();
        tracer.seeking.get_or_init(find).get(frame.id.0 as usize) == Some(&true)
    }

    /// Where reading can go on, if a failure in what follows shall not be the end.
    pub(super) fn hold(&self) -> Option<Hold> {
        let tracer = self.tracer.as_ref()?;
        Some(Hold {
            cursor: self.cursor.clone(),
            outside: self.outside,
            depth: self.depth,
            iteration: tracer.notes.iteration,
            about: tracer.about.len(),
            entries: tracer.entries.len(),
            written: tracer.written.len(),
            streams: self.streams.len(),
            made: self.made.len(),
        })
    }

    /// Goes on where reading was held, with the failure noted; or fails after all.
    pub(super) fn recover(&mut self, hold: Option<Hold>, failure: Failure) -> Outcome<()> {
        let is_final = matches!(failure.code, ErrorCode::BudgetExceeded | ErrorCode::Internal);
        let (Some(hold), false) = (hold, is_final) else { return Err(failure) };
        self.note_fault(failure)?;
        (self.cursor, self.outside, self.depth) = (hold.cursor, hold.outside, hold.depth);
        self.streams.truncate(hold.streams);
        self.made.truncate(hold.made);
        if let Some(tracer) = &mut self.tracer {
            tracer.notes.iteration = hold.iteration;
            tracer.about.truncate(hold.about);
            tracer.entries.truncate(hold.entries);
            tracer.written.truncate(hold.written);
        }
        Ok(())
    }

    /// Notes a failure that is not the end; the failure itself where nobody traces.
    pub(super) fn note_fault(&mut self, failure: Failure) -> Outcome<()> {
        let Some(tracer) = &self.tracer else { return Err(failure) };
        if tracer.faults.len() >= MOST_FAULTS {
            return Err(failure);
        }
        let about = self.culprit.take().or_else(|| tracer.current().map(|about| (*about).clone()));
        let path = about.map(|about| self.path(&tracer.root, &about)).unwrap_or_default();
        if let Some(tracer) = &mut self.tracer {
            tracer.faults.push(Refusal { failure, path });
        }
        Ok(())
    }

    /// The end of the way.
    pub(super) fn into_trace(mut self, end: Outcome<()>) -> Option<Trace> {
        let tracer = self.tracer.take()?;
        let Tracer { notes, mut faults, root, .. } = *tracer;
        let is_end = |failure: &Failure| failure.code == ErrorCode::Truncated;
        let is_told = |failure: &Failure| faults.iter().any(|told| is_end(&told.failure) && is_end(failure));
        if let Some(failure) = end.err().filter(|failure| !is_told(failure)) {
            faults.push(Refusal { failure, path: self.culprit_path(&root) });
        }
        let path = |about: &Ref| if about.root == Root::Message { self.path(&root, about) } else { Path::default() };
        let (buffers, reads): (Vec<Vec<u8>>, Vec<Read>) = notes.finish(path);
        Some(Trace { buffers, reads, faults, value: self.into_message() })
    }
}

/// Adds a number that may be there already; what comes of very many reads comes of none in particular.
fn add(origin: &mut Origin, read: usize) {
    if origin.len() < MOST_ORIGINS && !origin.contains(&read) {
        origin.push(read);
    }
}

const MOST_ORIGINS: usize = 24;
