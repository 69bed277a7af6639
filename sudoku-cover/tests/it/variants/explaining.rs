//! Explanations of puzzles of variants: the solver proves every step.

use std::collections::BTreeSet;

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::certify::is_proved;
use sudoku_cover::{
    Candidate, Cell, Digit, Explainer, Generator, Geometry, Grid, Needs, Solver, State, Technique, WhyNot,
    Wish,
};

use super::{board, digits, grid};

pub(super) const JIGSAW: &str =
    "regions AAAABBBBBCCCAABBBBCCCAAADDDCCCEEEDDDFFFEEEDDDFFFEEEHHHFFFGGGHHHIIIIGGHHHIIIIIGGGG";

/// Rules, and puzzles with one solution under them.
const PUZZLES: [(&[&str], &[&str]); 9] = [
    (
        &["x"],
        &[
            "................1...861.7..3..9...8.......4..........5....52.6.6..1.9..3....6..5.",
            "...8.4.......5............6..2.....9.....24....5...7.3.4..15..........8..53.....2",
        ],
    ),
    (
        &["windoku"],
        &[
            "..3....25.............6...3.7..................4....8231...............869.84....",
            "..8..4.9..7...9..5.2....7.........18....5..............5...8.......9...3......1..",
        ],
    ),
    (
        &["disjoint"],
        &[
            "...9...2....3..........5....7..3.5.....5..4.9..4...17..5....3....7.....8..2.5....",
            "....4...5..2....6....6...3..24..1........5..3..9..............77..2.6.5......41..",
        ],
    ),
    (
        &["anti-knight"],
        &[
            "3............6.....................9........552......3.4........987.5......4..8.6",
            ".......1...86.........2.7..1...............59.6.7.....9............4..95.........",
        ],
    ),
    (
        &["anti-king"],
        &[
            "8....2......8.........61.....2..........2..5115.....7.6..7....979........41...63.",
            ".3...41.6...........57.....9..85.....1......9...........2.6...7.9....8....6...3..",
        ],
    ),
    (
        &[JIGSAW],
        &[
            "......42.7.........8..7..........38.8..4....9......5...6....13............9.3..7.",
            ".....4...6...5..3....7.......9..7.6...3......56....12.9................8....23...",
        ],
    ),
    (
        &[JIGSAW, "x"],
        &[
            ".82.6...19...4.8...........6.8.7...........................8..5.........4.9.....6",
            ".............9...........2...3...............56.......3.....8...4...........8.7..",
        ],
    ),
    (
        &["x", "anti-king"],
        &[
            ".1.94....2.........8.....3.5.................6....1.................328.......91.",
            ".......1...4.........7.69...9.....7.8....2...5...7.............9...4........1....",
        ],
    ),
    (
        &["non-consecutive"],
        &[".............7..............7.........8.....................4....5....8.........."],
    ),
];

fn puzzles() -> impl Iterator<Item = (Geometry, Vec<Grid>)> {
    PUZZLES
        .into_iter()
        .map(|(rules, lines)| (board(3, 3, rules), lines.iter().map(|line| line.parse().unwrap()).collect()))
}

/// Returns boards of side 6, on which puzzles are generated quickly.
fn small_boards() -> Vec<Geometry> {
    let rules: [&[&str]; 6] = [
        &["even r1c1 r2c2 r3c3", "odd r6c1 r5c2 r4c4"],
        &["killer 9 r1c1 r1c2 r2c1", "killer 7 r3c4 r4c4", "killer 12 r5c5 r5c6 r6c5", "killer 11 r2c5 r2c6"],
        &["killer 10 r2c2 r2c3 r2c4 r3c2", "anti-king", "odd r5c5"],
        &["non-consecutive", "killer 10 r1c1 r2c2 r3c3"],
        &["disjoint"],
        &["regions AAAABBACABBBCCCCBDECDDDDEEDFFFEEEFFF", "even r1c1"],
    ];
    rules.map(|rules| board(2, 3, rules)).to_vec()
}

/// Asserts that all steps of the explanation are proved. Returns their number.
fn assert_proved(explainer: &mut Explainer, solver: &mut Solver, puzzle: &Grid) -> usize {
    let (mut steps, mut refuted) = (0, BTreeSet::new());
    while let Some(step) = explainer.next_step(&mut Limits::none()).expect("nothing stops it") {
        // What an earlier step has proved is not asked again.
        let mut rest = step.clone();
        rest.eliminations.retain(|candidate| !refuted.contains(candidate));
        for &Candidate { cell, digit } in &step.placements {
            let others = solver.matrix().geometry().digits().filter(|&other| other != digit);
            let others: Vec<Candidate> = others.map(|digit| Candidate { cell, digit }).collect();
            rest.eliminations.extend(others.into_iter().filter(|candidate| !refuted.contains(candidate)));
        }
        rest.placements.clear();
        assert!(
            is_proved(solver, puzzle, &rest, &mut Limits::none()).unwrap(),
            "{step} of {:?} on {:?}",
            digits(puzzle),
            solver.matrix().geometry().rules()
        );
        refuted.extend(rest.eliminations);
        steps += 1;
    }
    steps
}

fn only_solution(solver: &mut Solver, puzzle: &Grid) -> Grid {
    solver.load(puzzle).unwrap();
    let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else {
        panic!("{:?} has one solution on {:?}", digits(puzzle), solver.matrix().geometry().rules());
    };
    solution
}

#[test]
fn all_steps_of_puzzles_with_one_solution_are_proved() {
    for (geometry, puzzles) in puzzles() {
        let mut solver = Solver::new(&geometry);
        for puzzle in puzzles {
            let solution = only_solution(&mut solver, &puzzle);
            let mut explainer = Explainer::new(&geometry);
            explainer.load_with_solution(&puzzle, &solution).unwrap();
            assert!(assert_proved(&mut explainer, &mut solver, &puzzle) > 0);
            assert_eq!((explainer.state(), explainer.grid()), (State::Solved, solution));
        }
    }
}

#[test]
fn all_steps_of_small_puzzles_are_proved_also_of_those_with_several_solutions() {
    for geometry in small_boards() {
        let mut solver = Solver::new(&geometry);
        let mut generator = Generator::new(&geometry, 7);
        for number in 0..6 {
            let made = generator.puzzle(number, Wish::Minimal, Limits::none).unwrap();
            let mut explainer = Explainer::new(&geometry);
            explainer.load_with_solution(&made.puzzle, &made.solution).unwrap();
            assert!(assert_proved(&mut explainer, &mut solver, &made.puzzle) > 0);
            assert_eq!((explainer.state(), explainer.grid()), (State::Solved, made.solution));
            // If no given is needed, none can be removed.
            let Ok(made) = generator.puzzle(number, Wish::Several, Limits::none) else { continue };
            explainer.load(&made.puzzle).unwrap();
            assert_proved(&mut explainer, &mut solver, &made.puzzle);
            assert_ne!(explainer.state(), State::Broken);
        }
    }
}

/// Easier techniques are excluded, so that each of the others is tested.
#[test]
fn steps_of_every_technique_keep_the_solution() {
    let houses: Vec<Technique> =
        Technique::ALL.iter().copied().filter(|technique| technique.needs() == Needs::Houses).collect();
    // Diagonals, forbidden pairs, and regions.
    for (geometry, puzzles) in puzzles().step_by(3).take(2).chain(puzzles().skip(5).take(1)) {
        let mut solver = Solver::new(&geometry);
        let puzzle = &puzzles[0];
        let solution = only_solution(&mut solver, puzzle);
        for place in [9, 17, 33].into_iter().filter(|&place| place < houses.len()) {
            let mut explainer = Explainer::new(&geometry).without(&houses[1..place]);
            explainer.load(puzzle).unwrap();
            while let Some(step) = explainer.next_step(&mut Limits::none()).expect("nothing stops it") {
                let is_true = |candidate: &Candidate| solution.get(candidate.cell) == Some(candidate.digit);
                assert!(step.placements.iter().all(is_true), "{step} on {:?}", geometry.rules());
                assert!(!step.eliminations.iter().any(is_true), "{step} on {:?}", geometry.rules());
            }
        }
    }
}

fn candidate(cell: (u8, u8), digit: u8) -> Candidate {
    Candidate { cell: Cell::new(cell.0 - 1, cell.1 - 1), digit: Digit::new(digit).unwrap() }
}

#[test]
fn why_not_names_the_rule_that_forbids_a_digit() {
    let geometry = board(3, 3, &["x", "non-consecutive", "even r9c1", "killer 4 r5c2 r5c3"]);
    let mut clues = [0; 81];
    (clues[0], clues[4]) = (5, 1);
    let mut explainer = Explainer::new(&geometry);
    explainer.load(&grid(&geometry, &clues)).unwrap();
    let why = |cell, digit| {
        WhyNot::of(&explainer, candidate(cell, digit), &mut Limits::none())
            .expect("nothing stops it")
            .to_string()
    };
    assert_eq!(why((7, 7), 5), "r1c1 holds that digit, and sees the cell");
    assert_eq!(why((2, 1), 6), "r1c1 holds 5, and lies beside the cell");
    assert_eq!(
        why((9, 1), 7),
        "the cell must hold an even digit where this is odd, or an odd one where this is even"
    );
    assert_eq!(why((5, 2), 2), "with it, the sum of cage 1 does not come about");
}

#[test]
fn hidden_singles_are_found_in_the_houses_of_variants() {
    let left_out: Vec<Technique> =
        Technique::ALL.iter().copied().filter(|&technique| technique != Technique::HiddenSingle).collect();
    let first = |rules: &[&str], clues: &[(usize, usize)]| {
        let geometry = board(3, 3, rules);
        let mut digits = [0; 81];
        clues.iter().for_each(|&(row, column)| digits[9 * row + column - 10] = 1);
        let mut explainer = Explainer::new(&geometry).without(&left_out);
        explainer.load(&grid(&geometry, &digits)).unwrap();
        explainer
            .next_step(&mut Limits::none())
            .expect("nothing stops it")
            .map(|step| (step.marks().houses[0].to_string(), step.to_string()))
    };
    // Only the middle of the diagonal is left; its box, row and column have more blank cells.
    let clues = [(1, 2), (4, 7), (9, 6), (8, 3)];
    assert_eq!(first(&[], &clues), None);
    assert_eq!(first(&["x"], &clues), Some(("d1".to_owned(), "Hidden Single: r5c5=1".to_owned())));
    let clues = [(4, 9), (2, 7), (5, 4), (6, 2)];
    assert_eq!(first(&[], &clues), None);
    assert_eq!(first(&["windoku"], &clues), Some(("w1".to_owned(), "Hidden Single: r3c3=1".to_owned())));
}
