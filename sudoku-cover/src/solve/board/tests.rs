//! The search on the board against all grids, and its propagation against all sequences of digits.

use std::ops::ControlFlow;

use dlx_core::{Limits, Stopped};

use super::BoardSearch;
use super::automaton::{Automaton, StateSets};
use super::sums::{GroupSum, SumScratch};
use crate::model::geometry::relation::Sum;
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Cell, Geometry, Relation, Values};
use crate::solve::loaded::grid_of;

/// Numbers that look random, always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % end).unwrap()
    }

    fn digits(&mut self, count: usize) -> u32 {
        u32::try_from(self.below((1 << count) - 1)).unwrap() + 1
    }
}

fn board(side: usize, rules: &[&str]) -> Geometry {
    let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
    Geometry::of_side(side).unwrap().with_rules(&rules).unwrap()
}

/// All grids of side 4 without a digit twice in a row, a column or a box, by cell the rank of the digit.
fn grids_of_side_4() -> Vec<Vec<u8>> {
    let plain = Geometry::of_side(4).unwrap();
    let mut grids = vec![Vec::new()];
    for cell in plain.cells() {
        let mut longer = Vec::new();
        for grid in &grids {
            for rank in 0..4_u8 {
                let clashes =
                    plain.peers(cell).iter().any(|&peer| grid.get(plain.index(peer)) == Some(&rank));
                if !clashes {
                    let mut grid: Vec<u8> = grid.clone();
                    grid.push(rank);
                    longer.push(grid);
                }
            }
        }
        grids = longer;
    }
    grids
}

#[test]
fn all_grids_of_a_board_are_found_once() {
    let all = grids_of_side_4();
    assert_eq!(all.len(), 288);
    let rules: [&[&str]; 9] = [
        &["thermo r1c1 r2c1 r3c2"],
        &["killer 7 r1c1 r1c2 r2c2", "killer 5 r3c3 r4c3"],
        &["little-killer 8 r3c1 up-right"],
        &["arrow r1c1 = r2c2 r3c3"],
        &["renban r1c1 r2c1 r2c2", "white r4c1 r4c2"],
        &["anti-king", "killer 5 r1c1 r2c1"],
        &["non-consecutive"],
        &["even r1c1", "odd r2c2", "whisper 2 r3c3 r4c4"],
        &["palindrome r1c1 r1c2 r2c3 r3c3"],
    ];
    let mut sizes = Vec::new();
    for rules in rules {
        let geometry = board(4, rules);
        let holds = |grid: &&Vec<u8>| {
            let grid = grid_of(&geometry, grid);
            grid.contradictions(&geometry).unwrap().is_empty()
        };
        let mut expected: Vec<Vec<u8>> = all.iter().filter(holds).cloned().collect();
        let mut search = BoardSearch::new(&geometry, &mut Limits::none()).unwrap();
        search.restart(vec![0b1111; 16]);
        let mut found = Vec::new();
        while let Some(ranks) = search.next_solution(&mut Limits::none()).unwrap() {
            found.push(ranks.to_vec());
        }
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{rules:?}");
        sizes.push(found.len());
    }
    // Rules that allow something and forbid something.
    assert!(sizes.iter().filter(|&&size| size > 0 && size < 288).count() >= 6, "{sizes:?}");
}

/// The first propagation of a board of side 25 takes longer than many searches.
#[test]
fn the_first_propagation_asks_its_limits_and_can_be_continued() {
    let lines: Vec<String> = (0..10)
        .map(|row| {
            let cells = (0..25).map(|column| format!("r{}c{}", row + 1 + column % 2, column + 1));
            format!("equality {}", cells.take(24).collect::<Vec<_>>().join(" "))
        })
        .collect();
    let geometry = board(25, &lines.iter().map(String::as_str).collect::<Vec<_>>());
    let mut search = BoardSearch::new(&geometry, &mut Limits::none()).unwrap();
    let all = vec![(1 << 25) - 1; 625];
    let mut asked = 0;
    search.restart(all.clone());
    let mut counted = Limits::none().nodes(0).ask(1, |_| {
        asked += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(search.next_solution(&mut counted), Err(Stopped::Nodes));
    drop(counted);
    assert!(asked > 2, "{asked} questions");
    let expected = search.candidates.all().to_vec();
    search.restart(all);
    let mut stops = 0;
    loop {
        let mut stopped = Limits::none().nodes(0).ask(1, |_| ControlFlow::Break(()));
        match search.next_solution(&mut stopped) {
            Err(Stopped::Asked) => stops += 1,
            end => break assert_eq!(end, Err(Stopped::Nodes)),
        }
    }
    assert_eq!(stops, asked);
    assert_eq!(search.candidates.all(), expected);
}

#[test]
fn digits_of_a_sum_are_those_of_groups_with_that_sum() {
    let mut numbers = Numbers(1);
    let values = Values::of_side(5);
    let mut scratch = SumScratch::default();
    let mut met = 0;
    for _ in 0..2000 {
        // Two groups of cells that differ, with factors.
        let sizes = [numbers.below(3) + 1, numbers.below(3) + 1];
        let factors = [[1, 1], [1, -1], [2, -3], [10, 1]][numbers.below(4)];
        let total = i64::try_from(numbers.below(40)).unwrap() - 10;
        let mut next = 0;
        let groups = sizes.iter().zip(factors).map(|(&size, factor)| {
            let cells = (0..size).map(|_| {
                next += 1;
                (Cell::new(0, next - 1), factor)
            });
            cells.collect()
        });
        let sum = Sum { groups: groups.collect(), total };
        let masks: Vec<u32> = (0..next).map(|_| numbers.digits(5)).collect();
        let sequences = (0..5_usize.pow(u32::from(next))).map(|number| {
            (0..u32::from(next)).map(|place| number / 5_usize.pow(place) % 5).collect::<Vec<usize>>()
        });
        let fits = |ranks: &Vec<usize>| {
            let (first, second) = ranks.split_at(sizes[0]);
            let differ =
                |group: &[usize]| (1..group.len()).all(|place| !group[..place].contains(&group[place]));
            let of = |group: &[usize]| group.iter().map(|&rank| rank as i64 + 1).sum::<i64>();
            ranks.iter().zip(&masks).all(|(&rank, mask)| mask >> rank & 1 == 1)
                && differ(first)
                && differ(second)
                && factors[0] * of(first) + factors[1] * of(second) == total
        };
        let mut expected = vec![0_u32; usize::from(next)];
        for ranks in sequences.filter(fits) {
            expected.iter_mut().zip(&ranks).for_each(|(expected, &rank)| *expected |= 1 << rank);
        }
        let group_sum = GroupSum::new(&sum, values, |cell| u16::try_from(cell.column()).unwrap()).unwrap();
        let is_possible = group_sum.support(|cell| masks[usize::from(cell)], &mut scratch);
        assert_eq!(is_possible, expected[0] != 0, "{sum:?} {masks:?}");
        if is_possible {
            assert_eq!(scratch.supported, expected, "{sum:?} {masks:?}");
            met += 1;
        }
    }
    assert!(met > 200, "{met}");
}

#[test]
fn digits_of_an_automaton_are_those_of_its_relation() {
    let mut numbers = Numbers(2);
    let geometry =
        board(6, &["renban r1c1 r2c2 r3c3 r4c4", "between r1c6 r2c5 r3c4 r4c3", "zipper r6c1 r5c2 r6c3"]);
    let relations: Vec<&Relation> =
        geometry.relations().iter().filter(|relation| relation.cells().len() > 2).collect();
    assert!(!relations.is_empty());
    let mut sets = StateSets::default();
    let mut met = 0;
    for _ in 0..500 {
        for relation in &relations {
            let automaton = Automaton::new(relation, geometry.values());
            let masks: Vec<u32> = relation.cells().iter().map(|_| numbers.digits(6)).collect();
            let place = |cell| relation.cells().iter().position(|&other| other == cell).unwrap();
            let expected: Vec<u32> =
                relation.supported(|cell| masks[place(cell)] << 1).iter().map(|digits| digits >> 1).collect();
            match automaton.support(|place| masks[place], &mut sets) {
                Some(_) => {
                    assert_eq!(sets.supported, expected);
                    met += 1;
                }
                None => assert!(expected.iter().all(|&digits| digits == 0)),
            }
        }
    }
    assert!(met > 100, "{met}");
}

/// A cell that some set of connected cells has, or lacks, keeps that possibility; where no set fits, none is found.
#[test]
fn connected_cells_keep_what_some_connected_set_has() {
    use super::connected::{Connected, ConnectedScratch, Layer};
    let side = 3;
    let is_connected = |set: u32| {
        let mut reached = set & set.wrapping_neg();
        loop {
            let grown = (0..9_u32).filter(|&cell| set >> cell & 1 == 1).fold(reached, |all, cell| {
                let near = (0..9_u32).any(|other| {
                    let distance = (cell / 3).abs_diff(other / 3) + (cell % 3).abs_diff(other % 3);
                    all >> other & 1 == 1 && distance == 1
                });
                all | u32::from(near) << cell
            });
            if grown == reached {
                return set != 0 && reached == set;
            }
            reached = grown;
        }
    };
    let mut numbers = Numbers(3);
    let (mut scratch, mut kept) = (ConnectedScratch::default(), Vec::new());
    let [mut dead, mut removed] = [0; 2];
    for round in 0..4000 {
        // Candidates 1: not of the kind, 2: of the kind, 3: both.
        let candidates: Vec<u32> = (0..9).map(|_| [1, 2, 3, 3, 3][numbers.below(5)]).collect();
        let size = (round % 3 > 0).then(|| numbers.below(9) + 1);
        let fits = |&set: &u32| {
            let agrees = |cell: usize| candidates[cell] & (1 + (set >> cell & 1)) != 0;
            (0..9).all(agrees)
                && is_connected(set)
                && size.is_none_or(|size| usize::try_from(set.count_ones()) == Ok(size))
        };
        let sets: Vec<u32> = (0..512).filter(fits).collect();
        let connected = Connected { layer: Layer { side, first: 0 }, digits: 2, size };
        kept.clear();
        match connected.support(&candidates, &mut scratch, &mut kept) {
            Ok(()) => {
                for &(cell, digits) in &kept {
                    let cell = usize::from(cell);
                    let left = candidates[cell] & digits;
                    removed += usize::from(left != candidates[cell]);
                    let has = |set: &u32| (1 + (set >> cell & 1)) & left != 0;
                    assert!(sets.iter().all(has), "{candidates:?} {size:?} {cell}");
                }
                // Once all cells are known, nothing is overlooked.
                assert!(!sets.is_empty() || candidates.contains(&3), "{candidates:?} {size:?}");
            }
            Err(_) => {
                assert!(sets.is_empty(), "{candidates:?} {size:?}");
                dead += 1;
            }
        }
    }
    assert!(dead > 300 && removed > 1000, "{dead} {removed}");
}
