//! Diagnoses are correct, compared with a naive examination of every change; minimal puzzles and backdoors
//! too.

use std::ops::ControlFlow;

use dlx_core::{Count, Limits, Stopped};
use sudoku_cover::{
    Backdoor, Backdoors, Candidate, Cell, Diagnosis, Digit, Generator, Geometry, Grid, MinimizeError,
    Redundant, Repair, Rule, RuleRepair, Solver, Wish, diagnose, minimize,
};

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn grid(text: &str) -> Grid {
    text.parse().expect("it is a grid")
}

/// Returns the number of solutions, at most `most`.
fn count(solver: &mut Solver, puzzle: &Grid, most: u64) -> u64 {
    match solver.load(puzzle) {
        Ok(()) => solver.count_up_to(most, &mut Limits::none()).at_least(),
        Err(_) => 0,
    }
}

fn with(puzzle: &Grid, candidate: Candidate, digit: Option<Digit>) -> Grid {
    let mut other = puzzle.clone();
    other.set(candidate.cell, digit).expect("the cell and the digit are of the grid");
    other
}

#[test]
fn a_conflict_has_a_minimal_core_and_all_changes_of_one_clue_that_repair_it() {
    for side in [4, 6, 9] {
        let geometry = Geometry::of_side(side).expect("there is such a board");
        let (mut solver, mut generator) = (Solver::new(&geometry), Generator::new(&geometry, 3));
        for number in 0..6 {
            let made = generator.puzzle(number, Wish::Unsolvable, Limits::none).expect("nothing stops it");
            let found = diagnose::diagnose(&mut solver, &made.puzzle, 10, Limits::none);
            let Ok(Diagnosis::None(conflict)) = found else { panic!("it has no solution") };
            let mut core = Grid::empty(side).expect("there is such a grid");
            for clue in &conflict.core {
                core = with(&core, *clue, Some(clue.digit));
            }
            assert_eq!(count(&mut solver, &core, 1), 0);
            for clue in &conflict.core {
                assert_eq!(count(&mut solver, &with(&core, *clue, None), 1), 1);
            }
            let mut expected = Vec::new();
            for clue in made.puzzle.clues() {
                let others = geometry.digits().filter(|&digit| digit != clue.digit).map(Some);
                let changes = [None].into_iter().chain(others);
                let repairs = changes.map(|digit| Repair { clue, digit });
                expected
                    .extend(repairs.filter(|repair| {
                        count(&mut solver, &with(&made.puzzle, clue, repair.digit), 2) == 1
                    }));
            }
            assert_eq!(conflict.repairs, expected);
            assert_eq!(conflict.undecided, 0);
        }
    }
}

#[test]
fn a_core_is_called_minimal_only_if_every_question_was_decided() {
    let geometry = Geometry::classic();
    let (mut solver, mut generator) = (Solver::new(&geometry), Generator::new(&geometry, 3));
    let made = generator.puzzle(0, Wish::Unsolvable, Limits::none).expect("nothing stops it");
    for (nodes, is_minimal) in [(u64::MAX, true), (0, false)] {
        let mut questions = 0;
        let limits = || {
            questions += 1;
            // The first question must be decided.
            if questions == 1 { Limits::none() } else { Limits::none().nodes(nodes) }
        };
        let found = diagnose::diagnose(&mut solver, &made.puzzle, 10, limits);
        let Ok(Diagnosis::None(conflict)) = found else { panic!("it has no solution") };
        assert_eq!(conflict.undecided == 0, is_minimal);
        let expected = if is_minimal { "no solution: minimal set of " } else { "no solution: " };
        let expected = format!("{expected}{} contradicting clues: ", conflict.core.len());
        assert!(conflict.to_string().starts_with(&expected), "{conflict}");
    }
}

#[test]
fn a_digit_twice_in_a_house_is_the_core() {
    let geometry = Geometry::classic();
    let mut solver = Solver::new(&geometry);
    let wrong = grid(&CLASSIC.replacen("53", "55", 1));
    let Ok(Diagnosis::None(conflict)) = diagnose::diagnose(&mut solver, &wrong, 10, Limits::none) else {
        panic!("it has no solution")
    };
    let core: Vec<String> = conflict.core.iter().map(ToString::to_string).collect();
    assert_eq!(core, ["r1c1=5", "r1c2=5"]);
    assert_eq!(conflict.contradiction.expect("it is one").to_string(), "5 twice in row 1: r1c1 and r1c2");
    let digits: Vec<Option<u8>> =
        conflict.repairs.iter().map(|repair| repair.digit.map(Digit::value)).collect();
    assert!(digits.contains(&Some(3)), "{digits:?}");
}

#[test]
fn an_ambiguity_has_the_number_the_cells_and_all_single_clues() {
    for side in [4, 6, 9] {
        let geometry = Geometry::of_side(side).expect("there is such a board");
        let (mut solver, mut generator) = (Solver::new(&geometry), Generator::new(&geometry, 3));
        for number in 0..6 {
            let puzzle =
                generator.puzzle(number, Wish::Several, Limits::none).expect("nothing stops it").puzzle;
            let Ok(Diagnosis::Several(found)) =
                diagnose::diagnose(&mut solver, &puzzle, 100_000, Limits::none)
            else {
                panic!("it has several solutions")
            };
            solver.load(&puzzle).expect("the clues do not contradict one another");
            let all: Vec<Grid> = solver.solutions().collect();
            assert_eq!(found.count, Count::Exact(all.len() as u64));
            for cell in geometry.cells() {
                for digit in geometry.digits() {
                    let times = all.iter().filter(|grid| grid.get(cell) == Some(digit)).count();
                    assert_eq!(found.candidates.get(cell).contains(digit), times > 0);
                    let clue = Candidate { cell, digit };
                    assert_eq!(found.single.contains(&clue), times == 1, "{clue}");
                }
                assert_eq!(found.differing.contains(&cell), found.candidates.get(cell).count() > 1);
            }
            let mut more = puzzle.clone();
            for clue in if found.single.is_empty() { &found.several } else { &found.single[..1] } {
                more = with(&more, *clue, Some(clue.digit));
            }
            assert_eq!(count(&mut solver, &more, 2), 1);
        }
    }
}

#[test]
fn several_clues_are_found_where_one_is_not_enough() {
    let geometry = Geometry::of_side(4).expect("there is such a board");
    let mut solver = Solver::new(&geometry);
    let blank = Grid::empty(4).expect("there is such a grid");
    let Ok(Diagnosis::Several(found)) = diagnose::diagnose(&mut solver, &blank, 1000, Limits::none) else {
        panic!("it has several solutions")
    };
    assert_eq!((found.count, found.differing.len()), (Count::Exact(288), 16));
    // If two digits occurred nowhere, they could be exchanged, so a single given is not enough.
    assert!(found.single.is_empty() && (3..=6).contains(&found.several.len()), "{:?}", found.several);
    let Ok(Diagnosis::Several(found)) = diagnose::diagnose(&mut solver, &blank, 100, Limits::none) else {
        panic!("it has several solutions")
    };
    assert_eq!(found.count, Count::AtLeast(100, Stopped::Solutions));
}

#[test]
fn a_proper_puzzle_is_said_to_be_so_and_a_question_stops_all() {
    let mut solver = Solver::new(&Geometry::classic());
    let puzzle = grid(CLASSIC);
    assert!(matches!(diagnose::diagnose(&mut solver, &puzzle, 10, Limits::none), Ok(Diagnosis::Unique(_))));
    let blank = Grid::empty(9).expect("there is such a grid");
    let stop = || Limits::none().ask(1, |_| ControlFlow::Break(()));
    assert_eq!(diagnose::diagnose(&mut solver, &blank, 10, stop), Err(Stopped::Asked));
}

#[test]
fn a_minimized_puzzle_has_no_redundant_clue_and_the_same_solution() {
    let mut solver = Solver::new(&Geometry::classic());
    let puzzle = grid(CLASSIC);
    let mut lines = Vec::new();
    for seed in 0..5 {
        let less = minimize::minimized(&mut solver, &puzzle, seed, Limits::none).expect("nothing stops it");
        assert!(less.puzzle.clues().all(|clue| puzzle.get(clue.cell) == Some(clue.digit)));
        assert_eq!(less.taken_out.len() + less.puzzle.clue_count(), puzzle.clue_count());
        assert_eq!(count(&mut solver, &less.puzzle, 2), 1);
        let redundant = minimize::redundant(&mut solver, &less.puzzle, Limits::none);
        assert_eq!(redundant, Ok(Redundant::default()));
        lines.push(less.puzzle.to_line().to_string());
    }
    lines.dedup();
    assert!(lines.len() > 1, "seeds make a difference");
    let redundant = minimize::redundant(&mut solver, &puzzle, Limits::none).expect("nothing stops it");
    for clue in puzzle.clues() {
        let is_unique = count(&mut solver, &with(&puzzle, clue, None), 2) == 1;
        assert_eq!(redundant.givens.contains(&clue), is_unique, "{clue}");
    }
    let blank = Grid::empty(9).expect("there is such a grid");
    assert_eq!(minimize::redundant(&mut solver, &blank, Limits::none), Err(MinimizeError::Several));
}

#[test]
fn a_rule_is_redundant_if_the_puzzle_has_one_solution_without_it() {
    let rules =
        ["x", "killer 5 r1c1 r1c2", "thermo r2c1 r3c1", "anti-knight", "white r4c3 r4c4", "strict-white"];
    let rules = rules.map(|rule| rule.parse::<Rule>().expect("a rule"));
    let mut kinds = [0; 2];
    for number in 1..1 << rules.len() {
        let some: Vec<Rule> = (0..rules.len())
            .filter(|place| number >> place & 1 == 1)
            .map(|place| rules[place].clone())
            .collect();
        let board = |rules: &[Rule]| {
            Geometry::of_side(4)
                .expect("4 is a side")
                .with_rules(rules)
                .expect("the board can have these rules")
        };
        let mut solver = Solver::new(&board(&some));
        let Some(full) = solver.first(&mut Limits::none()).expect("there is no limit") else { continue };
        // A puzzle that needs something, as long as there is one.
        let Ok(less) = minimize::minimized(&mut solver, &full, number, Limits::none) else { continue };
        let found = minimize::redundant(&mut solver, &less.puzzle, Limits::none).expect("nothing stops it");
        assert!(found.givens.is_empty() && found.undecided_rules.is_empty());
        let is_strict = some.contains(&rules[5]);
        for (place, rule) in some.iter().enumerate().filter(|(_, rule)| !is_strict || **rule != rules[4]) {
            let others = [&some[..place], &some[place + 1..]].concat();
            let is_redundant = count(&mut Solver::new(&board(&others)), &less.puzzle, 2) == 1;
            assert_eq!(found.rules.contains(rule), is_redundant, "{rule} of {some:?}");
            kinds[usize::from(is_redundant)] += 1;
        }
        assert!(!is_strict || !found.rules.contains(&rules[4]));
    }
    assert!(kinds.iter().all(|&kind| kind > 5), "{kinds:?}");
}

/// Returns true if naked and hidden singles fill the grid.
fn singles_solve(geometry: &Geometry, puzzle: &Grid) -> bool {
    let mut grid = puzzle.clone();
    loop {
        let can = |grid: &Grid, Candidate { cell, digit }| {
            grid.get(cell).is_none()
                && !geometry.peers(cell).iter().any(|&peer| grid.get(peer) == Some(digit))
        };
        let mut filled = None;
        for cell in geometry.cells() {
            let mut digits = geometry.digits().filter(|&digit| can(&grid, Candidate { cell, digit }));
            if let (Some(digit), None) = (digits.next(), digits.next()) {
                filled = Some(Candidate { cell, digit });
            }
        }
        for house in geometry.houses() {
            for digit in geometry.digits() {
                let places = house.cells().iter().map(|&cell| Candidate { cell, digit });
                let places: Vec<Candidate> = places.filter(|&place| can(&grid, place)).collect();
                if let [place] = places[..] {
                    filled = Some(place);
                }
            }
        }
        let Some(Candidate { cell, digit }) = filled else { return grid.is_full() };
        grid.set(cell, Some(digit)).expect("the cell and the digit are of the board");
    }
}

#[test]
fn the_smallest_backdoor_is_one_and_no_smaller_set_is() {
    let geometry = Geometry::classic();
    let mut backdoors = Backdoors::new(&geometry);
    let mut generator = Generator::new(&geometry, 2);
    let mut sizes = [0; 3];
    // The last is "Easter Monster" (jpf, 2007).
    let easter = grid("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1");
    let mut solver = Solver::new(&geometry);
    solver.load(&easter).expect("the clues do not contradict one another");
    let solution = solver.first(&mut Limits::none()).expect("nothing stops it").expect("there is one");
    let made = (0..12).map(|number| {
        let made = generator.puzzle(number, Wish::Minimal, Limits::none).expect("nothing stops it");
        (made.puzzle, made.solution)
    });
    for (puzzle, solution) in made.chain([(easter.clone(), solution)]) {
        let told = |cells: &[Candidate]| {
            cells.iter().fold(puzzle.clone(), |grid, &clue| with(&grid, clue, Some(clue.digit)))
        };
        let found =
            backdoors.smallest(&puzzle, &solution, 2, &mut Limits::none()).expect("they are of the board");
        let blank: Vec<Candidate> = solution.clues().filter(|clue| puzzle.get(clue.cell).is_none()).collect();
        let is_one_enough = || blank.iter().any(|&clue| singles_solve(&geometry, &told(&[clue])));
        match &found {
            Backdoor::Smallest(cells) => {
                sizes[cells.len()] += 1;
                assert!(singles_solve(&geometry, &told(cells)));
                assert!(cells.is_empty() || !singles_solve(&geometry, &puzzle));
                assert!(cells.len() < 2 || !is_one_enough());
            }
            _ => assert!(!is_one_enough() && puzzle == easter),
        }
    }
    assert!(sizes[0] > 0 && sizes[1] > 0, "{sizes:?}");
}

fn ruled(rules: &[Rule]) -> Solver {
    Solver::new(&Geometry::classic().with_rules(rules).expect("the board can have the rules"))
}

fn rules(lines: &str) -> Vec<Rule> {
    lines.lines().map(|line| line.parse().expect("it is a rule")).collect()
}

#[test]
fn rules_that_contradict_each_other_are_named_and_no_others() {
    // The thermometer needs at least 3 in r3c1, and so does the arrow; the cage allows at most 2.
    let all =
        rules("thermo r1c1 r2c1 r3c1\nkiller 10 r1c1 r1c2\narrow r3c1 = r4c1 r5c2 r6c3\nkiller 3 r3c1 r3c2");
    let blank = Grid::empty(9).expect("a grid");
    let found = diagnose::diagnose(&mut ruled(&all), &blank, 10, Limits::none);
    let Ok(Diagnosis::None(conflict)) = found else { panic!("it has no solution") };
    assert_eq!((&conflict.core[..], &conflict.rules[..]), (&[][..], &[all[0].clone(), all[3].clone()][..]));
    let text = Diagnosis::None(conflict).to_string();
    let expected = "no solution: rules contradict each other, even without clues:\n    thermo r1c1 r2c1 r3c1\n    \
                    killer 3 r3c1 r3c2\n  removing any one of these rules leaves several solutions:\n    \
                    killer 3 r3c1 r3c2\n";
    assert_eq!(text, expected);
}

#[test]
fn changes_of_a_rule_are_those_that_leave_one_solution() {
    // The sums of the grid 1234 3412 2143 4321, but for one cage, and one given.
    let sums = [
        ("r1c1 r1c2", 3),
        ("r1c3 r2c3", 4),
        ("r2c1 r3c1", 5),
        ("r2c2 r3c2", 5),
        ("r4c2 r4c3", 5),
        ("r3c4 r4c4", 4),
    ];
    let mut puzzle = Grid::empty(4).expect("a grid");
    puzzle.set(Cell::new(0, 3), Digit::new(4)).expect("a cell");
    let board = |rules: &[Rule]| Geometry::of_side(4).expect("a side").with_rules(rules).expect("cages");
    let mut kinds = [0; 3];
    for (wrong, other) in (0..sums.len()).flat_map(|wrong| (3..=7).map(move |sum| (wrong, sum))) {
        let sums = sums.iter().enumerate();
        let lines = sums.map(|(place, (cells, sum))| {
            format!("killer {} {cells}", if place == wrong { other } else { *sum })
        });
        let all: Vec<Rule> = lines.map(|line| line.parse().expect("a cage")).collect();
        let found = diagnose::diagnose(&mut Solver::new(&board(&all)), &puzzle, 10, Limits::none);
        let Ok(Diagnosis::None(conflict)) = found else { continue };
        let (mut repairs, mut loosening) = (Vec::new(), Vec::new());
        for rule in &conflict.rules {
            let place = all.iter().position(|other| other == rule).expect("a rule of the board");
            let Rule::Killer { sum, cells } = rule else { panic!("a cage") };
            let others = [&all[..place], &all[place + 1..]].concat();
            let without = count(&mut Solver::new(&board(&others)), &puzzle, 2);
            let repair = |to| RuleRepair { rule: rule.clone(), to };
            repairs.extend((without == 1).then(|| repair(None)));
            loosening.extend((without == 2).then(|| rule.clone()));
            for sum in (3..=7).filter(|other| other != sum) {
                let to = Rule::Killer { sum, cells: cells.clone() };
                let mut changed = all.clone();
                changed[place] = to.clone();
                if count(&mut Solver::new(&board(&changed)), &puzzle, 2) == 1 {
                    repairs.push(repair(Some(to)));
                }
            }
        }
        kinds[0] += repairs.iter().filter(|repair| repair.to.is_none()).count();
        kinds[1] += repairs.iter().filter(|repair| repair.to.is_some()).count();
        kinds[2] += loosening.len();
        assert_eq!((conflict.rule_repairs, conflict.loosening_rules), (repairs, loosening), "{all:?}");
    }
    assert!(kinds.iter().all(|&kind| kind > 0), "{kinds:?}");
}

#[test]
fn clues_that_contradict_a_rule_are_named_with_it() {
    let all = rules("x\nkiller 17 r1c1 r1c2\nwhisper 5 r5c5 r5c6\nthermo r8c1 r8c2 r8c3");
    // The cage has 8 and 9, and its row has both elsewhere.
    let mut puzzle = Grid::empty(9).expect("a grid");
    for (column, digit) in [(4, 8), (5, 9)] {
        puzzle.set(Cell::new(0, column), Digit::new(digit)).expect("a cell");
    }
    puzzle.set(Cell::new(8, 8), Digit::new(1)).expect("a cell");
    let found = diagnose::diagnose(&mut ruled(&all), &puzzle, 10, Limits::none);
    let Ok(Diagnosis::None(conflict)) = found else { panic!("it has no solution") };
    assert_eq!(conflict.rules, [all[1].clone()]);
    // Each clue alone excludes the cage.
    assert!(conflict.core.len() == 1 && conflict.core[0].cell.row() == 0, "{:?}", conflict.core);
    // The set is minimal: without the clue, or without the rule, there are solutions.
    assert!(count(&mut ruled(&conflict.rules), &Grid::empty(9).expect("a grid"), 1) == 1);
    assert!(count(&mut ruled(&[]), &puzzle, 1) == 1);
}

#[test]
fn a_board_with_rules_and_many_solutions_is_described_within_its_nodes() {
    let all = rules(
        "thermo r1c1 r2c2 r3c3 r4c4\nthermo r9c9 r8c8 r7c7 r6c6\narrow r5c5 = r5c4 r4c3\narrow r2c8 = r3c8 r4c8\n\
         killer 10 r1c8 r1c9\nkiller 15 r9c1 r9c2\nkiller 7 r4c6 r5c6\nkiller 12 r6c2 r6c3 r7c2\n\
         whisper 5 r7c4 r8c4 r9c4 r9c5",
    );
    let (mut solver, blank) = (ruled(&all), Grid::empty(9).expect("a grid"));
    // Questions are asked every 256 nodes, so that their number is about that of the nodes.
    let asked = std::cell::Cell::new(0_u64);
    let limits = || {
        Limits::none().ask(256, |_| {
            asked.set(asked.get() + 1);
            ControlFlow::Continue(())
        })
    };
    let found = diagnose::diagnose(&mut solver, &blank, 1_000_000, limits);
    let Ok(Diagnosis::Several(found)) = found else { panic!("it has many solutions") };
    let board = Geometry::classic().with_rules(&all).expect("a board");
    for solution in &found.solutions {
        assert!(solution.clue_count() == 81 && solution.contradictions(&board).expect("a grid").is_empty());
    }
    assert!(found.differing.len() > 40 && found.count.at_least() >= 2, "{:?}", found.count);
    assert!(asked.get() < 20_000, "{} questions", asked.get());
}

#[test]
fn a_diagnosis_of_several_solutions_that_is_stopped_says_what_is_known() {
    let blank = Grid::empty(9).expect("a grid");
    let asked = std::cell::Cell::new(0);
    let limits = || {
        Limits::none().ask(1, |_| {
            asked.set(asked.get() + 1);
            if asked.get() < 5000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    };
    let found = diagnose::diagnose(&mut Solver::new(&Geometry::classic()), &blank, 1_000_000, limits);
    let Ok(Diagnosis::Several(found)) = found else { panic!("it has many solutions") };
    assert!(matches!(found.count, Count::AtLeast(2.., Stopped::Asked)), "{:?}", found.count);
    assert!(!found.differing.is_empty());
}
