//! Puzzles made at random: a full grid is drawn, then clues are taken out while the puzzle stays what was wished.
//!
//! What is made follows from the seed, the number of the puzzle, and what is true of grids. In which order the
//! solver finds solutions makes no difference, and how fast it is makes one only where the limits of a question are
//! reached. It is not claimed that all full grids, or all puzzles, are equally likely.

use dlx_core::{Limits, Stopped, Uniqueness};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::grid::Grid;
use crate::solve::Solver;

/// What kind of puzzle is wished for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wish {
    /// One solution, and several as soon as any clue is left out.
    Minimal,
    /// One solution and this many clues; more where no clue could go before.
    Clues(usize),
    /// One solution, found by filling cells for which one digit is left, again and again; no clue can be left out
    /// without losing that.
    Easy,
    /// Several solutions: a minimal puzzle less one clue.
    Several,
    /// No solution, although no two clues contradict one another: a minimal puzzle and one clue that is wrong.
    Unsolvable,
}

/// A puzzle, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Grid,
    /// The full grid that it was made from: a solution, except that of an [unsolvable](Wish::Unsolvable) puzzle.
    pub solution: Grid,
    /// How many clues stayed because the limits were reached before it was known whether they can go. Where it is not
    /// 0, a puzzle that was to be minimal may not be so.
    pub undecided: usize,
}

/// Why there is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The question in the limits said that it is enough.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// What is wished for cannot be made from the grid that was drawn, as on a board of one cell.
    #[error("no such puzzle found on a board of side {side}")]
    None {
        /// The side of the board.
        side: usize,
    },
}

/// Makes puzzles on one board. A puzzle has a seed and a number, so that any of a series can be made alone.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Geometry, Generator, Wish};
///
/// let mut generator = Generator::new(&Geometry::of_side(4)?, 7);
/// let made = generator.puzzle(0, Wish::Minimal, Limits::none)?;
/// assert_eq!(made, generator.puzzle(0, Wish::Minimal, Limits::none)?);
/// assert_eq!(made.undecided, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    solver: Solver,
    seed: u64,
}

impl Generator {
    /// A generator for this board.
    #[must_use]
    pub fn new(geometry: &Geometry, seed: u64) -> Self {
        Self { solver: Solver::new(geometry), seed }
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        self.solver.matrix().geometry()
    }

    /// The puzzle of this number.
    ///
    /// `limits` gives the limits of each question that the solver is asked. If one ends at its limit of nodes, the
    /// puzzle goes on without the answer: a clue stays, or another digit is tried. On large boards there are questions
    /// that no search answers, so limits of nodes are needed there.
    ///
    /// # Errors
    /// [`GenerateError::Stopped`] if the question in the limits said so, [`GenerateError::None`] if there is no puzzle
    /// of this kind.
    ///
    /// # Complexity
    /// At most N³ + 2N² questions on a board of side N.
    pub fn puzzle<'q>(
        &mut self,
        number: u64,
        wish: Wish,
        mut limits: impl FnMut() -> Limits<'q>,
    ) -> Result<Generated, GenerateError> {
        let none = GenerateError::None { side: self.geometry().side() };
        let mut random = Random::new(self.seed, number);
        let solution = self.full(&mut random, &mut limits)?;
        let mut made = Generated { puzzle: solution.clone(), solution, undecided: 0 };
        match wish {
            Wish::Minimal => self.take_out(&mut made, 0, &mut random, &mut limits)?,
            Wish::Clues(clues) => self.take_out(&mut made, clues, &mut random, &mut limits)?,
            Wish::Easy => self.take_out_easily(&mut made, &mut random),
            Wish::Several => {
                self.take_out(&mut made, 0, &mut random, &mut limits)?;
                let left_out = self.needed_clue(&made, &mut random, &mut limits)?.ok_or(none)?;
                put(&mut made.puzzle, left_out.cell, None);
            }
            Wish::Unsolvable => {
                self.take_out(&mut made, 0, &mut random, &mut limits)?;
                let wrong = self.wrong_clue(&made, &mut random).ok_or(none)?;
                put(&mut made.puzzle, wrong.cell, Some(wrong.digit));
            }
        }
        Ok(made)
    }

    /// A full grid. Cell after cell, in random order, gets a digit drawn from those with which there is a solution.
    fn full<'q>(
        &mut self,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<Grid, GenerateError> {
        // A solution that has all digits drawn so far: whatever the solver cannot tell, there is a way on.
        let mut witness = self.any(limits)?;
        let mut grid = blank(self.geometry());
        let mut cells: Vec<Cell> = self.geometry().cells().collect();
        random.shuffle(&mut cells);
        for cell in cells {
            let mut digits: Vec<Digit> = possible(self.geometry(), &grid, cell).collect();
            random.shuffle(&mut digits);
            for digit in digits {
                let is_witnessed = witness.get(cell) == Some(digit);
                put(&mut grid, cell, Some(digit));
                match self.ask(&grid, limits())? {
                    Uniqueness::One(solution) => return Ok(solution),
                    Uniqueness::Several(solution, _) | Uniqueness::Unknown { found: Some(solution), .. } => {
                        witness = solution;
                        break;
                    }
                    Uniqueness::Unknown { found: None, .. } if is_witnessed => break,
                    Uniqueness::Unknown { found: None, .. } | Uniqueness::None => put(&mut grid, cell, None),
                }
            }
        }
        Ok(grid)
    }

    /// Some full grid, always the same.
    fn any<'q>(&mut self, limits: &mut impl FnMut() -> Limits<'q>) -> Result<Grid, GenerateError> {
        if self.geometry().is_plain() {
            return Ok(pattern(self.geometry()));
        }
        let blank = blank(self.geometry());
        match self.ask(&blank, limits())? {
            Uniqueness::One(grid)
            | Uniqueness::Several(grid, _)
            | Uniqueness::Unknown { found: Some(grid), .. } => Ok(grid),
            Uniqueness::None | Uniqueness::Unknown { found: None, .. } => {
                Err(GenerateError::None { side: self.geometry().side() })
            }
        }
    }

    /// Takes out clues in random order while the solution stays the only one, down to this many clues.
    fn take_out<'q>(
        &mut self,
        made: &mut Generated,
        clues: usize,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<(), Stopped> {
        let mut order: Vec<Candidate> = made.puzzle.clues().collect();
        random.shuffle(&mut order);
        let mut left = order.len();
        for clue in order {
            if left <= clues {
                break;
            }
            put(&mut made.puzzle, clue.cell, None);
            match self.ask(&made.puzzle, limits())? {
                Uniqueness::One(_) => {
                    left -= 1;
                    continue;
                }
                Uniqueness::Unknown { .. } => made.undecided += 1,
                Uniqueness::Several(..) | Uniqueness::None => {}
            }
            put(&mut made.puzzle, clue.cell, Some(clue.digit));
        }
        Ok(())
    }

    /// Takes out clues in random order while the puzzle stays [easy](Wish::Easy).
    fn take_out_easily(&self, made: &mut Generated, random: &mut Random) {
        let mut order: Vec<Candidate> = made.puzzle.clues().collect();
        random.shuffle(&mut order);
        for clue in order {
            put(&mut made.puzzle, clue.cell, None);
            if !is_easy(self.geometry(), &made.puzzle) {
                put(&mut made.puzzle, clue.cell, Some(clue.digit));
            }
        }
    }

    /// A clue without which there are several solutions. Where clues are undecided, not all of them are such.
    fn needed_clue<'q>(
        &mut self,
        made: &Generated,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<Option<Candidate>, Stopped> {
        let mut order: Vec<Candidate> = made.puzzle.clues().collect();
        random.shuffle(&mut order);
        let mut fewer = made.puzzle.clone();
        for clue in order {
            put(&mut fewer, clue.cell, None);
            if let Uniqueness::Several(..) = self.ask(&fewer, limits())? {
                return Ok(Some(clue));
            }
            put(&mut fewer, clue.cell, Some(clue.digit));
        }
        Ok(None)
    }

    /// A digit for a blank cell that is not the one of the solution, and that no peer has.
    fn wrong_clue(&self, made: &Generated, random: &mut Random) -> Option<Candidate> {
        let blank = self.geometry().cells().filter(|&cell| made.puzzle.get(cell).is_none());
        let wrong = blank.flat_map(|cell| {
            let digits = possible(self.geometry(), &made.puzzle, cell);
            let wrong = digits.filter(move |&digit| made.solution.get(cell) != Some(digit));
            wrong.map(move |digit| Candidate { cell, digit })
        });
        let wrong = wrong.filter(|wrong| {
            let mut puzzle = made.puzzle.clone();
            put(&mut puzzle, wrong.cell, Some(wrong.digit));
            puzzle.contradictions(self.geometry()).is_ok_and(|found| found.is_empty())
        });
        let wrong: Vec<Candidate> = wrong.collect();
        if wrong.is_empty() { None } else { Some(wrong[random.below(wrong.len())]) }
    }

    /// What the solver says of a puzzle: unknown only at a limit of nodes.
    fn ask(&mut self, puzzle: &Grid, mut limits: Limits<'_>) -> Result<Uniqueness<Grid>, Stopped> {
        // No clue stands where a peer has its digit, but rules of variants may forbid it all the same.
        if self.solver.load(puzzle).is_err() {
            return Ok(Uniqueness::None);
        }
        match self.solver.uniqueness(&mut limits) {
            Uniqueness::Unknown { why: Stopped::Asked, .. } => Err(Stopped::Asked),
            answer => Ok(answer),
        }
    }
}

/// A full grid of any board: each row is the first one, turned by a number of places that differs in each row.
fn pattern(geometry: &Geometry) -> Grid {
    let digits: Vec<Digit> = geometry.digits().collect();
    let mut grid = blank(geometry);
    for cell in geometry.cells() {
        // Rows of one box differ by its width, so that it has every digit; boxes above one another differ by one.
        let (band, row) = (cell.row() / geometry.box_height(), cell.row() % geometry.box_height());
        let place = geometry.box_width() * row + band + cell.column();
        put(&mut grid, cell, Some(digits[place % geometry.side()]));
    }
    grid
}

fn blank(geometry: &Geometry) -> Grid {
    Grid::empty(geometry.side()).expect("the side is that of a board")
}

fn put(grid: &mut Grid, cell: Cell, digit: Option<Digit>) {
    grid.set(cell, digit).expect("the cell and the digit are of this board");
}

/// The digits that no peer of the cell has, ascending.
fn possible(geometry: &Geometry, grid: &Grid, cell: Cell) -> impl Iterator<Item = Digit> + use<> {
    let bit = |digit: Digit| 1u32 << digit.value();
    let taken =
        geometry.peers(cell).iter().filter_map(|&peer| grid.get(peer)).fold(0, |set, digit| set | bit(digit));
    geometry.digits().filter(move |&digit| taken & bit(digit) == 0)
}

/// Whether filling cells for which one digit is left fills the grid. If so, there is one solution at most.
fn is_easy(geometry: &Geometry, puzzle: &Grid) -> bool {
    let mut grid = puzzle.clone();
    loop {
        let mut has_filled = false;
        for cell in geometry.cells().filter(|&cell| puzzle.get(cell).is_none()) {
            if grid.get(cell).is_none() {
                let mut digits = possible(geometry, &grid, cell);
                if let (Some(single), None) = (digits.next(), digits.next()) {
                    put(&mut grid, cell, Some(single));
                    has_filled = true;
                }
            }
        }
        if !has_filled {
            return grid.is_full();
        }
    }
}

/// Random choices: the 32-bit words of the ChaCha stream of 8 rounds whose key begins with the seed, lowest byte first,
/// and goes on with zeros, and whose stream number is that of the puzzle.
struct Random(ChaCha8Rng);

impl Random {
    fn new(seed: u64, number: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(number);
        Self(stream)
    }

    /// A number below `count`, which is at most that of the candidates of a board: 15625.
    fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).expect("the count is small");
        let scaled = (u64::from(self.0.next_u32()) * count) >> 32;
        usize::try_from(scaled).expect("it is below the count")
    }

    /// Puts the list in random order (R. Durstenfeld, 1964).
    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
