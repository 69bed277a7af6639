//! Numbers of grids: the solver compared with exhaustive search.

use std::collections::BTreeSet;

use dlx_core::inner::LearningSearch;
use dlx_core::{Count, Givens, ItemId, Limits, OptionId, Stopped, Uniqueness};
use sudoku_cover::{Candidate, Digit, Format, Geometry, Grid, Matrix, Reader, Record, Solver};

use super::described::{Description, Rows, rows};
use super::oracle::Rules;
use super::{Lehmer, WORDS, board, digits, grid};

/// Asserts that the solver and the checker find the same number of grids, and that each grid listed by the
/// solver obeys the rules.
fn assert_count(height: usize, width: usize, rules: &[&str], clues: &[u8]) -> u64 {
    let geometry = board(height, width, rules);
    let oracle = Rules::of(height, width, rules);
    let expected = oracle.count(clues, u64::MAX);
    let puzzle = grid(&geometry, clues);
    let mut solver = Solver::new(&geometry);
    let is_loaded = solver.load(&puzzle).is_ok();
    if !is_loaded {
        assert_eq!(expected, 0, "{rules:?}");
        solver.take(&puzzle).unwrap();
    }
    assert_eq!(solver.count(&mut Limits::none()), Count::Exact(expected), "{rules:?} {clues:?}");
    let listed: Vec<Grid> = solver.solutions().take(50).collect();
    assert_eq!(listed.len() as u64, expected.min(50), "{rules:?}");
    assert!(listed.iter().all(|grid| grid.is_full() && oracle.keep(&digits(grid))), "{rules:?}");
    // With the tables, which otherwise are built after some questions.
    solver.prepare();
    solver.take(&puzzle).unwrap();
    assert_eq!(solver.count(&mut Limits::none()), Count::Exact(expected), "{rules:?} {clues:?}");
    expected
}

/// The number of grids of side 4 is published: 288 (B. Felgenhauer, F. Jarvis, 2005).
#[test]
fn all_grids_of_side_4_are_counted_with_every_choice_of_variants() {
    let blank = [0; 16];
    assert_eq!(assert_count(2, 2, &[], &blank), 288);
    for chosen in 1..1 << WORDS.len() {
        let rules: Vec<&str> = WORDS
            .iter()
            .enumerate()
            .filter(|(place, _)| chosen >> place & 1 == 1)
            .map(|(_, &word)| word)
            .collect();
        assert_count(2, 2, &rules, &blank);
    }
}

#[test]
fn cages_and_parities_are_counted_once_for_each_grid() {
    let blank = [0; 16];
    for rules in [
        &["killer 5 r1c1 r1c2"][..],
        &["killer 5 r1c1 r2c2", "killer 10 r3c1 r3c2 r3c3 r3c4"],
        &["killer 3 r1c1"],
        &["killer 6 r1c1 r2c1 r3c2", "killer 7 r2c2 r2c3 r3c3"],
        &["killer 4 r1c1 r4c4", "x"],
        &["even r1c1 r2c2", "odd r3c3"],
        &["even r1c1 r1c2 r1c3"],
        &["odd r1c1 r1c2", "killer 4 r1c1 r1c2", "anti-king"],
        &["killer 5 r1c1 r1c2", "killer 5 r1c3 r2c3", "even r4c4", "disjoint"],
    ] {
        assert_count(2, 2, rules, &blank);
    }
    // A cage with a sum that every grid has changes nothing.
    assert_eq!(assert_count(2, 2, &["killer 10 r1c1 r1c2 r1c3 r1c4"], &blank), 288);
}

#[test]
fn jigsaws_are_counted_whatever_the_boxes_of_the_board() {
    let regions: String = "AAABB AACBB CCCCB DDEEE DDDEE".split(' ').collect();
    let rule = format!("regions {regions}");
    assert!(assert_count(1, 5, &[&rule], &[0; 25]) > 0);
    assert_count(5, 1, &[&rule, "x"], &[0; 25]);
    assert_count(2, 2, &["regions AAABACBBCCDBCDDD", "anti-knight"], &[0; 16]);
}

#[test]
fn puzzles_of_side_6_have_as_many_solutions_as_trying_finds() {
    let mut random = Lehmer(7);
    let regions = "regions AAAABBACABBBCCCCBDECDDDDEEDFFFEEEFFF";
    for round in 0..60 {
        let mut rules: Vec<String> = Vec::new();
        for word in WORDS.iter().filter(|&&word| word != "windoku") {
            if random.below(4) == 0 {
                rules.push((*word).to_owned());
            }
        }
        if random.below(3) == 0 {
            let cell = |random: &mut Lehmer| format!("r{}c{}", random.below(6) + 1, random.below(6) + 1);
            rules.push(format!("{} {}", ["even", "odd"][random.below(2)], cell(&mut random)));
        }
        let mut taken: Vec<(usize, usize)> = Vec::new();
        for _ in 0..random.below(4) {
            let (row, column, length) = (random.below(6), random.below(4), 2 + random.below(2));
            let cells: Vec<(usize, usize)> = (column..column + length).map(|column| (row, column)).collect();
            if cells.iter().any(|cell| taken.contains(cell)) {
                continue;
            }
            let (least, most) = if length == 2 { (3, 11) } else { (6, 15) };
            let sum = least + random.below(most - least + 1);
            let names: Vec<String> =
                cells.iter().map(|(row, column)| format!("r{}c{}", row + 1, column + 1)).collect();
            rules.push(format!("killer {sum} {}", names.join(" ")));
            taken.extend(cells);
        }
        if random.below(4) == 0 {
            rules.retain(|rule| rule != "disjoint");
            rules.push(regions.to_owned());
        }
        let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
        // Givens of a grid of the plain board or, if there is one, of the variant.
        let source: &[&str] = if round % 3 == 0 { &[] } else { &rules };
        let geometry = board(2, 3, source);
        let mut solver = Solver::new(&geometry);
        let Ok(Some(full)) = solver.first(&mut Limits::none()) else {
            assert_eq!(Rules::of(2, 3, source).count(&[0; 36], 1), 0, "{source:?}");
            continue;
        };
        let full = digits(&full);
        assert!(Rules::of(2, 3, source).keep(&full), "{source:?}");
        let mut clues = [0; 36];
        for _ in 0..28 {
            let cell = random.below(36);
            clues[cell] = full[cell];
        }
        assert_count(2, 3, &rules, &clues);
    }
}

#[test]
fn items_and_constraints_lead_to_one_another_under_rules() {
    let rules = ["even r1c1", "killer 5 r1c1 r2c2"];
    let geometry = board(2, 2, &[&WORDS[..], &rules].concat());
    let matrix = Matrix::new(&geometry);
    for item in (0..matrix.problem().item_count()).map(ItemId::new) {
        assert_eq!(matrix.item(matrix.constraint(item)), item);
    }
    let mut solver = Solver::new(&geometry);
    let mut clues = [0; 16];
    clues[15] = 1;
    solver.load(&grid(&geometry, &clues)).unwrap();
    assert_eq!(solver.matrix_nodes(), solver.size(&mut Limits::none()).matrix_nodes);
}

/// Puzzles that the test lists of the Interactive Sudoku Solver and of `SudokuSolver` of dclamage publish as puzzles
/// with one solution, in the notation of the former.
const PUBLISHED: [(&str, &str); 4] = [
    (
        "renban",
        ".~R2C9_2~R9C5_9
        .Renban~R1C1~R1C2~R2C3~R3C4~R3C5~R3C6
        .Renban~R1C4~R1C5~R1C6~R2C7
        .Renban~R2C8~R3C9
        .Renban~R4C8~R4C7~R5C7
        .Renban~R5C8~R5C9~R4C9
        .Renban~R6C7~R6C8~R6C9~R7C9
        .Renban~R6C6~R7C5~R7C4~R8C4
        .Renban~R5C4~R5C3~R6C3
        .Renban~R4C1~R5C1
        .Renban~R8C1~R9C1~R9C2
        .Renban~R6C2~R7C3~R8C3~R9C3
        .Renban~R9C6~R9C7~R8C7
        .Renban~R8C8~R9C8",
    ),
    (
        "whisper",
        ".~R1C8_5~R5C5_6~R9C2_8
        .Thermo~R4C1~R3C2~R2C3~R1C4
        .Thermo~R6C9~R7C8~R8C7~R9C6
        .Thermo~R8C5~R7C4~R6C3~R5C4
        .Thermo~R2C5~R3C6~R4C7~R5C6
        .Whisper~5~R1C2~R1C3
        .Whisper~5~R2C1~R3C1
        .Whisper~5~R7C9~R8C9
        .Whisper~5~R9C7~R9C8
        .Whisper~5~R3C5~R4C5
        .Whisper~5~R6C5~R7C5
        .Whisper~5~R5C7~R5C8
        .Whisper~5~R5C2~R5C3
        .Whisper~5~R9C3~R9C4
        .Whisper~5~R6C1~R7C1
        .Whisper~5~R3C9~R4C9
        .Whisper~5~R1C6~R1C7",
    ),
    (
        "quadruple",
        ".Quad~R4C1~4~5~6
        .Quad~R1C4~2~3~5
        .Quad~R4C4~2~6
        .Quad~R8C6~1~7~9
        .Quad~R6C8~1~7~8
        .Quad~R6C6~8~9
        .Quad~R8C1~2~3~4~6
        .Quad~R3C2~1~7
        .Quad~R3C8~3
        .Quad~R3C5~4~9
        .Quad~R7C8~4
        .Quad~R2C2~3
        .Quad~R4C3~8
        .Quad~R5C7~4
        .Quad~R7C3~6~7
        .Quad~R2C8~2~5~9",
    ),
    ("non-consecutive", ".AntiConsecutive.~R1C2_4~R2C1_6~R3C4_7~R3C6_3"),
];

#[test]
fn published_puzzles_have_one_solution() {
    for (name, text) in PUBLISHED {
        let records: Result<Vec<Record>, _> = Reader::new(text.as_bytes()).with_format(Format::Iss).collect();
        let records = records.unwrap_or_else(|error| panic!("{name}: {error}"));
        let [record] = &records[..] else { panic!("{name}: {} puzzles", records.len()) };
        let geometry = Geometry::classic().with_rules(record.rules()).unwrap();
        let mut solver = Solver::new(&geometry);
        solver.load_record(record).unwrap();
        assert_eq!(solver.count(&mut Limits::none()), Count::Exact(1), "{name}");
        let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else { panic!("{name}") };
        let is_met = Description::new(3, 3, record.rules()).are_met(&rows(&solution));
        assert!(is_met, "{name}: {}", solution.to_line());
    }
}

/// Zipper lines, and givens with which they leave one solution.
const ZIPPERS: &[&str] = &[
    "zipper r6c3 r5c2 r6c1 r7c2 r7c1 r8c2",
    "zipper r1c3 r2c2 r3c1 r3c2",
    "zipper r5c3 r6c4 r7c3 r8c3 r9c2 r9c3 r8c4",
    "zipper r3c6 r4c5 r5c4 r5c5 r5c6 r4c6",
    "zipper r1c8 r2c9 r2c8 r3c9 r3c8",
    "zipper r1c6 r2c6 r1c5 r2c5 r3c4",
    "zipper r6c5 r7c6 r8c5 r8c6",
];
const GIVENS: &str = "...........6.........3.............8......9.....2...1.......................51...";

#[test]
fn a_listing_of_one_solution_ends_with_its_proof() {
    let geometry = board(3, 3, ZIPPERS);
    let puzzle: Grid = GIVENS.parse().unwrap();
    let mut solver = Solver::new(&geometry);
    solver.load(&puzzle).unwrap();
    let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else { panic!("it has one") };
    assert_eq!(solver.next_solution(&mut Limits::none()).unwrap().as_ref(), Some(&solution));
    // A count in between does not move the listing.
    assert_eq!(solver.count(&mut Limits::none()), Count::Exact(1));
    assert_eq!(solver.next_solution(&mut Limits::none()), Ok(None));
    assert_eq!(solver.listing_effort().method, "board search");
    // A limit of solutions and one of nodes are those of all searches.
    solver.load(&puzzle).unwrap();
    assert_eq!(solver.next_solution(&mut Limits::none().solutions(0)), Err(Stopped::Solutions));
    assert_eq!(solver.next_solution(&mut Limits::none().nodes(10)), Err(Stopped::Nodes));
    let mut one = Limits::none().solutions(1);
    assert_eq!(solver.next_solution(&mut one).unwrap().as_ref(), Some(&solution));
    assert_eq!(solver.next_solution(&mut one), Err(Stopped::Solutions));
    let all = solver.completions(&mut Limits::none()).unwrap();
    assert_eq!(all.count(), 1_u32.into());
    assert_eq!(all.draws(1).next().as_ref(), Some(&solution));
}

/// The oracle is clause learning on the matrix, which shares nothing with the search on the board.
#[test]
fn listings_and_samples_have_all_solutions() {
    let geometry = board(3, 3, ZIPPERS);
    let mut puzzle: Grid = GIVENS.parse().unwrap();
    let filled: Vec<_> =
        geometry.cells().zip(puzzle.digits()).filter_map(|(cell, digit)| digit.map(|_| cell)).collect();
    puzzle.set(filled[0], None).unwrap();
    let matrix = Matrix::new(&geometry);
    let clues = geometry.cells().zip(puzzle.digits());
    let clue = |(cell, digit): (_, &Option<Digit>)| Some(matrix.option(Candidate { cell, digit: (*digit)? }));
    let given: Vec<OptionId> = clues.filter_map(clue).collect();
    let mut learning = LearningSearch::new(matrix.problem(), &mut Limits::none()).unwrap();
    learning.restart(Givens::none().force(&given)).unwrap();
    let mut expected = BTreeSet::new();
    while let Some(cover) = learning.next_solution(&mut Limits::none()).unwrap() {
        let mut solution = Grid::empty(9).unwrap();
        for option in cover.iter().filter(|option| option.index() < matrix.candidate_count()) {
            let Candidate { cell, digit } = matrix.candidate(*option);
            solution.set(cell, Some(digit)).unwrap();
        }
        expected.insert(rows(&solution));
    }
    assert!(expected.len() > 1, "{}", expected.len());
    let mut solver = Solver::new(&geometry);
    solver.load(&puzzle).unwrap();
    let listed: Vec<Rows> = solver.solutions().map(|grid| rows(&grid)).collect();
    assert_eq!(listed.len(), expected.len());
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected);
    let all = solver.completions(&mut Limits::none()).unwrap();
    assert_eq!(all.count(), expected.len().into());
    // Each is drawn about a hundred times.
    let drawn: BTreeSet<Rows> = all.draws(1).take(100 * expected.len()).map(|grid| rows(&grid)).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn a_board_whose_rules_leave_nothing_has_no_solutions_to_draw() {
    let rules: Vec<&str> = ZIPPERS.iter().copied().chain(["killer 9 r1c1 r1c2"]).collect();
    let geometry = board(3, 3, &rules);
    let mut solver = Solver::new(&geometry);
    solver.load(&GIVENS.parse().unwrap()).unwrap();
    assert_eq!(solver.next_solution(&mut Limits::none()), Ok(None));
    assert!(solver.completions(&mut Limits::none()).unwrap().is_empty());
}
