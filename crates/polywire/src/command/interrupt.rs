//! What is done when a signal ends the process: temporary files are removed, and servers end.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use tempfile::NamedTempFile;

/// A file that is removed if a signal ends the process before this value is dropped.
pub struct Unfinished {
    path: PathBuf,
}

impl Unfinished {
    /// Creates a file. No signal can end the process before the file is registered.
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

/// Calls a function, once, when a signal asks the process to end. After that, signals end it as usual.
#[cfg(feature = "net")]
pub fn tell(stop: impl FnOnce() -> bool + Send + 'static) {
    signals::tell(stop);
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

    /// Waits in a thread for signals that end the process. If that is not permitted, temporary files may remain.
    pub fn watch() {
        // With a handler, a write beyond the limit on file sizes fails with an error, which is reported like others.
        let _ = flag::register(SIGXFSZ, Arc::default());
        if let Ok(mut signals) = Signals::new(ending()) {
            std::thread::spawn(move || signals.forever().for_each(end));
        }
    }

    /// Waits in a thread for the first signal that ends the process.
    #[cfg(feature = "net")]
    pub fn tell(stop: impl FnOnce() -> bool + Send + 'static) {
        let Ok(mut signals) = Signals::new(ending()) else { return };
        std::thread::spawn(move || {
            let mut stop = Some(stop);
            for signal in signals.forever() {
                if !stop.take().is_some_and(|stop| stop()) {
                    end(signal);
                }
            }
        });
    }

    /// The signals that end the process, but for those that were ignored at its start.
    fn ending() -> impl Iterator<Item = i32> {
        let ignored = ignored();
        [SIGHUP, SIGINT, SIGTERM].into_iter().filter(move |signal| ignored >> (signal - 1) & 1 == 0)
    }

    /// Ends the process by the same signal, so that its parent sees which one it was.
    fn end(signal: i32) {
        // The lock is never released, so that no more files are created.
        let paths = super::unfinished();
        paths.iter().for_each(|path| drop(fs::remove_file(path)));
        let _ = low_level::emulate_default_handler(signal);
    }

    /// Returns a bit set of the signals that were ignored at the start of the process, as with `nohup`, where the
    /// system reports them.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
    }
}

#[cfg(not(unix))]
mod signals {
    /// No signals on this platform.
    pub fn watch() {}

    #[cfg(feature = "net")]
    pub fn tell(_: impl FnOnce() -> bool + Send + 'static) {}
}
