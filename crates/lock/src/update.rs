//! Compares a schema with its lock.

use crate::assignments::{Entry, Lock, Section, range};
use crate::changes::changes;
use crate::index::Index;
use crate::member::{Kind, Member, Numbered, numbered};
use crate::rename::renamed_types;
use crate::type_text::{is_declared, type_text};
use polywire_model::attr::Fact;
use polywire_model::{Change, DeclId, Model};
use polywire_source::{Code, Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

const CODE: Code = Code("breaking-edit");

/// Updates a lock for a model and reports the members whose places changed, and the edits that change the meaning of
/// existing messages.
pub(crate) fn updated_lock(lock: Lock, model: &Model, facts: &BTreeSet<Fact>) -> (Lock, Vec<Change>, Vec<Diagnostic>) {
    let types: Vec<(Fact, Vec<Numbered<'_>>)> = facts.iter().map(|fact| (*fact, numbered(model, *fact))).collect();
    let path = |id: DeclId| model.decl(id).path();
    let renamed = renamed_types(&lock, &types, &|member| text(model, member, &path));
    let mut updater = Updater {
        model,
        renamed: &renamed,
        known: known_types(&lock, model),
        lock,
        changes: Vec::new(),
        problems: Vec::new(),
    };
    for (fact, types) in &types {
        updater.rename_types(*fact);
        updater.remove_types(*fact, types);
        types.iter().for_each(|it| updater.ty(*fact, it));
    }
    (updater.lock, updater.changes, updater.problems)
}

/// Returns the type of a member; `name` provides the names of declarations.
fn text(model: &Model, member: &Member<'_>, name: &dyn Fn(DeclId) -> String) -> String {
    match member.kind {
        Kind::Value(ty) => type_text(model, ty, name),
        Kind::Optional(ty) => type_text(model, ty, name) + "?",
        Kind::Void => "void".to_owned(),
        Kind::Enumerator => "enumerator".to_owned(),
        Kind::Method(method) => {
            let output = method.output.map_or_else(|| "none".to_owned(), name);
            format!("{} -> {output}", name(method.input))
        }
        // Stays as it was when the id was assigned.
        Kind::Template => String::new(),
    }
}

fn known_types(lock: &Lock, model: &Model) -> HashSet<String> {
    let of_lock = lock.sections.keys().map(|(_, path)| path.clone());
    of_lock.chain(model.decls.iter().map(|decl| decl.path())).collect()
}

struct Updater<'m> {
    model: &'m Model,
    /// Names of types in the lock, by their new names.
    renamed: &'m BTreeMap<String, String>,
    /// All types in the schema or the lock.
    known: HashSet<String>,
    lock: Lock,
    changes: Vec<Change>,
    problems: Vec<Diagnostic>,
}

impl Updater<'_> {
    fn rename_types(&mut self, fact: Fact) {
        for (new, old) in self.renamed {
            if let Some(section) = self.lock.sections.remove(&(fact, old.clone())) {
                self.lock.sections.insert((fact, new.clone()), section);
            }
        }
    }

    /// Marks the members of removed types as removed.
    fn remove_types(&mut self, fact: Fact, types: &[Numbered<'_>]) {
        let here: HashSet<&str> = types.iter().map(|it| it.path.as_str()).collect();
        let sections = self.lock.sections.iter_mut().filter(|((of, _), _)| *of == fact);
        let gone = sections.filter(|((_, path), _)| !here.contains(path.as_str()));
        gone.flat_map(|(_, section)| section.entries.values_mut()).for_each(|entry| entry.removed = true);
    }

    fn ty(&mut self, fact: Fact, it: &Numbered<'_>) {
        if it.members.is_empty() && !self.lock.sections.contains_key(&(fact, it.path.clone())) {
            return;
        }
        let mut section = self.lock.sections.remove(&(fact, it.path.clone())).unwrap_or_default();
        let unions = renamed_unions(fact, &section, &it.members);
        rename_union(fact, &mut section, &unions);
        let before = section.clone();
        let index = Index::of(&section);
        let found: Vec<Option<u32>> = it.members.iter().map(|member| index.find(member)).collect();
        let mut kept = BTreeSet::new();
        for (member, found) in it.members.iter().zip(found) {
            if let Some(number) = found {
                self.keep((fact, it), &mut section, number, member);
            }
            kept.extend(found.or_else(|| self.add((fact, it), &mut section, member)));
        }
        for (number, entry) in &mut section.entries {
            entry.removed |= !kept.contains(number) && !entry.is_extension();
        }
        if fact == Fact::Order {
            self.changes.extend(changes(&before, &section, it, self.model));
        }
        self.check(fact, it, &section);
        self.lock.sections.insert((fact, it.path.clone()), section);
    }

    /// Updates the line of an existing member. Its name may change; its type and its union may not.
    fn keep(&mut self, (fact, it): (Fact, &Numbered<'_>), section: &mut Section, number: u32, member: &Member<'_>) {
        let Some(entry) = section.entries.get_mut(&number) else { return };
        let was = |id: DeclId| {
            let path = self.model.decl(id).path();
            self.renamed.get(&path).cloned().unwrap_or(path)
        };
        let path = |id: DeclId| self.model.decl(id).path();
        let now =
            Entry { name: member.name.clone(), ty: text(self.model, member, &path), removed: false, ..entry.clone() };
        if fact == Fact::SbeTemplate {
            entry.removed = false;
            return;
        }
        let is = text(self.model, member, &was);
        let same_type = self.is_same_type(&entry.ty, &is)
            || fact == Fact::Order && self.is_same_type(without_presence(&entry.ty), without_presence(&is));
        let broken = match fact {
            _ if !same_type && entry.removed => {
                Some(format!("its number belonged to a removed member, `{}` of type {}", entry.name, entry.ty))
            }
            _ if !same_type => Some(format!("its type was {} and is now {}", entry.ty, now.ty)),
            Fact::CapnpOrdinal | Fact::Order => was_in_union((entry.union(fact), now.union(fact)), member),
            Fact::ProtobufNumber | Fact::SbeTemplate => None,
        };
        if let Some(how) = broken {
            let problem = broken_edit(&it.path, member, &how, entry.span);
            // Other facts of the member have lines as well; the problem is reported once.
            if self.problems.iter().all(|other| other.message != problem.message) {
                self.problems.push(problem);
            }
        }
        *entry = now;
    }

    /// Returns true if two texts denote the same type. A type that is completely unknown, even as a removed one, was
    /// renamed when the lock of another file was updated.
    fn is_same_type(&self, was: &str, is: &str) -> bool {
        let is_part_of_name = |ch: char| ch.is_alphanumeric() || matches!(ch, '_' | '.');
        let words = |text: &'_ str| -> Vec<String> {
            text.split_inclusive(|ch| !is_part_of_name(ch)).map(str::to_owned).collect()
        };
        let (was, is) = (words(was), words(is));
        was.len() == is.len()
            && was.iter().zip(&is).all(|(was, is)| {
                let (old, new) =
                    (was.trim_end_matches(|ch| !is_part_of_name(ch)), is.trim_end_matches(|ch| !is_part_of_name(ch)));
                was == is
                    || was[old.len()..] == is[new.len()..]
                        && is_declared(old)
                        && is_declared(new)
                        && !self.known.contains(old)
            })
    }

    fn add(&mut self, (fact, it): (Fact, &Numbered<'_>), section: &mut Section, member: &Member<'_>) -> Option<u32> {
        let (first, last) = range(fact);
        let wish = member.wish.filter(|wish| !section.entries.contains_key(wish));
        let number = match fact {
            Fact::SbeTemplate => self.next_template(first),
            Fact::CapnpOrdinal | Fact::ProtobufNumber | Fact::Order => wish.unwrap_or_else(|| section.next(first)),
        };
        if number > last {
            let message = format!("`{}.{}` would get the number {number}", it.path, member.name);
            let problem = Diagnostic::error(CODE, message).at(member.span, "");
            self.problems.push(problem.help("removed members also count; use a new type"));
            return None;
        }
        let path = |id: DeclId| self.model.decl(id).path();
        let ty = match fact {
            Fact::SbeTemplate => {
                let members = self.lock.sections.get(&(Fact::Order, it.path.clone())).map_or(0, |it| it.next(0));
                format!("members({members})")
            }
            Fact::CapnpOrdinal | Fact::ProtobufNumber | Fact::Order => text(self.model, member, &path),
        };
        let entry = Entry { key: member.key, name: member.name.clone(), ty, removed: false, span: Span::default() };
        section.entries.insert(number, entry);
        Some(number)
    }

    /// Ids are shared by all types, and those of removed types stay taken.
    fn next_template(&self, first: u32) -> u32 {
        let sections = self.lock.sections.iter().filter(|((fact, _), _)| *fact == Fact::SbeTemplate);
        let taken: BTreeSet<u32> = sections.flat_map(|(_, section)| section.entries.keys().copied()).collect();
        (first..).find(|number| !taken.contains(number)).unwrap_or(first)
    }

    /// Checks rules that manual edits can break: the case for absence and an enum's default must come first.
    fn check(&mut self, fact: Fact, it: &Numbered<'_>, section: &Section) {
        if fact != Fact::CapnpOrdinal {
            return;
        }
        let mut wrong = |what: &str, span: Span, other: Span| {
            let message = format!("{what} of `{}` was not the first one", it.path);
            let problem = Diagnostic::error(CODE, message).at(span, "").related(other, "its line");
            self.problems.push(problem.help("the first one means absence in Cap'n Proto; do not change it"));
        };
        let index = Index::of(section);
        let first = it.members.first().filter(|member| matches!(member.kind, Kind::Enumerator));
        if let Some(member) = first
            && let Some((1.., entry)) = index.find(member).and_then(|number| section.entries.get_key_value(&number))
        {
            wrong(&format!("the default `{}`", member.name), member.span, entry.span);
        }
        let firsts = first_cases(section);
        let absences = section.entries.values().filter(|entry| entry.is_absence() && !entry.removed);
        for (entry, first) in
            absences.filter_map(|entry| Some((entry, firsts.get(&(entry.union(Fact::CapnpOrdinal)?, entry.key))?)))
        {
            if !first.is_absence() {
                wrong(&format!("`{}`", entry.name), first.span, entry.span);
            }
        }
    }
}

/// Returns the first case of each union, by name or, for an optional scalar, by number.
fn first_cases(section: &Section) -> HashMap<(&str, Option<i64>), &Entry> {
    let mut firsts = HashMap::new();
    for entry in section.entries.values() {
        let Some(union) = entry.union(Fact::CapnpOrdinal) else { continue };
        let of_scalar = entry.is_absence() || entry.ty.ends_with('?');
        firsts.entry((union, entry.key.filter(|_| of_scalar))).or_insert(entry);
    }
    firsts
}

/// Describes how a member moved into, out of or between unions.
fn was_in_union((was, is): (Option<&str>, Option<&str>), member: &Member<'_>) -> Option<String> {
    match (was, is) {
        (Some(_), None) => Some("it was a case of a union".to_owned()),
        (None, Some(_)) => Some("it was not a case of a union".to_owned()),
        (Some(was), Some(is)) if was != is && member.union.is_some() => Some(format!("it was a case of `{was}`")),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

fn without_presence(ty: &str) -> &str {
    ty.strip_suffix('?').unwrap_or(ty)
}

fn broken_edit(ty: &str, member: &Member<'_>, how: &str, line: Span) -> Diagnostic {
    let message = format!("this change to `{ty}.{}` is incompatible: {how}", member.name);
    let problem = Diagnostic::error(CODE, message).at(member.span, "").related(line, "recorded here");
    let number = if member.key.is_some() { "number" } else { "name" };
    problem.help(format!(
        "existing messages would be misread; undo the change, or give the member another {number} (if there are no \
         such messages, delete its line)"
    ))
}

/// Returns the old names of renamed unions: those whose cases all moved together.
fn renamed_unions(fact: Fact, section: &Section, members: &[Member<'_>]) -> BTreeMap<String, String> {
    let index = Index::of(section);
    let mut moves: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for member in members.iter().filter(|member| !member.is_absence()) {
        let entry = index.find(member).and_then(|number| section.entries.get(&number));
        if let (Some(new), Some(old)) = (member.union, entry.and_then(|entry| entry.union(fact))) {
            moves.entry(old.to_owned()).or_default().push(new);
        }
    }
    let is_here = |name: &str| members.iter().any(|member| member.union == Some(name));
    let was_there =
        |name: &str| section.entries.values().any(|entry| entry.union(fact) == Some(name) && !entry.removed);
    let renamed = moves.into_iter().filter_map(|(old, news)| {
        let new = *news.first()?;
        let together = news.iter().all(|other| *other == new);
        (together && old != new && !is_here(&old) && !was_there(new)).then(|| (old, new.to_owned()))
    });
    renamed.collect()
}

fn rename_union(fact: Fact, section: &mut Section, renamed: &BTreeMap<String, String>) {
    for entry in section.entries.values_mut() {
        let Some(new) = entry.union(fact).and_then(|old| renamed.get(old)) else { continue };
        entry.name = match entry.name.split_once('.') {
            Some((_, case)) => format!("{new}.{case}"),
            None => format!("{new}?"),
        };
    }
}
