//! Work in many small steps, such as the search for a technique, that stops at its limits.
//!
//! Loops call [`Work::is_over`] once in each round. When it returns true, they return immediately with any
//! result; the caller discards that result, because [`Work::end`] returns an error then. So the functions in
//! between do not have to pass errors on.

use std::cell::{Cell, RefCell};

use dlx_core::{Limits, Stopped};

/// Number of steps between two reports to the limits. A step takes from some nanoseconds to about 50
/// microseconds.
const STEPS: u32 = 256;

/// Counts steps of some work, and returns true if it must end: [`Work::is_over_after`] as an argument.
pub(crate) type IsOver<'w> = &'w dyn Fn(usize) -> bool;

/// Counts the steps of some work towards the question of its limits.
pub(crate) struct Work<'l, 'q> {
    limits: RefCell<&'l mut Limits<'q>>,
    /// Number of steps before the next report to the limits.
    left: Cell<u32>,
    stopped: Cell<Option<Stopped>>,
}

impl<'l, 'q> Work<'l, 'q> {
    pub(crate) fn new(limits: &'l mut Limits<'q>) -> Self {
        Self { limits: RefCell::new(limits), left: Cell::new(STEPS), stopped: Cell::new(None) }
    }

    /// Counts a step. Returns true if the work must end.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                false
            }
            None => self.ask(STEPS),
        }
    }

    /// Counts `steps` steps at once. Returns true if the work must end.
    pub(crate) fn is_over_after(&self, steps: usize) -> bool {
        match u32::try_from(steps).ok().and_then(|steps| self.left.get().checked_sub(steps)) {
            Some(left) => {
                self.left.set(left);
                false
            }
            None => self.ask(u32::try_from(steps).unwrap_or(u32::MAX).max(STEPS)),
        }
    }

    #[cold]
    fn ask(&self, steps: u32) -> bool {
        if self.stopped.get().is_none() {
            match self.limits.borrow_mut().step(u64::from(steps)) {
                Ok(()) => self.left.set(STEPS),
                Err(why) => {
                    self.left.set(0);
                    self.stopped.set(Some(why));
                }
            }
        }
        self.stopped.get().is_some()
    }

    /// Ends the work, which counts as at least one step.
    ///
    /// # Errors
    /// The limit that ended it before: its results are then meaningless.
    pub(crate) fn end(self) -> Result<(), Stopped> {
        match self.stopped.get() {
            Some(why) => Err(why),
            None => self.limits.into_inner().step(u64::from(STEPS - self.left.get()).max(1)),
        }
    }
}

/// Returns the limits of the next question, after asking the question of those limits. A series of short
/// questions would never ask it otherwise, as each has limits of its own.
///
/// # Errors
/// [`Stopped::Asked`] if the series must end.
pub(crate) fn next_limits<'q>(limits: &mut impl FnMut() -> Limits<'q>) -> Result<Limits<'q>, Stopped> {
    let mut limits = limits();
    limits.step(u64::MAX)?;
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    #[test]
    fn steps_of_several_pieces_of_work_add_up_to_the_next_question() {
        let asked = Cell::new(0);
        let mut limits = Limits::none().ask(1000, |_| {
            asked.set(asked.get() + 1);
            ControlFlow::Continue(())
        });
        for piece in 1..=1000 {
            let work = Work::new(&mut limits);
            for _ in 0..9 {
                assert!(!work.is_over());
            }
            assert_eq!(work.end(), Ok(()));
            // A question is due at the first end after 1000 steps.
            assert_eq!(asked.get(), piece / 112);
        }
    }

    #[test]
    fn work_is_over_soon_after_the_question_says_so_and_stays_over() {
        let mut limits = Limits::none().ask(1, |_| ControlFlow::Break(()));
        let work = Work::new(&mut limits);
        assert!((0..=STEPS).any(|_| work.is_over()));
        assert!(work.is_over() && work.is_over_after(1) && work.is_over_after(usize::MAX));
        assert_eq!(work.end(), Err(Stopped::Asked));
    }

    #[test]
    fn many_steps_at_once_are_all_counted() {
        let asked = Cell::new(0);
        let mut limits = Limits::none().ask(100_000, |_| {
            asked.set(asked.get() + 1);
            ControlFlow::Continue(())
        });
        let work = Work::new(&mut limits);
        for _ in 0..100 {
            assert!(!work.is_over_after(10_000));
        }
        work.end().unwrap();
        assert_eq!(asked.get(), 10);
    }
}
