//! Boards whose digits are others than 1 to the side: from 0 on, or more than a house has cells. All grids are listed by
//! trying every digit in every cell; those that meet a filter in plain Rust must be the solutions, and the formats, the
//! explanations and the generator have to agree with them.

use dlx_core::{Count, Limits, Uniqueness};
use sudoku_cover::{
    Candidate, Cell, Digit, Explainer, Format, Generator, Geometry, Grid, Pencilmarks, Picture, Reader,
    Record, Rule, Solver, Technique, Values, Wish, Writer,
};

use super::Lehmer;
use super::described::{Rows, rows};

type Filter = fn(&Rows, [i32; 2]) -> bool;

/// The least and the greatest digits of boards of side 4.
const RANGES: [[u8; 2]; 3] = [[0, 3], [1, 5], [0, 4]];

/// Rules of boards of side 4, with what they require of the rows of a grid and of the least and the greatest digit.
const FILTERS: [(&str, Filter); 45] = [
    ("killer 3 r1c1 r1c2", |g, _| g[0][0] + g[0][1] == 3),
    ("killer 7 r1c1 r2c1 r2c2 r3c2", |g, _| {
        let cage = [g[0][0], g[1][0], g[1][1], g[2][1]];
        cage.iter().sum::<i32>() == 7 && are_different(&cage)
    }),
    ("sum 4 r1c1 r2c3 r4c2", |g, _| g[0][0] + g[1][2] + g[3][1] == 4),
    ("sum 6 r1c1 r1c2 r1c3 r1c4", |g, _| g[0].iter().sum::<i32>() == 6),
    ("thermo r1c1 r2c2 r3c3 r3c4", |g, _| g[0][0] < g[1][1] && g[1][1] < g[2][2] && g[2][2] < g[2][3]),
    ("whisper 3 r1c1 r2c1 r3c2", |g, _| (g[0][0] - g[1][0]).abs() > 2 && (g[1][0] - g[2][1]).abs() > 2),
    ("renban r1c2 r2c3 r3c4", |g, _| {
        let line = [g[0][1], g[1][2], g[2][3]];
        are_different(&line) && line.iter().max().unwrap() - line.iter().min().unwrap() == 2
    }),
    ("palindrome r1c1 r2c3 r4c2", |g, _| g[0][0] == g[3][1]),
    ("zipper r1c1 r2c2 r2c3 r3c4", |g, _| g[0][0] + g[2][3] == g[1][1] + g[1][2]),
    ("zipper r1c1 r2c2 r3c4", |g, _| g[0][0] + g[2][3] == g[1][1]),
    ("region-sum r1c1 r1c2 r1c3 r2c4 r3c4", |g, _| {
        let first = g[0][0] + g[0][1];
        first == g[0][2] + g[1][3] && first == g[2][3]
    }),
    ("between r1c1 r2c2 r3c4", |g, _| g[0][0].min(g[2][3]) < g[1][1] && g[1][1] < g[0][0].max(g[2][3])),
    ("lockout 2 r1c1 r2c2 r3c4", |g, _| {
        let (low, high) = (g[0][0].min(g[2][3]), g[0][0].max(g[2][3]));
        high - low > 1 && (g[1][1] < low || g[1][1] > high)
    }),
    ("modular 2 r1c1 r2c1 r3c2", |g, _| g[0][0] % 2 != g[1][0] % 2 && g[1][0] % 2 != g[2][1] % 2),
    ("nabner r1c1 r2c3 r4c4", |g, _| {
        [[g[0][0], g[1][2]], [g[1][2], g[3][3]], [g[0][0], g[3][3]]].iter().all(|[a, b]| (a - b).abs() > 1)
    }),
    ("sum-line 4 r1c1 r2c2 r3c3 r4c3", |g, _| {
        // Some places end a part: all ways to choose them are tried.
        let line = [g[0][0], g[1][1], g[2][2], g[3][2]];
        (0..8_u32).any(|ends| {
            let (mut sum, mut fits) = (0, true);
            for (place, digit) in line.iter().enumerate() {
                sum += digit;
                if place == 3 || ends >> place & 1 == 1 {
                    fits &= sum == 4;
                    sum = 0;
                }
            }
            fits
        })
    }),
    ("double-arrow r1c1 r2c2 r3c3 r4c2", |g, _| g[0][0] + g[3][1] == g[1][1] + g[2][2]),
    ("arrow r1c1 = r2c2 r3c3", |g, _| g[0][0] == g[1][1] + g[2][2]),
    ("arrow r1c1 r1c2 = r2c1 r3c1 r4c3 r2c2 r3c4", |g, _| {
        10 * g[0][0] + g[0][1] == g[1][0] + g[2][0] + g[3][2] + g[1][1] + g[2][3]
    }),
    ("same-values 2 r1c1 r2c3 r4c2 r3c4", |g, _| {
        let pairs = [[g[0][0], g[1][2]], [g[3][1], g[2][3]]].map(|[a, b]| (a.min(b), a.max(b)));
        pairs[0] == pairs[1]
    }),
    ("value-index r1c1 r2c2 r3c3 r4c4 r2c4", |g, _| {
        let line = [g[2][2], g[3][3], g[1][3]];
        (1..=3).contains(&g[1][1]) && line[g[1][1] as usize - 1] == g[0][0]
    }),
    ("count-distinct r1c1 r2c2 r3c3 r4c1", |g, _| {
        let others = [g[1][1], g[2][2], g[3][0]];
        (0..3).filter(|&place| !others[..place].contains(&others[place])).count() as i32 == g[0][0]
    }),
    ("rellik 3 r1c1 r1c2 r2c3", |g, _| {
        let [a, b, c] = [g[0][0], g[0][1], g[1][2]];
        are_different(&[a, b, c]) && ![a, b, c, a + b, a + c, b + c, a + b + c].contains(&3)
    }),
    ("lunchbox 2 r1c1 r1c2 r2c3 r2c4", |g, _| between(&[g[0][0], g[0][1], g[1][2], g[1][3]]) == Some(2)),
    ("product-cage 0 r1c1 r2c3", |g, _| g[0][0] * g[1][2] == 0),
    ("product-cage 6 r1c1 r2c3 r4c2", |g, _| g[0][0] * g[1][2] * g[3][1] == 6),
    ("difference-cage 3 r1c1 r1c2", |g, _| (g[0][0] - g[0][1]).abs() == 3),
    ("quotient-cage 2 r1c1 r2c3", |g, _| {
        let (low, high) = (g[0][0].min(g[1][2]), g[0][0].max(g[1][2]));
        low > 0 && high == 2 * low
    }),
    ("white r1c1 r2c1", |g, _| (g[0][0] - g[1][0]).abs() == 1),
    ("black r1c1 r2c1", |g, _| g[0][0] == 2 * g[1][0] || g[1][0] == 2 * g[0][0]),
    ("v r1c1 r2c1", |g, _| g[0][0] + g[1][0] == 5),
    ("quad r2c2 = 1 3", |g, _| {
        let around = [g[1][1], g[1][2], g[2][1], g[2][2]];
        around.contains(&1) && around.contains(&3)
    }),
    ("little-killer 6 r3c1 up-right", |g, _| g[2][0] + g[1][1] + g[0][2] == 6),
    ("sandwich row 2 = 2", |g, [least, greatest]| match greatest - least {
        3 => {
            let ends = [least, greatest].map(|end| g[1].iter().position(|&digit| digit == end).unwrap());
            let inner = &g[1][ends[0].min(ends[1]) + 1..ends[0].max(ends[1])];
            inner.iter().sum::<i32>() == 2
        }
        _ => between(&g[1]) == Some(2),
    }),
    ("x-sum column 2 top = 5", |g, _| {
        let line: Vec<i32> = g.iter().map(|row| row[1]).collect();
        (1..=4).contains(&line[0]) && line[..line[0] as usize].iter().sum::<i32>() == 5
    }),
    ("skyscraper row 3 left = 3", |g, _| {
        let is_seen = |place: usize| g[2][..place].iter().all(|&before| before < g[2][place]);
        (0..4).filter(|&place| g[2][place] > 0 && is_seen(place)).count() == 3
    }),
    ("hidden-skyscraper column 1 top = 1", |g, _| {
        let line: Vec<i32> = g.iter().map(|row| row[0]).collect();
        (0..4)
            .find(|&place| line[..place].iter().any(|&before| before > line[place]))
            .map(|place| line[place])
            == Some(1)
    }),
    ("numbered-room row 2 right = 3", |g, _| {
        let line: Vec<i32> = g[1].iter().rev().copied().collect();
        (1..=4).contains(&line[0]) && line[line[0] as usize - 1] == 3
    }),
    ("column-indexer r2c1 r2c3", |g, _| {
        [0, 2].iter().all(|&column| {
            let at = g[1][column];
            (1..=4).contains(&at) && g[1][at as usize - 1] == column as i32 + 1
        })
    }),
    ("equality r1c1 r2c3 r3c2 r4c4", |g, [least, greatest]| {
        let cage = [g[0][0], g[1][2], g[2][1], g[3][3]];
        let count = |is_so: &dyn Fn(i32) -> bool| cage.iter().filter(|&&digit| is_so(digit)).count();
        are_different(&cage)
            && count(&|digit| digit % 2 == 0) == 2
            && count(&|digit| 2 * digit < least + greatest) == count(&|digit| 2 * digit > least + greatest)
    }),
    ("counting-circles r1c1 r2c2 r3c3", |g, _| {
        let circles = [g[0][0], g[1][1], g[2][2]];
        circles.iter().all(|&digit| circles.iter().filter(|&&other| other == digit).count() as i32 == digit)
    }),
    ("x", |g, _| {
        let diagonal = |column: fn(usize) -> usize| (0..4).map(|row| g[row][column(row)]).collect::<Vec<_>>();
        are_different(&diagonal(|row| row)) && are_different(&diagonal(|row| 3 - row))
    }),
    ("same-digits", |g, _| {
        let sets: Vec<Vec<i32>> = houses(g).into_iter().flatten().map(sorted).collect();
        sets.iter().all(|set| *set == sets[0])
    }),
    ("non-consecutive", |g, _| {
        (0..4).all(|one| {
            (0..3).all(|other| {
                (g[one][other] - g[one][other + 1]).abs() != 1
                    && (g[other][one] - g[other + 1][one]).abs() != 1
            })
        })
    }),
    ("regex [^0]*0?[1-5]* r1c1 r2c3 r3c3", |g, _| {
        [g[0][0], g[1][2], g[2][2]].iter().filter(|&&digit| digit == 0).count() < 2
    }),
];

/// Rules that only boards with an odd number of digits have.
const OF_ODD: [(&str, Filter); 1] = [("dutch-flatmates", |g, [least, greatest]| {
    (0..16).all(|cell| {
        let (row, column) = (cell / 4, cell % 4);
        2 * g[row][column] != least + greatest
            || row > 0 && g[row - 1][column] == least
            || row < 3 && g[row + 1][column] == greatest
    })
})];

/// Rules that only boards with the digit 0 and one more digit than cells of a house have.
const OF_ZERO: [(&str, Filter); 1] = [("doppelganger", |g, [_, greatest]| {
    let lacking = houses(g)
        .map(|houses| houses.map(|house| (0..=greatest).find(|digit| !house.contains(digit)).unwrap()));
    let [rows, columns, boxes] = lacking;
    let is_0_in_all = lacking.concat().iter().all(|&digit| digit > 0);
    is_0_in_all
        && lacking.iter().all(|digits| are_different(digits))
        && (0..16).filter(|cell| g[cell / 4][cell % 4] == 0).all(|cell| {
            are_different(&[rows[cell / 4], columns[cell % 4], boxes[cell / 8 * 2 + cell % 4 / 2]])
        })
})];

/// Returns the digits of the rows, columns and boxes of a grid of side 4.
fn houses(g: &Rows) -> [[[i32; 4]; 4]; 3] {
    let house = |cell: fn(usize, usize) -> (usize, usize)| {
        [0, 1, 2, 3].map(|number| {
            [0, 1, 2, 3].map(|place| {
                let (row, column) = cell(number, place);
                g[row][column]
            })
        })
    };
    [
        house(|number, place| (number, place)),
        house(|number, place| (place, number)),
        house(|number, place| (number / 2 * 2 + place / 2, number % 2 * 2 + place % 2)),
    ]
}

fn sorted(digits: [i32; 4]) -> Vec<i32> {
    let mut digits = digits.to_vec();
    digits.sort_unstable();
    digits
}

fn are_different(digits: &[i32]) -> bool {
    (1..digits.len()).all(|place| !digits[..place].contains(&digits[place]))
}

/// Returns the sum between the least and the greatest of some digits, if they differ.
fn between(digits: &[i32]) -> Option<i32> {
    let place = |end: &i32| digits.iter().position(|digit| digit == end);
    let ends = [place(digits.iter().min()?)?, place(digits.iter().max()?)?];
    are_different(digits).then(|| digits[ends[0].min(ends[1]) + 1..ends[0].max(ends[1])].iter().sum())
}

fn board(range: [u8; 2], rules: &[&str]) -> Geometry {
    let values = format!("values {}-{}", range[0], range[1]);
    let rules: Vec<Rule> = [values.as_str()].iter().chain(rules).map(|rule| rule.parse().unwrap()).collect();
    Geometry::of_side(4).unwrap().with_rules(&rules).unwrap()
}

/// Returns all grids of side 4 whose rows, columns and boxes have no digit twice.
fn all([least, greatest]: [u8; 2]) -> Vec<Rows> {
    let (mut found, mut open) = (Vec::new(), vec![Vec::new()]);
    while let Some(digits) = open.pop() {
        let cell = digits.len();
        if cell == 16 {
            found.push(digits.chunks(4).map(<[i32]>::to_vec).collect());
            continue;
        }
        let sees = |other: usize| {
            other / 4 == cell / 4
                || other % 4 == cell % 4
                || (other / 8, other % 4 / 2) == (cell / 8, cell % 4 / 2)
        };
        for digit in i32::from(least)..=i32::from(greatest) {
            if (0..cell).all(|other| !sees(other) || digits[other] != digit) {
                open.push(digits.iter().copied().chain([digit]).collect());
            }
        }
    }
    found
}

/// Returns the puzzle with these givens, -1 for none.
fn puzzle(board: &Geometry, givens: &[i32]) -> Grid {
    let mut grid = Grid::of_board(board);
    for (cell, &given) in board.cells().zip(givens) {
        grid.set(cell, u32::try_from(given).ok().and_then(|given| board.values().digit(given))).unwrap();
    }
    grid
}

/// Returns some givens, so that at most 1500 of all grids have them, and these grids.
fn givens<'g>(all: &'g [Rows], random: &mut Lehmer) -> (Vec<i32>, Vec<&'g Rows>) {
    let mut givens = vec![-1; 16];
    let mut grids: Vec<&Rows> = all.iter().collect();
    while grids.len() > 1500 {
        let (grid, cell) = (grids[random.below(grids.len())], random.below(16));
        givens[cell] = grid[cell / 4][cell % 4];
        grids.retain(|grid| givens[cell] == grid[cell / 4][cell % 4]);
    }
    (givens, grids)
}

#[test]
fn solutions_are_the_grids_that_meet_the_rules() {
    let mut random = Lehmer(11);
    for range in RANGES {
        let ends = range.map(i32::from);
        let all = all(range);
        let of_odd: &[(&str, Filter)] = if (range[1] - range[0]) % 2 == 0 { &OF_ODD } else { &[] };
        let of_zero: &[(&str, Filter)] = if range == [0, 4] { &OF_ZERO } else { &[] };
        for (text, filter) in FILTERS.iter().chain(of_odd).chain(of_zero) {
            let (mut givens, mut grids) = givens(&all, &mut random);
            if grids.iter().all(|grid| !filter(grid, ends)) && of_zero.iter().any(|rule| rule.0 == *text) {
                // Few grids have the rule: all are compared.
                givens = vec![-1; 16];
                grids = all.iter().collect();
            }
            let mut expected: Vec<&Rows> = grids.iter().copied().filter(|grid| filter(grid, ends)).collect();
            let rule: Rule = text.parse().unwrap();
            let Ok(limited) = board(range, &[]).with_rules(&[rule]) else {
                // No digits have the sum of a cage.
                assert!(expected.is_empty(), "{text} {range:?}");
                continue;
            };
            expected.sort_unstable();
            let mut solver = Solver::new(&limited);
            solver.take(&puzzle(&limited, &givens)).unwrap();
            let mut found: Vec<Rows> = solver.solutions().map(|grid| rows(&grid)).collect();
            found.sort_unstable();
            assert!(
                found.iter().eq(expected.iter().copied()),
                "{text} {range:?} {givens:?}: {} of {}",
                found.len(),
                expected.len()
            );
            let count = solver.count(&mut Limits::none());
            assert_eq!(count, Count::Exact(expected.len() as u64), "{text} {range:?}");
            for grid in grids.iter().take(40) {
                let full: Vec<i32> = grid.concat();
                let is_met = puzzle(&limited, &full).contradictions(&limited).unwrap().is_empty();
                assert_eq!(is_met, filter(grid, ends), "{text} {range:?} {grid:?}");
            }
        }
    }
}

#[test]
fn boards_without_other_rules_have_as_many_grids_as_trying_finds() {
    for (range, expected) in RANGES.into_iter().zip([288, 166_560, 166_560]) {
        let grids = all(range).len() as u64;
        // The Interactive Sudoku Solver counts as many.
        assert_eq!(grids, expected, "{range:?}");
        let mut solver = Solver::new(&board(range, &[]));
        assert_eq!(solver.count(&mut Limits::none()), Count::Exact(grids));
        let counted = solver.count_all(std::num::NonZeroUsize::MIN, &mut Limits::none()).unwrap();
        assert_eq!(counted.count, Count::Exact(grids.into()));
        let completions = solver.completions(&mut Limits::none()).unwrap();
        assert_eq!(completions.count().to_string(), grids.to_string());
    }
}

#[test]
fn steps_never_exclude_a_digit_of_a_solution() {
    let mut random = Lehmer(5);
    let mut techniques: Vec<Technique> = Vec::new();
    let all = RANGES.map(all);
    for number in 0..120 {
        let range = RANGES[number % 3];
        let (text, filter) = FILTERS[random.below(FILTERS.len())];
        let (mut givens, mut grids) = givens(&all[number % 3], &mut random);
        grids.retain(|grid| filter(grid, range.map(i32::from)));
        while grids.len() > 1 {
            let (grid, cell) = (grids[random.below(grids.len())], random.below(16));
            givens[cell] = grid[cell / 4][cell % 4];
            grids.retain(|grid| givens[cell] == grid[cell / 4][cell % 4]);
        }
        let [only] = &grids[..] else { continue };
        let Ok(limited) = board(range, &[]).with_rules(&[text.parse().unwrap()]) else { continue };
        let (puzzle, solution) = (puzzle(&limited, &givens), puzzle(&limited, &only.concat()));
        let mut explainer = Explainer::new(&limited);
        explainer.load_with_solution(&puzzle, &solution).unwrap();
        while let Some(step) = explainer.next_step(&mut Limits::none()).unwrap() {
            let is_right = |candidate: &Candidate| solution.get(candidate.cell) == Some(candidate.digit);
            assert!(step.placements.iter().all(is_right), "{text} {range:?} {givens:?}: {step}");
            assert!(!step.eliminations.iter().any(is_right), "{text} {range:?} {givens:?}: {step}");
            techniques.push(step.technique);
        }
        assert_eq!(explainer.grid(), solution, "{text} {range:?} {givens:?}");
    }
    for expected in [Technique::NakedSingle, Technique::HiddenSingle, Technique::RuleCombinations] {
        assert!(techniques.contains(&expected), "{expected}");
    }
}

#[test]
fn puzzles_are_written_and_read_with_their_digits() {
    for (range, text) in
        [([0, 3], "0.3..1..2......0"), ([1, 5], "5.3..1..2......4"), ([0, 4], "0.4..1..2......0")]
    {
        let board = board(range, &["killer 3 r2c3 r2c4"]);
        let record =
            Reader::new(format!("values {}-{}\n{text}\nkiller 3 r2c3 r2c4\n", range[0], range[1]).as_bytes())
                .with_rules_below()
                .next()
                .unwrap()
                .unwrap();
        assert_eq!(record.grid.to_line().to_string(), text);
        assert_eq!(record.rules(), board.rules());
        for format in [Format::Iss, Format::Json] {
            let mut writer = Writer::new(Vec::new(), format);
            assert!(writer.write(&record).unwrap().is_none(), "{format}");
            let written = writer.finish().unwrap();
            let read = Reader::new(&written[..]).next().unwrap().unwrap();
            let shown = String::from_utf8_lossy(&written);
            assert_eq!((&read.grid, read.rules().len()), (&record.grid, 2), "{shown}");
        }
        for format in [Format::FPuzzles, Format::SudokuPad, Format::Csv, Format::Sdk, Format::Digits] {
            let error = Writer::new(Vec::new(), format).write(&record);
            let Err(error) = error else { panic!("{format} holds usual digits alone") };
            assert!(error.to_string().contains(&format!("{}-{}", range[0], range[1])), "{error}");
        }
        let frame = record.grid.to_frame(&record.grid, &board).unwrap();
        assert_eq!(frame.matches('0').count(), text.matches('0').count());
        let svg = Picture::new(&board, &record.grid).unwrap().to_svg();
        assert_eq!(svg.matches(">0<").count(), text.matches('0').count());
    }
}

#[test]
fn digits_that_a_board_does_not_have_are_refused() {
    let refused = |rules: &[&str]| {
        let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        Geometry::of_side(4).unwrap().with_rules(&rules).unwrap_err().to_string()
    };
    assert_eq!(refused(&["values 0-2"]), "expected at least 4 digits for a board of side 4, found 0-2");
    assert_eq!(
        refused(&["values 0-3", "values 1-5"]),
        "expected the digits of the board once, found 0-3 and 1-5"
    );
    assert_eq!(
        refused(&["values 0-3", "numbered-room row 1 left = 4"]),
        "expected a digit of 0 to 3, found 4"
    );
    let zero = board([0, 3], &[]);
    let mut grid = Grid::of_board(&zero);
    let corner = Cell::new(0, 0);
    assert_eq!(grid.set(corner, Digit::new(4)).unwrap_err().to_string(), "expected a digit of 0-3, found 4");
    grid.set(corner, Some(Digit::ZERO)).unwrap();
    let usual = Geometry::of_side(4).unwrap();
    assert!(grid.contradictions(&usual).is_err());
    assert!(Solver::new(&usual).load(&grid).is_err());
    assert!(Explainer::new(&usual).load(&grid).is_err());
    assert!(Picture::new(&usual, &grid).is_err());
    let mut solver = Solver::new(&zero);
    assert!(solver.load_allowed(&grid, &Pencilmarks::full(4).unwrap()).is_err());
    solver.load_allowed(&grid, &Pencilmarks::of_board(&zero)).unwrap();
    let error = |text: &str| {
        let found = Reader::new(text.as_bytes()).with_rules_below().find_map(Result::err);
        found.map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(
        error("values 0-3\n0.4.............\n"),
        "line 2, column 3: expected a digit up to 3, found 4"
    );
    assert_eq!(
        error("0.3.............\nvalues 0-3\n"),
        "line 2: expected the digits of a board above its puzzle, found 0-3 below it"
    );
    assert_eq!(
        error("values 0-3\n"),
        "line 1: expected a puzzle below the digits of its board, found the end of the input"
    );
}

#[test]
fn puzzles_with_other_digits_are_generated() {
    for range in RANGES {
        for drawn in ["", "killer", "thermo", "same-values", "lunchbox", "skyscraper"] {
            let board = board(range, &[]);
            let kinds: Vec<_> = drawn.parse().into_iter().collect();
            let mut generator = Generator::new(&board, 3).with_drawn(&kinds).unwrap();
            let made = generator.puzzle(0, Wish::Clues(8), Limits::none);
            let Ok(made) = made else { continue };
            let ruled = generator.board_of(&made);
            assert_eq!(ruled.values(), Values::new(range[0], range[1]).unwrap());
            let mut solver = Solver::new(&ruled);
            solver.load(&made.puzzle).unwrap();
            assert_eq!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(made.solution));
        }
    }
    let mut record = Record::new(Grid::of_board(&board([0, 3], &[])));
    record.more_mut().rules = vec!["values 0-3".parse().unwrap()];
    assert_eq!(record.grid.values().least(), 0);
}
