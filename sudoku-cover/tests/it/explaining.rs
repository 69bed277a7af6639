//! Explanations: every step is correct, on all puzzles of `testdata/sudoku` with one solution and on
//! generated ones. A step is correct if its placements agree with the only solution and its eliminations do
//! not.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::certify::is_proved;
use sudoku_cover::{
    Candidate, Explainer, Generator, Geometry, Grid, Level, Marks, Needs, Order, Pencilmarks, Rating, Reader,
    Solver, State, Technique, WhyNot, Wish,
};

fn puzzles(name: &str) -> Vec<Grid> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../testdata/sudoku", name].iter().collect();
    let file = File::open(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    Reader::new(BufReader::new(file))
        .map(|record| record.unwrap_or_else(|error| panic!("{name}: {error}")).grid)
        .collect()
}

fn solution(solver: &mut Solver, puzzle: &Grid) -> Grid {
    solver.load(puzzle).expect("the clues do not contradict one another");
    match solver.uniqueness(&mut Limits::none()) {
        Uniqueness::One(solution) => solution,
        other => panic!("one solution expected, {other:?} found"),
    }
}

/// Explains each puzzle, checks each step, and counts the steps by technique.
fn explain_all(
    explainer: &mut Explainer,
    geometry: &Geometry,
    puzzles: impl IntoIterator<Item = Grid>,
) -> BTreeMap<Technique, usize> {
    let mut solver = Solver::new(geometry);
    let mut counts = BTreeMap::new();
    for puzzle in puzzles {
        let solution = solution(&mut solver, &puzzle);
        explainer.load_with_solution(&puzzle, &solution).expect("the sides agree");
        while let Some(step) = explainer.next_step(&mut Limits::none()).expect("nothing stops it") {
            let line = puzzle.to_line();
            assert!(
                !step.placements.is_empty() || !step.eliminations.is_empty(),
                "{step} does nothing: {line}"
            );
            for placed in &step.placements {
                assert_eq!(solution.get(placed.cell), Some(placed.digit), "{step} is wrong: {line}");
            }
            for lost in &step.eliminations {
                assert_ne!(solution.get(lost.cell), Some(lost.digit), "{step} is wrong: {line}");
            }
            *counts.entry(step.technique).or_default() += 1;
        }
        if explainer.state() == State::Solved {
            assert_eq!(explainer.grid(), solution);
        }
    }
    counts
}

/// Techniques that rarely apply, because techniques before them in HoDoKu's order find something first.
const RARE: [Technique; 3] =
    [Technique::SimpleColorsWrap, Technique::MultiColors2, Technique::ForcingChainVerity];

/// Returns an explainer that uses singles and these techniques only.
fn limited_to(techniques: &[Technique]) -> Explainer {
    let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];
    let is_out = |technique: &&Technique| !singles.contains(technique) && !techniques.contains(technique);
    let left_out: Vec<Technique> = Technique::ALL.iter().filter(is_out).copied().collect();
    Explainer::new(&Geometry::classic()).without(&left_out)
}

#[test]
fn the_classic_is_easy_with_204_points_in_51_steps() {
    let mut explainer = Explainer::new(&Geometry::classic());
    explainer
        .load(
            &"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap(),
        )
        .unwrap();
    let (rating, state) = Rating::of(&mut explainer, &mut Limits::none()).expect("nothing stops it");
    // The values in the readme of hodoku-py.
    assert_eq!((rating.level(), rating.score, rating.steps, state), (Level::Easy, 204, 51, State::Solved));
}

#[test]
fn every_step_is_true_on_the_corpora_of_side_9() {
    let classic = Geometry::classic();
    for name in ["easy.txt", "hard.txt", "minimal.txt", "seeds.txt"] {
        explain_all(&mut Explainer::new(&classic), &classic, puzzles(name));
    }
}

#[test]
fn every_step_is_true_in_the_order_of_the_other_scale() {
    let classic = Geometry::classic();
    let mut explainer = Explainer::new(&classic).with_order(Order::Explainer);
    explain_all(&mut explainer, &classic, puzzles("hard.txt").into_iter().take(120));
}

#[test]
fn every_step_is_true_on_generated_puzzles_of_many_sizes() {
    for (height, width, count) in [(2, 2, 40), (1, 5, 20), (2, 3, 60), (3, 2, 60), (2, 4, 30), (3, 3, 100)] {
        let geometry = Geometry::boxes(height, width).expect("it is not too large");
        let mut generator = Generator::new(&geometry, 20);
        let made =
            (0..count).map(|number| generator.puzzle(number, Wish::Minimal, Limits::none).unwrap().puzzle);
        explain_all(&mut Explainer::new(&geometry), &geometry, made);
    }
}

#[test]
fn every_step_is_true_on_large_boards() {
    for (name, side, count) in [("6x6.txt", 6, 200), ("12x12.txt", 12, 40), ("16x16.txt", 16, 25)] {
        let geometry = Geometry::of_side(side).unwrap();
        explain_all(&mut Explainer::new(&geometry), &geometry, puzzles(name).into_iter().take(count));
    }
}

#[test]
fn singles_solve_what_was_made_to_be_easy() {
    let mut explainer = Explainer::new(&Geometry::classic());
    for puzzle in puzzles("easy.txt") {
        explainer.load(&puzzle).unwrap();
        let (rating, state) = Rating::of(&mut explainer, &mut Limits::none()).expect("nothing stops it");
        assert_eq!((state, rating.hardest.map(Technique::level)), (State::Solved, Some(Level::Easy)));
    }
}

#[test]
fn without_a_known_solution_nothing_rests_on_there_being_one() {
    let mut explainer = Explainer::new(&Geometry::classic());
    let mut solver = Solver::new(&Geometry::classic());
    for puzzle in puzzles("several.txt") {
        explainer.load(&puzzle).unwrap();
        let mut lost = Vec::new();
        while let Some(step) = explainer.next_step(&mut Limits::none()).expect("nothing stops it") {
            assert_eq!(step.technique.needs(), Needs::Houses, "{step}");
            lost.extend(step.eliminations.iter().copied());
        }
        // Every solution agrees with the placements and the eliminations of all steps.
        solver.load(&puzzle).unwrap();
        for solution in solver.solutions().take(20) {
            let grid = explainer.grid();
            assert!(grid.clues().all(|clue| solution.get(clue.cell) == Some(clue.digit)));
            assert!(lost.iter().all(|lost| solution.get(lost.cell) != Some(lost.digit)));
        }
    }
}

#[test]
fn a_board_of_another_side_is_refused_and_a_hopeless_one_is_noticed() {
    let mut explainer = Explainer::new(&Geometry::classic());
    assert!(explainer.load(&Grid::empty(4).unwrap()).is_err());
    for puzzle in puzzles("unsolvable.txt") {
        explainer.load(&puzzle).unwrap();
        let (_, state) = Rating::of(&mut explainer, &mut Limits::none()).expect("nothing stops it");
        assert_ne!(state, State::Solved);
    }
}

#[test]
fn each_technique_beside_singles_alone_is_true() {
    let classic = Geometry::classic();
    let some: Vec<Grid> =
        puzzles("minimal.txt").into_iter().take(60).chain(puzzles("hard.txt").into_iter().take(40)).collect();
    for &technique in Technique::ALL {
        explain_all(&mut limited_to(&[technique]), &classic, some.iter().cloned());
    }
}

#[test]
fn techniques_that_others_come_before_are_found_beside_singles() {
    let classic = Geometry::classic();
    for technique in RARE {
        let found = explain_all(
            &mut limited_to(&[technique]),
            &classic,
            puzzles("minimal.txt").into_iter().take(400),
        );
        assert!(found.contains_key(&technique), "{technique}");
    }
}

#[test]
fn a_wrong_step_is_not_proved() {
    let puzzle = puzzles("hard.txt").swap_remove(0);
    let mut solver = Solver::new(&Geometry::classic());
    let solution = solution(&mut solver, &puzzle);
    let mut explainer = Explainer::new(&Geometry::classic());
    explainer.load_with_solution(&puzzle, &solution).unwrap();
    let mut step =
        explainer.next_step(&mut Limits::none()).expect("nothing stops it").expect("there is a step").clone();
    assert_eq!(is_proved(&mut solver, &puzzle, &step, &mut Limits::none()), Ok(true));
    let placed = step.placements[0];
    step.eliminations.push(placed);
    assert_eq!(is_proved(&mut solver, &puzzle, &step, &mut Limits::none()), Ok(false));
}

#[test]
fn every_candidate_is_refuted_but_those_of_the_solution() {
    let geometry = Geometry::classic();
    let (mut explainer, mut solver) = (Explainer::new(&geometry), Solver::new(&geometry));
    for name in ["seeds.txt", "minimal.txt"] {
        for puzzle in puzzles(name).into_iter().take(4) {
            let solution = solution(&mut solver, &puzzle);
            explainer.load(&puzzle).unwrap();
            for cell in geometry.cells() {
                for digit in geometry.digits() {
                    let why = WhyNot::of(&explainer, Candidate { cell, digit }, &mut Limits::none())
                        .expect("nothing stops it");
                    assert_eq!(
                        why == WhyNot::Possible,
                        solution.get(cell) == Some(digit),
                        "{cell}={digit}: {why}"
                    );
                }
            }
        }
    }
}

/// A Sukaku without givens: only one digit is allowed where the puzzle had a given.
#[test]
fn allowed_candidates_take_the_place_of_givens() {
    let geometry = Geometry::classic();
    let blank = Grid::empty(9).unwrap();
    let (mut explainer, mut solver) = (Explainer::new(&geometry), Solver::new(&geometry));
    for puzzle in puzzles("seeds.txt").into_iter().take(2) {
        let solution = solution(&mut solver, &puzzle);
        let mut allowed = Pencilmarks::full(9).unwrap();
        for given in puzzle.clues() {
            allowed.set(given.cell, Marks::only(given.digit)).unwrap();
        }
        explainer.load_with_solution(&blank, &solution).unwrap();
        explainer.restrict(&allowed);
        for cell in geometry.cells() {
            for digit in geometry.digits() {
                let why = WhyNot::of(&explainer, Candidate { cell, digit }, &mut Limits::none()).unwrap();
                assert_eq!(
                    why == WhyNot::Possible,
                    solution.get(cell) == Some(digit),
                    "{cell}={digit}: {why}"
                );
                assert_eq!(
                    why == WhyNot::Excluded,
                    !allowed.get(cell).contains(digit),
                    "{cell}={digit}: {why}"
                );
            }
        }
        while let Some(step) = explainer.next_step(&mut Limits::none()).unwrap() {
            assert_ne!(step.technique.needs(), Needs::OneSolution, "{step}");
            assert!(
                step.placements.iter().all(|&placed| solution.get(placed.cell) == Some(placed.digit)),
                "{step}"
            );
        }
        assert_eq!(explainer.grid(), solution);
    }
}

#[test]
fn techniques_have_names_and_codes_of_their_own() {
    // HoDoKu has no WXYZ-wings, VWXYZ-wings, fireworks, guardians, locked sets across houses and exocets.
    let is_of_hodoku = |technique: &&Technique| {
        !matches!(technique.needs(), Needs::Solution | Needs::Rules | Needs::Cages)
            && ![Technique::WxyzWing, Technique::VwxyzWing].contains(technique)
            && !(Technique::FireworkTriple..=Technique::JuniorExocet).contains(*technique)
    };
    let of_hodoku: Vec<&Technique> = Technique::ALL.iter().filter(is_of_hodoku).collect();
    let without = Technique::ALL.iter().filter(|technique| technique.code().is_empty()).count();
    assert_eq!(without, Technique::ALL.len() - of_hodoku.len());
    let mut names: Vec<_> = Technique::ALL.iter().map(|technique| technique.name()).collect();
    let mut codes: Vec<_> = of_hodoku.iter().map(|technique| technique.code()).collect();
    for (list, count) in [(&mut names, Technique::ALL.len()), (&mut codes, of_hodoku.len())] {
        list.sort_unstable();
        list.dedup();
        assert_eq!(list.len(), count);
    }
}
