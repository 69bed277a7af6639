//! Rules that a board cannot have, and givens that contradict each other under rules.

use sudoku_cover::{Geometry, Rule};

use super::{board, grid};

fn refusal(height: usize, width: usize, rules: &[&str]) -> String {
    let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
    Geometry::boxes(height, width).unwrap().with_rules(&rules).unwrap_err().to_string()
}

#[test]
fn rules_a_board_cannot_have_are_refused_with_the_reason() {
    for (shape, rules, message) in [
        (
            (2, 3),
            &["windoku"][..],
            "expected square boxes of 2 rows or more for windoku, found boxes of 2 rows of 3",
        ),
        (
            (1, 1),
            &["windoku"],
            "expected square boxes of 2 rows or more for windoku, found boxes of 1 rows of 1",
        ),
        ((1, 5), &["disjoint"], "expected boxes of several rows and columns for disjoint, found none"),
        (
            (2, 2),
            &["regions AAAABBBBCCCCDDDD", "disjoint"],
            "expected boxes of several rows and columns for disjoint, found none",
        ),
        (
            (2, 2),
            &["disjoint", "regions AAAABBBBCCCCDDDD"],
            "expected boxes of several rows and columns for disjoint, found none",
        ),
        (
            (2, 2),
            &["regions AAAABBBBCCCCDDDD", "regions AAAABBBBCCCCDDDD"],
            "expected regions once, found twice",
        ),
        ((2, 2), &["regions AAAABBBBCCCCDDD"], "expected regions of 16 cells, found 15"),
        ((2, 2), &["regions AAAABBBBCCCCDDDC"], "expected 4 cells in region C, found 5, the first r3c1"),
        ((3, 3), &["even r1c1 r10c1"], "expected cells of a board of side 9, found r10c1"),
        ((3, 3), &["odd r1c1 r2c1 r1c1"], "expected each cell of a rule once, found r1c1 twice"),
        ((3, 3), &["odd r1c1 r2c1", "even r2c1"], "expected even or odd cells, found r2c1 as both"),
        ((3, 3), &["killer 3 r1c1 r1c1"], "expected each cell of a rule once, found r1c1 twice"),
        (
            (3, 3),
            &["killer 2 r1c1 r1c2"],
            "expected a sum of 3 to 17 for 2 different digits up to 9, found 2",
        ),
        (
            (3, 3),
            &["killer 25 r1c1 r1c2 r1c3"],
            "expected a sum of 6 to 24 for 3 different digits up to 9, found 25",
        ),
        ((2, 2), &["killer 9 r1c1 r1c2 r1c3 r1c4 r2c1"], "expected a cage of at most 4 cells, found 5"),
        (
            (5, 5),
            &["killer 156 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r1c10 r1c11 r1c12"],
            "expected cages with at most 50000 sets of digits altogether, found more with 12 digits of sum 156",
        ),
    ] {
        assert_eq!(refusal(shape.0, shape.1, rules), message);
    }
}

#[test]
fn contradictions_name_the_rule_and_the_cells() {
    let shown = |rules: &[&str], clues: &[(usize, u8)]| {
        let geometry = board(3, 3, rules);
        let mut digits = [0; 81];
        clues.iter().for_each(|&(cell, digit)| digits[cell] = digit);
        let found = grid(&geometry, &digits).contradictions(&geometry).unwrap();
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let place = |row: usize, column: usize| 9 * (row - 1) + column - 1;
    assert_eq!(shown(&["x"], &[(place(1, 1), 5), (place(4, 4), 5)]), "5 twice in diagonal 1: r1c1 and r4c4");
    assert_eq!(shown(&["x"], &[(place(1, 9), 5), (place(9, 1), 5)]), "5 twice in diagonal 2: r1c9 and r9c1");
    assert_eq!(shown(&["windoku"], &[(place(5, 4), 2), (place(8, 2), 2)]), "");
    assert_eq!(
        shown(&["windoku"], &[(place(6, 4), 2), (place(7, 3), 2)]),
        "2 twice in window 3: r6c4 and r7c3"
    );
    assert_eq!(
        shown(&["disjoint"], &[(place(1, 2), 7), (place(7, 5), 7)]),
        "7 twice in group 2: r1c2 and r7c5"
    );
    assert_eq!(
        shown(&["anti-knight"], &[(place(3, 3), 1), (place(4, 5), 1)]),
        "1 twice a knight's move apart: r3c3 and r4c5"
    );
    assert_eq!(
        shown(&["anti-king"], &[(place(3, 4), 1), (place(4, 3), 1)]),
        "1 twice a king's move apart: r3c4 and r4c3"
    );
    assert_eq!(
        shown(&["non-consecutive"], &[(place(3, 4), 5), (place(4, 4), 6), (place(4, 5), 4)]),
        "5 and 6 side by side: r3c4 and r4c4"
    );
    assert_eq!(
        shown(&["even r2c2", "odd r3c3"], &[(place(2, 2), 5), (place(3, 3), 4)]),
        "5 in an even cell: r2c2; 4 in an odd cell: r3c3"
    );
    let cages = ["killer 15 r1c1 r2c1 r3c2", "killer 8 r3c3 r4c4 r5c4"];
    assert_eq!(shown(&cages, &[(place(3, 3), 3), (place(4, 4), 3)]), "3 twice in cage 2: r3c3 and r4c4");
    assert_eq!(
        shown(&cages, &[(place(1, 1), 1), (place(2, 1), 3), (place(4, 4), 6)]),
        "cage 1 does not come to 15 with 1 and 3: r1c1 and r2c1; cage 2 does not come to 8 with 6: r4c4"
    );
    assert_eq!(
        shown(&cages, &[(place(1, 1), 1), (place(2, 1), 3), (place(3, 2), 6)]),
        "r1c1 + r2c1 + r3c2 = 10, but the cage says 15"
    );
    assert_eq!(
        shown(&["sum 8 r1c1 r2c2"], &[(place(1, 1), 4), (place(2, 2), 5)]),
        "r1c1 + r2c2 = 9, but the sum says 8"
    );
    assert_eq!(
        shown(&["arrow r1c1 = r2c2 r3c1"], &[(place(1, 1), 4), (place(2, 2), 5), (place(3, 1), 2)]),
        "r2c2 + r3c1 = 7, but the circle has 4"
    );
    let regions = "AAAABBBBBCCCAABBBBCCCAAADDDCCCEEEDDDFFFEEEDDDFFFEEEHHHFFFGGGHHHIIIIGGHHHIIIIIGGGG";
    let rule = format!("regions {regions}");
    assert_eq!(shown(&[&rule], &[(place(1, 4), 9), (place(3, 5), 9)]), "9 twice in region 1: r1c4 and r3c5");
}
