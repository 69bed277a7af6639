//! Every rule of cells, lines, marks and outside clues against a filter that says in one expression what the
//! rule requires, on all grids of side 4; entropic lines, which side 4 cannot have, on grids of side 6.
//!
//! The filters also confirm the [description](Description) of the rules, with which boards of side 6 are compared.

use std::collections::HashMap;

use dlx_core::Limits;
use sudoku_cover::{Geometry, Grid, Solver};

use super::described::{Description, Rows, rows};
use super::oracle::Rules;
use super::{WORDS, board, digits};

type Filter = Box<dyn Fn(&Rows) -> bool>;

fn grids(board: &Geometry) -> Vec<Grid> {
    Solver::new(board).solutions().collect()
}

fn sorted(mut digits: Vec<i32>) -> Vec<i32> {
    digits.sort_unstable();
    digits
}

/// Rules of boards of side 4, with what they require. Cells are `g[row][column]`, from 0.
pub(super) fn filters() -> Vec<(&'static str, Filter)> {
    fn of(filter: impl Fn(&Rows) -> bool + 'static) -> Filter {
        Box::new(filter)
    }
    vec![
        ("thermo r1c1 r2c2 r3c1", of(|g| g[0][0] < g[1][1] && g[1][1] < g[2][0])),
        ("slow-thermo r1c1 r2c2 r3c3", of(|g| g[0][0] <= g[1][1] && g[1][1] <= g[2][2])),
        (
            "whisper 2 r1c1 r2c1 r3c1",
            of(|g| (g[0][0] - g[1][0]).abs() >= 2 && (g[1][0] - g[2][0]).abs() >= 2),
        ),
        (
            "renban r1c2 r2c3 r3c3",
            of(|g| {
                let line = sorted(vec![g[0][1], g[1][2], g[2][2]]);
                line[1] == line[0] + 1 && line[2] == line[1] + 1
            }),
        ),
        ("palindrome r1c1 r1c2 r2c3 r3c1", of(|g| g[0][0] == g[2][0] && g[0][1] == g[1][2])),
        ("palindrome r1c1 r1c2 r3c4", of(|g| g[0][0] == g[2][3])),
        ("zipper r1c1 r2c2 r3c3", of(|g| g[0][0] + g[2][2] == g[1][1])),
        ("zipper r1c1 r1c2 r2c3 r3c1", of(|g| g[0][0] + g[2][0] == g[0][1] + g[1][2])),
        ("region-sum r1c1 r1c2 r1c3 r2c4", of(|g| g[0][0] + g[0][1] == g[0][2] + g[1][3])),
        (
            "region-sum r1c1 r1c2 r1c3 r2c4 r3c4 r4c3",
            of(|g| {
                let sum = g[0][0] + g[0][1];
                sum == g[0][2] + g[1][3] && sum == g[2][3] + g[3][2]
            }),
        ),
        ("region-sum r1c2 r1c3 r2c2", of(|g| g[0][1] == g[0][2] && g[0][2] == g[1][1])),
        ("between r1c1 r2c2 r3c3", of(|g| g[1][1] > g[0][0].min(g[2][2]) && g[1][1] < g[0][0].max(g[2][2]))),
        (
            "lockout 2 r1c1 r2c2 r4c3",
            of(|g| {
                let (low, high) = (g[0][0].min(g[3][2]), g[0][0].max(g[3][2]));
                high - low >= 2 && (g[1][1] < low || g[1][1] > high)
            }),
        ),
        ("modular 2 r1c1 r2c1 r3c1", of(|g| g[0][0] % 2 != g[1][0] % 2 && g[1][0] % 2 != g[2][0] % 2)),
        (
            "modular 3 r1c1 r1c2 r2c4",
            of(|g| {
                let rests: Vec<i32> = [g[0][0], g[0][1], g[1][3]].map(|digit| digit % 3).to_vec();
                sorted(rests) == [0, 1, 2]
            }),
        ),
        ("double-arrow r1c1 r2c2 r3c3 r4c1", of(|g| g[0][0] + g[3][0] == g[1][1] + g[2][2])),
        ("arrow r1c1 = r2c2 r3c3", of(|g| g[0][0] == g[1][1] + g[2][2])),
        (
            "arrow r1c1 r1c2 = r2c1 r2c2 r3c3 r4c3 r4c4 r4c2",
            of(|g| 10 * g[0][0] + g[0][1] == g[1][0] + g[1][1] + g[2][2] + g[3][2] + g[3][3] + g[3][1]),
        ),
        ("sum 9 r1c1 r2c2 r3c4", of(|g| g[0][0] + g[1][1] + g[2][3] == 9)),
        ("sum 9 r1c1 r1c1 r2c4", of(|g| 2 * g[0][0] + g[1][3] == 9)),
        ("sum 14 r1c1 r1c2 r1c3 r1c4 r2c1", of(|g| g[1][0] == 4)),
        (
            "killer 7 r1c1 r1c2 r2c3",
            of(|g| g[0][0] + g[0][1] + g[1][2] == 7 && g[0][0] != g[1][2] && g[0][1] != g[1][2]),
        ),
        ("different r1c1 r2c3 r3c2", of(|g| g[0][0] != g[1][2] && g[1][2] != g[2][1] && g[0][0] != g[2][1])),
        ("white r1c1 r2c1", of(|g| (g[0][0] - g[1][0]).abs() == 1)),
        ("difference 2 r1c1 r4c4", of(|g| (g[0][0] - g[3][3]).abs() == 2)),
        ("black r1c1 r2c1", of(|g| g[0][0] == 2 * g[1][0] || g[1][0] == 2 * g[0][0])),
        ("ratio 3 r1c1 r2c1", of(|g| g[0][0] == 3 * g[1][0] || g[1][0] == 3 * g[0][0])),
        ("v r1c1 r2c1", of(|g| g[0][0] + g[1][0] == 5)),
        ("greater r1c1 r2c1", of(|g| g[0][0] > g[1][0])),
        ("clone r1c1 r1c2 = r3c2 r3c3", of(|g| g[0][0] == g[2][1] && g[0][1] == g[2][2])),
        (
            "quad r2c2 = 1 1 3",
            of(|g| {
                let around = [g[1][1], g[1][2], g[2][1], g[2][2]];
                let times = |wanted: i32| around.iter().filter(|&&digit| digit == wanted).count();
                times(1) >= 2 && times(3) >= 1
            }),
        ),
        ("little-killer 8 r3c1 up-right", of(|g| g[2][0] + g[1][1] + g[0][2] == 8)),
        ("little-killer 10 r1c1 down-right", of(|g| (0..4).map(|place| g[place][place]).sum::<i32>() == 10)),
        (
            "sandwich row 2 = 3",
            of(|g| {
                let place = |wanted| g[1].iter().position(|&digit| digit == wanted).unwrap();
                let (low, high) = (place(1).min(place(4)), place(1).max(place(4)));
                g[1][low + 1..high].iter().sum::<i32>() == 3
            }),
        ),
        ("x-sum row 1 right = 6", of(|g| (0..g[0][3]).map(|step| g[0][3 - step as usize]).sum::<i32>() == 6)),
        (
            "skyscraper column 2 bottom = 2",
            of(|g| {
                let seen = (0..4).filter(|&row| (row + 1..4).all(|below| g[below][1] < g[row][1]));
                seen.count() == 2
            }),
        ),
        ("numbered-room column 1 top = 3", of(|g| g[g[0][0] as usize - 1][0] == 3)),
        (
            "minimum r2c2 r2c3",
            of(|g| {
                g[1][1] < g[0][1].min(g[2][1]).min(g[1][0]) && g[1][2] < g[0][2].min(g[2][2]).min(g[1][3])
            }),
        ),
        ("maximum r1c1", of(|g| g[0][0] > g[0][1].max(g[1][0]))),
        (
            "equality r1c1 r2c2 r3c3 r4c4",
            of(|g| {
                let line = [g[0][0], g[1][1], g[2][2], g[3][3]];
                // Different digits of 1 to 4 are two even and two odd ones, two low and two high ones.
                (1..=4).all(|digit| line.contains(&digit))
            }),
        ),
        (
            "counting-circles r1c1 r1c2 r2c3 r3c1 r4c4 r4c1",
            of(|g| {
                let mut times = HashMap::new();
                for digit in [g[0][0], g[0][1], g[1][2], g[2][0], g[3][3], g[3][0]] {
                    *times.entry(digit).or_insert(0) += 1;
                }
                times.iter().all(|(digit, times)| digit == times)
            }),
        ),
        ("column-indexer r1c2 r3c2", of(|g| [0, 2].iter().all(|&row| g[row][g[row][1] as usize - 1] == 2))),
        ("row-indexer r3c1", of(|g| g[g[2][0] as usize - 1][0] == 3)),
        (
            "box-indexer r1c4",
            of(|g| {
                let own = [g[0][2], g[0][3], g[1][2], g[1][3]];
                own[own[1] as usize - 1] == 2
            }),
        ),
        ("rising-diagonal", of(|g| sorted((0..4).map(|row| g[row][3 - row]).collect()) == [1, 2, 3, 4])),
        ("falling-diagonal", of(|g| sorted((0..4).map(|row| g[row][row]).collect()) == [1, 2, 3, 4])),
        ("strict-white", of(|g| neighbors(g).all(|(one, other)| (one - other).abs() != 1))),
        ("strict-black", of(|g| neighbors(g).all(|(one, other)| one != 2 * other && other != 2 * one))),
        ("strict-xv", of(|g| neighbors(g).all(|(one, other)| one + other != 5))),
    ]
}

/// Returns the digits of all pairs of adjacent cells.
fn neighbors(rows: &Rows) -> impl Iterator<Item = (i32, i32)> + '_ {
    let side = rows.len();
    let cells = (0..side).flat_map(move |row| (0..side).map(move |column| (row, column)));
    cells.flat_map(move |(row, column)| {
        let right = (column + 1 < side).then(|| (rows[row][column], rows[row][column + 1]));
        let below = (row + 1 < side).then(|| (rows[row][column], rows[row + 1][column]));
        right.into_iter().chain(below)
    })
}

#[test]
fn each_rule_leaves_the_grids_that_it_describes() {
    let all = grids(&board(2, 2, &[]));
    assert_eq!(all.len(), 288);
    let mut is_rule_met = 0;
    for (rule, filter) in filters() {
        let expected: Vec<String> =
            all.iter().filter(|grid| filter(&rows(grid))).map(|grid| grid.to_line().to_string()).collect();
        let board = board(2, 2, &[rule]);
        let mut found: Vec<String> = grids(&board).iter().map(|grid| grid.to_line().to_string()).collect();
        found.sort_unstable();
        let mut expected_sorted = expected.clone();
        expected_sorted.sort_unstable();
        assert_eq!(found, expected_sorted, "{rule}");
        let count = Solver::new(&board).count(&mut Limits::none());
        assert_eq!(count.at_least(), expected.len() as u64, "{rule}");
        let description = Description::new(2, 2, board.rules());
        for grid in &all {
            let is_kept = grid.contradictions(&board).unwrap().is_empty();
            assert_eq!(is_kept, filter(&rows(grid)), "{rule}: {}", grid.to_line());
            assert_eq!(description.are_met(&rows(grid)), is_kept, "{rule}: {}", grid.to_line());
        }
        is_rule_met += usize::from(!expected.is_empty());
    }
    assert!(is_rule_met >= 40, "most rules have grids: {is_rule_met}");
}

#[test]
fn rules_together_leave_the_grids_that_all_describe() {
    let all: Vec<Rows> = grids(&board(2, 2, &[])).iter().map(rows).collect();
    let filters = filters();
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for _ in 0..1000 {
        let chosen: Vec<usize> = (0..2 + random(2)).map(|_| random(filters.len())).collect();
        let rules: Vec<&str> = chosen.iter().map(|&place| filters[place].0).collect();
        let board = board(2, 2, &rules);
        let description = Description::new(2, 2, board.rules());
        let expected: Vec<&Rows> = all.iter().filter(|grid| description.are_met(grid)).collect();
        // A strict rule exempts the pairs with marks of the other rules, which its filter does not know.
        if rules.iter().all(|rule| !rule.starts_with("strict")) {
            let fits_all = |grid: &&Rows| chosen.iter().all(|&place| filters[place].1(grid));
            assert!(all.iter().filter(fits_all).eq(expected.iter().copied()), "{rules:?}");
        }
        let found = Solver::new(&board).count(&mut Limits::none());
        assert_eq!(found.at_least(), expected.len() as u64, "{rules:?}");
    }
}

#[test]
fn the_description_of_variants_agrees_with_the_oracle() {
    let all = grids(&board(2, 2, &[]));
    for word in WORDS {
        let oracle = Rules::of(2, 2, &[word]);
        let rule = [word.parse().unwrap()];
        let description = Description::new(2, 2, &rule);
        for grid in &all {
            let is_kept = oracle.keep(&digits(grid));
            assert_eq!(description.are_met(&rows(grid)), is_kept, "{word}: {}", grid.to_line());
        }
    }
}

#[test]
fn strict_rules_exempt_pairs_with_marks() {
    let board = board(2, 2, &["strict-white", "white r1c1 r1c2", "white r3c3 r3c4"]);
    let exempt = |g: &Rows| {
        let is_marked = |row: usize, column: usize, down: usize| {
            down == 0 && ((row, column) == (0, 0) || (row, column) == (2, 2))
        };
        (0..4).all(|row| {
            (0..4).all(|column| {
                let right = column + 1 >= 4
                    || ((g[row][column] - g[row][column + 1]).abs() == 1) == is_marked(row, column, 0);
                let below = row + 1 >= 4 || (g[row][column] - g[row + 1][column]).abs() != 1;
                right && below
            })
        })
    };
    let all = grids(&self::board(2, 2, &[]));
    let expected = all.iter().filter(|grid| exempt(&rows(grid))).count();
    assert_eq!(grids(&board).len(), expected);
}

#[test]
fn without_boxes_grids_are_latin_squares() {
    // The numbers of Latin squares of sides 4 and 5.
    assert_eq!(grids(&board(2, 2, &["no-boxes"])).len(), 576);
    let five = Geometry::of_side(5).unwrap().with_rules(&["no-boxes".parse().unwrap()]).unwrap();
    assert_eq!(Solver::new(&five).count(&mut Limits::none()).at_least(), 161_280);
}

#[test]
fn rows_do_not_count_as_boxes() {
    // All Latin squares: neither rule requires anything where there are no boxes.
    for rule in ["region-sum r1c1 r2c1", "box-indexer r1c1 r1c2 r3c4"] {
        assert_eq!(grids(&board(2, 2, &["no-boxes", rule])).len(), 576, "{rule}");
        assert_eq!(grids(&board(2, 2, &[rule, "no-boxes"])).len(), 576, "{rule}");
        let five = Geometry::of_side(5).unwrap().with_rules(&[rule.parse().unwrap()]).unwrap();
        assert_eq!(Solver::new(&five).count(&mut Limits::none()).at_least(), 161_280, "{rule}");
    }
    // Regions that are rows count.
    let rows = "regions AAAABBBBCCCCDDDD";
    assert_eq!(grids(&board(2, 2, &[rows])).len(), 576);
    assert_eq!(grids(&board(2, 2, &[rows, "region-sum r1c1 r2c1"])).len(), 0);
}

#[test]
fn unmarked_pairs_have_none_of_the_ratios_of_the_board() {
    let all = grids(&board(2, 2, &[]));
    let pairs: Vec<[[usize; 2]; 2]> = (0..16)
        .flat_map(|cell| {
            let (row, column) = (cell / 4, cell % 4);
            let right = (column < 3).then(|| [[row, column], [row, column + 1]]);
            let below = (row < 3).then(|| [[row, column], [row + 1, column]]);
            right.into_iter().chain(below)
        })
        .collect();
    let digits = |g: &Rows, pair: [[usize; 2]; 2]| pair.map(|[row, column]| g[row][column]);
    let has = |g: &Rows, pair, ratio: i32| {
        let [one, other] = digits(g, pair);
        one == ratio * other || other == ratio * one
    };
    // All pairs of a grid that have the ratio are marked: as such, or with their difference, which exempts them too.
    for (ratio, is_difference) in [(3, false), (2, true)] {
        for grid in all.iter().step_by(37).map(rows) {
            let marked: Vec<[[usize; 2]; 2]> =
                pairs.iter().copied().filter(|&pair| has(&grid, pair, ratio)).collect();
            let difference = |g: &Rows, pair| {
                let [one, other] = digits(g, pair);
                (one - other).abs()
            };
            let mark = |&pair: &[[usize; 2]; 2]| {
                let [one, other] = pair.map(|[row, column]| format!("r{}c{}", row + 1, column + 1));
                let number = if is_difference { difference(&grid, pair) } else { ratio };
                format!("{} {number} {one} {other}", if is_difference { "difference" } else { "ratio" })
            };
            let mut texts: Vec<String> = marked.iter().map(mark).collect();
            texts.push("strict-black".to_owned());
            let fits = |g: &Rows| {
                pairs.iter().all(|&pair| match marked.contains(&pair) {
                    true if is_difference => difference(g, pair) == difference(&grid, pair),
                    is_marked => has(g, pair, ratio) == is_marked,
                })
            };
            let expected = all.iter().filter(|grid| fits(&rows(grid))).count();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            assert!(expected > 0);
            assert_eq!(grids(&board(2, 2, &texts)).len(), expected, "{texts:?}");
        }
    }
}

#[test]
fn sums_let_cells_be_equal_that_only_the_replaced_boxes_set_apart() {
    // A twelfth of all 576: 1 is in r1c1 in a quarter, and then in one of three columns of row 2.
    assert_eq!(grids(&board(2, 2, &["no-boxes", "sum 2 r1c1 r2c2"])).len(), 48);
    let regions = "regions ABBBAABCADCCDDDC";
    let both_hold_1 = |grid: &&Grid| rows(grid)[0][1] == 1 && rows(grid)[1][0] == 1;
    let all = grids(&board(2, 2, &[regions]));
    assert_eq!(all.iter().filter(both_hold_1).count(), 6);
    assert_eq!(grids(&board(2, 2, &[regions, "sum 2 r1c2 r2c1"])).len(), 6);
}

#[test]
fn entropic_lines_alternate_thirds() {
    let board = board(2, 3, &["entropic r1c1 r1c2 r2c3 r2c4 r1c5", "thermo r3c1 r4c1"]);
    let grids: Vec<Rows> = {
        let mut solver = Solver::new(&board);
        solver.solutions().take(2000).map(|grid| rows(&grid)).collect()
    };
    assert_eq!(grids.len(), 2000);
    for g in grids {
        let line = [g[0][0], g[0][1], g[1][2], g[1][3], g[0][4]].map(|digit| (digit - 1) / 2);
        assert!(line.windows(3).all(|part| sorted(part.to_vec()) == [0, 1, 2]), "{g:?}");
        assert!(g[2][0] < g[3][0]);
    }
}

#[test]
fn contradictions_name_the_rule() {
    let board = board(3, 3, &["thermo r1c1 r2c1", "sum 8 r5c5 r6c9"]);
    let mut grid = Grid::empty(9).unwrap();
    for (text, value) in [("r1c1", 5), ("r2c1", 3), ("r5c5", 4), ("r6c9", 5)] {
        grid.set(text.parse().unwrap(), sudoku_cover::Digit::new(value)).unwrap();
    }
    let found: Vec<String> = grid.contradictions(&board).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        ["r1c1=5 and r2c1=3 do not fit the rule thermo r1c1 r2c1", "r5c5 + r6c9 = 9, but the sum says 8",]
    );
}
