//! Tests of the page in a real browser: headless Chromium with its driver.

mod support;

use serde_json::{Value, json};

use support::driver::{Screen, artefacts, key};
use support::page::{Page, cell};
use support::{CLASSIC, CLASSIC_SOLVED, digits};

/// The first of testdata/sudoku/hard.txt.
const HARD: &str = ".28...............7.....36...3....7.1.798.......14...6.75.12.4.4...9.6....63.....";

/// Returns the solution of the classic puzzle without four cells, which leaves two solutions.
fn with_rectangle_open() -> String {
    // Removes the first rectangle of two digits that lies in two boxes: its digits can be exchanged.
    let mut line: Vec<char> = CLASSIC_SOLVED.chars().collect();
    for (one, digit) in CLASSIC_SOLVED.char_indices() {
        let (row, column) = (one / 9, one % 9);
        for (other_row, other_column) in
            (row + 1..9).flat_map(|row| (column + 1..9).map(move |column| (row, column)))
        {
            let at = |row: usize, column: usize| CLASSIC_SOLVED.as_bytes()[9 * row + column];
            let is_in_two_boxes = (row / 3 == other_row / 3) != (column / 3 == other_column / 3);
            let is_rectangle =
                at(other_row, other_column) == digit as u8 && at(row, other_column) == at(other_row, column);
            if is_in_two_boxes && is_rectangle {
                for (row, column) in
                    [(row, column), (row, other_column), (other_row, column), (other_row, other_column)]
                {
                    line[9 * row + column] = '.';
                }
                return line.into_iter().collect();
            }
        }
    }
    panic!("the solution has a rectangle of two digits");
}

/// The state of an X-Wing.
const X_WING: &str = ":0000:x:67.+9+8.+1..4+8216+53+7+91.+92+7..8.+3+4+1+8+52..7+7+2+8+6..+45+3+59+6347+21+896.+4.8+7..+8.4+7\
    .....+2.75.68..:185 386 539 985::";

/// Returns true if the whole element is on the screen.
fn is_seen(page: &Page, css: &str) -> bool {
    let script = "const { left, top, right, bottom } = document.querySelector(arguments[0]).getBoundingClientRect(); \
        return left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5 && right > left";
    page.browser.run(script, &json!([css])) == json!(true)
}

/// Returns the cells of a class.
fn cells_of(page: &Page, class: &str) -> Value {
    let script = "return [...document.querySelectorAll(`.cell.${arguments[0]}`)].map((cell) => Number(cell.dataset.cell))";
    page.browser.run(script, &json!([class]))
}

/// Returns the focused cell as row and column.
fn focused(page: &Page) -> Value {
    let script = "const cell = Number(document.activeElement.dataset.cell); \
        return [Math.floor(cell / 9) + 1, cell % 9 + 1]";
    page.browser.run(script, &json!([]))
}

#[test]
fn the_page_is_small() {
    let page = Page::open();
    let script = "const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] \
        .filter(({ name }) => !/\\/(api|wasm)\\//.test(new URL(name).pathname)); \
        return [files.length, files.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)]";
    let found: (usize, usize) =
        serde_json::from_value(page.browser.run(script, &json!([]))).expect("two numbers");
    // The page, its style and its modules.
    assert!(found.0 > 20 && found.1 > 100_000 && found.1 < 200_000, "files and bytes: {found:?}");
}

#[test]
fn a_medium_puzzle_is_there_and_typing_reaches_it() {
    let page = Page::open();
    page.says("New puzzle: medium");
    page.browser.wait_for("#facts", "medium");
    page.browser.screenshot("play");
    let blank = page.digits().iter().position(|&digit| digit == 0).expect("a puzzle has blank cells");
    assert_eq!(focused(&page), json!([blank / 9 + 1, blank % 9 + 1]), "the first blank cell has the focus");
    page.browser.keys(['x', '5']);
    page.says("Note 5 added");
    page.browser.keys(['z', '5']);
    page.browser.wait(&format!(
        "return document.querySelector(\"{}\").textContent === '5'",
        cell(blank / 9 + 1, blank % 9 + 1)
    ));
    // A pressed button takes no key away from the grid.
    page.press("#level-easy");
    page.says("New puzzle: easy");
    page.browser.keys([key::END, key::BACKSPACE]);
    page.says("row");
}

#[test]
fn a_puzzle_is_read_solved_and_reset() {
    let page = Page::open();
    page.press("#empty");
    page.browser.screenshot("empty");
    page.set("#text", CLASSIC);
    page.press("#read");
    page.says("30 givens, read as line.");
    assert_eq!(page.digits(), digits(CLASSIC));
    assert_eq!(page.label(1, 1), "row 1 column 1, given 5");
    page.press("#solve");
    page.says("only solution");
    assert_eq!(page.digits(), digits(CLASSIC_SOLVED));
    assert_eq!(page.label(1, 3), "row 1 column 3, found 4");
    page.browser.screenshot("solved");
    page.press("#reset");
    page.says("Everything but the givens is cleared.");
    assert_eq!(page.digits(), digits(CLASSIC));
    // A digit that is typed now is an entry and no given.
    page.focus(1, 3);
    page.browser.keys(['4']);
    page.says("4 in row 1 column 3");
    assert_eq!(page.label(1, 3), "row 1 column 3, 4");
    page.focus(1, 1);
    page.browser.keys(['4']);
    page.says("holds a given, which stays");
}

#[test]
fn givens_are_typed_one_after_the_other_and_fixed() {
    let page = Page::open();
    page.empty();
    for character in CLASSIC.chars() {
        page.browser.keys([character]);
    }
    page.wait_for_digits(&digits(CLASSIC));
    assert!(page.browser.text("#facts").contains("editing givens"));
    page.press("#start");
    page.says("The givens are fixed");
    assert_eq!(page.label(1, 1), "row 1 column 1, given 5");
    page.browser.keys([key::UP, '3']);
    page.browser.wait_for("#start", "Edit the givens");
    page.press("#start");
    page.says("Keys enter givens");
}

#[test]
fn conflicts_are_named_at_once_and_nothing_moves() {
    let page = Page::on(Screen::LAPTOP, "");
    page.empty();
    let stage = page.place_of(".stage");
    let before = [page.place_of("#grid"), page.place_of("#keypad"), page.place_of(".panel")];
    page.focus(3, 1);
    page.browser.keys(['5']);
    page.focus(3, 7);
    page.browser.keys(['5']);
    page.says("5 twice in row 3: r3c1 and r3c7");
    assert_eq!(page.label(3, 1), "row 3 column 1, given 5, in conflict");
    assert_eq!(cells_of(&page, "conflict"), json!([18, 24]));
    let after = [page.place_of("#grid"), page.place_of("#keypad"), page.place_of(".panel")];
    assert_eq!(before, after);
    page.browser.screenshot("conflict");
    page.is_accessible("conflict");
    page.press("#solve");
    page.says("Invalid puzzle: 5 twice in row 3");
    page.focus(3, 7);
    page.browser.keys([key::BACKSPACE]);
    page.browser.wait("return !document.querySelector('[aria-invalid=true]')");
    // Rules with long names do not move it either.
    page.set("#rules", "killer 15 r1c1 r1c2 r2c1 r2c2\nthermo r4c4 r5c5 r6c6 r7c6\nwhite r9c1 r9c2");
    page.press("#rules-apply");
    page.browser.wait_for("#rules-list", "r4c4");
    assert_eq!(page.place_of(".stage"), stage);
    assert_eq!(page.place_of("#keypad"), before[1]);
    assert_eq!(page.place_of("#board")[..2], page.place_of(".stage")[..2]);
}

#[test]
fn several_and_no_solutions_are_said_and_explained() {
    let page = Page::open();
    page.load(&with_rectangle_open());
    page.press("#solve");
    page.says("Several solutions. Two of them differ in 4 cells: r");
    assert_eq!(cells_of(&page, "differing").as_array().map(Vec::len), Some(4));
    page.browser.screenshot("several");
    page.press("#count");
    page.browser.wait_for("#answer", "2 solutions.");
    page.press("#diagnose");
    page.browser.wait("return document.querySelectorAll('.cell.marked').length > 0");
    page.press("#true-candidates");
    page.says("Several solutions. 4 cells have several digits in them.");
    page.browser.wait_for("#answer", " in 1");
    page.load(&CLASSIC.replacen("53..", "531.", 1));
    page.press("#solve");
    page.says("No solution");
    page.press("#diagnose");
    page.browser.wait("return document.querySelectorAll('.cell.marked').length > 0");
    page.browser.screenshot("why-none");
    page.load(CLASSIC);
    page.press("#redundant");
    page.says("Not needed, each alone: ");
    page.browser.wait("return document.querySelectorAll('.cell.marked').length > 0");
    page.focus(1, 3);
    page.set("#why-digit", "1");
    page.press("#why-not");
    page.browser.wait("return !document.querySelector('#why-text').hidden");
    page.browser.screenshot("why-not");
    page.is_accessible("why not");
}

#[test]
fn texts_in_every_form_are_read() {
    let page = Page::open();
    let rows: Vec<&str> = (0..9).map(|row| &CLASSIC[9 * row..9 * row + 9]).collect();
    let with = |blank: &str| rows.join("\n").replace('.', blank);
    let cells = |row: &&str| {
        row.chars().map(|digit| digit.to_string().replace('.', "")).collect::<Vec<_>>().join("\t")
    };
    let texts = [
        (format!("#ATester\n{}\n", rows.join("\n")), "sdk"),
        (format!(":0000:x:{CLASSIC}:::"), "hodoku"),
        (json!({ "givens": CLASSIC }).to_string(), "json"),
        (format!("1\n{}\n", with("0")), "poj"),
        (with("-"), "grid"),
        (with("x"), "grid"),
        (with("?"), "grid"),
        (format!("From the newspaper\n{}", with(".")), "grid"),
        (rows.iter().map(cells).collect::<Vec<_>>().join("\n"), "grid"),
        (format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", CLASSIC.replace('.', "0")), "link"),
    ];
    for (text, format) in &texts {
        page.empty();
        page.paste(text);
        page.says("read as");
        page.says(&format!("read as {format}"));
        assert_eq!(page.digits(), digits(CLASSIC), "{text}");
    }
    page.paste(&CLASSIC[..80]);
    page.says("80");
    assert_eq!(page.digits(), digits(CLASSIC), "nothing is lost");
    page.focus(1, 1);
    page.browser.keys(['ä']);
    page.says("Expected a digit from 1 to 9, found “ä”.");
}

#[test]
fn every_puzzle_of_a_text_is_reached() {
    let page = Page::open();
    page.load(&format!("{CLASSIC}\n{HARD}\n"));
    page.says("Puzzle 1 of 2");
    page.press("#reader-next");
    page.says("Puzzle 2 of 2");
    assert_eq!(page.digits(), digits(HARD));
    page.press("#reader-back");
    page.says("Puzzle 1 of 2");
    assert_eq!(page.digits(), digits(CLASSIC));
}

#[test]
fn a_bad_link_leaves_a_working_grid() {
    for (fragment, words) in [
        ("p=123", "expected 81 cells for the givens, found 3"),
        ("b=77x3&p=1", "expected boxes"),
        (&format!("p={CLASSIC}&r=thermometer%20r1c1"), "thermometer"),
        ("nonsense", "The link holds no puzzle."),
    ] {
        let page = Page::on(Screen::DESKTOP, &format!("#{fragment}"));
        page.says(words);
        assert_eq!(page.digits(), vec![0; 81]);
        page.browser.keys(['7']);
        page.says("7 in row 1 column 1");
        page.press("#level-easy");
        page.says("New puzzle: easy");
    }
}

#[test]
fn links_hold_the_puzzle_and_the_state_of_solving_it() {
    let page = Page::open();
    page.load(CLASSIC);
    page.focus(1, 3);
    page.browser.keys(['4']);
    page.says("4 in row 1");
    page.focus(1, 4);
    page.browser.chord(&[key::SHIFT], ['2', '6']);
    page.browser.wait("return document.activeElement.getAttribute('aria-label').endsWith('notes 2 6')");
    let mut expected = digits(CLASSIC);
    expected[2] = 4;
    page.browser.reload();
    page.ready();
    assert_eq!(page.digits(), expected);
    assert_eq!(page.label(1, 4), "row 1 column 4, empty, notes 2 6");
    // Without the fragment the last game is restored from the storage, and a link to it is complete.
    page.browser.open("about:blank");
    page.browser.open(&page.host.url());
    page.ready();
    assert_eq!(page.digits(), expected);
    page.browser.run(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text } } })",
        &json!([]),
    );
    page.press("#copy-link");
    page.says("Link copied.");
    let link = page.browser.run("return window.copied", &json!([]));
    page.browser.run("localStorage.clear()", &json!([]));
    page.browser.open("about:blank");
    page.browser.open(link.as_str().expect("an address"));
    page.ready();
    assert_eq!(page.digits(), expected);
    assert_eq!(page.label(1, 4), "row 1 column 4, empty, notes 2 6");
    // The same link, pasted.
    page.empty();
    page.paste(link.as_str().expect("an address"));
    page.says("Puzzle from a link of this page.");
    assert_eq!(page.digits(), expected);
}

#[test]
fn an_export_says_what_it_leaves_out() {
    let page = Page::open();
    page.load(CLASSIC);
    page.set("#rules", "killer 14 r1c1 r1c2 r2c1\nx");
    page.press("#rules-apply");
    page.browser.wait_for("#rules-list", "r1c2");
    page.browser.run(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text } } })",
        &json!([]),
    );
    page.set("#export-format", "line");
    page.press("#copy-text");
    page.says("Copied as line. This format leaves out");
    page.says("rules");
    page.set("#export-format", "fpuzzles");
    page.press("#copy-text");
    page.says("Copied as fpuzzles.");
    let text = page.browser.run("return window.copied", &json!([]));
    page.empty();
    page.paste(text.as_str().expect("a text"));
    page.says("read as fpuzzles");
    page.browser.wait_for("#rules-list", "r1c2");
}

#[test]
fn hints_come_in_four_grades_and_can_be_applied() {
    let page = Page::open();
    page.load(CLASSIC);
    let before = page.place_of("#grid");
    page.press("#hint");
    page.browser.wait_for("#hint-text", "Look at ");
    page.browser.wait_for("#hint", "Which technique?");
    page.browser.click("#hint");
    page.browser.wait_for("#hint-text", "Naked Single");
    page.browser.click("#hint");
    page.browser.wait("return document.querySelectorAll('.cell.marked').length === 1");
    assert_eq!(page.label(5, 5), "row 5 column 5, empty, hint");
    page.browser.click("#hint");
    page.says("Naked Single: r5c5=5");
    page.browser.wait_for("#hint-reason", "r5c5 is 5");
    assert_eq!(page.label(5, 5), "row 5 column 5, empty, hint: 5");
    page.browser.screenshot("hint");
    page.is_accessible("hint");
    page.browser.click("#hint-apply");
    page.says("Applied");
    assert_eq!(page.label(5, 5), "row 5 column 5, 5");
    // The hint was about the state before.
    assert_eq!(page.browser.text("#hint"), "Hint");
    assert_eq!(
        page.browser.run("return document.querySelector('#hint-apply').disabled", &json!([])),
        json!(true)
    );
    assert_eq!(page.place_of("#grid"), before);
}

/// Lists all steps, and shows the X-Wing.
fn choose_x_wing(page: &Page) {
    page.press("#steps");
    page.browser.wait("return document.querySelector('#steps-stop').disabled");
    page.says(" steps.");
    let choose = "const one = [...document.querySelectorAll('#steps-list details')] \
        .find((group) => group.querySelector('summary').textContent === 'X-Wing: 1 (hard)'); \
        one.open = true; one.querySelector('button').click()";
    page.browser.run(choose, &json!([]));
    page.says("X-Wing: 5 r17 c39 => r8c9<>5");
    page.browser.wait_for("#steps-reason", "r8c9 cannot be 5");
}

/// Returns the notes of which the sentence with the focus speaks: the cell, the digit and how.
fn spoken(page: &Page) -> Value {
    let script = "return [...document.querySelectorAll('.notes .spoken')].map((note) => \
        [Number(note.closest('.cell').dataset.cell), Number(note.textContent), note.classList.item(note.classList.length - 1)])";
    page.browser.run(script, &json!([]))
}

#[test]
fn a_sentence_shows_its_cells_and_candidates_in_the_grid() {
    let page = Page::open();
    page.load(X_WING);
    choose_x_wing(&page);
    assert_eq!(cells_of(&page, "named"), json!([]));
    let focus =
        "const all = document.querySelectorAll('#steps-reason .sentence'); all[all.length - 1].focus()";
    page.browser.run(focus, &json!([]));
    // The elimination of the last sentence.
    assert_eq!(cells_of(&page, "named"), json!([71]));
    assert_eq!(spoken(&page), json!([[71, 5, "excluded"]]));
    page.is_accessible("sentence");
    page.browser.run("document.activeElement.blur()", &json!([]));
    assert_eq!((cells_of(&page, "named"), spoken(&page)), (json!([]), json!([])));
}

#[test]
fn an_elimination_notes_only_its_own_cells() {
    let page = Page::open();
    page.load(HARD);
    let mut text = String::new();
    for _ in 0..40 {
        for _ in 0..4 {
            page.press("#hint");
            page.browser.wait("return document.querySelector('#hint-text').textContent");
        }
        page.browser.wait("return !document.querySelector('#hint-apply').disabled");
        text = page.browser.text("#hint-text");
        page.browser.click("#hint-apply");
        page.browser.wait("return document.querySelector('#hint-apply').disabled");
        if text.contains("<>") {
            break;
        }
    }
    assert!(text.contains("<>"), "{text}");
    let noted = page.browser.run("return document.querySelectorAll('.notes').length", &json!([]));
    assert!(noted.as_u64().is_some_and(|noted| (1..12).contains(&noted)), "{noted}: {text}");
    // It is not told again.
    for _ in 0..4 {
        page.press("#hint");
        page.browser.wait("return document.querySelector('#hint-text').textContent");
    }
    page.browser.wait("return !document.querySelector('#hint-apply').disabled");
    assert_ne!(page.browser.text("#hint-text"), text);
}

#[test]
fn a_wrong_digit_is_marked_as_such() {
    let page = Page::open();
    page.load(CLASSIC);
    page.focus(1, 3);
    // No conflict, but not the digit of the solution.
    page.browser.keys(['1']);
    page.says("1 in row 1 column 3");
    page.press("#check");
    page.says("Wrong: r1c3.");
    assert_eq!(cells_of(&page, "wrong"), json!([2]));
    assert_eq!(cells_of(&page, "marked"), json!([]));
    page.browser.screenshot("wrong");
    page.press("#hint");
    page.browser.wait_for("#hint-text", "wrong");
    assert_eq!(cells_of(&page, "marked"), json!([]));
    page.set("#set-checks", "solution");
    page.browser.wait("return document.querySelector('.cell.wrong')");
    page.focus(1, 3);
    page.browser.keys(['4']);
    page.browser.wait("return !document.querySelector('.cell.wrong')");
}

#[test]
fn all_steps_are_listed_and_one_is_shown_and_applied() {
    for (screen, name) in [(Screen::DESKTOP, "steps"), (Screen::PHONE, "steps-phone")] {
        let page = Page::on(screen, "");
        page.load(X_WING);
        choose_x_wing(&page);
        assert_eq!(page.label(1, 3), "row 1 column 3, empty, notes 3 5, hint");
        assert!(page.label(8, 9).ends_with("hint: not 5"));
        page.browser.screenshot(name);
        page.is_accessible(name);
        assert!(is_seen(&page, "#grid"), "the grid is seen beside the list");
        page.press("#steps-apply");
        page.says("Applied: X-Wing");
        assert!(!page.label(8, 9).contains('5'), "{}", page.label(8, 9));
        page.browser.wait("return document.querySelector('#steps-list').hidden");
    }
}

#[test]
fn a_list_of_steps_is_stopped_and_ends_its_work() {
    let page = Page::open();
    page.set("#size", "16");
    page.press("#blank");
    page.says("Empty grid");
    page.press("#steps-all");
    page.press("#steps");
    page.host.wait_until_running(1);
    page.browser.click("#steps-stop");
    page.says("Stopped after 0 steps. There may be more.");
    page.host.wait_until_running(0);
}

#[test]
fn an_exercise_is_begun_and_its_step_is_found() {
    let page = Page::open();
    page.set("#practice-technique", "Skyscraper");
    page.press("#practice");
    page.says("Find a step: Skyscraper.");
    for _ in 0..4 {
        page.press("#hint");
        page.browser.wait("return document.querySelector('#hint-text').textContent");
    }
    page.says("Skyscraper: ");
    page.browser.wait_for("#hint-reason", ".");
    page.browser.screenshot("practice");
    page.press("#hint-apply");
    page.says("Found: Skyscraper: ");
    page.browser.wait_for("#practice-reason", ".");
    page.is_accessible("practice");
    page.empty();
    page.browser.wait("return document.querySelector('#practice-text').hidden");
}

#[test]
fn an_explanation_is_a_mode_with_keys_of_its_own() {
    let page = Page::open();
    page.load(CLASSIC);
    page.press("#rate");
    page.browser.wait_for("#answer", "Easy, score 204");
    page.browser.wait_for("#facts", "easy");
    page.press("#hint");
    page.browser.wait("return document.querySelector('#hint-text').textContent");
    page.press("#explain");
    page.browser.wait_for("#path-text", "51 steps: easy");
    page.browser.keys([key::RIGHT]);
    page.says("Step 2 of 51");
    assert_eq!(page.label(5, 5), "row 5 column 5, 5");
    let buttons = page.place_of("#path-next");
    page.browser.screenshot("explanation");
    page.is_accessible("explanation");
    // Typing does not end it, and changes nothing.
    page.browser.keys(['3']);
    page.says("An explanation is shown.");
    page.browser.keys([key::END]);
    page.says("End of the explanation.");
    page.wait_for_digits(&digits(CLASSIC_SOLVED));
    assert_eq!(page.place_of("#path-next"), buttons, "the buttons stay where they are");
    page.browser.keys([key::HOME, key::ESCAPE]);
    page.wait_for_digits(&digits(CLASSIC));
    page.press("#explain");
    page.browser.wait_for("#path-text", "51 steps: easy");
    page.browser.keys([key::RIGHT, key::RIGHT]);
    page.says("Step 3 of 51");
    page.press("#path-play");
    page.says("Play on from step 3.");
    assert_eq!(page.digits().iter().filter(|&&digit| digit > 0).count(), 32);
    assert_eq!(page.label(5, 5), "row 5 column 5, 5");
}

#[test]
fn several_cells_are_selected_and_filled_at_once() {
    let page = Page::open();
    page.load(CLASSIC);
    page.browser.drag(&[], &[cell(1, 3), cell(1, 4), cell(2, 4)]);
    page.browser.wait("return document.querySelectorAll('[aria-selected=true]').length === 3");
    page.browser.chord(&[key::SHIFT], ['2']);
    page.says("added in 3 cells");
    // The givens are no part of it.
    assert_eq!(page.label(1, 3), "row 1 column 3, empty, notes 2");
    assert_eq!(page.label(2, 4), "row 2 column 4, given 1");
    page.browser.drag(&[key::CONTROL], &[cell(9, 1)]);
    page.browser.wait("return document.querySelectorAll('[aria-selected=true]').length === 4");
    page.browser.keys(['v', '3']);
    page.browser.wait("return document.querySelectorAll('.cell[data-color=\"3\"]').length === 4");
    page.browser.keys(['c', '7']);
    page.browser.wait("return document.querySelectorAll('.centre').length === 3");
    page.browser.keys(['z']);
    page.focus(6, 2);
    page.browser.chord(&[key::SHIFT], [key::RIGHT, key::DOWN]);
    page.browser.wait("return document.querySelectorAll('[aria-selected=true]').length === 3");
    page.browser.screenshot("several-cells");
    page.is_accessible("colors");
    page.set("#set-digitFirst", "");
    page.browser.run("document.querySelector('#set-digitFirst').click()", &json!([]));
    page.press("#keypad [data-digit='4']");
    page.says("Choose cells for 4.");
    page.browser.click(&cell(1, 3));
    page.says("4 in row 1 column 3");
    page.browser.wait("return document.querySelectorAll('.cell.same').length > 1");
}

#[test]
fn every_action_can_be_undone_and_redone() {
    let page = Page::open();
    page.load(CLASSIC);
    page.focus(1, 3);
    page.browser.keys(['4']);
    page.says("4 in row 1 column 3");
    page.press("#notes-all");
    page.says("All candidates are written as notes.");
    assert!(page.label(1, 4).starts_with("row 1 column 4, empty, notes "));
    page.press("#solve");
    page.says("only solution");
    page.press("#reset");
    page.says("Everything but the givens is cleared.");
    page.press("#undo");
    page.says("Undone: reset");
    assert_eq!(page.digits(), digits(CLASSIC_SOLVED));
    page.focus(1, 1);
    page.browser.keys(['u']);
    page.says("Undone: solving");
    page.browser.chord(&[key::CONTROL], ['z']);
    page.says("Undone: all candidates");
    assert_eq!(page.label(1, 4), "row 1 column 4, empty");
    page.browser.chord(&[key::CONTROL], ['z']);
    page.says("Undone: 4 in row 1 column 3");
    assert_eq!(page.digits(), digits(CLASSIC));
    for words in ["4 in row 1 column 3", "all candidates", "solving", "reset"] {
        page.browser.chord(&[key::CONTROL], ['y']);
        page.says(&format!("Redone: {words}"));
    }
    assert_eq!(page.digits(), digits(CLASSIC));
}

#[test]
fn the_keyboard_alone_does_everything() {
    let page = Page::open();
    page.empty();
    page.browser.keys([key::DOWN, key::RIGHT, 's', 'd', key::UP]);
    assert_eq!(focused(&page), json!([2, 3]));
    page.browser.keys(['w', 'a', key::HOME]);
    assert_eq!(focused(&page), json!([1, 1]));
    page.browser.keys([key::UP, key::LEFT, key::END]);
    assert_eq!(focused(&page), json!([1, 9]));
    page.browser.chord(&[key::CONTROL], [key::END]);
    assert_eq!(focused(&page), json!([9, 9]));
    page.browser.chord(&[key::CONTROL], [key::HOME]);
    assert_eq!(focused(&page), json!([1, 9]));
    page.load(CLASSIC);
    page.focus(1, 3);
    page.browser.chord(&[key::SHIFT], ['1', '2', '4']);
    page.browser.wait("return document.activeElement.getAttribute('aria-label').endsWith('notes 1 2 4')");
    page.browser.chord(&[key::SHIFT], ['2']);
    page.browser.wait("return document.activeElement.getAttribute('aria-label').endsWith('notes 1 4')");
    page.browser.chord(&[key::CONTROL], ['4']);
    page.browser.wait("return document.activeElement.getAttribute('aria-label').endsWith('centre notes 4')");
    // The grid is one stop of the tab order, and everything else has one of its own.
    page.browser.keys([key::TAB]);
    assert_ne!(
        page.browser.run("return document.activeElement.getAttribute('role')", &json!([])),
        "gridcell"
    );
    let reached = page.browser.run(
        "return [...document.querySelectorAll('button, select, input, textarea, summary')] \
            .filter((one) => one.tabIndex < 0).length",
        &json!([]),
    );
    assert_eq!(reached, json!(0));
    page.browser.keys(['h']);
    page.browser.wait_for("#hint-text", "Look at");
}

#[test]
fn large_grids_are_generated_edited_and_solved() {
    let page = Page::open();
    page.set("#size", "16");
    page.set("#kind", "easy");
    page.set("#seed", "3");
    page.press("#generate");
    page.says("New puzzle: 16×16");
    let cells = page.browser.run("return document.querySelectorAll('[role=gridcell]').length", &json!([]));
    assert_eq!(cells, json!(256));
    let blank = page.digits().iter().position(|&digit| digit == 0).expect("a puzzle has blank cells");
    page.focus(blank / 16 + 1, blank % 16 + 1);
    page.browser.keys(['1', '6']);
    page.browser.wait("return / 16(,|$)/.test(document.activeElement.getAttribute('aria-label'))");
    page.browser.keys([key::BACKSPACE]);
    page.says("cleared");
    page.press("#notes-all");
    page.says("All candidates");
    // Notes of two figures do not touch.
    let touching = "return [...document.querySelectorAll('.notes')].flatMap((notes) => { \
        const rects = [...notes.children].filter((one) => one.textContent).map((one) => { \
            const range = document.createRange(); range.setStart(one.firstChild, 0); \
            range.setEnd(one.firstChild, one.textContent.trimEnd().length); return range.getBoundingClientRect(); }); \
        return rects.filter((one, index) => index && Math.abs(one.y - rects[index - 1].y) < 1 \
            && one.left - rects[index - 1].right < 0.8); }).length";
    assert_eq!(page.browser.run(touching, &json!([])), json!(0));
    page.browser.screenshot("16x16");
    page.is_accessible("16x16");
    page.browser.run("document.querySelector('#set-letters').click()", &json!([]));
    page.browser.wait("return document.querySelector('#keypad [data-digit=\"16\"]').textContent === 'G'");
    page.browser.screenshot("16x16-letters");
    page.press("#solve");
    page.says("only solution");
    for size in ["4", "6", "12"] {
        page.set("#size", size);
        page.press("#generate");
        page.says(&format!("New puzzle: {size}×{size}"));
        page.browser.screenshot(&format!("{size}x{size}"));
    }
    page.set("#text", &".".repeat(0));
    page.browser.open(&format!("{}#b=5x5&p={}", page.host.url(), ".".repeat(625)));
    page.browser.wait("return document.querySelectorAll('[role=gridcell]').length === 625");
    page.browser.screenshot("25x25");
}

#[test]
fn levels_differ_in_their_givens_and_what_cannot_work_is_refused_at_once() {
    let page = Page::open();
    let givens = |kind: &str| {
        page.set("#size", "9");
        page.set("#kind", kind);
        page.set("#seed", "11");
        page.press("#generate");
        page.says("seed 11");
        page.browser.wait("return document.querySelector('#generated').textContent.includes('seed 11')");
        page.digits().iter().filter(|&&digit| digit > 0).count()
    };
    let (easiest, medium) = (givens("easy"), givens("unique/medium"));
    assert!(easiest >= medium + 6, "{easiest} givens are very easy, {medium} are medium");
    // Sides where a level has hardly any puzzle do not offer it.
    page.set("#kind", "unique/extreme");
    page.set("#size", "4");
    page.browser.wait("return document.querySelector('#kind [value=\"unique/extreme\"]').disabled");
    page.browser.wait("return document.querySelector('#kind').value === 'unique'");
    page.set("#size", "9");
    page.browser.wait("return !document.querySelector('#kind [value=\"unique/extreme\"]').disabled");
}

#[test]
fn variants_are_generated_drawn_and_checked() {
    let page = Page::open();
    page.reveal("#variants");
    page.browser.run("document.querySelector('#variants input[value=x]').click()", &json!([]));
    page.set("#seed", "5");
    page.press("#generate");
    page.says("New puzzle: 9×9");
    page.browser
        .wait("return document.querySelector('#rules-text').textContent.toLowerCase().includes('diagonal')");
    page.press("#solve");
    page.says("only solution");
    page.browser.screenshot("diagonals");
    page.browser.run("document.querySelector('#variants input[value=x]').click()", &json!([]));
    page.browser.run("document.querySelector('#variants input[value=killer]').click()", &json!([]));
    page.press("#generate");
    page.says("New puzzle: 9×9");
    page.browser.wait("return / cage \\d/.test([...document.querySelectorAll('.cell')].map((cell) => cell.ariaLabel).join())");
    page.press("#notes-all");
    page.says("All candidates");
    page.browser.screenshot("killer");
    page.is_accessible("killer");
    // The sums stand above the notes.
    let top = page.browser.run(
        "return Number(document.querySelector('#board').style.getPropertyValue('--note-top'))",
        &json!([]),
    );
    assert!(top.as_f64().is_some_and(|top| top >= 0.2), "{top}");
}

#[test]
fn regions_that_were_to_be_found_are_drawn_once_they_are() {
    let page = Page::open();
    page.press("#empty");
    let rules = "chaos\nregion-count r2c2 = r2c2 r1c2 r2c1 r2c3 r3c2\nall(different @r1c1 @r1c4)";
    page.set("#text", &format!("1234341.2.......\n{rules}"));
    page.press("#read");
    page.says("8 givens");
    let frames = "return document.querySelectorAll('#overlay .region').length";
    assert_eq!(page.browser.run(frames, &json!([])), json!(0));
    page.press("#solve");
    page.says("only solution");
    assert_eq!(page.browser.run(frames, &json!([])), json!(4));
    assert_eq!(page.label(3, 3), "row 3 column 3, found 4, region D");
    page.browser.screenshot("regions");
    page.is_accessible("regions");
    page.press("#undo");
    assert_eq!(page.browser.run(frames, &json!([])), json!(0));
    page.set("#text", "1234341223414123\nchaos");
    page.press("#read");
    page.says("Solved: every cell is filled");
    page.press("#solve");
    page.says("Two of them have the same digits in other regions.");
}

#[test]
fn rules_are_drawn_by_mouse_and_by_keyboard() {
    let page = Page::open();
    page.empty();
    page.set("#tool", "killer");
    page.set("#tool-value", "15");
    page.press("#draw");
    page.browser.drag(&[], &[cell(1, 1), cell(1, 2), cell(2, 2)]);
    page.says("3 cells: r1c1 r1c2 r2c2");
    page.press("#draw-add");
    page.browser.wait("return document.querySelector('.cell').ariaLabel.includes('cage 15')");
    page.set("#tool", "thermo");
    page.focus(5, 5);
    page.browser.keys([key::ENTER, key::RIGHT, key::ENTER]);
    page.says("2 cells: r5c5 r5c6");
    page.browser.screenshot("drawing");
    page.press("#draw-add");
    page.browser.wait("return document.querySelectorAll('#rules-list li').length === 2");
    page.is_accessible("create");
    page.browser.screenshot("create");
    page.press("#rules-list button");
    page.browser.wait("return document.querySelectorAll('#rules-list li').length === 1");
    page.press("#draw");
    page.says("Drawing is off.");
    // Rules of lines and clues outside, with the digits and notes on them.
    page.set("#rules", "thermo r1c1 r1c2 r2c2\nsandwich row 2 = 9\nwhisper 5 r5c5 r5c6 r6c7");
    page.press("#rules-apply");
    page.browser.wait("return document.querySelectorAll('#rules-list li').length === 3");
    page.focus(1, 1);
    page.browser.keys(['7']);
    page.focus(1, 2);
    page.browser.keys(['3']);
    page.says("Conflict:");
    page.browser.screenshot("lines");
}

/// The picture and the cells have the same places; a note is at the same place in all cells, whatever others they have.
#[test]
fn notes_stand_at_fixed_places_under_the_circles_of_chains() {
    let page = Page::open();
    page.load(HARD);
    page.press("#show-candidates");
    page.browser.wait("return document.querySelectorAll('.notes').length > 40");
    page.browser.wait("return document.querySelector('.picture').naturalWidth > 0");
    let spread = page.browser.run(
        "const places = [...document.querySelectorAll('.cell')].filter((cell) => cell.querySelector('.notes')).map((cell) => { \
            const [note, own] = [cell.querySelector('.notes').children[4], cell].map((part) => part.getBoundingClientRect()); \
            return [note.x + note.width / 2 - own.x, note.y + note.height / 2 - own.y]; }); \
        return [0, 1].map((axis) => Math.max(...places.map((one) => one[axis])) - Math.min(...places.map((one) => one[axis])))",
        &json!([]),
    );
    let spread: Vec<f64> = serde_json::from_value(spread).expect("two numbers");
    assert!(spread.iter().all(|&distance| distance < 1.0), "{spread:?}");
    // Each end of a link lies on its note.
    page.set("#practice-technique", "Skyscraper");
    page.press("#practice");
    page.says("Find a step: Skyscraper.");
    for _ in 0..4 {
        page.press("#hint");
        page.browser.wait("return document.querySelector('#hint-text').textContent");
    }
    page.browser.wait("return document.querySelectorAll('.end').length > 1");
    let far = "return [...document.querySelectorAll('.end')].map((end) => { \
        const { x, y, width, height } = end.getBoundingClientRect(); const [cx, cy] = [x + width / 2, y + height / 2]; \
        return Math.min(...[...document.querySelectorAll('.notes > span')].filter((note) => note.textContent) \
            .map((note) => { const rect = note.getBoundingClientRect(); \
                return Math.hypot(rect.x + rect.width / 2 - cx, rect.y + rect.height / 2 - cy); })); }) \
        .filter((distance) => distance > 3).length";
    assert_eq!(page.browser.run(far, &json!([])), json!(0));
    page.browser.screenshot("chain");
    // All digits have one size.
    let sizes = "return [...new Set([...document.querySelectorAll('.digit')].map((digit) => getComputedStyle(digit).fontSize))].length";
    assert_eq!(page.browser.run(sizes, &json!([])), json!(1));
}

#[test]
fn the_frame_fits_every_screen() {
    let screens = [
        (Screen::LAPTOP, "laptop"),
        (Screen::WIDE, "wide"),
        (Screen::PHONE, "phone"),
        (Screen::PHONE_SIDEWAYS, "phone-sideways"),
        (Screen::TABLET, "tablet"),
        (Screen::ZOOMED, "zoomed"),
    ];
    for (screen, name) in screens {
        let page = Page::on(screen, "");
        page.load(CLASSIC);
        page.browser.screenshot(name);
        for css in ["#grid", "#keypad", "#modes", "#undo"] {
            assert!(is_seen(&page, css), "{css} is seen as a whole: {name}");
        }
        let [_, _, width, _] = page.place_of("#board");
        let least =
            f64::from(screen.width.min(screen.height)) * if screen == Screen::PHONE { 0.9 } else { 0.6 };
        assert!(width >= least, "the grid is large: {width} on {name}");
        page.is_accessible(name);
        // Hints and steps are read beside the grid.
        let before = page.place_of("#grid");
        page.press("#pad-hint");
        page.browser.wait_for("#hint-text", "Look at");
        page.press("#explain");
        page.browser.wait_for("#path-text", "51 steps");
        page.press("#path-next");
        page.says("Step 2 of 51");
        assert_eq!(page.place_of("#grid"), before, "{name}");
        assert!(is_seen(&page, "#path-next"), "{name}");
        page.browser.screenshot(&format!("{name}-explanation"));
        page.is_accessible(&format!("{name}, explanation"));
    }
}

#[test]
fn a_phone_has_keys_that_can_be_hit() {
    let page = Page::on(Screen::PHONE, "");
    page.load(CLASSIC);
    let least = page.browser.run(
        "return Math.min(...[...document.querySelectorAll('#keypad button')].map((one) => \
            Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height)))",
        &json!([]),
    );
    assert!(least.as_f64().is_some_and(|least| least >= 43.0), "{least}");
    page.browser.click(&cell(1, 3));
    page.press("#keypad [data-digit='4']");
    page.says("4 in row 1 column 3");
    // No text field has the focus, so no keyboard opens on the screen.
    let focused = page.browser.run("return document.activeElement.tagName", &json!([]));
    assert!(focused == "DIV" || focused == "BUTTON", "{focused}");
}

#[test]
fn no_rule_of_accessibility_is_broken_in_either_theme() {
    let page = Page::open();
    page.load(CLASSIC);
    page.focus(1, 3);
    page.browser.keys(['4', key::RIGHT, 'v', '4', key::RIGHT, 'z', '2', key::RIGHT, 'x', '1', '2']);
    for theme in ["light", "dark"] {
        page.browser.run("document.querySelector('#open-settings').click()", &json!([]));
        page.is_accessible(&format!("settings, {theme}"));
        page.browser.run(
            "const list = document.querySelector('#set-theme'); list.value = arguments[0]; \
            list.dispatchEvent(new Event('change')); document.querySelector('#settings').close();",
            &json!([theme]),
        );
        page.browser.wait("return document.querySelector('.picture').naturalWidth > 0");
        for place in ["create", "solve", "play"] {
            page.browser.click(&format!("[data-go={place}]"));
            page.browser.run(
                "for (const one of document.querySelectorAll('.panel details')) one.open = true",
                &json!([]),
            );
            page.is_accessible(&format!("{place}, {theme}"));
            page.browser.screenshot(&format!("{place}-{theme}"));
        }
        page.browser.run("document.querySelector('#open-keys').click()", &json!([]));
        page.is_accessible(&format!("keys, {theme}"));
        page.browser.run("document.querySelector('#keys').close()", &json!([]));
    }
}

#[test]
fn games_are_kept_with_their_time() {
    let page = Page::open();
    page.press("#daily");
    page.says("New puzzle: medium");
    page.browser.wait_for("#title", "Daily puzzle");
    let first = page.digits();
    page.press("#level-easy");
    page.says("New puzzle: easy");
    page.press("#recent summary");
    page.press("#recent-list button");
    page.says("Play on: Daily puzzle");
    assert_eq!(page.digits(), first);
    page.browser.click("#pause");
    page.says("Paused");
    let hidden =
        page.browser.run("return getComputedStyle(document.querySelector('#grid')).visibility", &json!([]));
    assert_eq!(hidden, "hidden");
    page.browser.click("#pause");
    page.says("The clock runs.");
    page.browser.wait("return document.querySelector('#time').textContent !== '0:00'");
}

#[test]
fn playing_goes_on_without_the_server() {
    let mut page = Page::open();
    page.load(CLASSIC);
    page.host.stop();
    page.focus(1, 3);
    page.browser.keys(['5']);
    page.says("5 twice in row 1");
    page.browser.keys(['4']);
    page.browser.wait("return !document.querySelector('[aria-invalid=true]')");
    page.browser.chord(&[key::CONTROL], ['z', 'z']);
    page.says("Undone: 5 in row 1 column 3");
    page.press("#hint");
    page.says("The server does not answer");
    let kept = page.browser.run("return localStorage.length", &json!([]));
    assert!(kept.as_u64().is_some_and(|kept| kept > 0));
    page.browser.complaints();
}

#[test]
fn a_count_shows_how_far_it_is_and_cancel_ends_its_work() {
    let page = Page::open();
    page.empty();
    page.press("#count");
    page.browser.wait_for("#answer", "nodes");
    page.host.wait_until_running(1);
    page.browser.click("#count-cancel");
    page.says("cancelled");
    page.host.wait_until_running(0);
    page.browser.click("#count");
    page.host.wait_until_running(1);
    page.browser.open("about:blank");
    page.host.wait_until_running(0);
}

#[test]
fn a_page_of_paper_has_the_grid_and_its_level() {
    let page = Page::open();
    page.browser.tool("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    page.browser.wait("return !document.querySelector('.side').checkVisibility()");
    assert!(page.browser.text("#facts").contains("medium"));
    page.browser.screenshot("print");
}

#[test]
fn a_booklet_is_saved() {
    let page = Page::open();
    page.browser.run(
        "window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved.push(text)); return '#'; }",
        &json!([]),
    );
    page.set("#kind", "unique/easy");
    page.set("#booklet-count", "3");
    page.press("#booklet");
    page.says("Booklet of 3 puzzles saved.");
    let text = page.browser.wait("return window.saved[0]");
    assert!(text.as_str().is_some_and(|text| text.contains("<html") && text.contains("Easy")));
}

#[test]
fn the_engine_at_work_agrees_with_the_engine() {
    let page = Page::on(Screen::DESKTOP, "engine.html");
    for problem in ["textbook", "sudoku4", "pentominoes", "own"] {
        let pick = "const list = document.querySelector('#problem'); list.value = arguments[0]; \
            document.querySelector('#proof').textContent = ''; list.dispatchEvent(new Event('change'));";
        page.browser.run(pick, &json!([problem]));
        page.browser.wait_for("#proof", "The engine found the same");
        page.browser.click("#forward");
        page.says("1 of");
        page.browser.click("#last");
        page.browser.wait("return document.querySelector('#forward').disabled");
        page.browser.screenshot(&format!("engine-{problem}-end"));
        page.browser.click("#back");
        page.browser.click("#first");
        page.says("Start: all items are open");
        let has_board =
            page.browser.run("return document.querySelector('#board').checkVisibility()", &json!([]));
        assert_eq!(has_board, json!(problem != "textbook"), "{problem}");
    }
    page.browser.run(
        "document.querySelector('#own-text').value = 'a b c\\na b\\nc\\nb c\\na'; \
        document.querySelector('#own button').click()",
        &json!([]),
    );
    page.browser.wait_for("#proof", "The engine found the same: 2 covers");
    page.browser.run("document.activeElement.blur()", &json!([]));
    page.browser.keys([key::RIGHT, key::RIGHT, key::LEFT]);
    page.says("1 of");
    page.browser.keys([key::END]);
    page.browser.wait("return document.querySelector('#forward').disabled");
    page.browser.keys([key::HOME]);
    page.browser.run("document.querySelector('#speed').value = 10", &json!([]));
    page.browser.keys([' ']);
    page.browser.wait("return Number(document.querySelector('#place').value) > 5");
    page.browser.keys([' ']);
    page.browser.screenshot("engine");
    page.is_accessible("engine");
    assert!(artefacts().join("engine.png").exists());
}

/// Takes the picture in the README.
#[test]
fn a_picture_of_the_page_is_kept() {
    let page = Page::on(Screen::LAPTOP, "");
    page.load(HARD);
    page.press("#explain");
    page.browser.wait_for("#path-text", "steps");
    let step = "const steps = [...document.querySelectorAll('#path-steps button')]; \
        steps.find((step) => step.textContent.includes('<>')).click()";
    page.browser.run(step, &json!([]));
    page.browser.wait("return document.querySelector('.lost')");
    page.browser.screenshot("readme");
}
