//! Simple colors and multi-colors: places of a digit connected by strong links are true alternately. Sound on
//! every variant.

use std::sync::Arc;

use super::deduction::{eliminate_from, link, locked_cells, node};
use super::finds::Finds;
use super::rule_links::RuleLinks;
use crate::human::candidates::{Candidates, CellSet};
use crate::human::parts::{Link, LinkRule, Strength};
use crate::human::pattern::Colors;
use crate::human::technique::Technique;
use crate::model::geometry::rules::Rule;
use crate::work::Work;

/// Places of a digit in two colors: those of one color are true and the others false.
#[derive(Clone, Copy)]
struct Cluster<'r> {
    colors: [CellSet; 2],
    /// A rule that connects two of the places.
    rule: Option<&'r Arc<Rule>>,
}

/// Finds a pattern of one of the four kinds of coloring.
pub(super) fn find(
    board: &Candidates,
    technique: Technique,
    rules: &RuleLinks,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    (0..board.layout().count).any(|digit| {
        if work.is_over() {
            return false;
        }
        let clusters = clusters(board, rules, digit);
        match technique {
            Technique::SimpleColorsTrap => clusters.iter().any(|cluster| trap(board, digit, cluster, finds)),
            Technique::SimpleColorsWrap => clusters.iter().any(|cluster| wrap(board, digit, cluster, finds)),
            _ => clusters.iter().any(|one| {
                if work.is_over() {
                    return false;
                }
                clusters.iter().any(|other| {
                    one.colors[0] != other.colors[0] && {
                        if technique == Technique::MultiColors1 {
                            multi_1(board, digit, one, other, finds)
                        } else {
                            multi_2(board, digit, one, other, finds)
                        }
                    }
                })
            }),
        }
    })
}

/// Returns the clusters of the digit with at least two places.
fn clusters<'r>(board: &Candidates, rules: &'r RuleLinks, digit: usize) -> Vec<Cluster<'r>> {
    let (layout, rooms) = (board.layout(), board.layout().rooms.len());
    let mut links: Vec<[usize; 2]> = (0..rooms).filter_map(|room| board.pair_in(room, digit)).collect();
    // Both places of a rule may hold the digit, unless something forbids it.
    let by_rules = rules.pairs_of(board, digit).into_iter().filter(|&[one, other]| {
        layout.sees(one, other) || rules.rule((one, digit), Strength::Weak, (other, digit)).is_some()
    });
    let by_rules: Vec<[usize; 2]> = by_rules.filter(|pair| !links.contains(pair)).collect();
    links.extend(&by_rules);
    let mut clusters = Vec::new();
    let mut seen = CellSet::EMPTY;
    for &[first, _] in &links {
        if seen.contains(first) {
            continue;
        }
        let mut colors = [[first].into_iter().collect(), CellSet::EMPTY];
        // Each round colors the neighbors of colored places, until there are no more.
        loop {
            let before = colors;
            for &[one, other] in &links {
                for (cell, next) in [(one, other), (other, one)] {
                    for color in 0..2 {
                        if colors[color].contains(cell) {
                            colors[1 - color].insert(next);
                        }
                    }
                }
            }
            if colors == before {
                break;
            }
        }
        seen = seen.or(&colors[0]).or(&colors[1]);
        let rule = by_rules.iter().find(|[one, _]| colors[0].or(&colors[1]).contains(*one));
        let rule = rule.and_then(|&[one, other]| rules.rule((one, digit), Strength::Strong, (other, digit)));
        clusters.push(Cluster { colors, rule });
    }
    clusters
}

/// Returns a place of the first set and one of the second that see each other.
fn meeting(board: &Candidates, one: &CellSet, other: &CellSet) -> Option<[usize; 2]> {
    one.iter().find_map(|cell| Some([cell, board.layout().peers[cell].and(other).first()?]))
}

/// Returns the link between two places that are not both true.
fn meeting_link(board: &Candidates, digit: usize, places: [usize; 2]) -> Link {
    let [from, to] = places.map(|cell| node(board, cell, digit));
    link(board, from, Strength::Weak, to)
}

/// Returns the cells that some cell of the set sees.
fn seen_by_any(board: &Candidates, set: &CellSet) -> CellSet {
    set.iter().fold(CellSet::EMPTY, |seen, cell| seen.or(&board.layout().peers[cell]))
}

fn take_away(
    board: &Candidates,
    digit: usize,
    cells: &CellSet,
    clusters: &[&Cluster<'_>],
    links: Vec<Link>,
    finds: &mut Finds<'_>,
) -> bool {
    if !eliminate_from(board, finds.step, cells, digit) {
        return false;
    }
    let colors = clusters.iter().flat_map(|cluster| &cluster.colors);
    finds.take(Colors {
        digit: board.layout().digit(digit),
        colors: colors.map(|color| locked_cells(board, color, 1 << digit)).collect(),
        links,
        rules: clusters.iter().filter_map(|cluster| cluster.rule.cloned().map(LinkRule)).collect(),
    })
}

/// Eliminates candidates that see both colors.
fn trap(board: &Candidates, digit: usize, cluster: &Cluster<'_>, finds: &mut Finds<'_>) -> bool {
    let [one, other] = &cluster.colors;
    let lost = seen_by_any(board, one).and(&seen_by_any(board, other));
    // By default HoDoKu leaves colored places to the wrap.
    let lost = if finds.is_exhaustive() { lost } else { lost.minus(one).minus(other) };
    take_away(board, digit, &lost, &[cluster], Vec::new(), finds)
}

/// Eliminates a color that sees itself.
fn wrap(board: &Candidates, digit: usize, cluster: &Cluster<'_>, finds: &mut Finds<'_>) -> bool {
    cluster.colors.iter().any(|color| {
        meeting(board, color, color).is_some_and(|places| {
            let links = vec![meeting_link(board, digit, places)];
            take_away(board, digit, color, &[cluster], links, finds)
        })
    })
}

/// If a color of one cluster sees a color of another, one of the two other colors is true: eliminates
/// candidates that see both.
fn multi_1(
    board: &Candidates,
    digit: usize,
    one: &Cluster<'_>,
    other: &Cluster<'_>,
    finds: &mut Finds<'_>,
) -> bool {
    let (mut lost, mut links) = (CellSet::EMPTY, Vec::new());
    for (mine, theirs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let Some(places) = meeting(board, &one.colors[mine], &other.colors[theirs]) else { continue };
        let [first, second] = [&one.colors[1 - mine], &other.colors[1 - theirs]];
        let seen = seen_by_any(board, first).and(&seen_by_any(board, second));
        if !seen.and(board.of_digit(digit)).is_empty() {
            links.push(meeting_link(board, digit, places));
            lost = lost.or(&seen);
        }
    }
    take_away(board, digit, &lost, &[one, other], links, finds)
}

/// Eliminates a color that sees both colors of another cluster.
fn multi_2(
    board: &Candidates,
    digit: usize,
    one: &Cluster<'_>,
    other: &Cluster<'_>,
    finds: &mut Finds<'_>,
) -> bool {
    let (mut lost, mut links) = (CellSet::EMPTY, Vec::new());
    for color in &one.colors {
        let [first, second] = other.colors.each_ref().map(|theirs| meeting(board, color, theirs));
        let (Some(first), Some(second)) = (first, second) else { continue };
        links.extend([first, second].map(|places| meeting_link(board, digit, places)));
        lost = lost.or(color);
    }
    take_away(board, digit, &lost, &[one, other], links, finds)
}
