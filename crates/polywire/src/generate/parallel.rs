//! Work shared by several threads.

use super::Progress;
use crate::STACK;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, available_parallelism, scope};

/// Runs all tasks in as many threads as there are processors. The results are in the order of the tasks.
pub(super) fn map<T: Sync, R: Send>(tasks: &[T], run: impl Fn(&T) -> R + Sync, progress: &Progress<'_>) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results: Vec<Mutex<Option<R>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((task, result)) = at(tasks, &results, next.fetch_add(1, Ordering::Relaxed)) {
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(run(task));
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
    results.into_iter().filter_map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

fn at<'s, T, R>(tasks: &'s [T], results: &'s [R], index: usize) -> Option<(&'s T, &'s R)> {
    tasks.get(index).zip(results.get(index))
}
