//! Rules drawn for puzzles: each puzzle fulfills them, has one solution, and depends only on its seed.

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{
    Demand, Explainer, Generated, Generator, Geometry, Level, Rating, Rule, RuleKind, Solver, Variant, Wish,
};

fn kind(word: &str) -> RuleKind {
    word.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn made(geometry: &Geometry, kinds: &[RuleKind], number: u64) -> (Geometry, Generated) {
    let mut generator =
        Generator::new(geometry, 5).with_drawn(kinds).unwrap_or_else(|error| panic!("{error}"));
    let made = generator.puzzle(number, Wish::Minimal, || Limits::none().nodes(2000));
    let made = made.unwrap_or_else(|error| panic!("{kinds:?}: {error}"));
    (generator.board_of(&made), made)
}

/// Checks that the puzzle has one solution, and several without any given.
fn check(board: &Geometry, made: &Generated, kinds: &[RuleKind]) {
    assert_eq!(made.solution.contradictions(board), Ok(Vec::new()), "{kinds:?}");
    let mut solver = Solver::new(board);
    solver.load(&made.puzzle).expect("the givens fit");
    assert_eq!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(made.solution.clone()), "{kinds:?}");
    for clue in made.puzzle.clues().filter(|_| made.undecided == 0) {
        let mut fewer = made.puzzle.clone();
        fewer.set(clue.cell, None).expect("the cell is one of the grid");
        solver.load(&fewer).expect("the givens fit");
        assert!(matches!(solver.uniqueness(&mut Limits::none()), Uniqueness::Several(..)), "{kinds:?}");
    }
}

#[test]
fn puzzles_of_every_kind_are_minimal_and_fulfill_their_rules() {
    for side in [4, 6] {
        let geometry = Geometry::of_side(side).expect("a side");
        for kind in RuleKind::drawn().filter(|one| side == 6 || !["entropic", "nabner"].contains(&one.name()))
        {
            let (board, made) = made(&geometry, &[kind], 0);
            assert!(!made.rules.is_empty());
            check(&board, &made, &[kind]);
        }
    }
}

#[test]
fn a_seed_and_a_number_give_the_same_rules() {
    let geometry = Geometry::of_side(6).expect("a side");
    let kinds = ["jigsaw", "thermo", "killer"].map(kind);
    let (board, first) = made(&geometry, &kinds, 3);
    assert_eq!(made(&geometry, &kinds, 3).1, first);
    assert_ne!(made(&geometry, &kinds, 4).1.rules, first.rules);
    check(&board, &first, &kinds);
}

#[test]
fn all_marks_are_given_where_a_rule_requires_it() {
    let strict = [Rule::Variant(Variant::StrictKropki)];
    let geometry = Geometry::of_side(6).expect("a side").with_rules(&strict).expect("rules");
    let kinds = [kind("white")];
    let (board, puzzle) = made(&geometry, &kinds, 0);
    assert!(board.has(Variant::StrictKropki));
    check(&board, &puzzle, &kinds);
    let digit = |cell| puzzle.solution.get(cell).expect("it is full").value();
    let is_marked = |one: u8, other: u8| one.abs_diff(other) == 1 || one == 2 * other || other == 2 * one;
    let pairs = board.cells().flat_map(|cell| board.neighbors(cell).map(move |other| (cell, other)));
    let count = pairs.filter(|&(one, other)| one < other && is_marked(digit(one), digit(other))).count();
    assert_eq!(count, puzzle.rules.len() - 1);
}

#[test]
fn boards_without_room_for_a_kind_are_refused() {
    let refused = |side: usize, word: &str| {
        let generator = Generator::new(&Geometry::of_side(side).expect("a side"), 1);
        generator.with_drawn(&[kind(word)]).expect_err("it is refused").to_string()
    };
    assert_eq!(refused(4, "entropic"), "expected a side that 3 divides for entropic, found 4");
    assert_eq!(refused(3, "thermo"), "expected a side of 4 to 16 for thermo, found 3");
    assert_eq!(
        refused(5, "region-sum"),
        "expected boxes of several rows and columns for region-sum, found none"
    );
    assert_eq!(refused(4, "nabner"), "expected a side of 5 to 16 for nabner, found 4");
    assert_eq!(refused(9, "anti-king"), "expected rules whose cells can be drawn, found anti-king");
    assert_eq!(
        "termo".parse::<RuleKind>().expect_err("unknown").to_string(),
        "unknown variant `termo`; did you mean `thermo`?"
    );
}

#[test]
fn puzzles_with_drawn_rules_have_the_level_that_is_asked_for() {
    for kind in ["thermo", "killer", "arrow"].map(kind) {
        for level in [Level::Easy, Level::Medium, Level::Hard] {
            let geometry = Geometry::classic();
            let generator = Generator::new(&geometry, 1).with_drawn(&[kind]).expect("a board for it");
            let demand = Demand::new().with_level(level);
            let limits = || Limits::none().nodes(Generator::NODES_WITH_DRAWN_RULES);
            let made = generator.first_demanded(Wish::Minimal, &demand, limits).expect("a puzzle");
            let board = generator.board_of(&made);
            let mut solver = Solver::new(&board);
            solver.load(&made.puzzle).expect("the givens fit");
            assert!(matches!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(_)), "{kind}");
            let mut explainer = Explainer::new(&board);
            explainer.load(&made.puzzle).expect("the sides agree");
            let mut rating = Rating::default();
            while let Some(step) = explainer.next_step(&mut Limits::none()).expect("there is no limit") {
                rating.add(step);
            }
            assert_eq!((explainer.grid(), rating.level()), (made.solution, level), "{kind}");
        }
    }
}
