//! Generated puzzles meet their design: symmetry, minimality, clue count, pattern, level.

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{
    Cell, Demand, Design, Digit, Explainer, Generated, Generator, Geometry, Grid, Level, Pattern, Rating,
    Redundancy, Solver, Spec, State, Symmetry, Technique,
};

/// Returns the first puzzles of a seed that meet the design.
fn make(geometry: &Geometry, seed: u64, design: &Design, count: usize) -> Vec<Generated> {
    let mut generator = Generator::new(geometry, seed);
    let made = (0..)
        .filter_map(|number| generator.designed(number, design, Limits::none).expect("no limits stop it"));
    made.take(count).collect()
}

fn is_unique(solver: &mut Solver, puzzle: &Grid) -> bool {
    solver.load(puzzle).expect("the clues do not contradict one another");
    matches!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(_))
}

fn without(puzzle: &Grid, cells: &[Cell]) -> Grid {
    let mut fewer = puzzle.clone();
    for &cell in cells {
        fewer.set(cell, None).expect("the cell is one of the grid");
    }
    fewer
}

#[test]
fn clues_are_symmetric_and_no_orbit_of_them_can_be_left_out() {
    for side in [6, 9] {
        let geometry = Geometry::of_side(side).expect("there is such a board");
        let mut solver = Solver::new(&geometry);
        for symmetry in Symmetry::ALL {
            let design = Design::new().with_symmetry(symmetry);
            for made in make(&geometry, 11, &design, 3) {
                assert!(is_unique(&mut solver, &made.puzzle), "{symmetry}");
                for orbit in symmetry.orbits(&geometry) {
                    let clues = orbit.iter().filter(|&&cell| made.puzzle.get(cell).is_some()).count();
                    assert!(clues == 0 || clues == orbit.len(), "{symmetry}");
                    let can_go = clues > 0 && is_unique(&mut solver, &without(&made.puzzle, &orbit));
                    assert!(!can_go, "{symmetry}");
                }
            }
        }
    }
}

#[test]
fn no_single_clue_can_be_left_out_where_that_is_asked_for() {
    let geometry = Geometry::classic();
    let mut solver = Solver::new(&geometry);
    let design = Design::new().with_symmetry(Symmetry::HalfTurn).with_redundancy(Redundancy::NoClue);
    for made in make(&geometry, 3, &design, 3) {
        assert!(is_unique(&mut solver, &made.puzzle));
        for clue in made.puzzle.clues() {
            assert!(!is_unique(&mut solver, &without(&made.puzzle, &[clue.cell])));
        }
    }
}

#[test]
fn the_clues_are_as_many_as_the_range_says() {
    let geometry = Geometry::classic();
    let mut solver = Solver::new(&geometry);
    for (symmetry, clues) in
        [(Symmetry::None, 25..=40), (Symmetry::HalfTurn, 30..=30), (Symmetry::Full, 40..=44)]
    {
        let design = Design::new()
            .with_symmetry(symmetry)
            .with_clues(clues.clone())
            .with_redundancy(Redundancy::Allowed);
        let all = make(&geometry, 4, &design, 12);
        for made in &all {
            assert!(clues.contains(&made.puzzle.clue_count()), "{symmetry} {}", made.puzzle.clue_count());
            assert!(is_unique(&mut solver, &made.puzzle));
        }
        let counts: std::collections::HashSet<usize> =
            all.iter().map(|made| made.puzzle.clue_count()).collect();
        assert!(
            clues.end() - clues.start() < 10 || counts.len() > 3,
            "all of the range comes up: {counts:?}"
        );
    }
}

#[test]
fn clues_stand_where_the_pattern_says() {
    let geometry = Geometry::classic();
    let mut solver = Solver::new(&geometry);
    // The cells of a published puzzle with one solution, so that the pattern can be filled.
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let pattern = Pattern::parse(puzzle, &geometry).expect("it is a pattern");
    let design = Design::new().with_pattern(pattern.clone());
    for made in make(&geometry, 5, &design, 5) {
        let cells: Vec<Cell> = made.puzzle.clues().map(|clue| clue.cell).collect();
        assert_eq!(cells, pattern.cells());
        solver.load(&made.puzzle).expect("the clues do not contradict one another");
        assert_eq!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(made.solution));
    }
}

#[test]
fn a_pattern_names_what_is_wrong_with_it() {
    let geometry = Geometry::of_side(4).expect("there is such a board");
    let drawn = "+--+--+\n|X.|.X|\n|..|..|\n+--+--+\n|..|..|\n|X.|.X|\n+--+--+\n";
    assert_eq!(Pattern::parse(drawn, &geometry).expect("it is a pattern").cells().len(), 4);
    let error = Pattern::parse("X..X\n..q.", &geometry).expect_err("q means nothing");
    assert!(
        error.to_string().ends_with(", found `q`") && error.to_string().starts_with("line 2, column 3: "),
        "{error}"
    );
    let error = Pattern::parse("X..X", &geometry).expect_err("there are too few cells");
    assert_eq!(error.to_string(), "expected 16 cells, found 4");
}

#[test]
fn puzzles_have_the_level_and_the_techniques_that_are_demanded() {
    let geometry = Geometry::classic();
    let mut explainer = Explainer::new(&geometry);
    for (level, needs) in [
        (Level::Easy, None),
        (Level::Hard, Some(Technique::XWing)),
        (Level::Extreme, None),
        (Level::Medium, None),
    ] {
        let mut demand = Demand::new().with_level(level);
        if let Some(technique) = needs {
            demand = demand.with_one_of(&[technique]);
        }
        let made = make(&geometry, 6, &Design::new(), 400);
        let (made, rating) = made
            .iter()
            .find_map(|made| {
                demand
                    .rate(&mut explainer, made, &mut Limits::none())
                    .expect("nothing stops it")
                    .map(|rating| (made, rating))
            })
            .expect("one of so many is so");
        explainer.load_with_solution(&made.puzzle, &made.solution).expect("it is one of the board");
        assert_eq!(
            (rating, rating.level()),
            (Rating::of(&mut explainer, &mut Limits::none()).expect("nothing stops it").0, level)
        );
        explainer.load_with_solution(&made.puzzle, &made.solution).expect("it is one of the board");
        let mut used = Vec::new();
        while let Some(step) = explainer.next_step(&mut Limits::none()).expect("nothing stops it") {
            used.push(step.technique);
        }
        assert!(needs.is_none_or(|technique| used.contains(&technique)));
    }
    assert!(Demand::new().with_level(Level::Easy).with_one_of(&[Technique::XWing]).is_vain());
    assert!(!Demand::new().with_level(Level::Hard).with_one_of(&[Technique::XWing]).is_vain());
}

/// Explained anew by an explainer that has no other techniques.
#[test]
fn a_puzzle_is_solved_by_the_techniques_that_it_may_use_and_needs_those_that_it_must() {
    let board = Geometry::classic();
    let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];
    let spec = Spec { needs: vec![vec![Technique::NakedPair]], only: singles.to_vec(), ..Spec::default() };
    let recipe = spec.recipe(&board).expect("the wishes go together");
    let made =
        recipe.maker(Generator::new(&board, 2)).first(Limits::none).expect("nothing stops it").generated;
    let others = |allowed: &[Technique]| -> Vec<Technique> {
        Technique::ALL.iter().copied().filter(|technique| !allowed.contains(technique)).collect()
    };
    let is_solved = |allowed: &[Technique]| {
        let mut explainer = Explainer::new(&board).without(&others(allowed));
        explainer.load_with_solution(&made.puzzle, &made.solution).expect("it is one of the board");
        Rating::of(&mut explainer, &mut Limits::none()).expect("nothing stops it").1 == State::Solved
    };
    assert!(is_solved(&[&singles[..], &[Technique::NakedPair]].concat()));
    assert!(!is_solved(&singles));
}

/// All sets of three cells of the 4x4 board with all digits, tried one by one: none has one solution.
#[test]
fn no_puzzle_of_side_4_with_3_clues_has_one_solution() {
    let geometry = Geometry::of_side(4).expect("a board");
    let mut solver = Solver::new(&geometry);
    let cells: Vec<Cell> = geometry.cells().collect();
    for first in 0..14 {
        for second in first + 1..15 {
            for third in second + 1..16 {
                // The digits may be renamed: the first is 1, the second 1 or 2, the third one of those or the next.
                for digits in [[1, 1, 1], [1, 1, 2], [1, 2, 1], [1, 2, 2], [1, 2, 3]] {
                    let mut puzzle = Grid::empty(4).expect("a grid");
                    for (place, digit) in [first, second, third].into_iter().zip(digits) {
                        puzzle.set(cells[place], Digit::new(digit)).expect("a cell");
                    }
                    assert!(solver.load(&puzzle).is_err() || !is_unique(&mut solver, &puzzle), "{puzzle:?}");
                }
            }
        }
    }
}

#[test]
fn numbers_of_clues_that_are_proved_impossible_are_refused_at_once() {
    let check = |geometry: Geometry, design: Design| {
        let mut generator = Generator::new(&geometry, 1);
        generator.designed(0, &design, Limits::none).map(|_| ()).map_err(|error| error.to_string())
    };
    let allowed = |clues| Design::new().with_clues(clues).with_redundancy(Redundancy::Allowed);
    assert_eq!(
        check(Geometry::classic(), allowed(10..=16)),
        Err("expected at least 17 clues for one solution, found 16: fewer are impossible (McGuire, Tugemann and \
             Civario, 2012)"
            .to_owned())
    );
    let side = |side| Geometry::of_side(side).expect("a board");
    assert!(
        check(side(4), allowed(3..=3)).expect_err("3 are too few").starts_with("expected at least 4 clues")
    );
    assert_eq!(check(side(4), allowed(4..=4)), Ok(()));
    // Five digits at least are among the clues of a board of six.
    assert!(
        check(side(6), allowed(4..=4)).expect_err("4 are too few").starts_with("expected at least 5 clues")
    );
    // Rules may decide what clues do not.
    let diagonal = Geometry::classic().with_rules(&["x".parse().expect("a rule")]).expect("a board");
    assert!(Generator::new(&diagonal, 1).check(&allowed(10..=16)).is_ok());
    // Without a cell in the center, cells come in pairs.
    let turned = allowed(21..=21).with_symmetry(Symmetry::HalfTurn);
    assert_eq!(
        check(side(6), turned.clone()),
        Err("expected a number of clues that symmetry rot180 allows on a board of side 6, found 21 to 21"
            .to_owned())
    );
    assert!(Generator::new(&Geometry::classic(), 1).check(&turned).is_ok());
    let pattern = Pattern::parse(&format!("{}{}", "X".repeat(16), ".".repeat(65)), &Geometry::classic());
    let design = Design::new().with_pattern(pattern.expect("a pattern"));
    assert!(check(Geometry::classic(), design).is_err());
}
