//! The low form: every function of every model obeys its rules.

use polywire_backend::low::{Body, Context, Function, Mode, PlainFields, Stmt, Target, function, verify};
use polywire_front::{LoadedFile, proto};
use polywire_ir::{FuncId, Module, Place, Step, ValueType, VarId};
use polywire_lower::FORMATS;
use polywire_model::{Model, trade};
use polywire_passes::{Options, add_sizes, add_validators, optimize};
use polywire_source::{Diagnostics, SourceMap};

fn models() -> Vec<(String, Model)> {
    let test_models = polywire_test_models::models().into_iter().map(|it| (it.name.to_owned(), it.model));
    std::iter::once(("trade".to_owned(), trade::model())).chain(test_models).collect()
}

fn modules(model: &Model) -> Vec<Module> {
    FORMATS.iter().filter_map(|format| format.lower(model).ok()).collect()
}

fn optimized(module: &Module) -> Module {
    let mut module = module.clone();
    optimize(&mut module, &Options::default());
    add_validators(&mut module);
    add_sizes(&mut module);
    module
}

fn functions(module: &Module, target: Target) -> Vec<Function> {
    let cx = Context::of(module, target);
    let mut built = Vec::new();
    for id in (0..module.functions.len() as u32).map(FuncId) {
        let effects = &cx.conventions[id.0 as usize].effects;
        let writes = effects.writes || effects.section;
        let modes = [(Mode::Raw, true), (Mode::Limited, cx.write_limits.get(id).is_some()), (Mode::Checked, writes)];
        let modes = modes.into_iter().filter(|(_, exists)| *exists);
        built.extend(modes.map(|(mode, _)| function(&cx, &PlainFields, id, mode)));
    }
    built
}

#[test]
fn functions_of_all_models_obey_the_rules() {
    let mut count = 0;
    for (name, model) in models() {
        for lowered in modules(&model) {
            let explains = Target { explains: true, ..Target::default() };
            for (module, target) in [(&optimized(&lowered), Target::default()), (&lowered, explains)] {
                for low in functions(module, target) {
                    let violations = verify(module, &low);
                    assert!(violations.is_empty(), "{name}, {}: {}", module.format, violations.join("\n"));
                    count += 1;
                }
            }
        }
    }
    assert!(count > 10_000, "{count} functions");
}

/// Where errors are explained, the innermost subject of a function is the first native value that it is given. The check of
/// the depth is about none of them.
#[test]
fn failures_are_about_the_values_of_a_function() {
    let explains = Target { explains: true, ..Target::default() };
    let mut checks = 0;
    for lowered in modules(&trade::model()) {
        for low in functions(&lowered, explains) {
            let params = lowered.function(low.id).params.iter().map(|param| param.var);
            let natives: Vec<VarId> = params.filter(|var| matches!(low.value_type(*var), ValueType::Ref(_))).collect();
            let mut stmts = low.body.stmts.as_slice();
            if let [Stmt::RequireDepth, rest @ ..] = stmts {
                (stmts, checks) = (rest, checks + 1);
            }
            for var in natives.iter().rev() {
                let [Stmt::About { place: Some(place), body }] = stmts else {
                    panic!("{}: a function is about nothing", lowered.format)
                };
                assert_eq!(*place, Place::from(*var));
                stmts = &body.stmts;
            }
            assert!(!stmts.iter().any(|stmt| matches!(stmt, Stmt::RequireDepth)));
        }
    }
    assert!(checks > 0, "no function checks the depth");
}

/// Removes the first statement for which `is_removed` holds.
fn without(body: &mut Body, is_removed: &dyn Fn(&Stmt) -> bool) -> bool {
    if let Some(found) = body.stmts.iter().position(is_removed) {
        body.stmts.remove(found);
        return true;
    }
    body.stmts.iter_mut().flat_map(Stmt::bodies_mut).any(|body| without(body, is_removed))
}

fn is_declaration(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Let { .. } | Stmt::Declare(_) | Stmt::Var { .. } | Stmt::Load { .. } | Stmt::Track { .. })
}

fn violates_without(is_removed: &dyn Fn(&Stmt) -> bool) -> usize {
    let mut found = 0;
    for module in modules(&trade::model()).iter().map(optimized) {
        for mut low in functions(&module, Target::default()) {
            if without(&mut low.body, is_removed) && !verify(&module, &low).is_empty() {
                found += 1;
            }
        }
    }
    found
}

#[test]
fn a_function_without_a_check_of_its_input_is_found() {
    assert!(violates_without(&|stmt| matches!(stmt, Stmt::Ensure { .. })) > 50);
}

#[test]
fn a_function_without_a_declaration_is_found() {
    assert!(violates_without(&is_declaration) > 50);
}

/// Returns the places of lists whose elements are counted ahead, and the least length of a counted element.
fn counted(body: &Body, found: &mut Vec<(Vec<Step>, u64)>) {
    for stmt in &body.stmts {
        if let Stmt::Push { place, ahead: Some(ahead), .. } = stmt {
            found.push((place.steps.clone(), ahead.min_len));
        }
        stmt.bodies().into_iter().for_each(|body| counted(body, found));
    }
}

fn counted_in(model: &Model, name: &str) -> Vec<(Vec<Step>, u64)> {
    let lowered = modules(model).into_iter().find(|it| it.format == "protobuf").expect("a module of this format");
    let mut found = Vec::new();
    for low in functions(&optimized(&lowered), Target::default()) {
        if lowered.functions.get(low.id.0 as usize).is_some_and(|it| it.name == name) {
            counted(&low.body, &mut found);
        }
    }
    found
}

#[test]
fn elements_with_a_label_and_a_length_are_counted_ahead() {
    assert_eq!(counted_in(&trade::model(), "read_Account"), [(vec![Step::Field(3)], 0)]);
}

/// Memory that bytes do not pay for is charged before it is allocated.
#[test]
fn elements_that_are_charged_are_not_counted_ahead() {
    let schema = "syntax = \"proto3\";
        message Wide { string a = 1; string b = 2; string c = 3; string d = 4; string e = 5; string f = 6; }
        message All { repeated Wide wides = 1; repeated string names = 2; repeated int32 numbers = 3; map<int32, Wide> map = 4; }";
    let loader = |name: &str| Ok(LoadedFile { name: name.to_owned(), bytes: schema.as_bytes().to_vec() });
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = proto::compile("wide.proto", &loader, &mut sources, &mut diagnostics);
    let model = compiled.unwrap_or_else(|| panic!("{:?}", diagnostics.into_sorted())).model;
    assert_eq!(counted_in(&model, "read_All"), [(vec![Step::Field(0)], 2), (vec![Step::Field(1)], 0)]);
}

#[test]
fn plans_are_about_ops_of_their_kind() {
    let (mut limits, mut resets) = (0, 0);
    for (name, model) in models() {
        for module in modules(&model).iter().map(optimized) {
            let cx = Context::of(&module, Target::default());
            for id in (0..module.functions.len() as u32).map(FuncId) {
                assert_eq!(cx.verify_plans(id), [""; 0], "{name}, {}", module.format);
                limits += cx.write_limits.get(id).map_or(0, |limit| limit.writes.len() + limit.calls.len());
                resets += cx.building.plans_of(id).map(|plan| plan.self_resetting.len()).sum::<usize>();
            }
        }
    }
    assert!(limits > 500 && resets > 50, "{limits} checks of room, {resets} resets");
}

/// Ids of one module name other ops of another one.
#[test]
fn plans_for_other_ops_are_found() {
    let modules: Vec<Module> = modules(&trade::model()).iter().map(optimized).collect();
    let mut found = 0;
    for (one, other) in modules.iter().zip(&modules[1..]) {
        let (cx, foreign) = (Context::of(one, Target::default()), Context::of(other, Target::default()));
        let mixed = Context { write_limits: foreign.write_limits, ..cx };
        found += (0..one.functions.len() as u32).map(|id| mixed.verify_plans(FuncId(id)).len()).sum::<usize>();
    }
    assert!(found > 20, "{found} violations");
}

fn names_of_arms(body: &Body, found: &mut Vec<String>) {
    for stmt in &body.stmts {
        if let Stmt::Members(members) = stmt {
            found.extend(members.arms.iter().map(|arm| arm.name.clone()));
        }
        stmt.bodies().into_iter().for_each(|body| names_of_arms(body, found));
    }
}

#[test]
fn arms_are_named_after_the_members_that_they_read() {
    let mut formats = 0;
    for module in modules(&trade::model()).iter().map(optimized) {
        let mut found = Vec::new();
        for low in functions(&module, Target::default()) {
            if module.functions[low.id.0 as usize].name == "read_Order" {
                names_of_arms(&low.body, &mut found);
            }
        }
        formats += usize::from(!found.is_empty());
        // A dialect of JSON has a member that is skipped, and ZebraPack the name of the struct.
        found.retain(|name| name != "$schema" && *name != format!("key_{}", u64::MAX));
        let members: &[&str] = &["id", "symbol", "side", "type", "price", "volume"];
        assert!(found.is_empty() || found == members, "{}: {found:?}", module.format);
    }
    assert!(formats >= 6, "{formats} formats have keyed members");
}

/// Returns the number of statements, those of parts not included.
fn size_without_parts(body: &Body) -> usize {
    let inside = |stmt: &Stmt| match stmt {
        Stmt::Part(_) => 0,
        stmt => stmt.bodies().into_iter().map(size_without_parts).sum::<usize>(),
    };
    body.stmts.iter().map(|stmt| 1 + inside(stmt)).sum()
}

fn has_parts(body: &Body) -> bool {
    body.stmts.iter().any(|stmt| matches!(stmt, Stmt::Part(_)) || stmt.bodies().into_iter().any(has_parts))
}

/// Parts obey the rules, and little is left of the functions that have them.
#[test]
fn large_functions_are_divided() {
    const DIVIDED: &[&str] = &["json", "protobuf_text"];
    let field = |number: usize| {
        format!("optional string text_{number} = {number}; map<int32, string> map_{number} = 1{number};")
    };
    let schema = format!("syntax = \"proto3\"; message Wide {{ {} }}", (100..160).map(field).collect::<String>());
    let loader = |name: &str| Ok(LoadedFile { name: name.to_owned(), bytes: schema.as_bytes().to_vec() });
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = proto::compile("wide.proto", &loader, &mut sources, &mut diagnostics);
    let model = compiled.unwrap_or_else(|| panic!("{:?}", diagnostics.into_sorted())).model;
    let divides = Target { divides: true, ..Target::default() };
    for format in FORMATS.iter().filter(|it| DIVIDED.contains(&it.name)) {
        let module = optimized(&format.lower(&model).unwrap_or_else(|problems| panic!("{problems:?}")));
        let (mut before, mut after) = (0, 0);
        for (whole, low) in functions(&module, Target::default()).iter().zip(functions(&module, divides)) {
            assert_eq!(verify(&module, &low), [""; 0], "{}", module.format);
            if has_parts(&low.body) {
                before += size_without_parts(&whole.body);
                after += size_without_parts(&low.body);
            }
        }
        assert!(after < before / 2, "{}: {after} of {before} statements are left", module.format);
    }
}
