//! Explanations of puzzles of variants: whatever a step says is proved by the solver.

use dlx_core::Limits;
use sudoku_cover::certify::is_proved;
use sudoku_cover::{
    Candidate, Cell, Digit, Explainer, Generator, Geometry, Grid, HouseKind, Needs, Solver, State, Technique,
    WhyNot, Wish,
};

use super::{board, digits, grid};

const JIGSAW: &str =
    "regions AAAABBBBBCCCAABBBBCCCAAADDDCCCEEEDDDFFFEEEDDDFFFEEEHHHFFFGGGHHHIIIIGGHHHIIIIIGGGG";

fn boards() -> Vec<Geometry> {
    let rules: [&[&str]; 12] = [
        &["x"],
        &["windoku"],
        &["disjoint"],
        &["anti-knight"],
        &["anti-king"],
        &["non-consecutive"],
        &[JIGSAW],
        &[JIGSAW, "x"],
        &["x", "windoku", "anti-king"],
        &["even r1c1 r2c2 r3c3 r4c4", "odd r9c1 r8c2 r6c4"],
        &[
            "killer 12 r1c1 r1c2 r2c1",
            "killer 9 r3c4 r4c4",
            "killer 30 r5c5 r5c6 r6c5 r6c6",
            "killer 17 r9c8 r9c9",
        ],
        &["killer 10 r2c2 r2c3 r2c4 r3c2", "non-consecutive", "odd r5c5"],
    ];
    rules.map(|rules| board(3, 3, rules)).to_vec()
}

/// All steps of the explanation are proved. Answers how many there are.
fn assert_proved(explainer: &mut Explainer, solver: &mut Solver, puzzle: &Grid) -> usize {
    let mut steps = 0;
    while let Some(step) = explainer.next_step() {
        assert!(
            is_proved(solver, puzzle, step, &mut Limits::none()).unwrap(),
            "{step} of {:?} on {:?}",
            digits(puzzle),
            solver.matrix().geometry().rules()
        );
        steps += 1;
    }
    steps
}

#[test]
fn all_steps_of_puzzles_with_one_solution_are_proved() {
    for geometry in boards() {
        let mut solver = Solver::new(&geometry);
        let mut generator = Generator::new(&geometry, 7);
        for number in 0..2 {
            let made = generator.puzzle(number, Wish::Minimal, Limits::none).unwrap();
            let mut explainer = Explainer::new(&geometry);
            explainer.load_with_solution(&made.puzzle, &made.solution).unwrap();
            assert!(assert_proved(&mut explainer, &mut solver, &made.puzzle) > 0);
            assert_eq!((explainer.state(), explainer.grid()), (State::Solved, made.solution));
        }
    }
}

/// Without the techniques that come before, so that all others are put to the test.
#[test]
fn steps_of_every_technique_keep_the_solution() {
    let houses: Vec<Technique> =
        Technique::ALL.iter().copied().filter(|technique| technique.needs() == Needs::Houses).collect();
    for geometry in boards() {
        let made = Generator::new(&geometry, 11).puzzle(0, Wish::Minimal, Limits::none).unwrap();
        for (place, _) in houses.iter().enumerate().skip(1).step_by(2) {
            let mut explainer = Explainer::new(&geometry).without(&houses[1..place]);
            explainer.load(&made.puzzle).unwrap();
            while let Some(step) = explainer.next_step() {
                let is_true =
                    |candidate: &Candidate| made.solution.get(candidate.cell) == Some(candidate.digit);
                assert!(step.placements.iter().all(is_true), "{step} on {:?}", geometry.rules());
                assert!(!step.eliminations.iter().any(is_true), "{step} on {:?}", geometry.rules());
            }
        }
    }
}

#[test]
fn all_steps_of_puzzles_with_several_solutions_are_proved() {
    for geometry in boards() {
        let mut solver = Solver::new(&geometry);
        let made = Generator::new(&geometry, 5).puzzle(0, Wish::Several, Limits::none).unwrap();
        let mut explainer = Explainer::new(&geometry);
        explainer.load(&made.puzzle).unwrap();
        assert_proved(&mut explainer, &mut solver, &made.puzzle);
        assert_ne!(explainer.state(), State::Broken);
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
    let why = |cell, digit| WhyNot::of(&explainer, candidate(cell, digit)).to_string();
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
    let mut kinds = Vec::new();
    for geometry in boards() {
        let made = Generator::new(&geometry, 7).puzzle(3, Wish::Minimal, Limits::none).unwrap();
        // Of singles only the hidden ones are left.
        let left_out: Vec<Technique> = Technique::ALL
            .iter()
            .copied()
            .filter(|&technique| technique != Technique::HiddenSingle)
            .collect();
        let mut explainer = Explainer::new(&geometry).without(&left_out);
        explainer.load(&made.puzzle).unwrap();
        while let Some(step) = explainer.next_step() {
            let house = step.houses[0];
            let found = geometry
                .houses()
                .iter()
                .find(|other| (other.kind(), other.number()) == (house.kind, house.number));
            assert!(found.unwrap().cells().contains(&step.cells[0]));
            kinds.push(house.kind);
        }
    }
    assert!(kinds.contains(&HouseKind::Region));
    assert!(!kinds.is_empty());
}
