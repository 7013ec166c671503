//! Threading of jumps: skips jumps and tests whose outcome is known.

use crate::bytecode::instr::Instr;
use std::collections::HashSet;

/// Redirects the jumps of a function, whose code starts at `start`, to their final targets: past unconditional jumps,
/// and past tests of a constant that was stored in a register immediately before.
pub fn thread_jumps(code: &mut [Instr], start: usize, is_target: &HashSet<u32>) {
    for at in 0..code.len() {
        let Instr::Jump { to } = code[at] else { continue };
        let known = if at > 0 && !is_target.contains(&((start + at) as u32)) { constant(code[at - 1]) } else { None };
        code[at] = Instr::Jump { to: destination(code, start, to, known) };
    }
}

/// Returns a register, and true if it holds a number other than 0.
fn constant(instr: Instr) -> Option<(u32, bool)> {
    match instr {
        Instr::Const { dst, low, high } => Some((dst, low != 0 || high != 0)),
        _ => None,
    }
}

fn destination(code: &[Instr], start: usize, mut to: u32, known: Option<(u32, bool)>) -> u32 {
    // Jumps may form a cycle.
    for _ in 0..code.len() {
        let Some(instr) = (to as usize).checked_sub(start).and_then(|at| code.get(at)) else { break };
        to = match (*instr, known) {
            (Instr::Jump { to }, _) => to,
            (Instr::JumpIf { a, to: there }, Some((register, holds))) if a == register => {
                if holds {
                    there
                } else {
                    to + 1
                }
            }
            (Instr::JumpUnless { a, to: there }, Some((register, holds))) if a == register => {
                if holds {
                    to + 1
                } else {
                    there
                }
            }
            _ => break,
        };
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threaded(mut code: Vec<Instr>, targets: &[u32]) -> Vec<Option<u32>> {
        thread_jumps(&mut code, 10, &targets.iter().copied().collect());
        code.into_iter().map(|mut instr| instr.target().copied()).collect()
    }

    fn constant(low: u32) -> Instr {
        Instr::Const { dst: 3, low, high: 0 }
    }

    #[test]
    fn tests_of_constants_are_skipped() {
        let code = |low| {
            vec![
                constant(low),
                Instr::Jump { to: 12 },
                Instr::JumpUnless { a: 3, to: 14 },
                Instr::Return,
                Instr::Return,
            ]
        };
        assert_eq!(threaded(code(0), &[12, 14])[1], Some(14));
        assert_eq!(threaded(code(1), &[12, 14])[1], Some(13));
        // On other paths to the jump, the register was not set.
        assert_eq!(threaded(code(0), &[11, 12, 14])[1], Some(12));
        let other = vec![constant(0), Instr::Jump { to: 12 }, Instr::JumpIf { a: 4, to: 13 }, Instr::Return];
        assert_eq!(threaded(other, &[12, 13])[1], Some(12));
    }

    #[test]
    fn cycles_terminate() {
        let code = vec![Instr::Jump { to: 11 }, Instr::Jump { to: 10 }];
        assert!(threaded(code, &[10, 11]).into_iter().all(|to| to.is_some()));
    }
}
