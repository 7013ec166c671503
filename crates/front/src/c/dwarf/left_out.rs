//! Types that are not supported: programs have many that no message holds, so these are left out.

use crate::c::codes;
use crate::c::tree::{RecordId, Type, Unit};
use polywire_source::{Diagnostic, Diagnostics, Severity};

/// Limit on types that are named.
const MOST: usize = 20;

/// Leaves out structs and unions with problems, and what holds them. Those of the user are named: as errors if no other ones are left.
pub(super) fn leave_out(unit: &mut Unit, diagnostics: &mut Diagnostics) {
    spread(unit);
    let is_own = |id: &RecordId| {
        let declared = &unit.records[id.0].declared;
        !declared.is_system && declared.name().is_some()
    };
    let all: Vec<RecordId> = (0..unit.records.len()).map(RecordId).filter(is_own).collect();
    let (bad, good): (Vec<RecordId>, Vec<RecordId>) =
        all.into_iter().partition(|id| !unit.records[id.0].problems.is_empty());
    let is_empty = good.iter().all(|id| unit.records[id.0].members.is_none());
    let severity = if is_empty { Severity::Error } else { Severity::Warning };
    for id in bad.iter().take(MOST) {
        let record = &unit.records[id.0];
        let keyword = if record.is_union { "union" } else { "struct" };
        let (name, problem) = (record.declared.name().unwrap_or_default(), &record.problems[0]);
        let message = format!("the {keyword} `{name}` is left out: {}", problem.message);
        let help = problem.help.clone().unwrap_or_default();
        diagnostics.push(Diagnostic { severity, ..Diagnostic::error(codes::UNSUPPORTED, message).help(help) });
    }
    if bad.len() > MOST {
        let message = format!("{} other structs and unions are left out", bad.len() - MOST);
        let help = "ask for the type of a message to see what is missing";
        diagnostics.push(Diagnostic { severity, ..Diagnostic::error(codes::UNSUPPORTED, message).help(help) });
    }
    for record in unit.records.iter_mut().filter(|record| !record.problems.is_empty()) {
        record.members = None;
        record.problems.clear();
    }
    if is_empty && bad.is_empty() && unit.typedefs.iter().all(|it| it.declared.is_system) {
        let message = "the file describes no struct of C".to_owned();
        let help = "compile it with `-g`, and with `-fno-eliminate-unused-debug-types` if no code uses the struct";
        diagnostics.push(Diagnostic::error(codes::UNSUPPORTED, message).help(help));
    }
}

/// Gives a problem to each record that holds one with a problem.
fn spread(unit: &mut Unit) {
    loop {
        let mut found = Vec::new();
        for (id, record) in (0..).map(RecordId).zip(&unit.records).filter(|(_, it)| it.problems.is_empty()) {
            let held = record.members.iter().flatten().find_map(|it| match it.ty.element() {
                Type::Record(inner) if !unit.records[inner.0].problems.is_empty() => Some((it, *inner)),
                _ => None,
            });
            if let Some((member, inner)) = held {
                let cause = &unit.records[inner.0].problems[0];
                let message = match member.name.is_empty() {
                    true => cause.message.clone(),
                    false => format!("in `{}`, {}", member.name, cause.message),
                };
                found.push((id, Diagnostic { message, ..cause.clone() }));
            }
        }
        if found.is_empty() {
            return;
        }
        for (id, problem) in found {
            unit.records[id.0].problems.push(problem);
        }
    }
}
