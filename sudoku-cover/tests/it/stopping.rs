//! Every long operation asks its limits often enough to end within 0.1 seconds, on the largest boards too.
//!
//! The tests measure CPU time between two questions, so that a busy machine changes nothing.

#[path = "../walks/mod.rs"]
mod walks;

use std::fs;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dlx_core::{Count, Limits, Stopped};
use sudoku_cover::{
    Backdoors, BoardError, Booklet, Candidate, CanonError, Canonizer, Cell, Demand, Design, Digit, Entry,
    Explainer, Generator, Geometry, Grid, Level, Needs, Order, Rating, Redundancy, Rule, SeRating, Solver,
    Symmetry, Technique, WhyNot, Wish, certify, compare, diagnose, minimize,
};
use walks::walks;

/// Greatest time between two questions of an operation: 100 ms in a release. Tests are built with few optimizations and
/// with assertions, in which up to 62 ms were measured, and a busy machine may multiply that. A second without a question
/// is found either way.
const LONGEST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 600 } else { 100 });

/// Time after which an operation is stopped.
const ENOUGH: Duration = Duration::from_millis(300);

/// Returns the CPU time of this thread, or the time of day where the system does not report it.
fn now(begun: Instant) -> Duration {
    let schedule = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedule.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// The questions of a run so far.
struct Watch {
    begun: Instant,
    first: Duration,
    last: Duration,
    longest: Duration,
}

impl Watch {
    fn new() -> Self {
        let begun = Instant::now();
        let first = now(begun);
        Self { begun, first, last: first, longest: Duration::ZERO }
    }

    fn ask(&mut self) -> ControlFlow<()> {
        let now = now(self.begun);
        self.longest = self.longest.max(now - self.last);
        self.last = now;
        if now - self.first < ENOUGH { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Runs an operation, stops it after some time, and checks that it asked its limits often enough.
#[track_caller]
fn check(name: &str, verb: impl FnOnce(&mut Limits<'_>)) {
    let mut watch = Watch::new();
    verb(&mut Limits::none().ask(256, |_| watch.ask()));
    let _ = watch.ask();
    assert!(watch.longest < LONGEST, "{name}: {:?} without a question", watch.longest);
}

/// Like [`check`], for an operation that takes limits for each of its questions.
#[track_caller]
fn check_series(name: &str, verb: impl FnOnce(&mut dyn FnMut() -> Limits<'static>)) {
    let watch: &'static std::sync::Mutex<Watch> = Box::leak(Box::new(std::sync::Mutex::new(Watch::new())));
    let ask = move || watch.lock().expect("no thread panics").ask();
    verb(&mut || Limits::none().ask(256, move |_| ask()));
    let _ = ask();
    let longest = watch.lock().expect("no thread panics").longest;
    assert!(longest < LONGEST, "{name}: {longest:?} without a question");
}

fn plain(side: usize) -> Geometry {
    Geometry::of_side(side).expect("there is such a board")
}

fn blank(board: &Geometry) -> Grid {
    Grid::empty(board.side()).expect("there is such a grid")
}

/// Returns the large plain board, and boards of its size with further rules.
fn large_boards() -> Vec<(&'static str, Geometry)> {
    let killer = (0..25).flat_map(|row| {
        (0..12).map(move |pair| {
            let cells = [Cell::new(row, 2 * pair), Cell::new(row, 2 * pair + 1)];
            format!("killer 26 {} {}", cells[0], cells[1]).parse().expect("it is a rule")
        })
    });
    let killer: Vec<Rule> = killer.collect();
    // Regions are rows except at their ends, so regions and rows share nearly all cells.
    let letters = (0..25).flat_map(|row| {
        let own = char::from(b'A' + row);
        let next = char::from(b'A' + if row % 2 == 0 { (row + 1).min(24) } else { row - 1 });
        std::iter::repeat_n(own, 24).chain([if row == 24 { own } else { next }])
    });
    let regions: String = letters.collect();
    let regions: Rule = format!("regions {regions}").parse().expect("it is a rule");
    let with = |rules: &[Rule]| plain(25).with_rules(rules).expect("the rules fit the board");
    vec![
        ("plain", plain(25)),
        ("x", with(&["x".parse().expect("it is a rule")])),
        ("non-consecutive", with(&["non-consecutive".parse().expect("it is a rule")])),
        ("killer", with(&killer)),
        ("regions", with(&[regions])),
    ]
}

/// Returns a full grid of the plain board of side 25, and puzzles made from it by clearing cells, none of
/// which is known to have one solution.
fn large_puzzles() -> (Grid, Vec<(String, Grid)>) {
    let board = plain(25);
    let mut solver = Solver::new(&board);
    let full = solver.first(&mut Limits::none()).expect("nothing stops it").expect("there is a solution");
    let mut puzzles = vec![("blank".to_owned(), blank(&board))];
    let mut random = 1_u32;
    for kept in [20, 35, 50, 65] {
        let mut puzzle = full.clone();
        for cell in board.cells() {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if (random >> 8) % 100 >= kept {
                puzzle.set(cell, None).expect("the cell is one of the board");
            }
        }
        puzzles.push((format!("{kept} of 100 cells"), puzzle));
    }
    (full, puzzles)
}

#[test]
fn every_technique_ends_in_time_on_the_largest_board() {
    let (full, puzzles) = large_puzzles();
    let board = plain(25);
    for &technique in Technique::ALL {
        let others: Vec<Technique> =
            Technique::ALL.iter().copied().filter(|&other| other != technique).collect();
        let mut explainer = Explainer::new(&board).without(&others);
        for (name, puzzle) in &puzzles {
            // Uniqueness is assumed, so that all techniques are tried.
            explainer.load_with_solution(puzzle, &full).expect("the sides agree");
            check(&format!("{technique} on {name}"), |limits| {
                drop(explainer.find_step(limits).map(Option::<&_>::cloned));
            });
            check(&format!("all steps of {technique} on {name}"), |limits| {
                explainer.steps(&[technique], limits).for_each(drop);
            });
        }
    }
}

#[test]
fn explanations_and_ratings_end_in_time_on_large_boards_of_all_kinds() {
    for (name, board) in large_boards() {
        for order in [Order::Hodoku, Order::Explainer] {
            let mut explainer = Explainer::new(&board).with_order(order);
            explainer.load(&blank(&board)).expect("the sides agree");
            check(
                &format!("explanation on {name}"),
                |limits| {
                    while let Ok(Some(_)) = explainer.next_step(limits) {}
                },
            );
        }
        let mut explainer = Explainer::new(&board);
        explainer.load(&blank(&board)).expect("the sides agree");
        check(&format!("rating on {name}"), |limits| {
            Rating::of(&mut explainer, limits).ok();
        });
    }
}

#[test]
fn techniques_of_variants_end_in_time_on_large_boards_of_all_kinds() {
    let of_variants = |technique: &&Technique| matches!(technique.needs(), Needs::Rules | Needs::Cages);
    for (name, board) in large_boards() {
        for &technique in Technique::ALL.iter().filter(of_variants) {
            let others: Vec<Technique> =
                Technique::ALL.iter().copied().filter(|&other| other != technique).collect();
            let mut explainer = Explainer::new(&board).without(&others);
            explainer.load(&blank(&board)).expect("the sides agree");
            check(
                &format!("{technique} on {name}"),
                |limits| {
                    while let Ok(Some(_)) = explainer.next_step(limits) {}
                },
            );
            check(&format!("all steps of {technique} on {name}"), |limits| {
                explainer.steps(&[technique], limits).for_each(drop);
            });
        }
    }
}

#[test]
fn se_ratings_with_nested_chains_end_in_time() {
    let board = Geometry::classic();
    let hard = "98.7..6..75.4...8...3.8...75...9...3.3...2.6........1.3.....1...9..5...8.....42..";
    for puzzle in [hard.parse().expect("81"), blank(&board)] {
        let mut explainer = Explainer::new(&board);
        explainer.load(&puzzle).expect("the sides agree");
        check("SE rating", |limits| {
            SeRating::of(&explainer, limits).ok();
        });
    }
}

#[test]
fn an_explanation_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let puzzle: Grid = ".....2.....8......6..5.81742....4...4...7......96....5...4...39..58......3..6..87"
        .parse()
        .expect("81");
    let steps = |stop_every: u64| {
        let mut explainer = Explainer::new(&plain(9));
        explainer.load(&puzzle).expect("the sides agree");
        let mut steps = Vec::new();
        loop {
            let mut questions = 0;
            let mut limits = Limits::none().ask(1, |_| {
                questions += 1;
                if questions > stop_every { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            match explainer.next_step(&mut limits) {
                Ok(Some(step)) => steps.push(step.to_string()),
                Ok(None) => return steps,
                // The same step again, with a longer time.
                Err(_) => {
                    let step = explainer.next_step(&mut Limits::none()).expect("nothing stops it");
                    steps.extend(step.map(ToString::to_string));
                }
            }
        }
    };
    let expected = steps(u64::MAX);
    assert!(expected.len() > 50);
    for stop_every in [0, 1, 7] {
        assert_eq!(steps(stop_every), expected, "{stop_every}");
    }
}

#[test]
fn reasons_against_a_candidate_end_in_time() {
    let (_, puzzles) = large_puzzles();
    for (name, board) in large_boards() {
        let mut explainer = Explainer::new(&board);
        explainer.load(&blank(&board)).expect("the sides agree");
        let candidate = Candidate { cell: Cell::new(0, 0), digit: Digit::new(1).expect("it is a digit") };
        check(&format!("why not on {name}"), |limits| drop(WhyNot::of(&explainer, candidate, limits)));
    }
    let board = plain(25);
    for (name, puzzle) in &puzzles {
        let mut explainer = Explainer::new(&board);
        explainer.load(puzzle).expect("the sides agree");
        for cell in board.cells().filter(|&cell| puzzle.get(cell).is_none()).take(3) {
            for digit in board.digits().take(5) {
                check(&format!("why not {cell} {digit} on {name}"), |limits| {
                    drop(WhyNot::of(&explainer, Candidate { cell, digit }, limits));
                });
            }
        }
    }
}

#[test]
fn backdoors_end_in_time() {
    let (full, puzzles) = large_puzzles();
    let mut backdoors = Backdoors::new(&plain(25));
    for (name, puzzle) in &puzzles {
        for most in [1, 3, usize::MAX] {
            check(&format!("backdoor on {name}"), |limits| {
                drop(backdoors.smallest(puzzle, &full, most, limits));
            });
        }
    }
}

#[test]
fn generating_ends_in_time_on_the_largest_board() {
    let board = plain(25);
    for wish in [Wish::Minimal, Wish::Easy, Wish::Several, Wish::Unsolvable, Wish::Clues(300)] {
        check_series(&format!("{wish:?}"), |limits| {
            drop(Generator::new(&board, 1).puzzle(0, wish, || limits().nodes(1000)));
        });
    }
    let design = Design::new().with_symmetry(Symmetry::HalfTurn).with_redundancy(Redundancy::NoClue);
    check_series("a design", |limits| {
        drop(Generator::new(&board, 1).designed(0, &design, || limits().nodes(1000)));
    });
    let (puzzle, solution) = (large_puzzles().1.remove(3).1, large_puzzles().0);
    let made =
        sudoku_cover::Generated { puzzle, solution, undecided: 0, rules: Vec::new(), asymmetric: Vec::new() };
    check("a demand", |limits| {
        Demand::new().with_level(Level::Extreme).rate(&mut Explainer::new(&board), &made, limits).ok();
    });
}

#[test]
fn diagnosis_and_leaving_out_clues_end_in_time_whatever_the_number_of_questions() {
    let (full, puzzles) = large_puzzles();
    let board = plain(25);
    let mut solver = Solver::new(&board);
    let mut wrong = full.clone();
    let cell = Cell::new(0, 0);
    let other = board.digits().find(|&digit| full.get(cell) != Some(digit));
    wrong.set(cell, other).expect("the cell is one of the board");
    for (name, puzzle) in puzzles.iter().chain([&("full".to_owned(), full), &("wrong".to_owned(), wrong)]) {
        check_series(&format!("diagnosis of {name}"), |limits| {
            drop(diagnose::diagnose(&mut solver, puzzle, 1000, limits));
        });
        check_series(&format!("minimizing {name}"), |limits| {
            drop(minimize::minimized(&mut solver, puzzle, 0, &mut *limits));
        });
        check_series(&format!("redundant givens of {name}"), |limits| {
            drop(minimize::redundant(&mut solver, puzzle, &mut *limits));
        });
    }
}

#[test]
fn diagnosis_of_a_blank_board_of_side_16_ends_in_time() {
    let board = plain(16);
    check_series("diagnosis", |limits| {
        drop(diagnose::diagnose(&mut Solver::new(&board), &blank(&board), 1000, limits));
    });
}

#[test]
fn canonical_forms_end_in_time() {
    for board in [Geometry::boxes(3, 4), Geometry::boxes(1, 8), Geometry::of_side(9)] {
        let board = board.expect("there is such a board");
        let mut canonizer = Canonizer::new(&board).expect("its forms are found");
        let mut solver = Solver::new(&board);
        let full = solver.first(&mut Limits::none()).expect("nothing stops it").expect("there is a solution");
        let one = {
            let mut grid = blank(&board);
            grid.set(Cell::new(0, 0), Digit::new(1)).expect("the cell is one of the board");
            grid
        };
        for grid in [blank(&board), one, full] {
            check(&format!("canonical form of side {}", board.side()), |limits| {
                let form = canonizer.canonical(&grid, limits);
                assert!(matches!(form, Ok(_) | Err(CanonError::Stopped(Stopped::Asked))));
            });
            check(&format!("automorphisms of side {}", board.side()), |limits| {
                let maps = canonizer.automorphisms(&grid, limits);
                assert!(matches!(maps, Ok(_) | Err(CanonError::Stopped(Stopped::Asked))));
            });
        }
    }
}

#[test]
fn proofs_of_steps_end_in_time() {
    let (full, puzzles) = large_puzzles();
    let board = plain(25);
    let mut solver = Solver::new(&board);
    for (name, puzzle) in &puzzles {
        let mut explainer = Explainer::new(&board);
        explainer.load_with_solution(puzzle, &full).expect("the sides agree");
        let mut limits = Limits::none().nodes(u64::MAX).ask(1 << 14, |_| ControlFlow::Break(()));
        let step = explainer.next_step(&mut limits).ok().flatten().cloned();
        if let Some(step) = step {
            check(&format!("proof of {step} on {name}"), |limits| {
                certify::is_proved(&mut solver, puzzle, &step, limits).ok();
            });
        }
    }
}

#[test]
fn lists_are_compared_in_time() {
    let grids = vec![large_puzzles().0; 20_000];
    let puzzles: Vec<_> = grids.iter().map(|grid| compare::Compared::new(grid.clone(), &[])).collect();
    check("comparison", |limits| drop(compare::compare(&puzzles, &puzzles, limits)));
}

#[test]
fn booklets_of_many_pages_are_drawn_in_time() {
    let (full, _) = large_puzzles();
    let entry = Entry::new(&plain(25), &full).expect("the sides agree").with_solution(&full).expect("so too");
    let booklet = Booklet::new("large", vec![entry; 2000]);
    check("HTML", |limits| drop(booklet.to_html(limits)));
    check("SVG", |limits| drop(booklet.svg_pages(limits)));
    let booklet = booklet.with_per_page(1000);
    check("SVG of large pages", |limits| drop(booklet.svg_pages(limits)));
}

#[test]
fn cages_with_very_many_sets_of_digits_are_refused_altogether() {
    let cage = |row: u8, first: u8| {
        let cells: Vec<String> =
            (first..first + 6).map(|column| Cell::new(row, column).to_string()).collect();
        format!("killer 78 {}", cells.join(" ")).parse::<Rule>().expect("it is a rule")
    };
    let cages: Vec<Rule> = (0..25).flat_map(|row| [0, 6, 12, 18].map(|first| cage(row, first))).collect();
    assert!(plain(25).with_rules(&cages[..4]).is_ok());
    let refused = plain(25).with_rules(&cages).expect_err("there are hundreds of thousands");
    assert!(refused.to_string().contains("sets of digits"), "{refused}");
}

/// Boards whose rules have many combinations of digits: kinds of lines, their cells, their number and the side.
const RULED: &[(&str, usize, usize, usize)] = &[
    ("renban", 20, 100, 25),
    ("renban", 20, 4, 25),
    ("equality", 24, 100, 25),
    ("equality", 14, 4, 25),
    ("counting-circles", 25, 100, 25),
    ("double-arrow", 25, 100, 25),
    ("double-arrow", 8, 30, 25),
    ("whisper 5", 25, 100, 25),
    ("different", 20, 500, 25),
    ("equality", 8, 1000, 9),
];

#[test]
fn building_the_rules_of_a_board_ends_in_time() {
    for &(kind, cells, lines, side) in RULED {
        let name = format!("{lines} {kind} of {cells} on side {side}");
        let rules = walks(kind, cells, lines, side);
        let built = |limits: &mut Limits<'_>| plain(side).with_rules_within(&rules, limits);
        check(&format!("building {name}"), |limits| drop(built(limits)));
        let Ok(board) = built(&mut Limits::none()) else { continue };
        check(&format!("solving {name}"), |limits| drop(Solver::new(&board).uniqueness(limits)));
        check(&format!("listing {name}"), |limits| drop(Solver::new(&board).next_solution(limits)));
    }
}

#[test]
fn a_limit_that_is_reached_while_a_board_is_built_ends_the_building() {
    let rules = walks("equality", 14, 4, 25);
    let mut stopped = Limits::none().ask(1000, |_| ControlFlow::Break(()));
    assert_eq!(plain(25).with_rules_within(&rules, &mut stopped), Err(BoardError::Stopped(Stopped::Asked)));
    let board = plain(25).with_rules(&rules).expect("the board can have the rules");
    let mut solver = Solver::new(&board);
    assert_eq!(solver.count(&mut stopped), Count::AtLeast(0, Stopped::Asked));
    assert_eq!(solver.next_solution(&mut stopped), Err(Stopped::Asked));
    assert!(!solver.matrix().is_built());
}

/// Counts questions: the many pairs that whispers forbid are items of the matrix, but not all of its work.
#[test]
fn the_matrix_of_a_board_asks_while_it_is_built() {
    let board = plain(25).with_rules(&walks("whisper 5", 25, 100, 25)).expect("the board can have the rules");
    let solver = Solver::new(&board);
    let mut asked = 0;
    let mut limits = Limits::none().ask(1 << 14, |_| {
        asked += 1;
        ControlFlow::Continue(())
    });
    solver.matrix().build(&mut limits).expect("nothing stops it");
    drop(limits);
    // Each item and each option is a few steps.
    let problem = solver.matrix().problem();
    let steps = 8 * (problem.item_count() + problem.option_count());
    assert!(asked > steps >> 15, "{asked} questions in {steps} steps");
}

#[test]
fn a_matrix_that_exceeds_the_limit_of_memory_is_not_built() {
    let board = plain(25).with_rules(&walks("equality", 14, 4, 25)).expect("the board can have the rules");
    let mut solver = Solver::new(&board);
    let limits = || Limits::none().bytes(1 << 14);
    assert_eq!(solver.first(&mut limits()), Err(Stopped::Memory));
    assert_eq!(solver.next_solution(&mut limits()), Err(Stopped::Memory));
    assert_eq!(solver.nodes(&mut limits()), Err(Stopped::Memory));
    assert!(solver.completions(&mut limits()).is_err());
    assert!(!solver.matrix().is_built());
}

#[test]
fn rules_with_too_many_combinations_together_are_refused_by_name() {
    let rules = walks("equality", 24, 100, 25);
    let error = plain(25).with_rules_within(&rules, &mut Limits::none()).expect_err("they are too many");
    let BoardError::Rule { number, .. } = error else { panic!("{error}") };
    assert!((1..20).contains(&number), "{number}");
    let said = error.to_string();
    let beginning: String = rules[number].to_string().chars().take(24).collect();
    assert_eq!(
        said,
        format!(
            "expected rules with at most 600000 combinations of digits altogether, found more with `{beginning}`"
        )
    );
    // Each of them alone is a board, and so are rules of pairs of any number.
    assert!(plain(25).with_rules(&rules[number..=number]).is_ok());
    assert!(plain(25).with_rules(&walks("whisper 5", 25, 100, 25)).is_ok());
}
