//! Looking problems over: a proof is never wrong, by the enumeration of all sets of options, and the mistakes that
//! people make are found.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::sync::atomic::{AtomicUsize, Ordering};

use dlx_core::inner::{FindingKind, obstacle};
use dlx_core::text::knuth;
use dlx_core::{Finding, Limits, Problem, lint};
use quickcheck::{Arbitrary, Gen};

use crate::random::{Rich, Sketch, hold};

use crate::naive;

fn read(text: &str) -> Problem {
    knuth::read(text.as_bytes()).expect("a fair problem")
}

/// Returns the findings as lines of text, each with its kind.
fn lines(text: &str) -> Vec<String> {
    let problem = read(text);
    let line = |finding: Finding| {
        format!("{} {}: {}", finding.kind.name(), finding.is_proof, finding.display(&problem))
    };
    lint(&problem, &mut Limits::none()).expect("nothing stops it").into_iter().map(line).collect()
}

/// Number of totals that were proofs in random problems.
static TOTALS: AtomicUsize = AtomicUsize::new(0);

fn is_sound(problem: &Problem) -> bool {
    let findings = lint(problem, &mut Limits::none()).expect("nothing stops it");
    let totals = findings.iter().filter(|finding| matches!(finding.kind, FindingKind::Totals(_)));
    TOTALS.fetch_add(totals.count(), Ordering::Relaxed);
    let proofs = findings.iter().filter(|finding| finding.is_proof).count();
    assert_eq!(
        obstacle(problem, &mut Limits::none()).expect("nothing stops it").is_some(),
        proofs > 0,
        "{problem:?}"
    );
    proofs == 0 || naive::covers(problem, &[], &[]).is_empty()
}

#[test]
fn no_proof_is_wrong() {
    hold(3000, (|sketch| is_sound(&sketch.problem())) as fn(Sketch) -> bool);
    hold(3000, (|rich| is_sound(&rich.problem())) as fn(Rich) -> bool);
}

/// Pieces with one or two sizes and ranges of copies, which cover cells of two kinds.
#[derive(Clone, Debug)]
struct Packing {
    text: String,
}

impl Arbitrary for Packing {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut below = |most: u64| u64::arbitrary(g) % most;
        let (pieces, cells, secondary) = (1 + below(3), 1 + below(5), below(4));
        let mut text = String::new();
        for piece in 0..pieces {
            let low = below(3);
            text += &format!("{low}:{}|p{piece} ", low + below(2));
        }
        for cell in 0..cells {
            text += &format!("c{cell} ");
        }
        text += "|";
        for cell in 0..secondary {
            text += &format!(" s{cell}");
        }
        let step = 1 + below(2);
        for _ in 0..2 + below(7) {
            text += &format!("\np{}", below(pieces));
            let size = (1 + below(2)) * step;
            let start = below(cells + secondary);
            for cell in start..(start + size).min(cells + secondary) {
                text += &if cell < cells { format!(" c{cell}") } else { format!(" s{}", cell - cells) };
            }
        }
        Self { text }
    }
}

#[test]
fn no_proof_of_a_total_is_wrong() {
    hold(5000, (|packing| is_sound(&read(&packing.text))) as fn(Packing) -> bool);
    // Otherwise the test would show nothing.
    assert!(TOTALS.load(Ordering::Relaxed) > 100, "{TOTALS:?}");
}

#[test]
fn more_cells_of_pieces_than_of_the_region_are_noticed() {
    // 5 pieces of 4 cells and one of 8 in a region of 25 cells, of which each piece has two places.
    let cells: Vec<String> = (0..25).map(|cell| format!("c{cell}")).collect();
    let options: String = (0..6)
        .flat_map(|piece| [0, 4].map(|start| (piece, start)))
        .map(|(piece, start)| {
            let size = if piece == 5 { 8 } else { 4 };
            format!("p{piece} {}\n", cells[start..start + size].join(" "))
        })
        .collect();
    let rest = format!("{}\n", cells[12..].join(" "));
    let pieces = "p0 p1 p2 p3 p4 p5";
    // The last option uses the other cells, which have none of their own otherwise, with one more piece.
    let all = lines(&format!("{pieces} q {}\n{options}q {rest}", cells.join(" ")));
    assert_eq!(
        all[0],
        "totals true: options of `p0`, `p1`, `p2`, `p3`, `p4`, `p5`, `q` cover 41 others in total, but 25 must be covered"
    );
    // If cells may stay empty, the pieces are still too many.
    let all = lines(&format!("{pieces} q | {}\n{options}q {rest}", cells.join(" ")));
    assert!(all[0].ends_with("`q` cover 41 others in total, but at most 25 can be covered"), "{all:?}");
}

#[test]
fn an_odd_region_is_not_filled_with_dominoes() {
    let dominoes = "a b c d e\na b\nb c\nc d\nd e\na e\n";
    assert_eq!(
        lines(dominoes),
        ["totals true: options cover a multiple of 2 items in total, but 5 must be covered"]
    );
    assert!(lines(&dominoes.replace(" d e\na b", " d e\na b\ne")).is_empty());
}

#[test]
fn a_comment_among_the_items_is_noticed() {
    let found = "comment true: items that look like a comment, which begins with `|` in a line of its own: ";
    assert_eq!(lines("a b c # items\na b\nc\n"), [format!("{found}`#`, `items`")]);
    assert_eq!(lines("a b % the items\na b\n"), [format!("{found}`%`, `the`, `items`")]);
    // Among secondary items nothing becomes impossible.
    assert_eq!(lines("a b | c // more\na b c\n"), [found.replace("true", "false") + "`//`, `more`"]);
    // Used items are no comments, and items that a rule prefers have such names.
    assert!(lines("a # b\na #\nb\n").is_empty());
    assert_eq!(lines("a #b\na\n"), ["no_options true: 1 primary item that no option can cover: `#b`"]);
}

#[test]
fn items_without_options_are_named() {
    assert_eq!(
        lines("a b c 0:1|d | x y\na b x\n"),
        [
            "no_options true: 1 primary item that no option can cover: `c`",
            "unused_secondary false: 1 secondary item that no option uses: `y`",
        ]
    );
    assert_eq!(
        lines("3|a b\na\na b\n"),
        ["too_few_options true: 1 item with too few options: `a`, at least 3 times"]
    );
}

#[test]
fn repeated_options_are_named() {
    assert_eq!(
        lines("a b | x\na x:1\nb\nx:1 a\na x:2\nb\n"),
        [
            "repeated false: 2 options with the items of an earlier one: the first is option 2 `x:1 a`, as option 0"
        ]
    );
}

#[test]
fn options_that_cannot_be_chosen_are_named() {
    assert_eq!(
        lines("a 0|b | x\na\na b\nx\n"),
        [
            "no_primary false: 1 option without a primary item, never chosen: option 2 `x`",
            "excluded false: 1 option with an item that must not be covered, never chosen: option 1 `a b`",
        ]
    );
}

#[test]
fn typing_errors_in_items_and_colors_are_noticed() {
    let found = lines(
        "monday tuesday | mondya seat\nmonday seat:green\nmonday tuesday seat:green\ntuesday seat:geren\n",
    );
    assert_eq!(
        found,
        [
            "unused_secondary false: 1 secondary item that no option uses: `mondya`",
            "misspelt false: item `mondya` is in no option; did you mean `monday`?",
            "misspelt false: color `geren` occurs once; did you mean `green`?",
        ]
    );
}

#[test]
fn a_problem_without_mistakes_has_no_findings() {
    for text in ["a b c\na b\nc\n", "a\na\n", "| x\n\n"] {
        if let Ok(problem) = knuth::read(text.as_bytes()) {
            assert_eq!(lint(&problem, &mut Limits::none()).expect("nothing stops it"), [], "{text}");
        }
    }
    let mut queens = Problem::builder();
    let names: Vec<String> = (0..4).flat_map(|n| [format!("r{n}"), format!("c{n}")]).collect();
    queens.primary(&names);
    queens.secondary(["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "b5"]);
    for (row, column) in (0..4usize).flat_map(|row| (0..4usize).map(move |column| (row, column))) {
        let mut option = vec![format!("r{row}"), format!("c{column}")];
        option.extend(Some(row + column).filter(|sum| (1..6).contains(sum)).map(|sum| format!("a{sum}")));
        option.extend(
            Some(3 + row - column.min(3 + row)).filter(|d| (1..6).contains(d)).map(|d| format!("b{d}")),
        );
        queens.option(option.iter().map(String::as_str));
    }
    assert_eq!(lint(&queens.build().expect("queens"), &mut Limits::none()).expect("nothing stops it"), []);
    assert!(matches!(
        lint(&read("a b\na\n"), &mut Limits::none()).expect("nothing stops it")[..],
        [Finding { kind: FindingKind::NoOptions, .. }]
    ));
}
