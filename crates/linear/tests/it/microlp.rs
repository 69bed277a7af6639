//! Larger programs, which another simplex method solves as well.

use dlx_linear::Simplex;
use microlp::{ComparisonOp, Error, OptimizationDirection, Problem};

use crate::random::{Random, Sketch, solve};

fn least_cost(sketch: &Sketch) -> Option<f64> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let columns = sketch.columns.iter();
    let variables: Vec<_> = columns.map(|column| problem.add_var(column.cost, column.bounds)).collect();
    for (row, &(low, high)) in (0..).zip(&sketch.rows) {
        let mut entries = Vec::new();
        for (&variable, column) in variables.iter().zip(&sketch.columns) {
            let own = column.entries.iter().find(|&&(other, _)| other == row);
            entries.extend(own.map(|&(_, entry)| (variable, entry)));
        }
        problem.add_constraint(&entries, ComparisonOp::Ge, low);
        problem.add_constraint(&entries, ComparisonOp::Le, high);
    }
    match problem.solve() {
        Ok(outcome) => Some(outcome.solution().expect("it was not interrupted").objective()),
        Err(Error::Infeasible) => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn least_costs_are_those_of_another_program() {
    let mut random = Random(2);
    let mut solved = [0, 0];
    for round in 0..60 {
        let original = random.sketch(10 + round % 20, 60 + 2 * round, 4);
        let mut sketch = original.clone();
        let mut simplex = Simplex::new(sketch.program());
        for _ in 0..4 {
            let (found, expected) = (solve(&sketch, &mut simplex), least_cost(&sketch));
            assert_eq!(found.is_some(), expected.is_some());
            if let (Some(found), Some(expected)) = (found, expected) {
                assert!((found - expected).abs() < 1e-4, "{found} instead of {expected}");
            }
            solved[usize::from(found.is_some())] += 1;
            for _ in 0..5 {
                random.change(&mut sketch, &mut simplex, &original);
            }
        }
    }
    assert!(solved[0] > 50 && solved[1] > 50, "{solved:?} without and with a solution");
}
