//! Chains as single steps of other chains: eliminations by a chain that others have made possible.

use super::board::{Board, GEOMETRY, bits};
use super::links::{CANDIDATES, Cause, Finds, Found, Literal, Proof, Trail};
use super::nets::Net;
use super::paths;
use super::rule::{Kind, Nested, Rule, Search, Take};
use crate::work::Work;

/// Returns the rule of dynamic chains of this level, which use forcing chains from level 2 on.
pub(super) const fn dynamic_rule(level: u8, inner_level: u8) -> Rule {
    let nested: &[Search] = match level {
        0 | 1 => &[],
        2 => &[simple],
        3 => &[simple, multiple],
        _ => &[dynamic],
    };
    Rule { kind: Kind::Dynamic, level, inner_level, nested }
}

fn simple(initial: &Board, current: &Board, _: Rule, work: &Work<'_, '_>, take: Take<'_>) {
    let mut finds = Finds::all();
    paths::find(current, &mut finds, work);
    for found in finds.into_sorted() {
        if let Proof::Paths(trails) = &found.proof {
            propose(&found, trails, Cause::Assumption, [initial, current], take);
        }
    }
}

fn multiple(initial: &Board, current: &Board, _: Rule, work: &Work<'_, '_>, take: Take<'_>) {
    branching(initial, current, Rule::new(Kind::Multiple, 0), work, take);
}

fn dynamic(initial: &Board, current: &Board, rule: Rule, work: &Work<'_, '_>, take: Take<'_>) {
    branching(initial, current, dynamic_rule(rule.inner_level, 0), work, take);
}

fn branching(initial: &Board, current: &Board, rule: Rule, work: &Work<'_, '_>, take: Take<'_>) {
    let mut finds = Finds::all();
    let mut net = Net::new(current, rule, work);
    net.find(&mut finds);
    for found in finds.into_sorted() {
        if work.is_over() {
            return;
        }
        if let Proof::Net { targets, origin } = &found.proof {
            let trails: Vec<Trail> =
                targets.iter().map(|&(place, node)| net.implications(place).trail(node)).collect();
            propose(&found, &trails, *origin, [initial, current], take);
        }
    }
}

/// Passes a chain on if eliminations have made it possible.
fn propose(found: &Found, trails: &[Trail], origin: Cause, boards: [&Board; 2], take: Take<'_>) {
    let reasons = reasons(trails, origin, boards);
    if !reasons.is_empty() {
        let literals = |trail: &Trail| trail.iter().map(|&(literal, _)| literal).collect();
        let trails = trails.iter().map(literals).collect();
        take(&reasons, &found.deduction.removed, Nested { complexity: found.complexity, trails });
    }
}

/// Returns the candidates whose elimination has made strong links of the chains possible. The assumptions of the
/// chains are together true for the reason `origin`.
fn reasons(trails: &[Trail], origin: Cause, [initial, current]: [&Board; 2]) -> Vec<(usize, usize)> {
    let mut reasons = Vec::new();
    let mut known = vec![false; CANDIDATES];
    let mut add = |cell: usize, digit: usize| {
        if !std::mem::replace(&mut known[Literal::off(cell, digit).candidate()], true) {
            reasons.push((cell, digit));
        }
    };
    for &(literal, cause) in trails.iter().flatten().filter(|(literal, _)| literal.is_on()) {
        let (cell, digit) = (literal.cell(), literal.digit());
        match if cause == Cause::Assumption { origin } else { cause } {
            Cause::Cell => {
                let lost = initial.digits(cell) & !current.digits(cell);
                bits(lost).for_each(|digit| add(cell, digit));
            }
            Cause::House(kind) => {
                let house = GEOMETRY.houses[cell][kind];
                let lost = initial.places(house, digit) & !current.places(house, digit);
                bits(lost).for_each(|place| add(GEOMETRY.cells[house][place], digit));
            }
            Cause::Assumption | Cause::Elimination => {}
        }
    }
    reasons
}
