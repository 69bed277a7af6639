//! Rules drawn for puzzles: each puzzle fulfills them, has one solution, and depends only on its seed.

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{
    Cell, Demand, Design, Explainer, GenerateError, Generated, Generator, Geometry, Grid, Level, Rating,
    Redundancy, Rule, RuleKind, RuleTheme, Solver, Symmetry, Variant, Wish,
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
        for kind in
            RuleKind::with_cells().filter(|one| side == 6 || !["entropic", "nabner"].contains(&one.name()))
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
    assert_eq!(refused(9, "region-run"), "expected rules that can be drawn, found region-run");
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

/// Returns the number of solutions, at most 2, that trying all digits cell after cell finds. A digit stays as long as the
/// checker of grids, which knows nothing of the solver, finds no contradiction.
fn naive_count(board: &Geometry, puzzle: &Grid) -> usize {
    fn fill(board: &Geometry, grid: &mut Grid, cells: &[Cell], count: &mut usize) {
        let is_right = |grid: &Grid| grid.contradictions(board).is_ok_and(|found| found.is_empty());
        if *count > 1 || !is_right(grid) {
            return;
        }
        let Some((&cell, others)) = cells.split_first() else {
            *count += 1;
            return;
        };
        for digit in board.digits() {
            grid.set(cell, Some(digit)).expect("the cell is one of the grid");
            fill(board, grid, others, count);
            grid.set(cell, None).expect("the cell is one of the grid");
        }
    }
    let blank: Vec<Cell> = board.open_cells().filter(|&cell| puzzle.get(cell).is_none()).collect();
    let (mut grid, mut count) = (puzzle.clone(), 0);
    fill(board, &mut grid, &blank, &mut count);
    count
}

/// Kinds of rules that no puzzle gets by their name alone, with the reason.
const NOT_MADE: [(&str, &str); 3] = [
    ("chaos", "a full grid alone does not decide its regions"),
    ("region-count", "the regions that it counts are no part of a full grid"),
    ("region-run", "the regions that it counts are no part of a full grid"),
];

#[test]
fn every_kind_of_rule_makes_puzzles_with_one_solution() {
    for kind in RuleKind::all() {
        let name = kind.name();
        if NOT_MADE.iter().any(|(other, _)| *other == name) {
            let generator = Generator::new(&Geometry::of_side(4).expect("a side"), 3).with_drawn(&[kind]);
            let made = generator.map(|mut generator| generator.puzzle(0, Wish::Minimal, Limits::none));
            assert!(matches!(made, Err(_) | Ok(Err(GenerateError::None { .. }))), "{name}");
            continue;
        }
        // A full grid of side 4 with these rules does not exist, or its side has no meaning for the rule.
        let side = match name {
            "samurai" => 21,
            "windoku" | "strict-kropki" => 9,
            "anti-taxicab" | "strict-white" | "strict-black" => 5,
            "dutch-flatmates" | "anti-king" | "non-consecutive" | "nabner" | "knightmare" => 5,
            "global-entropy" | "global-modular" | "entropic" | "diagonal-non-consecutive" => 6,
            _ => 4,
        };
        let geometry = Geometry::of_side(side).expect("a side");
        let generator = Generator::new(&geometry, 3).with_drawn(&[kind]);
        let mut generator = generator.unwrap_or_else(|error| panic!("{name}: {error}"));
        let nodes = generator.nodes();
        let made = generator.puzzle(0, Wish::Minimal, || Limits::none().nodes(nodes));
        let made = made.unwrap_or_else(|error| panic!("{name}: {error}"));
        let board = generator.board_of(&made);
        assert_eq!(made.solution.contradictions(&board), Ok(Vec::new()), "{name}");
        let words = kind.words_of_lines();
        let is_of_kind = |rule: &&Rule| words.iter().any(|word| rule.to_string().starts_with(word));
        assert!(board.rules().iter().any(|rule| is_of_kind(&rule)), "{name}: {:?}", board.rules());
        let mut solver = Solver::new(&board);
        solver.load(&made.puzzle).expect("the givens fit");
        assert_eq!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(made.solution.clone()), "{name}");
        if side <= 6 {
            assert_eq!(naive_count(&board, &made.puzzle), 1, "{name}");
        }
    }
}

#[test]
fn puzzles_with_a_name_have_one_solution() {
    for (theme, side) in
        [("futoshiki", 5), ("kenken", 5), ("kakuro", 5), ("straights-no-boxes", 5), ("blocked-thermo", 6)]
    {
        let theme: RuleTheme = theme.parse().expect("a theme");
        let geometry = Geometry::of_side(side).expect("a side");
        let mut generator =
            Generator::new(&geometry, 2).with_drawn(theme.kinds()).expect("they can be drawn");
        let made = generator.puzzle(1, Wish::Minimal, || Limits::none().nodes(2000)).expect("a puzzle");
        let board = generator.board_of(&made);
        assert_eq!(naive_count(&board, &made.puzzle), 1, "{theme:?}");
        let solution = made.solution;
        assert!(solution.contradictions(&board).is_ok_and(|found| found.is_empty()));
    }
}

#[test]
fn cages_of_kenken_divide_the_board_and_those_of_kakuro_are_its_runs() {
    let cells_of = |theme: &str| {
        let theme: RuleTheme = theme.parse().expect("a theme");
        let geometry = Geometry::of_side(6).expect("a side");
        let mut generator =
            Generator::new(&geometry, 1).with_drawn(theme.kinds()).expect("they can be drawn");
        let made = generator.puzzle(0, Wish::Minimal, || Limits::none().nodes(2000)).expect("a puzzle");
        let board = generator.board_of(&made);
        let has_sum =
            |rule: &&Rule| matches!(rule, Rule::Killer { .. } | Rule::Sum { .. } | Rule::Cage { .. });
        let mut times = vec![0; 36];
        let described: Vec<String> = board.rules().iter().filter(has_sum).map(ToString::to_string).collect();
        for line in &described {
            for word in line.split(' ').filter(|word| word.starts_with('r')) {
                let cell = board.cells().find(|cell| cell.to_string() == *word).expect("a cell");
                times[board.index(cell)] += 1;
            }
        }
        (board, times)
    };
    let (_, times) = cells_of("kenken");
    assert!(times.iter().all(|&times| times <= 1));
    assert!(times.iter().filter(|&&times| times == 1).count() > 30);
    let (board, times) = cells_of("kakuro");
    assert!(board.cells().all(|cell| times[board.index(cell)] == if board.is_blocked(cell) { 0 } else { 2 }));
}

/// Returns the cells of rules, turned by 180 degrees or not: sorted, those of each rule too.
fn layout(board: &Geometry, rules: &[Rule], is_turned: bool) -> Vec<Vec<Cell>> {
    let last = board.side() - 1;
    let mut layout: Vec<Vec<Cell>> = Vec::new();
    for rule in rules {
        let line = rule.to_string();
        let named = line.split(' ').filter_map(|word| board.cells().find(|cell| cell.to_string() == word));
        let turned = |cell: Cell| {
            let index = (last - cell.row()) * board.side() + last - cell.column();
            board.cell(index).expect("a cell of the board")
        };
        let mut cells: Vec<Cell> = named.map(|cell| if is_turned { turned(cell) } else { cell }).collect();
        cells.sort_unstable();
        layout.push(cells);
    }
    layout.sort_unstable();
    layout
}

#[test]
fn drawn_rules_have_the_symmetry_of_the_givens() {
    let design = Design::new().with_symmetry(Symmetry::HalfTurn);
    let mut symmetric = 0;
    for kind in
        ["killer", "thermo", "arrow", "white", "sum", "palindrome", "even", "blocked", "renban"].map(kind)
    {
        let mut generator =
            Generator::new(&Geometry::classic(), 4).with_drawn(&[kind]).expect("a board for it");
        let made = generator.designed(0, &design, || Limits::none().nodes(2000)).expect("a puzzle");
        let made = made.expect("all numbers have one");
        assert!(made.asymmetric.is_empty(), "{kind}");
        let board = generator.board_of(&made);
        assert_eq!(made.solution.contradictions(&board), Ok(Vec::new()), "{kind}");
        // Marked cells are one rule.
        assert_eq!(layout(&board, &made.rules, false), layout(&board, &made.rules, true), "{kind}");
        symmetric += made.rules.len();
    }
    assert!(symmetric > 50, "{symmetric} rules");
    let mut generator =
        Generator::new(&Geometry::classic(), 4).with_drawn(&[kind("clone")]).expect("a board");
    let made = generator.designed(0, &design, || Limits::none().nodes(2000)).expect("a puzzle").expect("one");
    assert_eq!(made.asymmetric, [kind("clone")]);
    assert!(!made.rules.is_empty());
}

#[test]
fn regions_have_the_symmetry_of_the_givens() {
    let design = Design::new().with_symmetry(Symmetry::QuarterTurn);
    let mut generator =
        Generator::new(&Geometry::classic(), 4).with_drawn(&[kind("jigsaw")]).expect("a board");
    let made = generator.designed(0, &design, Limits::none).expect("a puzzle").expect("one");
    let board = generator.board_of(&made);
    let is_together = |one: usize, other: usize| {
        let of = |index: usize| board.box_number(board.cell(index).expect("a cell"));
        of(one) == of(other)
    };
    let turned = |index: usize| index % 9 * 9 + 8 - index / 9;
    assert_ne!(board, Geometry::classic());
    for one in 0..81 {
        for other in 0..81 {
            assert_eq!(is_together(one, other), is_together(turned(one), turned(other)));
        }
    }
}

#[test]
fn minimal_puzzles_need_each_of_their_drawn_rules() {
    let design = Design::new().with_redundancy(Redundancy::NoClue);
    let mut removed = 0;
    for kinds in [&["killer", "thermo"][..], &["white"], &["sandwich"]] {
        let kinds: Vec<RuleKind> = kinds.iter().map(|word| kind(word)).collect();
        let geometry = Geometry::of_side(6).expect("a side");
        let all = made(&geometry, &kinds, 0).1.rules.len();
        let mut generator = Generator::new(&geometry, 5).with_drawn(&kinds).expect("a board for them");
        let made = generator.designed(0, &design, Limits::none).expect("a puzzle").expect("one");
        assert_eq!(made.undecided, 0);
        check(&generator.board_of(&made), &made, &kinds);
        removed += all - made.rules.len();
        for place in 0..made.rules.len() {
            let mut fewer = made.rules.clone();
            fewer.remove(place);
            let mut solver = Solver::new(&geometry.clone().with_rules(&fewer).expect("rules of the board"));
            solver.load(&made.puzzle).expect("the givens fit");
            assert!(matches!(solver.uniqueness(&mut Limits::none()), Uniqueness::Several(..)), "{kinds:?}");
        }
    }
    assert!(removed > 5, "{removed} rules are left out");
}
