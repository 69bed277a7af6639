//! Solving as people do: each step is the first one found in a given order of techniques.
//!
//! After each step the search begins with the easiest technique again. There is no trial and error. If no
//! technique finds anything, and the solution is known, a digit is taken from it, and the step says so.

mod area;
mod hint;
mod steps;

pub use hint::{Grade, Hint, HintBasis, Mistakes, OF_SEVERAL_SOLUTIONS};
pub use steps::{StepGroup, Steps};

use dlx_core::{Limits, Stopped};

use crate::human::candidates::Candidates;
use crate::human::pattern::Single;
use crate::human::step::Step;
use crate::human::technique::{Needs, Technique};
use crate::human::techniques::{self, Memory};
use crate::model::geometry::{Candidate, Digit, Geometry};
use crate::model::grid::{Grid, GridError};
use crate::model::pencilmarks::{Marks, Pencilmarks};
use crate::work::Work;

/// The order in which techniques are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// HoDoKu's default order.
    #[default]
    Hodoku,
    /// By their values in Sudoku Explainer, or approximations of them: hidden singles come before naked ones.
    Explainer,
}

impl Order {
    /// Returns the techniques of HoDoKu's default settings, and those of variants, which are tried on boards with such
    /// rules alone, in this order.
    #[must_use]
    pub fn techniques(self) -> Vec<Technique> {
        let mut techniques: Vec<Technique> =
            Technique::ALL.iter().copied().filter(|technique| technique.is_default()).collect();
        if self == Order::Explainer {
            // A stable sort: HoDoKu's order in a tie. Trial and error stays last.
            techniques.sort_by_key(|technique| technique.tenths());
        }
        techniques
    }
}

/// The state of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Blank cells are left.
    Open,
    /// Every cell is filled.
    Solved,
    /// A blank cell has no candidate, or a house no place for a digit: there is no solution.
    Broken,
}

/// Explains any number of puzzles on one board, step by step.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Explainer, Geometry, Grid};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut explainer = Explainer::new(&Geometry::classic());
/// explainer.load(&puzzle)?;
/// let first = explainer.next_step(&mut Limits::none())?.map(ToString::to_string);
/// assert_eq!(first.as_deref(), Some("Naked Single: r5c5=5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explainer {
    board: Candidates,
    order: Vec<Technique>,
    memory: Memory,
    step: Step,
    /// By cell the digit of the only solution, if it is known.
    solution: Option<Box<[Option<Digit>]>>,
    /// True if the puzzle itself restricts candidates.
    is_restricted: bool,
}

impl Explainer {
    /// Returns an explainer for this board, with a blank grid.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Explainer {
        let mut board = Candidates::new(geometry);
        board.leave_sums_to_steps();
        Explainer {
            board,
            order: Order::default().techniques(),
            memory: Memory::default(),
            step: Step::blank(),
            solution: None,
            is_restricted: false,
        }
    }

    /// Returns the explainer with this order of techniques.
    #[must_use]
    pub fn with_order(mut self, order: Order) -> Explainer {
        self.order = order.techniques();
        self
    }

    /// Returns the explainer without these techniques.
    #[must_use]
    pub fn without(mut self, left_out: &[Technique]) -> Explainer {
        self.order.retain(|technique| !left_out.contains(technique));
        self
    }

    /// Returns the explainer that also tries these techniques, each after those before it in
    /// [`Technique::ALL`] that it tries.
    #[must_use]
    pub fn with(mut self, added: &[Technique]) -> Explainer {
        let place = |of: Technique| Technique::ALL.iter().position(|&technique| technique == of);
        for &technique in added.iter().filter(|added| !added.is_default()) {
            if !self.order.contains(&technique) {
                let before = self.order.iter().rposition(|&other| place(other) < place(technique));
                self.order.insert(before.map_or(0, |before| before + 1), technique);
            }
        }
        self
    }

    /// Loads a puzzle whose number of solutions is unknown. Techniques that need a proof that the solution is
    /// unique are left out.
    ///
    /// # Errors
    /// A grid of another side.
    pub fn load(&mut self, puzzle: &Grid) -> Result<(), GridError> {
        self.solution = None;
        self.is_restricted = false;
        self.memory.forget();
        self.board.load(puzzle)
    }

    /// Loads a puzzle with its only solution. The caller must know that it is the only one: otherwise the
    /// explanation may be wrong.
    ///
    /// # Errors
    /// A grid of another side.
    pub fn load_with_solution(&mut self, puzzle: &Grid, solution: &Grid) -> Result<(), GridError> {
        self.load(puzzle)?;
        let side = self.board.layout().side;
        if solution.side() != side {
            return Err(GridError::OtherSide { expected: solution.side(), found: side });
        }
        let digits = solution.digits().iter().copied();
        match &mut self.solution {
            Some(known) => known.iter_mut().zip(digits).for_each(|(known, digit)| *known = digit),
            none => *none = Some(digits.collect()),
        }
        Ok(())
    }

    /// Removes the candidates that the loaded puzzle itself does not allow, as in a Sukaku. Until the next puzzle
    /// is loaded, techniques that assume one solution are left out: their proofs hold for givens only.
    pub fn restrict(&mut self, allowed: &Pencilmarks) {
        self.is_restricted = true;
        self.resume(&[], Some(allowed));
    }

    /// Returns true if the loaded puzzle itself restricts candidates.
    #[must_use]
    pub fn is_restricted(&self) -> bool {
        self.is_restricted
    }

    /// Returns the side of the board.
    #[must_use]
    pub fn side(&self) -> usize {
        self.board.layout().side
    }

    /// Returns the current candidates.
    pub(crate) fn board(&self) -> &Candidates {
        &self.board
    }

    /// Returns the state of the puzzle.
    #[must_use]
    pub fn state(&self) -> State {
        if self.board.is_broken() {
            State::Broken
        } else if self.board.blank_cells() == 0 {
            State::Solved
        } else {
            State::Open
        }
    }

    /// Returns the current digits, given and found ones.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let layout = self.board.layout();
        let digit = |cell| {
            let digit = self.board.value(cell).filter(|_| !layout.is_blocked(cell));
            digit.map(|digit| layout.digit(digit))
        };
        let cells = 0..layout.side * layout.side;
        let blocked: Vec<bool> = cells.clone().map(|cell| layout.is_blocked(cell)).collect();
        Grid::from_digits_of(layout.values, layout.side, cells.map(digit).collect()).with_blocked(&blocked)
    }

    /// Returns the current candidates: in a cell with a digit that digit.
    #[must_use]
    pub fn pencilmarks(&self) -> Pencilmarks {
        let layout = self.board.layout();
        let marks = |cell| match self.board.value(cell) {
            _ if layout.is_blocked(cell) => Marks::none(),
            Some(digit) => Marks::only(layout.digit(digit)),
            None => (0..layout.count)
                .filter(|&digit| self.board.has(cell, digit))
                .map(|digit| layout.digit(digit))
                .collect(),
        };
        let marks = (0..layout.side * layout.side).map(marks).collect();
        Pencilmarks::from_marks_of(layout.values, layout.side, marks)
    }

    /// Returns the next step without applying it; `None` if the puzzle is solved or no technique finds a
    /// step.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped the search for a step. The board is unchanged
    /// then.
    pub fn find_step(&mut self, limits: &mut Limits<'_>) -> Result<Option<&Step>, Stopped> {
        if self.state() != State::Open {
            return Ok(None);
        }
        let work = Work::new(limits);
        let is_found = self.search(&work);
        if let Err(why) = work.end() {
            // The memory of the techniques may be incomplete.
            self.memory.forget();
            return Err(why);
        }
        Ok(is_found.then_some(&self.step))
    }

    /// Fills `step` with the next step. Returns true if there is one.
    fn search(&mut self, work: &Work<'_, '_>) -> bool {
        for place in 0..self.order.len() {
            if work.is_over() {
                break;
            }
            let technique = self.order[place];
            if technique == Technique::BruteForce && self.find_trial() {
                return true;
            }
            if self.is_sound(technique) && self.find_first(technique, work) {
                return true;
            }
        }
        false
    }

    /// Fills `step` with the pattern of the technique that HoDoKu takes. Returns true if there is one.
    fn find_first(&mut self, technique: Technique, work: &Work<'_, '_>) -> bool {
        match techniques::family(technique) {
            None => techniques::find(technique, &mut self.board, &mut self.memory, &mut self.step, work),
            Some(family) => {
                let asked: Vec<Technique> =
                    self.order.iter().copied().filter(|technique| family.contains(technique)).collect();
                if asked.first() != Some(&technique) {
                    return false;
                }
                let found = techniques::find_compared(&asked, &mut self.board, &mut self.memory, work);
                let layout = self.board.layout();
                let best = found.into_iter().min_by_key(|step| steps::rank(step, layout));
                best.map(|best| self.step = best).is_some()
            }
        }
    }

    /// Returns true if the technique is sound for the puzzle, as far as is known.
    fn is_sound(&self, technique: Technique) -> bool {
        let layout = self.board.layout();
        match technique.needs() {
            _ if !layout.is_square && technique.needs_square() => false,
            Needs::Houses => {
                !layout.is_square || layout.count == layout.side || !technique.needs_full_houses()
            }
            Needs::Rules => !layout.is_plain,
            Needs::Cages => !layout.cages.is_empty(),
            Needs::OneSolution => self.solution.is_some() && layout.is_plain && !self.is_restricted,
            Needs::Solution => false,
        }
    }

    /// Finds a digit of the solution, if it is known, for the middle one of the blank cells.
    fn find_trial(&mut self) -> bool {
        let Some(solution) = &self.solution else { return false };
        let mut open = (0..solution.len()).filter(|&cell| self.board.value(cell).is_none());
        let Some(cell) = open.nth(self.board.blank_cells() / 2) else { return false };
        let Some(digit) = solution[cell] else { return false };
        let cell = self.board.layout().cell(cell);
        self.step.begin(Technique::BruteForce);
        self.step.pattern = Single { house: None }.into();
        self.step.placements.push(Candidate { cell, digit });
        true
    }

    /// Applies the next step and returns it; `None` if the puzzle is solved or no technique finds a step.
    ///
    /// # Errors
    /// Those of [`find_step`](Self::find_step).
    pub fn next_step(&mut self, limits: &mut Limits<'_>) -> Result<Option<&Step>, Stopped> {
        if self.find_step(limits)?.is_none() {
            return Ok(None);
        }
        self.memory.forget();
        for &placed in &self.step.placements {
            let layout = self.board.layout();
            let (cell, digit) = (layout.number_of(placed.cell), layout.number_of_digit(placed.digit));
            self.board.place(cell, digit);
        }
        for &lost in &self.step.eliminations {
            let layout = self.board.layout();
            let (cell, digit) = (layout.number_of(lost.cell), layout.number_of_digit(lost.digit));
            self.board.remove(cell, digit);
        }
        Ok(Some(&self.step))
    }
}
