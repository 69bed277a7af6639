//! Reading a puzzle.
//!
//! A constraint that the program refuses, or reads in a way that no rule here expresses, is an error: the puzzle would be
//! another one without it.

use super::constraint::{Constraint, LOOP, Read, Word, cell};
use super::names::{direction, kind};
use super::{open, wide};
use crate::model::geometry::rules::{
    CellsKind, Figure, Join, LineKind, OutsideKind, PairKind, Regions, Rule, RuleKind, Side, Variant,
};
use crate::model::geometry::{Cell, Digit, Geometry, HouseKind, MAX_SIDE, Values, boxes_of_size};
use crate::model::pencilmarks::Marks;
use crate::text::draft::{Draft, once, region_names};
use crate::text::record::Key;
use crate::text::shape::USUAL_SIDE;

/// Returns the puzzle of a text. Its side is that of the board if one was requested.
pub(in crate::text) fn read(text: &str, side: Option<usize>) -> Read<Draft> {
    // As the program reads it, without comments and white space, and the offset of each byte.
    let (mut compact, mut offsets) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
    let (mut comments, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        match line.trim_start().strip_prefix('#') {
            Some(comment) => comments.push(comment.trim_end_matches(['\n', '\r'])),
            None => {
                for (offset, character) in
                    line.char_indices().filter(|(_, character)| !character.is_whitespace())
                {
                    compact.push(character);
                    offsets.resize(compact.len(), start + offset);
                }
            }
        }
        start += line.len();
    }
    // An error at a dot, or at the end, is one at the end of the word before it.
    let place = |offset: usize| match compact.as_bytes().get(offset) {
        None | Some(b'.') => {
            offset.checked_sub(1).and_then(|last| offsets.get(last)).map_or(0, |last| last + 1)
        }
        Some(_) => offsets[offset],
    };
    let mut draft = read_compact(&compact, side).map_err(|(offset, kind)| (place(offset), kind))?;
    draft.details.extend(comments.into_iter().map(|comment| (Key::Comment, comment.to_owned())));
    Ok(draft)
}

/// Returns the puzzle of a text without comments and white space.
fn read_compact(text: &str, side: Option<usize>) -> Read<Draft> {
    let constraints = Word { offset: 0, text }.split('.').filter(|word| !word.text.is_empty());
    let constraints: Vec<Constraint<'_>> = constraints
        .filter_map(|word| {
            let mut parts = word.split('~');
            Some(Constraint { name: parts.next()?, arguments: parts.collect() })
        })
        .collect();
    let named = |name: &'static str| {
        constraints.iter().filter(move |constraint| constraint.name.text.eq_ignore_ascii_case(name))
    };
    let shape = named("Shape").next().map(Constraint::shape).transpose()?;
    let usual_size = [side.unwrap_or(USUAL_SIDE); 2];
    let (size, offset) = shape.map_or((usual_size, 0), |shape| (shape.size, shape.offset));
    let [rows, columns] = size;
    let found = rows.max(columns);
    let mut draft = Draft::new(found, side).map_err(|kind| (offset, kind))?;
    if let Some(values) = shape.and_then(|shape| shape.values) {
        draft.set_values(values);
    }
    let boxes = boxes_of_size(rows, columns);
    let usual = boxes.and_then(|[height, width]| Geometry::boxes(height, width).ok());
    if rows != columns {
        draft.rules.push(Rule::blocked_outside(rows, columns));
    }
    // The program adds the rules of a set of constraints, whatever their order.
    for variables in named("Var") {
        wide::declare(variables, columns, &mut draft)?;
    }
    let finds_regions = named("ChaosConstruction").next().is_some();
    if finds_regions {
        draft.add_variant(Variant::Chaos);
        wide::check_with_regions_to_find(&constraints)?;
    }
    let other_size = named("RegionSize").next().map(|size| wide::other_size(size, &constraints, &draft));
    let other_size = other_size.transpose()?.flatten();
    let is_raw = shape.is_some_and(|shape| shape.is_raw);
    if is_raw {
        wide::check_without_rows_and_columns(&constraints)?;
        draft.add_variant(Variant::NoRowsColumns);
    }
    let is_without_boxes = is_raw || named("NoBoxes").next().is_some();
    if named("Doppelganger").next().is_some()
        && let Some(board) = usual.as_ref().filter(|_| rows == columns)
    {
        wide::declare_missing(&constraints, board, !is_without_boxes, &mut draft);
    }
    match (&usual, other_size) {
        _ if is_without_boxes => {}
        (_, Some(size)) => {
            let boxes = wide::boxes_of_size(size, &draft);
            boxes.iter().for_each(|cells| draft.add_cells(CellsKind::Different, cells));
        }
        // Regions that are to be found are beside the boxes.
        (Some(usual), None) if finds_regions => {
            let boxes = usual.houses().iter().filter(|house| house.kind() == HouseKind::Box);
            boxes.for_each(|house| draft.add_cells(CellsKind::Different, house.cells()));
        }
        _ => {}
    }
    let has_boxes = usual.is_some() && !is_without_boxes && !finds_regions && other_size.is_none();
    let jigsaws = named("Jigsaw").count();
    let mut reading = Reading {
        draft,
        usual,
        size,
        has_boxes,
        other_size,
        is_without_boxes,
        jigsaws,
        has_regions: false,
        count: 0,
        templates: 0,
    };
    reading.block(&constraints, 0, 0, &mut Vec::new())?;
    if let Some(line) = named("RegionSumLine").next().filter(|_| jigsaws > 0 && !reading.has_parts()) {
        return line.name.expected("regions of all cells for the line");
    }
    // Regions beside boxes, and several lists of them, are sets of cells here, which neither constraint would count.
    let is_one = jigsaws == 1 && reading.has_regions;
    let same = named("RegionSameValues").next().filter(|_| jigsaws > 0 && !is_one);
    if let Some(one) = same.or(named("Doppelganger").next().filter(|_| jigsaws > 0)) {
        return one.name.expected("a board without regions for the constraint");
    }
    let Reading { mut draft, usual, has_regions, .. } = reading;
    let of_side = Geometry::usual_box(found).map(|(height, width)| [height, width]);
    match usual {
        _ if has_regions || finds_regions => {}
        Some(boxed) if has_boxes && of_side != Some([boxed.box_height(), boxed.box_width()]) => {
            draft.rules.push(Rule::Regions(Regions::of_text(&region_names(&boxed))));
        }
        Some(_) if has_boxes => {}
        // A board has the usual boxes of its side.
        _ if of_side.is_some_and(|[height, _]| height > 1) => draft.add_variant(Variant::NoBoxes),
        _ => {}
    }
    wide::name_all_variables(&mut draft);
    Ok(draft)
}

/// The greatest number of joined constraints and templates one within the other.
const MOST_JOINED: usize = 16;
/// The greatest number of constraints, each as often as its template has copies.
const MOST_CONSTRAINTS: usize = 20_000;

/// The kind of a grid whose rows and columns are no houses.
pub(super) const RAW: &str = "Raw";

/// The size of a board, its place in the text, and its digits, if they are stated.
#[derive(Clone, Copy)]
struct Shape {
    /// The numbers of rows and columns.
    size: [usize; 2],
    offset: usize,
    values: Option<Values>,
    /// True if rows and columns are no houses.
    is_raw: bool,
}

impl Constraint<'_> {
    fn shape(&self) -> Read<Shape> {
        let word = self.argument(0, "a size")?;
        let (height, width) = word.text.split_once(['x', 'X']).unwrap_or((word.text, word.text));
        let number = |text: &str| text.parse().ok().filter(|number| (1..=MAX_SIDE).contains(number));
        let size = number(height).zip(number(width));
        let (rows, columns): (usize, usize) = size.map_or_else(|| word.expected("a size such as 9x9"), Ok)?;
        let is_raw = match self.arguments.get(2) {
            Some(kind) if kind.text != "Sudoku" && kind.text != RAW => {
                return kind.expected("a grid of the kind Sudoku or Raw");
            }
            kind => kind.is_some_and(|kind| kind.text == RAW),
        };
        let least = if is_raw { 1 } else { rows.max(columns) };
        let values = self.arguments.get(1).filter(|word| !word.text.is_empty());
        let values = values.map(|word| {
            let values: Option<Values> = match word.text.parse() {
                Ok(count) => Values::new(1, count),
                Err(_) => word.text.parse().ok(),
            };
            let expected = || word.expected(format!("at least {least} values, such as {least} or 0-{least}"));
            values.filter(|values| values.count() >= least).map_or_else(expected, Ok)
        });
        Ok(Shape { size: [rows, columns], offset: word.offset, values: values.transpose()?, is_raw })
    }
}

/// A puzzle that is being read.
struct Reading {
    draft: Draft,
    /// The board of this side with its boxes, if it has any.
    usual: Option<Geometry>,
    /// The numbers of rows and columns.
    size: [usize; 2],
    has_boxes: bool,
    /// The number of cells of boxes and regions, if it is not the usual one.
    other_size: Option<usize>,
    is_without_boxes: bool,
    /// The number of lists of regions that follow.
    jigsaws: usize,
    /// True if regions replace the boxes.
    has_regions: bool,
    /// The number of constraints read, those of a template once for each copy.
    count: usize,
    /// The number of templates around the current constraint.
    templates: usize,
}

impl Reading {
    /// Returns true if every cell is in a box or region, whose parts of a line have a sum.
    fn has_parts(&self) -> bool {
        self.has_boxes || self.has_regions
    }

    /// Reads the constraints from a number on, up to the `End` of the joined constraint or template that they are parts of,
    /// and appends the number of rules before each part. Returns the number of the constraint after them. `depth` tells in
    /// how many others they are.
    fn block(
        &mut self,
        constraints: &[Constraint<'_>],
        mut at: usize,
        depth: usize,
        starts: &mut Vec<usize>,
    ) -> Read<usize> {
        while let Some(constraint) = constraints.get(at) {
            at += 1;
            self.count += 1;
            let (name, word) = (constraint.name, constraint.name.text.to_ascii_lowercase());
            if self.count > MOST_CONSTRAINTS {
                return name.expected(format!("at most {MOST_CONSTRAINTS} constraints with all copies"));
            }
            if word == "end" {
                let is_open = depth > 0;
                return if is_open { Ok(at) } else { name.expected("`Or`, `And` or `Replicate` before it") };
            }
            starts.push(self.draft.rules.len());
            let by = match word.as_str() {
                "or" => Some(Join::Any),
                "and" => Some(Join::All),
                "replicate" => None,
                _ => {
                    self.add(constraint)?;
                    continue;
                }
            };
            if depth == MOST_JOINED {
                return name
                    .expected(format!("at most {MOST_JOINED} joined constraints one within the other"));
            }
            let was_nested = std::mem::replace(&mut self.draft.is_nested, true);
            at = match by {
                Some(by) => {
                    let mut parts = Vec::new();
                    let end = self.block(constraints, at, depth + 1, &mut parts)?;
                    parts.push(self.draft.rules.len());
                    open::join(by, &parts, &mut self.draft);
                    end
                }
                None => self.copies(constraint, constraints, at, depth)?,
            };
            self.draft.is_nested = was_nested;
        }
        Ok(at)
    }

    /// Reads the constraints from a number on once for each target of a template. Returns the number of the constraint after
    /// them.
    fn copies(
        &mut self,
        template: &Constraint<'_>,
        constraints: &[Constraint<'_>],
        at: usize,
        depth: usize,
    ) -> Read<usize> {
        let shifts = open::shifts(template, &self.draft)?;
        let (outer, rules) = (self.draft.shift, self.draft.rules.len());
        if self.size[0] != self.size[1] {
            return template.name.expected("a square board for the constraint");
        }
        self.templates += 1;
        let mut end = None;
        for [down, right] in &shifts {
            self.draft.shift = [outer[0] + down, outer[1] + right];
            end = Some(self.block(constraints, at, depth + 1, &mut Vec::new())?);
        }
        self.draft.shift = outer;
        let end = match end {
            Some(end) => end,
            // A template without copies requires nothing.
            None => {
                let end = self.block(constraints, at, depth + 1, &mut Vec::new())?;
                self.draft.rules.truncate(rules);
                end
            }
        };
        self.templates -= 1;
        Ok(end)
    }

    fn add(&mut self, constraint: &Constraint<'_>) -> Read<()> {
        let before = self.draft.rules.len();
        match (constraint.name.text.to_ascii_lowercase().as_str(), self.other_size) {
            ("disjointsets", Some(size)) => wide::add_disjoint_of_size(size, &mut self.draft),
            ("regionsamevalues", Some(size)) => {
                wide::add_same_of_size(size, !self.is_without_boxes, &mut self.draft);
            }
            _ if wide::add(constraint, &mut self.draft)? => {}
            _ => self.add_known(constraint)?,
        }
        wide::join_variables(constraint, before, &mut self.draft)
    }

    fn add_known(&mut self, constraint: &Constraint<'_>) -> Read<()> {
        let first = constraint.arguments.first().map(|word| word.text);
        let draft = &mut self.draft;
        match kind(constraint.name.text, first) {
            None => add_other(constraint, draft),
            Some(Err(wanted)) => constraint.argument(0, &wanted)?.expected(wanted),
            Some(Ok(RuleKind::Whole(_) | RuleKind::Figure(Figure::Regions))) if draft.is_nested => {
                constraint.name.expected("a constraint of cells within Or, And and Replicate")
            }
            Some(Ok(RuleKind::Outside(_) | RuleKind::Figure(Figure::LittleKiller))) if self.templates > 0 => {
                constraint.name.expected("a constraint without clues outside of the board within Replicate")
            }
            Some(Ok(RuleKind::Figure(Figure::LittleKiller))) if self.size[0] != self.size[1] => {
                constraint.name.expected("a square board for the constraint")
            }
            Some(Ok(RuleKind::Whole(variant))) => {
                match variant {
                    // It is added after regions are known.
                    Variant::NoBoxes => {}
                    Variant::Windoku | Variant::Disjoint if self.size[0] != self.size[1] => {
                        return constraint.name.expected("a square board for the constraint");
                    }
                    Variant::Windoku => self.add_windows(),
                    Variant::Disjoint => self.add_disjoint(),
                    _ => draft.add_variant(variant),
                }
                Ok(())
            }
            Some(Ok(RuleKind::Cage(kind))) => {
                let value = constraint.argument(0, "a sum")?.number()?;
                let cells = constraint.cells_once(1, draft)?;
                draft.rules.push(Rule::Cage { kind, value, cells });
                Ok(())
            }
            Some(Ok(RuleKind::Line(kind))) => add_line(constraint, kind, draft),
            Some(Ok(RuleKind::Pair(kind))) => add_pairs(constraint, kind, draft),
            Some(Ok(RuleKind::Cells(kind))) => add_set(constraint, kind, draft),
            Some(Ok(RuleKind::Outside(OutsideKind::FullRank))) if draft.is_nested => {
                constraint.name.expected("a constraint of cells within Or, And and Replicate")
            }
            Some(Ok(RuleKind::Outside(kind))) => add_clues(constraint, kind, draft),
            Some(Ok(RuleKind::Figure(Figure::Regions))) => {
                self.jigsaws -= 1;
                self.add_regions(constraint)
            }
            Some(Ok(RuleKind::Figure(figure))) => add_figure(constraint, figure, draft),
            Some(Ok(RuleKind::Open(_))) => Ok(()),
        }
    }

    /// Adds regions: in place of the boxes if there are none and no other regions follow, whose parts of a line would
    /// count; otherwise as sets of cells. One region may have another size, and then requires nothing.
    fn add_regions(&mut self, constraint: &Constraint<'_>) -> Read<()> {
        constraint.argument(0, "regions")?;
        // The size of the board before the regions is an older form.
        let word = constraint.arguments[constraint.arguments.len() - 1];
        let side = self.draft.side();
        let [rows, columns] = self.size;
        let expected = || word.expected(format!("{} regions of {side} cells", rows * columns / side));
        if constraint.arguments.len() > 2 || word.text.chars().count() != rows * columns {
            return expected();
        }
        let text = self.on_square(word.text);
        let is_open = |(cell, _): &(Cell, char)| cell.row() < rows && cell.column() < columns;
        let mut groups: Vec<(char, Vec<Cell>)> = Vec::new();
        for (cell, name) in self.draft.cells().zip(text.chars()).filter(is_open) {
            match groups.iter_mut().find(|(known, _)| *known == name) {
                Some((_, cells)) => cells.push(cell),
                None => groups.push((name, vec![cell])),
            }
        }
        let size = self.other_size.unwrap_or(side);
        let others = groups.iter().filter(|(_, cells)| cells.len() != size);
        // The program takes any of these as a region.
        let regions = side..=self.draft.values().count();
        let is_wrong = others.clone().any(|(_, cells)| regions.contains(&cells.len()));
        match others.count() {
            0 if !self.has_boxes && self.jigsaws == 0 && size == side => {
                self.has_regions = true;
                self.draft.rules.push(Rule::Regions(Regions::of_text(&text)));
            }
            0 | 1 if !is_wrong || groups.len() == 1 => {
                let regions = groups.iter().filter(|(_, cells)| cells.len() == size);
                regions.for_each(|(_, cells)| self.draft.add_cells(CellsKind::Different, cells));
            }
            _ if size == side => return expected(),
            _ => return word.expected(format!("regions of {size} cells, or all but one")),
        }
        Ok(())
    }

    /// Returns the names of the cells of a rectangle as those of the square around it.
    fn on_square(&self, names: &str) -> String {
        let [rows, columns] = self.size;
        let mut names = names.chars();
        let mut name = |cell: Cell| {
            let is_open = cell.row() < rows && cell.column() < columns;
            if is_open { names.next().unwrap_or('.') } else { '.' }
        };
        self.draft.cells().map(&mut name).collect()
    }

    /// Adds the windows between boxes of the usual shape, whatever the boxes of the puzzle are.
    fn add_windows(&mut self) {
        // The program makes windows of as many cells as there are digits, which none of these boards has.
        let has_windows = self.draft.values().count() == self.draft.side();
        let Some(usual) = self.usual.as_ref().filter(|_| has_windows) else { return };
        let (side, height, width) = (usual.side(), usual.box_height(), usual.box_width());
        if height == width {
            self.draft.add_variant(Variant::Windoku);
            return;
        }
        let starts = |length: usize| (1..side.saturating_sub(length)).step_by(length + 1);
        for (top, left) in starts(height).flat_map(|top| starts(width).map(move |left| (top, left))) {
            let is_in = |cell: &Cell| {
                (top..top + height).contains(&cell.row()) && (left..left + width).contains(&cell.column())
            };
            let cells: Vec<Cell> = usual.cells().filter(is_in).collect();
            self.draft.add_cells(CellsKind::Different, &cells);
        }
    }

    /// Adds the cells at the same place in boxes of the usual shape, whatever the boxes of the puzzle are.
    fn add_disjoint(&mut self) {
        let disjoint = Rule::Variant(Variant::Disjoint);
        if self.has_boxes {
            self.draft.rules.push(disjoint);
        } else if let Some(Ok(board)) = self.usual.clone().map(|usual| usual.with_rules(&[disjoint])) {
            let groups = board.houses().iter().filter(|house| house.kind() == HouseKind::Group);
            groups.for_each(|house| self.draft.add_cells(CellsKind::Different, house.cells()));
        }
    }
}

fn add_line(constraint: &Constraint<'_>, kind: LineKind, draft: &mut Draft) -> Read<()> {
    let has_number =
        kind.number().is_some() && (constraint.has_number() || !kind.row().may_lack_number_in_iss);
    let (kind, first) = if has_number {
        let number: u8 = constraint.argument(0, "a number")?.number()?;
        (kind.with_number(number.max(kind.row().least_in_iss)), 1)
    } else {
        (kind, 0)
    };
    if let Some((last, arguments)) = constraint.arguments.split_last().filter(|(last, _)| last.text == LOOP) {
        let open = Constraint { arguments: arguments.to_vec(), ..*constraint };
        let mut cells = open.cells_once(first, draft)?;
        cells.push(cells[0]);
        if !kind.is_loop(&cells) {
            return last.expected("a cell such as R1C1");
        }
        draft.add_line(kind, cells);
        return Ok(());
    }
    let cells = if kind.row().may_repeat_in_iss {
        constraint.cells(first, draft)?
    } else {
        constraint.cells_once(first, draft)?
    };
    if kind.is_loop(&cells) {
        return constraint.arguments[constraint.arguments.len() - 1].expected(LOOP);
    }
    draft.add_line(kind, cells);
    Ok(())
}

/// Adds a mark between every two adjacent cells of a list, from the earlier to the later one.
fn add_pairs(constraint: &Constraint<'_>, kind: PairKind, draft: &mut Draft) -> Read<()> {
    let cells = once(&constraint.cells(0, draft)?);
    let pairs: Vec<[Cell; 2]> = (0..cells.len())
        .flat_map(|place| cells[place + 1..].iter().map(move |&later| (place, later)))
        .map(|(place, later)| [cells[place], later])
        .filter(|&[one, other]| draft.are_adjacent(one, other))
        .collect();
    if pairs.is_empty() {
        return constraint.name.expected("two adjacent cells in the list");
    }
    pairs.into_iter().for_each(|pair| draft.add_pair(kind, pair));
    Ok(())
}

fn add_set(constraint: &Constraint<'_>, kind: CellsKind, draft: &mut Draft) -> Read<()> {
    let is_fixed = kind.row().words.iss.contains('~');
    let cells = match kind {
        CellsKind::Different => constraint.cells(0, draft)?,
        _ if is_fixed => constraint.cells(1, draft)?,
        _ => constraint.cells_once(0, draft)?,
    };
    if kind == CellsKind::Equality && cells.len() % 2 == 1 {
        return constraint.name.expected("an even number of cells");
    }
    draft.add_cells(kind, &cells);
    Ok(())
}

fn add_other(constraint: &Constraint<'_>, draft: &mut Draft) -> Read<()> {
    match constraint.name.text.to_ascii_lowercase().as_str() {
        "" | "given" => constraint.arguments.iter().try_for_each(|&word| add_digits(word, draft))?,
        "shape" if draft.is_nested => {
            return constraint.name.expected("a constraint of cells within Or, And and Replicate");
        }
        "shape" => {
            let Shape { size, offset, values, is_raw } = constraint.shape()?;
            let side = size[0].max(size[1]);
            let is_other_kind = is_raw != draft.rules.contains(&Rule::Variant(Variant::NoRowsColumns));
            if side != draft.side() || values.is_some_and(|values| values != draft.values()) || is_other_kind
            {
                return Word { offset, ..constraint.arguments[0] }.expected("one size");
            }
        }
        "pillarrow" => add_pill(constraint, draft)?,
        other if open::add(other, constraint, draft)? => {}
        _ => return constraint.name.expected("a constraint that can be read, such as Thermo or Cage"),
    }
    Ok(())
}

fn add_figure(constraint: &Constraint<'_>, figure: Figure, draft: &mut Draft) -> Read<()> {
    match figure {
        Figure::Killer => {
            let word = constraint.argument(0, "a sum")?;
            let sum = if word.text.is_empty() { 0 } else { word.number()? };
            let cells = constraint.cells(1, draft)?;
            draft.add_cage(Some(sum), &cells);
        }
        Figure::Sum => {
            let word = constraint.argument(0, "a sum")?;
            let cells = constraint.cells(1, draft)?;
            match word.text.split_once("_=_") {
                Some((total, factors)) => open::add_sum(word, total, factors, cells, draft)?,
                None => {
                    let sum = word.number()?;
                    draft.rules.push(Rule::Sum { sum, cells });
                }
            }
        }
        Figure::Arrow => {
            let mut circle = constraint.cells(0, draft)?;
            let cells = circle.split_off(1);
            draft.add_arrow(circle, cells);
        }
        Figure::Quadruple => {
            let corner = cell(constraint.argument(0, "a cell")?, draft)?;
            constraint.argument(1, "a digit")?;
            let digits = constraint.arguments[1..]
                .iter()
                .map(|word| draft.digit(word.number()?).map_err(|kind| (word.offset, kind)));
            let digits = digits.collect::<Read<_>>()?;
            let is_same =
                |rule: &Rule| matches!(rule, Rule::Quadruple { corner: known, .. } if *known == corner);
            replace(draft, is_same, Rule::Quadruple { corner, digits });
        }
        Figure::LittleKiller => {
            let sum = constraint.argument(0, "a sum")?.number()?;
            let word = constraint.argument(1, "a cell")?;
            let first = cell(word, draft)?;
            let Some(direction) = direction(first, draft.side()) else {
                return word.expected("a cell at the edge of the board");
            };
            let is_same =
                |rule: &Rule| matches!(rule, Rule::LittleKiller { first: known, .. } if *known == first);
            replace(draft, is_same, Rule::LittleKiller { sum, first, direction });
        }
        Figure::Clone | Figure::Regions | Figure::Values | Figure::Grids => {}
    }
    Ok(())
}

/// Adds a rule in place of an earlier one about the same place, of which the program keeps the last.
fn replace(draft: &mut Draft, is_same: impl Fn(&Rule) -> bool, rule: Rule) {
    if !draft.is_nested {
        draft.rules.retain(|known| !is_same(known));
    }
    draft.rules.push(rule);
}

fn add_clue(kind: OutsideKind, side: Side, number: u8, value: u32, draft: &mut Draft) {
    let place = (kind, side, number);
    let is_same = |rule: &Rule| matches!(rule, Rule::Outside { kind, side, number, .. } if (*kind, *side, *number) == place);
    replace(draft, is_same, Rule::Outside { kind, side, number, value });
}

fn add_pill(constraint: &Constraint<'_>, draft: &mut Draft) -> Read<()> {
    let word = constraint.argument(0, "a number of cells")?;
    let (length, mut pill): (usize, _) = (word.number()?, constraint.cells(1, draft)?);
    if !(2..=3).contains(&length) || length >= pill.len() {
        return word.expected("2 or 3 cells of a pill, and others of an arrow");
    }
    let cells = pill.split_off(length);
    pill.sort_unstable();
    if !is_readable(&pill) {
        return word.expected("cells of a pill that are side by side");
    }
    let values = draft.values();
    if let Some(decimal) = Values::new(values.least(), 9).filter(|_| values.greatest() > 9) {
        // All digits of the number but the first are decimal.
        for &cell in &pill[1..] {
            let index = draft.index(cell).map_err(|kind| (word.offset, kind))?;
            if draft.is_nested {
                open::add_allowed(cell, decimal.digits(), draft);
            } else {
                draft.allow(index, Marks::of(decimal));
            }
        }
    }
    draft.add_arrow(pill, cells);
    Ok(())
}

/// Returns true if the cells of a pill, in ascending order, are each to the right of the one before it, below it, or both.
pub(super) fn is_readable(pill: &[Cell]) -> bool {
    pill.windows(2).all(|pair| {
        let (rows, columns) = (pair[1].row() - pair[0].row(), pair[1].column().checked_sub(pair[0].column()));
        matches!((rows, columns), (0 | 1, Some(1)) | (1, Some(0)))
    })
}

/// Adds the digits of a cell, such as `R1C1_5`.
fn add_digits(word: Word<'_>, draft: &mut Draft) -> Read<()> {
    let mut parts = word.split('_');
    let Some(first) = parts.next().filter(|first| !first.text.is_empty()) else { return Ok(()) };
    let cell = cell(first, draft)?;
    let digits = parts.map(|part| draft.digit(part.number()?).map_err(|kind| (part.offset, kind)));
    let digits: Marks = digits.collect::<Read<Vec<Digit>>>()?.into_iter().collect();
    if cell.cell_of_region().is_some() {
        return word.expected("a cell of the board, as regions have other numbers here");
    }
    if cell.is_variable() && digits.is_empty() {
        return word.expected("a digit after the variable, such as VA1_5");
    }
    if cell.is_variable() {
        open::add_allowed(cell, digits.digits(), draft);
        return Ok(());
    }
    let index = draft.index(cell).map_err(|kind| (word.offset, kind))?;
    if draft.is_nested && !digits.is_empty() {
        open::add_allowed(cell, digits.digits(), draft);
        return Ok(());
    }
    match digits.single() {
        Some(digit) => draft.give(index, digit),
        None if digits.is_empty() => return word.expected("a digit after the cell, such as R1C1_5"),
        None if digits.count() as usize == draft.values().count() => {}
        None => draft.allow(index, digits),
    }
    Ok(())
}

/// Adds the clues of a row or column: one after its number, or those at its ends.
fn add_clues(constraint: &Constraint<'_>, kind: OutsideKind, draft: &mut Draft) -> Read<()> {
    if kind.row().has_no_end {
        let value = constraint.argument(0, "a sum")?.number()?;
        let (is_row, number) = constraint.line(1, draft)?;
        add_clue(kind, if is_row { Side::Left } else { Side::Top }, number, value, draft);
        return Ok(());
    }
    let (is_row, number) = constraint.line(0, draft)?;
    let sides = if is_row { [Side::Left, Side::Right] } else { [Side::Top, Side::Bottom] };
    for (&word, side) in constraint.arguments[1..].iter().zip(sides) {
        if !word.text.is_empty() {
            let value = word.number()?;
            if value < kind.row().least_in_iss {
                return word.expected("a number above 0");
            }
            add_clue(kind, side, number, value, draft);
        }
    }
    Ok(())
}
