//! What is known when a solve ends early.

use std::ops::ControlFlow;

use dlx_linear::{Basis, Simplex, Solved};

use crate::random::{Random, Sketch, solve};

/// Returns programs with solutions, and their least costs.
fn programs(count: usize) -> impl Iterator<Item = (Sketch, f64)> {
    let mut random = Random(3);
    let sketches = std::iter::repeat_with(move || random.sketch(25, 120, 4));
    let solved = sketches.filter_map(|sketch| {
        let cost = solve(&sketch, &mut Simplex::new(sketch.program()))?;
        Some((sketch, cost))
    });
    solved.take(count)
}

#[test]
fn prices_prove_a_bound_beyond_the_cutoff() {
    for (sketch, cost) in programs(30) {
        let mut simplex = Simplex::new(sketch.program());
        let start = sketch.bound(&vec![0.0; sketch.rows.len()]);
        let cutoff = (start + cost) / 2.0 - 1e-3;
        assert_eq!(simplex.solve(cutoff, u64::MAX, &mut |_| ControlFlow::Continue(())), Solved::Beyond);
        let bound = sketch.bound(simplex.prices());
        assert!(bound > cutoff - 1e-6 && bound < cost + 1e-6, "{bound} from {cutoff} to {cost}");
    }
}

#[test]
fn pivots_one_by_one_prove_more_and_more() {
    for (sketch, cost) in programs(10) {
        let mut simplex = Simplex::new(sketch.program());
        let mut last = f64::NEG_INFINITY;
        let mut solves = 0;
        while simplex.solve(f64::INFINITY, 1, &mut |_| ControlFlow::Continue(())) == Solved::Unfinished {
            let bound = sketch.bound(simplex.prices());
            assert!(bound > last - 1e-6 && bound < cost + 1e-6, "{bound} after {last}, {cost} at the end");
            last = bound;
            solves += 1;
            assert!(solves < 10_000);
        }
        assert!(solves > 1 && (simplex.objective() - cost).abs() < 1e-5);
    }
}

#[test]
fn an_interrupted_solve_can_be_continued() {
    for (round, (sketch, cost)) in programs(30).enumerate() {
        let mut simplex = Simplex::new(sketch.program());
        let (mut left, mut interruptions) = (0, 0);
        let mut solve = |simplex: &mut Simplex, length: usize| {
            left = length;
            simplex.solve(f64::INFINITY, u64::MAX, &mut |_| {
                left = left.saturating_sub(1);
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        };
        let mut length = 1 + round % 7;
        while solve(&mut simplex, length) == Solved::Interrupted {
            interruptions += 1;
            // What was done since the last interruption may be done again.
            length += 1;
        }
        assert!(interruptions > 0);
        assert!((simplex.objective() - cost).abs() < 1e-5);
    }
}

#[test]
fn a_question_comes_often() {
    let sketch = Random(4).sketch(400, 4000, 8);
    let mut simplex = Simplex::new(sketch.program());
    let (mut longest, mut sum) = (0, 0);
    simplex.solve(f64::INFINITY, 2000, &mut |steps| {
        longest = longest.max(steps);
        sum += steps;
        ControlFlow::Continue(())
    });
    assert!(longest < 1_000_000 && sum > longest, "{longest} steps at most, {sum} in all");
    assert!(sum <= simplex.work());
}

#[test]
fn a_copied_basis_gives_the_same_solution() {
    for (sketch, cost) in programs(10) {
        let mut simplex = Simplex::new(sketch.program());
        solve(&sketch, &mut simplex);
        let mut saved = Basis::default();
        saved.copy(simplex.basis());
        let value = simplex.value(0);
        let mut changed = sketch.clone();
        changed.columns[0].bounds = (0.0, 0.0);
        simplex.set_bounds(0, 0.0, 0.0);
        solve(&changed, &mut simplex);
        simplex.set_basis(&saved);
        let (low, high) = sketch.columns[0].bounds;
        simplex.set_bounds(0, low, high);
        assert!((simplex.value(0) - value).abs() < 1e-9);
        let again = solve(&sketch, &mut simplex).expect("there was a solution");
        assert!((again - cost).abs() < 1e-9);
        simplex.renew();
        assert!((solve(&sketch, &mut simplex).expect("there was a solution") - cost).abs() < 1e-6);
    }
}
