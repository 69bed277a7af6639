//! Entries of a booklet: each puzzle solved, and rated if requested.

use std::fmt;

use dlx_core::{Limits, Stopped, Uniqueness};

use crate::draw::Entry;
use crate::human::explain::{Explainer, State};
use crate::human::rate::Rating;
use crate::human::technique::Level;
use crate::model::geometry::Geometry;
use crate::model::grid::{Grid, GridError};
use crate::solve::{Solver, verdict};
use crate::text::{Key, Record};

/// The greatest side of puzzles that are rated by default: on larger boards that may take long.
const LARGEST_RATED: usize = 9;

/// The puzzles of a booklet that get their level and score printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rated {
    /// Puzzles without a level of their own, up to side 9.
    #[default]
    Unknown,
    /// All puzzles with one solution.
    All,
    /// No puzzles.
    None,
}

/// The result of solving a puzzle of a booklet. Displayed as the words that are printed in place of the
/// solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// There is one solution.
    Proper,
    /// Givens contradict each other.
    Invalid,
    /// There is no solution.
    NoSolution,
    /// There are several solutions.
    Several,
    /// A limit was reached before the answer was known.
    Unknown(Stopped),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Proper => verdict::Verdict::Unique.phrase(),
            Self::Invalid => verdict::Verdict::Invalid.phrase(),
            Self::NoSolution => verdict::Verdict::None.phrase(),
            Self::Several => verdict::Verdict::Several.phrase(),
            Self::Unknown(_) => "solution unknown",
        })
    }
}

/// Makes the entries of a [`Booklet`](crate::Booklet).
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::booklet::{EntryMaker, Verdict};
/// use sudoku_cover::{Booklet, Geometry, Record};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut maker = EntryMaker::new().with_label("seed 7");
/// let (entry, verdict) = maker.entry(&Geometry::classic(), &Record::new(line.parse()?), Limits::none)?;
/// assert_eq!(verdict, Verdict::Proper);
/// let page = Booklet::new("For the train", vec![entry]).to_html(&mut Limits::none())?;
/// assert!(page.contains("1 · Easy · 204 · seed 7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EntryMaker {
    rated: Rated,
    label: Option<String>,
    is_without_solutions: bool,
    /// A solver and an explainer for each board so far.
    tools: Vec<(Geometry, Solver, Explainer)>,
}

impl EntryMaker {
    /// Returns a maker of entries with solutions, rated as [`Rated::Unknown`] describes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets which puzzles get their level and score printed.
    #[must_use]
    pub fn with_rated(mut self, rated: Rated) -> Self {
        self.rated = rated;
        self
    }

    /// Sets a text that is printed below each puzzle, after that of its record.
    #[must_use]
    pub fn with_label(mut self, label: &str) -> Self {
        self.label = Some(label.to_owned());
        self
    }

    /// Leaves out the solutions.
    #[must_use]
    pub fn without_solutions(mut self) -> Self {
        self.is_without_solutions = true;
        self
    }

    /// Returns the entry of a puzzle on this board, and the result of solving it. Each search has limits of
    /// its own; a rating that is stopped is left out.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board has another side than the puzzle.
    pub fn entry<'l>(
        &mut self,
        geometry: &Geometry,
        record: &Record,
        mut limits: impl FnMut() -> Limits<'l>,
    ) -> Result<(Entry, Verdict), GridError> {
        let entry = Entry::new(geometry, &record.grid)?;
        let place = self.tools.iter().position(|(known, ..)| known == geometry).unwrap_or_else(|| {
            self.tools.push((geometry.clone(), Solver::new(geometry), Explainer::new(geometry)));
            self.tools.len() - 1
        });
        let (_, solver, explainer) = &mut self.tools[place];
        let solved = solve(solver, record, &mut limits());
        let is_rated = match self.rated {
            Rated::All => true,
            Rated::None => false,
            Rated::Unknown => {
                let has_level = record.details().iter().any(|detail| detail.key == Key::Level);
                geometry.side() <= LARGEST_RATED && !has_level
            }
        };
        let mut caption = Caption::default();
        printed_details(record).into_iter().for_each(|detail| caption.add(detail));
        if let Some(solution) = solved.as_ref().ok().filter(|_| is_rated)
            && let Some(rating) = rate(explainer, &record.grid, solution, &mut limits())
        {
            caption.add(rating.level().title().to_owned());
            caption.add(rating.score.to_string());
        }
        self.label.clone().into_iter().for_each(|label| caption.add(label));
        let entry = entry.with_label(&caption.0.join(" · "));
        let verdict = solved.as_ref().err().copied().unwrap_or(Verdict::Proper);
        let entry = match solved {
            _ if self.is_without_solutions => entry,
            Ok(solution) => entry.with_solution(&solution)?,
            Err(verdict) => entry.with_remark(&verdict.to_string()),
        };
        Ok((entry, verdict))
    }
}

/// Returns the only solution, or the reason why none is printed.
fn solve(solver: &mut Solver, record: &Record, limits: &mut Limits<'_>) -> Result<Grid, Verdict> {
    let loaded = match record.allowed() {
        None => solver.load(&record.grid),
        Some(allowed) => solver.load_allowed(&record.grid, allowed),
    };
    loaded.map_err(|_| Verdict::Invalid)?;
    match solver.uniqueness(limits) {
        Uniqueness::One(solution) => Ok(solution),
        Uniqueness::Several(..) => Err(Verdict::Several),
        Uniqueness::None => Err(Verdict::NoSolution),
        Uniqueness::Unknown { why, .. } => Err(Verdict::Unknown(why)),
    }
}

/// The parts of a caption, none of which is said twice.
#[derive(Default)]
struct Caption(Vec<String>);

impl Caption {
    /// Adds a part, unless an earlier one says the same, or is a level with its score: after `Hard (842)`, `Hard`
    /// and `842` are left out.
    fn add(&mut self, part: String) {
        let added = words(&part);
        let is_said = |earlier: &String| {
            if added.is_empty() {
                return *earlier == part;
            }
            let earlier = words(earlier);
            let is_level = !earlier.is_empty()
                && earlier.iter().all(|word| {
                    word.bytes().all(|byte| byte.is_ascii_digit())
                        || Level::ALL.iter().any(|level| level.to_string().eq_ignore_ascii_case(word))
                });
            earlier == added || is_level && added.iter().all(|word| earlier.contains(word))
        };
        if !self.0.iter().any(is_said) {
            self.0.push(part);
        }
    }
}

/// Returns the words of a text in small letters, without punctuation.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Returns the rating, if the explanation ends with the solution.
fn rate(
    explainer: &mut Explainer,
    puzzle: &Grid,
    solution: &Grid,
    limits: &mut Limits<'_>,
) -> Option<Rating> {
    explainer.load_with_solution(puzzle, solution).ok()?;
    let (rating, state) = Rating::of(explainer, limits).ok()?;
    (state == State::Solved).then_some(rating)
}

/// Returns the details of a puzzle that are printed below it.
fn printed_details(record: &Record) -> Vec<String> {
    let printed = record.details().iter().filter_map(|detail| match &detail.key {
        Key::Title | Key::Author | Key::Level | Key::Comment => Some(detail.text.clone()),
        Key::Other(name) if matches!(name.as_str(), "score" | "seed") => {
            Some(format!("{name} {}", detail.text))
        }
        _ => None,
    });
    printed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_says_nothing_twice() {
        let caption = |parts: &[&str]| {
            let mut caption = Caption::default();
            parts.iter().for_each(|part| caption.add((*part).to_owned()));
            caption.0.join(" · ")
        };
        assert_eq!(caption(&["Hard (842)", "Hard", "842"]), "Hard (842)");
        assert_eq!(caption(&["hard", "Hard", "842", "seed 7"]), "hard · 842 · seed 7");
        // The level that a source states may be another one.
        assert_eq!(caption(&["Easy", "Hard", "842"]), "Easy · Hard · 842");
        assert_eq!(caption(&["hard one", "Hard", "842"]), "hard one · Hard · 842");
        assert_eq!(caption(&["Not so hard", "Hard", "842"]), "Not so hard · Hard · 842");
        assert_eq!(caption(&["seed 842", "Hard", "842", "★★", "★★"]), "seed 842 · Hard · 842 · ★★");
    }
}
