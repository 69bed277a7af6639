//! A process that runs, and how long the processors have worked for it.

use std::fs;
use std::io;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

/// A process, which is killed when the value is dropped.
pub(super) struct Running {
    pub(super) child: Child,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Running {
    pub(super) fn of(command: &mut Command) -> io::Result<Self> {
        Ok(Self { child: command.spawn()? })
    }

    /// Returns how long the threads of the process have worked, those that have ended included.
    pub(super) fn worked(&self) -> io::Result<Duration> {
        // The unit of the figures of Linux.
        const TICK: Duration = Duration::from_millis(10);
        let ticks = self.figures()?.into_iter().skip(11).take(2);
        Ok(TICK * ticks.filter_map(|ticks| ticks.parse::<u32>().ok()).sum())
    }

    /// Waits until the process has ended. Its figures can still be read.
    pub(super) fn wait(&self) -> io::Result<()> {
        const LOOK: Duration = Duration::from_millis(1);
        while self.figures()?.first().is_none_or(|state| state != "Z") {
            thread::sleep(LOOK);
        }
        Ok(())
    }

    /// Returns the exit code of a process that has ended.
    pub(super) fn code(&mut self) -> io::Result<Option<i32>> {
        Ok(self.child.wait()?.code())
    }

    /// Returns the figures of the process from the third on, its state.
    fn figures(&self) -> io::Result<Vec<String>> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name of the program, the second figure, may hold spaces.
        let figures = stat.rsplit(") ").next().unwrap_or_default();
        Ok(figures.split(' ').map(str::to_owned).collect())
    }
}
