//! Steps on random puzzles of every kind of variant agree with all solutions: those that an explanation takes, and all
//! steps of all techniques in its states.

use dlx_core::Limits;
use sudoku_cover::certify::is_proved;
use sudoku_cover::{
    Cell, Digit, Explainer, Generator, Geometry, Grid, HouseKind, Needs, Solver, State, Step, Strength,
    Technique, Wish,
};

use super::explaining::JIGSAW;
use super::{board, digits};

/// Rules of each kind, alone and together, by the height and the width of a box. `cages` stands for random cages.
const KINDS: [(usize, usize, &[&str]); 38] = [
    (2, 2, &["x"]),
    (2, 2, &["windoku"]),
    (2, 2, &["disjoint", "cages"]),
    (2, 2, &["anti-knight"]),
    (2, 2, &["even r1c1", "odd r4c4", "cages"]),
    (2, 2, &["regions AABBACBBACCDCDDD"]),
    (2, 2, &["cages"]),
    (2, 3, &["x"]),
    (2, 3, &["disjoint"]),
    (2, 3, &["anti-knight"]),
    (2, 3, &["anti-king", "cages"]),
    (2, 3, &["non-consecutive"]),
    (2, 3, &["non-consecutive", "cages"]),
    (2, 3, &["even r1c1 r2c2 r3c3", "odd r6c1 r5c2 r4c4"]),
    (2, 3, &["regions AAAABBACABBBCCCCBDECDDDDEEDFFFEEEFFF", "anti-king"]),
    (2, 3, &["cages"]),
    (3, 3, &["x"]),
    (3, 3, &["windoku"]),
    (3, 3, &["disjoint"]),
    (3, 3, &["anti-knight"]),
    (3, 3, &["anti-king"]),
    (3, 3, &["anti-king", "windoku", "cages"]),
    (3, 3, &["even r1c1 r2c2 r3c3 r4c4 r5c5", "odd r1c9 r2c8 r3c7"]),
    (3, 3, &[JIGSAW]),
    (3, 3, &[JIGSAW, "x", "cages"]),
    (3, 3, &["anti-knight", "cages"]),
    (3, 3, &["x", "cages"]),
    (3, 3, &["cages"]),
    (3, 3, &["cages", "even r5c5"]),
    (2, 3, &["thermo r1c1 r2c2 r3c2 r4c3", "thermo r6c6 r5c5 r4c5", "renban r1c4 r1c5 r2c5 r3c5"]),
    (
        2,
        3,
        &["whisper 3 r1c1 r2c1 r2c2 r3c2", "arrow r5c2 = r5c3 r5c4", "white r3c5 r4c5", "black r1c4 r1c5"],
    ),
    (
        2,
        3,
        &["region-sum r1c2 r1c3 r1c4 r2c4", "little-killer 20 r1c1 down-right", "palindrome r4c1 r5c2 r6c2"],
    ),
    (2, 3, &["sandwich row 2 = 5", "x-sum row 4 left = 9", "between r1c1 r2c2 r3c3 r4c4", "anti-knight"]),
    (2, 3, &["grids 4 r1c1 r3c3", "thermo r1c1 r2c2 r3c3", "sum 5 r3c4 r4c3"]),
    (2, 3, &["values 0-6", "thermo r1c1 r2c2 r3c2 r4c3", "renban r4c4 r5c4 r5c5"]),
    (2, 3, &["strict-xv"]),
    (
        3,
        3,
        &["whisper 5 r1c1 r2c2 r3c2 r4c1", "renban r6c6 r6c7 r7c7 r8c7", "arrow r9c1 = r8c2 r7c3", "cages"],
    ),
    (3, 3, &["thermo r1c1 r2c2 r3c3 r4c4 r5c5", "region-sum r1c8 r2c7 r3c6", "sum 17 r7c1 r8c2 r9c3", "x"]),
];

/// Random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Returns cages of two to five cells with different digits of the grid, which cover nearly all of the board.
fn cages(full: &Grid, random: &mut Random) -> Vec<String> {
    let side = full.side();
    let digit = |cell: usize| full.digits()[cell].map_or(0, Digit::value);
    let mut is_free = vec![true; side * side];
    let mut rules = Vec::new();
    for _ in 0..side * side {
        let first = random.below(side * side);
        let size = 2 + random.below(4);
        let mut cage = Vec::new();
        let mut next = Some(first).filter(|&cell| is_free[cell]);
        while let Some(cell) = next.filter(|_| cage.len() < size) {
            is_free[cell] = false;
            cage.push(cell);
            let (row, column) = (cell / side, cell % side);
            let near = [
                (row > 0).then(|| cell - side),
                (column > 0).then(|| cell - 1),
                (row + 1 < side).then(|| cell + side),
                (column + 1 < side).then(|| cell + 1),
            ];
            let fits = |near: &usize| {
                is_free[*near] && cage.iter().all(|&known: &usize| digit(known) != digit(*near))
            };
            let near: Vec<usize> = near.into_iter().flatten().filter(fits).collect();
            next = (!near.is_empty()).then(|| near[random.below(near.len())]);
        }
        if !cage.is_empty() {
            let sum: u32 = cage.iter().map(|&cell| u32::from(digit(cell))).sum();
            let name = |cell: &usize| format!("r{}c{}", cell / side + 1, cell % side + 1);
            rules.push(format!("killer {sum} {}", cage.iter().map(name).collect::<Vec<_>>().join(" ")));
        }
    }
    rules
}

/// Returns a board with these rules and a puzzle with its solution, if there is one.
fn made(kind: (usize, usize, &[&str]), number: u64, wish: Wish) -> Option<(Geometry, Grid, Grid)> {
    let (height, width, rules) = kind;
    let plain: Vec<&str> = rules.iter().copied().filter(|&rule| rule != "cages").collect();
    let mut geometry = board(height, width, &plain);
    if rules.contains(&"cages") {
        let full =
            Generator::new(&geometry, number).puzzle(number, Wish::Minimal, Limits::none).ok()?.solution;
        let cages = cages(&full, &mut Random(number));
        geometry = board(
            height,
            width,
            &plain.iter().copied().chain(cages.iter().map(String::as_str)).collect::<Vec<_>>(),
        );
    }
    let made = Generator::new(&geometry, number).puzzle(number, wish, Limits::none).ok()?;
    Some((geometry, made.puzzle, made.solution))
}

fn assert_true(step: &Step, solution: &Grid, geometry: &Geometry, puzzle: &Grid) {
    let is_true = |candidate: &sudoku_cover::Candidate| solution.get(candidate.cell) == Some(candidate.digit);
    let is_right = step.placements.iter().all(is_true) && !step.eliminations.iter().any(is_true);
    assert!(is_right, "{step} of {:?} on {:?}", digits(puzzle), geometry.rules());
}

#[test]
fn explanations_of_all_kinds_keep_the_solution_and_reach_it() {
    for kind in KINDS {
        let mut count = 0;
        for number in 0..if kind.0 * kind.1 > 6 { 6 } else { 20 } {
            let Some((geometry, puzzle, solution)) = made(kind, number, Wish::Minimal) else { continue };
            let mut explainer = Explainer::new(&geometry);
            explainer.load_with_solution(&puzzle, &solution).unwrap();
            while let Some(step) = explainer.next_step(&mut Limits::none()).expect("nothing stops it") {
                assert_true(step, &solution, &geometry, &puzzle);
            }
            assert_eq!((explainer.state(), explainer.grid()), (State::Solved, solution), "{kind:?}");
            count += 1;
        }
        assert!(count > 0, "{kind:?} has no puzzles");
    }
}

#[test]
fn all_steps_of_all_techniques_in_states_of_all_kinds_keep_the_solution() {
    for kind in KINDS {
        let is_small = kind.0 * kind.1 <= 6;
        let sound = |technique: &&Technique| {
            matches!(technique.needs(), Needs::Houses | Needs::Rules | Needs::Cages)
                && (is_small || technique.is_default())
        };
        let techniques: Vec<Technique> = Technique::ALL.iter().filter(sound).copied().collect();
        for number in 100..if is_small { 104 } else { 101 } {
            let Some((geometry, puzzle, solution)) = made(kind, number, Wish::Minimal) else { continue };
            let mut explainer = Explainer::new(&geometry);
            explainer.load(&puzzle).unwrap();
            let mut states = 0;
            loop {
                if states % 12 == 0 {
                    let mut limits = Limits::none();
                    for step in explainer.steps(&techniques, &mut limits) {
                        assert_true(&step.expect("nothing stops it"), &solution, &geometry, &puzzle);
                    }
                }
                states += 1;
                if explainer.next_step(&mut Limits::none()).expect("nothing stops it").is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn steps_of_puzzles_with_several_solutions_are_proved() {
    for kind in KINDS.into_iter().filter(|kind| kind.0 * kind.1 <= 6) {
        for number in 0..4 {
            let Some((geometry, puzzle, _)) = made(kind, number, Wish::Several) else { continue };
            let (mut explainer, mut solver) = (Explainer::new(&geometry), Solver::new(&geometry));
            explainer.load(&puzzle).unwrap();
            while let Some(step) = explainer.next_step(&mut Limits::none()).expect("nothing stops it") {
                let proved = is_proved(&mut solver, &puzzle, step, &mut Limits::none());
                assert_eq!(proved, Ok(true), "{step} of {:?} on {:?}", digits(&puzzle), geometry.rules());
            }
            assert_ne!(explainer.state(), State::Broken);
        }
    }
}

/// Returns all steps of these techniques in the states of the explanations of puzzles of this kind.
fn all_steps(
    kind: (usize, usize, &[&str]),
    techniques: &[Technique],
    numbers: std::ops::Range<u64>,
) -> Vec<Step> {
    let mut found = Vec::new();
    for number in numbers {
        let Some((geometry, puzzle, solution)) = made(kind, number, Wish::Minimal) else { continue };
        let mut explainer = Explainer::new(&geometry);
        explainer.load(&puzzle).unwrap();
        loop {
            let mut limits = Limits::none();
            for step in explainer.steps(techniques, &mut limits) {
                let step = step.expect("nothing stops it");
                assert_true(&step, &solution, &geometry, &puzzle);
                found.push(step);
            }
            if explainer.next_step(&mut Limits::none()).expect("nothing stops it").is_none() {
                break;
            }
        }
    }
    found
}

#[test]
fn subsets_and_fish_are_found_in_the_houses_of_variants() {
    use Technique::{
        FinnedFrankenXWing, FinnedMutantXWing, FrankenXWing, HiddenPair, HiddenTriple, MutantXWing,
        NakedPair, NakedTriple,
    };
    let fish = [FrankenXWing, MutantXWing, FinnedFrankenXWing, FinnedMutantXWing];
    for (kind, house) in [
        ((3, 3, &["x"][..]), HouseKind::Diagonal),
        ((3, 3, &["windoku"][..]), HouseKind::Window),
        ((3, 3, &["disjoint"][..]), HouseKind::Group),
        ((3, 3, &[JIGSAW][..]), HouseKind::Region),
    ] {
        for techniques in [&[NakedPair, NakedTriple][..], &[HiddenPair, HiddenTriple], &fish] {
            let steps = all_steps(kind, techniques, 0..4);
            let is_there = |step: &Step| {
                let marks = step.marks();
                marks.houses.iter().chain(&marks.covers).any(|name| name.kind == house)
            };
            assert!(steps.iter().any(is_there), "{techniques:?} in a {house} among {} steps", steps.len());
        }
    }
}

/// The cells are not in one house, and see each other by the rule alone.
fn is_knights_move(one: Cell, other: Cell) -> bool {
    let apart = (one.row().abs_diff(other.row()), one.column().abs_diff(other.column()));
    matches!(apart, (1, 2) | (2, 1))
        && (one.row() / 3, one.column() / 3) != (other.row() / 3, other.column() / 3)
}

#[test]
fn chains_use_the_pairs_that_a_rule_forbids() {
    use Technique::{
        Aic, ContinuousNiceLoop, DiscontinuousNiceLoop, ForcingChainContradiction, XChain, XyChain,
    };
    let weak = |steps: &[Step], is_such: &dyn Fn(&sudoku_cover::Link) -> bool| {
        let links = steps.iter().flat_map(|step| step.pattern.links());
        links.filter(|link| link.strength == Strength::Weak).any(is_such)
    };
    for technique in [XChain, DiscontinuousNiceLoop, ForcingChainContradiction] {
        let steps = all_steps((3, 3, &["anti-knight"]), &[technique], 0..1);
        let is_such = |link: &sudoku_cover::Link| {
            link.from.digit == link.to.digit
                && link.from.cells.len() + link.to.cells.len() == 2
                && is_knights_move(link.from.cells[0], link.to.cells[0])
        };
        assert!(weak(&steps, &is_such), "{technique} among {} steps", steps.len());
    }
    // AICs are rare on boards of side 6.
    for (technique, rules, count) in [
        (XyChain, &["non-consecutive", "cages"][..], 12),
        (ContinuousNiceLoop, &["non-consecutive", "cages"], 12),
        (DiscontinuousNiceLoop, &["non-consecutive", "cages"], 12),
        (Aic, &["non-consecutive"], 60),
        (ForcingChainContradiction, &["non-consecutive", "cages"], 12),
    ] {
        let steps = all_steps((2, 3, rules), &[technique], 0..count);
        let is_such =
            |link: &sudoku_cover::Link| link.from.digit != link.to.digit && link.from.cells != link.to.cells;
        assert!(weak(&steps, &is_such), "{technique} among {} steps", steps.len());
    }
}

#[test]
fn techniques_of_variants_are_not_tried_on_other_boards() {
    let classic = Geometry::classic();
    let puzzle: Grid =
        ".2.47.3....6..3.5......5.74........975.2...8..81...5..8.......11...5..6...4......".parse().unwrap();
    let mut explainer = Explainer::new(&classic);
    explainer.load(&puzzle).unwrap();
    let of_variants: Vec<Technique> = Technique::ALL
        .iter()
        .copied()
        .filter(|technique| matches!(technique.needs(), Needs::Rules | Needs::Cages))
        .collect();
    assert_eq!(of_variants.len(), 13);
    assert_eq!(explainer.steps(&of_variants, &mut Limits::none()).count(), 0);
}
