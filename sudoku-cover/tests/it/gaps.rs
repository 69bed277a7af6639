//! Puzzles with gaps are read as boards with blocked cells, or of overlapping grids, and comments stay comments.

use sudoku_cover::{Reader, Record};

fn read(text: &str) -> Vec<Result<Record, String>> {
    Reader::new(text.as_bytes()).map(|record| record.map_err(|error| error.to_string())).collect()
}

fn rules(record: &Record) -> Vec<String> {
    record.rules().iter().map(ToString::to_string).collect()
}

/// Two grids of side 4 with a box in common.
const TWO: &str = "1234##\n....##\n......\n......\n##....\n##..12\n";

#[test]
fn rows_with_gaps_are_grids_or_blocked_cells() {
    let spaces = TWO.replace("##\n", "\n").replace('#', " ");
    for text in [TWO, &TWO.replace('\n', "")] {
        let [Ok(record)] = &read(text)[..] else { panic!("{:?}", read(text)) };
        assert_eq!(rules(record), ["grids 4 r1c1 r3c3"]);
        assert_eq!((record.grid.side(), record.grid.clue_count()), (6, 6));
        assert_eq!(record.grid.to_line().to_string(), TWO.replace('\n', ""));
    }
    // Rows of four and six cells are usual ones.
    assert!(read(&spaces).iter().any(Result::is_err));
    let [Ok(record)] = &read("#1.4\n1.3.\n....\n.4##\n")[..] else { panic!("a puzzle") };
    assert_eq!(rules(record), ["blocked r1c1 r4c3 r4c4"]);
}

#[test]
fn spaces_between_grids_are_gaps_even_if_those_at_the_ends_are_missing() {
    let (outer, middle) = ("1........   ........2", "......3......4.......");
    let mut rows = [vec![outer; 6], vec![middle; 3], vec!["      ....5....      "; 3]].concat();
    let above: Vec<&str> = rows.iter().rev().copied().skip(3).collect();
    rows.extend(above);
    for text in
        [rows.join("\n"), rows.join("\n").replace(" \n", "\n"), rows.join("\n").replace("      \n", "\n")]
    {
        let [Ok(record)] = &read(&text)[..] else { panic!("{:?}", read(&text)) };
        assert_eq!(rules(record), ["grids 9 r1c1 r1c13 r7c7 r13c1 r13c13"]);
        assert_eq!(record.grid.values().to_string(), "1-9");
    }
}

#[test]
fn gaps_may_be_below_rows_without_them() {
    for text in ["1.3.\n....\n..1.\n####\n", "1...5\n.....\n..#..\n.....\n....#\n"] {
        let [Ok(record)] = &read(text)[..] else { panic!("{text}: {:?}", read(text)) };
        assert!(rules(record)[0].starts_with("blocked "), "{text}");
        assert_eq!(record.grid.to_line().to_string(), text.replace('\n', ""));
    }
    // Usual rows are as they were, and another puzzle may begin at once.
    let usual = "1234\n3412\n2143\n4321\n";
    for text in [usual.repeat(3), format!("{usual}\n{usual}\n\n{usual}")] {
        assert_eq!(read(&text).iter().filter(|record| record.is_ok()).count(), 3);
    }
}

#[test]
fn a_comment_may_follow_a_whole_grid() {
    for text in ["#1.41.3......4##", "#23456123456123456123456123456123456"] {
        let [Ok(record)] = &read(&format!("{text} # several solutions\n"))[..] else { panic!("{text}") };
        assert_eq!(record.grid.to_line().to_string(), text);
        assert_eq!(record.details()[0].text, "several solutions");
    }
}

#[test]
fn comments_stay_comments() {
    let rows = "1234\n3412\n2143\n4321\n";
    for comment in ["#1", "#123", "# 1 2", "####", "#######"] {
        let [Ok(record)] = &read(&format!("{comment}\n{rows}"))[..] else { panic!("{comment}") };
        assert!(record.rules().is_empty() && record.grid.is_full(), "{comment}");
    }
    let [Ok(record)] = &read("1234341221434321#5")[..] else { panic!("a comment") };
    assert!(record.rules().is_empty());
}

#[test]
fn wrong_rows_are_named() {
    let errors = |text: &str| read(text).into_iter().filter_map(Result::err).collect::<Vec<_>>();
    assert_eq!(errors("#1.4\n1.3.\n....\n"), ["line 3: expected 4 rows, found 3"]);
    assert_eq!(errors("#1.4\n1.3.\n....#\n.4##\n"), ["line 4: expected 5 rows, found 4"]);
    assert_eq!(errors("#1.4\n1.3.\n...\n.4##\n"), ["line 3: expected 4 cells, found 3"]);
    assert_eq!(errors("#1.4\n1.3.\n....\n.9##\n"), ["line 4, column 2: expected a digit up to 4, found 9"]);
}
