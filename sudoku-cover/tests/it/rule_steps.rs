//! Explanations of boards with rules of lines, sums, marks and clues: every step is proved, and `why-not` knows the
//! rules.

use dlx_core::Limits;
use sudoku_cover::certify::is_proved;
use sudoku_cover::pattern::Pattern;
use sudoku_cover::{
    Candidate, Cell, Digit, Explainer, Generated, Generator, Geometry, Grid, Rule, RuleKind, Solver,
    Technique, WhyNot, Wish,
};

/// Returns puzzles of a kind of rules with their boards; none if the board cannot have such rules.
fn puzzles(side: usize, kind: RuleKind, count: u64) -> Vec<(Geometry, Generated)> {
    let geometry = Geometry::of_side(side).expect("a side");
    let Ok(mut generator) = Generator::new(&geometry, 1).with_drawn(&[kind]) else { return Vec::new() };
    let mut made = Vec::new();
    for number in 0..count {
        let puzzle =
            generator.puzzle(number, Wish::Minimal, || Limits::none().nodes(2000)).expect("a puzzle");
        made.push((generator.board_of(&puzzle), puzzle));
    }
    made
}

#[test]
fn all_steps_by_rules_are_proved() {
    let (mut by_rules, mut joint, mut nets, mut by_links) = (0, 0, 0, 0);
    for kind in RuleKind::with_cells() {
        for (board, puzzle) in puzzles(6, kind, 3) {
            let mut explainer = Explainer::new(&board);
            explainer.load_with_solution(&puzzle.puzzle, &puzzle.solution).expect("the sides agree");
            let mut solver = Solver::new(&board);
            solver.load(&puzzle.puzzle).expect("the givens do not contradict each other");
            while let Some(step) = explainer.next_step(&mut Limits::none()).expect("there is no limit") {
                for lost in &step.eliminations {
                    assert_ne!(puzzle.solution.get(lost.cell), Some(lost.digit), "{kind}: {step}");
                }
                for placed in &step.placements {
                    assert_eq!(puzzle.solution.get(placed.cell), Some(placed.digit), "{kind}: {step}");
                }
                let is_joint = matches!(
                    step.technique,
                    Technique::RuleAndPeers
                        | Technique::RulePointing
                        | Technique::RuleInHouse
                        | Technique::RulesOfHouse
                );
                joint += usize::from(is_joint);
                nets += usize::from(step.technique == Technique::RuleForcingNet);
                by_links += step.pattern.links().iter().filter(|link| link.rule.is_some()).count();
                if matches!(step.technique, Technique::RuleCombinations | Technique::RuleForcingNet)
                    || is_joint
                {
                    by_rules += 1;
                    assert_eq!(is_joint, matches!(step.pattern, Pattern::JointRules(_)), "{kind}: {step}");
                    let is_true = is_proved(&mut solver, &puzzle.puzzle, step, &mut Limits::none());
                    assert_eq!(is_true, Ok(true), "{kind}: {step}");
                }
            }
            assert_eq!(explainer.grid(), puzzle.solution, "{kind}");
        }
    }
    assert!(by_rules > 100 && joint > 20, "{by_rules} steps, {joint} of several rules or a house");
    assert!(nets > 0 && by_links > 10, "{nets} nets, {by_links} links");
}

#[test]
fn why_not_refutes_every_wrong_digit_and_no_right_one() {
    for kind in RuleKind::with_cells() {
        for (board, puzzle) in puzzles(4, kind, 2) {
            let mut explainer = Explainer::new(&board);
            explainer.load(&puzzle.puzzle).expect("the sides agree");
            for cell in board.cells().filter(|&cell| puzzle.puzzle.get(cell).is_none()) {
                for digit in board.digits() {
                    let candidate = Candidate { cell, digit };
                    let why =
                        WhyNot::of(&explainer, candidate, &mut Limits::none()).expect("there is no limit");
                    let is_right = puzzle.solution.get(cell) == Some(digit);
                    let found = match why {
                        // Techniques do not know the rule.
                        WhyNot::Unknown if board.exceeds_exact_cover() => continue,
                        WhyNot::Possible => true,
                        _ => false,
                    };
                    assert_eq!(found, is_right, "{kind}: {candidate}: {why}");
                }
            }
        }
    }
}

#[test]
fn the_rule_that_forbids_a_digit_is_named() {
    let why = |rule: &str, digits: &[(Cell, u8)], cell: Cell, digit: u8| {
        let rule: Rule = rule.parse().expect("a rule");
        let board = Geometry::classic().with_rules(&[rule]).expect("a rule for the board");
        let mut puzzle = Grid::empty(9).expect("a side");
        for &(cell, digit) in digits {
            puzzle.set(cell, Digit::new(digit)).expect("a cell of the board");
        }
        let mut explainer = Explainer::new(&board);
        explainer.load(&puzzle).expect("the sides agree");
        let candidate = Candidate { cell, digit: Digit::new(digit).expect("a digit") };
        WhyNot::of(&explainer, candidate, &mut Limits::none()).expect("there is no limit").to_string()
    };
    let [first, second, third] = [Cell::new(0, 0), Cell::new(1, 1), Cell::new(2, 0)];
    assert_eq!(
        why("thermo r1c1 r2c2 r3c1", &[(first, 4)], second, 3),
        "by a rule, digits increase along the thermometer r1c1, r2c2, r3c1: no digits of the other cells fit it"
    );
    assert_eq!(
        why("arrow r1c1 = r2c2 r3c1", &[(first, 4), (third, 3)], second, 2),
        "by a rule, r2c2 + r3c1 is the digit of the circle r1c1: no digits of the other cells fit it"
    );
}
