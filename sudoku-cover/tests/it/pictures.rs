//! Pictures contain everything that they must show, once; they are well-formed and accessible.

use dlx_core::Limits;
use quick_xml::Reader as XmlReader;
use quick_xml::events::Event;
use sudoku_cover::draw::{Mark, Piece};
use sudoku_cover::{
    Backdrop, Booklet, Entry, Explainer, Geometry, Grid, Ink, Order, Picture, Reader, Rule, Solver, Step,
    Theme,
};

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Of testdata/sudoku/hard.txt; its explanation has chains with groups.
const HARD: &str = ".....2.....8......6..5.81742....4...4...7......96....5...4...39..58......3..6..87";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// An element, its attributes as written, and its text.
#[derive(Default)]
struct Element {
    name: String,
    attributes: String,
    text: String,
}

impl Element {
    fn has_class(&self, class: &str) -> bool {
        let list = self.attributes.split("class=\"").nth(1).and_then(|rest| rest.split('"').next());
        list.is_some_and(|list| list.split(' ').any(|found| found == class))
    }

    /// Returns the value of an attribute that is a number.
    fn number(&self, name: &str) -> f64 {
        let rest = self.attributes.split(&format!("{name}=\"")).nth(1).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    }
}

/// Returns the elements of a text, which must be well-formed.
fn elements(text: &str) -> Vec<Element> {
    let mut reader = XmlReader::from_str(text);
    let mut elements: Vec<Element> = Vec::new();
    let mut open = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) | Event::Empty(tag) if tag.attributes().any(|attribute| attribute.is_err()) => {
                panic!("a wrong attribute in {tag:?}");
            }
            Event::Start(tag) => {
                open.push(elements.len());
                elements.push(element(&tag));
            }
            Event::Empty(tag) => elements.push(element(&tag)),
            Event::End(_) => drop(open.pop()),
            Event::Text(words) => {
                if let Some(&place) = open.last() {
                    elements[place].text.push_str(&words.decode().unwrap());
                }
            }
            Event::GeneralRef(entity) => {
                if let Some(&place) = open.last() {
                    elements[place].text.push_str(&format!("&{};", entity.decode().unwrap()));
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty());
    elements
}

fn element(tag: &quick_xml::events::BytesStart<'_>) -> Element {
    Element {
        name: String::from_utf8(tag.name().as_ref().to_vec()).unwrap(),
        attributes: String::from_utf8(tag.attributes_raw().to_vec()).unwrap(),
        text: String::new(),
    }
}

fn with_class<'e>(elements: &'e [Element], name: &str, class: &str) -> Vec<&'e Element> {
    elements.iter().filter(|element| element.name == name && element.has_class(class)).collect()
}

fn steps(puzzle: &Grid) -> Vec<(Grid, sudoku_cover::Pencilmarks, Step)> {
    let geometry = Geometry::of_side(puzzle.side()).unwrap();
    let mut explainer = Explainer::new(&geometry).with_order(Order::Hodoku);
    explainer.load(puzzle).unwrap();
    let mut steps = Vec::new();
    loop {
        let (digits, marks) = (explainer.grid(), explainer.pencilmarks());
        match explainer.next_step(&mut Limits::none()).expect("nothing stops it") {
            Some(step) => steps.push((digits, marks, step.clone())),
            None => return steps,
        }
    }
}

#[test]
fn given_and_found_digits_stand_in_a_picture_once_each() {
    let (geometry, puzzle) = (Geometry::classic(), grid(CLASSIC));
    let mut solver = Solver::new(&geometry);
    solver.load(&puzzle).unwrap();
    let solution = solver.solutions().next().unwrap();
    let svg = Picture::new(&geometry, &puzzle).unwrap().with_digits(&solution).unwrap().to_svg();
    let elements = elements(&svg);
    let texts =
        |class| with_class(&elements, "text", class).iter().map(|text| text.text.clone()).collect::<String>();
    assert_eq!(texts("given"), CLASSIC.replace('.', ""));
    let found: String = solution
        .to_line()
        .to_string()
        .chars()
        .zip(CLASSIC.chars())
        .filter(|(_, clue)| *clue == '.')
        .map(|(digit, _)| digit)
        .collect();
    assert_eq!(texts("found"), found);
    let title = elements.iter().find(|element| element.name == "title").unwrap();
    assert_eq!(title.text, "Sudoku, 9 by 9, 30 clues");
    let description = elements.iter().find(|element| element.name == "desc").unwrap();
    assert!(description.text.contains("Row 9: 3, 4, 5, 2, 8, 6, 1, 7, 9."));
}

#[test]
fn every_candidate_is_drawn_and_every_elimination_crossed() {
    let puzzle = grid(HARD);
    let geometry = Geometry::classic();
    let (mut with_links, mut with_groups) = (0, 0);
    for (digits, marks, step) in steps(&puzzle) {
        let picture = Picture::new(&geometry, &puzzle).unwrap();
        let picture = picture.with_digits(&digits).unwrap().with_candidates(&marks).unwrap().with_step(&step);
        let elements = elements(&picture.to_svg());
        assert_eq!(with_class(&elements, "line", "cross").len(), step.eliminations.len(), "{step}");
        assert_eq!(with_class(&elements, "text", "placed").len(), step.placements.len(), "{step}");
        let blank = geometry.cells().filter(|&cell| digits.get(cell).is_none());
        let is_placed = |cell| step.placements.iter().any(|placed| placed.cell == cell);
        let candidates: u32 =
            blank.filter(|&cell| !is_placed(cell)).map(|cell| marks.get(cell).count()).sum();
        let small = |element: &&Element| {
            element.name == "text" && (element.has_class("candidate") || element.has_class("given"))
        };
        let drawn = elements.iter().filter(small).count();
        assert_eq!(drawn, usize::try_from(candidates).unwrap() + puzzle.clue_count(), "{step}");
        let caption: String =
            with_class(&elements, "text", "caption").iter().map(|line| format!("{} ", line.text)).collect();
        let words = step.to_string().replace('<', "&lt;").replace('>', "&gt;");
        assert_eq!(
            caption.split_whitespace().collect::<String>(),
            words.split_whitespace().collect::<String>()
        );
        with_links += usize::from(!with_class(&elements, "path", "link").is_empty());
        with_groups += usize::from(!with_class(&elements, "path", "group").is_empty());
    }
    assert!(with_links > 0 && with_groups > 0, "{with_links} steps with links, {with_groups} with groups");
}

#[test]
fn words_are_escaped() {
    let (geometry, puzzle) = (Geometry::classic(), grid(CLASSIC));
    let words = "</svg><script>\"&'";
    let picture = Picture::new(&geometry, &puzzle).unwrap().with_title(words).with_caption(words);
    let entry = Entry::new(&geometry, &puzzle).unwrap().with_label(words).with_remark(words);
    let booklet = Booklet::new(words, vec![entry]);
    let mut texts = vec![picture.to_svg(), booklet.to_html(&mut Limits::none()).expect("nothing stops it")];
    texts.extend(booklet.svg_pages(&mut Limits::none()).expect("nothing stops it"));
    for text in texts {
        assert!(!elements(&text).iter().any(|element| element.name == "script"));
        assert!(text.contains("&lt;script&gt;"));
    }
}

#[test]
fn every_board_can_be_drawn_and_its_text_read_again() {
    for side in 1..=25 {
        for height in (1..=side).filter(|&height| side % height == 0) {
            let geometry = Geometry::boxes(height, side / height).unwrap();
            let mut puzzle = Grid::empty(side).unwrap();
            for (cell, digit) in geometry.cells().step_by(side + 1).zip(geometry.digits()) {
                puzzle.set(cell, Some(digit)).unwrap();
            }
            let picture = Picture::new(&geometry, &puzzle).unwrap().with_theme(Theme::Dark).with_labels();
            elements(&picture.to_svg());
            let text = Picture::new(&geometry, &puzzle).unwrap().to_text(Ink::Plain);
            let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
            assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
            if side < 2 {
                continue;
            }
            let reader = Reader::new(text.as_bytes()).with_geometry(&geometry);
            let grids: Vec<Grid> = reader.map(|record| record.unwrap().grid).collect();
            assert_eq!(grids, [puzzle], "{text}");
        }
    }
}

#[test]
fn text_shows_a_step_by_signs_alone() {
    let puzzle = grid(HARD);
    let geometry = Geometry::classic();
    for (digits, marks, step) in steps(&puzzle) {
        let picture = Picture::new(&geometry, &puzzle).unwrap();
        let picture = picture.with_digits(&digits).unwrap().with_candidates(&marks).unwrap().with_step(&step);
        let text = picture.to_text(Ink::Plain);
        let board: String = text.lines().take(37).collect();
        assert_eq!(board.matches('-').count(), step.eliminations.len(), "{text}");
        assert_eq!(board.matches('<').count(), step.placements.len(), "{text}");
        assert_eq!(text.lines().last(), Some(step.to_string().as_str()));
        assert!(picture.to_text(Ink::Ansi).contains('\u{1b}') && !text.contains('\u{1b}'));
    }
}

#[test]
fn compact_text_has_two_lines_a_row_and_tells_a_step_by_marks() {
    let puzzle = grid(HARD);
    let geometry = Geometry::classic();
    for (digits, marks, step) in steps(&puzzle) {
        let picture = Picture::new(&geometry, &puzzle).unwrap().with_digits(&digits).unwrap();
        let picture = picture.with_candidates(&marks).unwrap().with_step(&step).with_compact_text();
        let pieces = picture.to_pieces();
        assert_eq!(pieces.len(), 2 * 9 + 2);
        let marked = |mark| pieces.iter().flatten().filter(|piece| piece.mark == mark).count();
        assert_eq!(marked(Mark::Eliminated), step.eliminations.len());
        assert_eq!(marked(Mark::Placed), step.placements.len());
        let width = |line: &Vec<Piece>| line.iter().map(|piece| piece.text.chars().count()).sum::<usize>();
        assert!(pieces.iter().all(|line| width(line) == 9 * 7 + 10));
    }
}

#[test]
fn a_contradiction_is_outlined() {
    let geometry = Geometry::classic();
    let svg = Picture::new(&geometry, &grid(&CLASSIC.replacen("53.", "55.", 1))).unwrap().to_svg();
    assert_eq!(with_class(&elements(&svg), "rect", "conflict").len(), 2);
}

#[test]
fn grids_of_another_side_are_refused() {
    let (geometry, puzzle) = (Geometry::of_side(4).unwrap(), grid(CLASSIC));
    let error = Picture::new(&geometry, &puzzle).unwrap_err();
    assert_eq!(error.to_string(), "expected a board of side 9, found one of side 4");
    assert!(Entry::new(&geometry, &puzzle).is_err());
}

#[test]
fn a_booklet_has_each_puzzle_once_and_each_solution_once() {
    let geometry = Geometry::classic();
    let puzzle = grid(CLASSIC);
    let mut solver = Solver::new(&geometry);
    solver.load(&puzzle).unwrap();
    let solution = solver.solutions().next().unwrap();
    let entry =
        Entry::new(&geometry, &puzzle).unwrap().with_solution(&solution).unwrap().with_label("Easy · seed 7");
    for (count, per_page, puzzle_pages, solution_pages) in
        [(1, 4, 1, 1), (5, 4, 2, 1), (17, 4, 5, 2), (6, 6, 1, 1), (3, 1, 3, 1)]
    {
        let booklet = Booklet::new("Book", vec![entry.clone(); count]).with_per_page(per_page);
        let html = booklet.to_html(&mut Limits::none()).expect("nothing stops it");
        assert!(html.starts_with("<!DOCTYPE html>"));
        let elements = elements(&html);
        let named = |name: &str| elements.iter().filter(|element| element.name == name).count();
        assert_eq!((named("svg"), named("figcaption")), (2 * count, 2 * count));
        assert_eq!(named("section"), puzzle_pages + solution_pages);
        assert_eq!(html.matches("seed 7</figcaption>").count(), count);
        assert!(!html.contains("http:") && !html.contains("https:") && !html.contains("<script"));
        let pages = booklet.svg_pages(&mut Limits::none()).expect("nothing stops it");
        assert_eq!(pages.len(), puzzle_pages + solution_pages);
        let boards: usize = pages.iter().map(|page| page.matches("<svg ").count() - 1).sum();
        assert_eq!(boards, 2 * count);
    }
}

/// Returns the elements of a picture of an empty board with these rules.
fn ruled(side: usize, rules: &[&str]) -> Vec<Element> {
    let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
    let geometry = Geometry::of_side(side).unwrap().with_rules(&rules).unwrap();
    elements(&Picture::new(&geometry, &Grid::empty(side).unwrap()).unwrap().to_svg())
}

/// Returns the middle of the text of this class with these words, or its start for a sum.
fn place_of(elements: &[Element], class: &str, words: &str) -> (f64, f64) {
    let text = with_class(elements, "text", class).into_iter().find(|text| text.text == words).unwrap();
    (text.number("x"), text.number("y"))
}

#[test]
fn a_single_clone_is_drawn_without_a_letter() {
    let elements = ruled(9, &["clone r8c2 = r6c9"]);
    assert_eq!(with_class(&elements, "rect", "clone").len(), 2);
    assert!(with_class(&elements, "text", "label").is_empty());
}

#[test]
fn a_sum_is_beside_the_quadruple_on_its_corner() {
    let rules = ["killer 8 r2c2 r2c3", "killer 9 r4c1 r5c1", "quad r1c1 = 1 2"];
    let elements = ruled(6, &rules);
    // The circle of the quadruple reaches 15 units into the cell.
    assert!(place_of(&elements, "sum", "8").0 >= 60.0 + 15.0);
    assert!(place_of(&elements, "sum", "9").0 < 15.0);
}

#[test]
fn sums_interrupt_the_outlines_of_all_cages() {
    let elements = ruled(9, &["killer 15 r1c1 r1c2 r2c1", "killer 10 r1c2 r1c3"]);
    let place = |name: &str, class: &str| {
        elements.iter().rposition(|element| element.name == name && element.has_class(class)).unwrap()
    };
    let first = elements.iter().position(|element| element.has_class("sum")).unwrap();
    assert!(place("path", "cage") < first && place("rect", "paper") < place("text", "sum"));
}

#[test]
fn clues_outside_are_off_the_board() {
    for (clue, value) in [("x-sum row 1 left = 45", "45"), ("x-sum row 1 left = 7", "7")] {
        let elements = ruled(9, &[clue]);
        let (sign, number) = (place_of(&elements, "mark", "Σ").0, place_of(&elements, "clue", value).0);
        // A sigma of size 14 is less than 10 units wide, and the border of the board less than 2.
        assert!(sign + 5.0 <= -2.0, "{clue}");
        assert!(
            number - 6.5 * value.len() as f64 >= -44.0 && number + 6.5 * (value.len() as f64) < sign - 4.0
        );
    }
}

#[test]
fn a_diagonal_has_its_clue_next_to_the_board() {
    let elements = ruled(9, &["x-sum row 3 right = 7", "little-killer 12 r4c9 down-left"]);
    assert!(place_of(&elements, "clue", "12").0 < place_of(&elements, "clue", "7").0);
}

#[test]
fn a_backdrop_has_the_rules_and_no_background() {
    let rules: Vec<Rule> =
        ["thermo r1c1 r1c2", "sandwich row 2 = 9"].map(|rule| rule.parse().unwrap()).to_vec();
    let geometry = Geometry::classic().with_rules(&rules).unwrap();
    let blank = Grid::empty(9).unwrap();
    let picture = Picture::new(&geometry, &blank).unwrap();
    let Backdrop { svg, view: [left, top, width, height], insets, .. } = picture.to_backdrop();
    let elements = elements(&svg);
    assert!(with_class(&elements, "rect", "paper").is_empty());
    assert!(!with_class(&elements, "path", "thermo").is_empty());
    assert_eq!(with_class(&elements, "path", "thick").len(), 1);
    assert!(left < -0.5 && top < 0.0 && left + width > 9.0 && top + height > 9.0);
    assert!(insets.iter().all(|&inset| inset > 0.0 && inset < 0.3));
}

#[test]
fn a_backdrop_has_labels_and_a_theme_if_asked() {
    let (geometry, blank) = (Geometry::of_side(4).unwrap(), Grid::empty(4).unwrap());
    let plain = Picture::new(&geometry, &blank).unwrap();
    let Backdrop { svg, view, .. } = plain.clone().with_labels().with_theme(Theme::Dark).to_backdrop();
    let elements = elements(&svg);
    let labels: Vec<&str> =
        with_class(&elements, "text", "label").iter().map(|label| label.text.as_str()).collect();
    assert_eq!(labels, ["c1", "r1", "c2", "r2", "c3", "r3", "c4", "r4"]);
    assert!(
        !svg.contains("prefers-color-scheme") && plain.to_backdrop().svg.contains("prefers-color-scheme")
    );
    assert!(view[0] < plain.to_backdrop().view[0] - 0.3);
}

#[test]
fn rules_without_a_drawing_are_told_apart() {
    let rules: Vec<Rule> = ["x", "anti-knight", "even r1c1"].map(|rule| rule.parse().unwrap()).to_vec();
    let (geometry, blank) = (Geometry::classic().with_rules(&rules).unwrap(), Grid::empty(9).unwrap());
    let picture = Picture::new(&geometry, &blank).unwrap();
    assert_eq!(picture.undrawn_rules().map(ToString::to_string).collect::<Vec<_>>(), ["anti-knight"]);
}

#[test]
fn digits_of_a_quadruple_are_within_its_circle() {
    for (side, rule) in [(9, "quad r4c4 = 1 2 3 4"), (16, "quad r4c4 = 10 12 14 16")] {
        let elements = ruled(side, &[rule]);
        let radius = with_class(&elements, "circle", "quad")[0].number("r");
        for line in with_class(&elements, "text", "mark") {
            // Letters of a bold font are at most 0.7 font sizes wide, and spaces half of that.
            let letters = line.text.len() as f64 - 0.5;
            assert!(letters * 0.7 * line.number("font-size") <= 2.0 * radius, "{}", line.text);
        }
    }
}
