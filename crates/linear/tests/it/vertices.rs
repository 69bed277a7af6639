//! Small programs, whose least cost is at a vertex: all choices of variables that are at bounds are tried.

use dlx_linear::Simplex;

use crate::random::{Random, Sketch, solve};

/// Solves equations by elimination; `None` if they depend on each other.
fn solution(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let count = right.len();
    for column in 0..count {
        let pivot =
            (column..count).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-9 {
            return None;
        }
        matrix.swap(pivot, column);
        right.swap(pivot, column);
        for row in (0..count).filter(|&row| row != column) {
            let multiple = matrix[row][column] / matrix[column][column];
            let subtracted: Vec<f64> = matrix[column].iter().map(|entry| multiple * entry).collect();
            matrix[row].iter_mut().zip(subtracted).for_each(|(entry, by)| *entry -= by);
            right[row] -= multiple * right[column];
        }
    }
    Some((0..count).map(|at| right[at] / matrix[at][at]).collect())
}

/// Returns the least cost of a solution in which all but as many variables as rows are at bounds; the slack of each row
/// is a variable.
fn least_cost(sketch: &Sketch) -> Option<f64> {
    let (rows, columns) = (sketch.rows.len(), sketch.columns.len());
    let mut variables: Vec<(Vec<f64>, f64, (f64, f64))> = Vec::new();
    for column in &sketch.columns {
        let mut dense = vec![0.0; rows];
        column.entries.iter().for_each(|&(row, entry)| dense[row as usize] += entry);
        variables.push((dense, column.cost, column.bounds));
    }
    for (row, &bounds) in sketch.rows.iter().enumerate() {
        let dense = (0..rows).map(|at| if at == row { -1.0 } else { 0.0 }).collect();
        variables.push((dense, 0.0, bounds));
    }
    let mut least = None;
    for basis in (0_u32..1 << (rows + columns)).filter(|basis| basis.count_ones() as usize == rows) {
        let is_basic = |at: usize| basis >> at & 1 == 1;
        let basic: Vec<usize> = (0..rows + columns).filter(|&at| is_basic(at)).collect();
        let outer: Vec<usize> = (0..rows + columns).filter(|&at| !is_basic(at)).collect();
        for highs in 0_u32..1 << columns {
            let value = |place: usize, at: usize| {
                let (low, high) = variables[at].2;
                if highs >> place & 1 == 1 { high } else { low }
            };
            let mut right = vec![0.0; rows];
            let mut cost = 0.0;
            for (place, &at) in outer.iter().enumerate() {
                cost += variables[at].1 * value(place, at);
                (0..rows).for_each(|row| right[row] -= variables[at].0[row] * value(place, at));
            }
            let matrix = (0..rows).map(|row| basic.iter().map(|&at| variables[at].0[row]).collect());
            let Some(values) = solution(matrix.collect(), right) else { continue };
            let is_within = |(&at, &value): (&usize, &f64)| {
                value >= variables[at].2.0 - 1e-9 && value <= variables[at].2.1 + 1e-9
            };
            if basic.iter().zip(&values).all(is_within) {
                cost += basic.iter().zip(&values).map(|(&at, value)| variables[at].1 * value).sum::<f64>();
                least = Some(least.map_or(cost, |least: f64| least.min(cost)));
            }
        }
    }
    least
}

#[test]
fn least_costs_are_those_of_the_best_vertex() {
    let mut random = Random(1);
    let mut solved = [0, 0];
    for round in 0..300 {
        let original = random.sketch(1 + round % 3, 1 + round % 5, 3);
        let mut sketch = original.clone();
        let mut simplex = Simplex::new(sketch.program());
        for _ in 0..4 {
            let expected = least_cost(&sketch);
            let found = solve(&sketch, &mut simplex);
            assert_eq!(found.is_some(), expected.is_some(), "{sketch:?}");
            if let (Some(found), Some(expected)) = (found, expected) {
                assert!((found - expected).abs() < 1e-5, "{found} instead of {expected}: {sketch:?}");
            }
            solved[usize::from(found.is_some())] += 1;
            random.change(&mut sketch, &mut simplex, &original);
        }
    }
    assert!(solved[0] > 100 && solved[1] > 100, "{solved:?} without and with a solution");
}
