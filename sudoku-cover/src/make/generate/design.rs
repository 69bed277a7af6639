//! The design of a puzzle with one solution: the cells that may hold givens, their number, and whether any is
//! redundant.

use std::ops::RangeInclusive;

use dlx_core::{Limits, Stopped};

use super::{GenerateError, Generated, Generator, Pattern, Random, Start};
use crate::make::minimize::{Need, needed_rules};
use crate::make::{removable_singly, with};
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Cell, Geometry};
use crate::model::symmetry::Symmetry;
use crate::work::next_limits;

/// Which givens of a puzzle may be redundant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Redundancy {
    /// No orbit of the symmetry can be left out as a whole; without symmetry an orbit is a cell. A single
    /// given of an orbit of several may be redundant.
    #[default]
    NoOrbit,
    /// No single given can be left out, and no single rule that is [drawn](Generator::with_drawn), unless it is one of the
    /// whole board or says what its cells are.
    NoClue,
    /// Any given may be redundant: givens are removed only until there are as few as requested.
    Allowed,
}

/// The design of a puzzle with one solution.
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
    /// Returns a design without symmetry, with any number of givens, none of them redundant.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Requires that the cells of the givens have this symmetry, or a larger one.
    #[must_use]
    pub fn with_symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// Sets the clue count.
    #[must_use]
    pub fn with_clues(self, clues: RangeInclusive<usize>) -> Self {
        Self { clues, ..self }
    }

    /// Sets which givens may be redundant.
    #[must_use]
    pub fn with_redundancy(self, redundancy: Redundancy) -> Self {
        Self { redundancy, ..self }
    }

    /// Sets the cells of the givens. Symmetry has no meaning then, and only [`Redundancy::NoClue`] is
    /// respected.
    #[must_use]
    pub fn with_pattern(self, pattern: Pattern) -> Self {
        Self { pattern: Some(pattern), ..self }
    }
}

impl Generator {
    /// Returns the puzzle of this number with this design, or `None` if what was drawn for this number does
    /// not fit it. If few do, many numbers must be tried.
    ///
    /// `limits` returns the limits of each question, as in [`puzzle`](Self::puzzle). If one ends at its limit
    /// of nodes, the given stays, and the puzzle does not count as one in which no single given can be left
    /// out.
    ///
    /// # Errors
    /// [`GenerateError::Stopped`] if the question in the limits stopped it, [`GenerateError::None`] if the
    /// board has no full grid, and what [`check`](Self::check) finds.
    ///
    /// # Complexity
    /// At most N³ + 3N² questions on a board of side N; with a pattern, a number that grows with its cells.
    pub fn designed<'q>(
        &mut self,
        number: u64,
        design: &Design,
        mut limits: impl FnMut() -> Limits<'q>,
    ) -> Result<Option<Generated>, GenerateError> {
        self.check(design)?;
        let mut random = Random::new(self.seed, number);
        let Start { mut made, mut own } = self.start_unique(design.symmetry, &mut random, &mut limits)?;
        let board = own.as_deref_mut().unwrap_or(self);
        match &design.pattern {
            Some(pattern) => {
                if !board.fill_pattern(&mut made, pattern, &mut random, &mut limits)? {
                    return Ok(None);
                }
            }
            None => {
                let mut orbits = design.symmetry.orbits(board.geometry());
                random.shuffle(&mut orbits);
                let least = least(design, &mut random);
                board.take_out(&mut made, &orbits, least, &mut limits)?;
            }
        }
        let is_so = design.clues.contains(&made.puzzle.clue_count())
            && (design.redundancy != Redundancy::NoClue
                || board.needs_all_clues(design, &made, &mut limits)?);
        if is_so && design.redundancy == Redundancy::NoClue && !made.rules.is_empty() {
            leave_out_rules(board.geometry(), &mut made, &mut random, &mut limits)?;
        }
        Ok(is_so.then_some(made))
    }

    /// Returns an error if it is known that no puzzle has this design.
    ///
    /// ```
    /// use sudoku_cover::{Design, Generator, Geometry};
    ///
    /// let generator = Generator::new(&Geometry::classic(), 7);
    /// assert!(generator.check(&Design::new().with_clues(10..=16)).is_err());
    /// assert!(generator.check(&Design::new().with_clues(17..=17)).is_ok());
    /// ```
    ///
    /// # Errors
    /// [`GenerateError::TooFewClues`] and [`GenerateError::UnevenClues`].
    pub fn check(&self, design: &Design) -> Result<(), GenerateError> {
        let board = self.geometry();
        let (low, high) = match &design.pattern {
            Some(pattern) => (pattern.cells().len(), pattern.cells().len()),
            None => (*design.clues.start(), (*design.clues.end()).min(board.open_cells().count())),
        };
        // Rules may decide more cells than givens do.
        if board.is_plain() && self.drawn.is_empty() {
            let (fewest, source_of_proof) = fewest_clues(board);
            if high < fewest {
                return Err(GenerateError::TooFewClues { fewest, found: high, source_of_proof });
            }
        }
        if design.pattern.is_some() || low == 0 {
            return Ok(());
        }
        // The numbers of cells that some orbits have together.
        let mut is_sum = vec![false; board.cell_count() + 1];
        is_sum[0] = true;
        for orbit in design.symmetry.orbits(board) {
            for sum in (orbit.len()..is_sum.len()).rev() {
                is_sum[sum] |= is_sum[sum - orbit.len()];
            }
        }
        match is_sum.get(low..=high) {
            Some(sums) if !sums.contains(&true) => {
                let (symmetry, side) = (design.symmetry, board.side());
                Err(GenerateError::UnevenClues { symmetry, side, low, high })
            }
            _ => Ok(()),
        }
    }

    /// Returns true if there are several solutions without any one given.
    fn needs_all_clues<'q>(
        &mut self,
        design: &Design,
        made: &Generated,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<bool, Stopped> {
        // Givens that were removed one by one have been tested.
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

/// Leaves out the drawn rules that the puzzle does not need, in random order. Givens that are needed stay needed.
fn leave_out_rules<'q>(
    board: &Geometry,
    made: &mut Generated,
    random: &mut Random,
    limits: &mut impl FnMut() -> Limits<'q>,
) -> Result<(), Stopped> {
    let mut places = removable_singly(board.rules());
    places.retain(|&place| made.rules.contains(&board.rules()[place]));
    random.shuffle(&mut places);
    let needed = needed_rules(board, &made.puzzle, &places, limits)?;
    made.undecided += needed.iter().filter(|need| **need == Need::Unknown).count();
    let redundant = board.rules().iter().zip(&needed).filter(|(_, need)| **need == Need::Redundant);
    let redundant: Vec<&Rule> = redundant.map(|(rule, _)| rule).collect();
    made.rules.retain(|rule| !redundant.contains(&rule));
    Ok(())
}

/// Returns a number of givens below which no puzzle on a board without rules has one solution, and who proved it.
fn fewest_clues(board: &Geometry) -> (usize, &'static str) {
    match (board.box_height(), board.box_width()) {
        (3, 3) => (17, "McGuire, Tugemann and Civario, 2012"),
        (2, 2) => (4, "by trying all puzzles"),
        _ => (board.side() - 1, "two digits that no clue has can be exchanged"),
    }
}

/// Returns the clue count to reach, drawn from all that the design allows.
fn least(design: &Design, random: &mut Random) -> usize {
    let (low, high) = (*design.clues.start(), *design.clues.end());
    match design.redundancy {
        Redundancy::Allowed if low < high && high < usize::MAX => low + random.below(high - low + 1),
        Redundancy::Allowed => low,
        Redundancy::NoOrbit | Redundancy::NoClue => 0,
    }
}
