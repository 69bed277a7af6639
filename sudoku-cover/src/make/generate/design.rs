//! How a puzzle with one solution is to look: which cells may hold clues, how many, and whether any is redundant.

use std::ops::RangeInclusive;

use dlx_core::{Limits, Stopped};

use super::{GenerateError, Generated, Generator, Pattern, Random};
use crate::make::with;
use crate::model::geometry::Cell;
use crate::model::symmetry::Symmetry;
use crate::work::next_limits;

/// Which clues of a puzzle may be redundant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Redundancy {
    /// No orbit of the symmetry can be left out as a whole; without symmetry an orbit is a cell. A single clue of an
    /// orbit of several may be redundant.
    #[default]
    NoOrbit,
    /// No single clue can be left out.
    NoClue,
    /// Any may be redundant: clues are taken out only until they are as few as asked for.
    Allowed,
}

/// How a puzzle with one solution is to look.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Design, Generator, Geometry, Redundancy, Symmetry};
///
/// let design = Design::new()
///     .with_symmetry(Symmetry::HalfTurn)
///     .with_clues(28..=32)
///     .with_redundancy(Redundancy::Allowed);
/// let mut generator = Generator::new(&Geometry::classic(), 7);
/// let mut made = (0..).map(|number| generator.designed(number, &design, Limits::none));
/// let made = made.find_map(Result::transpose).expect("one of them is so")?;
/// assert!((28..=32).contains(&made.puzzle.clue_count()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    symmetry: Symmetry,
    clues: RangeInclusive<usize>,
    redundancy: Redundancy,
    pattern: Option<Pattern>,
}

impl Default for Design {
    fn default() -> Self {
        Self {
            symmetry: Symmetry::None,
            clues: 0..=usize::MAX,
            redundancy: Redundancy::NoOrbit,
            pattern: None,
        }
    }
}

impl Design {
    /// No symmetry, any number of clues, none redundant.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The cells with clues have this symmetry, or a larger one.
    #[must_use]
    pub fn with_symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// There are so many clues.
    #[must_use]
    pub fn with_clues(self, clues: RangeInclusive<usize>) -> Self {
        Self { clues, ..self }
    }

    /// These clues may be redundant.
    #[must_use]
    pub fn with_redundancy(self, redundancy: Redundancy) -> Self {
        Self { redundancy, ..self }
    }

    /// Just these cells have clues. Symmetry means nothing then, and only [`Redundancy::NoClue`] is looked at.
    #[must_use]
    pub fn with_pattern(self, pattern: Pattern) -> Self {
        Self { pattern: Some(pattern), ..self }
    }
}

impl Generator {
    /// The puzzle of this number with this design, or `None` if what was drawn for this number cannot be made so.
    /// Where that is rare, many numbers are to be tried.
    ///
    /// `limits` gives the limits of each question, as in [`puzzle`](Self::puzzle). If one ends at its limit of nodes,
    /// the clue stays, and the puzzle is none in which no single clue can be left out.
    ///
    /// # Errors
    /// [`GenerateError::Stopped`] if the question in the limits said so, [`GenerateError::None`] if the board has no
    /// full grid.
    ///
    /// # Complexity
    /// At most N³ + 3N² questions on a board of side N; with a pattern, a number that grows with its cells.
    pub fn designed<'q>(
        &mut self,
        number: u64,
        design: &Design,
        mut limits: impl FnMut() -> Limits<'q>,
    ) -> Result<Option<Generated>, GenerateError> {
        let mut random = Random::new(self.seed, number);
        let solution = self.full(&mut random, &mut limits)?;
        let mut made = Generated { puzzle: solution.clone(), solution, undecided: 0 };
        match &design.pattern {
            Some(pattern) => {
                if !self.fill_pattern(&mut made, pattern, &mut random, &mut limits)? {
                    return Ok(None);
                }
            }
            None => {
                let mut orbits = design.symmetry.orbits(self.geometry());
                random.shuffle(&mut orbits);
                let least = least(design, &mut random);
                self.take_out(&mut made, &orbits, least, &mut limits)?;
            }
        }
        let is_so = design.clues.contains(&made.puzzle.clue_count())
            && (design.redundancy != Redundancy::NoClue
                || self.needs_all_clues(design, &made, &mut limits)?);
        Ok(is_so.then_some(made))
    }

    /// Whether there are several solutions without any clue.
    fn needs_all_clues<'q>(
        &mut self,
        design: &Design,
        made: &Generated,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<bool, Stopped> {
        // Clues that were taken out one by one have been asked about.
        if design.pattern.is_none() && design.symmetry == Symmetry::None {
            return Ok(true);
        }
        let cells: Vec<Cell> = made.puzzle.clues().map(|clue| clue.cell).collect();
        for cell in cells {
            let fewer = with(&made.puzzle, cell, None);
            if self.is_unique(&fewer, next_limits(limits)?)? != Some(false) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// How many clues are to be left, drawn from all numbers that will do.
fn least(design: &Design, random: &mut Random) -> usize {
    let (low, high) = (*design.clues.start(), *design.clues.end());
    match design.redundancy {
        Redundancy::Allowed if low < high && high < usize::MAX => low + random.below(high - low + 1),
        Redundancy::Allowed => low,
        Redundancy::NoOrbit | Redundancy::NoClue => 0,
    }
}
