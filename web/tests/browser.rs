//! Tests of the page in a real browser: headless Chromium with its driver.

mod support;

use serde_json::{Value, json};

use support::driver::{Screen, artefacts, key};
use support::page::Page;
use support::{CLASSIC, CLASSIC_SOLVED, digits};

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

#[test]
fn a_puzzle_is_pasted_solved_and_reset() {
    let page = Page::open();
    page.browser.screenshot("empty");
    page.load(CLASSIC);
    assert_eq!(page.digits(), digits(CLASSIC));
    assert_eq!(page.label(1, 1), "row 1 column 1, given 5");
    page.browser.click("#solve");
    page.says("only solution");
    assert_eq!(page.digits(), digits(CLASSIC_SOLVED));
    assert_eq!(page.label(1, 3), "row 1 column 3, found 4");
    page.browser.screenshot("solved");
    page.browser.click("#reset");
    page.says("Cleared everything but the givens.");
    assert_eq!(page.digits(), digits(CLASSIC));
    page.browser.click("#clear");
    page.says("empty");
    assert_eq!(page.digits(), vec![0; 81]);
}

#[test]
fn conflicts_are_marked_and_named_at_once_and_go_when_mended() {
    let page = Page::open();
    page.focus(3, 1);
    page.browser.keys(['5', key::END, key::LEFT, key::LEFT, '5']);
    page.says("5 twice in row 3: r3c1 and r3c7");
    assert_eq!(page.label(3, 1), "row 3 column 1, given 5, in conflict");
    assert_eq!(page.label(3, 7), "row 3 column 7, given 5, in conflict");
    let marked =
        page.browser.run("return document.querySelectorAll('[aria-invalid=true]').length", &json!([]));
    assert_eq!(marked, json!(2));
    page.browser.screenshot("conflict");
    page.browser.click("#solve");
    page.says("Invalid puzzle: 5 twice in row 3");
    page.focus(3, 7);
    page.browser.keys([key::BACKSPACE]);
    page.browser.wait("return !document.querySelector('[aria-invalid=true]')");
    assert_eq!(page.label(3, 1), "row 3 column 1, given 5");
}

#[test]
fn several_and_no_solutions_are_said_plainly() {
    let page = Page::open();
    page.load(&with_rectangle_open());
    page.browser.click("#solve");
    page.says("Several solutions. Two of them differ in 4 cells: r");
    let differing = page.browser.run("return document.querySelectorAll('.differing').length", &json!([]));
    assert_eq!(differing, json!(4));
    page.browser.screenshot("several");
    page.browser.click("#count");
    page.browser.wait_for("#count-text", "2 solutions.");
    page.load(&CLASSIC.replacen("53..", "531.", 1));
    page.browser.click("#solve");
    page.says("No solution");
}

#[test]
fn every_format_is_pasted_and_what_is_none_is_refused() {
    let page = Page::open();
    let rows: Vec<&str> = (0..9).map(|row| &CLASSIC[9 * row..9 * row + 9]).collect();
    let texts = [
        format!("#ATester\n{}\n", rows.join("\n")),
        format!(":0000:x:{CLASSIC}:::"),
        json!({ "givens": CLASSIC }).to_string(),
        format!("1\n{}\n", rows.join("\n").replace('.', "0")),
    ];
    for (text, format) in texts.iter().zip(["sdk", "hodoku", "json", "poj"]) {
        page.browser.click("#clear");
        page.says("empty");
        page.paste(text);
        page.says(&format!("read as {format}"));
        assert_eq!(page.digits(), digits(CLASSIC), "{format}");
    }
    page.paste(&CLASSIC[..80]);
    page.says("80");
    assert_eq!(page.digits(), digits(CLASSIC), "nothing is lost");
    page.focus(1, 1);
    page.browser.keys(['x']);
    page.says("Expected a digit from 1 to 9, found “x”.");
}

#[test]
fn hints_come_in_three_grades_and_can_be_carried_out() {
    let page = Page::open();
    page.load(CLASSIC);
    page.browser.click("#hint-vague");
    page.says("look for: Naked Single");
    page.browser.click("#hint-where");
    page.browser.wait("return document.querySelectorAll('.cell.marked').length === 1");
    assert_eq!(page.label(5, 5), "row 5 column 5, empty, hint");
    page.browser.click("#hint-full");
    page.says("Naked Single: r5c5=5");
    page.browser.wait_for("#hint-reason", "r5c5 is 5");
    page.browser.screenshot("hint");
    page.browser.click("#hint-do");
    page.says("Done");
    assert_eq!(page.label(5, 5), "row 5 column 5, 5");
}

#[test]
fn a_hint_that_rules_out_is_carried_out_in_the_notes() {
    let page = Page::open();
    // The first of testdata/sudoku/hard.txt.
    page.load(".28...............7.....36...3....7.1.798.......14...6.75.12.4.4...9.6....63.....");
    let mut texts: Vec<String> = Vec::new();
    while !texts.iter().any(|text| text.contains("<>")) {
        page.browser.click("#hint-full");
        page.browser.wait("return !document.querySelector('#hint-do').disabled");
        texts.push(page.browser.text("#hint-text"));
        page.browser.screenshot("ruled-out");
        page.browser.click("#hint-do");
        page.browser.wait("return document.querySelector('#hint-do').disabled");
        assert!(texts.len() < 40, "{texts:?}");
    }
    page.browser.click("#hint-full");
    page.browser.wait("return !document.querySelector('#hint-do').disabled");
    assert!(!texts.contains(&page.browser.text("#hint-text")), "what was carried out is not told again");
}

/// The state of an X-Wing.
const X_WING: &str = ":0000:x:67.+9+8.+1..4+8216+53+7+91.+92+7..8.+3+4+1+8+52..7+7+2+8+6..+45+3+59+6347+21+896.+4.8+7..+8.4+7\
    .....+2.75.68..:185 386 539 985::";

#[test]
fn all_steps_are_listed_and_one_is_shown_and_applied() {
    for (screen, name) in [(Screen::Desktop, "steps"), (Screen::Phone, "steps-phone")] {
        let page = Page::on(screen, "");
        page.load(X_WING);
        if screen == Screen::Phone {
            page.browser.click("#steps");
        } else {
            page.focus(1, 3);
            page.browser.keys(['l']);
        }
        page.browser.wait("return document.querySelector('#steps-stop').disabled");
        page.says(" steps.");
        let choose = "const one = [...document.querySelectorAll('#steps-list details')] \
            .find((group) => group.querySelector('summary').textContent === 'X-Wing: 1 (hard)'); \
            one.open = true; one.querySelector('button').click()";
        page.browser.run(choose, &json!([]));
        page.says("X-Wing: 5 r17 c39 => r8c9<>5");
        page.browser.wait_for("#steps-list .reason", "r8c9 cannot be 5");
        assert_eq!(page.label(1, 3), "row 1 column 3, empty, notes 3 5, hint");
        assert!(page.label(8, 9).ends_with("hint: not 5"));
        page.browser.screenshot(name);
        page.is_accessible(name);
        let width = "return document.documentElement.scrollWidth <= Math.max(outerWidth, screen.width)";
        assert_eq!(page.browser.run(width, &json!([])), json!(true), "nothing is wider than the screen");
        page.browser.click("#steps-do");
        page.says("Done: X-Wing");
        assert!(!page.label(8, 9).contains('5'), "{}", page.label(8, 9));
        page.browser.wait("return document.querySelector('#steps-list').hidden");
    }
}

#[test]
fn a_list_of_steps_is_stopped_and_ends_its_work() {
    let page = Page::open();
    page.browser.run("document.querySelector('#size').value = '16'", &json!([]));
    page.browser.click("#empty");
    page.says("Empty grid");
    page.browser.click("#steps-all");
    page.browser.click("#steps");
    page.server.wait_until_running(1);
    page.browser.click("#steps-stop");
    page.says("Stopped after 0 steps. There may be more.");
    page.server.wait_until_running(0);
}

#[test]
fn an_exercise_is_begun_and_its_step_is_found() {
    let page = Page::open();
    page.browser.run("document.querySelector('#practice-technique').value = 'Skyscraper'", &json!([]));
    page.browser.click("#practice");
    page.says("Find a step: Skyscraper.");
    page.browser.click("#hint-full");
    page.says("Skyscraper: ");
    page.browser.wait_for("#hint-reason", ".");
    page.browser.screenshot("practice");
    page.browser.click("#hint-do");
    page.says("Found: Skyscraper: ");
    page.browser.wait_for("#practice-reason", ".");
    page.is_accessible("practice");
    page.browser.click("#undo");
    page.says("Undone");
    page.browser.click("#clear");
    page.browser.wait("return document.querySelector('#practice-text').hidden");
}

#[test]
fn every_action_can_be_undone_and_redone() {
    let page = Page::open();
    page.load(CLASSIC);
    page.focus(1, 3);
    page.browser.keys(['4']);
    page.says("4 in row 1 column 3");
    page.browser.click("#notes-auto");
    page.says("All candidates are written as notes.");
    assert!(page.label(1, 4).starts_with("row 1 column 4, empty, notes "));
    page.browser.click("#solve");
    page.says("only solution");
    page.browser.click("#reset");
    page.says("Cleared everything but the givens.");
    page.browser.click("#undo");
    page.says("Undone: reset");
    assert_eq!(page.digits(), digits(CLASSIC_SOLVED));
    page.focus(1, 1);
    page.browser.keys(['u']);
    page.says("Undone: solving");
    page.browser.chord(&[key::CONTROL], ['z']);
    page.says("Undone: auto-notes");
    assert_eq!(page.label(1, 4), "row 1 column 4, empty");
    page.browser.chord(&[key::CONTROL], ['z']);
    page.says("Undone: 4 in row 1 column 3");
    assert_eq!(page.digits(), digits(CLASSIC));
    for words in ["4 in row 1 column 3", "auto-notes", "solving", "reset"] {
        page.browser.chord(&[key::CONTROL], ['y']);
        page.says(&format!("Redone: {words}"));
    }
    assert_eq!(page.digits(), digits(CLASSIC));
    for _ in 0..4 {
        page.browser.keys(['u']);
    }
    page.browser.keys(['u']);
    page.says("Undone: puzzle pasted or opened");
    assert_eq!(page.digits(), vec![0; 81]);
}

/// Returns the focused cell as row and column.
fn focused(page: &Page) -> Value {
    let script = "const cell = Number(document.activeElement.dataset.cell); \
        return [Math.floor(cell / 9) + 1, cell % 9 + 1]";
    page.browser.run(script, &json!([]))
}

#[test]
fn the_keyboard_alone_does_everything() {
    let page = Page::open();
    // The focus order is: the link to the grid, the links of the header, and the grid as one stop.
    page.browser.keys([key::TAB, key::ENTER]);
    for _ in 0..8 {
        if page.browser.run("return document.activeElement.getAttribute('role')", &json!([])) == "gridcell" {
            break;
        }
        page.browser.keys([key::TAB]);
    }
    assert_eq!(focused(&page), json!([1, 1]));
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
    page.browser.keys([key::HOME]);
    for (place, digit) in CLASSIC.chars().enumerate() {
        if digit != '.' {
            page.browser.keys([digit]);
        }
        page.browser.keys([key::RIGHT]);
        if place % 9 == 8 {
            page.browser.keys([key::DOWN, key::HOME]);
        }
    }
    page.wait_for_digits(&digits(CLASSIC));
    page.focus(1, 3);
    page.browser.chord(&[key::CONTROL], ['1', '2', '4']);
    page.browser.wait("return document.activeElement.getAttribute('aria-label').endsWith('notes 1 2 4')");
    page.browser.chord(&[key::CONTROL], ['2']);
    page.browser.wait("return document.activeElement.getAttribute('aria-label').endsWith('notes 1 4')");
    page.browser.chord(&[key::SHIFT], ['4']);
    page.browser.wait("return document.activeElement.getAttribute('aria-label').endsWith('notes 1')");
    // The next Tab leaves the grid, and the buttons follow.
    page.browser.keys([key::TAB]);
    assert_eq!(page.browser.run("return document.activeElement.id", &json!([])), "solve");
    page.browser.keys([key::ENTER]);
    page.says("only solution");
    assert_eq!(page.digits(), digits(CLASSIC_SOLVED));
}

#[test]
fn large_grids_are_generated_edited_and_solved() {
    let page = Page::open();
    page.browser.run(
        "document.querySelector('#size').value = '16'; document.querySelector('#kind').value = 'easy'; \
        document.querySelector('#seed').value = '3'",
        &json!([]),
    );
    page.browser.click("#generate");
    page.says("New puzzle: 16×16");
    assert_eq!(
        page.browser.run("return document.querySelectorAll('[role=gridcell]').length", &json!([])),
        json!(256)
    );
    let blank = page.digits().iter().position(|&digit| digit == 0).expect("a puzzle has blank cells");
    page.focus(blank / 16 + 1, blank % 16 + 1);
    page.browser.keys(['1', '6']);
    page.browser.wait("return / 16(,|$)/.test(document.activeElement.getAttribute('aria-label'))");
    page.browser.keys([key::BACKSPACE]);
    page.says("cleared");
    page.browser.click("#solve");
    page.says("only solution");
    assert!(page.digits().iter().all(|&digit| (1..=16).contains(&digit)));
    page.browser.screenshot("16x16");
    for size in ["4", "6", "12"] {
        page.browser.run("document.querySelector('#size').value = arguments[0]", &json!([size]));
        page.browser.click("#generate");
        page.says(&format!("New puzzle: {size}×{size}"));
    }
}

#[test]
fn variants_are_generated_drawn_and_checked() {
    let page = Page::open();
    page.browser.run(
        "document.querySelector('#variant').value = 'x'; document.querySelector('#seed').value = '5'",
        &json!([]),
    );
    page.browser.click("#generate");
    page.says("New puzzle: 9×9");
    page.browser.wait(
        "const rules = document.querySelector('img.rules');
        return !rules.hidden && rules.naturalWidth > 0 && rules.alt === 'Rules: x'",
    );
    page.browser.click("#solve");
    page.says("only solution");
    page.browser.screenshot("diagonals");
    page.browser.click("#clear");
    page.says("empty");
    page.focus(1, 1);
    page.browser.keys(['7']);
    page.browser.chord(&[key::CONTROL], [key::END]);
    page.browser.keys([key::END, '7']);
    page.says("7 twice in diagonal 1: r1c1 and r9c9");
    let rules = "document.querySelector('#own-rules').open = true; \
        document.querySelector('#rules').value = 'killer 3 r1c2 r1c3\\neven r5c5'";
    page.browser.run(rules, &json!([]));
    page.browser.click("#rules-apply");
    page.says("Rules: killer 3 r1c2 r1c3; even r5c5");
    assert_eq!(page.label(1, 2), "row 1 column 2, empty, cage 3");
    page.browser.reload();
    page.ready();
    assert_eq!(page.label(5, 5), "row 5 column 5, empty, even");
    page.browser.screenshot("rules");
}

/// The picture of the rules is under the digits and on the cells of the grid, and clues outside have space.
#[test]
fn rules_are_drawn_on_the_cells_of_the_grid() {
    let page = Page::open();
    let rules = "document.querySelector('#own-rules').open = true; \
        document.querySelector('#rules').value = 'thermo r1c1 r1c2 r2c2\\nsandwich row 2 = 9'";
    page.browser.run(rules, &json!([]));
    page.browser.click("#rules-apply");
    page.says("Rules: thermo r1c1 r1c2 r2c2; sandwich row 2 = 9");
    page.browser.wait("return document.querySelector('img.rules').naturalWidth > 0");
    // The picture has 4 units around the board, 44 for the clue, and 60 for a cell.
    page.browser.wait(
        "const place = (name) => document.querySelector(name).getBoundingClientRect(); \
        const [picture, cell] = [place('img.rules'), place('.cell')]; const unit = picture.width / (44 + 9 * 60 + 8); \
        return Math.abs(cell.x - picture.x - 48 * unit) < 1.5 && Math.abs(cell.y - picture.y - 4 * unit) < 1.5 \
            && Math.abs(cell.width - 60 * unit) < 1.5 && Math.abs(cell.height - 60 * unit) < 1.5",
    );
    // A note is at the same place in all cells, whatever other notes they have.
    page.browser.click("#show-candidates");
    page.browser.wait(
        "const cells = [...document.querySelectorAll('.cell')].filter((cell) => cell.querySelector('.notes')); \
        const places = cells.map((cell) => { \
            const [note, own] = [cell.querySelector('.notes').children[4], cell].map((part) => part.getBoundingClientRect()); \
            return note.y + note.height / 2 - own.y; }); \
        return cells.length === 81 && Math.max(...places) - Math.min(...places) < 1.5",
    );
    page.browser.screenshot("lines");
}

/// Takes the picture in the README.
#[test]
fn a_picture_of_the_page_is_kept() {
    let page = Page::open();
    page.load(".28...............7.....36...3....7.1.798.......14...6.75.12.4.4...9.6....63.....");
    page.browser.click("#notes-auto");
    page.says("All candidates are written as notes.");
    let mut text = String::new();
    for _ in 0..40 {
        page.browser.click("#hint-full");
        page.browser.wait("return !document.querySelector('#hint-do').disabled");
        text = page.browser.text("#hint-text");
        if text.contains("<>") {
            break;
        }
        page.browser.click("#hint-do");
        page.browser.wait("return document.querySelector('#hint-do').disabled");
    }
    assert!(text.contains("<>"), "{text}");
    page.browser.screenshot("readme");
}

#[test]
fn a_count_shows_how_far_it_is_and_cancel_ends_its_work() {
    let page = Page::open();
    page.browser.click("#count");
    page.browser.wait_for("#count-text", "nodes");
    page.server.wait_until_running(1);
    page.browser.click("#count-cancel");
    page.says("cancelled");
    page.server.wait_until_running(0);
    page.browser.click("#count");
    page.server.wait_until_running(1);
    page.browser.open("about:blank");
    page.server.wait_until_running(0);
}

#[test]
fn an_explanation_is_stepped_through_and_the_puzzle_is_rated() {
    let page = Page::open();
    page.load(CLASSIC);
    page.browser.click("#rate");
    page.browser.wait_for("#rating", "Easy, score 204");
    page.browser.click("#explain");
    page.says("51 steps: Easy");
    page.browser.click("#path-next");
    page.says("Step 2 of 51");
    assert_eq!(page.label(5, 5), "row 5 column 5, 5");
    page.browser.click("#path-last");
    page.wait_for_digits(&digits(CLASSIC_SOLVED));
    page.browser.click("#path-first");
    page.says("Step 1 of 51");
    page.browser.click("#path-close");
    page.wait_for_digits(&digits(CLASSIC));
}

#[test]
fn reloading_and_links_restore_the_state() {
    let page = Page::open();
    page.load(CLASSIC);
    page.focus(1, 3);
    page.browser.keys(['4']);
    page.says("4 in row 1");
    page.focus(1, 4);
    page.browser.chord(&[key::CONTROL], ['2', '6']);
    page.browser.wait("return document.activeElement.getAttribute('aria-label').endsWith('notes 2 6')");
    let mut expected = digits(CLASSIC);
    expected[2] = 4;
    page.browser.reload();
    page.ready();
    assert_eq!(page.digits(), expected);
    assert_eq!(page.label(1, 4), "row 1 column 4, empty, notes 2 6");
    let link = page.browser.run("return location.href", &json!([]));
    // The puzzle is restored from the storage without the fragment, and from the fragment without the
    // storage.
    page.browser.open("about:blank");
    page.browser.open(&format!("http://{}/", page.server.address));
    page.ready();
    assert_eq!(page.digits(), expected);
    page.browser.run("localStorage.clear()", &json!([]));
    page.browser.open("about:blank");
    page.browser.open(link.as_str().expect("an address"));
    page.ready();
    assert_eq!(page.digits(), expected);
}

#[test]
fn a_phone_has_a_keypad_and_everything_in_reach() {
    let page = Page::on(Screen::Phone, "");
    page.load(CLASSIC);
    let sizes = page.browser.run(
        "const box = (css) => document.querySelector(css).getBoundingClientRect(); \
         return [document.documentElement.scrollWidth, innerWidth, box('#grid').width, \
         Math.min(...[...document.querySelectorAll('#keypad button')].map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height))), \
         box('#keypad').bottom, innerHeight]",
        &json!([]),
    );
    let sizes: Vec<f64> = serde_json::from_value(sizes).expect("numbers");
    assert!(sizes[0] <= sizes[1], "nothing is wider than the screen: {sizes:?}");
    assert!(sizes[2] > 0.85 * sizes[1], "the grid is as wide as it can be: {sizes:?}");
    assert!(sizes[3] >= 44.0, "buttons can be hit: {sizes:?}");
    assert!(sizes[4] <= sizes[5], "the keypad is seen without scrolling: {sizes:?}");
    page.browser.click("[role=row]:nth-child(1) [role=gridcell]:nth-child(3)");
    page.browser.click("#keypad [data-digit='4']");
    page.says("4 in row 1 column 3");
    assert_eq!(page.label(1, 3), "row 1 column 3, 4");
    // No text field has the focus, so no on-screen keyboard opens.
    let focused = page.browser.run("return document.activeElement.tagName", &json!([]));
    assert!(focused == "DIV" || focused == "BUTTON", "{focused}");
    page.browser.screenshot("phone");
    page.is_accessible("phone");
}

#[test]
fn no_rule_of_accessibility_is_broken() {
    let page = Page::open();
    page.is_accessible("empty");
    page.load(CLASSIC);
    page.browser.click("#hint-full");
    page.says("Naked Single");
    page.browser.click("#explain");
    page.says("51 steps");
    page.is_accessible("explanation");
    page.focus(1, 3);
    page.browser.keys(['5']);
    page.says("5 twice in row 1");
    page.is_accessible("conflict");
}

#[test]
fn the_engine_at_work_agrees_with_the_engine() {
    let page = Page::on(Screen::Desktop, "engine");
    for problem in ["textbook", "sudoku4", "pentominoes"] {
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
    }
    page.browser.run("document.querySelector('#speed').value = 10", &json!([]));
    page.browser.click("#play");
    page.browser.wait("return Number(document.querySelector('#place').value) > 12");
    page.browser.click("#play");
    page.browser.screenshot("engine");
    page.is_accessible("engine");
    assert!(artefacts().join("engine.png").exists());
}
