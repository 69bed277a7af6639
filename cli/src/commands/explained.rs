//! What the commands that solve as people do share: explainers for all threads, and steps as objects.

use std::sync::{Mutex, PoisonError};

use dlx_core::{Limits, Uniqueness};
use serde::Serialize;
use sudoku_cover::{Explainer, Geometry, Grid, Link, Node, Order, Solver, Step, Strength};

use super::delivery::Answers;
use super::puzzles::{Loaded, Puzzle};
use super::report::PuzzleObject;
use crate::args::TechniqueOrder;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::stats::{End, Verdict};

/// Explainers for whichever thread needs one.
pub(super) struct Explainers {
    order: Order,
    /// Each with the board that it is for.
    idle: Mutex<Vec<(Geometry, Explainer)>>,
}

impl Explainers {
    pub(super) fn new(order: TechniqueOrder) -> Self {
        Self { order: self::order(order), idle: Mutex::default() }
    }

    /// Lends an explainer for the board with the puzzle loaded.
    pub(super) fn lend<T>(
        &self,
        geometry: &Geometry,
        asked: &Asked<'_>,
        work: impl FnOnce(&mut Explainer) -> T,
    ) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut idle = idle();
            let place = idle.iter().position(|(board, _)| is_same(board, geometry));
            place.map(|place| idle.swap_remove(place))
        };
        let (board, mut explainer) =
            known.unwrap_or_else(|| (geometry.clone(), Explainer::new(geometry).with_order(self.order)));
        let loaded = match asked.solution {
            Some(solution) => explainer.load_with_solution(asked.grid, solution),
            None => explainer.load(asked.grid),
        };
        loaded.expect("the puzzle was read for this board");
        let result = work(&mut explainer);
        idle().push((board, explainer));
        result
    }
}

pub(super) fn order(order: TechniqueOrder) -> Order {
    match order {
        TechniqueOrder::Hodoku => Order::Hodoku,
        TechniqueOrder::Se => Order::Explainer,
    }
}

/// Whether two boards are the same. What else they have follows from this, and is much more to look at.
fn is_same(one: &Geometry, other: &Geometry) -> bool {
    let shape = |board: &Geometry| (board.box_height(), board.box_width());
    shape(one) == shape(other) && one.rules() == other.rules()
}

/// A puzzle that can be explained, with its only solution if it has one.
pub(super) struct Asked<'a> {
    pub(super) grid: &'a Grid,
    pub(super) solution: Option<&'a Grid>,
}

/// A record that is to be explained.
pub(super) struct Inquiry<'a> {
    pub(super) session: &'a Session,
    pub(super) puzzle: &'a Puzzle<'a>,
    pub(super) has_stats: bool,
    pub(super) is_json: bool,
}

impl Inquiry<'_> {
    /// Asks the solver about the puzzle, and gives it to `explain` if it has a solution; otherwise says why not.
    pub(super) fn with_solution(
        &self,
        loaded: Loaded<'_>,
        limits: &mut Limits<'_>,
        answers: &mut Answers<'_>,
        explain: impl FnOnce(&Asked<'_>, &mut Solver, &mut Limits<'_>, &mut Answers<'_>) -> Result<Exit, Fault>,
    ) -> Result<(Exit, Verdict), Fault> {
        let (words, exit, verdict) = match loaded {
            Loaded::Contradicting(error) => (format!("invalid: {error}"), Exit::NoSolution, Verdict::Invalid),
            Loaded::Unreadable(reason) => {
                (format!("invalid: {reason}"), Exit::Unreadable, Verdict::Unreadable)
            }
            Loaded::Left(cause) => (format!("unknown: {}", cause.words()), cause.exit(), Verdict::Unknown),
            Loaded::Ready(solver) => {
                let answer = solver.uniqueness(limits);
                if self.has_stats {
                    answers.stats().add_puzzle(solver);
                }
                let grid = self.puzzle.grid.expect("a puzzle that was loaded was read");
                match answer {
                    Uniqueness::One(solution) => {
                        let asked = Asked { grid, solution: Some(&solution) };
                        return Ok((explain(&asked, solver, limits, answers)?, Verdict::Unique));
                    }
                    Uniqueness::Several(..) => {
                        let exit = explain(&Asked { grid, solution: None }, solver, limits, answers)?;
                        return Ok((exit.max(Exit::Several), Verdict::Several));
                    }
                    Uniqueness::None => ("no solution".to_owned(), Exit::NoSolution, Verdict::None),
                    Uniqueness::Unknown { found, why } => {
                        let cause = self.session.cause_of(why);
                        let verdict = Verdict::of_count(u64::from(found.is_some()), End::Stopped);
                        (format!("unknown: {}", cause.words()), cause.exit(), verdict)
                    }
                }
            }
        };
        if self.is_json {
            PuzzleObject::new(self.puzzle, "failed", Reason { reason: &words }).print(answers)?;
        } else {
            answers.line(words.as_bytes());
        }
        Ok((exit, verdict))
    }
}

/// Why there is nothing to say about a puzzle.
#[derive(Serialize)]
struct Reason<'a> {
    reason: &'a str,
}

/// A step as `--format json` prints it.
#[derive(Serialize)]
pub(super) struct StepObject {
    technique: &'static str,
    code: &'static str,
    level: String,
    score: u32,
    houses: Vec<String>,
    covers: Vec<String>,
    cells: Vec<String>,
    fins: Vec<String>,
    digits: Vec<u8>,
    sets: Vec<SetObject>,
    links: Vec<LinkObject>,
    trail: Vec<CandidateObject>,
    placements: Vec<CandidateObject>,
    eliminations: Vec<CandidateObject>,
    text: String,
    /// Whether the engine has proved it, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certified: Option<bool>,
}

#[derive(Serialize)]
struct SetObject {
    cells: Vec<String>,
    digits: Vec<u8>,
}

#[derive(Serialize)]
struct LinkObject {
    from: NodeObject,
    strength: &'static str,
    to: NodeObject,
}

#[derive(Serialize)]
struct NodeObject {
    digit: u8,
    cells: Vec<String>,
}

#[derive(Serialize)]
struct CandidateObject {
    cell: String,
    digit: u8,
}

fn shown<T: ToString>(things: &[T]) -> Vec<String> {
    things.iter().map(ToString::to_string).collect()
}

impl From<&Node> for NodeObject {
    fn from(node: &Node) -> Self {
        Self { digit: node.digit.value(), cells: shown(&node.cells) }
    }
}

impl From<&Link> for LinkObject {
    fn from(link: &Link) -> Self {
        let strength = match link.strength {
            Strength::Strong => "strong",
            Strength::Weak => "weak",
        };
        Self { from: (&link.from).into(), strength, to: (&link.to).into() }
    }
}

impl From<&Step> for StepObject {
    fn from(step: &Step) -> Self {
        let digits =
            |digits: &[sudoku_cover::Digit]| digits.iter().map(|digit| digit.value()).collect::<Vec<_>>();
        let candidates = |candidates: &[sudoku_cover::Candidate]| {
            let object = |candidate: &sudoku_cover::Candidate| CandidateObject {
                cell: candidate.cell.to_string(),
                digit: candidate.digit.value(),
            };
            candidates.iter().map(object).collect()
        };
        let technique = step.technique;
        Self {
            technique: technique.name(),
            code: technique.code(),
            level: technique.level().to_string(),
            score: technique.score(),
            houses: shown(&step.houses),
            covers: shown(&step.covers),
            cells: shown(&step.cells),
            fins: shown(&step.fins),
            digits: digits(&step.digits),
            sets: step
                .sets
                .iter()
                .map(|set| SetObject { cells: shown(&set.cells), digits: digits(&set.digits) })
                .collect(),
            links: step.links.iter().map(Into::into).collect(),
            trail: candidates(&step.trail),
            placements: candidates(&step.placements),
            eliminations: candidates(&step.eliminations),
            text: step.to_string(),
            certified: None,
        }
    }
}
