//! Solving published puzzles: every solution is checked against the rules by code that does not use exact
//! cover.

use std::fs::File;
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use dlx_core::{BigUint, Count, Limits, Stopped, Uniqueness, check};
use sudoku_cover::{Cell, Contradicting, Digit, Geometry, Grid, Pencilmarks, Reader, Rule, Solver, Variant};

fn puzzles(name: &str) -> Vec<Grid> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../testdata/sudoku", name].iter().collect();
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let grids: Vec<Grid> =
        Reader::new(BufReader::new(file)).map(|record| record.expect("the record is good").grid).collect();
    assert!(!grids.is_empty(), "{name} has no puzzles");
    grids
}

/// Asserts that the solution is full, has no contradictions, and contains every given.
#[track_caller]
fn assert_solves(solution: &Grid, puzzle: &Grid, geometry: &Geometry) {
    assert!(solution.is_full());
    assert_eq!(solution.contradictions(geometry).expect("the sizes agree"), []);
    for clue in puzzle.clues() {
        assert_eq!(solution.get(clue.cell), Some(clue.digit), "the clue {clue} is gone");
    }
}

#[test]
fn unique_puzzles_have_their_one_solution() {
    let geometry = Geometry::classic();
    let mut solver = Solver::new(&geometry);
    for puzzle in puzzles("seeds.txt").into_iter().chain(puzzles("easy.txt")) {
        solver.load(&puzzle).expect("the clues do not contradict one another");
        let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else {
            panic!("{} has not just one solution", puzzle.to_line())
        };
        assert_solves(&solution, &puzzle, &geometry);
        assert_eq!(solver.count(&mut Limits::none()), Count::Exact(1));
        assert_eq!(solver.first(&mut Limits::none()), Ok(Some(solution)));
    }
}

#[test]
fn looking_ahead_changes_no_answer() {
    let lists = ["seeds.txt", "easy.txt", "minimal.txt", "several.txt", "unsolvable.txt"];
    let mut list: Vec<Grid> = lists.into_iter().flat_map(puzzles).collect();
    let clashing = format!("{}11", ".".repeat(79));
    list.extend([clashing.parse().expect("it is a grid"), Grid::empty(9).expect("9 is a side")]);
    let geometry = Geometry::classic();
    let mut plain = Solver::new(&geometry);
    plain.prepare();
    let mut ahead = Solver::new(&geometry);
    ahead.prepare_when_needed();
    let (mut without_search, mut with_branches) = (0, 0);
    for (part, most) in list.chunks(100).zip([0, 1, 2, 3].into_iter().cycle()) {
        ahead.look_ahead(part);
        // Those left out do not matter.
        for puzzle in part.iter().filter(|puzzle| puzzle.clue_count() != 30) {
            let answers = [&mut plain, &mut ahead].map(|solver| {
                let loaded = solver.load(puzzle);
                let mut limits = Limits::none().solutions(2);
                let mut answer = solver.find_up_to(most, &mut limits);
                let count = answer.count();
                // Of several solutions, two may be others.
                let mut line = Vec::new();
                if count.at_least() < 2 {
                    answer.append_solution(&mut line);
                }
                let effort = answer.effort();
                let uniqueness = match solver.uniqueness(&mut Limits::none()) {
                    Uniqueness::Several(first, second) => {
                        assert_ne!(first, second);
                        // A puzzle that was not loaded leaves the empty grid.
                        let empty = Grid::empty(9).expect("9 is a side");
                        let puzzle = if loaded.is_ok() { puzzle } else { &empty };
                        [first, second].iter().for_each(|found| assert_solves(found, puzzle, &geometry));
                        None
                    }
                    other => Some(other),
                };
                let left = limits.solutions_left();
                ((loaded, count, line, left, uniqueness, solver.matrix_nodes()), effort)
            });
            let [(one, _), (other, effort)] = answers;
            assert_eq!(one, other, "{}", puzzle.to_line());
            without_search += u64::from(effort.counters.updates == 0 && most > 0);
            with_branches += u64::from(effort.method == "singles search");
        }
    }
    assert!(without_search > 500, "most easy puzzles need no search: {without_search}");
    assert!(with_branches > 20, "others are searched ahead: {with_branches}");
}

#[test]
fn several_solutions_come_with_two_that_differ() {
    let geometry = Geometry::classic();
    let mut solver = Solver::new(&geometry);
    for puzzle in puzzles("several.txt") {
        solver.load(&puzzle).expect("the clues do not contradict one another");
        let Uniqueness::Several(first, second) = solver.uniqueness(&mut Limits::none()) else {
            panic!("{} has not several solutions", puzzle.to_line())
        };
        assert_ne!(first, second);
        assert_solves(&first, &puzzle, &geometry);
        assert_solves(&second, &puzzle, &geometry);
    }
}

#[test]
fn unsolvable_puzzles_have_none() {
    let mut solver = Solver::new(&Geometry::classic());
    for puzzle in puzzles("unsolvable.txt") {
        solver.load(&puzzle).expect("the clues do not contradict one another");
        assert_eq!(solver.uniqueness(&mut Limits::none()), Uniqueness::None);
    }
}

#[test]
fn all_solutions_are_listed_once_and_are_covers() {
    let geometry = Geometry::classic();
    let mut solver = Solver::new(&geometry);
    for (puzzle, expected) in puzzles("several.txt").into_iter().zip([10, 64]) {
        solver.load(&puzzle).expect("the clues do not contradict one another");
        let solutions: Vec<Grid> = solver.solutions().collect();
        assert_eq!(solutions.len(), expected);
        for (index, solution) in solutions.iter().enumerate() {
            assert_solves(solution, &puzzle, &geometry);
            assert!(!solutions[..index].contains(solution), "a solution comes twice");
            let cover: Vec<_> = solution.clues().map(|clue| solver.matrix().option(clue)).collect();
            assert_eq!(check(solver.matrix().problem(), &cover), Ok(()));
        }
    }
}

#[test]
fn empty_boards_of_small_sizes_have_the_published_numbers_of_grids() {
    // 4x4: 288 Sudoku grids (OEIS A107739). 5x5 with rows for boxes: 161280 Latin squares (OEIS A002860).
    for (side, expected) in [(1, 1), (2, 2), (3, 12), (4, 288), (5, 161_280)] {
        let mut solver = Solver::new(&Geometry::of_side(side).expect("there is a board of this side"));
        assert_eq!(solver.count(&mut Limits::none()), Count::Exact(expected), "side {side}");
    }
}

#[test]
fn the_figures_of_pre_selection_are_reproduced() {
    // 4 nodes for each option, 324 headers, 1 root; the givens count as options.
    let mut solver = Solver::new(&Geometry::classic());
    for (line, options, nodes) in [
        ("800000000003600000070090200050007000000045700000100030001000068008500010090000400", 275, 1425),
        ("800000000003600000070090200050007000000040700000100530001000068008500010090000400", 276, 1429),
    ] {
        let puzzle: Grid = line.parse().expect("the line is a puzzle");
        solver.load(&puzzle).expect("the clues do not contradict one another");
        let size = solver.size(&mut Limits::none());
        assert_eq!((size.given_options + size.live_options, size.matrix_nodes), (options, nodes));
    }
}

#[test]
fn the_nodes_of_a_matrix_are_told_without_a_search() {
    for (name, geometry) in [("6x6.txt", Geometry::of_side(6)), ("12x12.txt", Geometry::of_side(12))] {
        let mut solver = Solver::new(&geometry.expect("the side is one of 1 to 25"));
        for puzzle in puzzles(name).iter().take(20) {
            solver.load(puzzle).expect("the clues do not contradict one another");
            assert_eq!(
                solver.matrix_nodes(),
                solver.size(&mut Limits::none()).matrix_nodes,
                "{}",
                puzzle.to_line()
            );
        }
    }
}

#[test]
fn contradicting_clues_leave_the_solver_usable() {
    let mut solver = Solver::new(&Geometry::classic());
    let bad: Grid = format!("5.....5..{}", ".".repeat(72)).parse().expect("the line is a puzzle");
    let Err(Contradicting::Clues(list)) = solver.load(&bad) else {
        panic!("the clues contradict one another")
    };
    assert_eq!(list.len(), 1);
    assert_eq!(list[0].to_string(), "5 twice in row 1: r1c1 and r1c7");
    let four = Grid::empty(4).expect("there is a grid of this side");
    assert!(matches!(solver.load(&four), Err(Contradicting::Grid(_))));
    let good = &puzzles("seeds.txt")[0];
    solver.load(good).expect("the clues do not contradict one another");
    assert_eq!(solver.count(&mut Limits::none()), Count::Exact(1));
}

#[test]
fn a_full_grid_is_its_own_solution() {
    let geometry = Geometry::of_side(6).expect("there is a board of this side");
    let mut solver = Solver::new(&geometry);
    let full = solver.first(&mut Limits::none()).expect("nothing stops it").expect("there are solutions");
    solver.load(&full).expect("a solution does not contradict itself");
    assert_eq!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(full));
}

#[test]
fn a_stopped_search_is_unknown_and_goes_on() {
    let mut solver = Solver::new(&Geometry::classic());
    let puzzle = &puzzles("seeds.txt")[7];
    solver.load(puzzle).expect("the clues do not contradict one another");
    assert_eq!(
        solver.uniqueness(&mut Limits::none().nodes(1)),
        Uniqueness::Unknown { found: None, why: Stopped::Nodes }
    );
    let found = std::iter::repeat_with(|| solver.next_solution(&mut Limits::none().nodes(5)));
    let found = found.take(100_000).find_map(Result::ok).expect("the search ends");
    assert_solves(&found.expect("there is a solution"), puzzle, &Geometry::classic());
}

#[test]
fn candidates_that_a_puzzle_allows_are_honoured_as_its_clues_are() {
    let reader = |text: &'static str| Reader::new(text.as_bytes());
    let geometry = Geometry::of_side(4).unwrap();
    let mut solver = Solver::new(&geometry);
    // There are no givens; the candidates of the cells leave one of the 288 grids.
    let text = "1 234 234 234\n234 12 1234 1234\n234 1234 1234 1234\n234 1234 1234 1234\n";
    let record = reader(text).next().unwrap().unwrap();
    let allowed = record.allowed().unwrap();
    solver.load_allowed(&record.grid, allowed).unwrap();
    let count = solver.count(&mut Limits::none());
    let listed: Vec<Grid> = solver.solutions().collect();
    let threads = NonZeroUsize::MIN;
    let counted = solver.count_all(threads, &mut Limits::none()).unwrap();
    let fits = |grid: &Grid| grid.clues().all(|clue| allowed.get(clue.cell).contains(clue.digit));
    let mut blank = Solver::new(&geometry);
    blank.load(&Grid::empty(4).unwrap()).unwrap();
    let expected = blank.solutions().filter(fits).count();
    assert_eq!((count, listed.len()), (Count::Exact(expected as u64), expected));
    assert_eq!(counted.count, Count::Exact(BigUint::from(expected)));
    assert!(listed.iter().all(fits));
    assert!(matches!(solver.uniqueness(&mut Limits::none()), Uniqueness::Several(first, _) if fits(&first)));
    // The allowed candidates do not apply to the next puzzle.
    solver.load(&Grid::empty(4).unwrap()).unwrap();
    assert_eq!(solver.count(&mut Limits::none()), Count::Exact(288));
}

#[test]
fn a_cell_without_candidates_is_named() {
    let mut allowed = Pencilmarks::full(4).unwrap();
    let grid: Grid = "1...............".parse().unwrap();
    allowed.set(Cell::new(1, 1), Digit::new(1).into_iter().collect()).unwrap();
    let mut solver = Solver::new(&Geometry::of_side(4).unwrap());
    let error = solver.load_allowed(&grid, &allowed).unwrap_err();
    assert_eq!(error.to_string(), "no candidate left for r2c2");
    assert!(solver.load_allowed(&grid, &Pencilmarks::full(9).unwrap()).is_err());
}

#[test]
fn a_count_by_boxes_is_that_of_the_matrix() {
    let threads = NonZeroUsize::new(2).unwrap();
    let others = [None, Some(Variant::AntiKing), Some(Variant::Diagonal)];
    let boards = [(2, 2, 0), (2, 3, 0), (3, 2, 0), (3, 2, 4), (2, 4, 12), (3, 3, 9), (3, 3, 14)];
    let mut seed = 1_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let (mut counted, mut most) = (0, BigUint::ZERO);
    for ((height, width, clues), other) in
        boards.into_iter().flat_map(|board| others.map(|other| (board, other)))
    {
        let board = Geometry::boxes(height, width).unwrap();
        let rules: Vec<Rule> =
            [Some(Variant::NonConsecutive), other].into_iter().flatten().map(Rule::Variant).collect();
        let board = board.with_rules(&rules).unwrap();
        let side = board.side();
        let mut solver = Solver::new(&board);
        solver.load(&Grid::empty(side).unwrap()).unwrap();
        let Ok(Some(solution)) = solver.first(&mut Limits::none().nodes(200_000)) else { continue };
        for _ in 0..4 {
            let mut puzzle = Grid::empty(side).unwrap();
            for _ in 0..clues {
                let cell = board.cell(random(side * side)).unwrap();
                puzzle.set(cell, solution.get(cell)).unwrap();
            }
            solver.load(&puzzle).unwrap();
            let by_matrix = solver.count_all(threads, &mut Limits::none().nodes(u64::MAX - 1)).unwrap();
            assert_eq!(by_matrix.by_boxes, None);
            let by_boxes = solver.count_all(threads, &mut Limits::none()).unwrap();
            assert_eq!(by_boxes.count, by_matrix.count, "{rules:?} {puzzle:?}");
            // A box of 2 rows without givens can have too many fillings.
            if by_boxes.by_boxes.is_some() {
                counted += 1;
                most = most.max(by_boxes.count.at_least());
            }
        }
    }
    assert!(counted > 25, "{counted} puzzles are counted by boxes");
    assert!(most > 20_u32.into(), "a puzzle has many solutions");
}

#[test]
fn a_count_by_boxes_stops_at_limits() {
    let board = Geometry::classic().with_rules(&[Rule::Variant(Variant::NonConsecutive)]).unwrap();
    let solver = Solver::new(&board);
    for threads in [1, 2].map(|threads| NonZeroUsize::new(threads).unwrap()) {
        let counted = solver.count_all(threads, &mut Limits::none().solutions(1000)).unwrap();
        assert_eq!(counted.count, Count::AtLeast(1000_u32.into(), Stopped::Solutions));
        let mut fraction = 0.0;
        let mut limits = Limits::none().ask(256, |progress| {
            fraction = progress.fraction();
            if fraction > 0.01 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let counted = solver.count_all(threads, &mut limits).unwrap();
        drop(limits);
        let Count::AtLeast(found, Stopped::Asked) = counted.count else { panic!("the count has ended") };
        assert!(found > BigUint::ZERO && found < 5_287_048_u32.into() && fraction < 0.5);
    }
}

#[test]
fn large_boards_with_diagonals_are_searched_on_the_board() {
    for (side, expected) in [(9, "prepared search"), (16, "board search")] {
        let geometry = Geometry::of_side(side).unwrap().with_rules(&["x".parse().unwrap()]).unwrap();
        let mut solver = Solver::new(&geometry);
        let mut answer = solver.find_up_to(2, &mut Limits::none());
        assert_eq!(answer.effort().method, expected);
        let grids = [0, 1].map(|number| answer.solution(number).unwrap());
        assert!(grids[0] != grids[1]);
        for grid in grids {
            assert!(grid.is_full() && grid.contradictions(&geometry).unwrap().is_empty());
        }
    }
}
