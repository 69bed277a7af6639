//! Tests published counts, each with its source.
//!
//! A number such as A000170 names a sequence of the On-Line Encyclopedia of Integer Sequences,
//! <https://oeis.org>. "TAOCP" is D. E. Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1.

use std::error::Error;

use dlx_core::inner::Cheapest;
use dlx_core::text::knuth;
use dlx_core::{BuildError, Count, ItemId, Limits, Problem, ProblemBuilder, Search};

use crate::corpus;

fn count(problem: &Problem) -> u64 {
    Search::new(problem).count(&mut Limits::none()).exact().expect("without limits nothing stops a search")
}

fn count_built(mut builder: ProblemBuilder) -> u64 {
    count(&builder.build().expect("the builder has met no fault"))
}

/// Adds this many primary items, whose names begin with the prefix.
fn primaries(builder: &mut ProblemBuilder, prefix: &str, items: usize) -> Result<Vec<ItemId>, BuildError> {
    (0..items).map(|item| builder.add_primary(format!("{prefix}{item}"))).collect()
}

fn secondaries(builder: &mut ProblemBuilder, prefix: &str, items: usize) -> Result<Vec<ItemId>, BuildError> {
    (0..items).map(|item| builder.add_secondary(format!("{prefix}{item}"))).collect()
}

/// One queen in each row and column, at most one on each diagonal.
fn queens(n: usize) -> Result<u64, BuildError> {
    let mut builder = Problem::builder();
    let rows = primaries(&mut builder, "r", n)?;
    let columns = primaries(&mut builder, "c", n)?;
    let rising = secondaries(&mut builder, "a", 2 * n - 1)?;
    let falling = secondaries(&mut builder, "b", 2 * n - 1)?;
    for row in 0..n {
        for column in 0..n {
            let diagonals = [rising[row + column], falling[row + n - 1 - column]];
            builder.add_option([rows[row], columns[column], diagonals[0], diagonals[1]])?;
        }
    }
    Ok(count_built(builder))
}

#[test]
fn queens_are_counted_as_in_a000170() -> Result<(), BuildError> {
    for (n, published) in (4..=10).zip([2, 10, 4, 40, 92, 352, 724]) {
        assert_eq!(queens(n)?, published, "{n} queens");
    }
    Ok(())
}

/// Two of each number from 1 to n in a row of 2n places, with k numbers between the two numbers k.
fn langford(n: usize) -> Result<u64, BuildError> {
    let mut builder = Problem::builder();
    let numbers = primaries(&mut builder, "n", n)?;
    let places = primaries(&mut builder, "s", 2 * n)?;
    for (number, &item) in (1..).zip(&numbers) {
        for first in 0..2 * n - number - 1 {
            builder.add_option([item, places[first], places[first + number + 1]])?;
        }
    }
    Ok(count_built(builder))
}

#[test]
fn langford_pairs_are_twice_a014552() -> Result<(), BuildError> {
    // The sequence counts a row and its mirror image as one; they are two covers.
    for (n, published) in [(3, 1), (4, 1), (5, 0), (6, 0), (7, 26), (8, 150), (11, 17792)] {
        assert_eq!(langford(n)?, 2 * published, "{n} pairs");
    }
    Ok(())
}

fn domino_tilings(rows: usize, columns: usize) -> Result<u64, BuildError> {
    let mut builder = Problem::builder();
    let squares = primaries(&mut builder, "q", rows * columns)?;
    for row in 0..rows {
        for column in 0..columns {
            let here = row * columns + column;
            if column + 1 < columns {
                builder.add_option([squares[here], squares[here + 1]])?;
            }
            if row + 1 < rows {
                builder.add_option([squares[here], squares[here + columns]])?;
            }
        }
    }
    Ok(count_built(builder))
}

#[test]
fn domino_tilings_of_even_squares_are_a004003() -> Result<(), BuildError> {
    for (half, published) in (1..=3).zip([2, 36, 6728]) {
        assert_eq!(domino_tilings(2 * half, 2 * half)?, published);
    }
    Ok(())
}

#[test]
fn domino_tilings_of_two_rows_are_the_fibonacci_numbers() -> Result<(), BuildError> {
    let (mut last, mut next) = (1, 1);
    for columns in 1..=20 {
        assert_eq!(domino_tilings(2, columns)?, next);
        (last, next) = (next, last + next);
    }
    Ok(())
}

#[test]
fn odd_boards_have_no_domino_tiling() -> Result<(), BuildError> {
    assert_eq!(domino_tilings(3, 5)?, 0);
    assert_eq!(domino_tilings(5, 5)?, 0);
    Ok(())
}

/// The numbers 0 to `side` - 1 in a square: each number once in every row, column and box of this size.
fn number_squares(side: usize, box_rows: usize, box_columns: usize) -> Result<u64, BuildError> {
    let mut builder = Problem::builder();
    let cells = primaries(&mut builder, "p", side * side)?;
    let rows = primaries(&mut builder, "r", side * side)?;
    let columns = primaries(&mut builder, "c", side * side)?;
    let boxes = primaries(&mut builder, "b", side * side)?;
    for row in 0..side {
        for column in 0..side {
            let house = row / box_rows * (side / box_columns) + column / box_columns;
            for number in 0..side {
                let houses = [row, column, house].map(|house| house * side + number);
                let cell = cells[row * side + column];
                builder.add_option([cell, rows[houses[0]], columns[houses[1]], boxes[houses[2]]])?;
            }
        }
    }
    Ok(count_built(builder))
}

#[test]
fn latin_squares_are_counted_as_in_a002860() -> Result<(), BuildError> {
    for (side, published) in (1..=5).zip([1, 2, 12, 576, 161_280]) {
        // A box of one row is that row again.
        assert_eq!(number_squares(side, 1, side)?, published, "side {side}");
    }
    Ok(())
}

#[test]
fn sudoku_grids_of_side_4_are_288() -> Result<(), BuildError> {
    // A107739.
    assert_eq!(number_squares(4, 2, 2)?, 288);
    Ok(())
}

#[test]
fn perfect_matchings_of_complete_graphs_are_double_factorials() -> Result<(), BuildError> {
    // A001147.
    for (half, published) in (1..=6).zip([1, 3, 15, 105, 945, 10395]) {
        let mut builder = Problem::builder();
        let vertices = primaries(&mut builder, "v", 2 * half)?;
        for (at, &one) in vertices.iter().enumerate() {
            for &other in &vertices[at + 1..] {
                builder.add_option([one, other])?;
            }
        }
        assert_eq!(count_built(builder), published, "{} vertices", 2 * half);
    }
    Ok(())
}

#[test]
fn set_partitions_are_the_bell_numbers() -> Result<(), BuildError> {
    // A000110. Every nonempty set is an option.
    for (n, published) in (1..=9).zip([1, 2, 5, 15, 52, 203, 877, 4140, 21147]) {
        let mut builder = Problem::builder();
        let elements = primaries(&mut builder, "e", n)?;
        for members in 1..1_u32 << n {
            builder.add_option(elements.iter().copied().filter(|item| members >> item.index() & 1 == 1))?;
        }
        assert_eq!(count_built(builder), published, "{n} elements");
    }
    Ok(())
}

#[test]
fn pentominoes_fill_3x20_in_2_ways() {
    // Up to symmetry; the rectangle has 4 symmetries: C. B. and Jenifer Haselgrove, "A computer program for
    // pentominoes", Eureka 23 (1960). The 6x10 rectangle, with 2339 x 4, is also in the test data.
    assert_eq!(count(&corpus::problem("pent3x20")), 2 * 4);
}

#[test]
fn pentominoes_fill_the_square_with_a_hole_in_65_ways() {
    // Up to the 8 symmetries of the square: Dana Scott, "Programming a combinatorial puzzle" (1958).
    assert_eq!(count(&corpus::problem("pent8x8hole")), 65 * 8);
}

#[test]
fn soma_cubes_are_240_up_to_symmetry() {
    // J. H. Conway and M. J. T. Guy (1961); see TAOCP. The 240 do not distinguish mirror images, which are
    // two covers here: 480 up to the 24 rotations of the cube.
    assert_eq!(count(&corpus::problem("soma")), 480 * 24);
}

#[test]
fn de_bruijn_cycles_are_counted_as_by_van_aardenne_ehrenfest_and_de_bruijn() {
    // There are (k!)^(k^(n-1)) / k^n cycles that contain each word of n of k letters once (T. van
    // Aardenne-Ehrenfest and N. G. de Bruijn, "Circuits and trees in oriented linear graphs", 1951): 6^9 / 27
    // for words of 3 of 3 letters. The file fixes word 000 at place 0, so that each cycle is one cover;
    // overlapping words share the letters as colors.
    assert_eq!(count(&corpus::problem("debruijn3_3")), 6_u64.pow(9) / 27);
}

/// Returns the options of the only cover of a problem, sorted.
fn the_cover(example: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let problem = knuth::read(example.as_bytes())?;
    let mut search = Search::new(&problem);
    let cover = search.first(&mut Limits::none())?.ok_or("there is a cover")?;
    assert_eq!(search.count_rest(&mut Limits::none()), Count::Exact(0), "there is no other");
    let mut options: Vec<String> =
        cover.iter().map(|&option| problem.display_option(option).to_string()).collect();
    options.sort();
    Ok(options)
}

#[test]
fn the_example_of_algorithm_x_has_its_one_cover() -> Result<(), Box<dyn Error>> {
    // The first problem of TAOCP 7.2.2.1, also in Knuth's "Dancing links" (2000).
    let example = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    assert_eq!(the_cover(example)?, ["a d f", "b g", "c e"]);
    Ok(())
}

#[test]
fn the_example_of_algorithm_c_has_its_one_cover() -> Result<(), Box<dyn Error>> {
    // The small colored problem with which TAOCP introduces algorithm C.
    let example = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    assert_eq!(the_cover(example)?, ["p r x:A y", "q x:A"]);
    Ok(())
}

#[test]
fn the_example_of_dlx2_has_its_one_cover() -> Result<(), Box<dyn Error>> {
    // From the introduction of Knuth's program DLX2.
    let example = "| A simple example of color controls\n\
                   A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
    assert_eq!(the_cover(example)?, ["A C X:1 Y:1", "B X:1"]);
    Ok(())
}

#[test]
fn the_example_of_dlx3_has_its_one_cover() -> Result<(), Box<dyn Error>> {
    // From the introduction of Knuth's program DLX3: bounds and colors in one problem.
    let example = "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";
    assert_eq!(the_cover(example)?, ["A C X:1 Y:1", "B X:1", "C Y:1"]);
    Ok(())
}

/// One bounded item and `options` options that cover it.
fn subsets(options: u64, low: u32, high: u32) -> Result<u64, BuildError> {
    let mut builder = Problem::builder();
    let item = builder.add_bounded("size", low..=high)?;
    for _ in 0..options {
        builder.add_option([item])?;
    }
    Ok(count_built(builder))
}

#[test]
fn subsets_of_one_size_are_the_binomial_coefficients() -> Result<(), BuildError> {
    // A007318, by its recurrence.
    let mut row = vec![1];
    for options in 0..=12 {
        for (size, &published) in (0..).zip(&row) {
            assert_eq!(subsets(options, size, size)?, published, "{size} of {options}");
        }
        let most = u32::try_from(row.len()).expect("the row is short");
        assert_eq!(subsets(options, 0, most)?, 1 << options, "subsets of any size");
        let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
        row = [1].into_iter().chain(inner).chain([1]).collect();
    }
    Ok(())
}

/// Matrices of zeros and ones, `side` by `side`, whose row sums and column sums are all from `low` to `high`.
fn matrices(side: usize, low: u32, high: u32) -> Result<u64, BuildError> {
    let mut builder = Problem::builder();
    let mut lines = |prefix: &str| -> Result<Vec<ItemId>, BuildError> {
        (0..side).map(|line| builder.add_bounded(format!("{prefix}{line}"), low..=high)).collect()
    };
    let (rows, columns) = (lines("r")?, lines("c")?);
    for &row in &rows {
        for &column in &columns {
            builder.add_option([row, column])?;
        }
    }
    Ok(count_built(builder))
}

#[test]
fn matrices_with_all_sums_2_are_counted_as_in_a001499() -> Result<(), BuildError> {
    for (side, published) in (2..=6).zip([1, 6, 90, 2040, 67950]) {
        assert_eq!(matrices(side, 2, 2)?, published, "side {side}");
    }
    Ok(())
}

#[test]
fn matrices_with_all_sums_3_are_counted_as_in_a001501() -> Result<(), BuildError> {
    for (side, published) in (3..=6).zip([1, 24, 2040, 297_200]) {
        assert_eq!(matrices(side, 3, 3)?, published, "side {side}");
    }
    Ok(())
}

#[test]
fn rooks_that_do_not_attack_are_counted_as_in_a002720() -> Result<(), BuildError> {
    // Any number of rooks: bounds 0 to 1.
    for (side, published) in (1..=6).zip([2, 7, 34, 209, 1546, 13327]) {
        assert_eq!(matrices(side, 0, 1)?, published, "side {side}");
    }
    Ok(())
}

/// The grid points on each line through at least three of them that is neither a row nor a column.
fn slanted_lines(side: usize) -> Vec<Vec<(usize, usize)>> {
    let points: Vec<(usize, usize)> =
        (0..side).flat_map(|row| (0..side).map(move |column| (row, column))).collect();
    let mut lines = Vec::new();
    for (at, &(row, column)) in points.iter().enumerate() {
        for &(lower, right) in &points[at + 1..] {
            if lower == row || right == column {
                continue;
            }
            // The determinant of the three points is 0; the terms are moved to avoid negative differences.
            let is_on = |&(r, c): &(usize, usize)| {
                r * right + c * row + lower * column == c * lower + r * column + row * right
            };
            let line: Vec<_> = points.iter().copied().filter(is_on).collect();
            if line.len() > 2 && !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines
}

#[test]
fn placements_without_three_in_line_are_counted_as_in_a000755() -> Result<(), BuildError> {
    // Two points in every row and column, at most two on every other line.
    for (side, published) in (2..=7).zip([1, 2, 11, 32, 50, 132]) {
        let mut builder = Problem::builder();
        for line in 0..side {
            builder.bounded(format!("r{line}"), 2..=2).bounded(format!("c{line}"), 2..=2);
        }
        let lines = slanted_lines(side);
        for line in 0..lines.len() {
            builder.bounded(format!("s{line}"), 0..=2);
        }
        for row in 0..side {
            for column in 0..side {
                let through = lines.iter().enumerate().filter(|(_, line)| line.contains(&(row, column)));
                let mut items: Vec<String> = through.map(|(line, _)| format!("s{line}")).collect();
                items.extend([format!("r{row}"), format!("c{column}")]);
                builder.option(&items);
            }
        }
        assert_eq!(count_built(builder), published, "side {side}");
    }
    Ok(())
}

#[test]
fn small_partridge_puzzles_have_no_solution() -> Result<(), BuildError> {
    // Robert Wainwright's puzzle: k squares of side k for each k from 1 to n make one square, as the cubes of 1
    // to n add up to the square of n(n+1)/2. The smallest n > 1 for which they do is 8.
    for (n, published) in (1..=5).zip([1, 0, 0, 0, 0]) {
        let mut builder = Problem::builder();
        let whole = n * (n + 1) / 2;
        let cells = primaries(&mut builder, "q", whole * whole)?;
        for (size, times) in (1..=n).zip(1..) {
            let item = builder.add_bounded(format!("size{size}"), times..=times)?;
            for top in 0..=whole - size {
                for left in 0..=whole - size {
                    let inside = (top..top + size)
                        .flat_map(|row| (left..left + size).map(move |column| row * whole + column));
                    builder.add_option(inside.map(|cell| cells[cell]).chain([item]))?;
                }
            }
        }
        assert_eq!(count_built(builder), published, "n = {n}");
    }
    Ok(())
}

/// Returns the least cost of an assignment of n persons to n tasks.
fn cheapest_assignment(n: u64, cost: impl Fn(u64, u64) -> u64) -> Result<Option<i128>, BuildError> {
    let mut builder = Problem::builder();
    let side = usize::try_from(n).expect("n is small");
    let persons = primaries(&mut builder, "p", side)?;
    let tasks = primaries(&mut builder, "t", side)?;
    for (i, &person) in (1..).zip(&persons) {
        for (j, &task) in (1..).zip(&tasks) {
            builder.add_option([person, task])?;
            builder.add_cost(cost(i, j))?;
        }
    }
    let best = Cheapest::new(&builder.build()?).find(1, &mut Limits::none());
    assert_eq!(best.lower_bound, best.cheapest().map(|priced| priced.cost));
    Ok(best.lower_bound)
}

#[test]
fn the_cheapest_assignment_of_products_is_that_of_the_rearrangement_inequality() -> Result<(), BuildError> {
    // G. H. Hardy, J. E. Littlewood and G. Polya, Inequalities, theorem 368: a sum of products is least if
    // one factor decreases as the other increases, and greatest if both increase.
    for n in 1..=9 {
        let least = n * (n + 1) * (n + 2) / 6;
        assert_eq!(cheapest_assignment(n, |i, j| i * j)?, Some(least.into()), "n = {n}");
        let greatest = n * (n + 1) * (2 * n + 1) / 6;
        let found = cheapest_assignment(n, |i, j| n * n - i * j)?;
        assert_eq!(found, Some((n * n * n - greatest).into()), "n = {n}");
    }
    Ok(())
}

#[test]
fn assignments_that_cost_a_sum_of_two_terms_all_cost_the_same() -> Result<(), BuildError> {
    for n in 1..=7 {
        assert_eq!(cheapest_assignment(n, |i, j| i + j)?, Some((n * (n + 1)).into()), "n = {n}");
    }
    Ok(())
}
