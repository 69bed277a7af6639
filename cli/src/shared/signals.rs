//! The signals that ask the program to end. A signal that was ignored when the program began stays ignored,
//! as `nohup` and `trap '' INT` expect.

use std::io;

use crate::shared::exit::Exit;

/// A signal that asks the program to end. Its discriminant is its exit code: 128 and the number of the
/// signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Signal {
    /// The terminal was closed.
    Hangup = 129,
    /// Ctrl-C.
    Interrupt = 130,
    /// `kill` without a signal, and the system when it shuts down.
    Terminate = 143,
}

impl Signal {
    const ALL: [Self; 3] = [Self::Hangup, Self::Interrupt, Self::Terminate];

    /// Returns the signal with this exit code.
    pub(crate) fn of_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&signal| signal as u8 == code)
    }

    pub(crate) fn exit(self) -> Exit {
        match self {
            Self::Hangup => Exit::Hangup,
            Self::Interrupt => Exit::Interrupted,
            Self::Terminate => Exit::Terminated,
        }
    }

    /// What a message says about a run that the signal ended.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Hangup => "ended by SIGHUP",
            Self::Interrupt => "interrupted",
            Self::Terminate => "ended by SIGTERM",
        }
    }
}

/// Calls the function on a thread of its own for each signal.
#[cfg(unix)]
pub(crate) fn listen(mut handle: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    use std::thread;

    use signal_hook::iterator::Signals;

    const NUMBER_OF_CODE_0: u8 = 128;

    let ignored = ignored();
    let number = |signal: &Signal| i32::from(*signal as u8 - NUMBER_OF_CODE_0);
    let numbers = Signal::ALL.iter().map(number).filter(|number| !ignored.contains(number));
    let mut signals = Signals::new(numbers)?;
    thread::Builder::new().name("dlx-signals".to_owned()).spawn(move || {
        for found in signals.forever() {
            Signal::ALL.into_iter().filter(|signal| number(signal) == found).for_each(&mut handle);
        }
    })?;
    Ok(())
}

/// Returns the numbers of the signals that the program ignores.
#[cfg(target_os = "linux")]
fn ignored() -> Vec<i32> {
    ignored_in(&std::fs::read_to_string("/proc/self/stat").unwrap_or_default())
}

/// Returns the numbers of the signals that are ignored according to this line of `/proc/self/stat`, which is a sixth as long
/// as `/proc/self/status` and has the signals up to 31.
#[cfg(target_os = "linux")]
fn ignored_in(stat: &str) -> Vec<i32> {
    // Its figure 33; the name of the program, figure 2, may have spaces and brackets.
    let figures = stat.rsplit(')').next().unwrap_or_default();
    let mask: u32 = figures.split_ascii_whitespace().nth(30).and_then(|mask| mask.parse().ok()).unwrap_or(0);
    (1..=31).filter(|number| mask >> (number - 1) & 1 == 1).collect()
}

/// Only `unsafe` code can ask these systems which signals are ignored. SIGHUP is left as it was: `nohup` is
/// more common than a run whose files must be complete when its terminal is closed.
#[cfg(all(unix, not(target_os = "linux")))]
fn ignored() -> Vec<i32> {
    vec![signal_hook::consts::SIGHUP]
}

/// Calls the function on a thread of its own for each Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn listen(mut handle: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || handle(Signal::Interrupt)).map_err(io::Error::other)
}

/// Lets the program end with the exit code of a limit when the system gives it no more memory.
///
/// The standard library then prints how many bytes were asked for and aborts, which no stable and safe code can
/// prevent; but a signal can end the process with a code. After a panic, an abort is one of the panic.
#[cfg(unix)]
pub(crate) fn end_without_memory() -> io::Result<()> {
    use std::panic;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    let is_calm = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_shutdown(
        signal_hook::consts::SIGABRT,
        Exit::Stopped as i32,
        Arc::clone(&is_calm),
    )?;
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        is_calm.store(false, Ordering::SeqCst);
        report(panic);
    }));
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn end_without_memory() -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn ignored_signals_are_found_whatever_the_name_of_the_program() {
        let figures =
            "S 1 2 2 0 -1 4194304 97 0 0 0 0 0 0 0 20 0 1 0 999 8192 220 18446744073709551615 1 1 1 1 1 0 4";
        for name in ["dlx", "a) S (b"] {
            // The handled signals come after the ignored ones.
            let stat = format!("7 ({name}) {figures} 16387 65536 0 0 0 17 1 0 0 0 0 0");
            assert_eq!(ignored_in(&stat), [SIGHUP, SIGINT, SIGTERM], "{name}");
        }
        assert_eq!(ignored_in(""), [0; 0]);
    }

    #[test]
    fn exit_codes_are_128_and_the_number_of_the_signal() {
        let numbers = [(Signal::Hangup, SIGHUP), (Signal::Interrupt, SIGINT), (Signal::Terminate, SIGTERM)];
        for (signal, number) in numbers {
            assert_eq!(i32::from(signal as u8), 128 + number);
            assert_eq!(signal.exit() as u8, signal as u8);
            assert_eq!(Signal::of_code(signal as u8), Some(signal));
        }
    }
}
