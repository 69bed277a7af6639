//! Tests of the classes of matrices for which the classes are known.

use super::super::components::{ComponentClass, Matrix, classes};
use super::planted::{Planted, PlantedShape, below, random, shuffled};

/// Of a class: the number of components, the number of configurations, the number of sets of each anchor, the
/// number of components of each group, and the number of sets of a group that hold at a place.
type Outline = (usize, usize, Vec<usize>, Vec<usize>, Option<usize>);

/// Returns the outlines of all classes, sorted.
fn outline(matrix: &Matrix) -> Vec<Outline> {
    let outline = |class: &ComponentClass| {
        let mut groups = class.groups.clone();
        groups.sort_unstable();
        let (components, configurations) = (class.components.len(), class.configurations.len());
        (components, configurations, class.sets_of_anchor.clone(), groups, class.hold_of_group)
    };
    let mut outlines: Vec<Outline> = classes(matrix, 1).iter().map(outline).collect();
    outlines.sort_unstable();
    outlines
}

/// Returns the matrix of options given by their items.
fn matrix(options: &[Vec<usize>]) -> Matrix {
    let items = options.iter().flatten().max().map_or(0, |&last| last + 1);
    let uses = |item: usize| (0..options.len()).filter(|&option| options[option].contains(&item)).collect();
    let mut items_of = options.to_vec();
    items_of.iter_mut().for_each(|items| items.sort_unstable());
    Matrix { options_of: (0..items).map(uses).collect(), items_of }
}

#[test]
fn grids_are_components_whatever_their_items_and_options_are_called() {
    let g = &mut random();
    for (side, configurations) in [(2, 2), (3, 6), (4, 24), (5, 120)] {
        for share in 2..=4 {
            for outside in [0, share] {
                let groups = 3;
                let planted = Planted::grids(g, PlantedShape { side, share, outside, groups });
                let copies = side * outside;
                let expected = [if outside == 0 {
                    (3, configurations, vec![side; side], vec![3], None)
                } else {
                    (3 * copies, configurations, vec![side; side], vec![copies; 3], Some(outside))
                }];
                assert_eq!(outline(&planted.matrix()), expected);
                let renamed = planted.clone().renamed(g);
                assert_eq!(outline(&renamed.matrix()), expected, "{side} {share} {outside}");
                assert_eq!(outline(&renamed.reordered(g).matrix()), expected, "{side} {share} {outside}");
            }
        }
    }
}

#[test]
fn grids_that_meet_some_of_the_items_outside_are_alike_but_not_counted() {
    let g = &mut random();
    let planted = Planted::grids(g, PlantedShape { side: 3, share: 2, outside: 4, groups: 2 });
    let (components, configurations, sets, _, hold) = outline(&planted.matrix()).remove(0);
    assert_eq!((components, configurations, sets, hold), (24, 6, vec![3; 3], None));
}

#[test]
fn the_configurations_of_a_grid_are_its_permutations() {
    let g = &mut random();
    let planted =
        Planted::grids(g, PlantedShape { side: 3, share: 2, outside: 2, groups: 2 }).renamed(g).reordered(g);
    let class = &classes(&planted.matrix(), 1)[0];
    let expected = [[0, 4, 8], [0, 5, 7], [1, 3, 8], [1, 5, 6], [2, 3, 7], [2, 4, 6]]
        .map(|sets: [usize; 3]| sets.to_vec());
    assert_eq!(class.configurations, expected);
    assert_eq!(class.rivals[4], [1, 3, 5, 7]);
    for component in &class.components {
        assert_eq!(component.anchors.len(), 3);
        assert!(component.sets.iter().all(|options| options.len() == 2));
    }
}

#[test]
fn squares_with_blocks_have_a_component_for_each_symbol_and_strip_of_blocks() {
    let g = &mut random();
    // Side 4 has two bands and two stacks of 4 symbols; side 6 has three and two of 6; side 9 has three and
    // three of 9.
    let small = vec![(16, 2, vec![2; 2], vec![4; 4], Some(2))];
    let oblong = vec![(12, 6, vec![3; 3], vec![6; 2], Some(2)), (18, 2, vec![2; 2], vec![6; 3], Some(3))];
    let large = vec![(54, 6, vec![3; 3], vec![9; 6], Some(3))];
    for (high, wide, expected) in [(2, 2, small), (2, 3, oblong), (3, 3, large)] {
        let planted = Planted::square(high, wide);
        assert_eq!(outline(&planted.matrix()), expected);
        for _ in 0..5 {
            assert_eq!(outline(&planted.clone().renamed(g).matrix()), expected);
            assert_eq!(outline(&planted.clone().renamed(g).reordered(g).matrix()), expected);
        }
    }
}

/// Two teachers, one with three courses and one with two, and an hour that needs the first course of both.
fn uneven(copies: usize) -> Vec<Vec<usize>> {
    let mut options = Vec::new();
    for copy in 0..copies {
        let [long, short, hour] = [3 * copy, 3 * copy + 1, 3 * copy + 2];
        for _ in 0..2 {
            options.extend([vec![long, hour], vec![short, hour]]);
        }
        // An item that distinguishes the courses.
        for course in 0..3 {
            let other = 3 * copies + 3 * copy + course;
            let teacher = if course == 2 { short } else { long };
            options.extend([vec![teacher, other], vec![teacher, other], vec![other]]);
        }
    }
    options
}

#[test]
fn grids_need_not_be_square() {
    let g = &mut random();
    let expected = [(4, 3, vec![2, 3], vec![4], None)];
    let options = uneven(4);
    assert_eq!(outline(&matrix(&options)), expected);
    for _ in 0..20 {
        let names = shuffled(g, 24);
        let renamed: Vec<Vec<usize>> =
            options.iter().map(|option| option.iter().map(|&item| names[item]).collect()).collect();
        let order = shuffled(g, renamed.len());
        let reordered: Vec<Vec<usize>> = order.iter().map(|&at| renamed[at].clone()).collect();
        assert_eq!(outline(&matrix(&reordered)), expected);
    }
}

/// Grids of three rows and two columns: no choice of places has exactly one in each row and each column.
pub(super) fn impossible(copies: usize) -> Vec<Vec<usize>> {
    let mut options = Vec::new();
    for copy in 0..copies {
        for (row, column) in (0..3).flat_map(|row| [(row, 3), (row, 4)]) {
            options
                .extend([vec![5 * copy + row, 5 * copy + column], vec![5 * copy + row, 5 * copy + column]]);
        }
    }
    options
}

#[test]
fn components_without_configurations_are_left_out() {
    assert_eq!(outline(&matrix(&impossible(20))), []);
}

#[test]
fn matrices_whose_items_share_little_have_no_class() {
    let g = &mut random();
    // Pairs of neighbors, for dominoes; rows, columns and diagonals, for queens.
    let at = |row: usize, column: usize| row * 6 + column;
    let across = (0..6).flat_map(|row| (0..5).map(move |column| vec![at(row, column), at(row, column + 1)]));
    let down = (0..5).flat_map(|row| (0..6).map(move |column| vec![at(row, column), at(row + 1, column)]));
    assert_eq!(outline(&matrix(&across.chain(down).collect::<Vec<_>>())), []);
    let queen = |row: usize, column: usize| vec![row, 8 + column, 16 + row + column, 31 + row + 7 - column];
    let queens = (0..8).flat_map(|row| (0..8).map(move |column| queen(row, column)));
    assert_eq!(outline(&matrix(&queens.collect::<Vec<_>>())), []);
    for _ in 0..20 {
        let options: Vec<Vec<usize>> = (0..60).map(|_| shuffled(g, 40)[..3].to_vec()).collect();
        assert_eq!(outline(&matrix(&options)), []);
    }
}

#[test]
fn classes_of_too_few_components_are_left_out() {
    let matrix = Planted::square(2, 3).matrix();
    let counts = |fewest| -> Vec<usize> {
        classes(&matrix, fewest).iter().map(|class| class.components.len()).collect()
    };
    assert_eq!(counts(12), [18, 12]);
    assert_eq!(counts(16), [18]);
    assert_eq!(counts(19), [0; 0]);
}

#[test]
fn components_that_are_too_large_are_left_out() {
    // 720 configurations.
    let shape = PlantedShape { side: 6, share: 2, outside: 0, groups: 2 };
    assert_eq!(outline(&Planted::grids(&mut random(), shape).matrix()), []);
    // 81 sets.
    let shape = PlantedShape { side: 9, share: 2, outside: 0, groups: 2 };
    assert_eq!(outline(&Planted::grids(&mut random(), shape).matrix()), []);
}

#[test]
fn items_that_part_in_many_ways_are_left_out() {
    let g = &mut random();
    // Each pair of the six options of an item is shared with another item: 15 partitions.
    let pairs = || (0..6).flat_map(|one| (one + 1..6).map(move |other| (one, other)));
    let mut options: Vec<Vec<usize>> = (0..6).map(|_| vec![0]).collect();
    for (item, (one, other)) in (1..).zip(pairs()) {
        options[one].push(item);
        options[other].push(item);
        options.push(vec![item]);
    }
    assert_eq!(outline(&matrix(&options)), []);
    // Together with other components they change nothing.
    let grids =
        Planted::grids(g, PlantedShape { side: 2, share: 2, outside: 2, groups: 1 }).matrix().items_of;
    let first = options.iter().flatten().max().map_or(0, |&last| last + 1);
    options.extend(grids.iter().map(|option| option.iter().map(|item| first + item).collect::<Vec<_>>()));
    assert_eq!(outline(&matrix(&options)), [(4, 2, vec![2; 2], vec![4], Some(2))]);
}

#[test]
fn sets_of_a_class_may_differ_in_size() {
    let g = &mut random();
    for _ in 0..20 {
        let shape = PlantedShape { side: 2 + below(g, 2), share: 4, outside: 0, groups: 6 };
        let planted = Planted::grids(g, shape).without_some(g, 12).renamed(g);
        let lengths: Vec<Vec<usize>> = classes(&planted.matrix(), 1)
            .iter()
            .flat_map(|class| &class.components)
            .map(|component| component.sets.iter().map(Vec::len).collect())
            .collect();
        assert!(lengths.iter().flatten().all(|&options| (2..=4).contains(&options)));
    }
}
