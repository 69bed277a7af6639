//! Notes, colors of cells, drawings and fog: what formats hold of them is read back, and the rest is named.

use std::collections::BTreeSet;

use sudoku_cover::{
    Cell, Color, Cosmetic, Decoration, Digit, Fog, Format, Geometry, Grid, Loss, Marks, Outline, Pencilmarks,
    Picture, Reader, Record, Rule, Theme, Writer,
};

const SIDE: usize = 4;

/// Numbers without a pattern, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 33).unwrap() % most
    }

    /// Returns a place on the board or beside it, in halves of a cell.
    fn place(&mut self) -> [f64; 2] {
        [0, 1].map(|_| f64::from(self.below(2 * 4 + 3)) / 2.0 - 0.5)
    }

    fn cell(&mut self) -> Cell {
        let mut line = || u8::try_from(self.below(4)).unwrap();
        Cell::new(line(), line())
    }

    fn color(&mut self) -> Color {
        Color::of_number(self.below(0x7fff_ffff) << 8 | [0xff, 0x80][self.below(2) as usize])
    }

    /// Returns a number with a finite binary fraction, as a length in pixels has.
    fn length(&mut self) -> f64 {
        f64::from(1 + self.below(128)) / 64.0
    }

    fn text(&mut self) -> String {
        ["", "5", "a \"b\"", "<&>", "é\u{1F600}"][self.below(5) as usize].to_owned()
    }

    fn cosmetic(&mut self) -> Cosmetic {
        match self.below(4) {
            0 => {
                let points = (0..2 + self.below(3)).map(|_| self.place()).collect();
                let head = [0.0, 0.25][self.below(2) as usize];
                Cosmetic::Line { points, color: self.color(), width: self.length(), head }
            }
            1 => {
                let text = self.text();
                Cosmetic::Shape {
                    shape: [Outline::Rectangle, Outline::Ellipse][self.below(2) as usize],
                    at: self.place(),
                    size: [self.length(), self.length()],
                    fill: (self.below(2) == 0).then(|| self.color()),
                    stroke: Some(self.color()),
                    border: [1.0 / 32.0, 0.125][self.below(2) as usize],
                    color: (!text.is_empty()).then(|| self.color()),
                    font: (!text.is_empty() && self.below(2) == 0).then(|| self.length()),
                    text,
                    under: self.below(2) == 0,
                    angle: [0.0, 45.0][self.below(2) as usize],
                }
            }
            2 => Cosmetic::Text {
                at: self.place(),
                text: format!("t{}", self.text()),
                size: self.length(),
                color: self.color(),
                angle: [0.0, -30.0][self.below(2) as usize],
            },
            _ => Cosmetic::Cage {
                cells: (0..1 + self.below(3))
                    .map(|_| self.cell())
                    .collect::<BTreeSet<_>>()
                    .into_iter()
                    .collect(),
                text: format!("t{}", self.text()),
                stroke: (self.below(2) == 0).then(|| self.color()),
                color: (self.below(2) == 0).then(|| self.color()),
            },
        }
    }

    fn notes(&mut self) -> Pencilmarks {
        let mut notes = Pencilmarks::full(SIDE).unwrap();
        for cell in Geometry::of_side(SIDE).unwrap().cells() {
            let noted: Marks = (1..=4).filter_map(Digit::new).filter(|_| self.below(3) == 0).collect();
            notes.set(cell, noted).unwrap();
        }
        // At least one cell has notes.
        notes.set(Cell::new(0, 0), Marks::only(Digit::new(1).unwrap())).unwrap();
        notes
    }

    fn decoration(&mut self) -> Decoration {
        let corner = (self.below(2) == 0).then(|| self.notes());
        let centre = (self.below(2) == 0).then(|| self.notes());
        let mut decoration = Decoration { corner, centre, ..Decoration::default() };
        for _ in 0..self.below(4) {
            let colors = (0..1 + self.below(3)).map(|_| self.color()).collect();
            decoration.colors.insert(self.cell(), colors);
        }
        decoration.cosmetics = (0..self.below(6)).map(|_| self.cosmetic()).collect();
        if self.below(2) == 0 {
            let lit: BTreeSet<Cell> = (0..self.below(4)).map(|_| self.cell()).collect();
            decoration.fog = Some(Fog { lit: lit.into_iter().collect() });
        }
        decoration
    }
}

fn record(decoration: Decoration, rules: &[&str]) -> Record {
    let mut record = Record::new(Grid::empty(SIDE).unwrap());
    let more = record.more_mut();
    more.decoration = decoration;
    more.rules = rules.iter().map(|rule| rule.parse::<Rule>().unwrap()).collect();
    record
}

fn written(format: Format, record: &Record) -> (String, Loss) {
    let mut writer = Writer::new(Vec::new(), format);
    let loss = writer.write(record).unwrap();
    (String::from_utf8(writer.finish().unwrap()).unwrap(), loss)
}

fn read(text: &str) -> Record {
    let mut records = Reader::new(text.as_bytes());
    let record = records.next().unwrap().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(records.next().is_none(), "{text}");
    record
}

/// Returns the parts in an order that does not depend on that of kinds.
fn parts(record: &Record) -> (Decoration, BTreeSet<String>) {
    let mut decoration = record.decoration().cloned().unwrap_or_default();
    let cosmetics = std::mem::take(&mut decoration.cosmetics);
    (decoration, cosmetics.iter().map(|cosmetic| format!("{cosmetic:?}")).collect())
}

#[test]
fn formats_read_back_their_details_and_name_the_losses() {
    let mut random = Random(2026);
    let (mut whole, mut lossy) = (0, 0);
    for round in 0..400 {
        let rules: &[&str] =
            [&[][..], &["killer 5 r1c1 r1c2", "different r3c1 r3c2"], &["thermo r1c1 r1c2"]][round % 3];
        let record = record(random.decoration(), rules);
        let names = || parts(&record).1;
        for format in [Format::Json, Format::FPuzzles, Format::SudokuPad] {
            let (text, loss) = written(format, &record);
            let copy = read(&text);
            let sorted =
                |record: &Record| record.rules().iter().map(ToString::to_string).collect::<BTreeSet<_>>();
            assert_eq!(sorted(&copy), sorted(&record), "{format}: {text}");
            assert!(copy.left_out().is_empty(), "{format}: {:?}: {record:?}", copy.left_out());
            assert!(copy.marks().is_none() && copy.allowed().is_none());
            if loss.decoration.is_empty() {
                assert_eq!(parts(&copy), parts(&record), "{format}");
                whole += 1;
                continue;
            }
            lossy += 1;
            // Notes, colors and fog are held in any case. A drawing that is not lost as a whole lacks a detail.
            assert_eq!(parts(&copy).0, parts(&record).0, "{format}");
            let is_lost = |part: &str| loss.decoration.contains(part);
            assert!(is_lost("drawings") || parts(&copy).1.len() == names().len(), "{format}: {loss:?}");
            assert_ne!(parts(&copy).1, names(), "{format}: {loss:?}");
            // Where cages and regions are all rules, SudokuPad has drawings of any kind.
            assert!(format == Format::FPuzzles || rules.len() == 1, "{format}: {loss:?}");
        }
        let (_, loss) = written(Format::Line, &record);
        let has = |part: &str| loss.decoration.contains(part);
        let decoration = record.decoration().cloned().unwrap_or_default();
        assert_eq!(
            ["corner notes", "centre notes", "colors of cells", "drawings", "fog"].map(has),
            [
                decoration.corner.is_some(),
                decoration.centre.is_some(),
                !decoration.colors.is_empty(),
                !decoration.cosmetics.is_empty(),
                decoration.fog.is_some()
            ]
        );
    }
    assert!(whole > 400 && lossy > 50, "{whole} of them whole, {lossy} not");
}

#[test]
fn drawings_of_other_programs_keep_their_places_and_sizes() {
    // The same drawings in the text of f-puzzles, and as SudokuPad shortens what it makes of them: a line of width 0.4, which is
    // 12.8 of the 64 pixels of a cell, a circle between two cells, a text of size 1, and a cage with a letter.
    let solution = "3412124343212134";
    let grid = "[[{\"value\":3,\"given\":true,\"c\":\"#FFA0A0\",\"cornerPencilMarks\":[1,2]},{\"centerPencilMarks\":[4]},{},{}],\
        [{},{},{},{}],[{},{},{},{}],[{},{},{},{\"cArray\":[\"#F00\",\"3\"]}]]";
    let fpuzzles = format!(
        r##"{{"size":4,"title":"A","author":"B","ruleset":"Lines are odd.","solution":[{}],"grid":{grid},"line":[{{"lines":[["R1C1","R2C2"]],"outlineC":"#CFCFCF","width":0.4}}],
        "circle":[{{"cells":["R1C1","R1C2"],"baseC":"#FFFFFF","outlineC":"#000000","fontC":"#000000","width":0.5,"height":0.5,"value":"7"}}],
        "text":[{{"cells":["R0C1"],"fontC":"#000000","size":1,"value":"9"}}],
        "cage":[{{"cells":["R3C1","R3C2"],"outlineC":"#FF0000","fontC":"#000000","value":"A"}}],"foglight":["R1C1"],"fogofwar":["R4C4"]}}"##,
        solution.split("").filter(|digit| !digit.is_empty()).collect::<Vec<_>>().join(",")
    );
    let scl = "{cs:64,ce:[[{v:3,pencilMarks:[1,2]},{centremarks:[4]},,],[,,,],[,,,],[,,,]],\
        re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],\
        ca:[{ce:[[2,0],[2,1]],v:'A',outlineC:FF0000,fontC:#0}],l:[{c:CFCFCF,th:12.8,wp:[[0.5,0.5],[1.5,1.5]]}],\
        u:[{c2:FFA0A0,ct:[0.5,0.5],r:f,w:1,h:1},{c2:'#F00',ct:[3.5,3.5],r:f,w:1,h:1},{c2:'#ffdf61',ct:[3.5,3.5],r:f,w:1,h:1}],\
        o:[{c2:#F,c1:#0,ct:[0.5,1],r:t,w:0.5,h:0.5,te:7,c:#0},{c:#0,ct:[-0.5,0.5],fs:32,w:0.25,h:0.25,te:9}],\
        foglight:[[0,0],[2,2],[2,3],'R4C3',[3,3]],metadata:{title:'A',author:'B',rules:'Lines are odd.',solution:'3412124343212134'}}";
    let black = Some(Color::BLACK);
    let expected = [
        Cosmetic::Line {
            points: vec![[0.5, 0.5], [1.5, 1.5]],
            color: "#CFCFCF".parse().unwrap(),
            width: 0.2,
            head: 0.0,
        },
        Cosmetic::Shape {
            shape: Outline::Ellipse,
            at: [1.0, 0.5],
            size: [0.5, 0.5],
            fill: Some(Color::WHITE),
            stroke: black,
            border: 1.0 / 32.0,
            text: "7".to_owned(),
            color: black,
            font: None,
            under: false,
            angle: 0.0,
        },
        Cosmetic::Text { at: [0.5, -0.5], text: "9".to_owned(), size: 0.5, color: Color::BLACK, angle: 0.0 },
        Cosmetic::Cage {
            cells: vec![Cell::new(2, 0), Cell::new(2, 1)],
            text: "A".to_owned(),
            stroke: "#FF0000".parse().ok(),
            color: black,
        },
    ];
    let expected: BTreeSet<String> = expected.iter().map(|cosmetic| format!("{cosmetic:?}")).collect();
    let compressed = |text: &str| lz_str::compress_to_base64(text);
    for text in [compressed(&fpuzzles), format!("https://sudokupad.app/scl{}", compressed(scl))] {
        let record = read(&text);
        assert!(record.left_out().is_empty(), "{:?}", record.left_out());
        let told = |record: &Record| -> BTreeSet<(String, String)> {
            record
                .details()
                .iter()
                .map(|detail| (detail.key.name().to_owned(), detail.text.clone()))
                .collect()
        };
        let details =
            [("author", "B"), ("description", "Lines are odd."), ("solution", solution), ("title", "A")];
        let details = details.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(told(&record), details.clone().into());
        for format in [Format::FPuzzles, Format::SudokuPad, Format::Json] {
            let (text, loss) = written(format, &record);
            assert!(loss.is_none(), "{format}: {loss}");
            assert_eq!(
                (told(&read(&text)), parts(&read(&text))),
                (told(&record), parts(&record)),
                "{format}"
            );
        }
        let lost = written(Format::Line, &record).1.details;
        assert!(details.iter().all(|(name, _)| lost.contains(name)), "{lost:?}");
        let (rest, cosmetics) = parts(&record);
        assert_eq!(cosmetics, expected);
        let colors: Vec<String> =
            rest.colors.iter().map(|(cell, colors)| format!("{cell}={colors:?}")).collect();
        let red = |color: &str| color.parse::<Color>().unwrap();
        assert_eq!(
            colors,
            [format!("r1c1={:?}", [red("#ffa0a0")]), format!("r4c4={:?}", [red("#ff0000"), red("#ffdf61")])]
        );
        let lit: Vec<String> = rest.fog.unwrap().lit.iter().map(ToString::to_string).collect();
        assert_eq!(lit, ["r1c1", "r3c3", "r3c4", "r4c3", "r4c4"]);
        let noted = |notes: Option<Pencilmarks>, cell| {
            notes.unwrap().get(cell).digits().map(Digit::value).collect::<Vec<_>>()
        };
        assert_eq!(noted(rest.corner, Cell::new(0, 0)), [1, 2]);
        assert_eq!(noted(rest.centre, Cell::new(0, 1)), [4]);
        assert!(record.marks().is_none(), "notes in the centre are no candidates");
    }
}

#[test]
fn drawings_of_a_rule_that_is_stated_are_not_drawn_twice() {
    let cells = "[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]";
    let object = |rule: &str| {
        format!(
            r##"{{"size":4,"grid":{cells},{rule}"line":[{{"lines":[["R1C1","R1C2"]],"outlineC":"#F067F0","width":0.4,"fromConstraint":"Renban"}}]}}"##
        )
    };
    let stated =
        read(&lz_str::compress_to_base64(object(r#""renban":[{"lines":[["R1C1","R1C2"]]}],"#).as_str()));
    assert_eq!((stated.rules().len(), stated.decoration()), (1, None));
    let drawn = read(&lz_str::compress_to_base64(object("").as_str()));
    assert_eq!((drawn.rules().len(), drawn.decoration().unwrap().cosmetics.len()), (0, 1));
}

#[test]
fn parts_without_a_meaning_are_left_out_by_number() {
    let cells = "[[{},{},{},{}],[{\"x\":1},{},{},{}],[{},{},{},{}],[{\"c\":\"puce\",\"cornerPencilMarks\":[7,1]},{},{},{}]]";
    let fpuzzles = format!(
        r##"{{"size":4,"grid":{cells},"line":[{{}},{{"lines":[["A1"]]}},{{"lines":[["R1C1"]],"glow":2}}],"circle":[{{}}],
        "cage":[{{"cells":["R9C9"]}}],"foglight":["R5C5"],"triggereffect":[{{}}]}}"##
    );
    let scl = format!(
        r##"{{"cells":{cells},"regions":[],"lines":[{{"d":"M0 0"}}],"arrows":[{{"wayPoints":[["a",1]]}}],"overlays":[{{"width":1}}],
        "underlays":[{{"center":[1,1],"backgroundColor":"puce","opacity":0.5}}],"foglight":[[9,9]]}}"##
    );
    for (text, expected) in [
        (
            lz_str::compress_to_base64(fpuzzles.as_str()),
            "1 circle, 1 color, 1 drawn cage, 1 effect of fog, 1 fog light, 2 line, 1 marked cell, 1 note that is no digit, \
             1 style of a drawing",
        ),
        (
            format!("scl{}", lz_str::compress_to_base64(scl.as_str())),
            "1 arrow, 1 color, 1 fog light, 1 line, 2 marked cell, 1 shape, 2 style of a drawing",
        ),
    ] {
        let record = read(&text);
        let mut found: Vec<(&str, usize)> =
            record.left_out().iter().map(|part| (part.what, part.count)).collect();
        found.sort_unstable();
        let words: Vec<String> = found.iter().map(|(what, count)| format!("{count} {what}")).collect();
        assert_eq!(words.join(", "), expected);
    }
}

#[test]
fn pictures_show_drawings_below_digits_and_fog_where_it_is_asked_for() {
    let board = Geometry::of_side(4).unwrap();
    let mut given = Grid::empty(4).unwrap();
    given.set(Cell::new(0, 0), Digit::new(3)).unwrap();
    let mut filled = given.clone();
    filled.set(Cell::new(3, 3), Digit::new(2)).unwrap();
    let mut random = Random(7);
    let mut decoration =
        Decoration { corner: Some(random.notes()), centre: Some(random.notes()), ..Decoration::default() };
    decoration.colors.insert(Cell::new(1, 1), vec![Color::PALETTE[0], Color::PALETTE[1]]);
    decoration.fog = Some(Fog { lit: vec![Cell::new(0, 0)] });
    decoration.cosmetics = vec![
        Cosmetic::Line { points: vec![[0.5, 0.5], [1.5, 0.5]], color: Color::BLACK, width: 0.2, head: 0.3 },
        Cosmetic::of_colored_cell(Cell::new(2, 2), Color::WHITE),
        Cosmetic::Text {
            at: [-1.0, 2.0],
            text: "</svg>".to_owned(),
            size: 0.5,
            color: Color::WHITE,
            angle: 90.0,
        },
        Cosmetic::Cage { cells: vec![Cell::new(2, 0)], text: "A".to_owned(), stroke: None, color: None },
    ];
    let picture =
        Picture::new(&board, &given).unwrap().with_theme(Theme::Light).with_digits(&filled).unwrap();
    let svg = picture.clone().with_decoration(&decoration).unwrap().to_svg();
    let at = |text: &str| svg.find(text).unwrap_or_else(|| panic!("{text} in {svg}"));
    // Below the lines of the board are colors and lines, above them texts; digits come last.
    assert!(at(&format!("fill=\"{}\"", Color::PALETTE[1])) < at("class=\"thick\""));
    assert!(at("class=\"pen\"") < at("class=\"thick\"") && at("class=\"thick\"") < at("rotate(90 -60 120)"));
    assert!(at("rotate(90") < at("class=\"given\""));
    assert!(!svg.contains("</svg></text>") && svg.contains("&lt;/svg"));
    // A text beside the board widens the picture.
    assert!(!svg.contains("viewBox=\"-4 "), "{svg:.200}");
    assert!(!svg.contains("class=\"fog\""));
    let notes = svg.matches("class=\"candidate\"").count();
    assert!(notes > 8, "{notes}");
    let candidates = Pencilmarks::full(4).unwrap();
    let both = picture.clone().with_candidates(&candidates).unwrap().with_decoration(&decoration).unwrap();
    assert_eq!(both.to_svg().matches("class=\"candidate\"").count(), 14 * 4);
    let fog = picture.clone().with_decoration(&decoration).unwrap().with_fog().to_svg();
    assert_eq!(fog.matches("class=\"fog\"").count(), 15);
    // The digit of the player is above the fog.
    assert!(fog.rfind("class=\"found\"") > fog.rfind("class=\"fog\""));
    assert_eq!(picture.with_fog().to_svg().matches("class=\"fog\"").count(), 0);
    let wrong = Decoration { corner: Some(Pencilmarks::full(9).unwrap()), ..Decoration::default() };
    assert!(Picture::new(&board, &given).unwrap().with_decoration(&wrong).is_err());
}
