//! The five methods give the same answers, which are the known ones.

use benches::baselines::{self, Baseline, Digits, Method};
use benches::workloads::{self, Solutions};
use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{Geometry, Solver};

/// More nodes than the method with fewest options needs for the hardest puzzle of testdata, but few enough
/// for a test.
const MOST_NODES: u64 = 20_000;

fn digits(line: &str) -> Digits {
    let grid = line.parse().expect("the line is a puzzle");
    baselines::digits(&grid).expect("it is 9x9")
}

#[test]
fn methods_agree_on_the_known_answers_of_testdata() {
    let mut all: Vec<Baseline> = Method::ALL.into_iter().map(Baseline::new).collect();
    for list in workloads::puzzle_lists() {
        for puzzle in workloads::puzzles(&list.path).expect("testdata has its puzzles").iter().take(200) {
            let clues = baselines::digits(&puzzle.grid).expect("it is 9x9");
            let answers: Vec<_> = all.iter_mut().map(|one| one.solve(&clues, MOST_NODES).answer).collect();
            for (answer, method) in answers.iter().zip(Method::ALL) {
                for other in &answers {
                    assert!(baselines::agree(&clues, answer, other), "{}: {}", puzzle.name, method.name());
                }
            }
            let is_known = |answer: &Uniqueness<Digits>| match list.solutions {
                Solutions::None => matches!(answer, Uniqueness::None),
                Solutions::One => matches!(answer, Uniqueness::One(_)),
                Solutions::Several => matches!(answer, Uniqueness::Several(..)),
            };
            for (answer, method) in answers.iter().zip(Method::ALL) {
                let may_be_hopeless = matches!(method, Method::ReadingOrder | Method::FirstItem);
                let is_stopped = matches!(answer, Uniqueness::Unknown { .. });
                assert!(
                    is_known(answer) || may_be_hopeless && is_stopped,
                    "{}: {}",
                    puzzle.name,
                    method.name()
                );
            }
        }
    }
}

#[test]
fn clues_in_conflict_have_no_solution() {
    let mut clues = [0; 81];
    clues[3] = 7;
    clues[5] = 7;
    for method in Method::ALL {
        // The forbidden digits leave both sevens as options, so the rule of the first item must search to the
        // end.
        let answer = Baseline::new(method).solve(&clues, MOST_NODES).answer;
        assert!(baselines::agree(&clues, &answer, &Uniqueness::None), "{}", method.name());
        if method != Method::FirstItem {
            assert_eq!(answer, Uniqueness::None, "{}", method.name());
        }
    }
}

#[test]
fn an_empty_grid_has_several_solutions() {
    let clues = [0; 81];
    for method in Method::ALL {
        let answer = Baseline::new(method).solve(&clues, 10_000_000).answer;
        assert!(matches!(answer, Uniqueness::Several(..)), "{}", method.name());
        assert!(baselines::agree(&clues, &answer, &answer), "{}", method.name());
    }
}

#[test]
fn a_spent_budget_is_not_taken_for_an_answer() {
    let clues = digits(HARDEST);
    for method in Method::ALL {
        for most_nodes in [0, 1, 10] {
            let run = Baseline::new(method).solve(&clues, most_nodes);
            assert!(matches!(run.answer, Uniqueness::Unknown { .. }), "{}", method.name());
            assert_eq!(run.nodes, most_nodes, "{}", method.name());
        }
    }
}

/// Arto Inkala's puzzle of 2012, with 21 clues.
const HARDEST: &str = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

/// The figures published for this puzzle in a study of dancing links for Sudoku: four nodes for each option,
/// 324 headers, one root.
#[test]
fn the_matrix_of_a_puzzle_has_the_published_size() {
    let clues = digits(HARDEST);
    let expected =
        [(Method::FirstItem, 561, 2569), (Method::FewestOptions, 561, 2569), (Method::CluesGiven, 275, 1425)];
    for (method, options, matrix_nodes) in expected {
        let run = Baseline::new(method).solve(&clues, MOST_NODES);
        let size = run.size.expect("links have a matrix");
        assert_eq!(size.given_options + size.live_options, options, "{}", method.name());
        assert_eq!(size.matrix_nodes, matrix_nodes, "{}", method.name());
    }
}

/// Puzzles with published numbers of solutions: 10, and 64 for three shifted bands.
#[test]
fn puzzles_with_several_solutions_have_the_published_number() {
    let expected = [
        ("502600300000008010000200068240000009007000130600000800056010000900000601070009042", 10),
        ("123456789456789123789123456234567891567891234891234567345000000000000000000000000", 64),
    ];
    let mut solver = Solver::new(&Geometry::classic());
    for (line, count) in expected {
        solver.load(&line.parse().expect("the line is a puzzle")).expect("the clues are consistent");
        assert_eq!(solver.count(&mut Limits::none()).exact(), Ok(count));
        for method in [Method::ReadingOrder, Method::Singles, Method::FewestOptions, Method::CluesGiven] {
            let answer = Baseline::new(method).solve(&digits(line), u64::MAX).answer;
            assert!(matches!(answer, Uniqueness::Several(..)), "{}", method.name());
        }
    }
}
