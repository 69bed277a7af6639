//! The search for the solutions of puzzles on boards with rules: the search on the board and clause learning in turns, as
//! either may be far slower than the other.
//!
//! Solutions are listed in the order of the search on the board. If clause learning has found all of them first, those
//! left follow in ascending order. Turns end after a number of nodes and not after a time, so that the order is always the
//! same.

use dlx_core::inner::LearningSearch;
use dlx_core::{Count, Counters, Limits, Stopped};

use super::board::BoardSearch;
use super::loaded::{Loaded, set_ranks};
use super::matrix::Matrix;

/// Number of nodes of the first turn of the search on the board, of the first turn of clause learning, and the factor by
/// which turns grow. In killers a node of clause learning takes about four times as long, and its turns an eighth of the time. Most puzzles are solved within the first
/// turn, so that nothing is built for clause learning, for which that takes longer than those searches. Of 61 hard puzzles of
/// others, clause learning solves none first.
const FIRST_TURN: u64 = 64_000;
const FIRST_TURN_OF_LEARNING: u64 = 4_000;
const GROWTH: u64 = 2;

/// Number of solutions from which only the search on the board continues.
const MOST_LEARNED: usize = 100;

/// A solution, by cell the rank of its digit. The numbers of the regions of cells follow, if these were to be found, and the
/// values of variables.
pub(super) type Ranks = Box<[u8]>;

/// The searches, for any number of puzzles on one board.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    /// Made by the first question.
    board: Option<BoardSearch>,
    /// Made by the first puzzle that needs it.
    learning: Option<LearningSearch>,
    /// True if the search has begun with the puzzle.
    is_begun: [bool; 2],
    /// Number of nodes at which the present turns end.
    ends: [u64; 2],
    /// Number of solutions listed, and the first of them.
    listed: u64,
    first: Vec<Ranks>,
    /// The solutions that clause learning has found.
    learned: Vec<Ranks>,
    /// If these are all: those that are not listed yet, the next one last.
    left: Option<Vec<Ranks>>,
    /// True if clause learning cannot help any more.
    is_alone: bool,
}

impl Turns {
    /// Begins with a puzzle, which all calls until the next restart are given. Tables that others on the same board have
    /// are shared.
    pub(super) fn restart_beside(&mut self, others: &Self) {
        if self.board.is_none() {
            self.board.clone_from(&others.board);
        }
        self.restart();
    }

    /// Begins with a puzzle, which all calls until the next restart are given.
    pub(super) fn restart(&mut self) {
        let (board, learning) = (self.board.take(), self.learning.take());
        *self = Self { board, learning, ends: [FIRST_TURN, FIRST_TURN_OF_LEARNING], ..Self::default() };
    }

    /// Finds solutions until `most` are known or there are no more.
    pub(super) fn count(
        &mut self,
        matrix: &Matrix,
        puzzle: &Loaded,
        most: u64,
        limits: &mut Limits<'_>,
    ) -> Count {
        limits.without_solutions(|limits| {
            while self.known() < most {
                match self.next_solution(matrix, puzzle, most, limits) {
                    Ok(Some(_)) => {}
                    Ok(None) => return Count::Exact(self.known()),
                    Err(why) => return Count::AtLeast(self.known(), why),
                }
            }
            Count::AtLeast(self.known(), Stopped::Solutions)
        })
    }

    /// Returns the next solution, or `None` if there are no more.
    ///
    /// # Errors
    /// The limit that was reached, or [`Stopped::Solutions`] if clause learning has found `enough` solutions.
    pub(super) fn next_solution(
        &mut self,
        matrix: &Matrix,
        puzzle: &Loaded,
        enough: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Ranks>, Stopped> {
        loop {
            if let Some(left) = &mut self.left {
                if limits.solutions_left() == 0 {
                    return Err(Stopped::Solutions);
                }
                let next = left.pop();
                limits.spend_solutions(u64::from(next.is_some()));
                if let Some(ranks) = &next {
                    self.list(ranks);
                }
                return Ok(next);
            }
            let [of_board, of_learning] = self.nodes_left(matrix);
            if of_board > 0 {
                match limits.within_nodes(of_board, |limits| self.search_board(matrix, puzzle, limits)) {
                    Err(Stopped::Nodes) if limits.nodes_left() > 0 => {}
                    found => return found,
                }
            } else if of_learning > 0 {
                let learned = limits.without_solutions(|limits| {
                    limits.within_nodes(of_learning, |limits| self.learn(matrix, puzzle, enough, limits))
                });
                match learned {
                    Err(Stopped::Nodes) if limits.nodes_left() > 0 => {}
                    // The search on the board can continue with less.
                    Err(Stopped::Memory) => self.is_alone = true,
                    Err(why) => return Err(why),
                    Ok(()) if self.learned.len() as u64 >= enough => return Err(Stopped::Solutions),
                    Ok(()) => {}
                }
            } else {
                // The sum of turns that grow.
                let [board, learning] = &mut self.ends;
                *board = board.saturating_mul(GROWTH).saturating_add(FIRST_TURN);
                *learning = learning.saturating_mul(GROWTH).saturating_add(FIRST_TURN_OF_LEARNING);
            }
        }
    }

    /// Returns the number of nodes that each search may enter before the other one continues.
    fn nodes_left(&self, matrix: &Matrix) -> [u64; 2] {
        if self.is_alone || matrix.geometry().exceeds_exact_cover() {
            return [u64::MAX, 0];
        }
        let nodes = [
            self.board.as_ref().filter(|_| self.is_begun[0]).map_or(0, |board| board.counters().nodes),
            self.learning.as_ref().filter(|_| self.is_begun[1]).map_or(0, |search| search.counters().nodes),
        ];
        [0, 1].map(|search| self.ends[search].saturating_sub(nodes[search]))
    }

    /// Returns the next solution that the search on the board finds.
    fn search_board(
        &mut self,
        matrix: &Matrix,
        puzzle: &Loaded,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Ranks>, Stopped> {
        let board = match &mut self.board {
            Some(board) => board,
            none => none.insert(BoardSearch::new(matrix.geometry(), limits)?),
        };
        if !self.is_begun[0] {
            self.is_begun[0] = true;
            board.restart(puzzle.candidates());
        }
        let found = board.next_solution(limits)?.map(Box::from);
        if let Some(ranks) = &found {
            self.list(ranks);
        }
        Ok(found)
    }

    fn list(&mut self, ranks: &Ranks) {
        self.listed += 1;
        if self.first.len() < MOST_LEARNED {
            self.first.push(ranks.clone());
        } else {
            self.is_alone = self.left.is_none();
        }
    }

    /// Finds solutions by clause learning until `enough` are found or there are no more.
    fn learn(
        &mut self,
        matrix: &Matrix,
        puzzle: &Loaded,
        enough: u64,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let search = match &mut self.learning {
            Some(search) => search,
            none => {
                matrix.build(limits)?;
                none.insert(LearningSearch::new(matrix.problem(), limits)?)
            }
        };
        if !self.is_begun[1] {
            self.is_begun[1] = true;
            if puzzle.with_givens(|givens| search.restart(givens)).is_err() {
                self.left = Some(Vec::new());
                return Ok(());
            }
        }
        while (self.learned.len() as u64) < enough && self.learned.len() < MOST_LEARNED {
            let Some(cover) = search.next_solution(limits)? else {
                let mut left = self.learned.clone();
                left.retain(|ranks| !self.first.contains(ranks));
                left.sort_unstable_by(|one, other| other.cmp(one));
                self.left = Some(left);
                return Ok(());
            };
            let geometry = matrix.geometry();
            let mut ranks = vec![0; geometry.cell_count()];
            set_ranks(geometry.values().count(), &cover, &mut ranks);
            self.learned.push(ranks.into());
        }
        self.is_alone = self.learned.len() >= MOST_LEARNED;
        Ok(())
    }

    /// Returns the number of solutions that are known.
    fn known(&self) -> u64 {
        self.listed.max(self.learned.len() as u64)
    }

    /// Returns the name of the search that has found the answer.
    pub(super) fn method(&self) -> &'static str {
        if self.is_learned() { "clause learning" } else { "board search" }
    }

    /// Returns true if clause learning has found the answer.
    fn is_learned(&self) -> bool {
        self.left.is_some() || self.learned.len() as u64 > self.listed
    }

    /// Returns one of the first solutions found.
    pub(super) fn found(&self, number: usize) -> Option<&Ranks> {
        if self.learned.len() as u64 > self.listed { &self.learned } else { &self.first }.get(number)
    }

    /// Returns the work of the search that has found the answer.
    pub(super) fn counters(&self) -> Counters {
        let counters = if self.is_learned() {
            self.learning.as_ref().map(LearningSearch::counters)
        } else {
            self.board.as_ref().map(BoardSearch::counters)
        };
        counters.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::model::geometry::Geometry;
    use crate::solve::loaded::grid_of;

    /// Returns all solutions in their order, where the first turns end after so many nodes, and each call enters at most
    /// `nodes`.
    fn listed(geometry: &Geometry, ends: [u64; 2], nodes: u64) -> Vec<Ranks> {
        let (matrix, puzzle) = (Matrix::new(geometry), Loaded::new(geometry));
        let mut turns = Turns::default();
        turns.restart();
        turns.ends = ends;
        let mut list = Vec::new();
        loop {
            let mut limits = Limits::none().nodes(nodes);
            match turns.next_solution(&matrix, &puzzle, u64::MAX, &mut limits) {
                Ok(Some(ranks)) => list.push(ranks),
                Ok(None) => return list,
                Err(why) => assert_eq!(why, Stopped::Nodes),
            }
        }
    }

    /// The boards have fewer than 100 solutions, so that clause learning can find them all.
    #[test]
    fn turns_list_every_solution_once_in_an_order_that_limits_do_not_change() {
        for rules in
            [["thermo r1c1 r1c2 r1c3", "white r4c1 r4c2"], ["killer 7 r1c1 r1c2 r2c2", "anti-knight"]]
        {
            let rules = rules.map(|rule| rule.parse().unwrap());
            let geometry = Geometry::of_side(4).unwrap().with_rules(&rules).unwrap();
            let on_board = listed(&geometry, [u64::MAX; 2], u64::MAX);
            assert!((2..100).contains(&on_board.len()), "{}", on_board.len());
            let all: BTreeSet<&Ranks> = on_board.iter().collect();
            let mut orders = BTreeSet::new();
            for nodes_on_board in 0..12 {
                for ends in [[nodes_on_board, 1], [nodes_on_board, 1000]] {
                    let list = listed(&geometry, ends, u64::MAX);
                    assert_eq!(list.len(), all.len());
                    assert_eq!(list.iter().collect::<BTreeSet<_>>(), all);
                    for nodes in [1, 2, 7] {
                        assert_eq!(listed(&geometry, ends, nodes), list, "{ends:?} {nodes}");
                    }
                    // Those that clause learning has found alone are in ascending order.
                    let board_first =
                        list.iter().zip(&on_board).take_while(|(one, other)| one == other).count();
                    assert!(list[board_first..].is_sorted());
                    orders.insert(list);
                }
            }
            assert!(orders.len() > 1, "clause learning found nothing");
        }
    }

    #[test]
    fn counts_know_what_either_search_has_found() {
        let rules = ["thermo r1c1 r1c2 r1c3".parse().unwrap()];
        let geometry = Geometry::of_side(4).unwrap().with_rules(&rules).unwrap();
        let (matrix, puzzle) = (Matrix::new(&geometry), Loaded::new(&geometry));
        let total = listed(&geometry, [u64::MAX; 2], u64::MAX).len() as u64;
        for end in [0, 1, 5, 50] {
            for most in [0, 1, 2, 3, total, total + 1] {
                let mut turns = Turns::default();
                turns.restart();
                turns.ends = [end; 2];
                let count = turns.count(&matrix, &puzzle, most, &mut Limits::none());
                if most <= total {
                    assert_eq!(count, Count::AtLeast(most, Stopped::Solutions), "{end} {most}");
                } else {
                    assert_eq!(count, Count::Exact(total), "{end}");
                }
                let found: BTreeSet<&Ranks> = (0..2).map_while(|number| turns.found(number)).collect();
                assert_eq!(found.len() as u64, most.min(2));
                for ranks in found {
                    assert!(grid_of(&geometry, ranks).contradictions(&geometry).unwrap().is_empty());
                }
            }
        }
    }
}
