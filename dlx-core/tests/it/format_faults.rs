//! Tests the error messages for malformed texts in the formats of other programs, with line and column.

use std::io::{self, BufReader, Read};

use dlx_core::text::sparse::{self, Base};
use dlx_core::text::{ReadError, dense, json};
use dlx_core::{Bounds, ItemId, ItemKind, Problem};

/// Returns the message of an error.
#[track_caller]
fn fault(read: Result<Problem, ReadError>) -> String {
    match read {
        Err(ReadError::Parse(error)) => error.to_string(),
        Err(error) => panic!("no fault of the text: {error}"),
        Ok(problem) => panic!("no fault: {problem:?}"),
    }
}

#[track_caller]
fn begins(found: &str, expected: &str) {
    assert!(found.starts_with(expected), "found: {found}\nexpected: {expected}");
}

fn dense_of(text: &str) -> Result<Problem, ReadError> {
    dense::read(text.as_bytes(), None)
}

fn sparse_of(text: &str, base: Base) -> Result<Problem, ReadError> {
    sparse::read(text.as_bytes(), base, None)
}

fn json_of(text: &str) -> Result<Problem, ReadError> {
    json::read(text.as_bytes())
}

/// Returns the items of each option.
fn items(problem: &Problem) -> Vec<Vec<usize>> {
    let of = |option| problem.uses(option).iter().map(|used| used.item.index()).collect();
    problem.options().map(of).collect()
}

#[test]
fn a_dense_matrix_may_be_separated_and_commented() {
    for text in [
        "0110\n1001\n0010\n",
        "0 1 1 0\n1 0 0 1\n0 0 1 0",
        "\u{feff}# a matrix\r\n0,1,1,0\r\n\r\n1, 0, 0, 1 # a row\r\n\t0010\r\n",
    ] {
        let problem = dense_of(text).expect("a matrix");
        assert_eq!(items(&problem), [vec![1, 2], vec![0, 3], vec![2]], "{text:?}");
        assert_eq!((problem.item_count(), problem.primary_count()), (4, 4));
        assert_eq!(problem.name(ItemId::new(3)), "3");
    }
}

#[test]
fn a_column_that_no_row_uses_is_an_item_the_last_one_too() {
    let problem = dense_of("1000\n1010\n").expect("a matrix");
    assert_eq!(problem.item_count(), 4);
    let problem = sparse_of("p 5 2\n1\n1 3\n", Base::One).expect("rows");
    assert_eq!((problem.item_count(), problem.primary_count()), (5, 5));
    let problem = sparse::read("1\n1 3\n".as_bytes(), Base::One, Some(4)).expect("rows");
    assert_eq!((problem.item_count(), problem.primary_count()), (4, 4));
    let problem = sparse_of("p 3 0\n", Base::Zero).expect("no rows");
    assert_eq!((problem.item_count(), problem.option_count()), (3, 0));
}

#[test]
fn item_0_and_option_0_are_not_lost() {
    let problem = sparse_of("0\n1 0\n", Base::Zero).expect("rows");
    assert_eq!(items(&problem), [vec![0], vec![1, 0]]);
    assert_eq!(problem.name(ItemId::new(0)), "0");
    let problem = sparse_of("1\n2 1\n", Base::One).expect("rows");
    assert_eq!(items(&problem), [vec![0], vec![1, 0]]);
    assert_eq!(problem.name(ItemId::new(0)), "1");
    assert_eq!(items(&dense_of("1\n1\n").expect("a matrix")), [vec![0], vec![0]]);
}

#[test]
fn items_after_the_primary_ones_are_secondary() {
    let problem = sparse::read("3 0\n1 2\n".as_bytes(), Base::Zero, Some(2)).expect("rows");
    assert_eq!((problem.item_count(), problem.primary_count()), (4, 2));
    assert_eq!(problem.kind(ItemId::new(2)), ItemKind::Secondary);
    assert_eq!(sparse_of("p 4 2 2\n3 0\n1 2\n", Base::Zero).expect("rows"), problem);
    assert_eq!(dense::read("1001\n0110\n".as_bytes(), Some(2)).expect("a matrix").primary_count(), 2);
    assert_eq!(dense::read("1001\n0110\n".as_bytes(), Some(0)).expect("a matrix").primary_count(), 0);
}

#[test]
fn faults_of_a_dense_matrix_have_a_place() {
    let cases = [
        ("", "line 1, column 1: expected a row of 0 and 1, found the end of the text"),
        ("# nothing\n\n", "line 3, column 1: expected a row of 0 and 1, found the end of the text"),
        ("01\n0x\n", "line 2, column 2: expected 0 or 1, found `x`"),
        ("01\n0 2\n", "line 2, column 3: expected 0 or 1, found `2`"),
        ("1\u{1d7d9}\n", "line 1, column 2: expected 0 or 1, found `\u{1d7d9}`"),
        ("011\n01\n", "line 2, column 3: expected 3 entries as in the first row, found 2"),
        ("011\n0 1 1 1\n", "line 2, column 7: expected 3 entries as in the first row, found 4"),
        ("011\n\n000 # none\n", "line 3, column 1: expected a 1, found a row of zeros alone"),
        ("00\n01\n", "line 1, column 1: expected a 1, found a row of zeros alone"),
        ("01\n,\n", "line 2, column 1: expected 0 or 1, found `,`"),
    ];
    for (text, expected) in cases {
        begins(&fault(dense_of(text)), expected);
    }
    let too_few = dense::read("01\n".as_bytes(), Some(3));
    begins(&fault(too_few), "line 1, column 3: expected at least the 3 primary items, found 2 items");
}

#[test]
fn faults_of_sparse_rows_have_a_place() {
    let cases = [
        (
            "",
            "line 1, column 1: expected an option, or a line that begins with `p`, found the end of the text",
        ),
        ("1 2\n1 x\n", "line 2, column 3: expected the number of an item, found `x`"),
        ("1 -2\n", "line 1, column 3: expected the number of an item, found `-2`"),
        ("1 +2\n", "line 1, column 3: expected the number of an item, found `+2`"),
        ("1 2.5\n", "line 1, column 3: expected the number of an item, found `2.5`"),
        ("1\n2 0\n", "line 2, column 3: expected a number from 1 to 16777216, found item 0"),
        ("1 16777217\n", "line 1, column 3: expected a number from 1 to 16777216, found item 16777217"),
        (
            "99999999999999999999999999\n",
            "line 1, column 1: expected a number from 1 to 16777216, found item 99999999999999999999999999",
        ),
        ("3, 4, 3\n", "line 1, column 7: option 0: item `3` twice"),
        (",\n", "line 1, column 1: expected the number of an item, found `,`"),
        (
            "p 3\n",
            "line 1, column 1: expected `p`, the number of items, that of options, and perhaps that of primary items, found `p 3`",
        ),
        (
            "p 3 x\n",
            "line 1, column 1: expected `p`, the number of items, that of options, and perhaps that of primary items, found `p 3 x`",
        ),
        ("p 3 1 4\n", "line 1, column 1: expected at least the 4 primary items, found 3 items"),
        ("p 99999999 1\n", "line 1, column 1: expected at most 16777216 items, found 99999999"),
        ("1\np 3 1\n", "line 2, column 1: expected the number of an item, found `p`"),
        ("p 3 1\n4\n", "line 2, column 1: expected a number from 1 to 3, found item 4"),
        ("p 0 1\n1\n", "line 2, column 1: expected no item, found item 1"),
        ("p 3 2\n1\n\n", "line 4, column 1: expected 2 options as the first line says, found 1"),
        ("p 3 1\n1\n 2\n", "line 3, column 2: expected 1 options as the first line says, found 2"),
    ];
    for (text, expected) in cases {
        begins(&fault(sparse_of(text, Base::One)), expected);
    }
    begins(
        &fault(sparse_of("0\np\n", Base::Zero)),
        "line 2, column 1: expected the number of an item, found `p`",
    );
    begins(
        &fault(sparse_of("16777216\n", Base::Zero)),
        "line 1, column 1: expected a number from 0 to 16777215, found item 16777216",
    );
    begins(
        &fault(sparse::read("p 3 1 2\n".as_bytes(), Base::Zero, Some(3))),
        "line 1, column 1: expected 3 primary items as asked for, found 2 in the first line",
    );
    begins(
        &fault(sparse::read("1\n".as_bytes(), Base::Zero, Some(usize::MAX))),
        "line 2, column 1: expected at most 16777216 items, found 18446744073709551615",
    );
}

/// Without this check a text of eight bytes would create each item up to the highest number.
#[test]
fn a_number_out_of_proportion_to_the_rows_is_refused_unless_the_first_line_declares_it() {
    let cases = [
        (
            "1 2\n9000000 3\n",
            "line 2, column 1: expected items up to 65600 in rows of 4 numbers, found item 9000000; a first line `p ITEMS \
             OPTIONS` allows more",
        ),
        // The numbers are checked before the items of a row, and words that are not numbers before both.
        (
            "1 1\n9000000\n",
            "line 2, column 1: expected items up to 65584 in rows of 3 numbers, found item 9000000; a first line `p ITEMS \
             OPTIONS` allows more",
        ),
        ("9000000\nx\n", "line 2, column 1: expected the number of an item, found `x`"),
        ("1 2\n3 3 x\n", "line 2, column 3: option 1: item `3` twice"),
        ("# none\n\np 9000000 1\n1\n", "line 3, column 1: expected at most 1048592 items, found 9000000"),
    ];
    for (text, expected) in cases {
        begins(&fault(sparse_of(text, Base::One)), expected);
    }
    let far = sparse_of("65552\n", Base::One).expect("in proportion");
    assert_eq!((far.item_count(), far.option_count()), (65_552, 1));
    let declared = sparse_of("p 1000000 1\n1000000\n", Base::One).expect("declared");
    assert_eq!(declared.item_count(), 1_000_000);
    let many: String = (1..=7000).map(|item| format!("{} 1\n", 20 * item)).collect();
    assert_eq!(sparse_of(&many, Base::One).expect("in proportion").item_count(), 140_000);
}

/// Returns a problem in JSON with these items and options.
fn object(items: &str, options: &str) -> String {
    format!("{{\"schema\": 1,\n\"items\": [\n{items}\n],\n\"options\": [\n{options}\n]}}\n")
}

const ITEMS: &str = r#"{"name": "alpha", "kind": "primary"},
{"name": "x", "kind": "secondary"}"#;

#[test]
fn json_may_leave_out_what_is_usual() {
    let text = object(
        r#"{"name": "a", "kind": "primary", "low": 0, "high": 4294967295}, {"kind": "primary", "name": "b"}"#,
        r#"{"cost": 18446744073709551615, "uses": [{"item": "b"}, {"item": "a", "color": null}]}"#,
    );
    let problem = json_of(&format!("\u{feff}{text}")).expect("a problem");
    assert_eq!(problem.bounds(ItemId::new(0)), Bounds { low: 0, high: u32::MAX });
    assert_eq!(problem.bounds(ItemId::new(1)), Bounds::ONCE);
    assert_eq!(items(&problem), [[1, 0]]);
    assert_eq!(problem.cost(dlx_core::OptionId::new(0)), u64::MAX.into());
}

#[test]
fn faults_of_json_have_a_place() {
    let cases = [
        (String::new(), "line 1, column 1: expected more JSON, found the end of the text"),
        ("[]".to_owned(), "line 1, column 1: expected an object with `schema`"),
        ("{".to_owned(), "line 1, column 1: expected more JSON, found the end of the text"),
        ("{}".to_owned(), "line 1, column 2: expected the field `schema`, found none"),
        (
            "{\"schema\": 1, \"items\": []}".to_owned(),
            "line 1, column 26: expected the field `options`, found none",
        ),
        ("{\"schema\": 2}".to_owned(), "line 1, column 13: expected schema 1, found 2"),
        (
            "{\"schema\": 1, \"options\": []}".to_owned(),
            "line 1, column 24: expected `items` first, found `options` before `items`",
        ),
        (
            "{\"schema\": 1,\n \"columns\": []}".to_owned(),
            "line 2, column 11: expected one of `schema`, `comment`, `items`, `options`, found `columns`",
        ),
        (
            "{\"schema\": 1,\n\"schema\": 1}".to_owned(),
            "line 2, column 9: expected the field `schema` once, found it twice",
        ),
        (
            "{\"comment\": \"\",\n\"comment\": \"\"}".to_owned(),
            "line 2, column 10: expected the field `comment` once, found it twice",
        ),
        ("{\"comment\": 1}".to_owned(), "line 1, column 14: expected text in quotes, found 1"),
        (object(ITEMS, "") + "{}", "line 9, column 1: expected the end of the text, found more"),
        (
            object("{\"name\": \"a\", \"kind\": \"tertiary\"}", ""),
            "line 3, column 32: expected `primary` or `secondary`, found `tertiary`",
        ),
        (object("{\"name\": \"a\"}", ""), "line 3, column 13: expected the field `kind`, found none"),
        (
            object("{\"name\": \"a\", \"kind\": \"secondary\", \"low\": 0, \"high\": 1}", ""),
            "line 3, column 55: item `a`: expected no bounds, as it is secondary, found some; a primary item such as \
             `0:3|a` may be covered so often and need not be",
        ),
        (
            object("{\"name\": \"a\", \"kind\": \"primary\", \"low\": 2, \"high\": 1}", ""),
            "line 3, column 53: item `a`: bounds 2:1 leave no number",
        ),
        (
            object("{\"name\": \"a\", \"kind\": \"primary\", \"low\": 0, \"high\": 4294967296}", ""),
            "line 3, column 62: expected a whole number up to 4294967295, found 4294967296",
        ),
        (
            object(&format!("{ITEMS},\n{{\"name\": \"b\", \"kind\": \"primary\"}}"), ""),
            "line 5, column 32: primary item `b` after a secondary item",
        ),
        (
            object("{\"name\": \"a b\", \"kind\": \"primary\"}", ""),
            "line 3, column 34: item name `a b`: expected one or more characters, no white space",
        ),
        (
            object(ITEMS, "{\"uses\": [{\"item\": \"alhpa\"}]},\n{\"uses\": []}"),
            "line 7, column 29: expected an item, found `alhpa`; did you mean `alpha`?",
        ),
        (object(ITEMS, "{\"uses\": []}"), "line 7, column 12: option 0 is empty"),
        (
            object(ITEMS, "{\"uses\": [{\"item\": \"x:1\"}]}"),
            "line 7, column 27: expected an item, found `x:1`",
        ),
        (
            object(ITEMS, "{\"uses\": [{\"item\": \"x\", \"colour\": \"1\"}]}"),
            "line 7, column 33: expected one of `item`, `color`, `weight`, found `colour`",
        ),
        (
            object(ITEMS, "{\"uses\": [{\"item\": \"x\", \"color\": \"\"}]}"),
            "line 7, column 38: option 0: color `` of item `x`",
        ),
        (
            object(ITEMS, "{\"uses\": [{\"item\": \"alpha\"}, {\"item\": \"alpha\"}]}"),
            "line 7, column 48: option 0: item `alpha` twice",
        ),
        (
            object(ITEMS, "{\"uses\": [{\"item\": \"alpha\"}], \"cost\": true}"),
            "line 7, column 43: expected a decimal number such as 7, -3 or 0.125, found `true`",
        ),
        (
            object(ITEMS, "{\"uses\": [{\"item\": \"alpha\"}], \"cost\": 18446744073709551616}"),
            "line 7, column 59: option 0: with a cost of 18446744073709551616 the costs of all options exceed",
        ),
        (
            object(
                ITEMS,
                "{\"uses\": [{\"item\": \"alpha\"}], \"cost\": 18446744073709551615},\n\
                 {\"uses\": [{\"item\": \"alpha\"}], \"cost\": 1}",
            ),
            "line 8, column 40: option 1: with a cost of 1 the costs of all options exceed",
        ),
    ];
    for (text, expected) in cases {
        begins(&fault(json_of(&text)), expected);
    }
}

#[test]
fn bytes_that_are_not_utf_8_have_a_place() {
    let place = |read: Result<Problem, ReadError>| match read {
        Err(ReadError::Parse(error)) => (error.line, error.column, error.message().to_string()),
        other => panic!("{other:?}"),
    };
    let expected = (2, 2, "expected UTF-8, found the byte 0xff".to_owned());
    assert_eq!(place(dense::read(&b"1\n1\xff\n"[..], None)), expected);
    assert_eq!(place(sparse::read(&b"1\n1\xff\n"[..], Base::Zero, None)), expected);
    let (line, _, message) = place(json::read(&b"{\"schema\": 1,\n\"items\": [{\"name\": \"\xff\"}]}"[..]));
    assert_eq!((line, message.as_str()), (2, "expected text in UTF-8, found other bytes"));
}

#[test]
fn an_input_that_fails_is_no_fault_of_the_text() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let input = || BufReader::new((&b"{    "[..]).chain(Failing));
    let reads = [
        dense::read(BufReader::new(Failing), None),
        sparse::read(BufReader::new(Failing), Base::Zero, None),
        json::read(BufReader::new(Failing)),
        json::read(input()),
    ];
    for read in reads {
        let error = read.expect_err("the input fails");
        assert!(matches!(error, ReadError::Io(_)), "{error:?}");
        assert_eq!(error.to_string(), "cannot read: the disk is gone");
    }
}

#[test]
fn noise_is_refused_without_a_panic() {
    let mut state = 1_972_043_u64;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % limit
    };
    let pieces = [
        "0",
        "1",
        "2",
        " ",
        "\n",
        ",",
        "p",
        "#",
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        "schema",
        "items",
        "\\",
        "\u{e9}",
        "-",
        "99999999999",
        "\r",
    ];
    for _ in 0..20_000 {
        let text: String = (0..below(12)).map(|_| pieces[below(pieces.len())]).collect();
        let _: Result<_, _> = dense_of(&text);
        let _: Result<_, _> = sparse_of(&text, Base::One);
        let _: Result<_, _> = json_of(&text);
    }
}
