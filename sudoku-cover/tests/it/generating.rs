//! Generated puzzles have the requested number of solutions, and depend only on their seeds.

use std::ops::ControlFlow;

use dlx_core::{Limits, Stopped, Uniqueness};
use sudoku_cover::{
    Demand, Design, Explainer, GenerateError, Generated, Generator, Geometry, Grid, Level, Order, Solver,
    Technique, Wish,
};

fn board(side: usize) -> Geometry {
    Geometry::of_side(side).expect("there is a board of this side")
}

/// Returns the first puzzles of a seed on a board, without limits.
fn make(geometry: &Geometry, seed: u64, wish: Wish, count: u64) -> Vec<Generated> {
    let mut generator = Generator::new(geometry, seed);
    let made = (0..count).map(|number| generator.puzzle(number, wish, Limits::none));
    made.map(|made| made.expect("no limits stop it")).collect()
}

fn ask(solver: &mut Solver, puzzle: &Grid) -> Uniqueness<Grid> {
    solver.load(puzzle).expect("the clues do not contradict one another");
    solver.uniqueness(&mut Limits::none())
}

/// Returns the puzzle without one of its givens, for each given.
fn with_one_less(puzzle: &Grid) -> impl Iterator<Item = Grid> {
    puzzle.clues().map(|clue| {
        let mut fewer = puzzle.clone();
        fewer.set(clue.cell, None).expect("the cell is one of the grid");
        fewer
    })
}

#[test]
fn minimal_puzzles_have_one_solution_and_several_without_any_clue() {
    let tall = Geometry::boxes(3, 2).expect("there are such boxes");
    for (geometry, count) in
        [(board(4), 10), (board(5), 5), (board(6), 10), (tall, 5), (board(9), 5), (board(12), 2)]
    {
        let mut solver = Solver::new(&geometry);
        for made in make(&geometry, 3, Wish::Minimal, count) {
            assert!(made.solution.is_full());
            assert_eq!(made.solution.contradictions(&geometry), Ok(Vec::new()));
            assert_eq!(ask(&mut solver, &made.puzzle), Uniqueness::One(made.solution));
            assert_eq!(made.undecided, 0);
            for fewer in with_one_less(&made.puzzle) {
                assert!(matches!(ask(&mut solver, &fewer), Uniqueness::Several(..)), "{}", fewer.to_line());
            }
        }
    }
}

#[test]
fn a_seed_and_a_number_give_the_same_puzzle_in_every_run() {
    let first = &make(&Geometry::classic(), 1, Wish::Minimal, 3)[2];
    assert_eq!(
        first.puzzle.to_line().to_string(),
        ".....4.38......9...2.9...1..9.....5....8..1..74.3.6..2..6..27.4..1.3.......6....."
    );
    let small = &make(&board(4), 1, Wish::Minimal, 1)[0];
    assert_eq!(small.puzzle.to_line().to_string(), "...4....2.3.3...");
    // A puzzle does not depend on those generated before it.
    let alone = Generator::new(&Geometry::classic(), 1).puzzle(2, Wish::Minimal, Limits::none);
    assert_eq!(alone.as_ref(), Ok(first));
}

#[test]
fn seeds_and_numbers_give_different_puzzles() {
    let mut all = make(&Geometry::classic(), 1, Wish::Clues(81), 20);
    all.extend(make(&Geometry::classic(), 2, Wish::Clues(81), 20));
    let mut lines: Vec<String> = all.iter().map(|made| made.puzzle.to_line().to_string()).collect();
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), 40);
}

#[test]
fn all_grids_of_side_four_come_up() {
    // 288 Sudoku grids (OEIS A107739).
    let mut lines: Vec<String> = make(&board(4), 1, Wish::Clues(16), 4000)
        .iter()
        .map(|made| made.puzzle.to_line().to_string())
        .collect();
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), 288);
}

#[test]
fn removal_stops_at_the_wanted_number_of_clues() {
    let geometry = Geometry::classic();
    let mut solver = Solver::new(&geometry);
    for clues in [81, 80, 45, 32] {
        for made in make(&geometry, 5, Wish::Clues(clues), 3) {
            assert_eq!(made.puzzle.clue_count(), clues);
            assert_eq!(ask(&mut solver, &made.puzzle), Uniqueness::One(made.solution));
        }
    }
    // If fewer givens are requested than possible, the result is a minimal puzzle.
    let minimal = make(&geometry, 5, Wish::Minimal, 3);
    assert_eq!(make(&geometry, 5, Wish::Clues(10), 3), minimal);
}

#[test]
fn sixteen_by_sixteen_puzzles_have_one_solution_within_limits() {
    let geometry = board(16);
    let mut generator = Generator::new(&geometry, 1);
    let made =
        generator.puzzle(0, Wish::Clues(110), || Limits::none().nodes(2_000)).expect("nothing stops it");
    assert_eq!(made.puzzle.clue_count(), 110);
    assert_eq!(ask(&mut Solver::new(&geometry), &made.puzzle), Uniqueness::One(made.solution));
}

#[test]
fn clues_stay_where_the_limits_leave_it_undecided() {
    let geometry = board(9);
    let mut generator = Generator::new(&geometry, 1);
    let made = generator.puzzle(0, Wish::Minimal, || Limits::none().nodes(0)).expect("nothing stops it");
    // Puzzles that need no branching are decided in spite of the limit.
    assert!(made.undecided > 0 && made.puzzle.clue_count() >= made.undecided);
    assert_eq!(ask(&mut Solver::new(&geometry), &made.puzzle), Uniqueness::One(made.solution.clone()));
    assert_eq!(made.solution.contradictions(&geometry), Ok(Vec::new()));
    let made = generator.puzzle(0, Wish::Minimal, || Limits::none().nodes(60)).expect("nothing stops it");
    assert_eq!(ask(&mut Solver::new(&geometry), &made.puzzle), Uniqueness::One(made.solution));
}

#[test]
fn the_question_of_the_limits_stops_it() {
    let mut generator = Generator::new(&Geometry::classic(), 1);
    let stopped = generator.puzzle(0, Wish::Minimal, || Limits::none().ask(1, |_| ControlFlow::Break(())));
    assert_eq!(stopped, Err(GenerateError::Stopped(Stopped::Asked)));
    assert!(generator.puzzle(0, Wish::Minimal, Limits::none).is_ok());
}

#[test]
fn easy_puzzles_are_solved_by_filling_cells_with_one_digit_left() {
    let geometry = Geometry::classic();
    for Generated { puzzle, solution, .. } in make(&geometry, 8, Wish::Easy, 20) {
        // A minimal puzzle has about 24 givens.
        assert!((36..45).contains(&puzzle.clue_count()), "{}", puzzle.clue_count());
        let mut grid = puzzle;
        while !grid.is_full() {
            let single = geometry.cells().filter(|&cell| grid.get(cell).is_none()).find(|&cell| {
                let taken = |digit| geometry.peers(cell).iter().any(|&peer| grid.get(peer) == Some(digit));
                geometry.digits().filter(|&digit| !taken(digit)).count() == 1
            });
            let cell = single.expect("a cell has one digit left");
            grid.set(cell, solution.get(cell)).expect("the cell is one of the grid");
        }
        assert_eq!(grid, solution);
    }
}

#[test]
fn several_and_no_solutions_are_made_without_contradicting_clues() {
    for side in [4, 6, 9] {
        let geometry = board(side);
        let mut solver = Solver::new(&geometry);
        for made in make(&geometry, 9, Wish::Several, 5) {
            assert!(matches!(ask(&mut solver, &made.puzzle), Uniqueness::Several(..)));
        }
        for made in make(&geometry, 9, Wish::Unsolvable, 5) {
            assert_eq!(made.puzzle.contradictions(&geometry), Ok(Vec::new()));
            assert_eq!(ask(&mut solver, &made.puzzle), Uniqueness::None);
        }
    }
}

#[test]
fn a_board_of_one_cell_has_one_puzzle_and_none_of_other_kinds() {
    let mut generator = Generator::new(&board(1), 1);
    let made = generator.puzzle(0, Wish::Minimal, Limits::none).expect("there is a puzzle");
    assert_eq!((made.puzzle.clue_count(), made.solution.to_line().to_string()), (0, "1".to_owned()));
    for wish in [Wish::Several, Wish::Unsolvable] {
        assert_eq!(generator.puzzle(0, wish, Limits::none), Err(GenerateError::None { side: 1 }));
    }
}

#[test]
fn the_first_puzzle_of_a_level_is_that_which_a_search_by_number_finds() {
    let geometry = Geometry::classic();
    let mut explainer = Explainer::new(&geometry);
    for level in Level::ALL {
        let demand = Demand::new().with_level(level);
        let mut generator = Generator::new(&geometry, 7);
        let first =
            generator.first_demanded(Wish::Minimal, &demand, Limits::none).expect("no limits stop it");
        let found = (0..).find_map(|number| {
            let made =
                generator.designed(number, &Design::new(), Limits::none).expect("no limits stop it")?;
            let rating = demand.rate(&mut explainer, &made, &mut Limits::none()).expect("no limits stop it");
            rating.map(|rating| (made, rating))
        });
        let (made, rating) = found.expect("one of all numbers is of the level");
        assert_eq!((first, rating.level()), (made, level));
    }
}

#[test]
fn a_search_for_what_cannot_be_ends() {
    let generator = Generator::new(&Geometry::classic(), 7);
    let vain = Demand::new().with_level(Level::Easy).with_one_of(&[Technique::XWing]);
    let none = generator.first_demanded(Wish::Minimal, &vain, Limits::none);
    assert_eq!(none, Err(GenerateError::None { side: 9 }));
    let extreme = Demand::new().with_level(Level::Extreme);
    let stopped =
        generator.first_demanded(Wish::Easy, &extreme, || Limits::none().ask(1, |_| ControlFlow::Break(())));
    assert_eq!(stopped, Err(GenerateError::Stopped(Stopped::Asked)));
}

#[test]
fn an_exercise_has_a_step_by_its_technique_and_none_by_an_easier_one() {
    let (geometry, limits) = (Geometry::classic(), &mut Limits::none());
    for technique in [
        Technique::HiddenSingle,
        Technique::NakedPair,
        Technique::Swordfish,
        Technique::Skyscraper,
        Technique::XyWing,
        Technique::AvoidableRectangle1,
        Technique::XyChain,
        // It is tried only because it is asked for.
        Technique::DeathBlossom,
    ] {
        let demand = Demand::new().with_one_of(&[technique]);
        let made = Generator::new(&geometry, 3).first_demanded(Wish::Minimal, &demand, Limits::none);
        let made = made.expect("there is such a puzzle");
        let mut explainer = demand.explainer(&geometry);
        let exercise = demand.exercise(&mut explainer, &made, limits).expect("nothing stops it");
        let exercise = exercise.expect("the puzzle needs the technique");
        assert_eq!(exercise.grid, made.puzzle);
        explainer.load_with_solution(&exercise.grid, &made.solution).expect("the sides agree");
        explainer.resume_with_notes(exercise.placed(), exercise.marks());
        let mut order = Order::Hodoku.techniques();
        // Lists of all steps have loops through almost locked sets, which explanations do not try.
        order.retain(|&other| other < technique.min(Technique::ContinuousNiceLoop));
        assert_eq!(explainer.steps(&order, limits).next(), None, "{technique}");
        let steps: Vec<_> = explainer.steps(&[technique], limits).collect();
        assert!(!steps.is_empty(), "{technique}");
        let next = explainer.find_step(limits).expect("nothing stops it");
        assert_eq!(next.map(|step| step.technique), Some(technique));
    }
}
