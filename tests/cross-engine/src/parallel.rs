use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

/// Returns what `find` finds in all items, in order; as many are processed at once as there are processors.
///
/// # Panics
/// If processing an item panics.
pub fn found_in_each<T: Sync>(items: &[T], find: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    results_of_each(items, find).into_iter().flatten().collect()
}

/// Returns the results for all items, in order, as [`found_in_each`] does.
pub(crate) fn results_of_each<T: Sync, R: Send>(items: &[T], process: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break };
            let result = process(item);
            results.lock().expect("no worker panicked").insert(at, result);
        }
    };
    let workers = available_parallelism().map_or(1, usize::from);
    scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
    results.into_inner().expect("no worker panicked").into_values().collect()
}
