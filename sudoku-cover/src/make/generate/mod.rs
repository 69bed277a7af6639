//! Random puzzles: a full grid is drawn, then givens are removed while the puzzle keeps the requested
//! properties.
//!
//! The result depends on the seed and the number of the puzzle. It does not depend on the order in which the
//! solver finds solutions, and on its speed only where the limits of a question are reached. Full grids and
//! puzzles are not drawn uniformly.
//!
//! With [kinds of rules](RuleKind) that are drawn, each puzzle also has rules of its own, which its full grid meets.

mod demand;
mod design;
mod drawn;
mod filler;
mod full;
mod levels;
mod pattern;
mod recipe;
mod series;
mod sight;
mod spec;

pub use demand::Demand;
pub use design::{Design, Redundancy};
pub use pattern::{Pattern, PatternError};
pub use recipe::{Made, Maker, Recipe};
pub use series::series;
pub use spec::{Spec, SpecError};

use dlx_core::{Limits, Stopped, Uniqueness};
use serde::Deserialize;
use thiserror::Error;

use crate::make::{count_known, put, with_more_rules};
use crate::model::geometry::rules::{CellsKind, Rule, RuleError, RuleKind, Variant};
use crate::model::geometry::{Candidate, Cell, Digit, Geometry, Values};
use crate::model::grid::Grid;
use crate::model::symmetry::Symmetry;
use crate::random::Random;
use crate::solve::Solver;
use crate::work::next_limits;
use filler::{Filled, Filler};
use sight::Sight;

/// The kind of puzzle to generate. Read as `unique`, `easy`, `several` or `unsolvable`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Wish {
    /// One solution, and several as soon as any given is left out.
    #[default]
    #[serde(rename = "unique")]
    Minimal,
    /// One solution and this clue count, or a greater one if no given could be removed before.
    #[serde(skip)]
    Clues(usize),
    /// One solution, found by filling cells that have one candidate left, again and again; four ninths of the cells have
    /// givens, such as 36 of 81, or more if fewer would lose that.
    Easy,
    /// Several solutions: a minimal puzzle with one given removed.
    Several,
    /// No solution, although no two givens contradict each other: a minimal puzzle with one wrong given
    /// added.
    Unsolvable,
}

impl Wish {
    /// Returns the word for the kind, such as `unique`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Wish::Minimal => "unique",
            Wish::Clues(_) => "clues",
            Wish::Easy => "easy",
            Wish::Several => "several",
            Wish::Unsolvable => "unsolvable",
        }
    }
}

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Grid,
    /// The full grid from which it was made: a solution, except for an [unsolvable](Wish::Unsolvable) puzzle.
    pub solution: Grid,
    /// The number of givens and rules that stayed because the limits were reached before it was known whether they are
    /// redundant. If it is not 0, a puzzle may not be minimal.
    pub undecided: usize,
    /// The rules of the puzzle besides those of the generator's board: those of the
    /// [kinds that are drawn](Generator::with_drawn).
    pub rules: Vec<Rule>,
    /// The kinds of drawn rules that are laid out without the symmetry that was asked for.
    pub asymmetric: Vec<RuleKind>,
}

/// The reason why there is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The question of the limits stopped the generator.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// No puzzle of this kind exists for the grid drawn, as on a board of one cell, or no grid that was drawn
    /// allows the rules of a [kind](RuleKind).
    #[error("no such puzzle found on a board of side {side}")]
    None {
        /// The side of the board.
        side: usize,
    },
    /// It is proved that no puzzle with so few givens has one solution.
    #[error(
        "expected at least {fewest} clues for one solution, found {found}: fewer are impossible ({source_of_proof})"
    )]
    TooFewClues {
        /// The fewest givens that are not known to be too few.
        fewest: usize,
        /// The greatest number of givens that was asked for.
        found: usize,
        /// Who proved it, or how.
        source_of_proof: &'static str,
    },
    /// No set of cells with the symmetry has a number of cells that was asked for.
    #[error(
        "expected a number of clues that symmetry {symmetry} allows on a board of side {side}, found {low} to {high}"
    )]
    UnevenClues {
        /// The symmetry.
        symmetry: Symmetry,
        /// The side of the board.
        side: usize,
        /// The least number of givens that was asked for.
        low: usize,
        /// The greatest number of givens that was asked for, or the number of cells.
        high: usize,
    },
}

/// Generates puzzles on one board. A puzzle has a seed and a number, so that any puzzle of a series can be
/// generated alone.
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
    sight: Sight,
    filler: Option<Filler>,
    seed: u64,
    /// The kinds of rules that are drawn.
    drawn: Vec<RuleKind>,
    /// Rules that are added after those that are drawn: that all marks are given.
    strict: Vec<Variant>,
}

/// The share of givens that an easy puzzle keeps: about 36 of 81, as in newspapers, where minimal puzzles have 24.
const EASY: (usize, usize) = (4, 9);

/// Number of full grids drawn for a puzzle, before it is given up that one allows rules of all kinds.
const GRIDS: usize = 100;

/// A puzzle before givens are removed, and the generator for its board if it has rules of its own.
struct Start {
    made: Generated,
    own: Option<Box<Generator>>,
}

/// The greatest number of nodes for one question about a board whose rules the solver propagates, or of several grids.
const MOST_NODES_WITH_RULES: u64 = 10_000;

impl Generator {
    /// Returns a generator for this board.
    #[must_use]
    pub fn new(geometry: &Geometry, seed: u64) -> Self {
        Self {
            solver: Solver::new(geometry),
            sight: Sight::new(geometry),
            filler: Filler::new(geometry),
            seed,
            drawn: Vec::new(),
            strict: Vec::new(),
        }
    }

    /// Returns the generator that draws rules of these kinds for each puzzle, which are
    /// [part of it](Generated::rules). If the board has a rule that all marks of a kind are given, such as
    /// [`Variant::StrictXv`], all places of the mark are marked.
    ///
    /// ```
    /// use dlx_core::Limits;
    /// use sudoku_cover::{Generator, Geometry, Rule, Wish};
    ///
    /// let mut generator = Generator::new(&Geometry::of_side(6)?, 7).with_drawn(&["thermo".parse()?])?;
    /// let made = generator.puzzle(0, Wish::Minimal, Limits::none)?;
    /// assert!(made.rules.iter().all(|rule| matches!(rule, Rule::Line { .. })));
    /// assert!(made.solution.contradictions(&generator.board_of(&made))?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Kinds for which a [rule](RuleKind::rule) alone stands are rules of the board, with the digits or the blocked cells
    /// without which they require nothing. Sums, products, differences and quotients together divide the board, as in KenKen;
    /// killer cages without rows and columns are the cells between blocked ones, as in Kakuro.
    ///
    /// # Errors
    /// The first kind whose rules cannot be drawn on the board.
    #[expect(clippy::missing_panics_doc, reason = "the shape is that of a board")]
    pub fn with_drawn(self, kinds: &[RuleKind]) -> Result<Self, RuleError> {
        let (whole, kinds) = completed(self.geometry(), kinds);
        let whole: Vec<Rule> =
            whole.into_iter().filter(|rule| !self.geometry().rules().contains(rule)).collect();
        let board = &with_more_rules(self.geometry(), &whole)?;
        kinds.iter().try_for_each(|&kind| drawn::check(kind, board))?;
        let is_strict = |rule: &Rule| {
            let Rule::Variant(variant) = rule else { return false };
            kinds.iter().any(|kind| matches!(kind, RuleKind::Pair(pair) if drawn::is_given(*pair, *variant)))
        };
        let (strict, rules): (Vec<Rule>, Vec<Rule>) = board.rules().iter().cloned().partition(is_strict);
        let plain =
            Geometry::boxes(board.box_height(), board.box_width()).expect("it is the shape of a board");
        let board = plain.with_rules(&rules)?;
        let variant = |rule| if let Rule::Variant(variant) = rule { Some(variant) } else { None };
        let strict = strict.into_iter().filter_map(variant).collect();
        Ok(Self { drawn: kinds, strict, ..Self::new(&board, self.seed) })
    }

    /// Returns the board of a puzzle that it generated, with the rules drawn for it.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the board had the rules when the puzzle was generated")]
    pub fn board_of(&self, made: &Generated) -> Geometry {
        with_more_rules(self.geometry(), &made.rules).expect("the board can have its rules")
    }

    /// The default limit of nodes for one question about a puzzle with rules that are drawn: a node takes longer
    /// than on other boards.
    pub const NODES_WITH_DRAWN_RULES: u64 = 2000;

    /// Returns the default limit of nodes for one question: that of the [side](Self::default_nodes), at most 10,000 on a board
    /// whose rules the solver propagates, such as `anti-taxicab`, and at most
    /// [`NODES_WITH_DRAWN_RULES`](Self::NODES_WITH_DRAWN_RULES) if rules are drawn.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        // A question about several grids takes few nodes, on a board of any side.
        let is_of_grids = self.geometry().grids().is_some();
        let side = self.geometry().side();
        let of_side = Self::default_nodes(side);
        let nodes = match () {
            () if is_of_grids => MOST_NODES_WITH_RULES,
            () if self.solver.is_prepared() => of_side,
            () => of_side.min(MOST_NODES_WITH_RULES),
        };
        if self.drawn.is_empty() { nodes } else { nodes.min(Self::NODES_WITH_DRAWN_RULES) }
    }

    /// Returns the default limit of nodes for one question on a board of this side without rules: none up to side 9,
    /// where every question is answered at once, 10,000 up to side 16, and 1,000 above. The result depends on it,
    /// so that every front end with this limit generates the same puzzle from the same seed.
    #[must_use]
    pub const fn default_nodes(side: usize) -> u64 {
        match side {
            ..=9 => u64::MAX,
            10..=16 => 10_000,
            _ => 1000,
        }
    }

    /// Builds the solver's tables at once, for many puzzles. Clones share them.
    pub fn prepare(&mut self) {
        self.solver.prepare();
    }

    /// Returns the board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        self.solver.matrix().geometry()
    }

    /// Returns the puzzle of this number.
    ///
    /// `limits` returns the limits of each question to the solver. If one ends at its limit of nodes, the
    /// puzzle is made without the answer: a given stays, or another digit is tried. On large boards there are
    /// questions that no search answers, so that limits of nodes are needed there, such as
    /// [`nodes`](Self::nodes).
    ///
    /// # Errors
    /// [`GenerateError::Stopped`] if the question in the limits stopped it, [`GenerateError::None`] if there
    /// is no puzzle of this kind.
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
        let Start { mut made, mut own } = self.start_unique(Symmetry::None, &mut random, &mut limits)?;
        let board = own.as_deref_mut().unwrap_or(self);
        match wish {
            Wish::Minimal => board.take_out_singly(&mut made, 0, &mut random, &mut limits)?,
            Wish::Clues(clues) => board.take_out_singly(&mut made, clues, &mut random, &mut limits)?,
            Wish::Easy => board.take_out_easily(&mut made, &mut random, &mut limits)?,
            Wish::Several => {
                board.take_out_singly(&mut made, 0, &mut random, &mut limits)?;
                let left_out = board.needed_clue(&made, &mut random, &mut limits)?.ok_or(none)?;
                put(&mut made.puzzle, left_out.cell, None);
            }
            Wish::Unsolvable => {
                board.take_out_singly(&mut made, 0, &mut random, &mut limits)?;
                let wrong = board.wrong_clue(&made, &mut random).ok_or(none)?;
                put(&mut made.puzzle, wrong.cell, Some(wrong.digit));
            }
        }
        Ok(made)
    }

    /// Draws a full grid, and rules of the kinds that are drawn. Regions to be found and variables, which a full grid may leave
    /// open, have one solution.
    fn start_unique<'q>(
        &mut self,
        symmetry: Symmetry,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<Start, GenerateError> {
        for _ in 0..GRIDS {
            let mut start = self.start(symmetry, random, limits)?;
            if !self.geometry().exceeds_exact_cover() {
                return Ok(start);
            }
            let board = start.own.as_deref_mut().unwrap_or(&mut *self);
            if board.is_unique(&start.made.solution, next_limits(limits)?)? == Some(true) {
                return Ok(start);
            }
        }
        Err(GenerateError::None { side: self.geometry().side() })
    }

    /// Draws a full grid, and rules of the kinds that are drawn.
    fn start<'q>(
        &mut self,
        symmetry: Symmetry,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<Start, GenerateError> {
        let made = |solution: Grid, rules, asymmetric| Generated {
            puzzle: solution.clone(),
            solution,
            undecided: 0,
            rules,
            asymmetric,
        };
        if self.drawn.is_empty() {
            return Ok(Start { made: made(self.full(random, limits)?, Vec::new(), Vec::new()), own: None });
        }
        let none = GenerateError::None { side: self.geometry().side() };
        for _ in 0..GRIDS {
            let board = drawn::board(self.geometry(), &self.drawn, symmetry, random);
            let (mut rules, mut asymmetric, board) = board.ok_or(none)?;
            let solution = if rules.is_empty() {
                self.full(random, limits)
            } else {
                Generator::new(&board, self.seed).full(random, limits)
            };
            let solution = match solution {
                // Other regions and blocked cells may have a full grid.
                Err(GenerateError::None { .. }) if !rules.is_empty() => continue,
                solution => solution?,
            };
            let drawn = drawn::draw(&board, &solution, &self.drawn, &self.strict, symmetry, random);
            let Some((drawn, without)) = drawn else {
                next_limits(limits)?;
                continue;
            };
            rules.extend(drawn);
            asymmetric.extend(without);
            rules.extend(self.strict.iter().copied().map(Rule::Variant));
            let board = with_more_rules(self.geometry(), &rules).map_err(|_| none)?;
            let own = Some(Box::new(Generator::new(&board, self.seed)));
            return Ok(Start { made: made(solution, rules, asymmetric), own });
        }
        Err(none)
    }

    /// Removes sets of givens in the order of the list as long as the solution stays the only one, and the
    /// clue count is at least `least`.
    fn take_out<'q>(
        &mut self,
        made: &mut Generated,
        order: &[Vec<Cell>],
        least: usize,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<(), Stopped> {
        self.sight.load(&made.puzzle);
        let mut left = made.puzzle.clue_count();
        for cells in order {
            if left <= least {
                break;
            }
            let clues: Vec<Candidate> = cells
                .iter()
                .filter_map(|&cell| Some(Candidate { cell, digit: made.puzzle.get(cell)? }))
                .collect();
            if left < least + clues.len() {
                continue;
            }
            for clue in &clues {
                put(&mut made.puzzle, clue.cell, None);
                self.sight.take(self.solver.matrix().geometry().index(clue.cell), clue.digit);
            }
            let can_go = match clues[..] {
                [clue] if self.sight.is_single(self.geometry().index(clue.cell), clue.digit) => Some(true),
                _ => self.is_unique(&made.puzzle, next_limits(limits)?)?,
            };
            if can_go == Some(true) {
                left -= clues.len();
                continue;
            }
            made.undecided += if can_go.is_none() { clues.len() } else { 0 };
            for clue in &clues {
                put(&mut made.puzzle, clue.cell, Some(clue.digit));
                self.sight.put(self.solver.matrix().geometry().index(clue.cell), clue.digit);
            }
        }
        Ok(())
    }

    /// Removes givens one by one in random order, like [`take_out`](Self::take_out).
    fn take_out_singly<'q>(
        &mut self,
        made: &mut Generated,
        least: usize,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<(), Stopped> {
        let mut order: Vec<Vec<Cell>> = self.geometry().open_cells().map(|cell| vec![cell]).collect();
        random.shuffle(&mut order);
        self.take_out(made, &order, least, limits)
    }

    /// Removes givens in random order while the puzzle stays [easy](Wish::Easy). Not as many as possible: with few
    /// givens it takes long to see which cell has one candidate left, so that the puzzle is not easy for people.
    fn take_out_easily<'q>(
        &self,
        made: &mut Generated,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<(), Stopped> {
        let mut limits = next_limits(limits)?;
        let mut order: Vec<Candidate> = made.puzzle.clues().collect();
        random.shuffle(&mut order);
        let least = (order.len() * EASY.0).div_ceil(EASY.1);
        for clue in order {
            if made.puzzle.clue_count() <= least {
                break;
            }
            put(&mut made.puzzle, clue.cell, None);
            if !is_easy(self.geometry(), &made.puzzle, &mut limits)? {
                put(&mut made.puzzle, clue.cell, Some(clue.digit));
            }
        }
        Ok(())
    }

    /// Returns a given without which there are several solutions. Not every given is one if some are
    /// undecided.
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
            if let Uniqueness::Several(..) = self.ask(&fewer, &mut next_limits(limits)?)? {
                return Ok(Some(clue));
            }
            put(&mut fewer, clue.cell, Some(clue.digit));
        }
        Ok(None)
    }

    /// Returns a digit for a blank cell that differs from the solution and that no peer has.
    fn wrong_clue(&self, made: &Generated, random: &mut Random) -> Option<Candidate> {
        let blank = self.geometry().open_cells().filter(|&cell| made.puzzle.get(cell).is_none());
        let wrong = blank.flat_map(|cell| {
            let digits = possible(self.geometry(), &made.puzzle, cell);
            let wrong = digits.filter(move |&digit| made.solution.get(cell) != Some(digit));
            wrong.map(move |digit| Candidate { cell, digit })
        });
        // Other rules than those of houses may forbid it too.
        let wrong = wrong.filter(|wrong| {
            let mut puzzle = made.puzzle.clone();
            put(&mut puzzle, wrong.cell, Some(wrong.digit));
            puzzle.contradictions(self.geometry()).is_ok_and(|found| found.is_empty())
        });
        let wrong: Vec<Candidate> = wrong.collect();
        if wrong.is_empty() { None } else { Some(wrong[random.below(wrong.len())]) }
    }

    /// Returns whether the solution of a puzzle without contradicting givens is the only one; `None` if a
    /// limit of nodes was reached.
    fn is_unique(&mut self, puzzle: &Grid, mut limits: Limits<'_>) -> Result<Option<bool>, Stopped> {
        Ok(count_known(&mut self.solver, puzzle, 2, &mut limits)?.map(|count| count == 1))
    }

    /// Returns the solver's answer about a puzzle without contradicting givens: unknown only at a limit of
    /// nodes.
    fn ask(&mut self, puzzle: &Grid, limits: &mut Limits<'_>) -> Result<Uniqueness<Grid>, Stopped> {
        self.solver.take(puzzle).expect("the grid is one of the board");
        match self.solver.uniqueness(limits) {
            Uniqueness::Unknown { why: Stopped::Asked, .. } => Err(Stopped::Asked),
            answer => Ok(answer),
        }
    }
}

/// Returns the rules that kinds stand for, and those for which something is drawn: rules that require nothing on the board get
/// the digits or blocked cells that they need.
fn completed(board: &Geometry, kinds: &[RuleKind]) -> (Vec<Rule>, Vec<RuleKind>) {
    let mut rules: Vec<Rule> = kinds.iter().filter_map(|kind| kind.rule()).collect();
    let mut drawn: Vec<RuleKind> = kinds.iter().copied().filter(|kind| kind.rule().is_none()).collect();
    let is_named = |rule: &Rule| matches!(rule, Rule::Values(_));
    let side = board.side_byte();
    let values = kinds.iter().find_map(|kind| match kind {
        RuleKind::Whole(variant) => {
            let [least, greatest] = variant.row().digits?(side);
            Values::new(least, greatest)
        }
        _ => None,
    });
    if let Some(values) = values.filter(|_| !board.rules().iter().any(is_named)) {
        rules.insert(0, Rule::Values(values));
    }
    let blocked = RuleKind::Cells(CellsKind::Blocked);
    if kinds.contains(&RuleKind::Cells(CellsKind::Straights))
        && board.is_square()
        && !drawn.contains(&blocked)
    {
        drawn.push(blocked);
    }
    (rules, drawn)
}

fn blank(geometry: &Geometry) -> Grid {
    Grid::of_board(geometry)
}

/// Returns the digits that no peer of the cell has, in ascending order.
fn possible(geometry: &Geometry, grid: &Grid, cell: Cell) -> impl Iterator<Item = Digit> + use<> {
    let bit = |digit: Digit| 1u32 << digit.value();
    let taken =
        geometry.peers(cell).iter().filter_map(|&peer| grid.get(peer)).fold(0, |set, digit| set | bit(digit));
    geometry.digits().filter(move |&digit| taken & bit(digit) == 0)
}

/// Returns true if filling cells with one candidate left fills the grid. If so, there is at most one
/// solution.
///
/// # Errors
/// [`Stopped::Asked`].
fn is_easy(geometry: &Geometry, puzzle: &Grid, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
    let mut grid = puzzle.clone();
    loop {
        limits.step(geometry.cell_count() as u64)?;
        let mut has_filled = false;
        for cell in geometry.open_cells().filter(|&cell| puzzle.get(cell).is_none()) {
            if grid.get(cell).is_none() {
                let mut digits = possible(geometry, &grid, cell);
                if let (Some(single), None) = (digits.next(), digits.next()) {
                    put(&mut grid, cell, Some(single));
                    has_filled = true;
                }
            }
        }
        if !has_filled {
            return Ok(grid.is_full());
        }
    }
}
