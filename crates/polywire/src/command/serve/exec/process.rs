//! The process of a program, and those that it starts.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A process. Where the system has groups of processes, those that it starts are meant, too.
#[derive(Clone)]
pub struct Process {
    id: u32,
    /// `None` when it is over and its number may belong to another one.
    child: Arc<Mutex<Option<Child>>>,
}

impl Process {
    /// Makes a started program one that can be killed.
    pub fn of(child: Child) -> Self {
        Self { id: child.id(), child: Arc::new(Mutex::new(Some(child))) }
    }

    /// Waits until the program is over, and kills what it leaves behind. Only one thread may wait.
    pub fn wait(&self) -> io::Result<ExitStatus> {
        group::wait(self.id, &self.child)?;
        let mut child = self.child();
        if let Some(child) = child.as_mut() {
            group::kill(child);
        }
        // It waits no more, so nobody is kept from killing.
        let status = child.as_mut().map_or_else(|| Err(io::ErrorKind::NotFound.into()), Child::wait);
        *child = None;
        status
    }

    /// Kills it, if it is not over.
    pub fn kill(&self) {
        if let Some(child) = self.child().as_mut() {
            group::kill(child);
        }
    }

    fn child(&self) -> MutexGuard<'_, Option<Child>> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes a program the first of a group, if the system has groups.
pub fn lead(command: &mut Command) {
    group::lead(command);
}

#[cfg(unix)]
mod group {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::Mutex;

    pub fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Waits without taking the status, so that the number of the process, which is that of its group, is not used again.
    pub fn wait(id: u32, _: &Mutex<Option<Child>>) -> io::Result<()> {
        let pid = pid(id).ok_or(io::ErrorKind::NotFound)?;
        loop {
            match waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
                Err(rustix::io::Errno::INTR) => {}
                waited => return waited.map(drop).map_err(io::Error::from),
            }
        }
    }

    pub fn kill(child: &mut Child) {
        if let Some(pid) = pid(child.id()) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    fn pid(id: u32) -> Option<Pid> {
        i32::try_from(id).ok().and_then(Pid::from_raw)
    }
}

#[cfg(not(unix))]
mod group {
    use std::io;
    use std::process::{Child, Command};
    use std::sync::{Mutex, PoisonError};
    use std::thread;
    use std::time::Duration;

    /// How often is looked whether a process is over.
    const PAUSE: Duration = Duration::from_millis(10);

    pub fn lead(_: &mut Command) {}

    /// Waits without keeping others from killing.
    pub fn wait(_: u32, child: &Mutex<Option<Child>>) -> io::Result<()> {
        loop {
            let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
            match child.as_mut().map(Child::try_wait).transpose()?.flatten() {
                Some(_) => return Ok(()),
                None => drop(child),
            }
            thread::sleep(PAUSE);
        }
    }

    pub fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}
