//! Open rules, which setters write: conditions on digits, and rules joined by any, all and not.

mod automaton;
mod condition;
mod pattern;

use std::fmt;

use super::catalogue::{RuleKind, beginning};
use super::error::{RuleError, RuleTextError, refuse};
use super::open_kinds::OpenKind;
use super::relations::Relations;
use super::{Reading, Rule};
use crate::model::geometry::relation::Relation;
use crate::model::geometry::{Cell, Digit, Global};
use crate::model::unexpected::Unexpected;
pub(crate) use automaton::{Automaton, Transition};
pub(crate) use condition::Condition;
use condition::DEEPEST;
pub(crate) use pattern::Pattern;

/// A rule that a setter wrote. Displayed as the line of text from which it is read:
///
/// ```text
/// open = rule [ "as" word ] [ '"' name '"' ]          drawn as a rule of this word, and named in explanations
/// rule = "pairs" condition cells                      digits a and b next to each other in the list
///      | "all-pairs" condition cells                  any digits a and b of the list, a before b
///      | "moves" number number condition              digits a and b so many rows and columns apart, or columns and rows
///      | "sum" condition terms                        the sum s; a term is a cell, as in r1c1, -r1c2 and 10*r1c3
///      | "product" condition cells                    the product s
///      | "count" condition ":" condition cells        the number s of digits a that meet the first condition
///      | "regex" pattern cells                        the digits in their order
///      | "automaton" steps "accept" states cells      the digits in their order lead from state 0 to one of the states
///      | ("any" | "all" | "not") "(" rules ")"        rules of some cells, with `;` between them
///      | "connected" digits [ "size" number ]         the cells with one of the digits, at least one, are connected
///      | "region-count" [ "others" ] cell "=" cells   how many cells of the list are in the region of the first of them
///      | "region-run" [ "others" ] cell "=" arms      how many cells are so from the first one on, along arms that begin there
/// arms = cells { "-" cells }
/// ```
///
/// With `others`, the first cell is not counted. Cells of these rules may be variables, `v1` to `v1000`, which hold a digit of
/// the board and exist if a rule names them. Where regions are to be [found](crate::Variant::Chaos), `@r1c1` is the number of
/// the region of r1c1, from the least digit on; regions are numbered by their first cells.
///
/// A condition consists of numbers, the variables, the greatest digit `n`, `+ - * %`, `|a|`, comparisons, `in {5, 10}`, `and`, `or`,
/// `not` and parentheses. In a pattern, digits above 9 are the letters A to P. A step of an automaton is a state, digits in
/// brackets as in a pattern, and the next state, all without spaces: `0[1-4]1`.
///
/// ```
/// use sudoku_cover::{Geometry, Rule};
///
/// let rule: Rule = "pairs |a-b| >= 5 r2c2 r3c3 r4c3 as whisper \"German whisper\"".parse()?;
/// let board = Geometry::classic().with_rules(&[rule, "moves 1 3 a != b".parse()?])?;
/// assert_eq!(board.rules().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Open {
    meaning: Meaning,
    /// The kind of rule as which it is drawn.
    look: Option<RuleKind>,
    /// Its name, which may be empty.
    name: String,
}

/// What an open rule requires.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Meaning {
    /// Of two digits next to each other in the list, or of any two.
    Pairs {
        condition: Condition,
        cells: Vec<Cell>,
        is_all: bool,
    },
    /// Of two digits at this distance, the smaller number first.
    Moves {
        step: (usize, usize),
        condition: Condition,
    },
    Sum {
        condition: Condition,
        terms: Vec<(Cell, i64)>,
    },
    Product {
        condition: Condition,
        cells: Vec<Cell>,
    },
    Count {
        counted: Condition,
        condition: Condition,
        cells: Vec<Cell>,
    },
    Regex {
        pattern: Pattern,
        cells: Vec<Cell>,
    },
    Automaton {
        automaton: Automaton,
        cells: Vec<Cell>,
    },
    Joined {
        by: Join,
        rules: Vec<Rule>,
    },
    /// The cells with one of the digits are connected, and so many.
    Connected {
        digits: Vec<Digit>,
        size: Option<usize>,
    },
    /// Of cells whose regions are to be found, the number that are in the region of the first one: of a list of cells, or
    /// from the first one on along arms.
    Regions {
        kind: InRegion,
        /// True if the first cell is not counted.
        is_others: bool,
        /// The cell with the number.
        number: Cell,
        /// The cells, those of each arm in their order. All arms begin with the same cell.
        arms: Vec<Vec<Cell>>,
    },
}

/// The cells in a region that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum InRegion {
    Count,
    Run,
}

impl InRegion {
    fn word(self) -> &'static str {
        match self {
            InRegion::Count => "region-count",
            InRegion::Run => "region-run",
        }
    }
}

/// How rules are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Join {
    Any,
    All,
    Not,
}

impl Join {
    const ALL: [(Join, &'static str); 3] = [(Join::Any, "any"), (Join::All, "all"), (Join::Not, "not")];

    fn word(self) -> &'static str {
        Join::ALL.into_iter().find(|(join, _)| *join == self).map_or("", |(_, word)| word)
    }
}

impl Open {
    /// Returns an open rule of this meaning, without a look and a name.
    pub(crate) fn of(meaning: Meaning) -> Open {
        Open { meaning, look: None, name: String::new() }
    }

    /// Returns its kind.
    #[must_use]
    pub fn kind(&self) -> OpenKind {
        match &self.meaning {
            Meaning::Pairs { is_all: false, .. } => OpenKind::Pairs,
            Meaning::Pairs { is_all: true, .. } => OpenKind::AllPairs,
            Meaning::Moves { .. } => OpenKind::Moves,
            Meaning::Sum { .. } => OpenKind::Sum,
            Meaning::Product { .. } => OpenKind::Product,
            Meaning::Count { .. } => OpenKind::Count,
            Meaning::Regex { .. } => OpenKind::Regex,
            Meaning::Automaton { .. } => OpenKind::Automaton,
            Meaning::Joined { by: Join::Any, .. } => OpenKind::Any,
            Meaning::Joined { by: Join::All, .. } => OpenKind::All,
            Meaning::Joined { by: Join::Not, .. } => OpenKind::Not,
            Meaning::Connected { .. } => OpenKind::Connected,
            Meaning::Regions { kind: InRegion::Count, .. } => OpenKind::RegionCount,
            Meaning::Regions { kind: InRegion::Run, .. } => OpenKind::RegionRun,
        }
    }

    pub(crate) fn meaning(&self) -> &Meaning {
        &self.meaning
    }

    /// Sets the name.
    pub(crate) fn named(self, name: &str) -> Open {
        Open { name: name.replace('"', "'"), ..self }
    }

    /// Returns the name that its setter gave it.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        Some(self.name.as_str()).filter(|name| !name.is_empty())
    }

    /// Returns its cells, which may occur several times; none if it is a rule of the whole board.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        match &self.meaning {
            Meaning::Pairs { cells, .. }
            | Meaning::Product { cells, .. }
            | Meaning::Count { cells, .. }
            | Meaning::Regex { cells, .. }
            | Meaning::Automaton { cells, .. } => cells.clone(),
            Meaning::Moves { .. } | Meaning::Connected { .. } => Vec::new(),
            Meaning::Regions { number, arms, .. } => {
                [*number].into_iter().chain(arms.iter().flatten().copied()).collect()
            }
            Meaning::Sum { terms, .. } => terms.iter().map(|&(cell, _)| cell).collect(),
            Meaning::Joined { rules, .. } => rules.iter().flat_map(Rule::cells).collect(),
        }
    }

    /// Returns true if it is about regions to be found.
    pub(in crate::model::geometry) fn is_about_regions(&self) -> bool {
        let is_about = |rule: &Rule| matches!(rule, Rule::Open(open) if open.is_about_regions());
        match &self.meaning {
            Meaning::Regions { .. } => true,
            Meaning::Joined { rules, .. } if rules.iter().any(is_about) => true,
            _ => self.cells().iter().any(|cell| cell.cell_of_region().is_some()),
        }
    }

    /// Returns the rule that is drawn in its place: of the kind that its setter chose, or a set of cells.
    pub(crate) fn shown(&self) -> Option<Rule> {
        use super::cells::CellsKind;
        let mut cells = self.cells();
        // Variables are at no place of a picture.
        cells.retain(|cell| !cell.is_variable());
        match (self.look, cells.as_slice()) {
            (_, []) => None,
            (Some(RuleKind::Line(kind)), _) => Some(Rule::Line { kind, cells }),
            (Some(RuleKind::Pair(kind)), &[one, other]) => Some(Rule::Pair { kind, cells: [one, other] }),
            (Some(RuleKind::Cells(kind)), _) => Some(Rule::Cells { kind, cells }),
            _ => Some(Rule::Cells { kind: CellsKind::Different, cells }),
        }
    }

    /// Returns what it requires, as the end of a sentence.
    pub(super) fn sentence(&self) -> String {
        let of = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ");
        let requires = match &self.meaning {
            Meaning::Pairs { condition, cells, is_all: false } => {
                format!("each digit a and the next one b of {} meet {condition}", of(cells))
            }
            Meaning::Pairs { condition, cells, is_all: true } => {
                format!("any digit a and later digit b of {} meet {condition}", of(cells))
            }
            Meaning::Moves { step: (near, far), condition } => {
                format!("digits a and b that are {near} and {far} rows and columns apart meet {condition}")
            }
            Meaning::Sum { condition, terms } => {
                let terms: Vec<String> = terms.iter().map(term).collect();
                format!("the sum s of {} meets {condition}", terms.join(", "))
            }
            Meaning::Product { condition, cells } => {
                format!("the product s of {} meets {condition}", of(cells))
            }
            Meaning::Count { counted, condition, cells } => {
                format!("the number s of digits a with {counted} of {} meets {condition}", of(cells))
            }
            Meaning::Regex { pattern, cells } => format!("the digits of {} match {pattern}", of(cells)),
            Meaning::Automaton { automaton, cells } => {
                format!("the digits of {} lead through {automaton}", of(cells))
            }
            Meaning::Connected { digits, size } => {
                let cells = format!("the cells with one of {}", list_of(digits));
                match size {
                    Some(size) => format!("{cells} are connected, {size} of them"),
                    None => format!("{cells} are connected"),
                }
            }
            Meaning::Regions { kind, is_others, number, arms } => {
                let cells = arms.iter().map(|arm| of(arm)).collect::<Vec<_>>().join(" and ");
                let other = if *is_others { "other cells" } else { "cells" };
                match kind {
                    InRegion::Count => {
                        format!(
                            "{number} says how many {other} of {cells} are in the region of the first one"
                        )
                    }
                    InRegion::Run => {
                        format!(
                            "{number} says how many {other} along {cells} are in one region from the first one on"
                        )
                    }
                }
            }
            Meaning::Joined { by, rules } => {
                let sentences: Vec<String> = rules.iter().map(Rule::sentence).collect();
                match by {
                    Join::Any => format!("at least one is true: {}", sentences.join("; ")),
                    Join::All => sentences.join(", and "),
                    Join::Not => format!("it is not true that {}", sentences.join("; ")),
                }
            }
        };
        self.name().map_or(requires.clone(), |name| format!("{name}: {requires}"))
    }

    /// Adds what it requires.
    pub(super) fn add(&self, relations: &mut Relations<'_>) -> Result<(), RuleError> {
        let greatest = relations.values.greatest();
        let holds = |condition: &Condition, number: i64| condition.holds(&[number], greatest);
        match &self.meaning {
            Meaning::Pairs { condition, cells, is_all } => {
                let fits = |one: u8, other: u8| condition.holds(&[one.into(), other.into()], greatest);
                let last = |place: usize| if *is_all { cells.len() } else { cells.len().min(place + 2) };
                for (place, &one) in cells.iter().enumerate() {
                    let mut others = cells[place + 1..last(place).max(place + 1)].iter();
                    others.try_for_each(|&other| relations.pair([one, other], fits))?;
                }
                Ok(())
            }
            Meaning::Moves { step, condition } => {
                let geometry = relations.geometry;
                let fits = |one: u8, other: u8| condition.holds(&[one.into(), other.into()], greatest);
                for one in geometry.cells() {
                    for other in
                        geometry.cells().filter(|&other| other > one && distance(one, other) == *step)
                    {
                        relations.pair([one, other], fits)?;
                    }
                }
                Ok(())
            }
            Meaning::Sum { condition, terms } => {
                let cells: Vec<Cell> = terms.iter().map(|&(cell, _)| cell).collect();
                let step = |sum: &i64, place: usize, digit: u8| {
                    Some(sum.saturating_add(terms[place].1.saturating_mul(digit.into())))
                };
                relations.read(&cells, 0, step, |&sum| holds(condition, sum))
            }
            Meaning::Product { condition, cells } => {
                let step = |product: &i64, _: usize, digit: u8| Some(product.saturating_mul(digit.into()));
                relations.read(cells, 1, step, |&product| holds(condition, product))
            }
            Meaning::Count { counted, condition, cells } => {
                let step =
                    |count: &i64, _: usize, digit: u8| Some(count + i64::from(holds(counted, digit.into())));
                relations.read(cells, 0, step, |&count| holds(condition, count))
            }
            Meaning::Regex { pattern, cells } => relations.read(
                cells,
                None,
                |places, _, digit| pattern.step(*places, digit),
                |places| pattern.accepts(*places),
            ),
            Meaning::Automaton { automaton, cells } => relations.read(
                cells,
                vec![0],
                |states, _, digit| automaton.step(states, digit),
                |states| automaton.accepts(states),
            ),
            Meaning::Connected { digits, size } => {
                let values = relations.values;
                if let Some(digit) = digits.iter().find(|&&digit| !values.contains(digit)) {
                    return refuse(format!("digits of {values}"), digit);
                }
                let cells = relations.geometry.cell_count();
                if let Some(size) = size.filter(|size| !(1..=cells).contains(size)) {
                    return refuse(format!("a size of 1 to {cells}"), size);
                }
                let digits = digits.iter().fold(0, |all, &digit| all | 1 << values.rank(digit));
                relations.require(Global::Connected { digits, size: *size });
                Ok(())
            }
            Meaning::Regions { kind, is_others, number, arms } => {
                add_in_region(relations, *kind, u8::from(*is_others), *number, arms)
            }
            Meaning::Joined { by: Join::All, rules } => {
                relations.is_nested = true;
                rules.iter().try_for_each(|rule| nested(relations, rule))
            }
            Meaning::Joined { by, rules } => joined(*by, rules, relations),
        }
    }
}

/// Adds the relation of the regions of cells and the number of those in the region of the first one, less `others`.
fn add_in_region(
    relations: &mut Relations<'_>,
    kind: InRegion,
    others: u8,
    number: Cell,
    arms: &[Vec<Cell>],
) -> Result<(), RuleError> {
    let Some(&first) = arms.first().and_then(|arm| arm.first()) else {
        return refuse("cells such as r1c1", "none");
    };
    if let Some(other) = arms.iter().filter_map(|arm| arm.first()).find(|&&other| other != first) {
        return refuse(format!("arms that begin with {first}"), other);
    }
    if !relations.geometry.has_regions_to_find() {
        return refuse(format!("regions to be found, as by `chaos`, for {}", kind.word()), "none");
    }
    // The regions, and by region after the first one whether it begins an arm.
    let (mut cells, mut begins) = (vec![first.region()], vec![true]);
    for arm in arms {
        for (place, cell) in arm[1..].iter().enumerate() {
            cells.push(cell.region());
            begins.push(place == 0);
        }
    }
    let last = cells.len();
    cells.push(number);
    // The first region, the number of cells in it, and whether the run goes on.
    let step = |&(region, count, runs): &(u8, u8, bool), place: usize, digit: u8| {
        if place == 0 {
            return Some((digit, 1, true));
        }
        if place == last {
            return (count == digit.saturating_add(others)).then_some((0, 0, true));
        }
        let is_in = digit == region;
        Some(match kind {
            InRegion::Count => (region, count.saturating_add(u8::from(is_in)), true),
            InRegion::Run => {
                let runs = is_in && (runs || begins[place]);
                (region, count.saturating_add(u8::from(runs)), runs)
            }
        })
    };
    relations.read(&cells, (0, 0, true), step, |_| true)
}

fn list_of(digits: &[Digit]) -> String {
    digits.iter().map(Digit::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns the distance of two cells in rows and columns, the smaller number first.
fn distance(one: Cell, other: Cell) -> (usize, usize) {
    let (rows, columns) = (one.row().abs_diff(other.row()), one.column().abs_diff(other.column()));
    (rows.min(columns), rows.max(columns))
}

/// Adds what a rule within another one requires.
fn nested(relations: &mut Relations<'_>, rule: &Rule) -> Result<(), RuleError> {
    if matches!(rule, Rule::Variant(_) | Rule::Regions(_) | Rule::Values(_)) {
        return refuse("rules of cells within any, all and not", format!("`{rule}`"));
    }
    relations.geometry.check_cells(rule, Reading::Within)?;
    relations.add(rule, &[])
}

/// Adds a relation that reads the cells of all rules one after the other: one of them holds, or not all do.
fn joined(by: Join, rules: &[Rule], relations: &mut Relations<'_>) -> Result<(), RuleError> {
    // By rule its relations.
    let mut parts: Vec<Vec<Relation>> = Vec::new();
    for rule in rules {
        let mut part = Relations::new(relations.geometry, relations.rule, relations.is_over);
        part.is_nested = true;
        nested(&mut part, rule)?;
        if !part.globals.is_empty() {
            return refuse("rules of cells within any and not", format!("`{rule}`"));
        }
        for group in std::mem::take(&mut part.apart) {
            part.all_pairs(&group, |one, other| one != other)?;
        }
        parts.push(part.found);
    }
    if parts.iter().any(Vec::is_empty) {
        return match by {
            Join::Not => refuse("rules that require something within not", "one that does not"),
            _ => Ok(()),
        };
    }
    // By cell that is read: the layer of its relation, whether that begins there, and whether its rule begins or ends.
    let (mut cells, mut places) = (Vec::new(), Vec::new());
    for part in &parts {
        for (number, relation) in part.iter().enumerate() {
            let last = relation.cells().len() - 1;
            for (place, &cell) in relation.cells().iter().enumerate() {
                cells.push(cell);
                let begins = place == 0;
                let ends_rule = place == last && number + 1 == part.len();
                places.push((&relation.layers()[place], begins, begins && number == 0, ends_rule));
            }
        }
    }
    // What was found of the rules before: whether one holds, or one does not; and the state of the relation being read,
    // unless its rule is broken.
    let step = |&(found, state): &(bool, Option<u32>), place: usize, digit: u8| {
        let (layer, begins, begins_rule, ends_rule) = places[place];
        let state = if begins_rule { Some(0) } else { state.map(|state| if begins { 0 } else { state }) };
        let next = state.and_then(|state| {
            let at = layer.binary_search_by_key(&(state, digit), |to| (to.from, to.digit.value()));
            at.ok().map(|at| layer[at].to)
        });
        Some(match (ends_rule, by) {
            (false, _) => (found, next),
            (true, Join::Not) => (found || next.is_none(), None),
            (true, _) => (found || next.is_some(), None),
        })
    };
    relations.read(&cells, (false, None), step, |&(found, _)| found)
}

fn term(&(cell, factor): &(Cell, i64)) -> String {
    match factor {
        1 => cell.to_string(),
        -1 => format!("-{cell}"),
        factor => format!("{factor}*{cell}"),
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = match &self.meaning {
            Meaning::Pairs { condition, cells, is_all } => {
                write!(f, "{}pairs {condition}", if *is_all { "all-" } else { "" })?;
                &cells[..]
            }
            Meaning::Moves { step: (near, far), condition } => {
                write!(f, "moves {near} {far} {condition}")?;
                &[]
            }
            Meaning::Sum { condition, terms } => {
                write!(f, "sum {condition}")?;
                terms.iter().try_for_each(|one| write!(f, " {}", term(one)))?;
                &[]
            }
            Meaning::Product { condition, cells } => {
                write!(f, "product {condition}")?;
                &cells[..]
            }
            Meaning::Count { counted, condition, cells } => {
                write!(f, "count {counted} : {condition}")?;
                &cells[..]
            }
            Meaning::Regex { pattern, cells } => {
                write!(f, "regex {pattern}")?;
                &cells[..]
            }
            Meaning::Automaton { automaton, cells } => {
                write!(f, "automaton {automaton}")?;
                &cells[..]
            }
            Meaning::Connected { digits, size } => {
                f.write_str("connected")?;
                digits.iter().try_for_each(|digit| write!(f, " {digit}"))?;
                size.map_or(Ok(()), |size| write!(f, " size {size}"))?;
                &[]
            }
            Meaning::Regions { kind, is_others, number, arms } => {
                let others = if *is_others { " others" } else { "" };
                write!(f, "{}{others} {number} =", kind.word())?;
                for (place, arm) in arms.iter().enumerate() {
                    f.write_str(if place > 0 { " -" } else { "" })?;
                    arm.iter().try_for_each(|cell| write!(f, " {cell}"))?;
                }
                &[]
            }
            Meaning::Joined { by, rules } => {
                let rules: Vec<String> = rules.iter().map(Rule::to_string).collect();
                write!(f, "{}({})", by.word(), rules.join("; "))?;
                &[]
            }
        };
        cells.iter().try_for_each(|cell| write!(f, " {cell}"))?;
        if let Some(look) = self.look {
            write!(f, " as {}", look.words().word)?;
        }
        self.name().map_or(Ok(()), |name| write!(f, " \"{name}\""))
    }
}

/// Returns the words that begin open rules.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    OpenKind::ALL.into_iter().map(OpenKind::name)
}

/// Returns true if a line is an open rule.
pub(super) fn begins(line: &str) -> bool {
    let line = line.trim_start();
    let end = line.find(|letter: char| letter.is_whitespace() || letter == '(').unwrap_or(line.len());
    let (word, rest) = (line[..end].to_lowercase(), line[end..].trim_start());
    let is_join = Join::ALL.iter().any(|(_, join)| *join == word);
    match word.as_str() {
        // A number would be that of another rule.
        "sum" => rest.starts_with(['s', '(', '|']),
        _ if is_join => rest.starts_with('('),
        word => words().any(|known| known == word),
    }
}

/// Reads an open rule.
pub(super) fn read(line: &str) -> Result<Rule, RuleTextError> {
    let mut quoted = false;
    let end = line.char_indices().find(|&(_, sign)| {
        quoted ^= sign == '"';
        sign == '#' && !quoted
    });
    let whole = Part { line, from: 0, to: end.map_or(line.len(), |(at, _)| at) };
    if whole.text().matches('(').count() > DEEPEST {
        return whole.expected(0, format!("at most {DEEPEST} parentheses"));
    }
    whole.rule().map(|open| Rule::Open(Box::new(open)))
}

/// A part of a line.
#[derive(Clone, Copy)]
struct Part<'l> {
    line: &'l str,
    from: usize,
    to: usize,
}

type Read<T> = Result<T, RuleTextError>;

impl<'l> Part<'l> {
    fn text(self) -> &'l str {
        &self.line[self.from..self.to]
    }

    /// Returns the part without white space around it.
    fn trimmed(self) -> Self {
        let text = self.text();
        let from = self.from + text.len() - text.trim_start().len();
        Part { from, to: from + text.trim().len(), ..self }
    }

    /// Returns the part after so many bytes.
    fn after(self, length: usize) -> Self {
        Part { from: self.from + length, ..self }.trimmed()
    }

    /// Returns the error of something else at this place of the part.
    fn expected<T>(self, at: usize, expected: impl Into<String>) -> Read<T> {
        let place = (self.from + at).min(self.to);
        let found = self.line[place..self.to].split_whitespace().next();
        let unexpected = match found {
            Some(found) => Unexpected::text(expected, found),
            None => Unexpected::new(expected, "nothing"),
        };
        Err(RuleTextError::Unexpected { column: self.line[..place].chars().count() + 1, unexpected })
    }

    /// Returns the first word and what follows.
    fn split(self) -> (&'l str, Self) {
        let part = self.trimmed();
        let text = part.text();
        let length = text.find(|letter: char| letter.is_whitespace()).unwrap_or(text.len());
        (&text[..length], part.after(length))
    }

    fn rule(self) -> Read<Open> {
        let mut part = self.trimmed();
        let mut name = String::new();
        if let Some(rest) = part.text().strip_suffix('"') {
            let Some(start) = rest.rfind('"') else { return part.expected(rest.len(), "a name in quotes") };
            name = rest[start + 1..].trim().to_owned();
            part = Part { to: part.from + start, ..part }.trimmed();
        }
        let mut look = None;
        if let Some((before, word)) = part.text().rsplit_once(" as ").filter(|(_, word)| !word.contains(')'))
        {
            let has_look =
                |kind: &RuleKind| matches!(kind, RuleKind::Line(_) | RuleKind::Pair(_) | RuleKind::Cells(_));
            look = beginning(word.trim()).map(|known| known.kind).filter(has_look);
            if look.is_none() {
                let at = part.text().len() - word.len();
                return part.expected(at, "the word of a line, a mark or a set of cells, such as thermo");
            }
            part = Part { to: part.from + before.len(), ..part }.trimmed();
        }
        Ok(Open { meaning: part.meaning()?, look, name })
    }

    fn meaning(self) -> Read<Meaning> {
        let text = self.text();
        let length = text.find(|letter: char| letter.is_whitespace() || letter == '(').unwrap_or(text.len());
        let (word, rest) = (text[..length].to_lowercase(), self.after(length));
        if let Some(&(by, _)) = Join::ALL.iter().find(|(_, join)| *join == word) {
            return Ok(Meaning::Joined { by, rules: rest.joined()? });
        }
        Ok(match word.as_str() {
            "pairs" | "all-pairs" => {
                let (condition, rest) = rest.condition(&["a", "b"])?;
                Meaning::Pairs { condition, cells: rest.cells()?, is_all: word == "all-pairs" }
            }
            "moves" => {
                let (one, rest) = rest.number()?;
                let (other, rest) = rest.number()?;
                let (condition, rest) = rest.condition(&["a", "b"])?;
                if !rest.text().is_empty() {
                    return rest.expected(0, "nothing after the condition");
                }
                Meaning::Moves { step: (one.min(other), one.max(other)), condition }
            }
            "sum" => {
                let (condition, rest) = rest.condition(&["s"])?;
                Meaning::Sum { condition, terms: rest.terms()? }
            }
            "product" => {
                let (condition, rest) = rest.condition(&["s"])?;
                Meaning::Product { condition, cells: rest.cells()? }
            }
            "count" => {
                let (counted, rest) = rest.condition(&["a"])?;
                if !rest.text().starts_with(':') {
                    return rest.expected(0, "`:` and a condition on the number s");
                }
                let (condition, rest) = rest.after(1).condition(&["s"])?;
                Meaning::Count { counted, condition, cells: rest.cells()? }
            }
            "connected" => rest.connected()?,
            "region-count" => rest.in_region(InRegion::Count)?,
            "region-run" => rest.in_region(InRegion::Run)?,
            "automaton" => {
                let (automaton, rest) = rest.automaton()?;
                Meaning::Automaton { automaton, cells: rest.cells()? }
            }
            _ => {
                let part = rest;
                let (text, rest) = rest.split();
                match Pattern::read(text) {
                    Ok(pattern) => Meaning::Regex { pattern, cells: rest.cells()? },
                    Err((at, expected)) => return part.expected(at, expected),
                }
            }
        })
    }

    fn condition(self, variables: &[&str]) -> Read<(Condition, Self)> {
        match Condition::read(self.text(), variables) {
            Ok((condition, length)) => Ok((condition, self.after(length))),
            Err((at, expected)) => self.expected(at, expected),
        }
    }

    /// Reads the transitions of an automaton, `accept`, and numbers of states.
    fn automaton(self) -> Read<(Automaton, Self)> {
        let (mut transitions, mut accepting, mut rest) = (Vec::new(), Vec::new(), self);
        loop {
            let (word, next) = rest.split();
            if word.eq_ignore_ascii_case("accept") {
                rest = next;
                break;
            }
            match Automaton::read_transition(word) {
                Ok(transition) => transitions.push(transition),
                Err(expected) => return rest.trimmed().expected(0, expected),
            }
            rest = next;
        }
        loop {
            let (word, next) = rest.split();
            let Ok(state) = word.parse() else { break };
            accepting.push(state);
            rest = next;
        }
        match Automaton::new(transitions, accepting) {
            Some(automaton) => Ok((automaton, rest)),
            None => self.trimmed().expected(0, "an automaton of at most 4096 states and 20000 transitions"),
        }
    }

    /// Reads digits, and the number of cells with them.
    fn connected(self) -> Read<Meaning> {
        let (mut digits, mut size, mut rest) = (Vec::new(), None, self);
        while !rest.text().is_empty() || digits.is_empty() {
            let (word, next) = rest.split();
            if word.eq_ignore_ascii_case("size") && !digits.is_empty() {
                let (number, end) = next.split();
                match number.parse() {
                    Ok(number) if end.text().is_empty() => size = Some(number),
                    _ => return next.expected(0, "a number of cells at the end"),
                }
                break;
            }
            match word.parse().ok().and_then(Digit::of_value) {
                Some(digit) if !digits.contains(&digit) => digits.push(digit),
                _ => return rest.expected(0, "digits, each once"),
            }
            rest = next;
        }
        Ok(Meaning::Connected { digits, size })
    }

    /// Reads the cell of a number, and the cells after `=`.
    fn in_region(self, kind: InRegion) -> Read<Meaning> {
        let (word, after) = self.split();
        let is_others = word.eq_ignore_ascii_case("others");
        let part = if is_others { after } else { self };
        let Some((cell, _)) = part.text().split_once('=') else {
            return part.expected(part.text().len(), "`=` and cells");
        };
        let number = Part { to: part.from + cell.len(), ..part }.trimmed();
        let Ok(number) = number.text().parse() else { return number.expected(0, "one cell before `=`") };
        let mut rest = part.after(cell.len() + 1);
        let mut arms = Vec::new();
        loop {
            let end = rest.text().find(" - ").filter(|_| kind == InRegion::Run);
            let arm = Part { to: end.map_or(rest.to, |end| rest.from + end), ..rest };
            let cells = arm.cells()?;
            if let Some(variable) = cells.iter().find(|cell| cell.is_variable()) {
                return arm.expected(0, format!("cells of the board in place of {variable}"));
            }
            arms.push(cells);
            match end {
                Some(end) => rest = rest.after(end + 3),
                None => break,
            }
        }
        Ok(Meaning::Regions { kind, is_others, number, arms })
    }

    fn number(self) -> Read<(usize, Self)> {
        let (word, rest) = self.split();
        match word.parse() {
            Ok(number) => Ok((number, rest)),
            Err(_) => self.expected(0, "a number of rows or columns"),
        }
    }

    /// Reads cells with factors.
    fn terms(self) -> Read<Vec<(Cell, i64)>> {
        let (mut terms, mut rest) = (Vec::new(), self.trimmed());
        while !rest.text().is_empty() || terms.is_empty() {
            let text = rest.text();
            let length = text.find(|letter: char| letter.is_whitespace() || letter == ',');
            let word = &text[..length.unwrap_or(text.len())];
            let (factor, cell) = match word.split_once('*') {
                Some((factor, cell)) => (factor.parse().ok(), cell),
                None => word.strip_prefix('-').map_or((Some(1), word), |cell| (Some(-1), cell)),
            };
            let small = factor.filter(|factor: &i64| factor.unsigned_abs() <= 1000);
            let Some(term) = cell.parse().ok().zip(small) else {
                return rest.expected(0, "a cell such as r1c1");
            };
            terms.push(term);
            rest = rest.after(word.len());
            while rest.text().starts_with(',') {
                rest = rest.after(1);
            }
        }
        Ok(terms)
    }

    fn cells(self) -> Read<Vec<Cell>> {
        let terms = self.terms()?;
        match terms.iter().find(|&&(_, factor)| factor != 1) {
            Some(_) => self.expected(0, "cells without factors"),
            None => Ok(terms.into_iter().map(|(cell, _)| cell).collect()),
        }
    }

    /// Reads rules in parentheses.
    fn joined(self) -> Read<Vec<Rule>> {
        let Some(inner) = self.text().strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
            return self.expected(0, "rules in parentheses");
        };
        let (mut rules, mut depth, mut start) = (Vec::new(), 0_usize, 0);
        let ends = inner.char_indices().chain([(inner.len(), ';')]);
        for (at, sign) in ends {
            match sign {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ';' if depth == 0 => {
                    let from = self.from + 1 + start;
                    rules.push(Part { from, to: self.from + 1 + at, ..self }.whole_rule()?);
                    start = at + 1;
                }
                _ => {}
            }
        }
        if depth > 0 {
            return Part { from: self.to, ..self }.expected(0, "`)`");
        }
        Ok(rules)
    }

    /// Reads a rule within another one.
    fn whole_rule(self) -> Read<Rule> {
        let part = self.trimmed();
        part.text().parse().map_err(|error| match error {
            RuleTextError::Unexpected { column, unexpected } => {
                let column = column + self.line[..part.from].chars().count();
                RuleTextError::Unexpected { column, unexpected }
            }
            unknown => unknown,
        })
    }
}
