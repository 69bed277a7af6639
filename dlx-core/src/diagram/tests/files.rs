//! Tests that a written diagram is read again, and that a truncated, altered or invalid file is refused
//! without a panic.

use super::*;
use crate::diagram::PRODUCT;
use crate::diagram::file::{FileFault, NodeFault};
use crate::problem::digest::Digester;
use crate::text::{Feature, WriteError, knuth};
use xxhash_rust::xxh3::xxh3_64;

fn written(diagram: &Diagram) -> Vec<u8> {
    let mut bytes = Vec::new();
    diagram.write(&mut bytes).expect("memory takes everything");
    bytes
}

fn comes_back(diagram: &Diagram) {
    let bytes = written(diagram);
    let read = Diagram::read(bytes.as_slice()).expect("it was written so");
    assert_eq!(read.problem, diagram.problem);
    assert_eq!((&read.nodes, read.root, &read.order), (&diagram.nodes, diagram.root, &diagram.order));
    assert_eq!(written(&read), bytes);
    for option in read.problem.options() {
        let shown = |problem: &Problem| problem.display_option(option).to_string();
        assert_eq!(shown(&read.problem), shown(&diagram.problem));
    }
}

#[test]
fn a_diagram_comes_back_with_bounds_colors_names_and_costs() {
    fn property(one: Rich, other: Rich, is_backwards: bool, seed: u64) {
        let (one, other) = (one.problem(), other.problem());
        for diagram in [
            ordered(&one, &covers_of(&one), order_of(&one, is_backwards)),
            product(&one, &other, &mut Gen::from_size_and_seed(10, seed)).0,
        ] {
            if diagram.problem().primary_count() > 0 {
                comes_back(&diagram);
            } else {
                let error = diagram.write(Vec::new()).expect_err("the format has no such problem");
                assert!(matches!(error, WriteError::Unsupported { feature: Feature::NoPrimaryItems, .. }));
            }
        }
    }
    hold(300, property as fn(_, _, _, _));
    comes_back(&by_items(&domino(10, 10)));
}

#[test]
fn the_bytes_of_a_file_are_those_of_its_description() {
    let problem = knuth::read("a b | x\na x:red\nb x:red |7\na b\n".as_bytes()).expect("a problem");
    let diagram = ordered(&problem, &covers_of(&problem), order_of(&problem, false));
    let mut expected =
        b"dlx diagram 2\nproblem 31 f51ad4d2832de35d39bccaf0c64d92c3\na b | x\na x:red\nb x:red |7\na b\norder 3\nnodes 3\nroot 4\n".to_vec();
    for word in [0_u32, 1, 2, 2, 0, 1, 1, 0, 1, 0, 2, 3] {
        expected.extend(word.to_le_bytes());
    }
    expected.extend(xxh3_64(&expected).to_le_bytes());
    assert_eq!(written(&diagram), expected);
}

#[test]
fn every_file_that_was_cut_or_altered_is_refused() {
    let (products, _) = product(&domino(2, 2), &domino(2, 3), &mut Gen::from_size_and_seed(10, 5));
    for diagram in [by_items(&domino(2, 3)), products] {
        let bytes = written(&diagram);
        for length in 0..bytes.len() {
            let error = Diagram::read(&bytes[..length]).expect_err("it is cut");
            let place = error.to_string();
            assert!(matches!(error.0, FileFault::Cut { .. }), "{length} bytes: {place}");
            assert!(place.contains("expected"), "{place}");
        }
        for at in 0..bytes.len() {
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 0xff, 0x55] {
                let mut altered = bytes.clone();
                altered[at] ^= change;
                assert!(Diagram::read(altered.as_slice()).is_err(), "byte {at} changed by {change}");
            }
        }
        let longer = [&bytes[..], b"\n"].concat();
        let error = Diagram::read(longer.as_slice()).expect_err("it goes on");
        assert!(matches!(error.0, FileFault::Trailing { byte } if byte == bytes.len() as u64));
    }
}

#[test]
fn other_files_and_other_versions_are_told_apart() {
    let message = |bytes: &[u8]| Diagram::read(bytes).expect_err("it is no such file").to_string();
    assert_eq!(message(b"a b | x\na\n"), "line 1: expected `dlx diagram 2`, found `a b | x`");
    assert_eq!(message(b""), "byte 0: expected the line `dlx diagram 2`, found the end of the file");
    assert_eq!(message(b"dlx dia"), "byte 7: expected the line `dlx diagram 2`, found the end of the file");
    assert_eq!(message(b"dlx diagram 1\n"), "line 1: expected version 2 of the format, found version 1");
    let longest = "x".repeat(64);
    assert_eq!(message(&[b'x'; 1000]), format!("line 1: expected `dlx diagram 2`, found `{longest}`"));
    assert_eq!(
        message(b"dlx diagram 2\nproblem +7\n"),
        "byte 14: expected `problem <bytes> <digest>`, found `problem +7`"
    );
    assert_eq!(
        message(format!("dlx diagram 2\nproblem 0 {}\nnodes 3\n", Digester::new("").digest()).as_bytes()),
        "byte 57: expected `order <options>` or `order none`, found `nodes 3`"
    );
}

/// Returns a file with a correct checksum.
fn made_up(header: &str, words: &[u32]) -> Vec<u8> {
    made_up_for("a b\na\nb\na b\n", header, words)
}

/// Returns a file with a correct checksum, whose digest is that of the problem of `made_up` whatever the
/// text.
fn made_up_for(problem: &str, header: &str, words: &[u32]) -> Vec<u8> {
    let digest = knuth::read("a b\na\nb\na b\n".as_bytes()).expect("a problem").digest();
    let mut bytes =
        format!("dlx diagram 2\nproblem {} {digest}\n{problem}{header}", problem.len()).into_bytes();
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    bytes
}

#[test]
fn invalid_contents_with_a_valid_checksum_are_refused() {
    let fault = |header: &str, words: &[u32]| {
        let error = Diagram::read(made_up(header, words).as_slice()).expect_err("it breaks the rules");
        match error.0 {
            FileFault::Node { node, fault } => (node, fault),
            other => panic!("{other}"),
        }
    };
    let free = "order none\nnodes 1\nroot 2\n";
    assert!(Diagram::read(made_up(free, &[2, 0, 1]).as_slice()).is_ok());
    assert_eq!(fault(free, &[2, 0, 2]), (2, NodeFault::Child { found: 2 }));
    assert_eq!(fault(free, &[2, 7, 1]), (2, NodeFault::Child { found: 7 }));
    assert_eq!(fault(free, &[2, u32::MAX, 1]), (2, NodeFault::Child { found: u32::MAX }));
    assert_eq!(fault(free, &[3, 0, 1]), (2, NodeFault::Option { found: 3, count: 3 }));
    assert_eq!(fault(free, &[u32::MAX - 1, 0, 1]), (2, NodeFault::Option { found: u32::MAX - 1, count: 3 }));
    assert_eq!(fault(free, &[2, 1, 0]), (2, NodeFault::Superfluous));
    assert_eq!(fault(free, &[PRODUCT, 1, 1]), (2, NodeFault::Superfluous));
    let two = "order none\nnodes 2\nroot 3\n";
    assert_eq!(fault(two, &[0, 0, 1, PRODUCT, 2, 1]), (3, NodeFault::Superfluous));
    let four = "order none\nnodes 4\nroot 5\n";
    let chain = [0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4];
    assert_eq!(fault(four, &chain), (5, NodeFault::Path { found: 4, count: 3 }));
    let in_order = "order 3\nnodes 2\nroot 3\n";
    assert!(Diagram::read(made_up(in_order, &[0, 1, 2, 1, 0, 1, 0, 0, 2]).as_slice()).is_ok());
    assert_eq!(fault(in_order, &[1, 0, 2, 1, 0, 1, 0, 0, 2]), (3, NodeFault::Order));
    assert_eq!(fault(in_order, &[0, 1, 2, 1, 0, 1, 1, 0, 2]), (3, NodeFault::Order));
    assert_eq!(fault(in_order, &[0, 1, 2, 1, 0, 1, PRODUCT, 2, 2]), (3, NodeFault::Order));

    let message = |header: &str, words: &[u32]| {
        Diagram::read(made_up(header, words).as_slice()).expect_err("it breaks the rules").to_string()
    };
    assert_eq!(
        message("order 2\nnodes 0\nroot 0\n", &[0, 1]),
        "expected an order of 3 options, found one of 2"
    );
    assert_eq!(
        message("order 3\nnodes 0\nroot 0\n", &[0, 1, 1]),
        "order: expected a place of its own below 3, found option 2 at place 1"
    );
    assert_eq!(message("order none\nnodes 0\nroot 2\n", &[]), "expected a node up to 1 as the root, found 2");
    assert_eq!(
        message("order none\nnodes 0\nroot 18446744073709551615\n", &[]),
        "expected a node up to 1 as the root, found 18446744073709551615"
    );
    assert!(message("order none\nnodes 4294967295\nroot 2\n", &[]).contains("expected `nodes <number>`"));
}

#[test]
fn a_text_that_is_read_as_another_problem_is_refused() {
    let free = "order none\nnodes 1\nroot 2\n";
    for other in ["a c\na\nc\na c\n", "a b\na\nb |1\na b\n", "a 0:1|b\na\nb\na b\n"] {
        let error =
            Diagram::read(made_up_for(other, free, &[2, 0, 1]).as_slice()).expect_err("another problem");
        assert!(matches!(error.0, FileFault::OtherProblem { .. }), "{error}");
    }
}

#[test]
fn sizes_that_are_not_there_take_no_memory() {
    for header in ["order none\nnodes 4294967000\nroot 2\n", "order 4294967000\nnodes 4294967000\nroot 2\n"] {
        let error = Diagram::read(made_up(header, &[0, 0, 1]).as_slice()).expect_err("it is cut");
        assert!(matches!(error.0, FileFault::Cut { .. }));
    }
    let error = Diagram::read(
        &b"dlx diagram 2\nproblem 18446744073709551615 00000000000000000000000000000000\na\n"[..],
    )
    .expect_err("it is cut");
    assert!(matches!(error.0, FileFault::Cut { .. }));
}

#[test]
fn no_words_make_a_reader_or_a_question_panic() {
    fn property(words: Vec<(u8, u8, u8)>, root: u8, is_ordered: bool) {
        let mut list = if is_ordered { vec![0, 1, 2] } else { Vec::new() };
        let (mut lists, order) = (0_u32, if is_ordered { "3" } else { "none" });
        for (option, lo, hi) in words.iter().cycle().take(words.len() * 2) {
            // Mostly earlier nodes, so that many files are accepted.
            let child = |pick: u8| u32::from(pick) % (lists + 2 + u32::from(pick == 0));
            list.extend([
                if *option % 4 == 3 { PRODUCT } else { u32::from(*option % 4) },
                child(*lo),
                child(*hi),
            ]);
            lists += 1;
        }
        let header = format!("order {order}\nnodes {lists}\nroot {}\n", u32::from(root) % (lists + 2));
        if let Ok(diagram) = Diagram::read(made_up(&header, &list).as_slice()) {
            let count = diagram.count();
            assert_eq!(BigUint::from(diagram.iter().count()), count);
            for cover in diagram.iter().chain(diagram.sampler(1).take(2)) {
                let _: (Option<BigUint>, bool) = (diagram.rank(&cover), diagram.contains(&cover));
            }
            let _: (Option<Cover>, Vec<BigUint>) = (diagram.nth(&(count / 2u32)), diagram.marginals());
            let _: Vec<f64> = diagram.probabilities();
            assert!(diagram.k_best(3, &mut Limits::none()).covers.len() <= 3);
            for option in diagram.problem().options() {
                let _: Diagram = diagram.with(option);
            }
            assert!(diagram.write_dot(Vec::new()).is_ok());
        }
    }
    hold(20_000, property as fn(_, _, _));
}
