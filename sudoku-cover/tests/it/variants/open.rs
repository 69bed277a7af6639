//! Open rules, which setters write: what they allow against a filter in plain Rust on all grids of side 4, their text,
//! their errors, and where they are shown.

use dlx_core::Limits;
use sudoku_cover::{
    Candidate, Digit, Explainer, Format, Grid, Picture, Reader, Record, Rule, Solver, WhyNot, Writer,
};

use super::board;
use super::described::{Rows, rows};

type Filter = fn(&Rows) -> bool;

/// Returns true if this holds for any two cells at this distance.
fn at_distance(g: &Rows, (near, far): (usize, usize), holds: impl Fn(i32, i32) -> bool) -> bool {
    let cells: Vec<(usize, usize)> = (0..16).map(|cell| (cell / 4, cell % 4)).collect();
    let is_at = |one: (usize, usize), other: (usize, usize)| {
        let (rows, columns) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
        one < other && (rows.min(columns), rows.max(columns)) == (near, far)
    };
    cells.iter().all(|&one| {
        cells.iter().all(|&other| !is_at(one, other) || holds(g[one.0][one.1], g[other.0][other.1]))
    })
}

/// Rules of boards of side 4, with what they require. Cells are `g[row][column]`, from 0.
const FILTERS: [(&str, Filter); 25] = [
    ("pairs |a-b| >= 2 r1c1 r2c1 r3c1", |g| (g[0][0] - g[1][0]).abs() >= 2 && (g[1][0] - g[2][0]).abs() >= 2),
    ("pairs a < b and b != n r1c1 r2c3 r3c2", |g| {
        g[0][0] < g[1][2] && g[1][2] < g[2][1] && g[1][2] != 4 && g[2][1] != 4
    }),
    ("all-pairs a + b in {3, 5, 6} r1c1 r2c3 r4c2", |g| {
        let is_in = |sum: i32| [3, 5, 6].contains(&sum);
        is_in(g[0][0] + g[1][2]) && is_in(g[0][0] + g[3][1]) && is_in(g[1][2] + g[3][1])
    }),
    ("moves 1 2 a != b", |g| at_distance(g, (1, 2), |a, b| a != b)),
    ("moves 2 3 a!=b", |g| at_distance(g, (2, 3), |a, b| a != b)),
    ("moves 2 2 a + b != 5", |g| at_distance(g, (2, 2), |a, b| a + b != 5)),
    ("sum s <= 5 r1c1 r2c3 r3c4", |g| g[0][0] + g[1][2] + g[2][3] <= 5),
    ("sum s == 0 r1c1 -r2c3 -r3c4", |g| g[0][0] == g[1][2] + g[2][3]),
    ("sum s % 7 = 1 10*r1c1 r1c2 -3*r4c4", |g| (10 * g[0][0] + g[0][1] - 3 * g[3][3]).rem_euclid(7) == 1),
    ("sum (s - 1) % 3 + 1 == 2 r1c1 r2c3 r3c4", |g| (g[0][0] + g[1][2] + g[2][3]) % 3 == 2),
    ("sum |s| == 2 r1c1 -r2c3", |g| (g[0][0] - g[1][2]).abs() == 2),
    ("product s == 12 r1c1 r2c3 r3c4", |g| g[0][0] * g[1][2] * g[2][3] == 12),
    ("count a % 2 == 0 : s > 2 r1c1 r2c2 r3c3 r4c4", |g| {
        (0..4).filter(|&place| g[place][place] % 2 == 0).count() > 2
    }),
    ("regex [12]+3?4 r1c1 r2c3 r3c4", |g| {
        let (a, b, c) = (g[0][0], g[1][2], g[2][3]);
        a < 3 && b <= 3 && c == 4
    }),
    ("regex (1|23).* r1c1 r2c3 r3c4", |g| g[0][0] == 1 || g[0][0] == 2 && g[1][2] == 3),
    ("regex ([12]{2}|3){1,2} r1c1 r2c3 r3c4", |g| {
        let (a, b, c) = (g[0][0], g[1][2], g[2][3]);
        a < 3 && b < 3 && c == 3 || a == 3 && b < 3 && c < 3
    }),
    ("automaton 0[1-4]0 0[1]1 1[2-3]2 2[^4]3 accept 3 2 r1c1 r2c3 r3c4 r4c2", |g| {
        let line = [g[0][0], g[1][2], g[2][3], g[3][1]];
        let is_pair = |place: usize| line[place] == 1 && [2, 3].contains(&line[place + 1]);
        is_pair(1) && line[3] != 4 || is_pair(2)
    }),
    ("any(thermo r1c1 r2c2 r3c1; sum 7 r1c1 r4c4)", |g| {
        g[0][0] < g[1][1] && g[1][1] < g[2][0] || g[0][0] + g[3][3] == 7
    }),
    ("any(even r1c1 r2c3; different r1c1 r2c3 r4c2)", |g| {
        let (a, b, c) = (g[0][0], g[1][2], g[3][1]);
        a % 2 == 0 && b % 2 == 0 || a != b && b != c && a != c
    }),
    ("all(odd r1c1; not(white r1c1 r1c2))", |g| g[0][0] % 2 == 1 && (g[0][0] - g[0][1]).abs() != 1),
    ("not(renban r1c1 r2c3 r4c2)", |g| {
        let mut line = [g[0][0], g[1][2], g[3][1]];
        line.sort_unstable();
        !(line[1] == line[0] + 1 && line[2] == line[1] + 1)
    }),
    ("not(killer 5 r1c1 r2c3; minimum r2c2)", |g| {
        let is_cage = g[0][0] + g[1][2] == 5 && g[0][0] != g[1][2];
        let is_minimum = [g[0][1], g[1][0], g[1][2], g[2][1]].iter().all(|&other| g[1][1] < other);
        !(is_cage && is_minimum)
    }),
    ("any(skyscraper row 1 left = 4; all(regex 2 r1c1; x-sum column 2 top = 3))", |g| {
        let (row, first) = (&g[0], g[0][1]);
        let sum: i32 = (0..first as usize).map(|place| g[place][1]).sum();
        *row == [1, 2, 3, 4] || g[0][0] == 2 && sum == 3
    }),
    ("any(not(any(even r1c1; even r1c2)); quad r2c2 = 1 1)", |g| {
        let around = [g[1][1], g[1][2], g[2][1], g[2][2]];
        g[0][0] % 2 == 1 && g[0][1] % 2 == 1 || around.iter().filter(|&&digit| digit == 1).count() > 1
    }),
    ("all(moves 1 1 a != b; sum s > 5 r1c1 r1c2)", |g| {
        at_distance(g, (1, 1), |a, b| a != b) && g[0][0] + g[0][1] > 5
    }),
];

#[test]
fn the_grids_of_side_4_are_those_that_open_rules_allow() {
    let all: Vec<Grid> = Solver::new(&board(2, 2, &[])).solutions().collect();
    for (text, filter) in FILTERS {
        let limited = board(2, 2, &[text]);
        let expected: Vec<&Grid> = all.iter().filter(|grid| filter(&rows(grid))).collect();
        let mut found: Vec<Grid> = Solver::new(&limited).solutions().collect();
        found.sort_by_key(rows);
        assert_eq!(found.len(), expected.len(), "{text}");
        assert!(expected.iter().all(|grid| found.contains(grid)), "{text}");
        let is_met = |grid: &Grid| grid.contradictions(&limited).unwrap().is_empty();
        assert!(all.iter().all(|grid| is_met(grid) == filter(&rows(grid))), "{text}");
        let mut solver = Solver::new(&limited);
        solver.take(&Grid::empty(4).unwrap()).unwrap();
        assert_eq!(
            solver.count(&mut Limits::none()),
            dlx_core::Count::Exact(expected.len() as u64),
            "{text}"
        );
    }
}

#[test]
fn open_rules_are_shown_as_they_are_read_and_kept_in_files() {
    for (text, shown) in [
        ("pairs  |a-b|>=5   r1c1,r2c1", "pairs |a-b|>=5 r1c1 r2c1"),
        ("All-Pairs a<b r1c1 r1c2 as Renban", "all-pairs a<b r1c1 r1c2 as renban"),
        ("moves 3 1 a!=b \"camels # 1\" # a comment", "moves 1 3 a!=b \"camels # 1\""),
        ("sum s=0 r1c1 -1*r1c2 as different \"Scales\"", "sum s=0 r1c1 -r1c2 as different \"Scales\""),
        (
            "automaton 1[3]1  0[1-4]1 0[5]1 ACCEPT 1 0 r1c1 r1c2",
            "automaton 0[1-5]1 1[3]1 accept 0 1 r1c1 r1c2",
        ),
        ("any ( sum 3 r1c1 r1c2 ; x r1c1 r2c1 )", "any(sum 3 r1c1 r1c2; x r1c1 r2c1)"),
    ] {
        let rule: Rule = text.parse().unwrap();
        assert_eq!(rule.to_string(), shown);
        assert_eq!(shown.parse::<Rule>().unwrap(), rule);
        let mut record = Record::new(Grid::empty(9).unwrap());
        record.more_mut().rules = vec![rule.clone()];
        for (format, is_held) in [(Format::Json, true), (Format::FPuzzles, false)] {
            let mut writer = Writer::new(Vec::new(), format);
            let loss = writer.write(&record).unwrap();
            let written = writer.finish().unwrap();
            assert_eq!(loss.rules.is_empty(), is_held, "{format}");
            let read = Reader::new(&written[..]).next().unwrap().unwrap();
            assert_eq!(read.rules().contains(&rule), is_held, "{format}");
        }
    }
}

#[test]
fn errors_in_open_rules_have_their_place() {
    for (text, error) in [
        ("pairs |a-b >= 5 r1c1 r1c2", "column 12: expected `|`, found `>=`"),
        ("pairs a < r1c1 r1c2", "column 11: expected a number or a or b, found `r1c1`"),
        ("pairs a<b", "column 10: expected a cell such as r1c1, found nothing"),
        ("moves 1 a!=b", "column 9: expected a number of rows or columns, found `a!=b`"),
        ("count a>1 s>1 r1c1", "column 11: expected `:` and a condition on the number s, found `s>1`"),
        ("regex 1( r1c1", "column 9: expected `)`, found `r1c1`"),
        ("product s=2 2*r1c1", "column 13: expected cells without factors, found `2*r1c1`"),
        ("any(sum 3 r1c1; thermo r1c1 x)", "column 29: expected a cell such as r1c1, found `x`"),
        ("any(sum 3 r1c1", "column 4: expected rules in parentheses, found `(sum`"),
        (
            "pairs a<b r1c1 r1c2 as thermometer",
            "column 24: expected the word of a line, a mark or a set of cells, such as thermo, found `thermometer`",
        ),
        ("prodct s=2 r1c1", "unknown rule `prodct`; did you mean `product`?"),
    ] {
        assert_eq!(text.parse::<Rule>().unwrap_err().to_string(), error);
    }
    assert!(format!("not{}", "(not".repeat(10_000)).parse::<Rule>().is_err());
    let refused = |text: &str| {
        let rules = [text.parse::<Rule>().unwrap()];
        sudoku_cover::Geometry::of_side(4).unwrap().with_rules(&rules).unwrap_err().to_string()
    };
    assert_eq!(
        refused("any(x; sum 3 r1c1 r1c2)"),
        "expected rules of cells within any, all and not, found `x`"
    );
    assert_eq!(refused("pairs a<b r1c1 r5c1"), "expected cells of a board of side 4, found r5c1");
    assert_eq!(refused("any(even r5c1)"), "expected cells of a board of side 4, found r5c1");
}

#[test]
fn open_rules_are_named_and_look_as_their_setter_says() {
    let rule = "pairs |a-b| >= 3 r1c1 r2c2 as whisper \"Dutch whisper\"";
    let board = board(2, 2, &[rule]);
    let mut grid = Grid::empty(4).unwrap();
    let svg = Picture::new(&board, &grid).unwrap().to_svg();
    assert!(svg.contains("class=\"line whisper\"") && svg.contains(", Dutch whisper"), "{svg}");
    let cell = |row, column| sudoku_cover::Cell::new(row, column);
    grid.set(cell(0, 0), Digit::new(2)).unwrap();
    let words = grid.contradictions(&board).unwrap()[0].to_string();
    assert_eq!(words, format!("r1c1=2 does not fit the rule {rule}"));
    let sentence = rule.parse::<Rule>().unwrap().sentence();
    let expected = "Dutch whisper: each digit a and the next one b of r1c1, r2c2 meet |a-b| >= 3";
    assert_eq!(sentence, expected);
    let mut explainer = Explainer::new(&board);
    grid.set(cell(0, 0), Digit::new(1)).unwrap();
    explainer.load(&grid).unwrap();
    let wrong = Candidate { cell: cell(1, 1), digit: Digit::new(3).unwrap() };
    let why = WhyNot::of(&explainer, wrong, &mut Limits::none()).unwrap().to_string();
    assert_eq!(why, format!("by a rule, {expected}: no digits of the other cells fit it"));
}
