//! Conditions on digits and rules joined by `or` and `and`: the open rules of this crate.
//!
//! A relation of two digits is a code of a bit for each pair of digits, an automaton one of its transitions. They are
//! read as what they mean for the digits of the board, so that other codes of the same meaning are written.

use std::collections::HashMap;

use super::bits::{Bits, BitsOut, bytes, character, code, sixes};
use super::constraint::{Constraint, Read, Word, cell};
use crate::model::geometry::rules::{
    Automaton, Condition, InRegion, Join, Meaning, Open, Pattern, Rule, Transition,
};
use crate::model::geometry::{Cell, Digit, Geometry, Values};
use crate::text::draft::Draft;

/// The greatest number of states of an automaton that is written.
const MOST_STATES: u16 = 4096;

/// A group of cells with a name, which may be empty.
#[derive(Default)]
struct Group {
    name: String,
    cells: Vec<Cell>,
    /// The numbers of cells before the breaks between its lists.
    breaks: Vec<usize>,
}

/// Adds the rules of a constraint with this name in lower case. Returns false if it is another one.
pub(super) fn add(name: &str, constraint: &Constraint<'_>, draft: &mut Draft) -> Read<bool> {
    match name {
        "pair" | "pairx" | "binary" | "binaryx" => add_pairs(name, constraint, draft)?,
        "regex" => {
            let word = constraint.argument(0, "a pattern")?;
            let text = String::from_utf8_lossy(&bytes(word)?).to_uppercase();
            let text: String = text.chars().filter(|character| !character.is_whitespace()).collect();
            let pattern = Pattern::read(&text).or_else(|(_, expected)| word.expected(expected))?;
            for Group { cells, .. } in groups(constraint, draft)? {
                add_open(Meaning::Regex { pattern: pattern.clone(), cells }, "", draft);
            }
        }
        "nfa" => {
            let word = constraint.argument(0, "an automaton")?;
            let code = Code::read(word)?;
            for Group { name, cells, breaks } in groups_with_breaks(constraint, draft)? {
                let automaton = code.automaton(draft.values(), cells.len(), &breaks);
                let automaton = automaton
                    .map_or_else(|| word.expected("the code of an automaton of at most 4095 states"), Ok)?;
                add_open(Meaning::Automaton { automaton, cells }, &name, draft);
            }
        }
        "equalsum" => {
            let mut segments: Vec<Vec<Cell>> = vec![Vec::new()];
            for &word in &constraint.arguments {
                match (word.text, segments.last_mut()) {
                    ("-", _) => segments.push(Vec::new()),
                    (_, Some(last)) => last.push(cell(word, draft)?),
                    _ => {}
                }
            }
            for pair in segments.windows(2) {
                let plus = pair[0].iter().map(|&cell| (cell, 1));
                let terms: Vec<(Cell, i64)> = plus.chain(pair[1].iter().map(|&cell| (cell, -1))).collect();
                if !terms.is_empty() {
                    add_open(Meaning::Sum { condition: condition("s = 0", &["s"]), terms }, "", draft);
                }
            }
        }
        "containatleast" | "containexact" => {
            let word = constraint.argument(0, "digits")?;
            let cells = constraint.cells(1, draft)?;
            let mut counts: Vec<(Digit, usize)> = Vec::new();
            for part in word.split('_') {
                let digit = draft.digit(part.number()?).map_err(|kind| (part.offset, kind))?;
                match counts.iter_mut().find(|(known, _)| *known == digit) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((digit, 1)),
                }
            }
            let sign = if name == "containexact" { "=" } else { ">=" };
            for (digit, count) in counts {
                add_count(&format!("a = {digit}"), &format!("s {sign} {count}"), &cells, draft);
            }
        }
        "lookandsay" => {
            let word = constraint.argument(0, "pairs of a number and a digit")?;
            let cells = constraint.cells(1, draft)?;
            let digits: Option<Vec<u32>> =
                word.text.chars().map(|character| character.to_digit(10)).collect();
            let digits = digits.filter(|digits| !digits.is_empty() && digits.len() % 2 == 0);
            let digits =
                digits.map_or_else(|| word.expected("pairs of a number and a digit, such as 23"), Ok)?;
            let mut said: Vec<u32> = Vec::new();
            for pair in digits.chunks_exact(2) {
                let digit = draft.values().digit(pair[1]);
                if pair[0] > 0 && said.contains(&pair[1]) {
                    return word.expected("each digit once");
                }
                if pair[0] > 0 {
                    said.push(pair[1]);
                    draft.digit(pair[1]).map_err(|kind| (word.offset, kind))?;
                }
                if let Some(digit) = digit {
                    add_count(&format!("a = {digit}"), &format!("s = {}", pair[0]), &cells, draft);
                }
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Returns a condition of a text that this file writes.
fn condition(text: &str, variables: &[&str]) -> Condition {
    let (condition, _) = Condition::read(text, variables).expect("the text is a condition");
    condition
}

pub(super) fn add_open(meaning: Meaning, name: &str, draft: &mut Draft) {
    draft.rules.push(Rule::Open(Box::new(Open::of(meaning).named(name))));
}

pub(super) fn add_count(counted: &str, text: &str, cells: &[Cell], draft: &mut Draft) {
    let (counted, condition) = (condition(counted, &["a"]), condition(text, &["s"]));
    add_open(Meaning::Count { counted, condition, cells: cells.to_vec() }, "", draft);
}

/// Allows all digits in a cell, as a rule, which names the cell.
pub(super) fn add_always(cell: Cell, draft: &mut Draft) {
    add_count("a >= 0", "s = 1", &[cell], draft);
}

/// Allows these digits alone in a cell, as a rule.
pub(super) fn add_allowed(cell: Cell, digits: impl Iterator<Item = Digit>, draft: &mut Draft) {
    let digits: Vec<String> = digits.map(|digit| digit.to_string()).collect();
    if digits.is_empty() {
        add_count("a >= 0", "s = 0", &[cell], draft);
    } else {
        add_count(&format!("a in {{{}}}", digits.join(", ")), "s = 1", &[cell], draft);
    }
}

/// Adds a sum of digits times factors, which are between `_`.
pub(super) fn add_sum(
    word: Word<'_>,
    total: &str,
    factors: &str,
    cells: Vec<Cell>,
    draft: &mut Draft,
) -> Read<()> {
    let total: Option<i64> = total.parse().ok();
    let factors: Option<Vec<i64>> = factors.split('_').map(|factor| factor.parse().ok()).collect();
    let factors = factors
        .filter(|factors| factors.len() == cells.len() && factors.iter().all(|factor| factor.abs() <= 100));
    let Some((total, factors)) = total.zip(factors) else {
        return word.expected("a sum, `_=_`, and a factor of -100 to 100 for each cell");
    };
    let total = condition(&format!("s = {total}"), &["s"]);
    add_open(Meaning::Sum { condition: total, terms: cells.into_iter().zip(factors).collect() }, "", draft);
    Ok(())
}

/// Joins the rules after the first ones, by branch: the numbers of rules before each branch, and after the last one.
pub(super) fn join(by: Join, starts: &[usize], draft: &mut Draft) {
    let first = starts.first().copied().unwrap_or(draft.rules.len());
    let mut branches: Vec<Vec<Rule>> = Vec::new();
    for pair in starts.windows(2).rev() {
        let rules = draft.rules.split_off(pair[0].min(draft.rules.len()));
        debug_assert_eq!(rules.len(), pair[1] - pair[0]);
        branches.insert(0, rules);
    }
    draft.rules.truncate(first);
    // A branch that requires nothing is true.
    if by == Join::All || branches.len() == 1 {
        draft.rules.extend(branches.into_iter().flatten());
        return;
    }
    if branches.is_empty() {
        return add_count("a >= 0", "s = 0", &[Cell::new(0, 0)], draft);
    }
    if branches.iter().any(Vec::is_empty) {
        return;
    }
    let one = |mut rules: Vec<Rule>| match (rules.pop(), rules.is_empty()) {
        (Some(rule), true) => rule,
        (last, _) => {
            rules.extend(last);
            Rule::Open(Box::new(Open::of(Meaning::Joined { by: Join::All, rules })))
        }
    };
    let rules = branches.into_iter().map(one).collect();
    add_open(Meaning::Joined { by, rules }, "", draft);
}

/// Returns the groups of cells after the first argument, each of one list.
fn groups(constraint: &Constraint<'_>, draft: &Draft) -> Read<Vec<Group>> {
    match constraint.arguments.iter().skip(1).find(|word| word.text == "-") {
        Some(word) => word.expected("one list of cells, not several"),
        None => groups_with_breaks(constraint, draft),
    }
}

/// Returns the groups of cells after the first argument: an empty argument ends one, `_` begins a name, and `-` is a break.
fn groups_with_breaks(constraint: &Constraint<'_>, draft: &Draft) -> Read<Vec<Group>> {
    let (mut groups, mut group) = (Vec::new(), Group::default());
    let mut end = |group: &mut Group| {
        let ended = Group {
            cells: std::mem::take(&mut group.cells),
            breaks: std::mem::take(&mut group.breaks),
            name: group.name.clone(),
        };
        groups.extend(Some(ended).filter(|ended| !ended.cells.is_empty()));
    };
    for &word in constraint.arguments.iter().skip(1) {
        match word.text.strip_prefix('_') {
            Some(encoded) => {
                end(&mut group);
                group.name = decoded(encoded);
            }
            None if word.text.is_empty() => end(&mut group),
            None if word.text == "-" => group.breaks.push(group.cells.len()),
            None => group.cells.push(cell(word, draft)?),
        }
    }
    end(&mut group);
    Ok(groups)
}

/// Returns how far each copy of a template is from it, in rows and columns. The targets are bits, from the origin on.
pub(super) fn shifts(template: &Constraint<'_>, draft: &Draft) -> Read<Vec<[i16; 2]>> {
    let Some(&word) = template.arguments.first() else { return Ok(Vec::new()) };
    let base = Draft::new(draft.side(), None).map_err(|kind| (word.offset, kind))?;
    let origin = template.arguments.get(1).filter(|word| !word.text.is_empty());
    let origin = origin.map_or(Ok(Cell::new(0, 0)), |&word| cell(word, &base))?;
    let first = draft.side() * origin.row() + origin.column();
    let sixes = sixes(word)?;
    let mut shifts = Vec::new();
    for at in (0..6 * sixes.len()).filter(|at| sixes[at / 6] >> (at % 6) & 1 == 1) {
        let (row, column) = ((first + at) / draft.side(), (first + at) % draft.side());
        let step = |to: usize, from: usize| i16::try_from(to).ok()?.checked_sub(i16::try_from(from).ok()?);
        match step(row, origin.row()).zip(step(column, origin.column())).filter(|_| row < draft.side()) {
            Some((down, right)) => shifts.push([down, right]),
            None => return word.expected("copies on the board"),
        }
    }
    Ok(shifts)
}

/// Returns a name without the escapes of an address.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, more @ ..] = rest {
        let escaped = (*first == b'%').then(|| more.get(..2)).flatten();
        let escaped =
            escaped.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(escaped.unwrap_or(*first));
        rest = &more[if escaped.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns a name with escapes for what an address or this notation does not allow.
fn encoded(name: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(escaped).collect()
}

fn add_pairs(name: &str, constraint: &Constraint<'_>, draft: &mut Draft) -> Read<()> {
    let word = constraint.argument(0, "a relation")?;
    // In the older form, two characters are exchanged.
    let text: String = match name.starts_with("binary") {
        true => word
            .text
            .chars()
            .map(|sign| {
                if sign == '-' {
                    '_'
                } else if sign == '_' {
                    '-'
                } else {
                    sign
                }
            })
            .collect(),
        false => word.text.to_owned(),
    };
    let sixes =
        sixes(Word { text: &text, ..word }).or_else(|_| word.expected("letters, digits, `-` and `_`"))?;
    let values = draft.values();
    let has = |at: usize| sixes.get(at / 6).is_some_and(|six| six >> (at % 6) & 1 == 1);
    let condition = pairs_condition(values, |one, other| has(one * values.count() + other));
    let is_all = name.ends_with('x');
    for Group { name, cells, .. } in groups(constraint, draft)? {
        add_open(Meaning::Pairs { condition: condition.clone(), cells, is_all }, &name, draft);
    }
    Ok(())
}

/// Returns the condition of a relation of two digits, given by their ranks.
fn pairs_condition(values: Values, has: impl Fn(usize, usize) -> bool) -> Condition {
    let list = |digits: &[usize]| {
        let digits: Vec<String> =
            digits.iter().filter_map(|&rank| values.at(rank)).map(|digit| digit.to_string()).collect();
        format!("{{{}}}", digits.join(", "))
    };
    let count = values.count();
    // The first digits by the second ones that they allow.
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for one in 0..count {
        let allowed: Vec<usize> = (0..count).filter(|&other| has(one, other)).collect();
        match groups.iter_mut().find(|(_, known)| *known == allowed) {
            Some((firsts, _)) => firsts.push(one),
            None if allowed.is_empty() => {}
            None => groups.push((vec![one], allowed)),
        }
    }
    let part = |(firsts, seconds): &(Vec<usize>, Vec<usize>)| {
        format!("a in {} and b in {}", list(firsts), list(seconds))
    };
    let parts: Vec<String> = groups.iter().map(part).collect();
    condition(if parts.is_empty() { "a != a".to_owned() } else { parts.join(" or ") }.as_str(), &["a", "b"])
}

/// The greatest number of transitions of an automaton that is read, one for each digit.
const MOST_READ: usize = 200_000;

/// The code of an automaton.
struct Code {
    /// By state the symbols that are read and the next states. Symbols are ranks of digits; a break is the one after them.
    steps: Vec<Vec<(u32, u32)>>,
    symbols: u32,
    /// The number of states in which it begins, which are the first ones.
    starts: u32,
    accepting: Vec<u32>,
}

impl Code {
    fn read(word: Word<'_>) -> Read<Code> {
        let bytes = bytes(word)?;
        let read = || {
            let mut bits = Bits { bytes: &bytes, at: 0 };
            let is_packed = match bits.take(2)? {
                0 => false,
                1 => true,
                _ => return None,
            };
            let width = usize::try_from(bits.take(4)? + 1).ok()?;
            let symbols = bits.take(4)? + 1;
            let (starts, others) = (bits.take(width)?, bits.take(width)?);
            // The last bit is that of the first state.
            let accepts: Vec<bool> =
                (0..starts).map(|_| bits.take(1).map(|bit| bit == 1)).collect::<Option<_>>()?;
            let firsts = (0..starts).zip(accepts.iter().rev()).filter(|(_, accepts)| **accepts);
            let accepting = firsts.map(|(state, _)| state).chain(starts..starts + others).collect();
            let mut steps = Vec::new();
            if is_packed {
                while bits.left() >= usize::try_from(symbols).ok()? {
                    // The first digit is the lowest bit.
                    let mask = bits.take(usize::try_from(symbols).ok()?)?;
                    let read = (0..symbols).filter(|symbol| mask >> symbol & 1 == 1);
                    steps.push(read.map(|symbol| Some((symbol, bits.take(width)?))).collect::<Option<_>>()?);
                }
            } else {
                let of_count = usize::try_from(bits.take(4)?).ok()?;
                let of_symbol = usize::try_from(32 - (symbols - 1).leading_zeros()).ok()?;
                while of_count > 0 && bits.left() >= of_count {
                    let count = bits.take(of_count)?;
                    let step = |_| Some((bits.take(of_symbol)?, bits.take(width)?));
                    steps.push((0..count).map(step).collect::<Option<_>>()?);
                }
            }
            Some(Code { steps, symbols, starts, accepting })
        };
        read().map_or_else(|| word.expected("the code of an automaton"), Ok)
    }

    /// Returns the states after these by a symbol, in ascending order.
    fn next(&self, states: &[u32], symbol: u32) -> Vec<u32> {
        let of = |&state: &u32| usize::try_from(state).ok().and_then(|state| self.steps.get(state));
        let steps = states.iter().filter_map(of).flatten().filter(|step| step.0 == symbol);
        let mut next: Vec<u32> = steps.map(|&(_, next)| next).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Returns the automaton of as many cells, with breaks after these numbers of them; `None` if it is too large, or has no
    /// symbol for breaks.
    fn automaton(&self, values: Values, cells: usize, breaks: &[usize]) -> Option<Automaton> {
        // A state before and after any cell; with breaks, the number of the cell is part of it.
        let place = |cell: usize| if breaks.is_empty() { 0 } else { cell };
        let after_breaks = |states: Vec<u32>, cell: usize| {
            let count = breaks.iter().filter(|&&before| before == cell).count();
            (0..count).fold(states, |states, _| {
                self.next(&states, u32::try_from(values.count()).unwrap_or(u32::MAX))
            })
        };
        if !breaks.is_empty() && usize::try_from(self.symbols).ok()? <= values.count() {
            return None;
        }
        let accepts =
            |cell: usize, state: u32| (breaks.is_empty() || cell == cells) && self.accepting.contains(&state);
        let firsts = after_breaks((0..self.starts).collect(), 0);
        // State 0 begins like all first ones.
        let mut numbers: HashMap<(usize, u32), u16> = HashMap::new();
        let mut open: Vec<(u16, usize, Vec<u32>)> = vec![(0, 0, firsts.clone())];
        let (mut found, mut count) = (Vec::new(), 0);
        let mut ends: Vec<u16> = Vec::new();
        if firsts.iter().any(|&state| accepts(0, state)) {
            ends.push(0);
        }
        while let Some((from, cell, states)) = open.pop() {
            if !breaks.is_empty() && cell == cells {
                continue;
            }
            let next_cell = place(cell + 1);
            for digit in values.digits() {
                let symbol = u32::try_from(values.rank(digit)).ok()?;
                for state in after_breaks(self.next(&states, symbol), next_cell) {
                    count += 1;
                    let number = match numbers.get(&(next_cell, state)) {
                        Some(&number) => number,
                        None => {
                            let number = u16::try_from(numbers.len() + 1).ok()?;
                            numbers.insert((next_cell, state), number);
                            ends.extend(accepts(next_cell, state).then_some(number));
                            open.push((number, next_cell, vec![state]));
                            number
                        }
                    };
                    let digits = 1 << digit.value();
                    found.push(Transition { from, to: number, digits });
                }
            }
            if count > MOST_READ || numbers.len() >= usize::from(MOST_STATES) {
                return None;
            }
        }
        Automaton::new(found, ends)
    }
}

/// Returns the constraints of an open rule, if there are any.
pub(super) fn written(open: &Open, geometry: &Geometry, names: &dyn Fn(&[Cell]) -> String) -> Option<String> {
    let (values, greatest) = (geometry.values(), geometry.values().greatest());
    let name = open.name().map_or_else(String::new, |name| format!("~_{}", encoded(name)));
    match open.meaning() {
        Meaning::Pairs { condition, cells, is_all } => {
            let fits = |one: Digit, other: Digit| {
                condition.holds(&[one.value().into(), other.value().into()], greatest)
            };
            let all = || values.digits().flat_map(|one| values.digits().map(move |other| (one, other)));
            // Any two cells are taken in both orders.
            if *is_all && !all().all(|(one, other)| fits(one, other) == fits(other, one)) {
                return None;
            }
            let pairs: Vec<bool> = all().map(|(one, other)| fits(one, other)).collect();
            Some(format!(".Pair{}~{}{name}{}", if *is_all { "X" } else { "" }, key(&pairs), names(cells)))
        }
        Meaning::Sum { condition, terms } => {
            let total = only_number(condition, "s")?;
            let cells: Vec<Cell> = terms.iter().map(|&(cell, _)| cell).collect();
            let factors: Vec<String> = terms.iter().map(|(_, factor)| factor.to_string()).collect();
            let is_small = terms.iter().all(|(_, factor)| factor.abs() <= 100);
            is_small.then(|| format!(".Sum~{total}_=_{}{}", factors.join("_"), names(&cells)))
        }
        // What digits a cell may hold.
        Meaning::Count { counted, condition, cells }
            if cells.len() == 1 && only_number(condition, "s") == Some(1) =>
        {
            let digits: Vec<Digit> =
                values.digits().filter(|digit| counted.holds(&[digit.value().into()], greatest)).collect();
            match digits.len() {
                0 => None,
                // Variables are declared before.
                count if count == values.count() => Some(String::new()),
                _ => {
                    let digits: String = digits.iter().map(|digit| format!("_{digit}")).collect();
                    Some(format!(".{}{digits}", names(cells)))
                }
            }
        }
        Meaning::Count { counted, condition, cells } => {
            let digit = only_number(counted, "a")?;
            let text = condition.to_string();
            let (kind, times) = match text.strip_prefix("s >= ") {
                Some(times) => ("ContainAtLeast", times.parse().ok()?),
                None => ("ContainExact", only_number(condition, "s")?),
            };
            let digit = values.digit(u32::try_from(digit).ok()?)?;
            // Each number there has one figure.
            if kind == "ContainExact" && times == 0 && digit.value() < 10 {
                return Some(format!(".LookAndSay~0{digit}{}", names(cells)));
            }
            let times = usize::try_from(times).ok().filter(|&times| (1..=cells.len()).contains(&times))?;
            let digits = vec![digit.to_string(); times].join("_");
            Some(format!(".{kind}~{digits}{}", names(cells)))
        }
        Meaning::Regex { pattern, cells } => {
            Some(format!(".Regex~{}{}", code(pattern.to_string().as_bytes()), names(cells)))
        }
        Meaning::Automaton { automaton, cells } => {
            Some(format!(".NFA~{}{name}{}", automaton_code(automaton, values)?, names(cells)))
        }
        Meaning::Connected { digits, size } => {
            let digits = digits.iter().map(Digit::to_string).collect::<Vec<_>>().join("_");
            let size = size.map_or_else(String::new, |size| format!("~{size}"));
            Some(format!(".ConnectedValues~~{digits}{size}"))
        }
        Meaning::Regions { kind, is_others, number, arms } => {
            let name = match kind {
                InRegion::Count => "ChaosCount",
                InRegion::Run => "ChaosArrow",
            };
            let regions = |arm: &Vec<Cell>| names(&arm.iter().map(|cell| cell.region()).collect::<Vec<_>>());
            let arms = arms.iter().map(regions).collect::<Vec<_>>().join("~-");
            Some(format!(".{name}{}~{}{arms}", names(&[*number]), u8::from(*is_others)))
        }
        Meaning::Moves { .. } | Meaning::Product { .. } | Meaning::Joined { .. } => None,
    }
}

/// Returns the number of a condition that only one number meets, such as `s = 3`.
fn only_number(condition: &Condition, variable: &str) -> Option<i64> {
    let text = condition.to_string();
    let rest = text.strip_prefix(variable)?.trim_start();
    let rest = rest.strip_prefix("==").or_else(|| rest.strip_prefix('='))?;
    rest.trim().parse().ok()
}

/// Returns the code of a relation of two digits: a bit for each pair.
fn key(pairs: &[bool]) -> String {
    let six = |bits: &[bool]| bits.iter().rev().fold(0, |six, &bit| six << 1 | u8::from(bit));
    let sixes: Vec<u8> = pairs.chunks(6).map(six).collect();
    let length = sixes.iter().rposition(|&six| six > 0).map_or(0, |last| last + 1);
    sixes[..length].iter().map(|&six| character(six)).collect()
}

/// Returns the code of an automaton, whose state 0 is its only first one.
fn automaton_code(automaton: &Automaton, values: Values) -> Option<String> {
    // States after the first in the order of the code: those that accept, then the others.
    let mut others: Vec<u16> = automaton
        .transitions()
        .iter()
        .flat_map(|step| [step.from, step.to])
        .chain(automaton.accepting().iter().copied())
        .filter(|&state| state > 0)
        .collect();
    others.sort_unstable();
    others.dedup();
    let accepts = |state: u16| automaton.accepting().binary_search(&state).is_ok();
    let (ends, inner): (Vec<u16>, Vec<u16>) = others.iter().partition(|&&state| accepts(state));
    let order: Vec<u16> = [0].into_iter().chain(ends.iter().copied()).chain(inner).collect();
    let number =
        |state: u16| order.iter().position(|&known| known == state).and_then(|at| u32::try_from(at).ok());
    let count = u16::try_from(order.len()).ok().filter(|&count| count <= MOST_STATES)?;
    let bits_of = |greatest: u32| 32 - greatest.leading_zeros();
    let width = bits_of(u32::from(count) - 1).max(1);
    let symbols = u32::try_from(values.count()).ok().filter(|&count| count <= 16)?;
    let of_symbol = usize::try_from(bits_of(symbols - 1)).ok()?;
    // By state its transitions, as the rank of the digit and the number of the next state.
    let mut steps: Vec<Vec<(u32, u32)>> = vec![Vec::new(); order.len()];
    for step in automaton.transitions() {
        let from = usize::try_from(number(step.from)?).ok()?;
        for digit in values.digits().filter(|digit| step.digits >> digit.value() & 1 == 1) {
            steps[from].push((u32::try_from(values.rank(digit)).ok()?, number(step.to)?));
        }
    }
    let most = steps.iter().map(Vec::len).max().and_then(|most| u32::try_from(most).ok()).unwrap_or(0);
    let of_count = bits_of(most);
    if of_count > 15 {
        return None;
    }
    let mut out = BitsOut::default();
    let wide = usize::try_from(width).ok()?;
    out.put(0, 2);
    out.put(width - 1, 4);
    out.put(symbols - 1, 4);
    out.put(1, wide);
    out.put(u32::try_from(ends.len()).ok()?, wide);
    out.put(u32::from(accepts(0)), 1);
    out.put(of_count, 4);
    for steps in &mut steps {
        steps.sort_unstable();
        out.put(u32::try_from(steps.len()).ok()?, usize::try_from(of_count).ok()?);
        for &(symbol, to) in steps.iter() {
            out.put(symbol, of_symbol);
            out.put(to, wide);
        }
    }
    Some(code(&out.bytes))
}
