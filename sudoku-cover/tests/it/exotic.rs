//! Fireworks, guardians, locked sets across houses and exocets: found where others have published them, and true for
//! all solutions of a state.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::pattern::Pattern;
use sudoku_cover::{
    Cell, Digit, Explainer, Generator, Geometry, Grid, Order, Pencilmarks, Reader, Rule, Solver, Step,
    Technique, Wish,
};

fn exotic() -> Vec<Technique> {
    let mut techniques = Technique::named("exotic").expect("it is a family");
    techniques.extend([Technique::WxyzWing, Technique::VwxyzWing]);
    techniques
}

/// Returns the techniques after which published patterns are looked for.
fn basic() -> Vec<Technique> {
    let mut basic = Order::Hodoku.techniques();
    basic.retain(|&technique| technique <= Technique::HiddenQuadruple);
    basic
}

fn explainer_with(geometry: &Geometry, techniques: &[Technique]) -> Explainer {
    let others: Vec<Technique> =
        Technique::ALL.iter().copied().filter(|technique| !techniques.contains(technique)).collect();
    Explainer::new(geometry).without(&others).with(techniques)
}

fn steps(explainer: &mut Explainer, techniques: &[Technique]) -> Vec<Step> {
    let mut limits = Limits::none();
    explainer.steps(techniques, &mut limits).map(|step| step.expect("there is no limit")).collect()
}

/// Returns true if the step excludes the candidate, written as `r1c2<>3`.
fn excludes(step: &Step, candidate: &str) -> bool {
    let (cell, digit) = candidate.split_once("<>").expect("a cell and a digit");
    let is_lost =
        step.eliminations.iter().any(|lost| lost.cell.to_string() == cell && lost.digit.to_string() == digit);
    let is_filled = step
        .placements
        .iter()
        .any(|placed| placed.cell.to_string() == cell && placed.digit.to_string() != digit);
    is_lost || is_filled
}

#[test]
fn published_patterns_are_found() {
    let lines = include_str!("../published_patterns.txt").lines();
    let mut missing = Vec::new();
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, puzzle, cells, lost, words] = parts[..] else { panic!("{line}: expected five parts") };
        let technique = Technique::named(name).expect("a technique")[0];
        let cells: BTreeSet<String> = cells.split_whitespace().map(str::to_owned).collect();
        let mut explainer = explainer_with(&Geometry::classic(), &basic());
        explainer.load(&puzzle.parse().expect("a puzzle")).expect("the sides agree");
        let mut seen = Vec::new();
        let is_found = loop {
            let is_it = |step: &Step| {
                let marked: BTreeSet<String> = step.marks().cells.iter().map(ToString::to_string).collect();
                let text = step.to_string();
                (cells.is_empty() || marked == cells)
                    && lost.split_whitespace().all(|candidate| excludes(step, candidate))
                    && words.split("  ").all(|part| text.contains(part.trim()))
            };
            let found = steps(&mut explainer, &[technique]);
            if found.iter().any(is_it) {
                break true;
            }
            seen.extend(found);
            if explainer.next_step(&mut Limits::none()).expect("there is no limit").is_none() {
                break false;
            }
        };
        if !is_found {
            let seen: Vec<String> = seen.iter().map(ToString::to_string).collect();
            missing.push(format!("{line} is not among {seen:#?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn assert_true(step: &Step, solution: &Grid) {
    let is_true = step.placements.iter().all(|placed| solution.get(placed.cell) == Some(placed.digit))
        && step.eliminations.iter().all(|lost| solution.get(lost.cell) != Some(lost.digit));
    assert!(is_true, "{step} is wrong for {}", solution.to_line());
}

fn puzzles(name: &str) -> Vec<Grid> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../testdata/sudoku", name].iter().collect();
    let file = File::open(path).expect("the file can be opened");
    Reader::new(BufReader::new(file)).map(|record| record.expect("it can be read").grid).collect()
}

/// Every listed step in every tenth state of hard puzzles agrees with the solution.
#[test]
fn exotic_steps_of_hard_puzzles_are_true() {
    let classic = Geometry::classic();
    let mut solver = Solver::new(&classic);
    let (techniques, mut counts) = (exotic(), BTreeMap::new());
    let mut explainer = explainer_with(&classic, &basic());
    let published = include_str!("../published_patterns.txt").lines();
    let published = published.filter(|line| !line.starts_with('#')).filter_map(|line| line.split('|').nth(1));
    let published = published.map(|puzzle| puzzle.trim().parse().expect("a puzzle"));
    for puzzle in puzzles("hard.txt").into_iter().take(40).chain(published) {
        solver.load(&puzzle).expect("the givens do not contradict one another");
        let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else {
            panic!("one solution expected")
        };
        explainer.load(&puzzle).expect("the sides agree");
        for state in 0.. {
            let is_last = explainer.next_step(&mut Limits::none()).expect("there is no limit").is_none();
            if state % 10 == 0 || is_last {
                for step in steps(&mut explainer, &techniques) {
                    assert_true(&step, &solution);
                    *counts.entry(step.technique).or_insert(0) += 1;
                }
            }
            if is_last {
                break;
            }
        }
    }
    let missing: Vec<&Technique> =
        techniques.iter().filter(|technique| !counts.contains_key(technique)).collect();
    assert!(missing.is_empty(), "{missing:?} were never found, and of the others {counts:?}");
}

/// Random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound
    }
}

/// Returns a full grid that differs from this one in lines of a band or a stack, or in some digits.
fn varied(full: &Grid, random: &mut Random) -> Grid {
    let [first, second] = [random.below(9), random.below(9)];
    let (band, [one, other]) = (3 * random.below(3), [random.below(3), random.below(3)]);
    let kind = random.below(3);
    let mut grid = full.clone();
    let swapped = |number: usize, [one, other]: [usize; 2]| match number {
        _ if number == one => other,
        _ if number == other => one,
        _ => number,
    };
    for cell in Geometry::classic().cells() {
        let (row, column) = (cell.row(), cell.column());
        let lines = [band + one, band + other];
        let from = match kind {
            0 => [swapped(row, lines), column],
            1 => [row, swapped(column, lines)],
            _ => [row, column],
        };
        let digit = full.digits()[9 * from[0] + from[1]].map_or(0, |digit| usize::from(digit.value() - 1));
        let digit = if kind == 2 { swapped(digit, [first, second]) } else { digit };
        let digit = u8::try_from(digit + 1).ok().and_then(Digit::new);
        grid.set(cell, digit).expect("the cell is one of the board");
    }
    grid
}

/// The usual definition: as many cells as digits, of which all but one can be in one of the cells only.
#[test]
fn wxyz_and_vwxyz_wings_are_cells_with_as_many_digits_and_one_that_must_be_there() {
    let classic = Geometry::classic();
    let mut explainer = explainer_with(&classic, &basic());
    let mut found = [0; 2];
    let lines = include_str!("../../../testdata/sudoku/minimal.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')).take(200) {
        explainer.load(&line.parse().expect("a puzzle")).expect("the sides agree");
        let marks = explainer.pencilmarks();
        for step in steps(&mut explainer, &[Technique::WxyzWing, Technique::VwxyzWing]) {
            let Pattern::AlmostLocked(wing) = &step.pattern else { panic!("two sets") };
            let cells: BTreeSet<Cell> = wing.sets.iter().flat_map(|set| set.cells.iter().copied()).collect();
            let places = |digit: Digit| -> Vec<Cell> {
                cells.iter().copied().filter(|&cell| marks.get(cell).contains(digit)).collect()
            };
            let sees = |one: Cell, other: &Cell| one == *other || classic.peers(one).contains(other);
            let see_each_other = |digit: Digit| {
                places(digit).iter().all(|&one| places(digit).iter().all(|other| sees(one, other)))
            };
            let digits: BTreeSet<Digit> = cells.iter().flat_map(|&cell| marks.get(cell).digits()).collect();
            let free: Vec<Digit> = digits.iter().copied().filter(|&digit| !see_each_other(digit)).collect();
            let size = if step.technique == Technique::WxyzWing { 4 } else { 5 };
            assert_eq!((cells.len(), digits.len(), free.len()), (size, size, 1), "{step}");
            for lost in &step.eliminations {
                assert!(lost.digit == free[0], "{step}");
                assert!(places(lost.digit).iter().all(|place| sees(lost.cell, place)), "{step}");
            }
            found[size - 4] += 1;
        }
    }
    assert!(found.iter().all(|&found| found > 50), "{found:?}");
}

/// In a state whose candidates are those of some full grids and a few more, no step excludes a candidate of one of the
/// grids: the proofs do not depend on there being one solution.
#[test]
fn exotic_steps_hold_in_every_solution_of_a_state() {
    let classic = Geometry::classic();
    let (mut random, mut counts) = (Random(5), BTreeMap::new());
    let techniques = exotic();
    let mut explainer = explainer_with(&classic, &basic());
    let full =
        Generator::new(&classic, 11).puzzle(0, Wish::Easy, Limits::none).expect("nothing stops it").solution;
    for round in 0..80 {
        let mut grids = vec![varied(&full, &mut random)];
        for _ in 0..1 + random.below(5) {
            let changed = varied(&grids[random.below(grids.len())], &mut random);
            grids.push(changed);
        }
        let mut marks = Pencilmarks::full(9).expect("a side");
        for (number, cell) in classic.cells().enumerate() {
            let noise = random.below(9);
            let is_noisy = random.below(12) < round % 5;
            let noise = u8::try_from(noise + 1).ok().and_then(Digit::new).filter(|_| is_noisy);
            let digits = grids.iter().filter_map(|grid| grid.digits()[number]).chain(noise);
            marks.set(cell, digits.collect()).expect("the cell is one of the board");
        }
        explainer.load(&Grid::empty(9).expect("a side")).expect("the sides agree");
        explainer.resume(&[], Some(&marks));
        for step in steps(&mut explainer, &techniques) {
            grids.iter().for_each(|grid| assert_true(&step, grid));
            *counts.entry(step.technique).or_insert(0) += 1;
        }
    }
    assert!(counts.len() > 4, "{counts:?}");
}

#[test]
fn exotic_steps_of_variants_are_true() {
    let rules = [&["x"][..], &["anti-knight"], &["non-consecutive"], &["windoku"]];
    for rules in rules {
        let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().expect("a rule")).collect();
        let geometry = Geometry::classic().with_rules(&rules).expect("the board can have the rules");
        let mut explainer = explainer_with(&geometry, &basic());
        let mut generator = Generator::new(&geometry, 3);
        for number in 0..4 {
            let made = generator.puzzle(number, Wish::Minimal, Limits::none).expect("nothing stops it");
            explainer.load(&made.puzzle).expect("the sides agree");
            while explainer.next_step(&mut Limits::none()).expect("nothing stops it").is_some() {}
            for step in steps(&mut explainer, &exotic()) {
                assert_true(&step, &made.solution);
            }
        }
    }
}
