//! Tests of block designs, triple systems, leagues and KenKen puzzles.

use std::collections::BTreeSet;

use dlx_core::{Problem, Search};
use dlx_instances::kenken::{self, Operation, Puzzle};
use dlx_instances::{InstanceError, design, kirkman, league, steiner};

use super::{Outcome, assert_comes_back, assert_counts, count};

/// Returns all sets of `size` numbers below `end`, as bits.
fn sets(end: u32, size: u32) -> Vec<u32> {
    (0..1 << end).filter(|set: &u32| set.count_ones() == size).collect()
}

/// Returns the number of ways to choose blocks from a list, in its order, such that every two points are together in
/// `lambda` of them.
fn designs_by_trying(blocks: &[u32], points: u32, lambda: u32) -> u128 {
    let pairs: Vec<u32> = sets(points, 2);
    // The blocks to be tried next, and how often each pair is in the chosen ones.
    let mut stack = vec![(0, vec![0; pairs.len()])];
    let mut found = 0;
    while let Some((next, times)) = stack.pop() {
        if times.iter().all(|&times| times == lambda) {
            found += 1;
            continue;
        }
        let Some(&block) = blocks.get(next) else { continue };
        stack.push((next + 1, times.clone()));
        let is_within = |pair: u32| block & pair == pair;
        let with: Vec<u32> =
            pairs.iter().zip(times).map(|(&pair, times)| times + u32::from(is_within(pair))).collect();
        if with.iter().all(|&times| times <= lambda) {
            stack.push((next + 1, with));
        }
    }
    found
}

#[test]
fn block_designs_are_those_found_by_trying() -> Outcome {
    for (points, size, lambda) in [
        (2, 2, 1),
        (4, 2, 1),
        (4, 3, 2),
        (5, 3, 3),
        (5, 4, 3),
        (5, 5, 1),
        (6, 3, 2),
        (6, 3, 4),
        (6, 4, 6),
        (7, 3, 1),
        (7, 6, 5),
    ] {
        let problem = design::problem(points, size, lambda)?;
        let [points, size, lambda] =
            [points, size, lambda].map(|number| u32::try_from(number).expect("small"));
        let by_trying = designs_by_trying(&sets(points, size), points, lambda);
        assert_eq!(count(&problem), by_trying, "{points} {size} {lambda}");
    }
    Ok(())
}

#[test]
fn block_designs_count_as_published() -> Outcome {
    for (points, size, lambda) in [(6, 3, 2), (7, 3, 1), (7, 4, 2), (5, 3, 3), (6, 5, 4)] {
        assert_counts(&design::problem(points, size, lambda)?, design::published(points, size, lambda));
    }
    Ok(())
}

#[test]
fn steiner_systems_count_as_published() -> Outcome {
    for points in [3, 7, 9] {
        assert_counts(&steiner::problem(points)?, steiner::published(points));
    }
    // The two systems of 13 points have 39 and 6 symmetries (J. De Pasquale 1899).
    let factorial: u128 = (1..=13).product();
    assert_eq!(steiner::published(13).map(|known| known.count), Some(factorial / 39 + factorial / 6));
    Ok(())
}

#[test]
fn kirkman_systems_are_divisions_of_steiner_systems_into_days() -> Outcome {
    // Each way to divide the 12 triples of a system of 9 points into four days counts with 4! orders of the days.
    let problem = steiner::problem(9)?;
    let triples = sets(9, 3);
    let points =
        |name: &str| name.chars().map(|point| 1 << point.to_digit(36).expect("a point")).sum::<u32>();
    let mut divisions = 0;
    for cover in Search::new(&problem) {
        let triple = |&option| {
            problem
                .uses(option)
                .iter()
                .map(|used| points(problem.name(used.item)))
                .fold(0, |set, pair| set | pair)
        };
        let system: BTreeSet<u32> = cover.iter().map(triple).collect();
        assert!(system.len() == 12 && system.iter().all(|triple| triples.contains(triple)));
        let mut days = Vec::new();
        for &one in &system {
            for &other in system.iter().filter(|&&other| other > one && other & one == 0) {
                let rest = 0b1_1111_1111 & !(one | other);
                if rest > other && system.contains(&rest) {
                    days.push(BTreeSet::from([one, other, rest]));
                }
            }
        }
        let mut chosen = vec![(0, BTreeSet::new(), 0)];
        while let Some((next, used, count)) = chosen.pop() {
            divisions += u128::from(count == 4);
            for (at, day) in days.iter().enumerate().skip(next) {
                if day.is_disjoint(&used) {
                    chosen.push((at + 1, &used | day, count + 1));
                }
            }
        }
    }
    assert_eq!(count(&kirkman::problem(9)?), divisions * 24);
    assert_counts(&kirkman::problem(9)?, kirkman::published(9));
    assert_counts(&kirkman::problem(3)?, kirkman::published(3));
    // Cole's seven arrangements of 15 girls.
    let factorial = |n: u128| (1..=n).product::<u128>();
    let arrangements = [168, 168, 24, 24, 12, 12, 21].map(|symmetries| factorial(15) / symmetries);
    let known = kirkman::published(15).map(|known| known.count);
    assert_eq!(known, Some(arrangements.iter().sum::<u128>() * factorial(7)));
    Ok(())
}

/// Returns the number of ways to play `rounds` rounds of disjoint games such that all pairs of teams meet once.
fn leagues_by_trying(teams: u32, rounds: u32, played: &mut BTreeSet<u32>) -> u128 {
    fn round(teams: u32, rounds: u32, free: u32, games: u32, played: &mut BTreeSet<u32>) -> u128 {
        if games == 0 {
            return leagues_by_trying(teams, rounds - 1, played);
        }
        let mut found = 0;
        for one in (0..teams).filter(|team| free >> team & 1 == 1) {
            for other in (one + 1..teams).filter(|team| free >> team & 1 == 1) {
                let game = 1 << one | 1 << other;
                if played.insert(game) {
                    // The games of a round are in the order of their first teams.
                    let later = free & !game & !((1 << one) - 1);
                    found += round(teams, rounds, later, games - 1, played);
                    played.remove(&game);
                }
            }
        }
        found
    }
    if rounds == 0 {
        return 1;
    }
    round(teams, rounds, (1 << teams) - 1, teams / 2, played)
}

#[test]
fn leagues_are_those_found_by_trying_and_as_many_as_published() -> Outcome {
    for n in 2..=6_u32 {
        let problem = league::problem(n as usize)?;
        let rounds = if n % 2 == 0 { n - 1 } else { n };
        assert_eq!(count(&problem), leagues_by_trying(n, rounds, &mut BTreeSet::new()), "{n} teams");
        assert_counts(&problem, league::published(n as usize));
    }
    assert_eq!(league::published(8).map(|known| known.count), Some(6240 * 5040));
    assert_eq!(league::published(8), league::published(7));
    assert_eq!([0, 13, usize::MAX].map(league::published), [None; 3]);
    Ok(())
}

/// Returns all squares of a side with each number once in every row and column, by rows.
fn latin_squares(side: usize) -> Vec<Vec<usize>> {
    let mut squares = vec![Vec::new()];
    for at in 0..side * side {
        let mut longer = Vec::new();
        for square in squares {
            for number in 1..=side {
                let differs = |other: usize| square[other] != number;
                if (at - at % side..at).all(differs) && (at % side..at).step_by(side).all(differs) {
                    longer.push([square.as_slice(), &[number]].concat());
                }
            }
        }
        squares = longer;
    }
    squares
}

#[test]
fn kenken_puzzles_have_one_solution_among_all_latin_squares() -> Outcome {
    for side in 2..=5 {
        let squares = latin_squares(side);
        for seed in 0..4 {
            let puzzle = Puzzle::random(side, seed)?;
            let cells: Vec<_> = puzzle.cages().iter().flat_map(|cage| cage.cells.clone()).collect();
            assert_eq!(
                (cells.len(), cells.iter().collect::<BTreeSet<_>>().len()),
                (side * side, side * side)
            );
            let fits = |square: &&Vec<usize>| {
                puzzle.cages().iter().all(|cage| {
                    let mut numbers: Vec<usize> =
                        cage.cells.iter().map(|cell| square[cell.row * side + cell.column]).collect();
                    numbers.sort_unstable();
                    let result = cage.result;
                    match cage.operation {
                        Operation::Given => numbers == [result],
                        Operation::Add => numbers.iter().sum::<usize>() == result,
                        Operation::Multiply => numbers.iter().product::<usize>() == result,
                        Operation::Subtract => numbers.len() == 2 && numbers[0] + result == numbers[1],
                        Operation::Divide => numbers.len() == 2 && numbers[0] * result == numbers[1],
                        _ => panic!("an operation that is not tested"),
                    }
                })
            };
            let solutions: Vec<&Vec<usize>> = squares.iter().filter(fits).collect();
            assert_eq!(solutions.len(), 1, "side {side}, seed {seed}");
            let problem = kenken::problem(&puzzle)?;
            assert_comes_back(&problem);
            assert_eq!(numbers(&problem), *solutions[0]);
        }
    }
    Ok(())
}

/// Returns the numbers of the cells, row by row, in the only cover of a KenKen problem.
fn numbers(problem: &Problem) -> Vec<usize> {
    let covers: Vec<_> = Search::new(problem).into_iter().collect();
    assert_eq!(covers.len(), 1);
    let mut cells: Vec<(String, usize)> = covers[0]
        .iter()
        .flat_map(|&option| problem.uses(option))
        .filter_map(|used| {
            let number = problem.color_name(used.color)?;
            Some((problem.name(used.item).to_owned(), number.parse().expect("a number")))
        })
        .collect();
    cells.sort();
    cells.into_iter().map(|(_, number)| number).collect()
}

#[test]
fn most_cages_of_kenken_puzzles_have_several_cells() -> Outcome {
    for side in 4..=9 {
        let puzzle = Puzzle::random(side, 3)?;
        let givens = puzzle.cages().iter().filter(|cage| cage.cells.len() == 1).count();
        assert!(2 * givens < puzzle.cages().len(), "side {side}: {givens} cells are given");
        assert!(puzzle.cages().iter().any(|cage| cage.cells.len() > 2), "side {side}");
    }
    Ok(())
}

#[test]
fn designs_that_cannot_exist_are_refused() {
    let refused =
        |points, size, lambda| design::problem(points, size, lambda).expect_err("a fault").to_string();
    for (points, size, lambda) in [(8, 3, 1), (6, 3, 1), (10, 4, 1)] {
        let error = design::problem(points, size, lambda).err();
        assert_eq!(error, Some(InstanceError::NoDesign { points, size, lambda }));
    }
    assert_eq!(
        refused(6, 3, 1),
        "block design: expected LAMBDA (V - 1) divisible by K - 1, and LAMBDA V (V - 1) by K (K - 1), found V = 6, \
         K = 3, LAMBDA = 1"
    );
    assert_eq!(refused(6, 3, 5), "the number of blocks that contain two points: expected 1 to 4, found 5");
    assert_eq!(refused(6, 7, 1), "the number of points of a block: expected 2 to 6, found 7");
    assert!(refused(301, 3, 1).starts_with("the number of points: expected 2 to 300"));
    assert!(matches!(design::problem(111, 11, 1), Err(InstanceError::TooLarge { .. })));
    assert_eq!(
        steiner::problem(8).expect_err("a fault").to_string(),
        "the number of points: expected 7, 9, 13, 15, ...: 1 or 3 more than a multiple of 6, found 8"
    );
    assert_eq!(
        kirkman::problem(7).expect_err("a fault").to_string(),
        "the number of girls: expected 9, 15, 21, ...: 3 more than a multiple of 6, found 7"
    );
    assert!(kirkman::problem(75).is_ok() && steiner::problem(297).is_ok());
}
