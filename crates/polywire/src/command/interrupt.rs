//! Removes files without their final names when the process is asked to end.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use tempfile::NamedTempFile;

/// A file that is removed if the process is asked to end before this is dropped.
pub struct Unfinished {
    path: PathBuf,
}

impl Unfinished {
    /// Makes a file. No signal ends the process between that and its being noted.
    pub fn make(file: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<(NamedTempFile, Self)> {
        static WATCH: Once = Once::new();
        WATCH.call_once(signals::watch);
        let mut paths = unfinished();
        let file = file()?;
        paths.push(file.path().to_owned());
        Ok((file, Self { path: paths[paths.len() - 1].clone() }))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.path);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    static PATHS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::{flag, low_level};
    use std::fs;
    use std::sync::Arc;

    /// Waits for signals that end the process, in a thread. Without the right to do so, nothing is left to do for them.
    pub fn watch() {
        // A write beyond the limit of file sizes is an error then, which is reported like others.
        let _ = flag::register(SIGXFSZ, Arc::default());
        let ignored = ignored();
        let ending = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        if let Ok(mut signals) = Signals::new(ending) {
            std::thread::spawn(move || signals.forever().for_each(end));
        }
    }

    /// Ends the process as the signal would have, so that its parent sees which it was.
    fn end(signal: i32) {
        // The lock is kept: nothing more is made.
        let paths = super::unfinished();
        paths.iter().for_each(|path| drop(fs::remove_file(path)));
        let _ = low_level::emulate_default_handler(signal);
    }

    /// Signals that the process was started with ignored, as `nohup` does, where the system reports them: a bit for
    /// each.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
    }
}

#[cfg(not(unix))]
mod signals {
    /// There are no signals.
    pub fn watch() {}
}
