//! Naked and hidden singles of 9x9 puzzles, many puzzles at once: the cells with one candidate left, and the
//! only cells left for a digit in a house. Most easy puzzles are solved by them alone, in a fraction of the
//! time that the engine takes with its tables of the board.
//!
//! Each puzzle is a lane of vectors. The candidates of a digit in a band, which is three rows, are a word of
//! 27 bits, cell by cell. A round finds all singles of all digits and houses at once, and the next one begins
//! by removing the candidates that they exclude. A puzzle that is done makes room for the next one. The [search]
//! for two solutions takes those that are not solved, when it is asked for two solutions of one of them.
//!
//! Invariant: a candidate that is removed is in no solution, except of digits placed there. What is left when
//! there are no more singles is what the engine reaches by carrying out forced options, in any order, so it
//! continues from there with the same results.

mod search;

use std::array::from_fn;

use dlx_simd::{Instructions, Kernel, Simd};

use crate::model::geometry::Geometry;
pub(super) use search::Found;
use search::{SearchAll, Tree};

/// Number of cells of a puzzle.
pub(super) const CELLS: usize = 81;

/// Number of puzzles in progress at the same time.
const LANES: usize = 16;

/// By puzzle in progress.
type Lanes = [u32; LANES];

/// The cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// The cells of the first row of a band, and the first cells of its rows.
const ROW: u32 = (1 << 9) - 1;
const ROWS: u32 = 1 << 18 | 1 << 9 | 1;
/// The first of the three cells in which a row meets a box, for each row and box of a band; and those of the
/// first row.
const TRIPLES: u32 = ROWS | ROWS << 3 | ROWS << 6;
const BOXES: u32 = TRIPLES & ROW;

/// The digits of a puzzle, cell by cell, 0 for a blank cell.
pub(super) type Values = [u8; CELLS];

/// The result for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    /// All cells are filled: this is the only solution.
    Solved,
    /// There are no more singles. The cells filled so far are filled so in every solution.
    Stalled,
    /// There is no solution.
    Dead,
    /// Two equal digits of the puzzle are in one house.
    Clashing,
}

/// The results for puzzles that will be loaded next.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    instructions: Instructions,
    puzzles: Vec<Values>,
    /// By puzzle: the result, and the digits with those filled in if it was solved or stalled.
    results: Vec<(Filled, Values)>,
    /// The first puzzle that was not asked for.
    next: usize,
    /// By puzzle: the solutions of those that stalled, unless the search for them was given up. Empty before the
    /// first of them is asked for.
    found: Vec<Option<Found>>,
    trees: Box<[Tree; LANES]>,
}

impl Ahead {
    /// Returns an empty list for a board, or `None` if it is not the classic one.
    pub(super) fn new(board: &Geometry, simd: Simd) -> Option<Self> {
        let is_classic = board.is_plain() && (board.box_height(), board.box_width()) == (3, 3);
        is_classic.then(|| Self {
            instructions: Instructions::of(simd),
            puzzles: Vec::new(),
            results: Vec::new(),
            next: 0,
            found: Vec::new(),
            trees: Box::default(),
        })
    }

    /// Fills the singles of these puzzles and forgets those of others.
    ///
    /// # Complexity
    /// Linear in the puzzles: each round of a puzzle but the last fills a cell of it.
    pub(super) fn fill(&mut self, puzzles: impl IntoIterator<Item = Values>) {
        let Self { instructions, puzzles: kept, results, next, found, .. } = self;
        found.clear();
        kept.clear();
        kept.extend(puzzles);
        results.clear();
        results.resize(kept.len(), (Filled::Stalled, [0; CELLS]));
        *next = 0;
        instructions.run(FillAll { puzzles: kept, results });
    }

    /// Returns the result for this puzzle, if it is the next one or comes after it.
    pub(super) fn take(&mut self, puzzle: &[u8]) -> Option<&(Filled, Values)> {
        let place = self.next + self.puzzles[self.next..].iter().position(|next| next[..] == *puzzle)?;
        self.next = place + 1;
        Some(&self.results[place])
    }

    /// Returns the solutions of the puzzle taken last, which has stalled; at most two. `None` if the search for them was
    /// given up, or other puzzles were filled after that. The first such question searches for those of all puzzles.
    pub(super) fn search(&mut self) -> Option<&Found> {
        let last = self.next.checked_sub(1)?;
        if self.found.is_empty() {
            self.found.resize(self.results.len(), None);
            let results = self.results.iter().enumerate();
            let stalled = results.filter(|(_, (filled, _))| *filled == Filled::Stalled);
            let puzzles = stalled.map(|(place, (_, values))| (place, values));
            self.instructions.run(SearchAll { puzzles, results: &mut self.found, trees: &mut self.trees });
        }
        self.found[last].as_ref()
    }
}

struct FillAll<'p> {
    puzzles: &'p [Values],
    results: &'p mut [(Filled, Values)],
}

impl Kernel for FillAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: dlx_simd::Lanes>(self, _: L) {
        let mut waiting = self.puzzles.iter().enumerate();
        let mut boards = Boards::new();
        // By lane: the index of its puzzle.
        let mut indices = [None; LANES];
        let mut running = 0;
        for (lane, index) in indices.iter_mut().enumerate() {
            if let Some((first, puzzle)) = waiting.next() {
                boards.begin(lane, puzzle);
                *index = Some(first);
                running += 1;
            }
        }
        while running > 0 {
            boards.round();
            for (lane, index) in indices.iter_mut().enumerate() {
                let (Some(filled), Some(done)) = (boards.filled(lane), *index) else { continue };
                let values = match filled {
                    Filled::Solved | Filled::Stalled => boards.values(lane),
                    Filled::Dead | Filled::Clashing => [0; CELLS],
                };
                self.results[done] = (filled, values);
                let next = waiting.next();
                *index = next.map(|(next, _)| next);
                match next {
                    Some((_, puzzle)) => boards.begin(lane, puzzle),
                    None => running -= 1,
                }
            }
        }
    }
}

/// The puzzles in progress. Cells are in words by band.
#[repr(align(64))]
struct Boards {
    /// By digit: the candidates, and those of them that are hidden singles.
    candidates: [[Lanes; 3]; 9],
    hidden: [[Lanes; 3]; 9],
    /// The cells that the next round fills, those of them that have one candidate left, and all that were not
    /// filled before.
    placed: [Lanes; 3],
    naked: [Lanes; 3],
    blank: [Lanes; 3],
    /// What the last round found. Each is not 0 if it is so.
    is_solved: Lanes,
    is_stalled: Lanes,
    is_dead: Lanes,
    is_clashing: Lanes,
}

/// Returns the cells of the rows with these first cells.
#[inline(always)]
fn whole_rows(first: u32) -> u32 {
    (first << 9).wrapping_sub(first)
}

/// Returns the cells of the triples with these first cells.
#[inline(always)]
fn whole_triples(first: u32) -> u32 {
    (first << 3).wrapping_sub(first)
}

/// Returns the cells in all rows of a band below those of the first row.
#[inline(always)]
fn in_three_rows(first: u32) -> u32 {
    first | first << 9 | first << 18
}

/// Returns, in the first row of a band, the cells with a bit set in any of the three rows. The bits of other
/// rows have no meaning.
#[inline(always)]
fn in_first_row(cells: u32) -> u32 {
    cells | cells >> 9 | cells >> 18
}

/// Returns the bits that are set in any of three words, and in at least two.
#[inline(always)]
fn count(a: u32, b: u32, c: u32) -> (u32, u32) {
    (a | b | c, a & b | c & (a | b))
}

#[inline(always)]
fn is_zero(word: u32) -> u32 {
    u32::from(word == 0)
}

impl Boards {
    #[inline(always)]
    fn new() -> Self {
        let none = [0; LANES];
        Self {
            candidates: [[none; 3]; 9],
            hidden: [[none; 3]; 9],
            placed: [none; 3],
            naked: [none; 3],
            blank: [none; 3],
            is_solved: none,
            is_stalled: none,
            is_dead: none,
            is_clashing: none,
        }
    }

    /// Begins a puzzle: the next round places its digits.
    #[inline(always)]
    fn begin(&mut self, lane: usize, puzzle: &Values) {
        let (cells, _) = puzzle.as_chunks::<27>();
        for band in 0..3 {
            // The binary digits of the values.
            let mut digits = [0; 4];
            for (at, cells) in cells[band].chunks(8).enumerate() {
                let mut bytes = [0; 8];
                bytes[..cells.len()].copy_from_slice(cells);
                for (place, places) in digits.iter_mut().enumerate() {
                    *places |= as_bits(u64::from_le_bytes(bytes) >> place) << (8 * at);
                }
            }
            for digit in 0..9 {
                let places = (0..4).fold(BAND, |all, place| {
                    all & if (digit + 1) >> place & 1 == 1 { digits[place] } else { !digits[place] }
                });
                self.candidates[digit][band][lane] = BAND;
                self.hidden[digit][band][lane] = places;
            }
            self.placed[band][lane] = digits[0] | digits[1] | digits[2] | digits[3];
            self.naked[band][lane] = 0;
            self.blank[band][lane] = BAND;
        }
    }

    /// Places the singles found before, and finds others.
    // The loops over the lanes become vector instructions.
    #[inline(always)]
    fn round(&mut self) {
        let Self { candidates, hidden, placed, naked, blank, is_solved, is_stalled, is_dead, is_clashing } =
            self;
        let (none, all) = ([0; LANES], [u32::MAX; LANES]);
        // The cells with a candidate, with several, and with a hidden single.
        let (mut one_in_cell, mut two_in_cell, mut hidden_in_cell) = ([none; 3], [none; 3], [none; 3]);
        // The rows, boxes and columns with a place for each digit, and with just one place for each; other bits
        // have no meaning. Not 0 if a digit was placed twice in a house.
        let (mut in_rows, mut in_boxes, mut in_columns) = (all, all, all);
        let (mut once_in_rows, mut twice) = (all, none);
        for digit in 0..9 {
            let (candidates, hidden) = (&mut candidates[digit], &mut hidden[digit]);
            for lane in 0..LANES {
                let before: [u32; 3] = from_fn(|band| candidates[band][lane]);
                let new: [u32; 3] = from_fn(|band| {
                    (hidden[band][lane] | before[band] & naked[band][lane]) & blank[band][lane]
                });
                let new_in_columns = in_first_row(new[0] | new[1] | new[2]) & ROW;
                let mut clash = 0;
                let (mut left, mut single_in_row, mut single_in_box) = ([0; 3], [0; 3], [0; 3]);
                for band in 0..3 {
                    let triples = (new[band] | new[band] >> 1 | new[band] >> 2) & TRIPLES;
                    let new_in_rows = (triples | triples >> 3 | triples >> 6) & ROWS;
                    let new_in_boxes = in_first_row(triples) & BOXES;
                    let peers = in_three_rows(whole_triples(new_in_boxes) | new_in_columns)
                        | whole_rows(new_in_rows)
                        | placed[band][lane];
                    let cells = before[band] & !peers | new[band];
                    left[band] = cells;
                    // The triples with a place, and with several; then the rows and boxes.
                    let (one, two) = count(cells & TRIPLES, cells >> 1 & TRIPLES, cells >> 2 & TRIPLES);
                    let (one_in_row, more) = count(one, one >> 3, one >> 6);
                    let two_in_row = two | two >> 3 | two >> 6 | more;
                    let (one_in_box, more) = count(one, one >> 9, one >> 18);
                    let two_in_box = in_first_row(two) | more;
                    single_in_row[band] = ROWS & !two_in_row;
                    single_in_box[band] = BOXES & !two_in_box;
                    in_rows[lane] &= one_in_row;
                    in_boxes[lane] &= one_in_box;
                    once_in_rows[lane] &= single_in_row[band];
                    clash |= two_in_row & new_in_rows | two_in_box & new_in_boxes;
                }
                let (one, two) = count(left[0], left[1], left[2]);
                let (one_in_column, more) = count(one, one >> 9, one >> 18);
                let two_in_column = in_first_row(two) | more;
                let single_in_column = ROW & !two_in_column;
                in_columns[lane] &= one_in_column;
                twice[lane] |= clash | two_in_column & new_in_columns;
                for band in 0..3 {
                    candidates[band][lane] = left[band];
                    let single = in_three_rows(whole_triples(single_in_box[band]) | single_in_column)
                        | whole_rows(single_in_row[band]);
                    let found = left[band] & single;
                    hidden[band][lane] = found;
                    hidden_in_cell[band][lane] |= found;
                    two_in_cell[band][lane] |= one_in_cell[band][lane] & left[band];
                    one_in_cell[band][lane] |= left[band];
                }
            }
        }
        for lane in 0..LANES {
            let is_first = is_zero((blank[0][lane] & blank[1][lane] & blank[2][lane]) ^ BAND);
            let mut missing = ROWS & !in_rows[lane] | BOXES & !in_boxes[lane] | ROW & !in_columns[lane];
            let (mut crowded, mut found) = (0, 0);
            for band in 0..3 {
                let (one, two) = (one_in_cell[band][lane], two_in_cell[band][lane]);
                let left = blank[band][lane] & !placed[band][lane];
                missing |= BAND ^ one;
                // Two digits were placed in one cell.
                crowded |= two & !left;
                let single = !two & left;
                let next = hidden_in_cell[band][lane] & left | single;
                (blank[band][lane], naked[band][lane], placed[band][lane]) = (left, single, next);
                found |= next;
            }
            let is_twice = 1 ^ is_zero(twice[lane]);
            is_clashing[lane] = is_twice & is_first;
            is_dead[lane] = is_twice | 1 ^ is_zero(missing | crowded);
            // Nine places of each digit, one in each row, and no cell without a candidate: each cell has one,
            // and no column or box has two places, as another would have none.
            is_solved[lane] = is_zero(once_in_rows[lane] ^ ROWS);
            is_stalled[lane] = is_zero(found);
        }
    }

    /// Returns the result of a puzzle, if it is done.
    #[inline(always)]
    fn filled(&self, lane: usize) -> Option<Filled> {
        if self.is_clashing[lane] != 0 {
            Some(Filled::Clashing)
        } else if self.is_dead[lane] != 0 {
            Some(Filled::Dead)
        } else if self.is_solved[lane] != 0 {
            Some(Filled::Solved)
        } else if self.is_stalled[lane] != 0 {
            Some(Filled::Stalled)
        } else {
            None
        }
    }

    /// Returns the digits of a puzzle that is solved or stalled.
    #[inline(always)]
    fn values(&self, lane: usize) -> Values {
        let is_solved = self.is_solved[lane] != 0;
        let blank: [u32; 3] = from_fn(|band| if is_solved { 0 } else { self.blank[band][lane] });
        values_of(|digit, band| self.candidates[digit][band][lane] & !blank[band])
    }
}

/// Returns the digits of a puzzle, given the places of each digit in each band.
#[inline(always)]
fn values_of(places: impl Fn(usize, usize) -> u32) -> Values {
    let mut values = [0; CELLS];
    let (cells, _) = values.as_chunks_mut::<27>();
    for band in 0..3 {
        // The binary digits of the values.
        let mut digits = [0; 4];
        for digit in 0..9 {
            let places = places(digit, band);
            for (place, all) in digits.iter_mut().enumerate() {
                *all |= if (digit + 1) >> place & 1 == 1 { places } else { 0 };
            }
        }
        for (at, cells) in cells[band].chunks_mut(8).enumerate() {
            let mut bytes = 0;
            for (place, places) in digits.iter().enumerate() {
                bytes |= as_bytes(u64::from(places >> (8 * at) & 0xff)) << place;
            }
            cells.copy_from_slice(&bytes.to_be_bytes()[..cells.len()]);
        }
    }
    values
}

/// Returns eight bits, each in a byte, the lowest in the highest byte.
#[inline(always)]
fn as_bytes(bits: u64) -> u64 {
    // The product has bit `i` of each of eight copies at the highest bit of byte `7 - i`.
    (bits.wrapping_mul(0x8040_2010_0804_0201) & 0x8080_8080_8080_8080) >> 7
}

/// Returns the lowest bits of eight bytes, that of the lowest byte as the lowest bit.
#[inline(always)]
fn as_bits(bytes: u64) -> u32 {
    // The product has the bit of byte `i` at bit `56 + i`.
    let bits = (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    u32::from(bits.to_le_bytes()[0])
}

#[cfg(test)]
mod tests {
    use dlx_core::Limits;
    use quickcheck::{Arbitrary, Gen};

    use super::*;
    use crate::model::geometry::Digit;
    use crate::model::geometry::rules::{Rule, Variant};
    use crate::model::grid::Grid;
    use crate::solve::Solver;

    /// A naive search for singles, one at a time.
    fn fill_naively(board: &Geometry, puzzle: &Values) -> (Filled, Values) {
        let houses: Vec<Vec<usize>> = board
            .houses()
            .iter()
            .map(|house| house.cells().iter().map(|&cell| board.index(cell)).collect())
            .collect();
        let mut values = *puzzle;
        let clash = |values: &Values| {
            houses.iter().any(|house| {
                (1..=9).any(|value| house.iter().filter(|&&cell| values[cell] == value).count() > 1)
            })
        };
        if clash(&values) {
            return (Filled::Clashing, values);
        }
        loop {
            let may_be = |cell: usize, value: u8| {
                values[cell] == value
                    || values[cell] == 0
                        && !houses
                            .iter()
                            .any(|house| house.contains(&cell) && house.iter().any(|&at| values[at] == value))
            };
            let mut single = None;
            let mut choices: Vec<Vec<(usize, u8)>> = Vec::new();
            choices.extend((0..CELLS).map(|cell| (1..=9).map(|value| (cell, value)).collect()));
            for house in &houses {
                choices.extend((1..=9).map(|value| house.iter().map(|&cell| (cell, value)).collect()));
            }
            for choice in choices {
                let left: Vec<_> = choice.into_iter().filter(|&(cell, value)| may_be(cell, value)).collect();
                match left[..] {
                    [] => return (Filled::Dead, values),
                    [(cell, value)] if values[cell] == 0 => single = Some((cell, value)),
                    _ => {}
                }
            }
            match single {
                Some((cell, value)) => values[cell] = value,
                None if values.contains(&0) => return (Filled::Stalled, values),
                None => return (Filled::Solved, values),
            }
        }
    }

    fn below(g: &mut Gen, bound: usize) -> usize {
        usize::arbitrary(g) % bound
    }

    /// Returns a solution with some cells blank and, at times, a wrong digit.
    fn puzzle(g: &mut Gen) -> Values {
        let solution: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .parse()
                .unwrap();
        let shift = below(g, 9);
        let blank = 30 + below(g, 40);
        let mut values = [0; CELLS];
        for (value, digit) in values.iter_mut().zip(solution.digits()) {
            if below(g, 81) >= blank {
                let digit = usize::from(digit.unwrap().value());
                *value = u8::try_from((digit + shift) % 9 + 1).unwrap();
            }
        }
        if below(g, 3) == 0 {
            values[below(g, CELLS)] = u8::try_from(below(g, 10)).unwrap();
        }
        values
    }

    #[test]
    fn singles_are_those_found_one_at_a_time() {
        let g = &mut Gen::new(100);
        let board = Geometry::classic();
        let mut puzzles: Vec<Values> = (0..4000).map(|_| puzzle(g)).collect();
        puzzles.push([0; CELLS]);
        let expected: Vec<(Filled, Values)> =
            puzzles.iter().map(|puzzle| fill_naively(&board, puzzle)).collect();
        for result in [Filled::Solved, Filled::Stalled, Filled::Dead, Filled::Clashing] {
            let count = expected.iter().filter(|(filled, _)| *filled == result).count();
            assert!(count > 20, "{result:?}: {count}");
        }
        for simd in Simd::ALL {
            let mut ahead = Ahead::new(&board, simd).unwrap();
            for length in [1, 7, 16, 500] {
                for (puzzles, expected) in puzzles.chunks(length).zip(expected.chunks(length)) {
                    ahead.fill(puzzles.iter().copied());
                    for (puzzle, expected) in puzzles.iter().zip(expected) {
                        let found = ahead.take(puzzle).expect("it was filled");
                        assert_eq!(found.0, expected.0, "{puzzle:?}");
                        if matches!(expected.0, Filled::Solved | Filled::Stalled) {
                            assert_eq!(found.1, expected.1, "{puzzle:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn searches_find_two_solutions_or_all_whatever_is_beside_them() {
        let g = &mut Gen::new(100);
        let board = Geometry::classic();
        let mut puzzles: Vec<Values> = (0..500).map(|_| puzzle(g)).collect();
        puzzles.push([0; CELLS]);
        let lists = [
            include_str!("../../../../testdata/sudoku/minimal.txt"),
            include_str!("../../../../testdata/sudoku/unsolvable.txt"),
        ];
        for line in lists.iter().flat_map(|list| list.lines().skip(1)) {
            let grid: Grid = line.parse().unwrap();
            puzzles.push(from_fn(|at| grid.digits()[at].map_or(0, Digit::value)));
        }
        let digit = |value| Digit::of_value(value).filter(|_| value > 0);
        let grid = |values: &Values| Grid::on_board(&board, values.map(digit).into());
        let mut counts = [0; 3];
        let mut expected = vec![None; puzzles.len()];
        let mut solver = Solver::new(&board);
        for simd in Simd::ALL {
            let mut ahead = Ahead::new(&board, simd).unwrap();
            for length in [1, 7, 500] {
                for (puzzles, expected) in puzzles.chunks(length).zip(expected.chunks_mut(length)) {
                    ahead.fill(puzzles.iter().copied());
                    for (puzzle, expected) in puzzles.iter().zip(expected) {
                        if ahead.take(puzzle).expect("it was filled").0 != Filled::Stalled {
                            continue;
                        }
                        let result =
                            |found: &Found| ([0, 1].map(|at| found.solution(at)), found.nodes, found.rounds);
                        let found = ahead.search().map(result);
                        if let Some(expected) = expected {
                            assert_eq!(found, *expected, "{puzzle:?}");
                            continue;
                        }
                        *expected = Some(found);
                        let Some((found, ..)) = found else { continue };
                        let found: Vec<Grid> = found.iter().flatten().map(grid).collect();
                        solver.load(&grid(puzzle)).unwrap();
                        let count = solver.count_up_to(2, &mut Limits::none()).at_least();
                        assert_eq!(found.len() as u64, count, "{puzzle:?}");
                        for (at, solution) in found.iter().enumerate() {
                            assert!(solution.is_full() && !found[..at].contains(solution));
                            assert!(solution.contradictions(&board).unwrap().is_empty());
                            assert!(
                                grid(puzzle).clues().all(|clue| solution.get(clue.cell) == Some(clue.digit))
                            );
                        }
                        counts[found.len()] += 1;
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
        assert!(expected.contains(&Some(None)), "the empty grid is left to the engine");
    }

    #[test]
    fn solutions_are_those_of_the_puzzle_taken_last() {
        let puzzle: Values = from_fn(|at| u8::from(at == 0));
        let mut ahead = Ahead::new(&Geometry::classic(), Simd::best()).unwrap();
        assert!(ahead.search().is_none());
        ahead.fill([puzzle]);
        assert!(ahead.search().is_none(), "none was taken");
        ahead.take(&puzzle).unwrap();
        ahead.fill([[0; CELLS]]);
        assert!(ahead.search().is_none(), "it was forgotten");
    }

    #[test]
    fn puzzles_are_taken_in_their_order_and_may_be_left_out() {
        let mut ahead = Ahead::new(&Geometry::classic(), Simd::best()).unwrap();
        let puzzles: Vec<Values> =
            (0..4).map(|value| from_fn(|at| if at == 0 { value } else { 0 })).collect();
        ahead.fill(puzzles.iter().copied());
        assert!(ahead.take(&[9; CELLS]).is_none());
        for place in [1, 3] {
            assert_eq!(ahead.take(&puzzles[place]).copied(), Some((Filled::Stalled, puzzles[place])));
        }
        assert!(ahead.take(&puzzles[2]).is_none(), "it comes before the last one taken");
    }

    #[test]
    fn other_boards_have_no_singles() {
        for (height, width) in [(2, 2), (1, 9), (9, 1), (4, 4)] {
            let board = Geometry::boxes(height, width).unwrap();
            assert!(Ahead::new(&board, Simd::best()).is_none());
        }
        let rule = Rule::Variant(Variant::Diagonal);
        let board = Geometry::classic().with_rules(&[rule]).unwrap();
        assert!(Ahead::new(&board, Simd::best()).is_none());
    }
}
