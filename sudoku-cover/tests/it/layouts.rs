//! Rules drawn for puzzles: each puzzle fulfills them, has one solution, and depends only on its seed.

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{
    Demand, Explainer, Generated, Generator, Geometry, Layout, Level, Rating, Rule, Solver, Variant, Wish,
};

fn made(geometry: &Geometry, layouts: &[Layout], number: u64) -> (Geometry, Generated) {
    let mut generator =
        Generator::new(geometry, 5).with_layouts(layouts).unwrap_or_else(|error| panic!("{error}"));
    let made = generator.puzzle(number, Wish::Minimal, || Limits::none().nodes(2000));
    let made = made.unwrap_or_else(|error| panic!("{layouts:?}: {error}"));
    (generator.board_of(&made), made)
}

/// Checks that the puzzle has one solution, and several without any given.
fn check(board: &Geometry, made: &Generated, layouts: &[Layout]) {
    assert_eq!(made.solution.contradictions(board), Ok(Vec::new()), "{layouts:?}");
    let mut solver = Solver::new(board);
    solver.load(&made.puzzle).expect("the givens fit");
    assert_eq!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(made.solution.clone()), "{layouts:?}");
    for clue in made.puzzle.clues().filter(|_| made.undecided == 0) {
        let mut fewer = made.puzzle.clone();
        fewer.set(clue.cell, None).expect("the cell is one of the grid");
        solver.load(&fewer).expect("the givens fit");
        assert!(matches!(solver.uniqueness(&mut Limits::none()), Uniqueness::Several(..)), "{layouts:?}");
    }
}

#[test]
fn puzzles_of_every_layout_are_minimal_and_fulfill_their_rules() {
    for side in [4, 6] {
        let geometry = Geometry::of_side(side).expect("a side");
        for layout in Layout::ALL.into_iter().filter(|&layout| side == 6 || layout != Layout::Entropic) {
            let (board, made) = made(&geometry, &[layout], 0);
            assert!(!made.rules.is_empty());
            check(&board, &made, &[layout]);
        }
    }
}

#[test]
fn a_seed_and_a_number_give_the_same_rules() {
    let geometry = Geometry::of_side(6).expect("a side");
    let layouts = [Layout::Jigsaw, Layout::Thermo, Layout::Killer];
    let (board, first) = made(&geometry, &layouts, 3);
    assert_eq!(made(&geometry, &layouts, 3).1, first);
    assert_ne!(made(&geometry, &layouts, 4).1.rules, first.rules);
    check(&board, &first, &layouts);
}

#[test]
fn all_marks_are_given_where_a_rule_requires_it() {
    let strict = [Rule::Variant(Variant::StrictKropki)];
    let geometry = Geometry::of_side(6).expect("a side").with_rules(&strict).expect("rules");
    let layouts = [Layout::White];
    let (board, puzzle) = made(&geometry, &layouts, 0);
    assert!(board.has(Variant::StrictKropki));
    check(&board, &puzzle, &layouts);
    let digit = |cell| puzzle.solution.get(cell).expect("it is full").value();
    let is_marked = |one: u8, other: u8| one.abs_diff(other) == 1 || one == 2 * other || other == 2 * one;
    let pairs = board.cells().flat_map(|cell| board.neighbors(cell).map(move |other| (cell, other)));
    let count = pairs.filter(|&(one, other)| one < other && is_marked(digit(one), digit(other))).count();
    assert_eq!(count, puzzle.rules.len() - 1);
}

#[test]
fn boards_without_room_for_a_layout_are_refused() {
    let refused = |side: usize, layout: Layout| {
        let generator = Generator::new(&Geometry::of_side(side).expect("a side"), 1);
        generator.with_layouts(&[layout]).expect_err("it is refused").to_string()
    };
    assert_eq!(refused(4, Layout::Entropic), "expected a side that 3 divides for entropic, found 4");
    assert_eq!(refused(3, Layout::Thermo), "expected a side of 4 to 16 for thermo, found 3");
    assert_eq!(
        refused(5, Layout::RegionSum),
        "expected boxes of several rows and columns for region-sum, found none"
    );
    assert_eq!(
        "termo".parse::<Layout>().expect_err("unknown").to_string(),
        "unknown variant `termo`; did you mean `thermo`?"
    );
}

#[test]
fn puzzles_with_drawn_rules_have_the_level_that_is_asked_for() {
    for layout in [Layout::Thermo, Layout::Killer, Layout::Arrow] {
        for level in [Level::Easy, Level::Medium, Level::Hard] {
            let geometry = Geometry::classic();
            let generator = Generator::new(&geometry, 1).with_layouts(&[layout]).expect("a board for it");
            let demand = Demand::new().with_level(level);
            let limits = || Limits::none().nodes(Generator::NODES_WITH_LAYOUTS);
            let made = generator.first_demanded(Wish::Minimal, &demand, limits).expect("a puzzle");
            let board = generator.board_of(&made);
            let mut solver = Solver::new(&board);
            solver.load(&made.puzzle).expect("the givens fit");
            assert!(matches!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(_)), "{layout}");
            let mut explainer = Explainer::new(&board);
            explainer.load(&made.puzzle).expect("the sides agree");
            let mut rating = Rating::default();
            while let Some(step) = explainer.next_step(&mut Limits::none()).expect("there is no limit") {
                rating.add(step);
            }
            assert_eq!((explainer.grid(), rating.level()), (made.solution, level), "{layout}");
        }
    }
}
