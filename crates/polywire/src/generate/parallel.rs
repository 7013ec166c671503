//! Work shared by several threads.

use super::Progress;
use crate::STACK;
use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, available_parallelism, scope};

/// Runs all tasks in as many threads as there are processors. A task gets the results of those that it needs, by their
/// positions; tasks must not need each other. The results are in the order of the tasks.
pub(super) fn map<T: Sync, R: Send + Sync>(
    tasks: &[T],
    needs: &[Vec<usize>],
    run: impl Fn(&T, &[&R]) -> R + Sync,
    progress: &Progress<'_>,
) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let slots: Vec<Slot<R>> = tasks.iter().map(|_| Slot(OnceLock::new())).collect();
    // Of the tasks that have begun, the first in this order waits for none, so some task always proceeds.
    let order = in_order(needs);
    let work = || {
        while let Some(&index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let _given_up = GivenUp(&slots[index]);
            let needed: Option<Vec<&R>> = needs[index].iter().map(|needed| slots[*needed].wait()).collect();
            let Some(needed) = needed else { continue };
            slots[index].fill(Some(run(&tasks[index], &needed)));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, tasks.len());
        }
    };
    scope(|scope| {
        let wanted = available_parallelism().map_or(1, NonZero::get).min(tasks.len());
        // All work runs in new threads with large stacks. If some cannot be started, the others do their work.
        let started = (0..wanted).filter(|_| Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_ok());
        if started.count() == 0 {
            work();
        }
    });
    slots.into_iter().filter_map(|slot| slot.0.into_inner().flatten()).collect()
}

/// The result of a task; `None` if it panicked.
struct Slot<R>(OnceLock<Option<R>>);

impl<R> Slot<R> {
    fn fill(&self, result: Option<R>) {
        drop(self.0.set(result));
    }

    fn wait(&self) -> Option<&R> {
        self.0.wait().as_ref()
    }
}

/// Fills a slot in any case, so that no thread waits for a task that has panicked.
struct GivenUp<'s, R>(&'s Slot<R>);

impl<R> Drop for GivenUp<'_, R> {
    fn drop(&mut self) {
        self.0.fill(None);
    }
}

/// Returns the positions of all tasks, each after those that it needs.
fn in_order(needs: &[Vec<usize>]) -> Vec<usize> {
    let (mut seen, mut order) = (vec![false; needs.len()], Vec::new());
    (0..needs.len()).for_each(|index| visit(needs, index, &mut seen, &mut order));
    order
}

fn visit(needs: &[Vec<usize>], index: usize, seen: &mut [bool], order: &mut Vec<usize>) {
    if !std::mem::replace(&mut seen[index], true) {
        needs[index].iter().for_each(|needed| visit(needs, *needed, seen, order));
        order.push(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_get_the_results_that_they_need() {
        let needs = [vec![2, 1], vec![3], vec![1, 3], vec![]];
        let add = |task: &u32, needed: &[&u32]| task + needed.iter().copied().sum::<u32>();
        assert_eq!(map(&[1, 10, 100, 1000], &needs, add, &|_, _| {}), [3121, 1010, 2110, 1000]);
    }
}
