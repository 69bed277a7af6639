//! Tests of all problem families except the packings, and of the test data.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use dlx_core::{BuildError, Search};
use dlx_instances::coloring::{self, Graph, Known};
use dlx_instances::ice::{self, Boundary};
use dlx_instances::latin::{self, Form};
use dlx_instances::macmahon::{self, Border};
use dlx_instances::queens::{self, Board};
use dlx_instances::region::Region;
use dlx_instances::words::{self, Crossword, Repeats, WordList};
use dlx_instances::{
    InstanceError, assignment, debruijn, dominoes, langford, matchings, mols, partitions, polycubes,
    polyominoes,
};

use super::{Outcome, assert_comes_back, assert_counts, corpus, count, hole};

#[test]
fn the_test_data_can_be_made_again() -> Outcome {
    let made = [
        ("bell10", partitions::problem(10)?),
        ("debruijn3_3", debruijn::problem(3, 3)?),
        ("domino6x6", dominoes::problem(&Region::rectangle(6, 6)?)?),
        ("domino8x8", dominoes::problem(&Region::rectangle(8, 8)?)?),
        ("langford8", langford::problem(8)?),
        ("langford11", langford::problem(11)?),
        ("langford12", langford::problem(12)?),
        ("latin4", latin::problem(4, Form::All)?),
        ("latin5", latin::problem(5, Form::All)?),
        ("macmahon4x6", macmahon::problem(4, 6, 3, Border::OneColor)?),
        ("match12", matchings::problem(12)?),
        ("match16", matchings::problem(16)?),
        ("pent3x20", polyominoes::pentominoes(&Region::rectangle(3, 20)?)?),
        ("pent6x10", polyominoes::pentominoes(&Region::rectangle(6, 10)?)?),
        ("pent8x8hole", polyominoes::pentominoes(&hole()?)?),
        ("queens8", queens::problem(8, Board::Plain)?),
        ("queens12", queens::problem(12, Board::Plain)?),
        ("soma", polycubes::soma()?),
    ];
    for (name, problem) in made {
        assert_comes_back(&problem);
        assert!(problem == corpus::problem(name), "{name}");
    }
    Ok(())
}

#[test]
fn queens_count_as_published() -> Outcome {
    for n in 1..=10 {
        assert_counts(&queens::problem(n, Board::Plain)?, queens::published(n, Board::Plain));
        assert_counts(&queens::problem(n, Board::Torus)?, queens::published(n, Board::Torus));
    }
    assert_counts(&queens::problem(11, Board::Torus)?, queens::published(11, Board::Torus));
    Ok(())
}

#[test]
fn langford_pairs_count_as_published() -> Outcome {
    for n in 1..=9 {
        assert_counts(&langford::problem(n)?, langford::published(n));
    }
    Ok(())
}

#[test]
fn latin_squares_count_as_published() -> Outcome {
    for n in 1..=5 {
        assert_counts(&latin::problem(n, Form::All)?, latin::published(n, Form::All));
    }
    for n in 1..=6 {
        assert_counts(&latin::problem(n, Form::Reduced)?, latin::published(n, Form::Reduced));
    }
    Ok(())
}

#[test]
fn orthogonal_latin_squares_count_as_published() -> Outcome {
    for n in 1..=4 {
        assert_counts(&mols::problem(n, Form::All)?, mols::published(n, Form::All));
    }
    for n in 1..=5 {
        assert_counts(&mols::problem(n, Form::Reduced)?, mols::published(n, Form::Reduced));
    }
    for n in 1..=5_u32 {
        let counts = [Form::All, Form::Reduced].map(|form| mols::published(n as usize, form));
        let [Some(all), Some(reduced)] = counts else { panic!("counts are published") };
        let factorial = |n: u32| (1..=u128::from(n)).product::<u128>();
        assert_eq!(all.count, reduced.count * factorial(n).pow(2) * factorial(n - 1), "side {n}");
    }
    Ok(())
}

#[test]
fn orthogonal_latin_squares_are_as_many_as_pairs_that_are() -> Outcome {
    // All pairs of Latin squares of sides 3 and 4, superimposed.
    for n in [3, 4] {
        let problem = latin::problem(n, Form::All)?;
        let squares: Vec<Vec<usize>> = Search::new(&problem)
            .into_iter()
            .map(|cover| {
                let mut symbols = vec![0; n * n];
                for option in cover {
                    let uses = problem.uses(option);
                    symbols[uses[0].item.index()] = uses[1].item.index() % n;
                }
                symbols
            })
            .collect();
        let are_orthogonal = |one: &[usize], other: &[usize]| {
            let pairs: BTreeSet<_> = one.iter().zip(other).collect();
            pairs.len() == n * n
        };
        let pairs =
            squares.iter().flat_map(|one| squares.iter().filter(move |other| are_orthogonal(one, other)));
        assert_eq!(pairs.count() as u128, count(&mols::problem(n, Form::All)?));
    }
    Ok(())
}

#[test]
fn matchings_and_partitions_count_as_published() -> Outcome {
    for n in 1..=12 {
        assert_counts(&matchings::problem(n)?, matchings::published(n));
    }
    for n in 1..=9 {
        assert_counts(&partitions::problem(n)?, partitions::published(n));
    }
    // A000110.
    assert_eq!(partitions::published(20).map(|known| known.count), Some(51_724_158_235_372));
    Ok(())
}

#[test]
fn word_rectangles_are_those_found_by_trying() -> Outcome {
    let text = "cat car bat bar oat oar are ere tea ear eat art rat tar\nabe ace ode to at it es is be a tee";
    let words: Vec<&str> = text.split_whitespace().collect();
    let list = WordList::of_text(text);
    let of = |length: usize| words.iter().copied().filter(move |word| word.len() == length);
    let is_word = |word: &[u8]| words.iter().any(|known| known.as_bytes() == word);
    let squares: Vec<[&str; 3]> = of(3)
        .flat_map(|a| of(3).flat_map(move |b| of(3).map(move |c| [a, b, c])))
        .filter(|rows| (0..3).all(|column| is_word(&rows.map(|row| row.as_bytes()[column]))))
        .collect();
    let columns_of = |rows: &[&str; 3]| [0, 1, 2].map(|at| rows.map(|row| char::from(row.as_bytes()[at])));
    let without_repeats = squares.iter().filter(|rows| {
        let columns = columns_of(rows).map(|column| column.iter().collect::<String>());
        rows.iter().map(|row| (*row).to_owned()).chain(columns).collect::<BTreeSet<String>>().len() == 6
    });
    assert!(!squares.is_empty());
    assert_eq!(count(&words::problem(3, 3, &list, &list, Repeats::Allowed)?), squares.len() as u128);
    let distinct = words::problem(3, 3, &list, &list, Repeats::Forbidden)?;
    assert_eq!(count(&distinct), without_repeats.count() as u128);
    // Two rows of three letters form three columns of two.
    let wide = of(3).flat_map(|a| of(3).map(move |b| [a, b]));
    let wide = wide.filter(|rows| (0..3).all(|column| is_word(&rows.map(|row| row.as_bytes()[column]))));
    assert_eq!(count(&words::problem(2, 3, &list, &list, Repeats::Allowed)?), wide.count() as u128);
    Ok(())
}

#[test]
fn letters_are_what_readers_take_for_letters() -> Outcome {
    // The first word of the second line is the same word with decomposed accents.
    let list = WordList::of_text("\u{feff}été\nе\u{301}t\u{301}e e\u{301}te\u{301} naïf it's 3 ça été");
    assert_eq!(list.passed_over(), ["it's"]);
    let one_row = words::problem(1, 3, &list, &WordList::of_text("é t n a"), Repeats::Allowed)?;
    // The first word is the only one of three letters whose letters are all words of one letter.
    assert_eq!(count(&one_row), 1);
    let none = words::problem(4, 5, &list, &list, Repeats::Allowed);
    assert_eq!(none.err(), Some(InstanceError::NoWords { letters: 5 }));
    Ok(())
}

#[test]
fn words_of_digits_are_not_dropped() -> Outcome {
    // The squares of two digits whose rows and columns are multiples of 13: both rows and both columns.
    let list = WordList::of_text("13 26 39 52 65 78 91");
    assert!(list.passed_over().is_empty());
    let is_multiple = |number: u32| number >= 10 && number.is_multiple_of(13);
    let squares = (10..100).flat_map(|first: u32| (10..100).map(move |second: u32| (first, second)));
    let squares = squares.filter(|&(first, second)| {
        let columns = [first / 10 * 10 + second / 10, first % 10 * 10 + second % 10];
        [first, second, columns[0], columns[1]].into_iter().all(is_multiple)
    });
    assert_eq!(count(&words::problem(2, 2, &list, &list, Repeats::Allowed)?), squares.count() as u128);
    Ok(())
}

#[test]
fn de_bruijn_cycles_count_as_published() -> Outcome {
    for (letters, length) in [(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1)] {
        let published = debruijn::published(letters, length);
        assert_counts(&debruijn::problem(letters, length)?, published);
    }
    assert_eq!(debruijn::published(2, 5).map(|known| known.count), Some(2048));
    assert_eq!(debruijn::published(3, 3).map(|known| known.count), Some(373_248));
    Ok(())
}

#[test]
fn square_ice_counts_as_published_and_as_by_trying() -> Outcome {
    for n in 1..=6 {
        assert_counts(&ice::problem(n, Boundary::Walls)?, ice::published(n, Boundary::Walls));
    }
    for n in 2..=4 {
        assert_counts(&ice::problem(n, Boundary::Torus)?, ice::published(n, Boundary::Torus));
    }
    assert!((ice::published(1, Boundary::Torus), ice::published(11, Boundary::Walls)) == (None, None));
    // All directions of the edges of a torus: right of each vertex, then below it.
    for n in [2, 3] {
        let vertices = n * n;
        let is_ice = |directions: &u32| {
            let points_away = |edge: usize| directions >> edge & 1 == 1;
            (0..vertices).all(|vertex| {
                let (row, column) = (vertex / n, vertex % n);
                let left = row * n + (column + n - 1) % n;
                let above = (row + n - 1) % n * n + column;
                let away = [
                    points_away(vertex),
                    points_away(vertices + vertex),
                    !points_away(left),
                    !points_away(vertices + above),
                ];
                away.iter().filter(|&&is| is).count() == 2
            })
        };
        let by_trying = (0..1_u32 << (2 * vertices)).filter(is_ice).count() as u128;
        assert_eq!(count(&ice::problem(n, Boundary::Torus)?), by_trying, "{n}");
    }
    Ok(())
}

#[test]
fn crosswords_are_filled_as_by_trying() -> Outcome {
    let list = ["ab", "ba", "aa", "bba", "aba", "bab", "abb"];
    let words = WordList::of_text(&list.join("\n"));
    // Runs of two and of three cells, a letter that is written, a cell in no run, and a line that is shorter.
    let drawing = "###.#\n#.a\n##.#";
    let crossword = Crossword::of_drawing(drawing)?;
    let cells: Vec<(usize, usize)> = (0..3).flat_map(|row| (0..5).map(move |column| (row, column))).collect();
    let rows: Vec<Vec<char>> = drawing.lines().map(|line| format!("{line:.<5}").chars().collect()).collect();
    let white: Vec<(usize, usize)> =
        cells.iter().copied().filter(|&(row, column)| rows[row][column] != '.').collect();
    // The runs, by hand: 1 across, 1 down, 2 down and 3 across.
    let runs: [&[(usize, usize)]; 4] =
        [&[(0, 0), (0, 1), (0, 2)], &[(0, 0), (1, 0), (2, 0)], &[(0, 2), (1, 2)], &[(2, 0), (2, 1)]];
    let in_runs: Vec<(usize, usize)> =
        white.into_iter().filter(|cell| runs.iter().any(|run| run.contains(cell))).collect();
    let (mut all, mut distinct) = (0, 0);
    for letters in 0..1_u32 << in_runs.len() {
        let letter = |cell: &(usize, usize)| {
            let place = in_runs.iter().position(|other| other == cell).expect("a cell of a run");
            if letters >> place & 1 == 1 { 'b' } else { 'a' }
        };
        let found: Vec<String> = runs.iter().map(|run| run.iter().map(letter).collect()).collect();
        if letter(&(1, 2)) == 'a' && found.iter().all(|word| list.contains(&word.as_str())) {
            all += 1;
            distinct += u128::from(found.iter().collect::<BTreeSet<_>>().len() == found.len());
        }
    }
    assert!(all > distinct && distinct > 0);
    let problem = crossword.problem(&words, Repeats::Allowed)?;
    let names: Vec<&str> = problem.items().take(4).map(|item| problem.name(item)).collect();
    assert_eq!(names, ["1across", "1down", "2down", "3across"]);
    assert_eq!(count(&problem), all);
    assert_eq!(count(&crossword.problem(&words, Repeats::Forbidden)?), distinct);
    // A rectangle is a crossword without black cells.
    let rectangle = Crossword::of_drawing("___\n___\n___")?.problem(&words, Repeats::Allowed)?;
    assert_eq!(count(&rectangle), count(&words::problem(3, 3, &words, &words, Repeats::Allowed)?));
    for (drawing, error) in [
        ("", "a crossword without a cell"),
        (". .\n", "a crossword without a cell"),
        ("#.#\n", "a word of a crossword without a cell"),
        ("####", "no word of 4 letters"),
    ] {
        let refused = Crossword::of_drawing(drawing).and_then(|grid| grid.problem(&words, Repeats::Allowed));
        assert!(refused.is_err_and(|refused| refused.to_string().contains(error)), "{drawing}");
    }
    assert!(Crossword::of_drawing(&"#".repeat(101)).is_err());
    Ok(())
}

#[test]
fn macmahon_squares_are_as_many_as_published() -> Outcome {
    // A006528.
    for (colors, published) in (1..).zip([1, 6, 24, 70, 165, 336]) {
        let one_cell = macmahon::problem(1, 1, colors, Border::Free)?;
        assert_eq!(one_cell.items().filter(|&item| one_cell.name(item).len() == 4).count(), published);
        // One square within a border of one color, in one position.
        assert_eq!(count(&macmahon::problem(1, 1, colors, Border::OneColor)?), 1);
    }
    assert!(macmahon::published(4, 6, 3, Border::OneColor).is_some());
    Ok(())
}

#[test]
fn the_six_squares_of_two_colors_are_laid_as_by_trying() -> Outcome {
    // Tries all orders and rotations of the six squares in 2 x 3, comparing the edges.
    fn lay(cells: &mut Vec<[u8; 4]>, left: &[[u8; 4]]) -> u128 {
        let at = cells.len();
        if at == 6 {
            return 1;
        }
        let mut sum = 0;
        for (index, square) in left.iter().enumerate() {
            let mut rest = left.to_vec();
            rest.remove(index);
            let mut forms = BTreeSet::new();
            for turn in 0..4 {
                forms.insert([0, 1, 2, 3].map(|edge| square[(edge + turn) % 4]));
            }
            for form in forms {
                let fits_left = at.is_multiple_of(3) || cells[at - 1][1] == form[3];
                let fits_above = at < 3 || cells[at - 3][2] == form[0];
                if fits_left && fits_above {
                    cells.push(form);
                    sum += lay(cells, &rest);
                    cells.pop();
                }
            }
        }
        sum
    }
    let squares = ["aaaa", "aaab", "aabb", "abab", "abbb", "bbbb"];
    let squares = squares.map(|name| <[u8; 4]>::try_from(name.as_bytes()).expect("four letters"));
    let by_trying = lay(&mut Vec::new(), &squares);
    assert!(by_trying > 0);
    assert_eq!(count(&macmahon::problem(2, 3, 2, Border::Free)?), by_trying);
    Ok(())
}

#[test]
fn colorings_count_as_the_chromatic_polynomial_says() -> Outcome {
    let known = [
        Known::Complete(1),
        Known::Complete(4),
        Known::Cycle(3),
        Known::Cycle(6),
        Known::Cycle(7),
        Known::Path(1),
        Known::Path(6),
        Known::Grid(1, 5),
        Known::Grid(4, 1),
        Known::Petersen,
    ];
    for graph in known {
        for colors in 1..=4 {
            let problem = coloring::problem(&graph.graph()?, colors)?;
            assert_counts(&problem, coloring::published(graph, colors));
        }
    }
    // R. C. Read and W. T. Tutte, "Chromatic polynomials" (1988): 120 with three colors.
    assert_eq!(coloring::published(Known::Petersen, 3).map(|known| known.count), Some(120));
    Ok(())
}

#[test]
fn colorings_of_a_grid_are_those_found_by_trying() -> Outcome {
    // All 3^9 colorings of 3 x 3 cells.
    let are_different = |cells: &[u32; 9]| {
        (0..9).all(|at| (at % 3 == 2 || cells[at] != cells[at + 1]) && (at > 5 || cells[at] != cells[at + 3]))
    };
    let ways =
        (0..3_u32.pow(9)).map(|number| [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|at| number / 3_u32.pow(at) % 3));
    let by_trying = ways.filter(are_different).count();
    assert_eq!(count(&coloring::problem(&Known::Grid(3, 3).graph()?, 3)?), by_trying as u128);
    assert_eq!(coloring::published(Known::Grid(3, 3), 3), None);
    Ok(())
}

#[test]
fn graphs_of_dimacs_files_are_read() -> Outcome {
    let triangle = Graph::of_dimacs("c three\np edge 3 6\ne 1 2\ne 2 1\ne 2 3\ne 3 1\n")?;
    assert_eq!(triangle, Known::Complete(3).graph()?);
    assert_eq!((triangle.vertex_count(), triangle.edge_count()), (3, 3));
    let apart = Graph::of_dimacs("p col 4 0")?;
    assert_eq!(count(&coloring::problem(&apart, 3)?), 81);
    Ok(())
}

#[test]
fn assignments_are_permutations_with_costs() -> Outcome {
    let most = NonZeroU64::new(9).ok_or("nine is not zero")?;
    for n in 1..=6 {
        let costs = assignment::random_costs(n, 7, most)?;
        assert!(costs.iter().flatten().flatten().all(|cost| (1..=9).contains(cost)));
        assert_counts(&assignment::problem(&costs)?, assignment::published(n));
    }
    let costs = vec![vec![Some(3), None], vec![Some(0), Some(5)]];
    let problem = assignment::problem(&costs)?;
    assert_eq!(count(&problem), 1);
    assert_eq!(problem.options().map(|option| problem.cost(option)).collect::<Vec<_>>(), [3, 0, 5]);
    let ragged = assignment::problem(&vec![vec![Some(1)], vec![Some(1), Some(2)]]);
    assert_eq!(ragged.err(), Some(InstanceError::NotSquare { row: 1, found: 1, expected: 2 }));
    let large = vec![vec![Some(u64::MAX), Some(1)], vec![None, None]];
    assert!(matches!(assignment::problem(&large), Err(InstanceError::Build(BuildError::TooCostly { .. }))));
    Ok(())
}

#[test]
fn the_same_seed_gives_the_same_costs_for_ever() -> Outcome {
    // The first words of the ChaCha8 stream with a key of zeros, from the test vectors of the eSTREAM version
    // (draft-strombergson-chacha-test-vectors, TC1): 3e00ef2f895f40d6 7f5bb8e81f09a5a1.
    let all = NonZeroU64::MAX;
    let costs = assignment::random_costs(2, 0, all)?;
    let first = u64::from_le_bytes([0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6]);
    let second = u64::from_le_bytes([0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1]);
    assert_eq!(costs[0], [Some(first + 1), Some(second + 1)]);
    assert_ne!(costs, assignment::random_costs(2, 1, all)?);
    Ok(())
}
