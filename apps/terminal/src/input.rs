//! Keys and other events of the terminal.
//!
//! crossterm 0.29 never stops reading a terminal that was closed. Therefore this module waits for input itself, and calls
//! crossterm only while the terminal is open.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyEventKind};

/// The time between two looks whether the game is to end.
const LOOK: Duration = Duration::from_millis(20);

/// The input of the terminal.
#[derive(Debug)]
pub(crate) struct Input {
    #[cfg(unix)]
    closing: closing::Closing,
}

impl Input {
    /// Returns the input that crossterm reads: standard input if it is a terminal.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            closing: closing::Closing::new()?,
        })
    }

    /// Returns the next event, or `None` after some milliseconds without one.
    pub(crate) fn next(&self) -> io::Result<Option<Event>> {
        self.within(LOOK)
    }

    /// Returns true if a key was pressed, which is discarded; also if the terminal fails, which the next read reports.
    pub(crate) fn is_key_pressed(&self) -> bool {
        loop {
            match self.within(Duration::ZERO) {
                Ok(Some(Event::Key(key))) if key.kind != KeyEventKind::Release => return true,
                Ok(Some(_)) => {}
                Ok(None) => return false,
                Err(_) => return true,
            }
        }
    }

    #[cfg(unix)]
    fn within(&self, time: Duration) -> io::Result<Option<Event>> {
        // What was read before, and a change of the size, is there without waiting.
        for time in [Duration::ZERO, time] {
            self.closing.wait(time)?;
            if event::poll(Duration::ZERO)? {
                return event::read().map(Some);
            }
        }
        Ok(None)
    }

    #[cfg(not(unix))]
    fn within(&self, time: Duration) -> io::Result<Option<Event>> {
        event::poll(time)?.then(event::read).transpose()
    }
}

#[cfg(unix)]
mod closing {
    use std::fs::File;
    use std::io::{self, IsTerminal};
    use std::os::fd::{AsFd, BorrowedFd};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    /// The terminal, unless it is standard input.
    #[derive(Debug)]
    pub(super) struct Closing(Option<File>);

    impl Closing {
        pub(super) fn new() -> io::Result<Self> {
            let is_input = io::stdin().is_terminal();
            Ok(Self(if is_input { None } else { Some(File::open("/dev/tty")?) }))
        }

        /// Waits for input. Returns an error if the terminal was closed.
        pub(super) fn wait(&self, time: Duration) -> io::Result<()> {
            let input = io::stdin();
            let terminal: BorrowedFd<'_> = self.0.as_ref().map_or_else(|| input.as_fd(), AsFd::as_fd);
            let mut asked = [PollFd::from_borrowed_fd(terminal, PollFlags::IN)];
            let time = Timespec::try_from(time).map_err(io::Error::other)?;
            match poll(&mut asked, Some(&time)) {
                // A signal, such as one for another size of the window.
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            let closed = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            match asked[0].revents().intersects(closed) {
                true => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the terminal was closed")),
                false => Ok(()),
            }
        }
    }
}
