//! Open rules: conditions chosen at random, for cells that meet them on the full grid.

use super::drawing::{ATTEMPTS, Drawing, is_connected};
use crate::model::geometry::rules::{Growth, OpenKind, Rule};
use crate::model::geometry::{Cell, Digit};

impl Drawing<'_> {
    pub(super) fn open(&mut self, kind: OpenKind) -> Vec<Rule> {
        let [least, greatest] = [self.geometry.values().least(), self.geometry.values().greatest()];
        let middle = least.midpoint(greatest);
        match kind {
            OpenKind::Pairs => {
                let condition = self.one_of(&[
                    format!("|a-b| >= {}", greatest / 2),
                    format!("|a-b| <= {}", greatest / 3),
                    format!("a + b > {greatest}"),
                    "a % 2 != b % 2".to_owned(),
                ]);
                self.conditions(&format!("pairs {condition}"))
            }
            OpenKind::AllPairs => {
                let condition = self.one_of(&[
                    "|a-b| >= 2".to_owned(),
                    format!("a != b and |a-b| <= {}", greatest / 2),
                    format!("a != b and a + b != {}", greatest + 1),
                ]);
                self.conditions(&format!("all-pairs {condition}"))
            }
            OpenKind::Regex => {
                let pattern = format!("[{}-{}]*", spelled(least), spelled(middle));
                let other = format!("[{}-{}]*", spelled(middle + 1), spelled(greatest));
                let pattern = self.one_of(&[format!("{pattern}{other}"), format!("{other}{pattern}")]);
                self.conditions(&format!("regex {pattern}"))
            }
            OpenKind::Automaton => {
                let [low, high] = [(least, middle), (middle + 1, greatest)]
                    .map(|(from, to)| format!("{}-{}", spelled(from), spelled(to)));
                // Low and high digits in turns.
                let steps = format!("0[{low}]1 0[{high}]2 1[{high}]2 2[{low}]1");
                self.conditions(&format!("automaton {steps} accept 1 2"))
            }
            OpenKind::Sum => self.numbers("sum", |digits| digits.iter().sum()),
            OpenKind::Product => self.numbers("product", |digits| digits.iter().product()),
            OpenKind::Count => {
                let counted = self.one_of(&["a % 2 == 0".to_owned(), format!("a > {middle}")]);
                let is_counted = |digit: u32| match counted.starts_with("a %") {
                    true => digit.is_multiple_of(2),
                    false => digit > u32::from(middle),
                };
                let count = |digits: &[u32]| digits.iter().map(|&digit| u32::from(is_counted(digit))).sum();
                self.numbers(&format!("count {counted} :"), count)
            }
            OpenKind::Any => self.joined(|one, other| format!("any({one}; {other})"), [true, false]),
            OpenKind::All => self.joined(|one, other| format!("all({one}; {other})"), [true, true]),
            OpenKind::Not => {
                let line = |cells: &[Cell]| open(&format!("not(thermo{})", named(cells)));
                self.along(Growth::Any, &|cells| line(cells))
            }
            OpenKind::Moves => self.moves(),
            OpenKind::Connected => self.connected(),
            OpenKind::RegionCount | OpenKind::RegionRun => Vec::new(),
        }
    }

    fn one_of(&mut self, texts: &[String]) -> String {
        texts[self.random.below(texts.len())].clone()
    }

    /// Draws lines whose digits meet a condition.
    fn conditions(&mut self, beginning: &str) -> Vec<Rule> {
        self.along(Growth::Each, &|cells| open(&format!("{beginning}{}", named(cells))))
    }

    /// Draws groups of cells, with two numbers of which their digits have one.
    fn numbers(&mut self, beginning: &str, number: impl Fn(&[u32]) -> u32) -> Vec<Rule> {
        let groups = self.groups(self.count(), [3, self.side().min(4)], |_, _, _| true, |_, _| true);
        let rule = |cells: Vec<Cell>| {
            let digits: Vec<u32> = cells.iter().map(|&cell| self.digit(cell).into()).collect();
            let number = number(&digits);
            let mut numbers = [number, (number + 1 + u32::try_from(self.random.below(2)).unwrap_or(0))];
            numbers.sort_unstable();
            open(&format!("{beginning} s in {{{}, {}}}{}", numbers[0], numbers[1], named(&cells)))
        };
        groups.into_iter().map(rule).collect()
    }

    /// Draws two sums of neighboring cells, each of them the sum of their digits or not.
    fn joined(&mut self, join: impl Fn(&str, &str) -> String, are_met: [bool; 2]) -> Vec<Rule> {
        let groups = self.groups(2 * self.count(), [2, 3], |_, _, _| true, |_, _| true);
        let mut rules = Vec::new();
        for pair in groups.chunks_exact(2) {
            let mut parts: Vec<String> = Vec::new();
            for (cells, is_met) in pair.iter().zip(are_met) {
                let sum = self.sum(cells);
                parts.push(format!("sum {}{}", if is_met { sum } else { sum + 1 }, named(cells)));
            }
            // Which of them holds is part of the puzzle.
            if self.random.below(2) == 0 {
                parts.swap(0, 1);
            }
            rules.push(open(&join(&parts[0], &parts[1])));
        }
        rules
    }

    /// Draws a condition on all digits at a distance that the full grid meets.
    fn moves(&mut self) -> Vec<Rule> {
        let mut rules = Vec::new();
        let [least, greatest] = [self.geometry.values().least(), self.geometry.values().greatest()];
        for (near, far) in [(1, 2), (1, 3), (2, 2), (2, 3)] {
            let sums = (2 * least..=2 * greatest).map(|sum| format!("a + b != {sum}"));
            let differences = (1..=greatest - least).map(|difference| format!("|a-b| != {difference}"));
            let digits = (least..=greatest).map(|digit| format!("not (a == {digit} and b == {digit})"));
            rules.extend(
                sums.chain(differences).chain(digits).map(|text| open(&format!("moves {near} {far} {text}"))),
            );
        }
        rules.retain(|rule| self.meets(rule));
        self.some(rules, 1)
    }

    /// Draws a set of digits whose cells are connected on the full grid.
    fn connected(&mut self) -> Vec<Rule> {
        let digits: Vec<u8> = self.geometry.digits().map(Digit::value).collect();
        for _ in 0..ATTEMPTS {
            let count = digits.len().div_ceil(2) + self.random.below(digits.len() / 2);
            let chosen = self.some(digits.clone(), count);
            let is_open: Vec<bool> = self
                .geometry
                .cells()
                .map(|cell| !self.geometry.is_blocked(cell) && chosen.contains(&self.digit(cell)))
                .collect();
            if count < digits.len() && is_connected(self.geometry, &is_open) {
                let list: Vec<String> = chosen.iter().map(u8::to_string).collect();
                return vec![open(&format!("connected {}", list.join(" ")))];
            }
        }
        Vec::new()
    }
}

/// Returns the rule of a text.
fn open(text: &str) -> Rule {
    text.parse().expect("it is the text of an open rule")
}

/// Returns the cells, each after a space.
fn named(cells: &[Cell]) -> String {
    cells.iter().map(|cell| format!(" {cell}")).collect()
}

/// Returns a digit as it is spelled in patterns: above 9 as a letter.
fn spelled(digit: u8) -> char {
    char::from(if digit < 10 { b'0' + digit } else { b'A' + digit - 10 })
}
