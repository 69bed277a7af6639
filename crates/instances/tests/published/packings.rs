//! Tests of the pieces that fill regions: polyominoes, polycubes, dominoes, squares.

use std::collections::BTreeSet;
use std::error::Error;

use dlx_core::{ItemId, Problem};
use dlx_instances::grids::Grid;
use dlx_instances::packing::{self, Piece, Times};
use dlx_instances::region::Region;
use dlx_instances::shape::{Cell, Moves, Shape, Space, connected};
use dlx_instances::{InstanceError, dominoes, drawing, partridge, polycubes, polyominoes};

use super::{Outcome, assert_comes_back, assert_counts, count, hole};

#[test]
fn pentominoes_fill_the_narrow_rectangle_and_the_square_with_a_hole_as_published() -> Outcome {
    for region in [Region::rectangle(3, 20)?, Region::rectangle(20, 3)?, hole()?] {
        assert_counts(&polyominoes::pentominoes(&region)?, polyominoes::published(&region));
    }
    Ok(())
}

#[test]
fn pentominoes_fill_a_wider_rectangle_as_published() -> Outcome {
    let region = Region::rectangle(4, 15)?;
    assert_counts(&polyominoes::pentominoes(&region)?, polyominoes::published(&region));
    Ok(())
}

#[test]
fn polyominoes_are_as_many_as_published() -> Outcome {
    // Free: A000105. One-sided: A000988. Fixed: A001168.
    let free = [1, 1, 2, 5, 12, 35, 108, 369, 1285];
    let one_sided = [1, 1, 2, 7, 18, 60, 196, 704, 2500];
    let fixed = [1, 2, 6, 19, 63, 216, 760, 2725, 9910];
    for (moves, published) in
        [(Moves::TurnsAndFlips, free), (Moves::Turns, one_sided), (Moves::Shifts, fixed)]
    {
        for (size, published) in (1..).zip(published) {
            assert_eq!(polyominoes::of_size(size, moves)?.len(), published, "{size} cells, {moves:?}");
        }
    }
    Ok(())
}

#[test]
fn polycubes_are_as_many_as_published() -> Outcome {
    // Mirror images identified: A038119. Mirror images distinct: A000162. Fixed: A001931.
    let free = [1, 1, 2, 7, 23, 112];
    let one_sided = [1, 1, 2, 8, 29, 166];
    let fixed = [1, 3, 15, 86, 534, 3481];
    for (moves, published) in
        [(Moves::SpaceTurnsAndFlips, free), (Moves::SpaceTurns, one_sided), (Moves::Shifts, fixed)]
    {
        for (size, published) in (1..).zip(published) {
            assert_eq!(polycubes::of_size(size, moves)?.len(), published, "{size} cells, {moves:?}");
        }
    }
    Ok(())
}

#[test]
fn named_polyominoes_are_all_those_of_their_size() -> Outcome {
    let sets = ["monomino", "domino", "trominoes", "tetrominoes", "pentominoes"];
    for (size, set) in (1..).zip(sets) {
        let motions = Moves::TurnsAndFlips;
        let least = |shape: &Shape| shape.forms(motions).into_iter().min();
        let named: BTreeSet<_> =
            polyominoes::named(set, motions)?.iter().map(|piece| least(&piece.shape)).collect();
        let all: BTreeSet<_> = connected(size, Space::Plane, motions)?.iter().map(least).collect();
        assert_eq!(named, all, "{set}");
    }
    Ok(())
}

#[test]
fn names_stand_for_the_pieces_they_list() -> Outcome {
    let names = |name| -> Result<Vec<String>, InstanceError> {
        let pieces = polyominoes::named(name, Moves::Turns)?;
        Ok(pieces.into_iter().map(|piece| piece.name).collect())
    };
    assert_eq!(names("XIF")?, ["X", "I", "F"]);
    assert_eq!(names("I5")?, ["I"]);
    assert_eq!(names("I4")?, ["I4"]);
    assert_eq!(names("trominoes")?, ["I3", "V3"]);
    assert_eq!(names("onesided3")?, ["3.1", "3.2"]);
    for bad in ["", "Q", "FQ", "i", "I6", "free", "free-1", "ä"] {
        let found = names(bad);
        assert!(matches!(&found, Err(InstanceError::UnknownPiece { name, .. }) if name == bad), "{found:?}");
    }
    assert!(matches!(names("free11"), Err(InstanceError::OutOfRange { found: 11, .. })));
    assert!(matches!(names("fixed0"), Err(InstanceError::OutOfRange { found: 0, .. })));
    Ok(())
}

#[test]
fn one_sided_pentominoes_fill_3x30_as_published() -> Outcome {
    // 46 up to symmetry, as tables of one-sided pentominoes say. Reflections are symmetries of the set of
    // pieces, which is its own mirror image, so each solution counts 4 times.
    let pieces = polyominoes::named("onesided5", Moves::Turns)?;
    assert_eq!(count(&packing::problem(&Region::rectangle(3, 30)?, &pieces)?), 4 * 46);
    Ok(())
}

#[test]
fn a_piece_without_number_is_no_item() -> Outcome {
    // Domino tilings, from the pieces: A004003.
    let mut pieces = polyominoes::named("domino", Moves::Turns)?;
    pieces[0].times = Times::AnyNumber;
    let region = Region::rectangle(6, 6)?;
    let problem = packing::problem(&region, &pieces)?;
    assert_eq!(problem.item_count(), 36);
    assert_counts(&problem, dominoes::published(&region));
    // Straight and bent trominoes in 3 rows: 1, 3, 10, 23, 62, 170 (A134438).
    let mut pieces = polyominoes::named("trominoes", Moves::Turns)?;
    pieces.iter_mut().for_each(|piece| piece.times = Times::AnyNumber);
    for (columns, published) in (1..).zip([1, 3, 10, 23, 62, 170]) {
        assert_eq!(count(&packing::problem(&Region::rectangle(3, columns)?, &pieces)?), published);
    }
    Ok(())
}

#[test]
fn a_piece_at_most_once_is_a_secondary_item() -> Outcome {
    // The region has the form of P, so no other pentomino covers its five cells.
    let mut pieces = polyominoes::named("pentominoes", Moves::TurnsAndFlips)?;
    pieces.iter_mut().for_each(|piece| piece.times = Times::Between(0, 1));
    let problem = packing::problem(&drawing::region("##.\n###\n")?, &pieces)?;
    assert_eq!((problem.primary_count(), problem.item_count()), (5, 17));
    assert_eq!(count(&problem), 1);
    // The region is a row of 5 cells, which is I.
    assert_eq!(count(&packing::problem(&Region::rectangle(1, 5)?, &pieces)?), 1);
    Ok(())
}

/// Counts the covers of a problem with bounds by brute force: it tries each option of the first item that is
/// covered once, and checks the bounds during the search and at the end. It supports only problems without
/// colors whose options all use such an item.
fn count_by_force(problem: &Problem) -> u128 {
    fn count(problem: &Problem, used: &mut [u32], options: &[Vec<usize>]) -> u128 {
        let open = problem
            .items()
            .take(problem.primary_count())
            .find(|&item| problem.bounds(item).is_once() && used[item.index()] == 0);
        let Some(open) = open else {
            let is_low_reached = problem
                .items()
                .take(problem.primary_count())
                .all(|item| used[item.index()] >= problem.bounds(item).low);
            return u128::from(is_low_reached);
        };
        let mut sum = 0;
        for option in options.iter().filter(|option| option.contains(&open.index())) {
            let fits = option.iter().all(|&item| used[item] < problem.bounds(ItemId::new(item)).high);
            if fits {
                option.iter().for_each(|&item| used[item] += 1);
                sum += count(problem, used, options);
                option.iter().for_each(|&item| used[item] -= 1);
            }
        }
        sum
    }
    let options: Vec<Vec<usize>> = problem
        .options()
        .map(|option| problem.uses(option).iter().map(|used| used.item.index()).collect())
        .collect();
    count(problem, &mut vec![0; problem.item_count()], &options)
}

/// Problems with bounds, and their counts.
fn bounded() -> Result<Vec<(Problem, u128)>, Box<dyn Error>> {
    let mut problems = Vec::new();
    for n in 1..=4 {
        problems.push((partridge::problem(n)?, partridge::published(n).ok_or("a count")?.count));
    }
    // Every tiling of 4 x 4 contains exactly 8 dominoes: A004003.
    for (times, expected) in [
        (Times::Between(8, 8), 36),
        (Times::Between(0, 8), 36),
        (Times::Between(3, 9), 36),
        (Times::Between(2, 7), 0),
    ] {
        let mut pieces = polyominoes::named("domino", Moves::Turns)?;
        pieces[0].times = times;
        problems.push((packing::problem(&Region::rectangle(4, 4)?, &pieces)?, expected));
    }
    // Tilings of 2 x n by squares of side 1 and 2 with exactly k large ones: binomial(n - k, k).
    for (large, expected) in [(0, 1), (1, 5), (2, 6), (3, 1), (4, 0)] {
        let square = Shape::new([Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 1)])?;
        let small = Shape::new([Cell::new(0, 0)])?;
        let times = if large == 0 { Times::Between(0, 1) } else { Times::Between(large, large) };
        let pieces = [
            Piece { name: "large".to_owned(), shape: square, moves: Moves::Shifts, times },
            Piece {
                name: "small".to_owned(),
                shape: small,
                moves: Moves::Shifts,
                times: Times::Between(0, if large == 0 { 12 } else { u32::MAX }),
            },
        ];
        // Without a large square at least 12 small ones are needed; with one, 8.
        let expected = if large == 0 { 1 + 5 } else { expected };
        problems.push((packing::problem(&Region::rectangle(2, 6)?, &pieces)?, expected));
    }
    Ok(problems)
}

#[test]
fn bounded_pieces_count_as_expected_by_trying() -> Outcome {
    for (problem, expected) in bounded()? {
        assert_comes_back(&problem);
        assert_eq!(count_by_force(&problem), expected, "{problem:?}");
    }
    Ok(())
}

#[test]
fn bounded_pieces_count_as_expected() -> Outcome {
    for (problem, expected) in bounded()? {
        assert_eq!(count(&problem), expected, "{problem:?}");
    }
    for n in 5..=6 {
        assert_counts(&partridge::problem(n)?, partridge::published(n));
    }
    Ok(())
}

#[test]
fn the_squares_of_partridge_8_fill_its_area() -> Outcome {
    let problem = partridge::problem(8)?;
    assert_comes_back(&problem);
    assert_eq!(
        (problem.primary_count(), problem.option_count()),
        (8 + 36 * 36, (29..=36).map(|k| k * k).sum())
    );
    assert!(problem.is_bounded());
    Ok(())
}

#[test]
fn soma_counts_as_published() -> Outcome {
    assert_counts(&polycubes::soma()?, Some(polycubes::published_soma()));
    Ok(())
}

#[test]
fn solid_pentominoes_fill_2x3x10_as_published() -> Outcome {
    // 12 up to the 8 symmetries of the box: C. J. Bouwkamp, "Packing a rectangular box with the twelve solid
    // pentominoes", Journal of Combinatorial Theory 7 (1969).
    let pieces = polycubes::named("flat:pentominoes", Moves::SpaceTurns)?;
    assert_eq!(count(&packing::problem(&Region::cuboid(2, 3, 10)?, &pieces)?), 8 * 12);
    Ok(())
}

#[test]
fn drawn_pieces_and_regions_are_those_meant() -> Outcome {
    // The pieces of the Soma cube as a drawing.
    let drawn = "V\n##\n#\n\nL\n###\n#\n\nT\n###\n.#\n\n\nZ\n##.\n.##\n\nA\n##\n#.\n---\n.#\n\nB\n##\n#\n---\n..\n#\n\nP\n##\n#\n---\n#\n";
    let pieces = drawing::pieces(drawn, Grid::Cubes, Moves::SpaceTurns)?;
    let layer = "###\n###\n###\n";
    let cube = drawing::region(&[layer; 3].join("---\n"))?;
    assert_eq!(cube, Region::cuboid(3, 3, 3)?);
    assert!(packing::problem(&cube, &pieces)? == polycubes::soma()?);
    // Blanks, dots and the missing ends of short lines are outside.
    let region = drawing::region("ab\n c\n..d")?;
    let cells = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1), Cell::new(2, 2)];
    assert_eq!(region, Region::of_cells(cells)?);
    let times: Vec<Times> =
        drawing::pieces("a 3\nx\n\nb 0..2\nx\n\nc *\nx\n\nd\nx", Grid::Cubes, Moves::Turns)?
            .iter()
            .map(|p| p.times)
            .collect();
    assert_eq!(times, [Times::Between(3, 3), Times::Between(0, 2), Times::AnyNumber, Times::Between(1, 1)]);
    Ok(())
}

#[test]
fn domino_tilings_count_as_published() -> Outcome {
    for rows in 1..=6 {
        for columns in 1..=6 {
            let region = Region::rectangle(rows, columns)?;
            assert_counts(&dominoes::problem(&region)?, dominoes::published(&region));
        }
    }
    // A004003 and A099390, which `published` computes without a search.
    let published = |n| dominoes::published(&Region::rectangle(n, n).expect("a region"));
    assert_eq!(published(8).map(|known| known.count), Some(12_988_816));
    assert_eq!(published(10).map(|known| known.count), Some(258_584_046_368));
    assert_eq!(published(12).map(|known| known.count), Some(53_060_477_521_960_000));
    Ok(())
}

#[test]
fn a_board_without_opposite_corners_has_no_domino_tiling() -> Outcome {
    // M. Black, Critical Thinking, 1946: both removed corners have the same color.
    let board = Region::rectangle(6, 6)?.without(&[Cell::new(0, 0), Cell::new(5, 5)])?;
    assert_eq!(dominoes::published(&board), None);
    assert_eq!(count(&dominoes::problem(&board)?), 0);
    Ok(())
}

#[test]
fn bricks_fill_a_cuboid_as_published() -> Outcome {
    // Bricks 1 x 1 x 2 in 2 x 2 x n: A006253.
    for (height, published) in (1..).zip([2, 9, 32, 121, 450]) {
        assert_eq!(count(&dominoes::problem(&Region::cuboid(height, 2, 2)?)?), published);
    }
    Ok(())
}

#[test]
fn there_are_as_many_polyhexes_and_polyiamonds_as_published() -> Outcome {
    let kinds = [Moves::TurnsAndFlips, Moves::Turns, Moves::Shifts];
    // OEIS A000228, A006535, A001207; A000577, A006534, A001420.
    let polyhexes: [&[usize]; 3] =
        [&[1, 1, 3, 7, 22, 82, 333], &[1, 1, 3, 10, 33, 147, 620], &[1, 3, 11, 44, 186, 814, 3652]];
    let polyiamonds: [&[usize]; 3] = [
        &[1, 1, 1, 3, 4, 12, 24, 66, 160],
        &[1, 1, 1, 4, 6, 19, 43, 120, 307],
        &[2, 3, 6, 14, 36, 94, 250, 675, 1838],
    ];
    for (grid, published) in [(Grid::Hexagons, polyhexes), (Grid::Triangles, polyiamonds)] {
        for (moves, counts) in kinds.into_iter().zip(published) {
            for (size, &count) in (1..).zip(counts) {
                let shapes = grid.connected(size, moves)?;
                assert_eq!(shapes.len(), count, "{grid:?} {moves:?} {size}");
                assert!(shapes.iter().all(|shape| shape.cells().len() == size && grid.connects(shape)));
            }
        }
    }
    for (grid, most) in [(Grid::Hexagons, 9), (Grid::Triangles, 12), (Grid::Spheres, 0)] {
        assert!(
            grid.connected(most + 1, Moves::Shifts).is_err() && grid.connected(0, Moves::Shifts).is_err()
        );
    }
    Ok(())
}

/// Returns the number of packings of a drawn region of another grid with all free pieces of a size.
fn packings_on(grid: Grid, drawing: &str, name: &str) -> Result<u128, Box<dyn Error>> {
    let region = drawing::region(drawing)?.on(grid);
    Ok(count(&packing::problem(&region, &polyominoes::named_on(grid, name, Moves::TurnsAndFlips)?)?))
}

#[test]
fn hexiamonds_fill_a_rhombus_and_tetrahexes_a_parallelogram() -> Outcome {
    let rows = (0..6).map(|row| format!("{}{}\n", ".".repeat(row), "#".repeat(12)));
    // 156 for the 12 hexiamonds, times the four symmetries of the rhombus.
    assert_eq!(packings_on(Grid::Triangles, &rows.collect::<String>(), "hexiamonds")?, 4 * 156);
    // 9 for the 7 tetrahexes, times the two of the parallelogram: M. Gardner, Mathematical Games, June 1967.
    assert_eq!(packings_on(Grid::Hexagons, &"#######\n".repeat(4), "tetrahexes")?, 2 * 9);
    Ok(())
}

#[test]
fn hexiamonds_and_tetrahexes_have_their_names() -> Outcome {
    for (grid, set, free) in
        [(Grid::Triangles, "hexiamonds", "free6"), (Grid::Hexagons, "tetrahexes", "free4")]
    {
        let of = |name: &str| polyominoes::named_on(grid, name, Moves::TurnsAndFlips);
        // Each is connected, and they are all pieces of their size up to moves.
        assert_eq!(of(set)?.len(), of(free)?.len());
        let distinct: BTreeSet<usize> = of(set)?
            .iter()
            .flat_map(|piece| {
                of(free).into_iter().flatten().enumerate().map(move |free| (piece.clone(), free))
            })
            .filter(|(piece, (_, free))| is_moved(grid, piece, free))
            .map(|(_, (number, _))| number)
            .collect();
        assert_eq!(distinct.len(), of(free)?.len(), "{set}");
        for piece in of(set)? {
            assert!(grid.connects(&piece.shape), "{}", piece.name);
            assert_eq!(of(&piece.name)?, [piece]);
        }
    }
    // The pieces without a mirror image of their own, of which there are two each among the 19 and 10 one-sided ones.
    let chiral = |grid: Grid, set: &str| -> Result<Vec<String>, InstanceError> {
        let pieces = polyominoes::named_on(grid, set, Moves::Turns)?;
        let mirrored = |piece: &Piece| Piece { moves: Moves::TurnsAndFlips, ..piece.clone() };
        let two = |piece: &&Piece| places(grid, piece) < places(grid, &mirrored(piece));
        Ok(pieces.iter().filter(two).map(|piece| piece.name.clone()).collect())
    };
    let hexiamonds = ["bar", "crook", "hook", "signpost", "snake", "sphinx", "yacht"];
    assert_eq!(chiral(Grid::Triangles, "hexiamonds")?, hexiamonds);
    assert_eq!(chiral(Grid::Hexagons, "tetrahexes")?, ["pistol", "wave", "worm"]);
    assert!(polyominoes::named_on(Grid::Triangles, "propeller", Moves::Turns).is_err());
    Ok(())
}

/// Returns the number of places of a piece in a large region.
fn places(grid: Grid, piece: &Piece) -> usize {
    let region = Region::rectangle(8, 12).expect("small").on(grid);
    packing::problem(&region, std::slice::from_ref(piece)).expect("small").option_count()
}

/// Returns true if one shape is the other after a move: both are found in the same places.
fn is_moved(grid: Grid, one: &Piece, other: &Piece) -> bool {
    let of = |piece: &Piece| {
        let region = Region::rectangle(6, 6).expect("small").on(grid);
        let piece = Piece { name: "piece".to_owned(), ..piece.clone() };
        let problem = packing::problem(&region, &[piece]).expect("small");
        let options = problem.options().map(|option| problem.display_option(option).to_string());
        options.collect::<BTreeSet<String>>()
    };
    of(one) == of(other)
}

#[test]
fn a_drawn_triangle_points_where_it_is_drawn() -> Outcome {
    // One triangle that points up does not fit without a rotation where one points down.
    let region = drawing::region("#")?.on(Grid::Triangles);
    for (drawn, moves, fits) in
        [("up\n.#", Moves::Shifts, false), ("up\n.#", Moves::Turns, true), ("down\n..#", Moves::Shifts, true)]
    {
        let pieces = drawing::pieces(drawn, Grid::Triangles, moves)?;
        assert_eq!(packing::unplaced(&region, &pieces).is_empty(), fits, "{drawn} {moves:?}");
        assert_eq!(count(&packing::problem(&region, &pieces)?), u128::from(fits));
    }
    // Two hexagons that have a corner of squares in common are neighbors on one of the two diagonals.
    let shapes = drawing::pieces("a\n.#\n#\n\nb\n#\n.#\n", Grid::Hexagons, Moves::Shifts)?;
    let connected: Vec<bool> = shapes.iter().map(|piece| Grid::Hexagons.connects(&piece.shape)).collect();
    assert_eq!(connected, [true, false]);
    Ok(())
}
