//! The reasons for steps, in sentences that teach the technique.
//!
//! A sentence is written from the step alone, without the board, so it says no more than the technique has
//! proved.

mod phrases;

use std::fmt;

use crate::human::step::Step;
use crate::human::technique::Technique;
use phrases::{Conclusion, House, Houses, all, any, both_or_all, number};

/// The reason for a step. Displayed as one or more English sentences; of chains as numbered steps.
#[derive(Clone, Copy, Debug)]
pub struct Reason<'a>(&'a Step);

impl Step {
    /// Returns the reason for the step, which is displayed in sentences.
    ///
    /// ```
    /// use dlx_core::Limits;
    /// use sudoku_cover::{Explainer, Geometry, Grid};
    ///
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut explainer = Explainer::new(&Geometry::classic());
    /// explainer.load(&puzzle)?;
    /// let reason = explainer.next_step(&mut Limits::none())?.map(|step| step.reason().to_string());
    /// assert_eq!(reason.as_deref(), Some("5 is the only candidate left in r5c5, so r5c5 is 5."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reason(&self) -> Reason<'_> {
        Reason(self)
    }
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = self.0;
        match step.technique {
            Technique::FullHouse | Technique::NakedSingle | Technique::HiddenSingle => write_single(step, f),
            Technique::BruteForce => write!(
                f,
                "This is no deduction: the solver has found the only solution by trial, and there {}.",
                Conclusion(step)
            ),
            Technique::Pointing | Technique::Claiming => write_locked(step, f),
            Technique::LockedPair
            | Technique::LockedTriple
            | Technique::NakedPair
            | Technique::NakedTriple
            | Technique::NakedQuadruple => write_naked(step, f),
            Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuadruple => {
                write_hidden(step, f)
            }
            technique => write!(f, "By the technique {technique}, {}.", Conclusion(step)),
        }
    }
}

fn write_single(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (cell, digit, end) = (all(&step.cells), all(&step.digits), Conclusion(step));
    match step.houses.first().map(|&house| House(house)) {
        None => write!(f, "{digit} is the only candidate left in {cell}, so {end}."),
        Some(house) if step.technique == Technique::FullHouse => {
            write!(f, "{cell} is the only empty cell of {house}, which lacks only {digit}, so {end}.")
        }
        Some(house) => write!(f, "{cell} is the only cell of {house} that can be {digit}, so {end}."),
    }
}

fn write_locked(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [first, second] = step.houses[..] else { return Ok(()) };
    let (first, second) = (House(first), House(second));
    let cells = &step.cells;
    let which = if cells.len() == 1 { "which is" } else { both_or_all(cells.len()) };
    write!(f, "{} in {first} must be in {}, {which} in {second}.", any(&step.digits), any(cells))?;
    write!(f, " So {second} has it there, and {}.", Conclusion(step))
}

fn write_naked(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (cells, count) = (all(&step.cells), step.cells.len());
    write!(f, "{cells}, {} in {}, have no candidates but ", both_or_all(count), Houses(&step.houses))?;
    write!(f, "{}. These {} digits fill these ", all(&step.digits), number(step.digits.len()))?;
    write!(f, "{} cells, so {}.", number(count), Conclusion(step))
}

fn write_hidden(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (cells, digits, count) = (all(&step.cells), all(&step.digits), number(step.cells.len()));
    let house = Houses(&step.houses);
    write!(f, "In {house}, {digits} can only be in {cells}. These {count} digits fill these ")?;
    write!(f, "{count} cells, so {}.", Conclusion(step))
}
