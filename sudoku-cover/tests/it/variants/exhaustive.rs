//! Boards of side 6 with rules of every kind, alone and together. A search that tries every digit lists all grids that
//! fit the givens, rows, columns and boxes; those that meet the [description](Description) of the rules must be the
//! solutions that the solver lists and counts.

use std::collections::BTreeSet;

use dlx_core::{Count, Limits};
use sudoku_cover::{GenerateError, Generator, Geometry, Grid, Rule, RuleKind, Solver, Variant, Wish};

use super::described::{Description, Rows, rows};
use super::rules::filters;
use super::{Lehmer, board, digits, grid};

const SIDE: usize = 6;
type Digits = [u8; SIDE * SIDE];
const COMBINATIONS: usize = 1650;
/// How many of these are of each kind alone.
const ALONE: usize = 5;
/// The greatest number of grids that fit the givens of a puzzle without its rules.
const MOST: usize = 20_000;

/// Puzzles of which nothing but the solution and the rules is used.
const FULL: Wish = Wish::Clues(SIDE * SIDE);

/// A rule of the whole board, rules that are drawn, or a strict rule with its marks.
type Kind = (Option<Variant>, Option<RuleKind>);

fn kind(word: &str) -> RuleKind {
    word.parse().unwrap()
}

/// Returns all kinds of rules that require something of boards of side 6: all but the windows of a Windoku, which are square,
/// Dutch flatmates, which need a middle digit, those of boards with more digits than cells of a house, boards without rows
/// and columns, which `kinds` examines, and regions to be found, which are part of a solution.
fn kinds() -> Vec<Kind> {
    let marks = |variant| match variant {
        Variant::StrictKropki | Variant::StrictWhite => Some(kind("white")),
        Variant::StrictBlack => Some(kind("black")),
        Variant::StrictXv => Some(kind("xv")),
        Variant::AnyRankTies => Some(kind("full-rank")),
        _ => None,
    };
    let others = [
        Variant::Windoku,
        Variant::DutchFlatmates,
        Variant::SameDigits,
        Variant::Doppelganger,
        Variant::Chaos,
        Variant::NoRowsColumns,
    ];
    let variants = Variant::ALL.into_iter().filter(|variant| !others.contains(variant));
    let variants = variants.map(|variant| (Some(variant), marks(variant)));
    variants.chain(RuleKind::with_cells().map(|kind| (None, Some(kind)))).collect()
}

/// Returns a full grid with rules of these kinds that it meets, and their board; `None` if kinds exclude each other, or
/// no grid is found.
fn drawn(kinds: &[Kind], number: u64) -> Option<(Geometry, Grid)> {
    let variants: Vec<Rule> = kinds.iter().filter_map(|kind| kind.0).map(Rule::Variant).collect();
    let mut drawn: Vec<RuleKind> = kinds.iter().filter_map(|kind| kind.1).collect();
    drawn.sort_unstable();
    drawn.dedup();
    let board = Geometry::of_side(SIDE).unwrap().with_rules(&variants).ok()?;
    let mut generator = Generator::new(&board, 1).with_drawn(&drawn).ok()?;
    match generator.puzzle(number, FULL, || Limits::none().nodes(20_000)) {
        Ok(made) => Some((generator.board_of(&made), made.solution)),
        Err(GenerateError::None { .. }) => None,
        Err(error) => panic!("{kinds:?}: {error}"),
    }
}

/// Fills the blank cells, 0, from this one on in every way in which the digits of no house are `taken` twice, until
/// there are more than [`MOST`] grids, which are appended to those found.
fn fill(
    digits: &mut Digits,
    cell: usize,
    taken: &mut [u8; 3 * SIDE],
    has_boxes: bool,
    found: &mut Vec<Digits>,
) {
    let Some(cell) = (cell..digits.len()).find(|&cell| digits[cell] == 0) else { return found.push(*digits) };
    let [row, column, own] = houses(cell, has_boxes);
    let mut free = !(taken[row] | taken[column] | taken[own]) & 0b111_1110;
    while free != 0 && found.len() <= MOST {
        let bit = free & free.wrapping_neg();
        free ^= bit;
        digits[cell] = bit.trailing_zeros() as u8;
        for house in [row, column, own] {
            taken[house] |= bit;
        }
        fill(digits, cell + 1, taken, has_boxes, found);
        for house in [row, column, own] {
            taken[house] &= !bit;
        }
        digits[cell] = 0;
    }
}

/// Returns the numbers of the row, the column and the box of a cell; without boxes, that of the row again.
fn houses(cell: usize, has_boxes: bool) -> [usize; 3] {
    let (row, column) = (cell / SIDE, cell % SIDE);
    [row, SIDE + column, if has_boxes { 2 * SIDE + row / 2 * 2 + column / 3 } else { row }]
}

/// Returns some givens of a full grid, as few as leave at most [`MOST`] grids, and these grids.
fn givens(full: &[u8], has_boxes: bool, random: &mut Lehmer) -> (Digits, Vec<Digits>) {
    let mut digits = [0; SIDE * SIDE];
    let mut taken = [0; 3 * SIDE];
    let mut found = Vec::new();
    loop {
        let cell = random.below(full.len());
        if digits[cell] != 0 {
            continue;
        }
        digits[cell] = full[cell];
        for house in houses(cell, has_boxes) {
            taken[house] |= 1 << full[cell];
        }
        // Fewer always leave more grids.
        if digits.iter().filter(|&&digit| digit != 0).count() < 4 {
            continue;
        }
        found.clear();
        fill(&mut digits, 0, &mut taken, has_boxes, &mut found);
        if found.len() <= MOST {
            return (digits, found);
        }
    }
}

/// Compares the solutions of a board for some givens of a full grid. Returns the number of the solutions, and of the
/// grids that do not meet the rules.
fn compare(board: &Geometry, full: &Grid, random: &mut Lehmer) -> [usize; 2] {
    let is_boxed = |rule: &Rule| !matches!(rule, Rule::Regions(_) | Rule::Variant(Variant::NoBoxes));
    let has_boxes = board.rules().iter().all(is_boxed);
    let (givens, all) = givens(&digits(full), has_boxes, random);
    let names: Vec<String> = board.rules().iter().map(ToString::to_string).collect();
    let puzzle = grid(board, &givens);
    let description = Description::new(2, 3, board.rules());
    let mut expected: BTreeSet<Rows> = BTreeSet::new();
    for (number, digits) in all.iter().enumerate() {
        let rows: Rows =
            digits.chunks(SIDE).map(|row| row.iter().copied().map(i32::from).collect()).collect();
        let is_met = description.are_met(&rows);
        if number < 20 {
            let full = grid(board, digits);
            assert_eq!(full.contradictions(board).unwrap().is_empty(), is_met, "{names:?} {digits:?}");
        }
        if is_met {
            expected.insert(rows);
        }
    }
    let mut solver = Solver::new(board);
    // Givens of another grid may contradict each other.
    solver.take(&puzzle).unwrap();
    let listed: Vec<Rows> = solver.solutions().map(|grid| rows(&grid)).collect();
    let found: BTreeSet<Rows> = listed.iter().cloned().collect();
    assert_eq!(expected.symmetric_difference(&found).next(), None, "{names:?} {givens:?}");
    assert_eq!(listed.len(), found.len(), "each once: {names:?} {givens:?}");
    let count = solver.count(&mut Limits::none());
    assert_eq!(count, Count::Exact(found.len() as u64), "{names:?} {givens:?}");
    [found.len(), all.len() - found.len()]
}

/// Returns the numbers of the kinds of a round: first each kind alone, then two or three together.
fn chosen(round: usize, kinds: usize, random: &mut Lehmer) -> Vec<usize> {
    if round < ALONE * kinds {
        return vec![round % kinds];
    }
    let (mut chosen, count) = (Vec::new(), 2 + random.below(2));
    while chosen.len() < count {
        let kind = random.below(kinds);
        if !chosen.contains(&kind) {
            chosen.push(kind);
        }
    }
    chosen
}

#[test]
fn the_grids_of_side_6_are_those_that_the_rules_describe() {
    let plain = Geometry::of_side(SIDE).unwrap();
    assert!(
        plain.clone().with_rules(&[Rule::Variant(Variant::Windoku)]).is_err(),
        "the boxes are not square"
    );
    let kinds = kinds();
    // All kinds whose cells are drawn, and all variants but six.
    assert_eq!(kinds.len(), 51 + 19);
    let mut random = Lehmer(11);
    let mut uses = vec![0; kinds.len()];
    let mut excluded_alone = vec![0; kinds.len()];
    let mut others = Generator::new(&plain, 2);
    let [mut compared, mut impossible, mut left, mut excluded] = [0; 4];
    for round in 0.. {
        if compared == COMBINATIONS {
            break;
        }
        let chosen = chosen(round, kinds.len(), &mut random);
        let together: Vec<Kind> = chosen.iter().map(|&kind| kinds[kind]).collect();
        let Some((board, mut source)) = drawn(&together, round as u64) else {
            assert!(chosen.len() > 1, "{together:?}");
            impossible += 1;
            continue;
        };
        // The givens of every fifth are those of a grid that need not meet the rules.
        if round % 5 == 4 {
            source = others.puzzle(round as u64, FULL, Limits::none).unwrap().solution;
        }
        let [solutions, without] = compare(&board, &source, &mut random);
        compared += 1;
        left += solutions;
        excluded += without;
        for &kind in &chosen {
            uses[kind] += 1;
            if chosen.len() == 1 {
                excluded_alone[kind] += without;
            }
        }
    }
    for (kind, (&uses, &excluded)) in kinds.iter().zip(uses.iter().zip(&excluded_alone)) {
        assert!(uses >= 20, "{kind:?} in {uses}");
        assert!(excluded > 0 || *kind == (Some(Variant::NoBoxes), None), "{kind:?}");
    }
    assert!(impossible < COMBINATIONS / 20, "{impossible} combinations exclude each other");
    assert!(left > 50_000, "{left} grids meet their rules");
    assert!(excluded > 5_000_000, "{excluded} grids do not meet their rules");
}

/// Rules that are not drawn: with other numbers, cells named twice, cells in several cages, short lines, lines that
/// return to a box.
const TEXTS: [&str; 17] = [
    "entropic r1c1 r1c2 r2c3 r2c4 r1c5",
    "entropic r5c5 r6c6",
    "modular 4 r1c1 r2c2 r3c3 r4c4 r5c5",
    "whisper 4 r3c3 r4c4 r5c4",
    "lockout 3 r6c1 r5c2 r4c3 r4c4",
    "difference 3 r2c2 r5c5",
    "ratio 3 r6c6 r5c6",
    "x r5c1 r6c1",
    "sum 20 r4c1 r4c2 r4c1 r5c3 r6c4",
    "killer 12 r1c1 r2c2 r3c3",
    "killer 9 r2c2 r2c3 r3c2",
    "arrow r2c1 r2c2 = r3c1 r4c1 r5c1 r6c1 r3c2 r4c2",
    "double-arrow r2c1 r3c2 r2c1",
    "region-sum r1c2 r1c3 r1c4 r2c5 r3c5 r4c4",
    "region-sum r2c2 r2c3 r1c4 r2c4 r1c3 r1c1",
    "palindrome r1c1 r2c2 r2c3 r2c2 r3c4",
    "clone r1c1 r2c2 = r2c2 r3c3",
];

#[test]
fn the_grids_of_side_6_are_those_that_rules_with_other_numbers_and_cells_describe() {
    let filters = filters();
    // Thermometers and others of side 4 have a meaning on side 6 too.
    let texts: Vec<&str> = TEXTS.into_iter().chain(filters.iter().map(|&(rule, _)| rule)).collect();
    let plain = board(2, 3, &[]);
    let mut generator = Generator::new(&plain, 2);
    let mut random = Lehmer(13);
    let [mut left, mut excluded] = [0; 2];
    for round in 0..4 * texts.len() {
        let mut rules = vec![texts[round % texts.len()]];
        if round >= texts.len() {
            rules.push(texts[random.below(texts.len())]);
        }
        let made = generator.puzzle(round as u64, FULL, Limits::none).unwrap();
        let [solutions, without] = compare(&board(2, 3, &rules), &made.solution, &mut random);
        left += solutions;
        excluded += without;
    }
    assert!(left > 100_000, "{left} grids meet their rules");
    assert!(excluded > 500_000, "{excluded} grids do not meet their rules");
}
