//! Hints: the next step that adds something to the player's notes, with an adjustable amount of detail.

use std::fmt;

use dlx_core::{Limits, Stopped};
use serde::Deserialize;

use super::Explainer;
use super::area::Area;
use crate::human::pattern::notation::write_cells;
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::model::geometry::{Candidate, Cell};
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// The amount of detail of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The house or the houses in which to look.
    Area,
    /// The technique, and the same houses.
    Technique,
    /// The technique and the cells of its pattern.
    Cells,
    /// The full step.
    Full,
}

impl Grade {
    /// Returns the grade with the next level of detail, up to the full step.
    #[must_use]
    pub const fn more(self) -> Grade {
        match self {
            Grade::Area => Grade::Technique,
            Grade::Technique => Grade::Cells,
            Grade::Cells | Grade::Full => Grade::Full,
        }
    }
}

/// A step with a level of detail. Displayed in words, on one line: a full hint as its step, or, if that has a long
/// chain or net, as the technique and the conclusion. [`Step::reason`] explains it.
///
/// A digit by trial and error is no step of a technique. A hint has no area for it, and says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub(super) grade: Grade,
    pub(super) step: Step,
    pub(super) area: Area,
}

impl Hint {
    /// Returns the full hint about a step, such as one that a player chose from a list. It has no area.
    #[must_use]
    pub fn full(step: Step) -> Self {
        Self { grade: Grade::Full, step, area: Area::default() }
    }

    /// Returns the level of detail.
    #[must_use]
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// Returns the step, if the hint is full.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        (self.grade == Grade::Full).then_some(&self.step)
    }

    /// Returns the cells of the area, in ascending order: the house that contains the cells of the pattern and of the
    /// conclusion, or else the boxes, rows or columns that do.
    #[must_use]
    pub fn area(&self) -> &[Cell] {
        &self.area.cells
    }

    /// Returns the cells of the pattern, or else those of the conclusion, from the grade [`Cells`](Grade::Cells) on.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        if self.grade < Grade::Cells { Vec::new() } else { self.pattern() }
    }

    /// Returns the cells of the pattern, or else those of the conclusion, at any grade.
    pub(super) fn pattern(&self) -> Vec<Cell> {
        let Step { placements, eliminations, .. } = &self.step;
        let cells = self.step.marks().cells;
        if !cells.is_empty() {
            return cells.into_vec();
        }
        // The pattern of a single is the cell that it fills; that of a net begins at the candidate that it refutes.
        let mut cells: Vec<Cell> = placements.iter().chain(eliminations).map(|part| part.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns all cells of the step, including those of its chains and sets, from the grade [`Cells`](Grade::Cells)
    /// on.
    #[must_use]
    pub fn all_cells(&self) -> Vec<Cell> {
        if self.grade < Grade::Cells {
            return Vec::new();
        }
        let marks = self.step.marks();
        marks.all_cells().chain(if marks.cells.is_empty() { self.pattern() } else { Vec::new() }).collect()
    }

    /// Returns the number of links and of placements that follow from an assumption.
    fn length(&self) -> usize {
        let marks = self.step.marks();
        marks.links.len() + marks.trail.len()
    }

    /// Returns the hint about the same step with the next level of detail that tells more, up to the full step.
    #[must_use]
    pub fn more(self) -> Self {
        let more = self.grade.more();
        // That no technique applies is not said twice.
        let is_repeated = self.step.technique == Technique::BruteForce && more == Grade::Technique;
        Self { grade: if is_repeated { more.more() } else { more }, ..self }
    }
}

/// The most links and placements of a step that the line of a hint contains.
const LONGEST_CHAIN: usize = 8;

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hint { grade, step, area } = self;
        match (grade, step.technique) {
            (Grade::Area | Grade::Technique, Technique::BruteForce) => {
                f.write_str("No technique that is known applies here.")
            }
            (Grade::Cells, Technique::BruteForce) => {
                f.write_str("A digit can be tried in ")?;
                write_cells(f, &self.pattern())?;
                f.write_str(".")
            }
            (Grade::Full, Technique::BruteForce) => write!(f, "{}, by trial.", step.conclusion()),
            (Grade::Area, _) => write!(f, "Look at {area}."),
            (Grade::Technique, technique) => {
                let place = if area.is_whole() { "on" } else { "in" };
                write!(f, "Look for {} {place} {area}.", WithArticle(technique))
            }
            (Grade::Cells, technique) => {
                write!(f, "Look for {} at ", WithArticle(technique))?;
                write_cells(f, &self.pattern())?;
                f.write_str(".")
            }
            (Grade::Full, _) if self.length() <= LONGEST_CHAIN => step.fmt(f),
            (Grade::Full, technique) => {
                write!(f, "{technique} => ")?;
                step.conclusion().write(f)
            }
        }
    }
}

/// The name of a technique as part of a sentence: `a Hidden Single`, `an X-Wing`, `Cage Combinations`.
struct WithArticle(Technique);

impl fmt::Display for WithArticle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Technique::*;

        let name = self.0.name();
        let article = match self.0 {
            CageCombinations | RuleCombinations | RuleAndPeers | RulesOfHouse | InniesOuties
            | InniesOutiesOfHouses | Pointing | Claiming | MultiColors1 | MultiColors2 => "",
            // Read as "you-nique".
            _ if name.starts_with("Uniq") => "a ",
            // Read as "ex".
            _ if name.starts_with(['A', 'E', 'I', 'O', 'U', 'X']) => "an ",
            _ => "a ",
        };
        write!(f, "{article}{name}")
    }
}

/// What is wrong in a state of a puzzle with one solution: no steps are looked for in it, as they would be wrong too.
/// Displayed as in `r1c3=1 is wrong`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistakes {
    /// Placed digits that the solution does not have.
    Placed(Vec<Candidate>),
    /// Candidates of the solution that were removed.
    Removed(Vec<Candidate>),
}

impl Mistakes {
    /// Returns the cells, in the order of the board.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let (Self::Placed(all) | Self::Removed(all)) = self;
        all.iter().map(|candidate| candidate.cell).collect()
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Placed(all) | Self::Removed(all)) = self;
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        let names = names.join(", ");
        match (self, all.len()) {
            (Self::Placed(_), 1) => write!(f, "{names} is wrong"),
            (Self::Placed(_), _) => write!(f, "{names} are wrong"),
            (Self::Removed(_), 1) => write!(f, "candidate {names} is missing"),
            (Self::Removed(_), _) => write!(f, "candidates {names} are missing"),
        }
    }
}

/// What is said about a hint for a puzzle with several solutions: no technique that needs one solution was tried.
pub const OF_SEVERAL_SOLUTIONS: &str = "the puzzle has several solutions; the hint holds in all of them";

/// What a hint starts from. Displayed as in `30 givens, 1 placed digit and candidates`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintBasis {
    /// The number of givens.
    pub givens: usize,
    /// The number of placed digits.
    pub placed: usize,
    /// True if candidates were removed.
    pub has_candidates: bool,
}

impl fmt::Display for HintBasis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let Self { givens, placed, has_candidates } = *self;
        let (givens, placed) =
            (format!("{givens} given{}", plural(givens)), format!("{placed} placed digit{}", plural(placed)));
        if has_candidates {
            write!(f, "{givens}, {placed} and candidates")
        } else {
            write!(f, "{givens} and {placed}")
        }
    }
}

impl Step {
    /// Returns true if the step adds something to a player's notes: it places a digit, or eliminates a
    /// candidate that is noted. A cell without notes has all its candidates.
    #[must_use]
    pub fn is_new(&self, notes: Option<&Pencilmarks>) -> bool {
        let is_noted = |lost: &Candidate| {
            let noted = notes.map(|notes| notes.get(lost.cell)).filter(|noted| !noted.is_empty());
            noted.is_none_or(|noted| noted.contains(lost.digit))
        };
        !self.placements.is_empty() || self.eliminations.iter().any(is_noted)
    }
}

impl Explainer {
    /// Continues a puzzle that was loaded, with the digits and the notes of a player: the candidates of a
    /// cell are those of its notes that the digits leave; a cell without notes has all its candidates. If the
    /// notes of any cell lack the digit of the solution, or the solution is unknown, all notes are ignored,
    /// because steps from wrong notes would be wrong.
    pub fn resume_with_notes(&mut self, placed: &[Candidate], notes: Option<&Pencilmarks>) {
        self.resume(placed, None);
        let Some(notes) = notes.filter(|notes| self.are_right(notes)) else { return };
        let layout = self.board.shared_layout();
        let all = Marks::of(layout.values);
        let marks = notes.marks().iter().map(|&marks| if marks.is_empty() { all } else { marks });
        self.resume(&[], Some(&Pencilmarks::from_marks_of(layout.values, notes.side(), marks.collect())));
    }

    /// Returns what is wrong in a state of the puzzle that was loaded with its only solution: placed digits, or else
    /// candidates that lack the digit of the solution. Returns `None` if nothing is, or if the solution is not known.
    #[must_use]
    pub fn mistakes(&self, placed: &[Candidate], candidates: Option<&Pencilmarks>) -> Option<Mistakes> {
        let solution = self.solution.as_ref()?;
        let layout = self.board.shared_layout();
        let right = |cell: Cell| solution.get(layout.number_of(cell)).copied().flatten();
        let wrong: Vec<Candidate> =
            placed.iter().copied().filter(|placed| right(placed.cell) != Some(placed.digit)).collect();
        if !wrong.is_empty() {
            return Some(Mistakes::Placed(wrong));
        }
        let marks = candidates?.marks().iter().zip(solution).enumerate();
        let missing = marks.filter_map(|(number, (marks, &digit))| {
            let digit = digit?;
            (!marks.contains(digit)).then(|| Candidate { cell: layout.cell(number), digit })
        });
        let missing: Vec<Candidate> = missing.collect();
        (!missing.is_empty()).then_some(Mistakes::Removed(missing))
    }

    /// Returns true if the notes of every blank cell that has some include the digit of the known solution.
    fn are_right(&self, notes: &Pencilmarks) -> bool {
        let Some(solution) = &self.solution else { return false };
        let mut cells = solution.iter().zip(notes.marks()).enumerate();
        cells.all(|(cell, (&digit, marks))| {
            let has_digit = || digit.is_some_and(|digit| marks.contains(digit));
            marks.is_empty() || self.board.value(cell).is_some() || has_digit()
        })
    }

    /// Returns a hint for the first step that [adds something](Step::is_new) to the notes. Steps before it
    /// are applied. Returns `None` if the puzzle is solved or no technique finds a step, which
    /// [`state`](Self::state) distinguishes.
    ///
    /// # Errors
    /// Those of [`find_step`](Self::find_step).
    pub fn hint(
        &mut self,
        grade: Grade,
        notes: Option<&Pencilmarks>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Hint>, Stopped> {
        while let Some(step) = self.next_step(limits)? {
            if step.is_new(notes) {
                let step = step.clone();
                let area = Area::of(&step, self.board.layout());
                return Ok(Some(Hint { grade, step, area }));
            }
        }
        Ok(None)
    }
}
