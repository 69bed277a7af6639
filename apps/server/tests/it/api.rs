//! Tests of the API: the answers, the rejected requests, and robustness against hostile clients.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use dlx_web::Bounds;
use serde_json::{Value, json};

use crate::support::{self, CLASSIC, CLASSIC_SOLVED, Running, digits, puzzle};

/// The blank grid, whose solutions cannot be counted in a short time.
fn several() -> Value {
    json!({ "givens": vec![0; 81] })
}

#[test]
fn every_answer_has_the_headers_that_protect_the_page() {
    let server = Running::start();
    let [style, script] = ["css/page.css", "js/main.js"].map(|file| server.file(file));
    for path in ["/", "/sw.js", &style, &script, "/api/v1/status", "/nothing/here"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").expect("there is a policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.status, if path == "/nothing/here" { 404 } else { 200 });
    }
}

#[test]
fn the_page_needs_nothing_that_is_not_served_here() {
    let server = Running::start();
    let page = server.get("/").text();
    assert!(!page.contains("://"), "it names another place");
    assert!(!page.contains(" style=") && !page.contains(" onclick="), "it has inline code");
    let places = page.split([' ', '>']).filter_map(|word| {
        let place = word.strip_prefix("href=\"").or_else(|| word.strip_prefix("src=\""))?;
        place.strip_suffix('"').filter(|place| !place.starts_with('#'))
    });
    let places: Vec<&str> = places.collect();
    assert!(places.len() > 3, "{places:?}");
    for place in places {
        // Addresses are relative, so that the page can be in any folder.
        assert!(!place.starts_with('/'), "{place}");
        assert_eq!(server.get(&format!("/{place}")).status, 200, "{place}");
    }
}

#[test]
fn changing_files_are_revalidated_and_fixed_ones_cached() {
    let server = Running::start();
    let get = |path: &str, lines: &str| {
        let head =
            format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{lines}\r\n", server.address);
        server.send(head.as_bytes())
    };
    for path in ["/", "/api/v1/rules"] {
        let first = get(path, "");
        assert_eq!(first.header("cache-control"), Some("no-cache"));
        let tag = first.header("etag").expect("an answer has a tag").to_owned();
        for (known, status) in
            [(tag.as_str(), 304), (&format!("\"a\", {tag}"), 304), ("*", 304), ("W/\"a\"", 200)]
        {
            let again = get(path, &format!("if-none-match: {known}\r\n"));
            assert_eq!((again.status, again.header("etag")), (status, Some(tag.as_str())), "{path} {known}");
            assert_eq!(again.text().is_empty(), status == 304, "{path} {known}");
            assert!(again.header("content-security-policy").is_some());
        }
    }
    let style = get(&server.file("css/page.css"), "");
    assert_eq!(style.header("cache-control"), Some("public, max-age=31536000, immutable"));
    let other = get("/v/0123456789abcdef/css/page.css", "");
    assert_eq!((other.status, other.header("cache-control")), (404, Some("no-store")));
    assert_eq!(get("/css/page.css", "").status, 404);
}

#[test]
fn files_are_compressed_for_clients_that_accept_it() {
    let server = Running::start();
    let script = server.file("js/main.js");
    let ask = |method: &str, lines: &str| {
        let address = server.address;
        let head =
            format!("{method} {script} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{lines}\r\n");
        server.send(head.as_bytes())
    };
    let length = |answer: &support::Answer| answer.header("content-length").map(str::to_owned);
    let whole = ask("GET", "");
    for accepted in ["br, gzip", "GZIP;q=0.5", "br\r\naccept-encoding: gzip"] {
        let short = ask("GET", &format!("accept-encoding: {accepted}\r\n"));
        assert_eq!(short.header("content-encoding"), Some("gzip"), "{accepted}");
        assert!(short.bytes().starts_with(&[0x1f, 0x8b]) && 2 * short.bytes().len() < whole.bytes().len());
        assert_eq!(
            (short.header("vary"), whole.header("vary")),
            (Some("accept-encoding"), Some("accept-encoding"))
        );
    }
    for refused in
        ["", "accept-encoding: br\r\n", "accept-encoding: gzip;q=0\r\n", "accept-encoding: gzipped\r\n"]
    {
        let answer = ask("GET", refused);
        assert_eq!((answer.header("content-encoding"), answer.bytes()), (None, whole.bytes()), "{refused}");
    }
    let head = ask("HEAD", "");
    assert_eq!((head.status, head.bytes().len(), length(&head)), (200, 0, length(&whole)));
}

#[test]
fn other_hosts_origins_and_sites_are_turned_away() {
    let server = Running::start();
    let port = server.address.port();
    let get = |lines: &str| {
        server.send(format!("GET / HTTP/1.1\r\n{lines}connection: close\r\n\r\n").as_bytes()).status
    };
    assert_eq!(get(&format!("host: 127.0.0.1:{port}\r\n")), 200);
    assert_eq!(get(&format!("host: LocalHost:{port}\r\n")), 200);
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", &format!("evil.example:{port}"), "", "[::1]"] {
        assert_eq!(get(&format!("host: {host}\r\n")), 421, "{host}");
    }
    assert_eq!(get(""), 400);
    let own = format!("host: 127.0.0.1:{port}\r\n");
    assert_eq!(get(&format!("{own}host: evil.example\r\n")), 421);
    assert_eq!(get(&format!("{own}origin: http://127.0.0.1:{port}\r\n")), 200);
    for origin in
        ["null", "http://evil.example", "https://127.0.0.1", &format!("http://127.0.0.1:{}", port ^ 1)]
    {
        assert_eq!(get(&format!("{own}origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(get(&format!("{own}sec-fetch-site: cross-site\r\nsec-fetch-mode: no-cors\r\n")), 403);
    assert_eq!(get(&format!("{own}sec-fetch-site: cross-site\r\nsec-fetch-mode: navigate\r\n")), 200);
    let target = format!("GET http://evil.example/ HTTP/1.1\r\n{own}connection: close\r\n\r\n");
    assert_eq!(server.send(target.as_bytes()).status, 421);
}

#[test]
fn forms_of_other_sites_are_not_questions() {
    let server = Running::start();
    let question = server.question("/api/v1/solve", &puzzle(CLASSIC).to_string());
    let form = String::from_utf8(question).expect("it is text").replace("application/json", "text/plain");
    assert_eq!(server.send(form.as_bytes()).status, 415);
    assert_eq!(server.get("/api/v1/solve").status, 405);
    assert_eq!(server.get("/api/v1/solve").header("allow"), Some("POST"));
    let posted = server.ask("/sw.js", &json!({}));
    assert_eq!((posted.status, posted.header("allow")), (405, Some("GET, HEAD")));
}

#[test]
fn none_one_and_several_solutions_are_distinguished() {
    let server = Running::start();
    let one = server.answer("/api/v1/solve", &puzzle(CLASSIC));
    assert_eq!((&one["status"], &one["solution"]), (&json!("unique"), &json!(digits(CLASSIC_SOLVED))));
    // With the lower 5, the first box has all digits except one that does not fit into its last blank cell.
    let none = server.answer("/api/v1/solve", &puzzle(&CLASSIC.replacen("53..", "531.", 1)));
    assert_eq!(none["status"], "none");
    let several = server
        .answer("/api/v1/solve", &json!({ "board": { "side": 4 }, "givens": digits("1234341221434.2.") }));
    assert_eq!(several["status"], "unique");
    let several = server
        .answer("/api/v1/solve", &json!({ "board": { "side": 4 }, "givens": digits("12..34..21..43..") }));
    assert_eq!(several["status"], "several");
    let (first, second) = (several["solution"].as_array(), several["second"].as_array());
    let differing =
        first.expect("a list").iter().zip(second.expect("a list")).filter(|(one, other)| one != other);
    assert_eq!(several["differing"].as_array().map(Vec::len), Some(differing.count()));
    let invalid = server.answer("/api/v1/solve", &puzzle(&CLASSIC.replacen("53", "55", 1)));
    assert_eq!(invalid["conflicts"][0]["text"], "5 twice in row 1: r1c1 and r1c2");
}

#[test]
fn regions_that_were_to_be_found_are_part_of_solutions() {
    let server = Running::start();
    let rules = ["chaos", "region-count r2c2 = r2c2 r1c2 r2c1 r2c3 r3c2", "all(different @r1c1 @r1c4)"];
    let solve = |rules: &[&str], givens: &str| {
        let board = json!({ "side": 4, "rules": rules });
        server.answer("/api/v1/solve", &json!({ "board": board, "givens": digits(givens) }))
    };
    let one = solve(&rules, "1234341.2.......");
    assert_eq!((&one["status"], &one["regions"]), (&json!("unique"), &json!(["ABCCABBCABDCADDD"])));
    assert_eq!(one["solution"], json!(digits("1234341223414123")));
    // The same digits in other regions are another solution.
    let several = solve(&rules[..1], "1234341223414123");
    assert_eq!((&several["status"], &several["differing"]), (&json!("several"), &json!([])));
    assert_eq!(several["solution"], several["second"]);
    let regions = several["regions"].as_array().expect("a list");
    assert!(regions.len() == 2 && regions[0] != regions[1], "{regions:?}");
    assert_eq!(server.answer("/api/v1/solve", &puzzle(CLASSIC))["regions"], json!([]));
    // No digits contradict each other, but r1c1 is not alone in its region.
    let full = |rule: &str| {
        let board = json!({ "side": 4, "rules": ["chaos", rule] });
        let question = json!({ "board": board, "givens": digits("1234341223414123") });
        let answer = server.answer("/api/v1/check", &question);
        assert_eq!(answer["conflicts"], json!([]));
        answer["solved"].clone()
    };
    assert_eq!(full("region-count r2c2 = r2c2 r1c2 r2c1 r2c3 r3c2"), json!(true));
    assert_eq!(full("region-count r1c1 = r1c1 r1c2 r2c1"), json!(false));
}

#[test]
fn placed_digits_that_the_solution_does_not_have_are_named() {
    let server = Running::start();
    let mut placed = vec![0; 81];
    (placed[2], placed[3]) = (4, 2);
    let answer = server.answer("/api/v1/solve", &json!({ "givens": digits(CLASSIC), "placed": placed }));
    assert_eq!(answer["wrong"], json!(["r1c4"]));
    let hint = server
        .answer("/api/v1/hint", &json!({ "givens": digits(CLASSIC), "placed": placed, "grade": "cells" }));
    assert_eq!((&hint["status"], &hint["cells"]), (&json!("mistake"), &json!(["r1c4"])));
}

#[test]
fn conflicts_name_house_and_all_cells() {
    let server = Running::start();
    let mut givens = vec![0; 81];
    for cell in [18, 24, 21] {
        givens[cell] = 5;
    }
    let answer = server.answer("/api/v1/check", &json!({ "givens": givens }));
    let conflict = &answer["conflicts"][0];
    assert_eq!(conflict["text"], "5 3 times in row 3: r3c1, r3c4 and r3c7");
    assert_eq!(conflict["cells"], json!(["r3c1", "r3c4", "r3c7"]));
    assert_eq!(answer["solved"], json!(false));
    let full = server.answer("/api/v1/check", &puzzle(CLASSIC_SOLVED));
    assert_eq!((&full["solved"], &full["blank"]), (&json!(true), &json!(0)));
}

#[test]
fn texts_of_all_formats_are_read_and_written() {
    let server = Running::start();
    let formats =
        ["line", "grid", "sdk", "ss", "hodoku", "729", "opensudoku", "json", "csv", "iss", "fpuzzles"];
    for format in formats.into_iter().chain(["sudokupad", "link"]) {
        let question = json!({ "givens": digits(CLASSIC), "format": format });
        let text = server.answer("/api/v1/export", &question)["text"].clone();
        let read = server.answer("/api/v1/parse", &json!({ "text": text }));
        let puzzle = &read["puzzles"][0];
        let solved = match puzzle["allowed"] {
            Value::Null => {
                assert_eq!(puzzle["givens"], json!(digits(CLASSIC)), "{format}");
                continue;
            }
            ref allowed => {
                server.answer("/api/v1/solve", &json!({ "givens": puzzle["givens"], "allowed": allowed }))
            }
        };
        assert_eq!(solved["solution"], json!(digits(CLASSIC_SOLVED)), "{format}");
    }
    let wrong = server.ask("/api/v1/parse", &json!({ "text": "53..7....6..195....98....6.8" }));
    assert_eq!(wrong.status, 422);
    assert_eq!(wrong.json()["error"]["line"], json!(1));
}

#[test]
fn a_link_or_constraints_of_another_program_have_their_rules() {
    let server = Running::start();
    let constraints = ".~R1C1_5.Thermo~R2C1~R3C1.AntiKing";
    let solver = format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={constraints}");
    for text in [constraints, &solver] {
        let read = server.answer("/api/v1/parse", &json!({ "text": text }));
        let puzzle = &read["puzzles"][0];
        assert_eq!(puzzle["givens"][0], json!(5), "{read}");
        let board = puzzle["board"].to_string();
        assert!(board.contains("thermo r2c1 r3c1") && board.contains("anti-king"), "{board}");
    }
}

#[test]
fn hints_come_in_four_grades_without_some_techniques() {
    let server = Running::start();
    let ask =
        |grade: &str| server.answer("/api/v1/hint", &json!({ "givens": digits(CLASSIC), "grade": grade }));
    let area = ask("area");
    assert!(area["text"].as_str().is_some_and(|text| text.starts_with("Look at ")), "{area}");
    assert_eq!(area["step"], Value::Null);
    assert!(ask("technique")["text"].as_str().is_some_and(|text| text.contains("Naked Single")));
    assert_eq!(ask("cells")["cells"], json!(["r5c5"]));
    let full = ask("full");
    assert_eq!(full["text"], "Naked Single: r5c5=5");
    assert_eq!(full["step"]["placements"], json!([{ "cell": "r5c5", "digit": 5 }]));
    let question =
        json!({ "givens": digits(CLASSIC), "grade": "full", "without": ["Naked Single", "Full House"] });
    assert_eq!(server.answer("/api/v1/hint", &question)["step"]["technique"], "Hidden Single");
    let unknown = server.ask(
        "/api/v1/hint",
        &json!({ "givens": digits(CLASSIC), "grade": "full", "without": ["none such"] }),
    );
    assert_eq!(unknown.status, 422);
}

/// The state of an X-Wing.
const X_WING: &str = ":0000:x:67.+9+8.+1..4+8216+53+7+91.+92+7..8.+3+4+1+8+52..7+7+2+8+6..+45+3+59+6347+21+896.+4.8+7..+8.4+7\
    .....+2.75.68..:185 386 539 985::";

/// Returns the puzzle and the state of a text as a question.
fn state(server: &Running, text: &str) -> Value {
    let mut puzzle = server.answer("/api/v1/parse", &json!({ "text": text }))["puzzles"][0].clone();
    let puzzle = puzzle.as_object_mut().expect("an object");
    puzzle.retain(|name, value| {
        ["board", "givens", "placed", "notes"].contains(&name.as_str()) && !value.is_null()
    });
    json!(puzzle)
}

/// Returns the lines of an answer.
fn lines(server: &Running, path: &str, question: &Value) -> Vec<Value> {
    let answer = server.ask(path, question);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns the texts of the steps in the lines.
fn texts(lines: &[Value]) -> Vec<&str> {
    let steps = lines.iter().filter_map(|line| line["steps"].as_array()).flatten();
    steps.filter_map(|step| step["text"].as_str()).collect()
}

#[test]
fn all_steps_of_a_state_come_by_technique_and_start_from_its_notes() {
    let server = Running::start();
    let mut question = state(&server, X_WING);
    let default = lines(&server, "/api/v1/steps", &question);
    assert!(texts(&default).contains(&"X-Wing: 5 r17 c39 => r8c9<>5"), "{default:?}");
    let (end, groups) = default.split_last().expect("there are lines");
    let count: u64 = groups.iter().filter_map(|group| group["count"].as_u64()).sum();
    assert_eq!(end, &json!({ "status": "complete", "text": format!("{count} steps.") }));
    for group in groups {
        let steps = group["steps"].as_array().expect("a list");
        assert!(!steps.is_empty() && steps.iter().all(|step| step["technique"] == group["technique"]));
        assert!(steps.len() <= 100 && steps.len() as u64 <= group["count"].as_u64().expect("a number"));
    }
    let names: Vec<&Value> = groups.iter().map(|group| &group["technique"]).collect();
    let order = server.get("/api/v1/techniques").json();
    let mut order = order.as_array().expect("a list").iter().map(|technique| &technique["name"]);
    assert!(names.iter().all(|name| order.any(|other| other == *name)), "{names:?}");
    question["all"] = json!(true);
    let all = lines(&server, "/api/v1/steps", &question);
    assert!(all.len() > default.len() && texts(&default).iter().all(|text| texts(&all).contains(text)));
    question.as_object_mut().expect("an object").remove("notes");
    question["all"] = json!(false);
    let without_notes = lines(&server, "/api/v1/steps", &question);
    assert!(texts(&without_notes).contains(&"X-Wing: 5 r17 c39 => r38c9<>5"));
}

#[test]
fn puzzles_without_steps_get_a_reason() {
    let server = Running::start();
    let end = |question: &Value| lines(&server, "/api/v1/steps", question).pop().expect("there is a line");
    assert_eq!(end(&puzzle(CLASSIC_SOLVED)), json!({ "status": "complete", "text": "No step is found." }));
    assert_eq!(end(&puzzle(&CLASSIC.replacen("53", "55", 1)))["status"], "invalid");
    assert_eq!(end(&puzzle(&CLASSIC.replacen("53..", "531.", 1)))["status"], "none");
    let mut placed = vec![0; 81];
    placed[2] = 1;
    let wrong = end(&json!({ "givens": digits(CLASSIC), "placed": placed }));
    assert_eq!(wrong, json!({ "status": "mistake", "text": "r1c3=1 is wrong." }));
    let short = Running::with(Bounds { list: Duration::from_millis(50), ..Bounds::default() });
    let blank = json!({ "board": { "side": 25 }, "givens": vec![0; 625], "all": true });
    assert_eq!(lines(&short, "/api/v1/steps", &blank).pop().expect("a line")["status"], "stopped");
}

#[test]
fn an_exercise_is_the_state_before_a_step_by_its_technique() {
    let server = Running::start();
    for technique in ["Naked Pair", "skyscraper"] {
        let wish = json!({ "board": { "side": 9 }, "kind": "unique", "needs": [technique], "practice": true, "seed": 3 });
        let made = server.answer("/api/v1/generate", &wish);
        let expected = texts(std::slice::from_ref(&made));
        assert!(!expected.is_empty(), "{made}");
        let state = json!({ "givens": made["givens"], "placed": made["placed"], "notes": made["notes"] });
        let listed = lines(&server, "/api/v1/steps", &state);
        assert_eq!(texts(&listed[..1]), expected, "it is the easiest technique there");
        let mut question = state;
        question["grade"] = json!("full");
        let hint = server.answer("/api/v1/hint", &question);
        assert!(expected.contains(&hint["text"].as_str().expect("a text")), "{hint}");
    }
    let wish = json!({ "board": { "side": 9 }, "kind": "unique", "needs": ["x-wign"], "seed": 3 });
    let unknown = server.ask("/api/v1/generate", &wish);
    assert!(unknown.status == 422 && unknown.text().contains("did you mean `x-wing`?"), "{}", unknown.text());
}

#[test]
fn the_candidates_of_a_library_line_are_those_that_its_digits_leave() {
    let server = Running::start();
    let notes = &state(&server, X_WING)["notes"];
    assert_eq!((&notes[0], &notes[2]), (&json!([]), &json!([3, 5])));
}

#[test]
fn a_path_leads_to_the_solution() {
    let server = Running::start();
    let path = server.answer("/api/v1/explain", &puzzle(CLASSIC));
    let mut grid = digits(CLASSIC);
    for step in path["steps"].as_array().expect("a list") {
        for placed in step["placements"].as_array().expect("a list") {
            let cell: Vec<usize> = placed["cell"].as_str().expect("a name")[1..]
                .split('c')
                .map(|part| part.parse().expect("a number"))
                .collect();
            grid[(cell[0] - 1) * 9 + cell[1] - 1] =
                u32::try_from(placed["digit"].as_u64().expect("a number")).expect("small");
        }
    }
    assert_eq!(grid, digits(CLASSIC_SOLVED));
    assert_eq!((&path["level"], &path["status"]), (&json!("easy"), &json!("solved")));
    let rating = server.answer("/api/v1/rate", &puzzle(CLASSIC));
    assert_eq!((&rating["score"], &rating["level"]), (&path["score"], &path["level"]));
}

#[test]
fn the_same_seed_makes_the_same_puzzle_with_one_solution() {
    let server = Running::start();
    for (side, kind) in [(4, "unique"), (6, "easy"), (9, "unique"), (9, "easy")] {
        let wish = json!({ "board": { "side": side }, "kind": kind, "seed": 7 });
        let made = server.answer("/api/v1/generate", &wish);
        assert_eq!(made, server.answer("/api/v1/generate", &wish));
        let solved =
            server.answer("/api/v1/solve", &json!({ "board": made["board"], "givens": made["givens"] }));
        assert_eq!((&solved["status"], &solved["solution"]), (&json!("unique"), &made["solution"]));
    }
}

#[test]
fn a_puzzle_of_a_level_has_that_level() {
    let server = Running::start();
    for level in ["easy", "medium", "hard"] {
        let wish = json!({ "board": { "side": 9 }, "kind": "unique", "level": level, "seed": 3 });
        let made = server.answer("/api/v1/generate", &wish);
        let rating = server.answer("/api/v1/rate", &json!({ "givens": made["givens"] }));
        assert_eq!(rating["level"].as_str().map(str::to_lowercase).as_deref(), Some(level));
    }
}

#[test]
fn rules_of_variants_hold_in_every_question() {
    let server = Running::start();
    let board = json!({ "side": 9, "rules": ["x"] });
    let made = server.answer("/api/v1/generate", &json!({ "board": board, "kind": "unique", "seed": 5 }));
    let solution: Vec<u64> = serde_json::from_value(made["solution"].clone()).expect("a list of digits");
    for step in [10, 8] {
        let first = if step == 8 { 8 } else { 0 };
        let mut diagonal: Vec<u64> = (0..9).map(|place| solution[first + step * place]).collect();
        diagonal.sort_unstable();
        assert_eq!(diagonal, (1..=9).collect::<Vec<u64>>());
    }
    let question = json!({ "board": board, "givens": made["givens"] });
    assert_eq!(server.answer("/api/v1/solve", &question)["solution"], made["solution"]);
    assert_eq!(server.answer("/api/v1/explain", &question)["status"], "solved");
    let mut givens = vec![0; 81];
    (givens[0], givens[80]) = (7, 7);
    let check = server.answer("/api/v1/check", &json!({ "board": board, "givens": givens }));
    assert_eq!(check["conflicts"][0]["text"], "7 twice in diagonal 1: r1c1 and r9c9");
    let cage = json!({ "side": 9, "rules": ["killer 3 r1c1 r1c2"] });
    let candidates = server.answer("/api/v1/candidates", &json!({ "board": cage, "givens": vec![0; 81] }));
    assert_eq!(candidates["candidates"][0], json!([1, 2]));
    let wrong = server.ask("/api/v1/board", &json!({ "rules": ["killer r1c1"] }));
    assert_eq!(wrong.status, 422);
}

#[test]
fn title_author_rules_and_solution_are_exported_and_read_again() {
    let server = Running::start();
    for format in ["json", "fpuzzles", "sudokupad"] {
        let question = json!({
            "givens": digits(CLASSIC), "format": format, "title": "One", "author": "Somebody",
            "ruleset": "Usual rules.", "solution": digits(CLASSIC_SOLVED)
        });
        let export = server.answer("/api/v1/export", &question);
        assert_eq!(export["lost"], json!([]), "{format}");
        let puzzle = &server.answer("/api/v1/parse", &json!({ "text": export["text"] }))["puzzles"][0];
        let words = [&puzzle["title"], &puzzle["author"], &puzzle["ruleset"]];
        assert_eq!(words, ["One", "Somebody", "Usual rules."], "{format}");
        assert_eq!(puzzle["solution"], json!(digits(CLASSIC_SOLVED)), "{format}");
    }
    let question = json!({ "givens": digits(CLASSIC), "format": "line", "author": "Somebody" });
    let lost = server.answer("/api/v1/export", &question)["lost"].clone();
    assert_eq!(lost, json!(["some of the metadata (author)"]));
}

#[test]
fn boards_with_a_digit_0_are_read_solved_and_returned() {
    let server = Running::start();
    let lower: Vec<i64> = digits(CLASSIC).into_iter().map(|digit| i64::from(digit) - 1).collect();
    let solved: Vec<i64> = digits(CLASSIC_SOLVED).into_iter().map(|digit| i64::from(digit) - 1).collect();
    let text: String =
        lower.iter().map(|digit| if *digit < 0 { ".".into() } else { digit.to_string() }).collect();
    let text = format!("values 0-8\n{text}");
    let puzzle = &server.answer("/api/v1/parse", &json!({ "text": text }))["puzzles"][0];
    assert_eq!((&puzzle["givens"], &puzzle["board"]["values"]), (&json!(lower), &json!([0, 8])));
    for board in [puzzle["board"].clone(), json!({ "values": [0, 8] }), json!({ "rules": ["values 0-8"] })] {
        let question = json!({ "board": board, "givens": lower });
        let answer = server.answer("/api/v1/solve", &question);
        assert_eq!((&answer["status"], &answer["solution"]), (&json!("unique"), &json!(solved)));
        let check = server.answer("/api/v1/check", &question);
        assert_eq!(check["blank"], json!(81 - digits(CLASSIC).iter().filter(|digit| **digit > 0).count()));
        assert_eq!(server.answer("/api/v1/explain", &question)["status"], "solved");
        let export = {
            let mut wish = question;
            wish["format"] = "json".into();
            server.answer("/api/v1/export", &wish)
        };
        let again = server.answer("/api/v1/parse", &json!({ "text": export["text"] }));
        assert_eq!(again["puzzles"][0]["givens"], json!(lower));
    }
    let wish = json!({ "board": { "side": 4, "values": [0, 3] }, "kind": "unique", "seed": 1 });
    let made = server.answer("/api/v1/generate", &wish);
    let question = json!({ "board": made["board"], "givens": made["givens"] });
    assert_eq!(server.answer("/api/v1/solve", &question)["solution"], made["solution"]);
    let more = json!({ "board": { "side": 4, "values": [0, 8] }, "givens": vec![-1; 16] });
    assert_eq!(server.answer("/api/v1/solve", &more)["status"], "several");
    for board in [json!({ "values": [2, 9] }), json!({ "values": [0, 8], "rules": ["values 1-8"] })] {
        assert_eq!(server.ask("/api/v1/board", &board).status, 422);
    }
    let question = json!({ "board": { "values": [0, 8] }, "givens": vec![9; 81] });
    let wrong = server.ask("/api/v1/solve", &question);
    assert_eq!(wrong.status, 422);
}

#[test]
fn rules_of_a_variant_are_exported_or_named_as_lost() {
    let server = Running::start();
    let rules = json!(["x", "killer 3 r1c1 r1c2"]);
    let export = |format: &str| {
        let board = json!({ "side": 9, "rules": rules });
        server.answer("/api/v1/export", &json!({ "board": board, "givens": vec![0; 81], "format": format }))
    };
    let exported = export("json");
    assert_eq!(exported["lost"], json!([]));
    let read = server.answer("/api/v1/parse", &json!({ "text": exported["text"] }));
    assert_eq!(read["puzzles"][0]["board"]["rules"], rules);
    assert_eq!(export("line")["lost"], json!(["rules of the variant (killer, x)"]));
}

#[test]
fn drawings_and_the_stated_solution_are_data_of_the_answer() {
    let server = Running::start();
    let grid: Vec<Value> = vec![json!([{}, {}, {}, {}]); 4];
    let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let line = json!({ "lines": [["R1C1", "R1C2"]], "outlineC": "#CFCFCF", "width": 0.4 });
    let object = json!({
        "size": 4, "grid": grid, "ruleset": "Lines are odd.", "solution": solution, "line": [line, {}, {}]
    });
    let read = server.answer("/api/v1/parse", &json!({ "text": object.to_string() }));
    let puzzle = &read["puzzles"][0];
    assert_eq!(puzzle["left_out"], json!([{ "what": "line", "count": 2, "text": "2 lines" }]));
    let drawn =
        json!({ "kind": "line", "points": [[0.5, 0.5], [1.5, 0.5]], "color": "#cfcfcf", "width": 0.2 });
    assert_eq!(puzzle["cosmetics"], json!([drawn]));
    assert_eq!((&puzzle["ruleset"], &puzzle["solution"]), (&json!("Lines are odd."), &json!(solution)));
}

#[test]
fn notes_colors_drawings_and_fog_survive_export_and_import() {
    let server = Running::start();
    let by_cell = |entries: &[(usize, &[u8])]| -> Vec<Vec<u8>> {
        let mut lists = vec![Vec::new(); 16];
        entries.iter().for_each(|(cell, list)| lists[*cell] = list.to_vec());
        lists
    };
    let mut wish = json!({
        "board": { "side": 4 },
        "givens": [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        "corner": by_cell(&[(1, &[2, 3]), (5, &[4])]),
        "centre": by_cell(&[(1, &[4])]),
        "colors": by_cell(&[(0, &[1]), (15, &[3, 9])]),
        "cosmetics": [
            { "kind": "line", "points": [[0.5, 0.5], [1.5, 1.5]], "color": "#11223344", "width": 0.25 },
            { "kind": "shape", "shape": "rectangle", "at": [2.5, 2.5], "size": [1.0, 1.0], "fill": "#123456",
              "stroke": null, "text": "", "under": true, "angle": 0.0 },
            { "kind": "shape", "shape": "ellipse", "at": [1.0, 0.5], "size": [0.3, 0.3], "fill": "#ffffff",
              "stroke": "#000000", "text": "5", "under": false, "angle": 45.0 },
            { "kind": "text", "at": [-0.5, 2.0], "text": "a <b>", "size": 0.5, "color": "#ff0000" },
            { "kind": "cage", "cells": ["r4c1", "r4c2"], "text": "x" }
        ],
        "fog": { "lit": ["r1c1", "r2c2"] }
    });
    let parts = ["corner", "centre", "colors", "fog"];
    let sorted = |list: &Value| {
        let mut list = list.as_array().expect("a list").clone();
        list.sort_by_key(ToString::to_string);
        list
    };
    for format in ["json", "fpuzzles", "sudokupad"] {
        wish["format"] = format.into();
        let written = server.answer("/api/v1/export", &wish);
        assert_eq!(written["lost"], json!([]), "{format}");
        let read = server.answer("/api/v1/parse", &json!({ "text": written["text"] }));
        let puzzle = &read["puzzles"][0];
        parts.iter().for_each(|&part| assert_eq!(puzzle[part], wish[part], "{format}: {part}"));
        assert_eq!(sorted(&puzzle["cosmetics"]), sorted(&wish["cosmetics"]), "{format}");
        // One note in the centre is no candidate, and leaves the other cells blank.
        assert_eq!((&puzzle["notes"], &puzzle["left_out"]), (&Value::Null, &json!([])), "{format}");
    }
    wish["format"] = "line".into();
    let lost = &server.answer("/api/v1/export", &wish)["lost"];
    assert_eq!(*lost, json!(["centre notes", "colors of cells", "corner notes", "drawings", "fog"]));
    // Formats with one kind of notes have those of the corners as candidates.
    wish["format"] = "hodoku".into();
    wish["board"]["side"] = 9.into();
    for (part, blank) in
        [("givens", json!(0)), ("corner", json!([])), ("centre", json!([])), ("colors", json!([]))]
    {
        wish[part] = vec![blank; 81].into();
    }
    wish["corner"][1] = json!([2, 3]);
    let written = server.answer("/api/v1/export", &wish);
    assert_eq!(written["lost"], json!(["the distinction of candidates and notes", "drawings", "fog"]));
    let read = server.answer("/api/v1/parse", &json!({ "text": written["text"] }));
    assert_eq!(read["puzzles"][0]["notes"][1], json!([2, 3]));
    wish["format"] = "svg".into();
    let svg = server.answer("/api/v1/export", &wish)["text"].as_str().expect("a text").to_owned();
    assert!(svg.contains("a &lt;b") && svg.matches("class=\"fog\"").count() == 79, "{svg}");
    for (part, bad, words) in [
        ("colors", json!(vec![vec![10]; 81]), "expected a color of 1 to 9, found 10"),
        ("fog", json!({ "lit": ["r10c1"] }), "expected a cell of a board of side 9, found r10c1"),
        ("corner", json!([[1]]), "expected 81 cells, found 1"),
    ] {
        let mut wrong = wish.clone();
        wrong[part] = bad;
        let answer = server.ask("/api/v1/export", &wrong);
        assert_eq!(answer.status, 422);
        assert!(answer.text().contains(words), "{part}: {}", answer.text());
    }
}

#[test]
fn conflicts_and_houses_are_told_in_parts() {
    let server = Running::start();
    let mut givens = vec![0; 81];
    (givens[0], givens[8], givens[20], givens[21]) = (5, 5, 1, 2);
    let board =
        json!({ "rules": ["killer 17 r3c3 r3c4", "odd r3c4", "non-consecutive", "thermo r1c9 r1c1"] });
    let answer = server.answer("/api/v1/check", &json!({ "board": board, "givens": givens }));
    let parts = |code: &str| {
        let all = answer["conflicts"].as_array().expect("a list");
        all.iter()
            .find(|conflict| conflict["code"] == code)
            .unwrap_or_else(|| panic!("{code} in {answer}"))
            .clone()
    };
    assert_eq!(parts("house")["house"], json!({ "kind": "row", "number": 1, "grid": null }));
    let sum = parts("sum");
    assert_eq!((&sum["cage"], &sum["sum"], &sum["digits"]), (&json!(1), &json!(17), &json!([1, 2])));
    assert_eq!(parts("odd")["digit"], 2);
    assert_eq!(parts("consecutive")["other"], 2);
    let rule = parts("rule");
    assert_eq!((&rule["rule"], &rule["digits"]), (&json!("thermo r1c9 r1c1"), &json!([5, 5])));
    let samurai = json!({ "side": 21, "rules": ["grids 9 r1c1 r1c13 r7c7 r13c1 r13c13"] });
    let houses = server.answer("/api/v1/board", &samurai)["houses"].as_array().expect("a list").clone();
    assert!(
        houses
            .iter()
            .any(|house| house["name"] == "row 9 of grid 5" && house["grid"] == 5 && house["number"] == 9)
    );
}

#[test]
fn a_stated_solution_is_compared_with_the_found_one() {
    let server = Running::start();
    let ask = |givens: &str, stated: &[u32]| {
        let question = json!({ "givens": digits(givens), "stated": stated });
        server.answer("/api/v1/solve", &question)["stated"].clone()
    };
    let solution = digits(CLASSIC_SOLVED);
    assert_eq!(ask(CLASSIC, &solution), Value::Null);
    let mut part = vec![0; 81];
    part[80] = solution[80];
    assert_eq!(ask(CLASSIC, &part), Value::Null);
    part[80] = solution[80] % 9 + 1;
    assert_eq!(ask(CLASSIC, &part), json!("the solution in the text is another one"));
    let hopeless = ".54..67.3.....4.1..7..5.....6....9....56.8.....3......6.1..5.9....8.9..6.8.7...25";
    assert_eq!(ask(hopeless, &solution), json!("the text states a solution, which breaks a given or a rule"));
    let question = json!({ "givens": digits(CLASSIC) });
    assert_eq!(server.answer("/api/v1/solve", &question)["stated"], Value::Null);
}

#[test]
fn a_picture_is_written_by_the_server() {
    let server = Running::start();
    let question = json!({ "givens": digits(CLASSIC), "format": "svg", "title": "a <title>" });
    let text = server.answer("/api/v1/export", &question)["text"].as_str().expect("a text").to_owned();
    assert!(
        text.starts_with("<svg") && text.contains("a &lt;title>") || text.contains("a &lt;title&gt;"),
        "{text:.300}"
    );
}

#[test]
fn a_picture_tells_givens_from_entries_and_names_the_rules_that_it_does_not_show() {
    let server = Running::start();
    let mut placed = vec![0; 81];
    placed[2] = 4;
    let board = json!({ "rules": ["anti-king", "x", "thermo r1c1 r2c1"] });
    let question = json!({ "board": board, "givens": digits(CLASSIC), "placed": placed, "format": "svg" });
    let written = server.answer("/api/v1/export", &question);
    let text = written["text"].as_str().expect("a text");
    assert!(text.contains(".given,.placed{font-weight:700}.found{font-weight:400}"));
    assert_eq!((text.matches("class=\"given\"").count(), text.matches("class=\"found\"").count()), (30, 1));
    assert_eq!(written["lost"], json!(["rules of the variant (anti-king)"]));
}

#[test]
fn a_board_has_its_picture_and_its_rules_in_words() {
    let server = Running::start();
    let plain = server.answer("/api/v1/board", &json!({ "side": 4 }));
    let svg = plain["backdrop"]["svg"].as_str().expect("a text");
    assert!(svg.contains("class=\"thick\"") && !svg.contains(">r1<") && svg.contains("prefers-color-scheme"));
    assert_eq!(plain["rules"], json!([]));
    let wish = json!({ "side": 4, "rules": ["thermo r1c1 r1c2"], "labels": true, "theme": "dark" });
    let board = server.answer("/api/v1/board", &wish);
    let svg = board["backdrop"]["svg"].as_str().expect("a text");
    assert!(svg.contains(">r4<") && svg.contains(">c4<") && !svg.contains("prefers-color-scheme"));
    let (view, plain) = (&board["backdrop"]["view"], &plain["backdrop"]["view"]);
    assert!(view[0].as_f64() < plain[0].as_f64() && view[2].as_f64() > plain[2].as_f64());
    let sentence = "digits increase along the thermometer r1c1, r1c2";
    assert_eq!(board["rules"], json!([{ "text": "thermo r1c1 r1c2", "sentence": sentence }]));
}

#[test]
fn a_digit_that_does_not_fit_has_a_reason() {
    let server = Running::start();
    let ask = |cell: &str, digit: u32| {
        let mut question = puzzle(CLASSIC);
        (question["cell"], question["digit"]) = (json!(cell), json!(digit));
        server.answer("/api/v1/why-not", &question)
    };
    let seen = ask("r1c3", 5);
    let words = json!({ "status": "impossible", "text": "r1c1 holds that digit, and sees the cell", "step": null, "cases": [] });
    assert_eq!(seen, words);
    assert_eq!(ask("r1c3", 4)["status"], "possible");
    let refuted = ask("r1c3", 1);
    assert_eq!(refuted["status"], "impossible");
    assert!(
        refuted["step"].is_object() || refuted["cases"].as_array().is_some_and(|cases| !cases.is_empty())
    );
    let mut wrong = puzzle(&CLASSIC.replacen("53", "55", 1));
    (wrong["cell"], wrong["digit"]) = (json!("r9c9"), json!(1));
    assert_eq!(server.answer("/api/v1/why-not", &wrong)["status"], "invalid");
    wrong["cell"] = json!("r10c1");
    let outside = server.ask("/api/v1/why-not", &wrong);
    assert!(outside.status == 422 && outside.text().contains("expected a cell of a board of side 9"));
}

#[test]
fn a_diagnosis_names_cells_and_what_would_help() {
    let server = Running::start();
    let ask = |line: &str| server.answer("/api/v1/diagnose", &puzzle(line));
    let one = ask(CLASSIC);
    assert_eq!((&one["status"], &one["cells"]), (&json!("unique"), &json!([])));
    let invalid = ask(&CLASSIC.replacen("53", "55", 1));
    assert_eq!((&invalid["status"], &invalid["cells"]), (&json!("invalid"), &json!(["r1c1", "r1c2"])));
    assert_eq!(invalid["text"], "no solution: 5 twice in row 1: r1c1 and r1c2");
    let core = json!([{ "cell": "r1c1", "digit": 5 }, { "cell": "r1c2", "digit": 5 }]);
    assert_eq!((&invalid["conflict"]["core"], &invalid["ambiguity"]), (&core, &Value::Null));
    let none = ask(&CLASSIC.replacen("53..", "531.", 1));
    assert_eq!(none["status"], "none");
    assert!(none["lines"].to_string().contains("remove it"), "{none}");
    let several = json!({ "board": { "side": 4 }, "givens": digits("12..34..21..43..") });
    let several = server.answer("/api/v1/diagnose", &several);
    assert_eq!(several["status"], "several");
    assert!(several["cells"].as_array().is_some_and(|cells| !cells.is_empty()), "{several}");
    assert!(several["text"].as_str().is_some_and(|text| text.starts_with("several solutions: ")));
    let why = &several["ambiguity"];
    let cells = why["differing"].as_array().expect("a list").iter().map(|it| it["cell"].clone());
    assert_eq!(cells.collect::<Vec<_>>(), *several["cells"].as_array().expect("a list"));
    assert_eq!((&why["complete"], &several["conflict"]), (&json!(true), &Value::Null));
}

#[test]
fn redundant_givens_and_rules_are_listed() {
    let server = Running::start();
    let rules = json!(["thermo r1c1 r1c2", "killer 7 r2c1 r3c1", "x"]);
    let ask = |givens: &str| {
        let question = json!({ "board": { "side": 4, "rules": rules }, "givens": digits(givens) });
        server.answer("/api/v1/redundant", &question)
    };
    // The grid without one digit needs nothing else.
    let found = ask("123434122143432.");
    assert_eq!(found["status"], "invalid", "4 and 1 are twice in a diagonal");
    let found = ask("123434124321214.");
    assert_eq!(found["status"], "unique");
    assert_eq!((&found["redundant_rules"], found["redundant"].as_array().map(Vec::len)), (&rules, Some(15)));
    assert_eq!(ask("................")["status"], "several");
    assert_eq!(ask("11..............")["status"], "invalid");
}

#[test]
fn true_candidates_are_counted_up_to_the_limit() {
    let server = Running::start();
    let mut question = json!({ "board": { "side": 4 }, "givens": digits("12..34..........") });
    let ask = |question: &Value| server.answer("/api/v1/true-candidates", question);
    let found = ask(&question);
    assert_eq!(found["status"], "several");
    // 288 grids, divided by the 24 orders of the digits in the first box.
    let half = |digit: u8| json!({ "digit": digit, "count": "6", "complete": true });
    assert_eq!(found["cells"][0], json!({ "cell": "r1c3", "digits": [half(3), half(4)] }));
    assert_eq!(found["cells"].as_array().map(Vec::len), Some(12));
    question["limit"] = json!(2);
    let few = json!({ "digit": 3, "count": "2", "complete": false });
    assert_eq!(ask(&question)["cells"][0]["digits"][0], few);
    question["limit"] = json!(0);
    assert_eq!(server.ask("/api/v1/true-candidates", &question).status, 422);
    let one = ask(&puzzle(CLASSIC));
    assert_eq!((&one["status"], one["cells"].as_array().map(Vec::len)), (&json!("unique"), Some(51)));
    let invalid = ask(&puzzle(&CLASSIC.replacen("53", "55", 1)));
    assert_eq!((&invalid["status"], &invalid["cells"]), (&json!("invalid"), &json!([])));
}

#[test]
fn a_booklet_has_levels_and_solutions() {
    let server = Running::start();
    let mut first = puzzle(CLASSIC);
    first["title"] = json!("From <the> newspaper");
    let second = json!({ "board": { "side": 4, "rules": ["x"] }, "givens": digits("1.....2..3.....4") });
    let mut wish =
        json!({ "title": "For the train", "puzzles": [first, second], "per_page": 2, "paper": "letter" });
    let html = server.answer("/api/v1/booklet", &wish)["html"].as_str().expect("a text").to_owned();
    assert!(html.contains("For the train: solutions") && html.contains("Easy · 204"), "{html:.500}");
    assert!(html.contains("newspaper") && !html.contains("<the>") && !html.contains("<script"));
    wish["solutions"] = json!(false);
    let html = server.answer("/api/v1/booklet", &wish)["html"].as_str().expect("a text").to_owned();
    assert!(!html.contains("solutions"));
    let none = server.ask("/api/v1/booklet", &json!({ "title": "", "puzzles": [] }));
    assert!(none.status == 422 && none.text().contains("expected 1 to 100 puzzles"), "{}", none.text());
}

#[test]
fn the_cells_of_rules_are_drawn_for_a_puzzle_of_a_level() {
    let server = Running::start();
    let board = json!({ "side": 6 });
    let wish = json!({ "board": board, "drawn": ["thermo", "jigsaw"], "kind": "unique", "level": "easy", "seed": 3 });
    let made = server.answer("/api/v1/generate", &wish);
    assert_eq!(made, server.answer("/api/v1/generate", &wish));
    let rules = made["board"]["rules"].to_string();
    assert!(rules.contains("thermo ") && rules.contains("regions "), "{rules}");
    let question = json!({ "board": made["board"], "givens": made["givens"] });
    assert_eq!(server.answer("/api/v1/solve", &question)["solution"], made["solution"]);
    assert_eq!(server.answer("/api/v1/rate", &question)["level"], "easy");
    let unknown = server
        .ask("/api/v1/generate", &json!({ "board": board, "drawn": ["termo"], "kind": "unique", "seed": 3 }));
    assert!(unknown.status == 422 && unknown.text().contains("did you mean `thermo`?"), "{}", unknown.text());
}

#[test]
fn a_puzzle_is_as_it_is_asked_for() {
    let server = Running::start();
    let made = |wish: &Value| {
        let made = server.answer("/api/v1/generate", wish);
        let solved =
            server.answer("/api/v1/solve", &json!({ "board": made["board"], "givens": made["givens"] }));
        assert_eq!((&solved["status"], &solved["solution"]), (&json!("unique"), &made["solution"]));
        let givens: Vec<u8> = serde_json::from_value(made["givens"].clone()).expect("a list of digits");
        givens
    };
    let turned = made(&json!({ "board": {}, "symmetry": "rot180", "clues": [30, 32], "seed": 4 }));
    assert!((0..81).all(|place| (turned[place] == 0) == (turned[80 - place] == 0)), "{turned:?}");
    assert!((30..=32).contains(&turned.iter().filter(|digit| **digit != 0).count()), "{turned:?}");
    // Three boxes of side 4 in which all cells but one have givens.
    let pattern = "XX..XXX..XXX..XX";
    let drawn = made(&json!({ "board": { "side": 4 }, "pattern": pattern, "seed": 1 }));
    let cells: String = drawn.iter().map(|digit| if *digit == 0 { '.' } else { 'X' }).collect();
    assert_eq!(cells, pattern);
    let minimal =
        made(&json!({ "board": { "side": 6 }, "symmetry": "diagonal", "minimal": true, "seed": 1 }));
    let left =
        server.answer("/api/v1/minimize", &json!({ "board": { "side": 6 }, "givens": minimal, "seed": 1 }));
    assert_eq!(left["givens"], json!(minimal), "no given is redundant");
}

#[test]
fn a_puzzle_is_solved_by_the_techniques_that_it_may_use() {
    let server = Running::start();
    let singles = ["Full House", "Naked Single", "Hidden Single"];
    let needs_more = |only: &[&str]| {
        let wish = json!({ "board": {}, "only": only, "seed": 3 });
        let made = server.answer("/api/v1/generate", &wish);
        let path = server.answer("/api/v1/explain", &json!({ "givens": made["givens"] }));
        let steps = path["steps"].as_array().expect("a list");
        steps.iter().any(|step| !singles.iter().any(|name| step["technique"] == *name))
    };
    assert!(needs_more(&[]) && !needs_more(&singles));
}

#[test]
fn wishes_that_contradict_each_other_are_refused_with_what_is_expected() {
    let server = Running::start();
    for (wish, words) in [
        (
            json!({ "kind": "easy", "symmetry": "rot180" }),
            "expected kind `unique` with other wishes, found `easy`",
        ),
        (json!({ "clues": [30, 20] }), "expected the smaller number of clues first, found 30 before 20"),
        (json!({ "clues": [80, 90] }), "expected at most 81 clues on this board, found 90"),
        (json!({ "clues": [10, 16] }), "expected at least 17 clues for one solution, found 16"),
        (json!({ "symmetry": "square" }), "found `square`"),
        (
            json!({ "symmetry": "full", "clues": [22, 22], "pattern": "X".repeat(81) }),
            "expected a pattern alone",
        ),
        (json!({ "pattern": "XX" }), "expected 81 cells, found 2"),
        (
            json!({ "needs": ["x-wing"], "level": "easy" }),
            "expected a technique that level easy allows, found X-Wing",
        ),
        (json!({ "only": ["x-wign"] }), "did you mean `x-wing`?"),
        (json!({ "practice": true }), "expected a technique that the puzzle needs for practice, found none"),
    ] {
        let mut question = wish.clone();
        question["board"] = json!({ "side": 9 });
        question["seed"] = json!(1);
        let refused = server.ask("/api/v1/generate", &question);
        assert!(refused.status == 422 && refused.text().contains(words), "{wish}: {}", refused.text());
    }
}

#[test]
fn the_easiest_puzzles_have_clearly_more_givens() {
    let server = Running::start();
    let givens = |kind: &str, level: Option<&str>| {
        let wish = json!({ "board": { "side": 9 }, "kind": kind, "level": level, "seed": 5 });
        let made = server.answer("/api/v1/generate", &wish);
        made["givens"].as_array().expect("a list").iter().filter(|digit| **digit != json!(0)).count()
    };
    assert!(givens("easy", None) >= 36);
    assert!(givens("unique", Some("medium")) <= 28);
}

#[test]
fn a_level_that_a_board_does_not_have_is_refused_at_once() {
    let server = Running::start();
    let board = json!({ "side": 4 });
    let offered = server.answer("/api/v1/levels", &json!({ "board": board }));
    assert_eq!(offered, json!({ "levels": ["easy"] }));
    let wish = json!({ "board": board, "kind": "unique", "level": "extreme", "seed": 3 });
    let refused = server.ask("/api/v1/generate", &wish);
    assert_eq!(refused.status, 422);
    let words = "expected one of the levels of this board, easy, found extreme";
    assert!(refused.text().contains(words), "{}", refused.text());
}

#[test]
fn the_kinds_of_rules_are_words_of_a_board_or_of_a_generated_puzzle() {
    let server = Running::start();
    let kinds = server.get("/api/v1/rules").json();
    let kinds = kinds.as_array().expect("a list");
    assert!(kinds.len() >= 50);
    for kind in kinds {
        let (word, sentence) = (&kind["word"], kind["sentence"].as_str().expect("a text"));
        assert!(!sentence.is_empty() && !sentence.ends_with('.'), "{sentence}");
        let known = if kind["drawn"] == json!(true) {
            server.ask("/api/v1/levels", &json!({ "board": { "side": 9 }, "drawn": [word] }))
        } else {
            // One rule is about the digit 0.
            let values = (word == "doppelganger").then_some("values 0-9");
            let own = if word == "blocked" { Some("blocked r1c1") } else { word.as_str() };
            let rules: Vec<&str> = values.into_iter().chain(own).collect();
            let side = if word == "samurai" { 21 } else { 9 };
            server.ask("/api/v1/board", &json!({ "side": side, "rules": rules }))
        };
        assert_eq!(known.status, 200, "{word}: {}", known.text());
    }
}

#[test]
fn a_count_comes_in_lines_and_ends_with_the_number() {
    let server = Running::start();
    let answer = server.ask("/api/v1/count", &json!({ "board": { "side": 4 }, "givens": vec![0; 16] }));
    let lines = answer.text();
    let last: Value = serde_json::from_str(lines.lines().last().expect("a line")).expect("JSON");
    // B. Felgenhauer and F. Jarvis count 288 grids of side 4.
    assert_eq!((&last["count"], &last["state"]), (&json!("288"), &json!("exact")));
}

#[test]
fn a_client_that_goes_ends_its_search() {
    let server = Running::with(Bounds { searches: 1, ..Bounds::default() });
    let mut stream = server.connect();
    stream.write_all(&server.question("/api/v1/count", &several().to_string())).expect("it is sent");
    let mut first = [0; 64];
    stream.read_exact(&mut first).expect("the answer begins");
    server.wait_until_running(1);
    drop(stream);
    server.wait_until_running(0);
    assert_eq!(server.answer("/api/v1/solve", &puzzle(CLASSIC))["status"], "unique");
}

/// The time within which workers must be free: usually 0.1 seconds, much more on a busy machine. If a search
/// did not check its limits, it would take minutes.
const SOON: Duration = Duration::from_secs(5);

/// Requests about a board of side 25 without givens; most of them take long.
/// Returns a blank puzzle of side 25 with lines of a kind, each of the cells of two or three rows.
fn on_rules(kind: &str, cells: usize, lines: usize) -> Value {
    let line = |line: usize| {
        let cells = (0..cells).map(|place| {
            let (row, column) = ((line + place / 13) % 25, (3 * line + place % 13) % 25);
            format!(" r{}c{}", row + 1, column + 1)
        });
        format!("{kind}{}", cells.collect::<String>())
    };
    let rules: Vec<String> = (0..lines).map(line).collect();
    json!({ "board": { "side": 25, "rules": rules }, "givens": vec![0; 625] })
}

#[test]
fn a_board_with_too_many_rules_is_refused_by_the_name_of_a_rule() {
    let server = Running::start();
    for (kind, cells) in [("renban", 20), ("equality", 24), ("counting-circles", 25)] {
        for path in ["/api/v1/solve", "/api/v1/board", "/api/v1/check"] {
            let begun = Instant::now();
            let mut question = on_rules(kind, cells, 200);
            if path == "/api/v1/board" {
                question = question["board"].clone();
            }
            let refused = server.ask(path, &question);
            assert!(refused.status == 422, "{path} {kind}: {}", refused.text());
            assert!(refused.text().contains(&format!("found more with `{kind} r")), "{}", refused.text());
            assert!(begun.elapsed() < SOON, "{path} {kind}: {:?}", begun.elapsed());
        }
    }
}

#[test]
fn boards_with_many_rules_are_built_within_the_time_of_a_search() {
    let none = Duration::ZERO;
    let server = Running::with(Bounds { searches: 2, search: none, list: none, ..Bounds::default() });
    for path in ["/api/v1/solve", "/api/v1/check", "/api/v1/diagnose", "/api/v1/rate", "/api/v1/explain"] {
        for (kind, cells, lines) in [("equality", 14, 3), ("renban", 20, 3)] {
            let begun = Instant::now();
            let answer = server.ask(path, &on_rules(kind, cells, lines));
            assert_eq!(answer.status, 503, "{path} {kind}: {}", answer.text());
            assert!(answer.text().contains("no answer within the time limit"), "{}", answer.text());
            assert!(begun.elapsed() < SOON, "{path} {kind}: {:?}", begun.elapsed());
        }
    }
}

fn large_questions() -> Vec<(&'static str, Value)> {
    let board = json!({ "side": 25 });
    let blank = json!({ "board": board, "givens": vec![0; 625] });
    let mut hint = blank.clone();
    hint["grade"] = json!("full");
    let extreme = json!({ "board": board, "kind": "unique", "seed": 1, "level": "extreme" });
    vec![
        ("/api/v1/hint", hint),
        ("/api/v1/explain", blank.clone()),
        ("/api/v1/steps", blank.clone()),
        ("/api/v1/rate", blank.clone()),
        ("/api/v1/solve", blank.clone()),
        ("/api/v1/solve", on_rules("equality", 14, 3)),
        ("/api/v1/diagnose", on_rules("equality", 14, 3)),
        ("/api/v1/count", blank),
        ("/api/v1/generate", extreme.clone()),
        ("/api/v1/generate", json!({ "board": board, "kind": "easy", "seed": 1 })),
        ("/api/v1/generate", {
            let mut exercise = extreme;
            exercise["needs"] = json!(["jellyfish"]);
            exercise["practice"] = json!(true);
            exercise
        }),
    ]
}

#[test]
fn clients_that_go_free_their_workers_whatever_they_asked() {
    let hour = Duration::from_secs(3600);
    let server = Running::with(Bounds { searches: 2, search: hour, list: hour, ..Bounds::default() });
    for (path, question) in large_questions() {
        let question = server.question(path, &question.to_string());
        let mut clients: Vec<_> = (0..8).map(|_| server.connect()).collect();
        for client in &mut clients {
            client.write_all(&question).expect("it is sent");
        }
        std::thread::sleep(Duration::from_millis(300));
        drop(clients);
        let begun = Instant::now();
        assert_eq!(server.answer("/api/v1/solve", &puzzle(CLASSIC))["status"], "unique");
        let waited = begun.elapsed();
        println!("{path}: {waited:?} until another client is answered");
        assert!(waited < SOON, "{path}: {waited:?} until another client is answered");
    }
}

#[test]
fn searches_end_at_their_time_and_with_the_server() {
    let short = Duration::from_millis(300);
    let mut server = Running::with(Bounds { searches: 2, search: short, list: short, ..Bounds::default() });
    for (path, question) in large_questions().into_iter().filter(|(path, _)| *path != "/api/v1/count") {
        let begun = Instant::now();
        let answer = server.ask(path, &question);
        let waited = begun.elapsed();
        assert!(matches!(answer.status, 200 | 503), "{path}: {}", answer.text());
        if path == "/api/v1/generate" && answer.status == 503 {
            let text = answer.text();
            let what = if question["needs"].is_null() { "level" } else { "technique" };
            assert!(text.contains(&format!("No such puzzle found in 0.3 s. Try another {what}.")), "{text}");
        }
        assert!(waited < SOON, "{path}: {waited:?}");
    }
    let (path, question) = large_questions().swap_remove(0);
    let mut client = server.connect();
    client.write_all(&server.question(path, &question.to_string())).expect("it is sent");
    server.wait_until_running(1);
    let begun = Instant::now();
    server.stop();
    assert!(begun.elapsed() < SOON, "{:?} until the server has stopped", begun.elapsed());
}

#[test]
fn searches_wait_for_one_another_and_too_many_are_turned_away() {
    let short = Duration::from_millis(200);
    let server = Running::with(Bounds { searches: 1, waiting: 2, search: short, ..Bounds::default() });
    let mut counting = server.connect();
    counting.write_all(&server.question("/api/v1/count", &several().to_string())).expect("it is sent");
    server.wait_until_running(1);
    // Work without a search is still possible.
    assert_eq!(server.ask("/api/v1/check", &puzzle(CLASSIC)).status, 200);
    let late = server.ask("/api/v1/solve", &puzzle(CLASSIC));
    assert_eq!((late.status, late.header("retry-after")), (503, Some("1")));
    let question = server.question("/api/v1/count", &several().to_string());
    let mut waiting: Vec<_> = (0..2).map(|_| server.connect()).collect();
    for stream in &mut waiting {
        stream.write_all(&question).expect("it is sent");
    }
    let begun = Instant::now();
    while server.get("/api/v1/status").json()["waiting"] != json!(2) {
        assert!(begun.elapsed() < Duration::from_secs(60), "two requests wait");
    }
    let full = server.ask("/api/v1/solve", &puzzle(CLASSIC));
    assert_eq!(full.status, 503);
    assert!(full.text().contains("2 waiting"), "{}", full.text());
    drop((counting, waiting));
    server.wait_until_running(0);
    assert_eq!(server.ask("/api/v1/solve", &puzzle(CLASSIC)).status, 200);
}

#[test]
fn a_server_that_stops_ends_its_searches() {
    let mut server = Running::start();
    let mut stream = server.connect();
    stream.write_all(&server.question("/api/v1/count", &several().to_string())).expect("it is sent");
    server.wait_until_running(1);
    server.stop();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).expect("the connection is closed in good order");
    assert!(String::from_utf8_lossy(&rest).contains(r#""state":"stopped""#), "the last line is sent");
}

#[test]
fn requests_that_take_too_long_to_arrive_are_ended() {
    let server = Running::with(Bounds { arrival: Duration::from_millis(300), ..Bounds::default() });
    let mut idle = server.connect();
    let mut slow = server.connect();
    slow.write_all(b"GET / HTT").expect("it is sent");
    let body = server.question("/api/v1/solve", &puzzle(CLASSIC).to_string());
    let mut halting = server.connect();
    halting.write_all(&body[..body.len() - 9]).expect("it is sent");
    let mut answer = String::new();
    halting.read_to_string(&mut answer).expect("the connection is closed");
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    for stream in [&mut idle, &mut slow] {
        stream.read_to_end(&mut Vec::new()).expect("the connection is closed");
    }
}

#[test]
fn silent_connections_end_and_others_are_answered_but_running_work_goes_on() {
    let bounds = Bounds { connections: 4, arrival: Duration::from_millis(300), ..Bounds::default() };
    let server = Running::with(bounds);
    let mut counting = server.connect();
    counting.write_all(&server.question("/api/v1/count", &several().to_string())).expect("it is sent");
    server.wait_until_running(1);
    let mut silent: Vec<_> = (0..8).map(|_| server.connect()).collect();
    assert_eq!(server.ask("/api/v1/solve", &puzzle(CLASSIC)).status, 200);
    assert!(
        silent[0].read_to_end(&mut Vec::new()).is_ok_and(|length| length == 0),
        "the first one was closed"
    );
    server.wait_until_running(1);
    drop(counting);
}

#[test]
fn malformed_and_oversized_requests_by_the_thousand_do_no_harm() {
    // Some requests are never complete and end at the time limit.
    let server = Running::with(Bounds { arrival: Duration::from_millis(500), ..Bounds::default() });
    let host = format!("host: {}\r\n", server.address);
    let long = "x".repeat(20_000);
    let huge = "[".repeat(300_000);
    let deep = format!("{{\"givens\":{}", "[".repeat(20_000));
    let heads = [
        "\r\n\r\n\r\n".to_owned(),
        "GET\r\n\r\n".to_owned(),
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        "\u{0}\u{1}\u{2}\r\n\r\n".to_owned(),
        format!("GET /{long} HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
        format!("GET / HTTP/1.1\r\n{host}x: {long}\r\nconnection: close\r\n\r\n"),
        format!("GET /../../etc/passwd HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
        format!("POST /api/v1/solve HTTP/1.1\r\n{host}content-length: -1\r\n\r\n"),
        format!("POST /api/v1/solve HTTP/1.1\r\n{host}content-length: 99999999999999999999\r\n\r\n"),
        format!("BREW / HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
    ];
    let bodies = [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "\"\"",
        "{\"givens\":[]}",
        "{\"givens\":[1,2]}",
        "{\"givens\":[-1]}",
        "{\"board\":{\"side\":0},\"givens\":[]}",
        "{\"board\":{\"side\":255},\"givens\":[]}",
        "{\"board\":{\"box\":[255,255]},\"givens\":[]}",
        "{\"board\":{\"box\":[0,9]},\"givens\":[]}",
        "{\"board\":{\"side\":1},\"givens\":[2]}",
        "{\"board\":{\"side\":1},\"givens\":[1],\"placed\":[1]}",
        "{\"board\":{\"side\":4},\"givens\":[1]}",
        "{\"text\":\"\"}",
        "{\"text\":\"\\u0000\"}",
        "{\"format\":\"xls\",\"givens\":[]}",
        "{\"rules\":[\"killer 99 r1c1\",\"\"]}",
        "{\"rules\":[\"regions \u{1F600}\"]}",
        &huge,
        &deep,
    ];
    let paths = [
        "board",
        "check",
        "candidates",
        "parse",
        "export",
        "solve",
        "count",
        "hint",
        "explain",
        "steps",
        "rate",
        "generate",
        "why-not",
        "diagnose",
        "true-candidates",
        "minimize",
        "redundant",
        "booklet",
        "levels",
    ];
    let mut sent = 0;
    for round in 0..4 {
        for head in &heads {
            if let Ok(answer) = support::exchange(server.address, head.as_bytes()) {
                assert!((400..500).contains(&answer.status), "{} to {head:.80}", answer.status);
            }
            sent += 1;
        }
        for path in paths {
            for body in bodies {
                // The answer may be lost if the server closes before it has read the whole request.
                let question = server.question(&format!("/api/v1/{path}"), body);
                if let Ok(answer) = support::exchange(server.address, &question) {
                    let is_fine = matches!(answer.status, 200 | 400..500);
                    assert!(is_fine, "{} to {path} with {body:.80} in round {round}", answer.status);
                }
                sent += 1;
            }
        }
    }
    assert!(sent >= 960, "{sent}");
    assert_eq!(server.answer("/api/v1/solve", &puzzle(CLASSIC))["status"], "unique");
    server.wait_until_running(0);
}

#[test]
fn own_problems_are_shown_if_they_are_small_and_plain() {
    let server = Running::start();
    let ask = |text: &str| server.ask("/api/v1/problem", &json!({ "text": text }));
    let problem = ask("a b c\na b\nc\nb c\na\n").json();
    assert_eq!((&problem["solutions"], &problem["board"]), (&json!(2), &Value::Null));
    let sudoku = ask("12...........3.4").json();
    assert_eq!(sudoku["board"]["given"][1], json!({ "row": 0, "column": 1, "text": "2" }));
    assert_eq!(
        sudoku["options"].as_array().map(Vec::len),
        sudoku["board"]["options"].as_array().map(Vec::len)
    );
    for text in ["11..............", "", "a | x\na x:1\n", "a\nb\n"] {
        assert_eq!(ask(text).status, 422, "{text}");
    }
    let items: String = (0..121).map(|item| format!("i{item} ")).collect();
    assert!(ask(&format!("{items}\ni0\n")).text().contains("at most 120 items"));
    let both = server.ask("/api/v1/problem", &json!({ "name": "textbook", "text": "a\na\n" }));
    assert_eq!(both.status, 422);
}

#[test]
fn long_covers_are_listed_up_to_a_number_of_options() {
    let server = Running::start();
    // Each of 2^5000 covers has 5000 options.
    let items: Vec<String> = (0..5000).map(|item| format!("{item:x}")).collect();
    let options: String = items.iter().map(|item| format!("{item}\n{item}\n")).collect();
    let problem = format!("{}\n{options}", items.join(" "));
    let answer = server.answer("/api/v1/covers", &json!({ "problem": problem, "limit": 10_000 }));
    assert_eq!(answer["covers"].as_array().map(Vec::len), Some(200));
    assert_eq!(answer["complete"], json!(false));
}

#[test]
fn levels_of_a_puzzle_are_surveyed() {
    let server = Running::start();
    // A region of three cells: one and two, or three.
    let problem = "0 1 2 | one two three four\none 0\ntwo 1 2\nthree 0 1 2\n";
    let ask = |more: Value| {
        let mut question = json!({ "problem": problem });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.ask("/api/v1/survey", &question)
    };
    let all: Value = serde_json::from_str(&ask(json!({})).text()).unwrap();
    assert_eq!((&all["solutions"], &all["exact"], &all["distinct"]), (&json!(2), &json!(true), &json!("2")));
    assert_eq!((&all["unused"], &all["spare"]), (&json!(["four"]), &json!(["one", "two", "three"])));
    // One choice, which leads to a solution.
    assert_eq!(all["success"], json!(1.0));
    let one: Value =
        serde_json::from_str(&ask(json!({ "limit": 1, "pieces": ["four", "none"] })).text()).unwrap();
    assert_eq!(
        (&one["solutions"], &one["exact"], &one["distinct"]),
        (&json!(1), &json!(false), &Value::Null)
    );
    assert_eq!((&one["unused"], &one["spare"]), (&json!(["four"]), &json!([])));
    assert_eq!(ask(json!({ "limit": 0 })).status, 422);
}

#[test]
fn exact_cover_problems_are_listed_counted_and_have_symmetries() {
    let server = Running::start();
    // A ring of four items, whose two covers are mapped to each other.
    let ring = "a b c d\na b\nb c\nc d\nd a\n";
    let all = server.answer("/api/v1/covers", &json!({ "problem": ring, "limit": 10 }));
    assert_eq!(all, json!({ "covers": [[0, 2], [1, 3]], "complete": true }));
    let first = server.answer("/api/v1/covers", &json!({ "problem": ring }));
    assert_eq!(first, json!({ "covers": [[0, 2]], "complete": false }));
    let count = server.answer("/api/v1/cover-count", &json!({ "problem": ring }));
    assert_eq!(count, json!({ "count": "2" }));
    let found = server.answer("/api/v1/symmetries", &json!({ "problem": ring }));
    assert_eq!(found["order"], json!("8"));
    assert_eq!(found["item_orbits"], json!([["a", "b", "c", "d"]]));
    assert_eq!(found["option_orbits"], json!([[0, 1, 2, 3]]));
    for (question, words) in [
        (json!({ "problem": ring, "limit": 0 }), "expected a limit of 1 to 10000, found 0"),
        (json!({ "problem": "a b\na x\n" }), "line 2"),
    ] {
        let answer = server.ask("/api/v1/covers", &question);
        assert_eq!(answer.status, 422);
        assert!(answer.text().contains(words), "{}", answer.text());
    }
}
