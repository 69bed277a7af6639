//! Regions to be found, the rules about them, connected cells, ranks with ties and variables: boards of side 3 to 5, whose
//! solutions are listed in plain loops.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use dlx_core::{Count, Limits, Stopped, Uniqueness};
use sudoku_cover::{Cell, Geometry, Grid, Rule, Solver, Verdict};

use super::{board, digits, grid};

/// Digits, and the number of the region of each cell.
type Solution = (Vec<u8>, Vec<usize>);

/// Returns all divisions of a square into connected regions of as many cells as its side, numbered by their first cells.
fn divisions(side: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    grow(side, &mut vec![usize::MAX; side * side], 0, &mut found);
    found
}

fn grow(side: usize, regions: &mut Vec<usize>, number: usize, found: &mut Vec<Vec<usize>>) {
    let Some(first) = regions.iter().position(|&region| region == usize::MAX) else {
        return found.push(regions.clone());
    };
    let mut shapes = BTreeSet::new();
    shapes_from(side, regions, &mut vec![first], &mut shapes);
    for shape in shapes {
        shape.iter().for_each(|&cell| regions[cell] = number);
        grow(side, regions, number + 1, found);
        shape.iter().for_each(|&cell| regions[cell] = usize::MAX);
    }
}

fn shapes_from(side: usize, regions: &[usize], shape: &mut Vec<usize>, shapes: &mut BTreeSet<Vec<usize>>) {
    if shape.len() == side {
        let mut sorted = shape.clone();
        sorted.sort_unstable();
        shapes.insert(sorted);
        return;
    }
    for place in 0..shape.len() {
        for cell in beside(side, shape[place]) {
            if regions[cell] == usize::MAX && !shape.contains(&cell) {
                shape.push(cell);
                shapes_from(side, regions, shape, shapes);
                shape.pop();
            }
        }
    }
}

fn beside(side: usize, cell: usize) -> Vec<usize> {
    let is_beside =
        |&other: &usize| (cell / side).abs_diff(other / side) + (cell % side).abs_diff(other % side) == 1;
    (0..side * side).filter(is_beside).collect()
}

/// Returns all grids of digits up to `most` without a digit twice in a row or column.
fn latin(side: usize, most: u8) -> Vec<Vec<u8>> {
    let mut grids = vec![Vec::new()];
    for cell in 0..side * side {
        let longer = grids.iter().flat_map(|grid: &Vec<u8>| {
            (1..=most).filter_map(move |digit| {
                let clashes = (0..cell).any(|other| {
                    grid[other] == digit && (other / side == cell / side || other % side == cell % side)
                });
                (!clashes).then(|| [&grid[..], &[digit]].concat())
            })
        });
        grids = longer.collect();
    }
    grids
}

/// Returns the solutions of a board with regions to be found: what `holds` accepts of all divisions and digits.
fn expected(side: usize, most: u8, holds: impl Fn(&[u8], &[usize]) -> bool) -> BTreeSet<Solution> {
    let (divisions, grids) = (divisions(side), latin(side, most));
    let mut all = BTreeSet::new();
    for digits in &grids {
        for regions in &divisions {
            let differ = |number: usize| {
                let mut seen = 0_u32;
                (0..digits.len()).filter(|&cell| regions[cell] == number).all(|cell| {
                    let is_new = seen >> digits[cell] & 1 == 0;
                    seen |= 1 << digits[cell];
                    is_new
                })
            };
            if (0..side).all(differ) && holds(digits, regions) {
                all.insert((digits.clone(), regions.clone()));
            }
        }
    }
    all
}

/// Returns the solutions that a solver lists, each once.
fn listed(board: &Geometry, puzzle: &Grid) -> BTreeSet<Solution> {
    let mut solver = Solver::new(board);
    solver.load(puzzle).unwrap();
    let mut all = BTreeSet::new();
    while let Some(solution) = solver.next_solution(&mut Limits::none()).unwrap() {
        let regions = solver.listed_regions().unwrap().to_string();
        let regions = regions.bytes().map(|letter| usize::from(letter - b'A')).collect();
        assert!(all.insert((digits(&solution), regions)), "listed twice");
    }
    let count = solver.count(&mut Limits::none());
    assert_eq!(count, Count::Exact(all.len() as u64));
    all
}

/// The numbers of divisions are A172477 of the On-Line Encyclopedia of Integer Sequences.
#[test]
fn divisions_of_small_boards_are_as_many_as_published() {
    assert_eq!((1..=4).map(|side| divisions(side).len()).collect::<Vec<_>>(), [1, 2, 10, 117]);
}

#[test]
fn solutions_with_regions_to_be_found_are_all_divisions_with_their_digits() {
    for side in 2..=4 {
        let board = Geometry::of_side(side).unwrap().with_rules(&["chaos".parse().unwrap()]).unwrap();
        let expected = expected(side, side as u8, |_, _| true);
        assert_eq!(listed(&board, &Grid::empty(side).unwrap()), expected, "side {side}");
        // The Interactive Sudoku Solver counts as many.
        assert!(side != 4 || expected.len() == 13_872);
    }
    // More digits than cells of a region.
    let rules = ["values 1-4", "chaos"].map(|rule| rule.parse::<Rule>().unwrap());
    let board = Geometry::of_side(3).unwrap().with_rules(&rules).unwrap();
    assert_eq!(listed(&board, &Grid::of_board(&board)), expected(3, 4, |_, _| true));
}

#[test]
fn rules_about_regions_to_be_found_are_those_of_plain_loops() {
    type Holds = fn(&[u8], &[usize]) -> bool;
    let cases: [(&str, Holds); 9] = [
        ("region-count r2c2 = r2c2 r1c2 r2c1 r3c2 r2c3", |digits, regions| {
            usize::from(digits[5])
                == [5, 1, 4, 9, 6].iter().filter(|&&cell| regions[cell] == regions[5]).count()
        }),
        ("region-count others r1c1 = r4c4 r4c3 r3c4", |digits, regions| {
            usize::from(digits[0]) == [14, 11].iter().filter(|&&cell| regions[cell] == regions[15]).count()
        }),
        ("region-run r3c1 = r1c1 r1c2 r1c3 r1c4", |digits, regions| {
            usize::from(digits[8]) == (0..4).take_while(|&cell| regions[cell] == regions[0]).count()
        }),
        ("region-run others r2c2 = r2c2 r2c3 r2c4 - r2c2 r3c2 r4c2", |digits, regions| {
            let run =
                |cells: [usize; 2]| cells.into_iter().take_while(|&cell| regions[cell] == regions[5]).count();
            usize::from(digits[5]) == run([6, 7]) + run([9, 13])
        }),
        ("all-pairs a = b @r1c1 @r2c2 @r1c3", |_, regions| {
            regions[0] == regions[5] && regions[5] == regions[2]
        }),
        ("all(count-distinct r1c1 @r1c2 @r2c3 @r4c4)", |digits, regions| {
            let found: BTreeSet<usize> = [1, 6, 15].into_iter().map(|cell| regions[cell]).collect();
            found.len() == usize::from(digits[0])
        }),
        ("sum s = 5 @r4c4 r4c4", |digits, regions| regions[15] + 1 + usize::from(digits[15]) == 5),
        ("all(different @r1c1 @r4c1 @r4c4)", |_, regions| {
            regions[0] != regions[12] && regions[0] != regions[15] && regions[12] != regions[15]
        }),
        ("thermo r3c1 r3c2 r3c3", |digits, _| digits[8] < digits[9] && digits[9] < digits[10]),
    ];
    for (rule, holds) in cases {
        let rules = ["chaos", rule].map(|rule| rule.parse::<Rule>().unwrap());
        let board = Geometry::of_side(4).unwrap().with_rules(&rules).unwrap();
        let expected = expected(4, 4, holds);
        assert!(!expected.is_empty() && expected.len() < 13_872, "{rule}: {}", expected.len());
        assert_eq!(listed(&board, &Grid::empty(4).unwrap()), expected, "{rule}");
        // What is displayed is read again.
        let again: Rule = rules[1].to_string().parse().unwrap();
        assert_eq!(again, rules[1]);
    }
}

/// A puzzle with one grid and several divisions has several solutions.
#[test]
fn every_question_counts_digits_and_regions_together() {
    let board = board(2, 2, &["chaos"]);
    let all = expected(4, 4, |_, _| true);
    let of_digits = |digits: &[u8]| all.iter().filter(|(found, _)| found == digits).count();
    let (full, _) = all.iter().find(|(digits, _)| of_digits(digits) > 1).unwrap();
    let count = of_digits(full);
    let mut solver = Solver::new(&board);
    solver.load(&grid(&board, full)).unwrap();
    assert_eq!(solver.count(&mut Limits::none()), Count::Exact(count as u64));
    let counted = solver.count_all(NonZeroUsize::MIN, &mut Limits::none()).unwrap();
    assert_eq!(counted.count, Count::Exact((count as u64).into()));
    let mut found = solver.find_up_to(2, &mut Limits::none());
    assert!(matches!(found.uniqueness(), Uniqueness::Several(..)));
    let [first, second] = [0, 1].map(|number| found.regions(number).unwrap());
    assert_eq!(serde_json::to_value(&first).unwrap(), first.to_string());
    assert_ne!(first, second);
    let completions = solver.completions(&mut Limits::none()).unwrap();
    assert_eq!(completions.count(), (count as u64).into());
    let drawn: BTreeSet<String> = completions
        .draws_with_regions(3)
        .take(200)
        .map(|(_, regions)| regions.unwrap().to_string())
        .collect();
    assert_eq!(drawn.len(), count);
    let candidates = solver.true_candidates(1000, &mut Limits::none()).unwrap();
    // No cell is blank.
    assert_eq!((candidates.verdict, candidates.cells.len()), (Verdict::Several, 0));
    assert!(solver.nodes(&mut Limits::none()).is_ok());
    // With the regions it is the only solution.
    let found = board.with_found_regions(&first).unwrap();
    let mut solver = Solver::new(&found);
    solver.load(&grid(&board, full)).unwrap();
    assert_eq!(solver.count(&mut Limits::none()), Count::Exact(1));
}

#[test]
fn regions_to_be_found_stop_at_their_limits() {
    let board = Geometry::of_side(12).unwrap().with_rules(&["chaos".parse().unwrap()]).unwrap();
    let mut solver = Solver::new(&board);
    solver.load(&Grid::empty(12).unwrap()).unwrap();
    assert_eq!(solver.count(&mut Limits::none().nodes(5)), Count::AtLeast(0, Stopped::Nodes));
}

#[test]
fn connected_cells_are_those_of_plain_loops() {
    let side = 4;
    let holds = |digits: &[u8], of: &[u8], size: Option<usize>| {
        let cells: Vec<usize> = (0..16).filter(|&cell| of.contains(&digits[cell])).collect();
        let mut reached: Vec<usize> = cells.iter().copied().take(1).collect();
        let mut next = 0;
        while next < reached.len() {
            for cell in beside(side, reached[next]) {
                if cells.contains(&cell) && !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
            next += 1;
        }
        !cells.is_empty() && reached.len() == cells.len() && size.is_none_or(|size| size == cells.len())
    };
    let cases: [(&str, u8, &[u8], Option<usize>); 5] = [
        ("connected 1 2 3", 4, &[1, 2, 3], None),
        ("connected 2 4 size 8", 4, &[2, 4], Some(8)),
        ("connected 1 5", 5, &[1, 5], None),
        ("connected 3 5 size 6", 5, &[3, 5], Some(6)),
        ("connected 2 3 4 size 10", 5, &[2, 3, 4], Some(10)),
    ];
    let mut sizes = BTreeSet::new();
    for (rule, most, of, size) in cases {
        let values = format!("values 1-{most}");
        let board = board(2, 2, &[&values, "no-boxes", rule]);
        // Some cells are given, so that the grids are few.
        let mut puzzle = Grid::of_board(&board);
        let given = ["r1c1", "r2c2"].map(|cell| cell.parse::<Cell>().unwrap());
        for (cell, digit) in given.into_iter().zip(board.digits()) {
            puzzle.set(cell, Some(digit)).unwrap();
        }
        let grids = latin(side, most);
        let fits = |digits: &&Vec<u8>| digits[0] == 1 && digits[5] == 2 && holds(digits, of, size);
        let expected: BTreeSet<&Vec<u8>> = grids.iter().filter(fits).collect();
        let mut solver = Solver::new(&board);
        solver.load(&puzzle).unwrap();
        let found: Vec<Vec<u8>> = solver.solutions().map(|grid| digits(&grid)).collect();
        assert_eq!(found.len(), expected.len(), "{rule}");
        assert_eq!(found.iter().collect::<BTreeSet<_>>(), expected, "{rule}");
        sizes.insert(found.len());
    }
    assert!(sizes.len() > 2, "{sizes:?}");
}

#[test]
fn variables_have_the_digits_of_the_board_and_are_counted() {
    let grids: Vec<Vec<u8>> = latin(4, 4);
    type Number = fn(&[u8]) -> usize;
    let cases: [(&[&str], Number); 5] = [
        (&["sum s = 5 v1 r1c1", "sum s = 7 v1 v2"], |digits| usize::from(digits[0] <= 2)),
        (&["all(thermo v1 v2 r1c1)"], |digits| {
            let less = usize::from(digits[0]) - 1;
            less * less.saturating_sub(1) / 2
        }),
        (&["count a >= 0 : s = 1 v7"], |_| 4),
        (&["all-pairs a != b v1 r1c1 r2c2"], |digits| if digits[0] == digits[5] { 0 } else { 2 }),
        (&["regex 1[23]4 v1 r1c1 v2"], |digits| usize::from([2, 3].contains(&digits[0]))),
    ];
    for (rules, number) in cases {
        let board = board(2, 2, &[&["no-boxes"], rules].concat());
        let expected: usize = grids.iter().map(|digits| number(digits)).sum();
        let mut solver = Solver::new(&board);
        assert_eq!(solver.count(&mut Limits::none()), Count::Exact(expected as u64), "{rules:?}");
    }
}

#[test]
fn rules_that_exclude_each_other_are_refused() {
    let refused = |rules: &[&str]| {
        let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        Geometry::of_side(4).unwrap().with_rules(&rules).unwrap_err().to_string()
    };
    let given = "expected regions that are given or to be found, found both";
    assert_eq!(refused(&["chaos", "regions aabbaabbccddccdd"]), given);
    assert_eq!(refused(&["regions aabbaabbccddccdd", "chaos"]), given);
    assert_eq!(
        refused(&["chaos", "region-sum r1c1 r1c2"]),
        "expected given boxes or regions for region-sum, found regions to be found"
    );
    assert_eq!(
        refused(&["region-count r1c1 = r1c1 r1c2"]),
        "expected regions to be found, as by `chaos`, for region-count, found none"
    );
    assert_eq!(refused(&["sum s = 3 @r1c1 r1c1"]), "expected cells of a board of side 4, found @r1c1");
    assert_eq!(
        refused(&["chaos", "region-run r1c1 = r1c1 r1c2 - r2c1 r2c2"]),
        "expected arms that begin with r1c1, found r2c1"
    );
    assert_eq!(refused(&["full-rank row 1 left = 17"]), "expected a rank of 1 to 16, found 17");
    assert_eq!(
        refused(&["values 1-5", "full-rank row 1 left = 1"]),
        "expected 4 digits for full-rank, found 5"
    );
    assert_eq!(refused(&["connected 1 2 size 17"]), "expected a size of 1 to 16, found 17");
    assert_eq!(refused(&["thermo v1 r1c1"]), "expected cells of a board of side 4, found v1");
}
