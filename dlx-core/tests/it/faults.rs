//! Tests the exact messages for invalid problems, givens and texts, and the answers in corner cases.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::collections::HashSet;
use std::io::{self, BufReader, Read, Write};

use dlx_core::inner::{Digest, EngineKind, Plan};
use dlx_core::text::knuth::{read, write};
use dlx_core::text::{ReadError, WriteError};
use dlx_core::{
    BuildError, CheckError, Checkpoint, CheckpointError, Count, Cover, GivenError, Givens, ItemId, Limits,
    Mention, OptionId, Problem, ProblemBuilder, Rule, Search, Uniqueness, check,
};
use dlx_instances::queens::Board;
use quickcheck::{Gen, QuickCheck};
use xxhash_rust::xxh3::xxh3_64;

/// Returns the message of the first error of a builder chain, as `build` returns it.
fn fault(builder: &mut ProblemBuilder) -> String {
    builder.build().expect_err("there is a fault").to_string()
}

fn problem(text: &str) -> Problem {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn parse_fault(text: impl AsRef<[u8]>) -> String {
    read(text.as_ref()).expect_err("there is a fault").to_string()
}

fn count(problem: &Problem) -> u64 {
    Search::new(problem).count(&mut Limits::none()).exact().expect("without limits nothing stops a search")
}

fn options(numbers: &[usize]) -> Vec<OptionId> {
    numbers.iter().copied().map(OptionId::new).collect()
}

#[test]
fn an_item_declared_twice_is_named() {
    assert_eq!(fault(Problem::builder().primary(["a", "b", "a"])), "item `a` is declared twice");
    assert_eq!(fault(Problem::builder().primary(["a"]).secondary(["a"])), "item `a` is declared twice");
}

#[test]
fn a_primary_item_after_a_secondary_one_is_named() {
    let message = "primary item `b` after a secondary item; primary items come first";
    assert_eq!(fault(Problem::builder().secondary(["x"]).primary(["b"])), message);
}

#[test]
fn names_that_the_format_cannot_carry_are_refused_and_shown_escaped() {
    let expected =
        "expected one or more characters, no white space, control character, byte order mark, `:` or `|`";
    let names = [
        ("", ""),
        ("a b", "a b"),
        ("a:b", "a:b"),
        ("|", "|"),
        ("a\tb", "a\\tb"),
        ("\0", "\\0"),
        ("\u{a0}", "\\u{a0}"),
    ];
    for (name, shown) in names {
        let message = format!("item name `{shown}`: {expected}");
        assert_eq!(fault(Problem::builder().primary([name])), message);
        assert_eq!(fault(Problem::builder().secondary([name])), message);
        let mut builder = Problem::builder();
        builder.secondary(["x"]);
        let error = builder
            .add_option([Mention::from((ItemId::new(0), name))])
            .expect_err("the color has a bad name");
        assert_eq!(error.to_string(), format!("option 0: color `{shown}` of item `x`: {expected}"));
    }
}

#[test]
fn a_name_may_not_hold_a_byte_order_mark() {
    // A byte order mark at the beginning of a text would be skipped.
    assert!(matches!(Problem::builder().add_primary("\u{feff}a"), Err(BuildError::BadName { .. })));
}

#[test]
fn a_name_may_not_hold_what_a_terminal_acts_on() {
    for name in ["a\u{1b}[31m", "a\u{9b}31m", "a\u{202e}b", "\u{2066}a", "a\u{ffff}"] {
        assert!(matches!(Problem::builder().add_primary(name), Err(BuildError::BadName { .. })), "{name:?}");
    }
}

#[test]
fn an_unknown_item_is_named_with_its_option() {
    let mut builder = Problem::builder();
    builder.primary(["a"]).option(["a"]);
    assert_eq!(fault(builder.clone().option(["a", "b"])), "option 1: unknown item `b`");
    assert_eq!(fault(builder.clone().option(["b:red"])), "option 1: unknown item `b`");
    assert_eq!(fault(builder.clone().option([""])), "option 1: unknown item ``");
    assert_eq!(fault(builder.option([ItemId::new(1)])), "option 1: unknown item `number 1`");
}

#[test]
fn an_item_twice_in_one_option_is_named() {
    let mut builder = Problem::builder();
    builder.primary(["a"]).secondary(["x"]);
    assert_eq!(fault(builder.clone().option(["a", "x", "a"])), "option 0: item `a` twice");
    assert_eq!(fault(builder.clone().option(["a", "x:1", "x:1"])), "option 0: item `x` twice");
    assert_eq!(fault(builder.option([ItemId::new(1), ItemId::new(1)])), "option 0: item `x` twice");
}

#[test]
fn a_color_on_a_primary_item_is_named() {
    let message = "option 0: color `red` on primary item `a`; only secondary items have colors";
    assert_eq!(fault(Problem::builder().primary(["a"]).option(["a:red"])), message);
}

#[test]
fn a_color_is_all_that_follows_the_first_colon_and_must_be_a_name() {
    let mut builder = Problem::builder();
    builder.primary(["a"]).secondary(["x"]);
    let expected =
        "expected one or more characters, no white space, control character, byte order mark, `:` or `|`";
    for color in ["", ":", "r:g", "a|b"] {
        let message = format!("option 0: color `{color}` of item `x`: {expected}");
        assert_eq!(fault(builder.clone().option([&format!("x:{color}")])), message);
    }
}

#[test]
fn an_option_without_items_is_named() {
    let mut builder = Problem::builder();
    builder.primary(["a"]).option(["a"]);
    assert_eq!(fault(builder.option::<&str>([])), "option 1 is empty; expected at least one item");
}

#[test]
fn a_chain_remembers_its_first_fault() {
    let mut builder = Problem::builder();
    builder.primary(["a"]).option(["b"]).option(["c"]).primary(["a"]);
    assert_eq!(fault(&mut builder), "option 0: unknown item `b`");
    // After an error the builder is empty.
    assert_eq!(builder.build().map(|problem| (problem.item_count(), problem.option_count())), Ok((0, 0)));
}

#[test]
fn a_refused_option_leaves_the_builder_as_it_was() {
    let mut builder = Problem::builder();
    builder.primary(["a", "b"]).secondary(["x"]);
    for refused in [vec!["a", "b", "c"], vec!["a", "a"], vec!["b", "x:2", "a:red"], vec![]] {
        builder.add_option(refused).expect_err("the option is faulty");
    }
    let option = builder.add_option(["a", "b", "x:1"]).expect("the option is good");
    assert_eq!(option.index(), 0);
    let built = builder.build().expect("faults that were answered at once are not kept");
    assert_eq!(built, problem("a b | x\na b x:1\n"));
}

#[test]
fn an_option_that_the_problem_does_not_have_cannot_be_given_or_forbidden() {
    let problem = problem("a b\na\nb\n");
    let mut search = Search::new(&problem);
    let unknown = options(&[2]);
    let message = "unknown option 2: the problem has 2 options, numbered from 0";
    for givens in [Givens::none().force(&unknown), Givens::none().forbid(&unknown)] {
        let error = search.restart(givens).expect_err("there is no such option");
        assert_eq!(error.to_string(), message);
        assert_eq!(search.count(&mut Limits::none()), Count::Exact(1));
    }
    assert_eq!(check(&problem, &unknown).expect_err("there is no such option").to_string(), message);
}

#[test]
fn given_options_in_conflict_are_named_with_their_item() {
    let problem = problem("a b c | x\na b\na x:1\nb x:2\nc x\nc x:1\n");
    let mut search = Search::new(&problem);
    let mut message = |numbers: &[usize]| {
        let restarted = search.restart(Givens::none().force(&options(numbers)));
        restarted.expect_err("the options are in conflict").to_string()
    };
    assert_eq!(message(&[0, 1]), "given options 0 and 1 are in conflict over item `a`");
    assert_eq!(message(&[2, 0]), "given options 2 and 0 are in conflict over item `b`");
    assert_eq!(message(&[1, 2]), "given options 1 and 2 are in conflict over item `x`");
    assert_eq!(message(&[1, 3]), "given options 1 and 3 are in conflict over item `x`");
}

#[test]
fn an_option_both_given_and_forbidden_is_named() {
    let problem = problem("a b\na\nb\n");
    let (forced, forbidden) = (options(&[0, 1]), options(&[1]));
    let error = Search::new(&problem).restart(Givens::none().force(&forced).forbid(&forbidden));
    assert_eq!(error, Err(GivenError::Forbidden { option: forbidden[0] }));
    assert_eq!(
        error.map_err(|error| error.to_string()),
        Err("option 1 is both given and forbidden".to_owned())
    );
}

#[test]
fn naming_a_given_option_twice_is_naming_it_once() {
    let problem = problem("a b\na\nb\n");
    let mut search = Search::new(&problem);
    search.restart(Givens::none().force(&options(&[1, 1]))).expect("the option agrees with itself");
    assert_eq!(search.into_iter().collect::<Vec<Cover>>(), [options(&[0, 1])]);
}

#[test]
fn sets_that_are_no_covers_are_explained() {
    let problem = problem("a b | x\na x:1\nb x:2\na b\nb x\n");
    let message = |numbers: &[usize]| check(&problem, &options(numbers)).expect_err("no cover").to_string();
    assert_eq!(message(&[]), "item `a` is not covered");
    assert_eq!(message(&[0]), "item `b` is not covered");
    assert_eq!(message(&[0, 2]), "item `a` is covered by both option 0 and option 2");
    assert_eq!(message(&[3, 0]), "item `x` is covered by both option 3 and option 0");
    assert_eq!(message(&[0, 1]), "item `x` has two colors: `1` in option 0, `2` in option 1");
    assert_eq!(message(&[0, 0]), "option 0 is named twice");
}

#[test]
fn texts_are_faulted_with_line_and_column() {
    let bad_name =
        "expected one or more characters, no white space, control character, byte order mark, `:` or `|`";
    let faults = [
        ("", "line 1, column 1: expected a line of items, found the end of the text"),
        ("\u{feff}", "line 2, column 1: expected a line of items, found the end of the text"),
        ("| only\n\n| comments\n", "line 4, column 1: expected a line of items, found the end of the text"),
        ("a b | x | y\n", "line 1, column 9: expected a secondary item, found a second `|`"),
        ("a b  a\n", "line 1, column 6: item `a` is declared twice"),
        ("a | a\n", "line 1, column 5: item `a` is declared twice"),
        ("a b:1\n", &format!("line 1, column 3: item name `b:1`: {bad_name}")),
        (
            "a b|c\n",
            "line 1, column 3: expected bounds such as `2|name`, `0:3|name`, `2:|name` (at least) or `:3|name` (at most), each at most 4294967295, found `b|c`",
        ),
        (
            "1:4294967296|c\n",
            "line 1, column 1: expected bounds such as `2|name`, `0:3|name`, `2:|name` (at least) or `:3|name` (at most), each at most 4294967295, found `1:4294967296|c`",
        ),
        (
            "+1|c\n",
            "line 1, column 1: expected bounds such as `2|name`, `0:3|name`, `2:|name` (at least) or `:3|name` (at most), each at most 4294967295, found `+1|c`",
        ),
        ("a 3:2|c\n", "line 1, column 3: item `c`: bounds 3:2 leave no number; expected the lower one first"),
        ("a 2|b|c\n", &format!("line 1, column 3: item name `b|c`: {bad_name}")),
        ("a 2| b\n", &format!("line 1, column 3: item name ``: {bad_name}")),
        (
            "a | 2|x\n",
            "line 1, column 5: item `x`: expected no bounds, as it is secondary, found some; a primary item such as \
             `0:3|x` may be covered so often and need not be",
        ),
        (
            "2:5|a\na=0\n",
            "line 2, column 1: option 0: weight `0` of item `a`: expected a number from 1 to 4294967279",
        ),
        (
            "2:5|a\na=+2\n",
            "line 2, column 1: option 0: weight `+2` of item `a`: expected a number from 1 to 4294967279",
        ),
        (
            "a b\nb a=2\n",
            "line 2, column 3: option 0: weight 2 on item `a`, which is covered at most once; only primary items with \
             bounds, such as `2:5|a`, have weights",
        ),
        (
            "a | x\na x=2\n",
            "line 2, column 3: option 0: weight 2 on item `x`, which is covered at most once; only primary items with \
             bounds, such as `2:5|x`, have weights",
        ),
        (
            "9|a\na=4294967279\na\n",
            "line 3, column 1: item `a`: the weights of its options exceed 4294967279 together",
        ),
        ("a \u{1}\n", &format!("line 1, column 3: item name `\\u{{1}}`: {bad_name}")),
        ("a b\na\nb a b\n", "line 3, column 5: option 1: item `b` twice"),
        (
            "a b\na | b\n",
            "line 2, column 3: expected an item of the option or a cost such as `|7`, found `|`",
        ),
        (
            "a b\na |comment\n",
            "line 2, column 3: expected an item of the option or a cost such as `|7`, found `|comment`",
        ),
        (
            "a\na |18446744073709551616\n",
            "line 2, column 3: expected a cost of at most 18446744073709551615, found `|18446744073709551616`",
        ),
        (
            "a\na |18446744073709551615\na |0 |1\n",
            "line 3, column 6: option 1: with a cost of 1 the costs of all options exceed 18446744073709551615",
        ),
        (
            "a | x\na:1\n",
            "line 2, column 1: option 0: color `1` on primary item `a`; only secondary items have colors",
        ),
        ("a | x\na x:\n", &format!("line 2, column 3: option 0: color `` of item `x`: {bad_name}")),
        ("a | x\na x:1:2\n", &format!("line 2, column 3: option 0: color `1:2` of item `x`: {bad_name}")),
        // Columns are characters, not bytes; lines count comments and blank lines.
        ("äö ü\n| ü\n\n  äö ?\n", "line 4, column 6: expected an item, found `?`"),
    ];
    for (text, message) in faults {
        let found = parse_fault(text);
        // A suggestion may follow; another test covers it.
        let found = found.split("; is `").next().expect("a split has a first part");
        assert_eq!(found, message, "{text:?}");
    }
}

#[test]
fn a_text_that_is_not_utf8_is_faulted_at_its_first_bad_byte() {
    assert_eq!(
        parse_fault(b"a b\na\n\xc3\xa4 \xff\n"),
        "line 3, column 3: expected UTF-8, found the byte 0xff"
    );
    assert_eq!(parse_fault(b"a \xc3"), "line 1, column 3: expected UTF-8, found the byte 0xc3");
    // UTF-16 with its byte order mark.
    assert_eq!(parse_fault(b"\xff\xfea\0"), "line 1, column 1: expected UTF-8, found the byte 0xff");
}

#[test]
fn an_unknown_item_comes_with_the_nearest_name_where_one_is_near() {
    let text = "north south n0 | x\n";
    let is_refused = |word: &str, near: Option<&str>| {
        let name = word.split(':').next().expect("a word has a name");
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let message = format!("line 2, column 1: expected an item, found `{name}`{hint}");
        assert_eq!(parse_fault(format!("{text}{word}\n")), message);
    };
    is_refused("nroth", Some("north")); // two letters exchanged
    is_refused("soouth:red", Some("south")); // one letter more
    is_refused("noth", Some("north")); // one letter less
    is_refused("narthe", Some("north")); // two faults in a longer name
    is_refused("n1", Some("n0")); // one letter for another
    is_refused("m1", None); // two faults in a short name
    is_refused("somewhere", None); // nothing like it
}

/// Comparing with all of them would take minutes.
#[test]
fn looking_for_a_near_name_takes_no_time_however_long_and_many_the_names() {
    let long = "x".repeat(1 << 16);
    let many: String = (0..100_000).map(|item| format!("{item:064} ")).collect();
    for (items, word) in
        [(format!("{long}a {long}b {long}c"), format!("{long}d")), (many, format!("{:063}y", 0))]
    {
        let begin = std::time::Instant::now();
        let error = read(format!("{items}\n{word}\n").as_bytes()).expect_err("an unknown item");
        assert!(error.to_string().contains("expected an item, found `"));
        assert!(begin.elapsed().as_secs() < 10);
    }
}

#[test]
fn line_ends_blank_lines_comments_and_a_byte_order_mark_make_no_difference() {
    let plain = problem("a b | x\na x:1\nb\n");
    assert_eq!(problem("\u{feff}a b | x\na x:1\nb\n"), plain);
    assert_eq!(problem("a b | x\r\na x:1\r\nb\r\n"), plain);
    assert_eq!(problem("a b | x\na x:1\nb"), plain, "no line end after the last line");
    assert_eq!(problem("| c\n\n a\tb  |\tx \n |c\n\n  \t\n  a   x:1\n|\nb\n\n| c\n"), plain);
}

#[test]
fn an_item_line_may_end_with_its_bar() {
    assert_eq!(problem("a b |\na b\n"), problem("a b\na b\n"));
}

#[test]
fn names_may_be_long_and_of_any_script() {
    let long = "x".repeat(100_000);
    let text = format!("{long} 数独 \u{1f0a1} -* | {long}2\n{long} {long}2:{long}\n数独 \u{1f0a1} -*\n");
    let problem = problem(&text);
    assert_eq!(problem.name(ItemId::new(0)), long);
    assert_eq!(problem.item("数独"), Some(ItemId::new(1)));
    assert_eq!(count(&problem), 1);
    let mut written = Vec::new();
    write(&problem, &mut written).expect("a vector takes all that is written");
    assert_eq!(written, text.as_bytes());
}

/// An input that fails after some bytes.
struct Broken(usize);

impl Read for Broken {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::Error::other("the cable is out"));
        }
        self.0 -= 1;
        bytes[0] = b'a';
        Ok(1)
    }
}

impl Write for Broken {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::Error::other("the disk is full"));
        }
        self.0 -= 1;
        Ok(bytes.len().min(1))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn every_writer_reports_an_output_that_fails_at_any_byte() {
    use dlx_core::Diagram;
    use dlx_core::text::sparse::Base;
    use dlx_core::text::{dense, json, sparse};
    use dlx_formats::{cnf, lp, mps, opb};

    type Writer<'w> = &'w dyn Fn(&mut dyn Write) -> io::Result<()>;
    fn io_of(error: WriteError) -> io::Error {
        match error {
            WriteError::Io(error) => error,
            error => panic!("{error}"),
        }
    }
    fn io_of_program(error: dlx_formats::WriteError) -> io::Error {
        match error {
            dlx_formats::WriteError::Io(error) => error,
            error => panic!("{error}"),
        }
    }
    let plain = problem("a b c\na\nb\nc\na b\nb c\n");
    let diagram = Diagram::compile(&plain, Givens::none(), &mut Limits::none()).expect("it is small");
    let writers: [(&str, Writer<'_>); 10] = [
        ("text", &|output| {
            write(&plain, output).map_err(|error| match error {
                WriteError::Io(error) => error,
                error => panic!("{error}"),
            })
        }),
        ("json", &|output| json::write(&plain, output).map_err(io_of)),
        ("dense", &|output| dense::write(&plain, output).map_err(io_of)),
        ("sparse", &|output| sparse::write(&plain, Base::One, output).map_err(io_of)),
        ("cnf", &|output| {
            cnf::write(&plain, cnf::AtMostOne::Sequential, u64::MAX, output).map_err(io_of_program)
        }),
        ("opb", &|output| opb::write(&plain, output).map_err(io_of_program)),
        ("lp", &|output| lp::write(&plain, output).map_err(io_of_program)),
        ("mps", &|output| mps::write(&plain, output).map_err(io_of_program)),
        ("dot", &|output| diagram.write_dot(output)),
        ("diagram", &|output| diagram.write(output).map_err(io_of)),
    ];
    for (name, writer) in writers {
        let mut whole = Vec::new();
        writer(&mut whole).expect("memory takes everything");
        for room in 0..whole.len() {
            let error = writer(&mut Broken(room)).expect_err("there is no room");
            assert_eq!(error.to_string(), "the disk is full", "{name}, {room} of {} bytes", whole.len());
        }
        writer(&mut Broken(whole.len())).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn inputs_and_outputs_that_fail_are_reported() {
    let error = read(BufReader::new(Broken(3))).expect_err("the input fails");
    assert!(matches!(error, ReadError::Io(_)));
    assert_eq!(error.to_string(), "cannot read: the cable is out");
    for bytes in 0..8 {
        let error = write(&problem("a b\na\nb\n"), Broken(bytes)).expect_err("the output fails");
        assert!(matches!(error, WriteError::Io(_)));
        assert_eq!(error.to_string(), "cannot write: the disk is full");
    }
    write(&problem("a b\na\nb\n"), Broken(8)).expect("there is room for the eight bytes");
}

#[test]
fn a_problem_without_primary_items_is_not_written() {
    let problem = Problem::builder().secondary(["x"]).option(["x"]).build().expect("a problem");
    let mut written = Vec::new();
    let error = write(&problem, &mut written).expect_err("the item line would be a comment");
    assert_eq!(error.to_string(), "Knuth's format cannot carry a problem without primary items");
    assert!(written.is_empty());
}

#[test]
fn any_bytes_are_read_or_faulted_at_a_place_that_exists() {
    /// Reads these bytes, once unchanged and once as indices of an alphabet that is more likely to be
    /// accepted.
    fn property(bytes: Vec<u8>) {
        const LIKELY: &[u8] = b"aabbccxxyy::||   \n\n\n\r\t\xef\xbb\xbf\xc3\xa4\xff\0";
        let likely: Vec<u8> = bytes.iter().map(|&byte| LIKELY[usize::from(byte) % LIKELY.len()]).collect();
        let declared = [b"a b c | x y\n", &*likely].concat();
        for text in [bytes, likely, declared] {
            match read(&*text) {
                Ok(problem) => {
                    let mut written = Vec::new();
                    write(&problem, &mut written).expect("what has been read can be written");
                    assert_eq!(read(&*written).expect("what was written can be read"), problem);
                }
                Err(ReadError::Parse(error)) => {
                    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
                    assert!((1..=lines.len() + 1).contains(&error.line), "{error}");
                    let length = lines.get(error.line - 1).map_or(0, |line| line.len());
                    assert!((1..=length + 1).contains(&error.column), "{error}");
                }
                Err(other) => panic!("a slice can be read: {other}"),
            }
        }
    }
    // The seed is fixed, so that a failure can be repeated.
    let random = Gen::from_size_and_seed(60, 7);
    QuickCheck::new().rng(random).tests(20_000).max_tests(20_000).quickcheck(property as fn(_));
}

// Corners of the problem and of the search. Faults of other programs are in `peer_faults.rs`.

#[test]
fn an_option_without_a_primary_item_is_never_chosen() {
    let problem = problem("a | x\nx\na\nx:1\n");
    assert_eq!(problem.idle_options().collect::<Vec<_>>(), options(&[0, 2]));
    assert_eq!(Search::new(&problem).into_iter().collect::<Vec<Cover>>(), [options(&[1])]);
}

#[test]
fn an_option_without_a_primary_item_is_in_every_cover_when_given() {
    let problem = problem("a b | x\nx\na\na x\nb\n");
    let mut search = Search::new(&problem);
    search.restart(Givens::none().force(&options(&[0]))).expect("one option is in no conflict");
    assert_eq!(search.into_iter().collect::<Vec<Cover>>(), [options(&[0, 1, 3])]);
}

#[test]
fn a_problem_without_primary_items_has_the_empty_cover_alone() {
    let nothing = Problem::builder().build().expect("a problem");
    let secondary = Problem::builder().secondary(["x"]).option(["x"]).build().expect("a problem");
    for problem in [nothing, secondary] {
        let mut search = Search::new(&problem);
        assert_eq!((&mut search).into_iter().collect::<Vec<Cover>>(), [options(&[])]);
        assert_eq!(search.uniqueness(&mut Limits::none()), Uniqueness::One(Vec::new()));
        assert_eq!(check(&problem, &[]), Ok(()));
    }
}

#[test]
fn a_last_secondary_item_without_options_changes_nothing() {
    assert_eq!(count(&problem("a b | x y\na x\nb\na b\n")), 2);
}

#[test]
fn equal_options_count_separately() {
    let problem = problem("a b\na\nb\na\nb\nb\n");
    assert_eq!(count(&problem), 2 * 3);
}

#[test]
fn a_secondary_item_is_shared_in_one_color_only() {
    let shared =
        |first: &str, second: &str| count(&problem(&format!("a b | x\na {first}\nb {second}\n"))) == 1;
    assert!(shared("x:1", "x:1"));
    assert!(!shared("x:1", "x:2"));
    assert!(!shared("x:1", "x"), "a color and none");
    assert!(!shared("x", "x:1"), "none and a color");
    assert!(!shared("x", "x"), "no color is not a color");
}

#[test]
fn a_clone_goes_its_own_way() {
    let problem = problem("a b c\na\nb\nc\na b\nb c\na b c\n");
    let mut search = Search::new(&problem);
    let all: Vec<Cover> = search.clone().into_iter().collect();
    assert_eq!(all.len(), 4);
    search.next_solution(&mut Limits::none()).expect("nothing stops it").expect("there is a cover");
    let mut clone = search.clone();
    assert_eq!(clone.counters(), search.counters());
    clone.restart(Givens::none().force(&options(&[5]))).expect("one option is in no conflict");
    assert_eq!(clone.into_iter().collect::<Vec<_>>(), [options(&[5])]);
    assert_eq!(search.into_iter().collect::<Vec<_>>(), all[1..]);
}

#[test]
fn restarting_again_and_again_does_not_grow_the_tables() {
    let problem = problem("a b c | x\na x:1\nb x:1\nc\na b\nb c\na b c x\n");
    let mut search = Search::new(&problem);
    assert_eq!(search.count(&mut Limits::none()), Count::Exact(4));
    let size = search.size();
    for round in 0..1000 {
        let given = options(&[round % 6]);
        search.restart(Givens::none().force(&given)).expect("one option is in no conflict");
        search.first(&mut Limits::none()).expect("nothing stops it");
    }
    search.restart(Givens::none()).expect("nothing is in no conflict");
    assert_eq!(search.count(&mut Limits::none()), Count::Exact(4));
    assert_eq!(search.size(), size);
}

#[test]
fn a_cover_checked_with_an_option_too_many_is_refused() {
    let problem = problem("a b\na\nb\nb\n");
    assert_eq!(check(&problem, &options(&[1, 0])), Ok(()));
    let refused = check(&problem, &options(&[1, 0, 2]));
    assert!(matches!(refused, Err(CheckError::CoveredTwice { .. })), "{refused:?}");
}

/// Returns a checkpoint in the middle of a search with bounds, and the problem.
fn checkpoint_text() -> (Problem, String) {
    let problem = problem("0:2|a 1:3|b c d | x\na b\na c x:1\nb c\nb d x:2\nc d\na d x:1\na x\nb\nc\nd\n");
    let mut search =
        Search::with_rule(&problem, Rule::Preferred, &mut Limits::none()).expect("nothing stops it");
    let stopped = search.next_solution(&mut Limits::none().nodes(9)).is_err();
    assert!(stopped || search.count_rest(&mut Limits::none().nodes(5)).exact().is_err());
    (problem, search.checkpoint().to_string())
}

#[test]
fn faults_of_a_checkpoint_are_named_with_their_line() {
    let (_, text) = checkpoint_text();
    let fault = |text: &str| text.parse::<Checkpoint>().expect_err("there is a fault").to_string();
    let with = |line: usize, put: &str| fault(&resealed(&text, line, put));
    assert_eq!(fault(""), "line 1: expected dlx checkpoint 3, found ``");
    assert_eq!(fault("dlx checkpoint 2\n"), "line 1: expected dlx checkpoint 3, found `dlx checkpoint 2`");
    assert_eq!(
        with(2, "problem 12"),
        "line 2: expected problem and 32 hexadecimal digits, found `problem 12`"
    );
    let other_tree = "the checkpoint is of version 0 of the search tree, this program has version 1";
    assert_eq!(with(3, "tree 0"), other_tree);
    assert_eq!(with(4, "rule best"), "line 4: expected rule and its name, found `rule best`");
    assert_eq!(with(5, "forced 1 x"), "line 5: expected forced and option numbers, found `forced 1 x`");
    assert_eq!(with(7, "closed"), "line 7: expected closed and a number, found `closed`");
    assert!(with(7, "closed 1000").contains(": expected at least as many levels as are closed, found `"));
    assert!(
        with(8, "solutions 99999")
            .contains(": expected levels with at least as many nodes as solutions, found `")
    );
    assert!(
        with(9, "levels 18446744073709551615 1")
            .contains(": expected levels whose sum is below 2^63, found `")
    );
    assert!(with(10, "path ended").ends_with("expected path entered or path left, found `path ended`"));
    assert!(with(11, "end").ends_with("expected an item and an option or -, found `end`"));
}

/// Returns the text with one line replaced and a correct checksum.
fn resealed(text: &str, line: usize, put: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.pop();
    lines[line - 1] = put;
    sealed(&(lines.join("\n") + "\n"))
}

fn sealed(lines: &str) -> String {
    format!("{lines}checksum {:016x}\n", xxh3_64(lines.as_bytes()))
}

#[test]
fn a_checkpoint_that_was_cut_off_or_altered_anywhere_is_refused() {
    let (_, text) = checkpoint_text();
    for length in 0..text.len() {
        text[..length].parse::<Checkpoint>().expect_err("it was cut off");
    }
    for at in 0..text.len() {
        for change in (0..8).map(|bit| 1 << bit).chain([0xff, 0x55]) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= change;
            let Ok(altered) = String::from_utf8(bytes) else { continue };
            let error = altered.parse::<Checkpoint>().expect_err("it was altered").to_string();
            assert!(error.contains("expected"), "{error}");
        }
    }
    format!("{text}\n").parse::<Checkpoint>().expect_err("it goes on");
    format!("{text}{text}").parse::<Checkpoint>().expect_err("it is there twice");
}

#[test]
fn a_checkpoint_of_a_renamed_problem_is_refused() {
    let original = problem("a b | x\na\nb x:1\nb\n");
    let mut search = Search::new(&original);
    assert!(search.first(&mut Limits::none()).is_ok());
    let checkpoint = search.checkpoint();
    for renamed in ["c b | x\nc\nb x:1\nb\n", "a b | y\na\nb y:1\nb\n", "a b | x\na\nb x:2\nb\n"] {
        let refused = Search::new(&problem(renamed)).resume(&checkpoint, &mut Limits::none());
        assert!(matches!(refused, Err(CheckpointError::OtherProblem { .. })), "{renamed}");
    }
    let priced = problem("a b | x\na |1\nb x:1\nb\n");
    assert!(matches!(
        Search::new(&priced).resume(&checkpoint, &mut Limits::none()),
        Err(CheckpointError::OtherProblem { .. })
    ));
}

/// A change of this constant invalidates every earlier checkpoint, task and diagram.
#[test]
fn the_digest_of_a_problem_is_the_published_one() {
    let small = problem("0:2|a b | x y\na x:red y\nb x:red |7\nb\n");
    assert_eq!(small.digest().to_string(), "bfde5dc411684cd8a87caa6e9d14af4f");
}

#[test]
fn the_digest_depends_on_every_part_of_a_problem() {
    let texts = [
        "a b | x\na x:1\nb\n",
        "b a | x\na x:1\nb\n",
        "a c | x\na x:1\nc\n",
        "a b x\na x\nb\n",
        "a b | x\na x:2\nb\n",
        "a b | x\na x\nb\n",
        "a b | x\nb\na x:1\n",
        "a b | x\nx:1 a\nb\n",
        "a b | x\na x:1 |1\nb\n",
        "a b | x\na x:1\nb |1\n",
        "a b | x\na x:1\nb\nb\n",
        "a b | x y\na x:1\nb\n",
        "0:1|a b | x\na x:1\nb\n",
        "2|a b | x\na x:1\nb\n",
        "ab | x\nab x:1\nab\n",
    ];
    let digests: HashSet<Digest> = texts.iter().map(|text| problem(text).digest()).collect();
    assert_eq!(digests.len(), texts.len());
    assert_eq!(problem(texts[0]).digest(), problem("| a comment\n a  b | x\n\na x:1\nb").digest());
}

/// The counters are those of the trees of version 1; if they change, `rule::TREE` must be increased.
#[test]
fn the_trees_of_the_rules_are_those_of_their_version() {
    let (bounded, _) = checkpoint_text();
    let queens = dlx_instances::queens::problem(6, Board::Plain).expect("a board");
    let levels = |problem: &Problem, rule: Rule| {
        // The links count each forced option as a node.
        let plan = Plan::by(EngineKind::Links, rule);
        let mut search =
            Search::with_plan(problem, &plan, &mut Limits::none()).expect("the links take every problem");
        search.count(&mut Limits::none()).exact().expect("nothing stops it");
        search.levels().to_vec()
    };
    let mut found = String::new();
    for rule in ["fewest", "first", "preferred", "random:1"] {
        let rule: Rule = rule.parse().expect("a rule");
        found += &format!("{rule} {:?} {:?}\n", levels(&queens, rule), levels(&bounded, rule));
    }
    let expected = "\
fewest [6, 18, 27, 24, 12, 4] [4, 10, 19, 31, 24, 4]
first [6, 19, 41, 46, 37, 4] [5, 11, 24, 35, 24, 4]
preferred [6, 18, 27, 24, 12, 4] [4, 10, 19, 31, 24, 4]
random:1 [6, 20, 33, 20, 8, 4] [4, 10, 18, 30, 24, 4]
";
    assert_eq!(found, expected);
}

#[test]
fn any_checkpoint_is_resumed_or_refused_and_a_refused_one_leaves_the_root() {
    fn property(edits: Vec<(u16, u8)>) {
        let (problem, text) = checkpoint_text();
        let whole = Search::with_rule(&problem, Rule::Preferred, &mut Limits::none())
            .expect("nothing stops it")
            .count(&mut Limits::none());
        let mut bytes = text.into_bytes();
        for (place, byte) in edits {
            // Mostly digits and line ends, as other bytes only make the text invalid.
            let choices = b"0123456789\n -:x";
            let at = usize::from(place) % bytes.len();
            bytes[at] = choices[usize::from(byte) % choices.len()];
        }
        // With a correct checksum, so that what follows the checksum is tested.
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.rfind("checksum").map_or(&*text, |last| &text[..last]);
        let Ok(checkpoint) = sealed(lines).parse::<Checkpoint>() else { return };
        let mut search =
            Search::with_rule(&problem, Rule::Preferred, &mut Limits::none()).expect("nothing stops it");
        match search.resume(&checkpoint, &mut Limits::none()) {
            // The position may differ from that of the first text, but it is a valid one.
            Ok(()) => {
                search.count_rest(&mut Limits::none().nodes(1000));
            }
            Err(_) => assert_eq!(search.count(&mut Limits::none()), whole),
        }
    }
    let mut random = QuickCheck::new().rng(Gen::from_size_and_seed(3, 77)).tests(20_000).max_tests(20_000);
    random.quickcheck(property as fn(_));
}

#[test]
fn a_checkpoint_of_another_problem_rule_or_tree_is_refused() {
    let (problem, text) = checkpoint_text();
    let checkpoint: Checkpoint = text.parse().expect("it was written");
    let other = self::problem("a\na\n");
    let refused = Search::with_rule(&other, Rule::Preferred, &mut Limits::none())
        .expect("nothing stops it")
        .resume(&checkpoint, &mut Limits::none())
        .expect_err("another problem");
    assert!(refused.to_string().starts_with("the checkpoint is of the problem "), "{refused}");
    let refused = Search::new(&problem).resume(&checkpoint, &mut Limits::none()).expect_err("another rule");
    let message = "the checkpoint was made under the rule preferred, this search has the rule fewest";
    assert_eq!(refused.to_string(), message);
}
