//! Tests of Pips puzzles: the rules are applied in plain loops.

use std::collections::{BTreeMap, BTreeSet};

use dlx_core::{Problem, Search, check};
use dlx_instances::InstanceError;
use dlx_instances::draw;
use dlx_instances::pips::{self, Puzzle, Rule};
use dlx_instances::region::Region;
use dlx_instances::shape::Cell;

use super::{Outcome, assert_comes_back, hole};

type Pips = BTreeMap<Cell, u32>;

/// Returns whether all areas whose cells are filled are as their rules say.
fn are_rules_kept(puzzle: &Puzzle, pips: &Pips) -> bool {
    puzzle.areas().iter().all(|area| {
        let within: Vec<u32> = area.cells.iter().filter_map(|cell| pips.get(cell).copied()).collect();
        let sum: u32 = within.iter().sum();
        let mut sorted = within.clone();
        sorted.sort_unstable();
        within.len() < area.cells.len()
            || match area.rule {
                Rule::Free => true,
                Rule::Equal => sorted.first() == sorted.last(),
                Rule::Unequal => sorted.windows(2).all(|pair| pair[0] < pair[1]),
                Rule::Sum(wanted) => sum == wanted,
                Rule::Below(end) => sum < end,
                Rule::Above(least) => sum > least,
                _ => panic!("a rule that is not tested"),
            }
    })
}

/// Adds all solutions in which the pips of some cells are these: where the dominoes lie, and the pips of all cells.
fn solve(
    puzzle: &Puzzle,
    left: &mut Vec<[u32; 2]>,
    pips: &mut Pips,
    places: &mut Vec<[Cell; 2]>,
    solutions: &mut BTreeSet<(Vec<[Cell; 2]>, Pips)>,
) {
    if !are_rules_kept(puzzle, pips) {
        return;
    }
    let cells: BTreeSet<Cell> = puzzle.region().cells().collect();
    let Some(&cell) = cells.iter().find(|cell| !pips.contains_key(cell)) else {
        solutions.insert((places.clone(), pips.clone()));
        return;
    };
    for beyond in [Cell::new(cell.row, cell.column + 1), Cell::new(cell.row + 1, cell.column)] {
        if !cells.contains(&beyond) || pips.contains_key(&beyond) {
            continue;
        }
        for at in 0..left.len() {
            let domino = left.remove(at);
            for [one, other] in [domino, [domino[1], domino[0]]] {
                pips.extend([(cell, one), (beyond, other)]);
                places.push([cell, beyond]);
                solve(puzzle, left, pips, places, solutions);
                places.pop();
                pips.remove(&cell);
                pips.remove(&beyond);
            }
            left.insert(at, domino);
        }
    }
}

/// The cells of each domino, and the pips of all cells.
type Placed = (Vec<[Cell; 2]>, Pips);

/// Returns where the dominoes lie and the pips of all cells, in the only cover of a problem.
fn solution(problem: &Problem) -> Result<Placed, Box<dyn std::error::Error>> {
    let covers: Vec<_> = Search::new(problem).into_iter().collect();
    assert_eq!(covers.len(), 1);
    check(problem, &covers[0])?;
    let mut pips = Pips::new();
    let mut places = Vec::new();
    for &option in &covers[0] {
        let mut place = Vec::new();
        for used in problem.uses(option) {
            let Some(numbers) = problem.name(used.item).strip_prefix('v') else { continue };
            let digits: Vec<usize> = numbers.bytes().map(|digit| usize::from(digit - b'0')).collect();
            let cell = Cell::new(digits[0], digits[1]);
            pips.insert(cell, problem.color_name(used.color).expect("a color").parse()?);
            place.push(cell);
        }
        places.push([place[0], place[1]]);
    }
    places.sort_unstable();
    Ok((places, pips))
}

fn is_connected(cells: &[Cell]) -> bool {
    let mut reached = vec![cells[0]];
    let mut at = 0;
    while let Some(&cell) = reached.get(at) {
        for &other in cells {
            let distance = cell.row.abs_diff(other.row) + cell.column.abs_diff(other.column);
            if distance == 1 && !reached.contains(&other) {
                reached.push(other);
            }
        }
        at += 1;
    }
    reached.len() == cells.len()
}

#[test]
fn pips_puzzles_have_one_solution_among_all_placements() -> Outcome {
    let ring = Region::rectangle(3, 3)?.without(&[Cell::new(1, 1)])?;
    let boards = [Region::rectangle(1, 2)?, Region::rectangle(2, 2)?, ring, Region::rectangle(3, 4)?];
    for region in &boards {
        for seed in 0..5 {
            let puzzle = Puzzle::random(region, seed)?;
            let mut solutions = BTreeSet::new();
            solve(
                &puzzle,
                &mut puzzle.dominoes().to_vec(),
                &mut Pips::new(),
                &mut Vec::new(),
                &mut solutions,
            );
            assert_eq!(solutions.len(), 1, "seed {seed}: {puzzle:?}");
            let problem = pips::problem(&puzzle)?;
            assert_comes_back(&problem);
            let (mut places, pips) = solutions.pop_first().expect("a solution");
            places.sort_unstable();
            assert_eq!(solution(&problem)?, (places, pips), "seed {seed}");
        }
    }
    Ok(())
}

#[test]
fn areas_of_pips_puzzles_divide_the_board_and_half_of_the_cells_share_one() -> Outcome {
    let mut rules = BTreeSet::new();
    for (seed, region) in
        [Region::rectangle(4, 5)?, Region::rectangle(5, 6)?].into_iter().cycle().take(8).enumerate()
    {
        let puzzle = Puzzle::random(&region, seed as u64)?;
        let mut cells: Vec<Cell> = puzzle.areas().iter().flat_map(|area| area.cells.clone()).collect();
        cells.sort_unstable();
        assert_eq!(cells, region.cells().collect::<Vec<_>>());
        assert!(puzzle.areas().iter().all(|area| is_connected(&area.cells)));
        assert_eq!(2 * puzzle.dominoes().len(), cells.len());
        assert!(puzzle.dominoes().windows(2).all(|pair| pair[0] < pair[1]));
        assert!(puzzle.dominoes().iter().all(|[one, other]| one <= other && *other <= 6));
        let single = puzzle.areas().iter().filter(|area| area.cells.len() == 1).count();
        assert!(2 * single <= cells.len(), "seed {seed}: {single} areas of one cell");
        let (_, pips) = solution(&pips::problem(&puzzle)?)?;
        assert!(are_rules_kept(&puzzle, &pips));
        rules.extend(
            puzzle
                .areas()
                .iter()
                .map(|area| std::mem::discriminant(&area.rule))
                .map(|kind| format!("{kind:?}")),
        );
    }
    assert!(rules.len() >= 4, "most kinds of rules occur: {rules:?}");
    Ok(())
}

#[test]
fn the_pips_of_a_solution_are_written_on_its_dominoes() -> Outcome {
    let puzzle = Puzzle::random(&Region::rectangle(2, 3)?, 1)?;
    let problem = pips::problem(&puzzle)?;
    let (_, pips) = solution(&problem)?;
    let cover = Search::new(&problem).into_iter().next().expect("a solution");
    let picture = draw::svg(&problem, &pips::geometry(&puzzle), &cover, "Pips")?;
    let row = |row: usize| {
        let pips: Vec<String> = (0..3).map(|column| pips[&Cell::new(row, column)].to_string()).collect();
        format!("Row {}: {}.", row + 1, pips.join(" "))
    };
    assert!(picture.contains(&format!("{} {}", row(0), row(1))), "{picture}");
    Ok(())
}

#[test]
fn boards_without_a_puzzle_of_pips_are_refused() -> Outcome {
    let corners = [Cell::new(0, 0), Cell::new(3, 3)];
    for region in [Region::rectangle(3, 3)?, Region::rectangle(4, 4)?.without(&corners)?] {
        assert_eq!(Puzzle::random(&region, 0), Err(InstanceError::NoTiling));
    }
    for region in [Region::rectangle(1, 1)?, Region::cuboid(2, 1, 1)?, hole()?] {
        assert!(matches!(Puzzle::random(&region, 0), Err(InstanceError::OutOfRange { .. })));
    }
    Ok(())
}
