//! The plan of generation. A task is the types of a schema file, or its codecs in one format. It sees only the file and
//! its imports, so its code does not depend on what else is generated.
//!
//! Design: docs/decisions/0060-file-by-file.md

use super::language::{Printing, Whole};
use super::packages::{completed, envelopes_of_runtime};
use super::{
    Choices, Envelopes, Error, File, Language, Names, Output, Partial, Placement, Progress, Request, frames, framings,
    groups, views,
};
use super::{calls, parallel, settled};
use polywire_backend::cpp::{Binding, Exports};
use polywire_ir::Module;
use polywire_ir::types::{Named, StructId, Types};
use polywire_lower::{Format, Unsupported};
use polywire_model::{Decl, DeclId, DeclKind, FilePart, Model, Parts};
use polywire_passes::{Options, add_sizes, add_validators, drop_unreached, optimize};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Everything that is generated for a schema.
pub(super) struct Plan<'c> {
    model: Model,
    /// The declarations that formats add to the schema.
    added: Vec<DeclId>,
    types: Types,
    placement: Placement,
    /// The names of the codecs' formats, those of other decoders among them.
    names: Vec<String>,
    whole: Whole,
    name: &'c str,
    formats: &'c [&'c Format],
    choices: &'c Choices,
    language: &'c Language,
    options: Options,
}

/// A task.
#[derive(Clone, Copy)]
enum Task {
    /// The types of a group of schema files.
    Types(usize),
    /// Its codecs in one format, by its position.
    Codecs(usize, usize),
    /// Types and codecs together.
    All(usize),
}

/// The output of a task, or the reason why it failed.
type Done = Result<Output, Failed>;

enum Failed {
    Format(&'static str, Vec<Unsupported>),
    BackEnd(Vec<String>),
}

/// Returns the output of a schema file, or of the schema if a declaration has no file.
fn output(language: &Language, schema: &str, file: &str) -> String {
    if file.is_empty() { schema.to_owned() } else { (language.output)(file) }
}

impl<'c> Plan<'c> {
    pub fn of(Request { model, name, formats, choices, language }: Request<'c>) -> Result<Self, Error> {
        let declared = model.decls.len();
        let model = settled(&crate::binding::adapted(model, |id| choices.binds(id)), formats);
        let model = model.map_err(|problem| Error::BackEnd(vec![problem]))?;
        let added = (declared..model.decls.len()).map(|index| DeclId(index as u32)).collect();
        let types = Types::of_model(&model);
        let mut packages = completed(&choices.placement.packages, &model);
        if !choices.protocols.is_empty() && language.library.is_none() {
            packages.of_runtime.push(envelopes_of_runtime());
        }
        let placement = Placement { packages, ..choices.placement.clone() };
        let names: Vec<String> = formats.iter().flat_map(|format| choices.names_of(format)).collect();
        let files: Vec<String> = model.decls.iter().map(|decl| output(language, name, &decl.file)).collect();
        let whole = (language.whole)(&types, &placement, (&names, &files));
        let options = Options { immutable: language.immutable, skip: choices.without.clone() };
        Ok(Self { model, added, types, placement, names, whole, name, formats, choices, language, options })
    }

    /// Runs all tasks and returns their files.
    pub fn files(&self, progress: &Progress<'_>) -> Result<Vec<File>, Error> {
        let parts = Parts::of(&self.model, &|file: &str| output(self.language, self.name, file));
        let tasks: Vec<Task> = (0..parts.len()).flat_map(|group| self.tasks(group)).collect();
        let needs = self.needs(&parts, &tasks);
        let results = parallel::map(&tasks, &needs, |task, needed| self.run(&parts, *task, needed), progress);
        let mut files = self.collected(results)?;
        if !self.choices.framings.is_empty() {
            files.extend(frames(&self.choices.framings, &self.placement.packages, self.language)?);
        }
        let calls = self.calls()?;
        let mut placement = self.placement.clone();
        placement.modules.extend(calls.modules);
        let names = Names { placement: &placement, ..self.all_names() };
        let index = (self.language.index)(&self.types, &names, &self.names, &files);
        files.extend(index);
        files.extend(calls.files);
        Ok(files)
    }

    /// Returns the files of services, if there are protocols to call them by.
    fn calls(&self) -> Result<Output, Error> {
        let protocols = &self.choices.protocols;
        if protocols.is_empty() {
            return Ok(Output::default());
        }
        let facts = (protocols.as_slice(), self.formats);
        let services = calls::services((&self.model, &self.types), facts, self.language);
        let printed = services.and_then(|services| (self.language.services)(&services, &self.whole, &self.all_names()));
        printed.map_err(Error::BackEnd)
    }

    /// Returns the names of the whole schema.
    fn all_names(&self) -> Names<'_> {
        Names {
            schema: self.name,
            files: self.model.decls.iter().map(|decl| decl.file.as_str()).collect(),
            binding: &self.choices.binding,
            borrowed: self.choices.borrowed,
            describe: self.choices.describe,
            split: self.choices.split,
            placement: &self.placement,
            envelopes: None,
            imports: &[],
            only: None,
        }
    }

    /// Returns, for each task, the positions of those whose codecs it uses: those of imported files in the same format.
    fn needs(&self, parts: &Parts<'_>, tasks: &[Task]) -> Vec<Vec<usize>> {
        let codecs = |task: &Task| match *task {
            Task::Codecs(group, format) if self.language.includes => Some((group, format)),
            Task::Codecs(..) | Task::Types(_) | Task::All(_) => None,
        };
        let positions: HashMap<(usize, usize), usize> =
            tasks.iter().zip(0..).filter_map(|(task, position)| Some((codecs(task)?, position))).collect();
        let of_codecs = |(group, format)| {
            let needed = parts.needed(group).into_iter();
            needed.filter_map(|group| positions.get(&(group, format)).copied()).collect()
        };
        tasks.iter().map(|task| codecs(task).map(of_codecs).unwrap_or_default()).collect()
    }

    fn tasks(&self, group: usize) -> Vec<Task> {
        // Envelopes are printed for the codecs of all formats together.
        if self.choices.envelopes.is_some() {
            return vec![Task::All(group)];
        }
        let codecs = (0..self.formats.len()).map(|format| Task::Codecs(group, format));
        std::iter::once(Task::Types(group)).chain(codecs).collect()
    }

    fn run(&self, parts: &Parts<'_>, task: Task, needed: &[&Done]) -> Done {
        let (group, formats, types) = match task {
            Task::Types(group) => (group, &[][..], true),
            Task::Codecs(group, format) => (group, &self.formats[format..=format], false),
            Task::All(group) => (group, self.formats, true),
        };
        let resolves_any = formats.iter().any(|format| format.resolves_any);
        let added = if formats.iter().any(|format| format.schema_types.is_some()) { &*self.added } else { &[] };
        let part = if resolves_any { parts.part_with_any(group, added) } else { parts.part_with(group, added) };
        if !types && !formats.iter().any(|format| self.has_codecs(&part, format)) {
            return Ok(Output::default());
        }
        let imports = needed.iter().filter_map(|done| Some(done.as_ref().ok()?.exports.clone())).collect();
        Work { plan: self, types: Types::of_model(&part.model), part, imports }.files(formats, types)
    }

    /// Returns true if a part has types of messages of a format.
    fn has_codecs(&self, part: &FilePart, format: &Format) -> bool {
        let is_message = |it: &Decl| match format.built_in {
            Some(built_in) => it.path() == built_in.message,
            // Envelopes of calls are messages of protocols alone.
            None => self.choices.protocols.is_empty() || !calls::is_of_envelopes(it),
        };
        let is_struct = |it: &Decl| matches!(it.kind, DeclKind::Struct(_));
        part.model.decls.iter().any(|it| part.is_own(it) && is_struct(it) && is_message(it))
    }

    /// Reports each failure once, although a type can be a part of many files.
    fn collected(&self, results: Vec<Done>) -> Result<Vec<File>, Error> {
        let (mut files, mut messages) = (Vec::new(), Vec::new());
        let mut unsupported: Vec<(&'static str, Vec<Unsupported>)> = Vec::new();
        for result in results {
            match result {
                Ok(output) => files.extend(output.files),
                Err(Failed::BackEnd(found)) => add_new(&mut messages, found),
                Err(Failed::Format(format, found)) => match unsupported.iter_mut().find(|(it, _)| *it == format) {
                    Some((_, parts)) => add_new(parts, found),
                    None => unsupported.push((format, found)),
                },
            }
        }
        let first = self.formats.iter().find_map(|it| unsupported.iter().position(|(name, _)| *name == it.name));
        match first.map(|index| unsupported.swap_remove(index)) {
            Some((format, parts)) => Err(Error::Format { format, parts }),
            None if messages.is_empty() => Ok(files),
            None => Err(Error::BackEnd(messages)),
        }
    }
}

fn add_new<T: PartialEq>(list: &mut Vec<T>, found: Vec<T>) {
    for it in found {
        if !list.contains(&it) {
            list.push(it);
        }
    }
}

/// The work on one part of the schema.
struct Work<'p> {
    plan: &'p Plan<'p>,
    part: FilePart,
    types: Types,
    /// The functions of imported files' codecs.
    imports: Vec<Arc<Exports>>,
}

impl Work<'_> {
    fn files(&self, formats: &[&Format], types: bool) -> Done {
        let mut modules = if types { vec![self.no_codecs()] } else { Vec::new() };
        for format in formats {
            modules.extend(self.modules(format).map_err(|parts| Failed::Format(format.name, parts))?);
        }
        let origins: Vec<Named> = self.part.origins.iter().map(|id| self.plan.types.of_decl[id.0 as usize]).collect();
        let output = |file: &String| if file.is_empty() { String::new() } else { (self.plan.language.output)(file) };
        let files: BTreeSet<String> = self.part.files.iter().map(output).collect();
        let binding = self.binding(&origins);
        let choices = self.plan.choices;
        let names = Names {
            files: self.part.model.decls.iter().map(|decl| decl.file.as_str()).collect(),
            binding: &binding,
            envelopes: choices.envelopes.clone().map(|prefix| Envelopes {
                prefix,
                groups: groups(&self.part.model),
                framings: framings(formats),
            }),
            imports: &self.imports,
            only: Some(Printing { whole: &self.plan.whole, origins: &origins, files: &files, types }),
            ..self.plan.all_names()
        };
        let mut output = (self.plan.language.print)(&modules, &names).map_err(Failed::BackEnd)?;
        if choices.explain && !formats.is_empty() {
            let lowered = formats.iter().map(|format| self.lowered(format)).collect::<Result<Vec<_>, _>>()?;
            output.add((self.plan.language.explain)(&lowered, &names).map_err(Failed::BackEnd)?);
        }
        Ok(output)
    }

    fn no_codecs(&self) -> Module {
        let (functions, entries, views) = Default::default();
        Module { format: String::new(), types: self.types.clone().into(), functions, entries, views }
    }

    /// Returns all modules of a format.
    fn modules(&self, format: &Format) -> Result<Vec<Module>, Vec<Unsupported>> {
        let (model, options) = (&self.part.model, &self.plan.options);
        let mut module = self.lower(format)?;
        // Passes also use functions that only the entries of other files reach.
        optimize(&mut module, options);
        self.keep_own(&mut module);
        add_validators(&mut module);
        if self.plan.language.has_sizes {
            add_sizes(&mut module);
        }
        let mut modules = vec![module];
        // If no format has views of these types, the lowering says why.
        let is_viewed = |format: &Format| format.has_views_of(model);
        let none_is = || !self.plan.formats.iter().any(|it| is_viewed(it));
        if self.plan.choices.views && format.has_views && (is_viewed(format) || none_is()) {
            let viewing = polywire_lower::Options { views: true, ..Default::default() };
            modules.extend(views(self.lower_with(format, &viewing)?, options));
        }
        let partials = self.plan.choices.partials.iter().filter(|partial| partial.is_for(format));
        for partial in partials.filter_map(|partial| self.partial(partial)) {
            modules.push(partial.module(model, format, options)?);
        }
        Ok(modules)
    }

    /// Returns the unoptimised module of a format.
    fn lowered(&self, format: &&Format) -> Result<Module, Failed> {
        let mut module = self.lower(format).map_err(|parts| Failed::Format(format.name, parts))?;
        self.keep_own(&mut module);
        Ok(module)
    }

    fn lower(&self, format: &Format) -> Result<Module, Vec<Unsupported>> {
        self.lower_with(format, &self.lowering(format))
    }

    /// Lowers the part, without codecs for the types that the caller leaves out.
    fn lower_with(&self, format: &Format, options: &polywire_lower::Options) -> Result<Module, Vec<Unsupported>> {
        let left_out = self.plan.choices.left_out.get(format.name);
        let left_out: BTreeSet<DeclId> = left_out
            .into_iter()
            .flat_map(|ids| self.part.origins.iter().zip((0..).map(DeclId)).filter(|(origin, _)| ids.contains(origin)))
            .map(|(_, id)| id)
            .collect();
        if left_out.is_empty() {
            return format.lower_with(&self.part.model, options);
        }
        let mut module = format.lower_with(&self.part.model.without(&left_out), options)?;
        let is_left_out = |record: StructId| left_out.iter().any(|id| self.types.struct_of(*id) == Some(record));
        module.entries.retain(|entry| !is_left_out(entry.record));
        module.views.structs.retain(|view| !is_left_out(view.record));
        drop_unreached(&mut module);
        module.types = self.types.clone().into();
        Ok(module)
    }

    /// Returns the options of the lowering. If outputs call each other, other files contain the functions for their messages
    /// in an `Any`.
    fn lowering(&self, format: &Format) -> polywire_lower::Options {
        let wanted = self.plan.language.links && format.resolves_any;
        let own = || self.part.model.decls.iter().zip((0..).map(DeclId)).filter(|(decl, _)| self.part.is_own(decl));
        let exported = wanted.then(|| own().map(|(_, id)| id).collect());
        polywire_lower::Options { exported, ..Default::default() }
    }

    /// Drops the functions that only the entries of other files need.
    fn keep_own(&self, module: &mut Module) {
        let own = self.part.model.decls.iter().zip(&self.types.of_decl).filter(|(decl, _)| self.part.is_own(decl));
        let own: BTreeSet<u32> = own
            .filter_map(|(_, named)| match named {
                Named::Struct(id) => Some(id.0),
                Named::Enum(_) | Named::Constant(_) | Named::Union(_) => None,
            })
            .collect();
        module.entries.retain(|entry| own.contains(&entry.record.0));
        drop_unreached(module);
    }

    /// Returns the same decoder of this part's struct, if that is declared in this part's own files.
    fn partial(&self, partial: &Partial) -> Option<Partial> {
        let root = self.part.origins.iter().position(|origin| *origin == partial.root)?;
        self.part.is_own(&self.part.model.decls[root]).then(|| Partial {
            name: partial.name.clone(),
            root: DeclId(root as u32),
            selection: partial.selection.in_part(&self.part.origins),
            writer: partial.writer.clone(),
        })
    }

    /// Returns the bindings of the part's types.
    fn binding(&self, origins: &[Named]) -> Binding {
        let whole = &self.plan.choices.binding;
        let mut binding = Binding { headers: whole.headers.clone(), ..Binding::default() };
        for (named, origin) in self.types.of_decl.iter().zip(origins) {
            match (named, origin) {
                (Named::Struct(id), Named::Struct(of)) => {
                    binding.structs.extend(whole.structs.get(of).map(|it| (*id, it.clone())));
                }
                (Named::Enum(id), Named::Enum(of)) => {
                    binding.enums.extend(whole.enums.get(of).map(|it| (*id, it.clone())));
                }
                _ => {}
            }
        }
        binding
    }
}
