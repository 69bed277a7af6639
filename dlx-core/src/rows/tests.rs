use crate::{Limits, Search, Simd, Problem, OptionId, text};
#[path = "../../tests/corpus/mod.rs"]
mod corpus;
#[path = "../../tests/random/mod.rs"]
mod random;
use random::{Rich, Sketch, hold};

fn same(problem: &Problem) {
    let mut links = Search::with_plan(problem, &crate::Plan::of(problem).with_engine(crate::Engine::Links)).unwrap();
    let mut expected = Vec::new();
    while let Some(c) = links.next_solution(&mut Limits::none()).unwrap() { expected.push(c.to_vec()); }
    for simd in Simd::ALL {
        let Ok(mut rows) = Search::with_plan(problem, &crate::Plan::of(problem).with_engine(crate::Engine::Rows).with_simd(simd)) else { return };
        let mut found = Vec::new();
        while let Some(c) = rows.next_solution(&mut Limits::none()).unwrap() { found.push(c.to_vec()); }
        assert_eq!(found, expected);
        assert_eq!(rows.count(&mut Limits::none()).exact().unwrap(), expected.len() as u64);
    }
}
#[test]
fn quick() {
    fn plain(s: Sketch) { same(&s.problem()) }
    fn rich(s: Rich) { same(&s.problem()) }
    hold(2000, plain as fn(_));
    hold(4000, rich as fn(_));
    for name in ["queens8","queens12","langford8", "latin4", "soma", "pent8x8hole", "match12", "bell10", "debruijn3_3"] { same(&corpus::problem(name)); eprintln!("{name}"); }
}
