//! Searches for the solutions of puzzles that the prepared problem does not take: on boards with rules the search on the
//! board and clause learning in turns, as either may be far slower than the other; on other boards, for puzzles that do not
//! allow all candidates, the search of the exact cover problem.

use dlx_core::inner::LearningSearch;
use dlx_core::{Count, Counters, Givens, Limits, OptionId, Search, Stopped};

use super::board::BoardSearch;
use super::matrix::Matrix;
use crate::model::geometry::{Digit, Geometry};
use crate::model::grid::Grid;

/// Number of nodes of the first turn of the search on the board, of the first turn of clause learning, and the factor by
/// which turns grow. A node of clause learning takes about five times as long. Most puzzles are solved within the first
/// turn, so that nothing is built for clause learning, for which that takes longer than those searches.
const FIRST_TURN: u64 = 4_000;
const FIRST_TURN_OF_LEARNING: u64 = 2_000;
const GROWTH: u64 = 2;

/// Number of solutions from which only the search on the board continues.
const MOST_LEARNED: u64 = 100;

/// Number of solutions that are kept.
const SHOWN: usize = 2;

/// Solutions, by cell the ranks of their digits.
type Ranks = Box<[u8]>;

/// The searches, for any number of puzzles on one board.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    /// Made by the first question, unless the board has no rules that need it.
    board: Option<BoardSearch>,
    /// Made by the first question on such a board.
    covers: Option<Search>,
    /// Made by the first puzzle that needs it.
    learning: Option<LearningSearch>,
    /// The puzzle: its givens, and the candidates that it does not allow.
    clues: Vec<OptionId>,
    forbidden: Vec<OptionId>,
    on_board: Tally,
    learned: Tally,
    /// True if the search has begun with the puzzle.
    is_begun: [bool; 2],
    /// By what factor turns are longer than the first.
    length: u64,
    answered: Winner,
}

/// The search that has ended, or that had the last turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Winner {
    #[default]
    Board,
    Learning,
    Covers,
}

impl Turns {
    /// Begins with a puzzle.
    pub(super) fn restart(&mut self, clues: Vec<OptionId>, forbidden: &[OptionId]) {
        self.clues = clues;
        self.forbidden.clear();
        self.forbidden.extend(forbidden);
        (self.on_board, self.learned) = (Tally::default(), Tally::default());
        (self.is_begun, self.length, self.answered) = ([false; 2], 1, Winner::Board);
    }

    /// Runs until `most` solutions are found or there are no more.
    pub(super) fn count(&mut self, matrix: &Matrix, most: u64, limits: &mut Limits<'_>) -> Count {
        loop {
            let count = self.advance(matrix, most, limits);
            if is_over(count, limits) {
                return count;
            }
        }
    }

    /// Gives each search a turn, or finds all covers. The count ends with [`Stopped::Nodes`] if both may continue.
    pub(super) fn advance(&mut self, matrix: &Matrix, most: u64, limits: &mut Limits<'_>) -> Count {
        if !needs_search_on_board(matrix) {
            self.answered = Winner::Covers;
            return self.count_covers(matrix, most, limits);
        }
        self.answered = Winner::Board;
        let count = self.advance_on_board(matrix, most, limits);
        if is_over(count, limits) {
            return self.with_all_found(count);
        }
        if most <= MOST_LEARNED || self.on_board.found.max(self.learned.found) < MOST_LEARNED {
            match self.advance_learning(matrix, most.min(MOST_LEARNED), limits) {
                // The search on the board can continue with less.
                Err(Stopped::Memory) => {}
                Err(why) => return self.with_all_found(Count::AtLeast(0, why)),
                Ok(count) if is_over(count, limits) && (most <= MOST_LEARNED || !is_cut(count)) => {
                    self.answered = Winner::Learning;
                    return self.with_all_found(count);
                }
                Ok(_) => {}
            }
        }
        self.length = self.length.saturating_mul(GROWTH);
        self.with_all_found(Count::AtLeast(0, Stopped::Nodes))
    }

    fn count_covers(&mut self, matrix: &Matrix, most: u64, limits: &mut Limits<'_>) -> Count {
        let search = match &mut self.covers {
            Some(search) => search,
            none => none.insert(Search::new(matrix.problem())),
        };
        if !self.is_begun[0] {
            self.is_begun[0] = true;
            let givens = Givens::none().force(&self.clues).forbid(&self.forbidden);
            if search.restart(givens).is_err() {
                return Count::Exact(0);
            }
        }
        let next =
            |limits: &mut Limits<'_>| Ok(search.next_solution(limits)?.map(|cover| ranks_of(matrix, cover)));
        self.on_board.advance(next, most, u64::MAX, limits)
    }

    fn advance_on_board(&mut self, matrix: &Matrix, most: u64, limits: &mut Limits<'_>) -> Count {
        let board = match &mut self.board {
            Some(board) => board,
            none => match BoardSearch::new(matrix.geometry(), limits) {
                Ok(board) => none.insert(board),
                Err(why) => return Count::AtLeast(0, why),
            },
        };
        if !self.is_begun[0] {
            self.is_begun[0] = true;
            board.restart(candidates(matrix, &self.clues, &self.forbidden));
        }
        let next = |limits: &mut Limits<'_>| Ok(board.next_solution(limits)?.map(Box::from));
        self.on_board.advance(next, most, FIRST_TURN.saturating_mul(self.length), limits)
    }

    /// # Errors
    /// The limit that was reached when the search was made.
    fn advance_learning(
        &mut self,
        matrix: &Matrix,
        most: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Count, Stopped> {
        let search = match &mut self.learning {
            Some(search) => search,
            none => {
                matrix.build(limits)?;
                none.insert(LearningSearch::new(matrix.problem(), limits)?)
            }
        };
        if !self.is_begun[1] {
            self.is_begun[1] = true;
            let givens = Givens::none().force(&self.clues).forbid(&self.forbidden);
            if search.restart(givens).is_err() {
                return Ok(Count::Exact(0));
            }
        }
        let next =
            |limits: &mut Limits<'_>| Ok(search.next_solution(limits)?.map(|cover| ranks_of(matrix, &cover)));
        let nodes = FIRST_TURN_OF_LEARNING.saturating_mul(self.length);
        Ok(self.learned.advance(next, most, nodes, limits))
    }

    /// Returns a count with the solutions that either search has found.
    fn with_all_found(&self, count: Count) -> Count {
        match count {
            Count::Exact(_) => count,
            Count::AtLeast(_, why) => Count::AtLeast(self.on_board.found.max(self.learned.found), why),
        }
    }

    /// Returns the solutions found, at most two, by cell the rank of the digit.
    pub(super) fn met(&self) -> &[Box<[u8]>] {
        if self.learned.found > self.on_board.found { &self.learned.met } else { &self.on_board.met }
    }

    pub(super) fn winner(&self) -> Winner {
        self.answered
    }

    pub(super) fn counters(&self) -> Counters {
        match (self.answered, &self.board, &self.learning) {
            (Winner::Board, Some(board), _) => board.counters(),
            (Winner::Learning, _, Some(search)) => search.counters(),
            (Winner::Covers, ..) => self.covers.as_ref().map(Search::counters).unwrap_or_default(),
            _ => Counters::default(),
        }
    }
}

/// Returns true if the rules of the board need a search on it.
pub(super) fn needs_search_on_board(matrix: &Matrix) -> bool {
    matrix.has_relations() || matrix.geometry().is_non_consecutive()
}

/// Returns by cell the candidates that a puzzle allows, as bits of the ranks of digits.
fn candidates(matrix: &Matrix, clues: &[OptionId], forbidden: &[OptionId]) -> Vec<u32> {
    let digits = matrix.geometry().values().count();
    let mut candidates = vec![u32::MAX >> (u32::BITS as usize - digits); matrix.geometry().cell_count()];
    for clue in clues {
        candidates[clue.index() / digits] &= 1 << (clue.index() % digits);
    }
    for option in forbidden {
        candidates[option.index() / digits] &= !(1 << (option.index() % digits));
    }
    candidates
}

/// Returns by cell the rank of the digit that a cover gives it.
fn ranks_of(matrix: &Matrix, cover: &[OptionId]) -> Ranks {
    let digits = matrix.geometry().values().count();
    let mut ranks = vec![0; matrix.geometry().cell_count()];
    // Other chosen options are steps of relations, which follow from the digits.
    for option in cover.iter().filter(|option| option.index() < matrix.candidate_count()) {
        ranks[option.index() / digits] = u8::try_from(option.index() % digits).unwrap_or(u8::MAX);
    }
    ranks.into()
}

/// Returns the grid of a solution.
pub(super) fn grid_of_ranks(geometry: &Geometry, ranks: &[u8]) -> Grid {
    let (values, side) = (geometry.values(), geometry.side());
    let digits = ranks.iter().map(|&rank| Digit::of_value(rank + values.least())).collect();
    Grid::from_digits_of(values, side, digits)
}

/// The solutions that a search has found.
#[derive(Clone, Debug, Default)]
struct Tally {
    found: u64,
    /// The first ones.
    met: Vec<Ranks>,
}

impl Tally {
    /// Continues a search with at most this many nodes, until it has found `most` solutions.
    fn advance(
        &mut self,
        mut next: impl FnMut(&mut Limits<'_>) -> Result<Option<Ranks>, Stopped>,
        most: u64,
        nodes: u64,
        limits: &mut Limits<'_>,
    ) -> Count {
        limits.without_solutions(|limits| {
            limits.within_nodes(nodes, |limits| {
                while self.found < most {
                    match next(limits) {
                        Ok(Some(ranks)) => {
                            self.found += 1;
                            if self.met.len() < SHOWN {
                                self.met.push(ranks);
                            }
                        }
                        Ok(None) => return Count::Exact(self.found),
                        Err(why) => return Count::AtLeast(self.found, why),
                    }
                }
                Count::AtLeast(self.found, Stopped::Solutions)
            })
        })
    }
}

/// Returns false if it was the end of a turn alone that stopped the count.
pub(super) fn is_over(count: Count, limits: &Limits<'_>) -> bool {
    !matches!(count, Count::AtLeast(_, Stopped::Nodes)) || limits.nodes_left() == 0
}

/// Returns true if the count ended as enough solutions were found.
fn is_cut(count: Count) -> bool {
    matches!(count, Count::AtLeast(_, Stopped::Solutions))
}
