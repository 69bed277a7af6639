//! The search for two solutions of puzzles that singles do not solve, many at once: fills singles, branches on cells,
//! backtracks.
//!
//! Each lane has a puzzle of its own, and all share the rounds. Besides singles a round finds locked candidates: a
//! digit has a place in each row and box of a band, one in each, so that of the triples in which rows and boxes meet
//! only those are kept that are in one of the six arrangements; and likewise for stacks and columns.
//!
//! The search is for puzzles with several solutions, where most branches succeed, and for those that need few guesses.
//! It gives up the others, which the engine solves in fewer nodes.
//!
//! Invariant: the result for a puzzle depends neither on the puzzles beside it nor on the instructions.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the same places of several arrays, which become vector instructions"
)]

use std::array::from_fn;

use dlx_simd::Kernel;

use super::{
    BAND, BOXES, Boards, LANES, ROW, ROWS, TRIPLES, Values, count, in_first_row, in_three_rows, is_zero,
    values_of, whole_triples,
};

/// A puzzle is given up if more candidates are left when it begins to branch, or after more dead ends. With these values
/// it takes the least time, with that of the engine for the puzzles given up, to solve lists of puzzles with 17 clues, minimal
/// ones and some with several solutions, and no longer than without this search to solve the hardest ones: these have from
/// 203 candidates on. Of minimal puzzles with several solutions 9 in 10 have fewer.
const MOST_CANDIDATES: u32 = 205;
const MOST_DEAD_ENDS: u32 = 32;

/// By digit: its places in each band.
type Places = [[u32; 3]; 9];

/// The solutions found for a puzzle: all, unless there are two.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::solve) struct Found {
    solutions: [Places; 2],
    count: usize,
    /// The branches taken, and the rounds.
    pub(in crate::solve) nodes: u64,
    pub(in crate::solve) rounds: u64,
}

impl Found {
    pub(in crate::solve) fn count(&self) -> usize {
        self.count
    }

    /// Returns a solution, counted from 0.
    pub(in crate::solve) fn solution(&self, number: usize) -> Option<Values> {
        let places = self.solutions[..self.count].get(number)?;
        Some(values_of(|digit, band| places[digit][band]))
    }
}

/// A cell that was branched on, with the candidates and blank cells before.
#[derive(Clone, Copy, Debug)]
struct Frame {
    candidates: Places,
    blank: [u32; 3],
    band: usize,
    cell: u32,
    /// The digits that were not tried, one bit each.
    digits: u32,
}

/// The search for one puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    frames: Vec<Frame>,
    found: Found,
    dead_ends: u32,
    /// The number of rounds before the first one of this puzzle.
    begun_at: u64,
}

/// The state of a search.
enum Step {
    Unfinished,
    Finished,
    GivenUp,
}

/// The kernel that searches for two solutions of each puzzle. `None` is left for those given up.
pub(super) struct SearchAll<'p, P> {
    /// Puzzles with their singles filled, each with the index of its result.
    pub(super) puzzles: P,
    pub(super) results: &'p mut [Option<Found>],
    pub(super) trees: &'p mut [Tree; LANES],
}

impl<'p, P: Iterator<Item = (usize, &'p Values)>> Kernel for SearchAll<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run<L: dlx_simd::Lanes>(self, _: L) {
        let Self { mut puzzles, results, trees } = self;
        let mut boards = Boards::new();
        // By lane: the index of its puzzle.
        let mut indices = [None; LANES];
        let (mut running, mut rounds) = (0, 0);
        for lane in 0..LANES {
            indices[lane] = begin_next(&mut boards, lane, &mut trees[lane], &mut puzzles, rounds);
            running += usize::from(indices[lane].is_some());
        }
        while running > 0 {
            rounds += 1;
            let mut lanes = boards.closing_round();
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize % LANES;
                lanes &= lanes - 1;
                let (index, tree) = (&mut indices[lane], &mut trees[lane]);
                let Some(done) = *index else { continue };
                match boards.step(lane, tree) {
                    Step::Unfinished => continue,
                    Step::GivenUp => {}
                    Step::Finished => {
                        results[done] = Some(Found { rounds: rounds - tree.begun_at, ..tree.found });
                    }
                }
                *index = begin_next(&mut boards, lane, tree, &mut puzzles, rounds);
                running -= usize::from(index.is_none());
            }
        }
    }
}

/// Begins the next puzzle in a lane. Returns the index of its result, or `None` if there is none.
#[inline(always)]
fn begin_next<'p>(
    boards: &mut Boards,
    lane: usize,
    tree: &mut Tree,
    puzzles: &mut impl Iterator<Item = (usize, &'p Values)>,
    rounds: u64,
) -> Option<usize> {
    let (index, puzzle) = puzzles.next()?;
    boards.begin(lane, puzzle);
    tree.frames.clear();
    tree.dead_ends = 0;
    tree.begun_at = rounds;
    (tree.found.count, tree.found.nodes) = (0, 0);
    Some(index)
}

/// The bits of packed triples that stand for the rows of three bands.
const PACKED_ROWS: u32 = ROWS | ROWS << 1 | ROWS << 2;

/// Returns the triples of a band with a cell, and those with several.
#[inline(always)]
fn triples(cells: u32) -> (u32, u32) {
    let (one, two) = count(cells, cells >> 1, cells >> 2);
    (one & TRIPLES, two & TRIPLES)
}

/// Returns the triples of three bands in one word: those of the second and third are beside those of the first.
#[inline(always)]
fn packed(triples: [u32; 3]) -> u32 {
    triples[0] | triples[1] << 1 | triples[2] << 2
}

/// Returns the cells of the packed triples of a band.
#[inline(always)]
fn unpacked(triples: u32, band: usize) -> u32 {
    whole_triples(triples >> band & TRIPLES)
}

/// Returns two copies of nine bits, so that a shift to the right by three or six rotates them.
#[inline(always)]
fn doubled(bits: u32) -> u32 {
    bits | bits << 9
}

/// Rotates each three of nine bits to the right by one.
#[inline(always)]
fn by_one(bits: u32) -> u32 {
    bits >> 1 & !(BOXES << 2) | bits << 2 & BOXES << 2
}

/// Rotates each three of nine bits to the right by two.
#[inline(always)]
fn by_two(bits: u32) -> u32 {
    bits >> 2 & BOXES | bits << 1 & !BOXES
}

impl Boards {
    /// Places the singles found before, removes locked candidates, and finds other singles. Returns the lanes that are
    /// dead, solved or stalled, one bit each.
    // The loops over the lanes become vector instructions.
    #[inline(always)]
    fn closing_round(&mut self) -> u32 {
        let Self { candidates, hidden, placed, naked, blank, is_solved, is_stalled, is_dead, .. } = self;
        let (none, all) = ([0; LANES], [u32::MAX; LANES]);
        // The cells with a candidate, with several, and with a hidden single.
        let (mut one_in_cell, mut two_in_cell, mut hidden_in_cell) = ([none; 3], [none; 3], [none; 3]);
        // The bands and stacks with an arrangement for each digit; other bits have no meaning. Not 0 if a digit was
        // placed twice in a box.
        let (mut in_bands, mut in_stacks, mut twice) = (all, all, none);
        // The rows, boxes and columns with just one place for each digit.
        let (mut once_in_rows, mut once_in_boxes, mut once_in_columns) = (all, all, all);
        for digit in 0..9 {
            let (candidates, hidden) = (&mut candidates[digit], &mut hidden[digit]);
            for lane in 0..LANES {
                let before: [u32; 3] = from_fn(|band| candidates[band][lane]);
                // After a branch, hidden singles of other cells may be left from the branch before.
                let new: [u32; 3] = from_fn(|band| {
                    (hidden[band][lane] | naked[band][lane]) & before[band] & placed[band][lane]
                });
                // Of a box with a new place, only this is kept. The arrangements exclude its row and column.
                let new_triples: [u32; 3] = from_fn(|band| triples(new[band]).0);
                let mut cells: [u32; 3] = from_fn(|band| {
                    before[band] & !(placed[band][lane] | whole_triples(new_triples[band])) | new[band]
                });
                let new_triples = packed(new_triples);
                let (new_boxes, more) = count(new_triples, new_triples >> 9, new_triples >> 18);
                twice[lane] |= more & ROW;
                let excluded = in_three_rows(new_boxes & ROW) & !new_triples;
                let left = packed(from_fn(|band| triples(cells[band]).0)) & !excluded;

                // Each bit stands for the arrangement in which the first row of a band has this box.
                let (first, second, third) = (left & ROW, doubled(left >> 9 & ROW), doubled(left >> 18));
                let even = first & second >> 3 & third >> 6;
                let odd = first & second >> 6 & third >> 3;
                let first = even | odd;
                in_bands[lane] &= first | first >> 3 | first >> 6;
                let (even, odd) = (doubled(even), doubled(odd));
                let second = (even >> 6 | odd >> 3) & ROW;
                let third = (even >> 3 | odd >> 6) & ROW;
                for band in 0..3 {
                    cells[band] &= unpacked(first | second << 9 | third << 18, band);
                }

                // And for that in which the first box of a stack has this column.
                let [first, second, third]: [u32; 3] = from_fn(|band| in_first_row(cells[band]) & ROW);
                let even = first & by_one(second) & by_two(third);
                let odd = first & by_two(second) & by_one(third);
                let first = even | odd;
                in_stacks[lane] &= first | first >> 1 | first >> 2;
                cells[0] &= in_three_rows(first);
                cells[1] &= in_three_rows(by_two(even) | by_one(odd));
                cells[2] &= in_three_rows(by_one(even) | by_two(odd));

                let counts: [(u32, u32); 3] = from_fn(|band| triples(cells[band]));
                let one = packed(from_fn(|band| counts[band].0));
                let two = packed(from_fn(|band| counts[band].1));
                let (_, more) = count(one, one >> 3, one >> 6);
                let single_in_row = PACKED_ROWS & !(two | two >> 3 | two >> 6 | more);
                let (_, more) = count(one, one >> 9, one >> 18);
                let single_in_box = ROW & !(in_first_row(two) | more);
                let counts = cells.map(|cells| count(cells, cells >> 9, cells >> 18));
                let (_, more) = count(counts[0].0, counts[1].0, counts[2].0);
                let single_in_column = ROW & !(counts[0].1 | counts[1].1 | counts[2].1 | more);
                once_in_rows[lane] &= single_in_row;
                once_in_boxes[lane] &= single_in_box;
                once_in_columns[lane] &= single_in_column;
                let whole_rows = single_in_row | single_in_row << 3 | single_in_row << 6;
                let single = one & (whole_rows | in_three_rows(single_in_box));
                for band in 0..3 {
                    let cells = cells[band];
                    candidates[band][lane] = cells;
                    let found = cells & (unpacked(single, band) | in_three_rows(single_in_column));
                    hidden[band][lane] = found;
                    hidden_in_cell[band][lane] |= found;
                    two_in_cell[band][lane] |= one_in_cell[band][lane] & cells;
                    one_in_cell[band][lane] |= cells;
                }
            }
        }
        let mut done = none;
        for lane in 0..LANES {
            let mut wrong = 7 & !in_bands[lane] | BOXES & !in_stacks[lane] | twice[lane];
            let mut found = 0;
            for band in 0..3 {
                let (one, two) = (one_in_cell[band][lane], two_in_cell[band][lane]);
                let left = blank[band][lane] & !placed[band][lane];
                // No digit is left for a cell, or two digits were placed in one.
                wrong |= BAND ^ one | two & !left;
                let single = !two & left;
                let next = hidden_in_cell[band][lane] & left | single;
                (blank[band][lane], naked[band][lane], placed[band][lane]) = (left, single, next);
                found |= next;
            }
            is_dead[lane] = 1 ^ is_zero(wrong);
            let several =
                once_in_rows[lane] ^ PACKED_ROWS | once_in_boxes[lane] ^ ROW | once_in_columns[lane] ^ ROW;
            is_solved[lane] = is_zero(several);
            // The next round may remove more locked candidates, but it does so after a branch as well.
            is_stalled[lane] = is_zero(found);
            done[lane] = (is_dead[lane] | is_solved[lane] | is_stalled[lane]) << lane;
        }
        done.iter().fold(0, |lanes, lane| lanes | lane)
    }

    /// Branches or backtracks in a lane that is solved, stalled or dead.
    #[inline(always)]
    fn step(&mut self, lane: usize, tree: &mut Tree) -> Step {
        if self.is_dead[lane] != 0 {
            tree.dead_ends += 1;
            if tree.dead_ends > MOST_DEAD_ENDS {
                return Step::GivenUp;
            }
        } else if self.is_solved[lane] != 0 {
            tree.found.solutions[tree.found.count % 2] = self.places(lane);
            tree.found.count += 1;
            if tree.found.count == 2 {
                return Step::Finished;
            }
        } else {
            if tree.found.nodes == 0 && self.candidates_left(lane) > MOST_CANDIDATES {
                return Step::GivenUp;
            }
            self.branch(lane, tree);
            return Step::Unfinished;
        }
        if self.backtrack(lane, tree) { Step::Unfinished } else { Step::Finished }
    }

    #[inline(always)]
    fn places(&self, lane: usize) -> Places {
        from_fn(|digit| from_fn(|band| self.candidates[digit][band][lane]))
    }

    #[inline(always)]
    fn candidates_left(&self, lane: usize) -> u32 {
        let mut left = 0;
        for candidates in &self.candidates {
            for band in 0..3 {
                left += (candidates[band][lane] & self.blank[band][lane]).count_ones();
            }
        }
        left
    }

    /// Branches on a cell with few candidates, where there are no singles.
    #[inline(always)]
    fn branch(&mut self, lane: usize, tree: &mut Tree) {
        let (band, cell) = self.cell_to_branch_on(lane);
        let mut digits = 0;
        for digit in 0..9 {
            digits |= u32::from(self.candidates[digit][band][lane] & cell != 0) << digit;
        }
        tree.frames.push(Frame {
            candidates: self.places(lane),
            blank: from_fn(|band| self.blank[band][lane]),
            band,
            cell,
            digits: digits & (digits - 1),
        });
        tree.found.nodes += 1;
        self.choose(lane, band, cell, digits);
    }

    /// Returns a blank cell with two candidates, or else one with three of the first band with any, or else any of this
    /// band: the band, and the bit of the cell.
    #[inline(always)]
    fn cell_to_branch_on(&self, lane: usize) -> (usize, u32) {
        let (mut band_of_few, mut few) = (0, 0);
        for band in 0..3 {
            let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
            for candidates in &self.candidates {
                let cells = candidates[band][lane];
                four |= three & cells;
                three |= two & cells;
                two |= one & cells;
                one |= cells;
            }
            let blank = self.blank[band][lane];
            let pairs = blank & !three;
            if pairs != 0 {
                return (band, pairs & pairs.wrapping_neg());
            }
            let triples = blank & !four;
            if few == 0 {
                (band_of_few, few) = (band, if triples == 0 { blank } else { triples });
            }
        }
        (band_of_few, few & few.wrapping_neg())
    }

    /// Lets the next round place the first of these digits in a cell. No others are to be placed.
    #[inline(always)]
    fn choose(&mut self, lane: usize, band: usize, cell: u32, digits: u32) {
        let digit = digits & digits.wrapping_neg();
        for (candidates, at) in self.candidates.iter_mut().zip(0..) {
            candidates[band][lane] &= if digit >> at & 1 == 1 { !0 } else { !cell };
        }
        (self.placed[band][lane], self.naked[band][lane]) = (cell, cell);
    }

    /// Takes the next branch of the last frame. Returns false if there is none.
    #[inline(always)]
    fn backtrack(&mut self, lane: usize, tree: &mut Tree) -> bool {
        let Some(frame) = tree.frames.last_mut() else { return false };
        for (candidates, of_frame) in self.candidates.iter_mut().zip(&frame.candidates) {
            for (candidates, of_frame) in candidates.iter_mut().zip(of_frame) {
                candidates[lane] = *of_frame;
            }
        }
        for band in 0..3 {
            self.blank[band][lane] = frame.blank[band];
            (self.placed[band][lane], self.naked[band][lane]) = (0, 0);
        }
        self.choose(lane, frame.band, frame.cell, frame.digits);
        tree.found.nodes += 1;
        frame.digits &= frame.digits - 1;
        if frame.digits == 0 {
            tree.frames.pop();
        }
        true
    }
}
