//! Conditions on digits and rules joined by `or` and `and`: the open rules of this crate.
//!
//! A relation of two digits is a code of a bit for each pair of digits, an automaton one of its transitions. They are
//! read as what they mean for the digits of the board, so that other codes of the same meaning are written.

use super::bits::{Bits, BitsOut, bytes, character, code, sixes};
use super::constraint::{Constraint, Read, Word, cell};
use crate::model::geometry::rules::{Automaton, Condition, Join, Meaning, Open, Pattern, Rule, Transition};
use crate::model::geometry::{Cell, Digit, Geometry, Values};
use crate::text::draft::Draft;

/// The greatest number of states of an automaton that is written.
const MOST_STATES: u16 = 4096;

/// A group of cells with a name, which may be empty.
struct Group {
    name: String,
    cells: Vec<Cell>,
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
            let automaton = automaton(word, draft.values())?;
            for Group { name, cells } in groups(constraint, draft)? {
                add_open(Meaning::Automaton { automaton: automaton.clone(), cells }, &name, draft);
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

fn add_open(meaning: Meaning, name: &str, draft: &mut Draft) {
    draft.rules.push(Rule::Open(Box::new(Open::of(meaning).named(name))));
}

pub(super) fn add_count(counted: &str, text: &str, cells: &[Cell], draft: &mut Draft) {
    let (counted, condition) = (condition(counted, &["a"]), condition(text, &["s"]));
    add_open(Meaning::Count { counted, condition, cells: cells.to_vec() }, "", draft);
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

/// Returns the groups of cells after the first argument: an empty argument ends one, and `_` begins a name.
fn groups(constraint: &Constraint<'_>, draft: &Draft) -> Read<Vec<Group>> {
    let (mut groups, mut name, mut cells) = (Vec::new(), String::new(), Vec::new());
    for &word in constraint.arguments.iter().skip(1) {
        let new_name = word.text.strip_prefix('_');
        if (word.text.is_empty() || new_name.is_some()) && !cells.is_empty() {
            groups.push(Group { name: name.clone(), cells: std::mem::take(&mut cells) });
        }
        match new_name {
            Some(encoded) => name = decoded(encoded),
            None if word.text == "-" => return word.expected("one list of cells, not several"),
            None if word.text.is_empty() => {}
            None => cells.push(cell(word, draft)?),
        }
    }
    if !cells.is_empty() {
        groups.push(Group { name, cells });
    }
    Ok(groups)
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
    for Group { name, cells } in groups(constraint, draft)? {
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

/// Returns the automaton of a code.
fn automaton(word: Word<'_>, values: Values) -> Read<Automaton> {
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
        let starts = bits.take(width)?;
        let accepting = bits.take(width)?;
        // The last bit is that of the first state.
        let mut accepting_starts: Vec<bool> =
            (0..starts).map(|_| bits.take(1).map(|bit| bit == 1)).collect::<Option<_>>()?;
        accepting_starts.reverse();
        // States from 1, so that 0 begins like all states that do.
        let state = |number: u32| u16::try_from(number + 1).ok();
        let mut found: Vec<Transition> = Vec::new();
        let mut add = |from: u32, symbol: u32, to: u32| {
            if let Some(digit) = usize::try_from(symbol).ok().and_then(|rank| values.at(rank)) {
                let transition =
                    Transition { from: state(from)?, to: state(to)?, digits: 1 << digit.value() };
                found.push(transition);
                if from < starts {
                    found.push(Transition { from: 0, ..transition });
                }
            }
            Some(())
        };
        if is_packed {
            let mut from = 0;
            while bits.left() >= usize::try_from(symbols).ok()? {
                // The first digit is the lowest bit.
                let mask = bits.take(usize::try_from(symbols).ok()?)?;
                for symbol in (0..symbols).filter(|symbol| mask >> symbol & 1 == 1) {
                    let to = bits.take(width)?;
                    add(from, symbol, to)?;
                }
                from += 1;
            }
        } else {
            let of_count = usize::try_from(bits.take(4)?).ok()?;
            let of_symbol = usize::try_from(32 - (symbols - 1).leading_zeros()).ok()?;
            let mut from = 0;
            while of_count > 0 && bits.left() >= of_count {
                for _ in 0..bits.take(of_count)? {
                    let (symbol, to) = (bits.take(of_symbol)?, bits.take(width)?);
                    add(from, symbol, to)?;
                }
                from += 1;
            }
        }
        let mut ends: Vec<u16> = (starts..starts + accepting).map(state).collect::<Option<_>>()?;
        for (number, is_accepting) in (0..starts).zip(accepting_starts) {
            if is_accepting {
                ends.extend([0, state(number)?]);
            }
        }
        Automaton::new(found, ends)
    };
    read().map_or_else(|| word.expected("the code of an automaton of at most 4095 states"), Ok)
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
        Meaning::Count { counted, condition, cells } => {
            let digit = only_number(counted, "a")?;
            let text = condition.to_string();
            let (kind, times) = match text.strip_prefix("s >= ") {
                Some(times) => ("ContainAtLeast", times.parse().ok()?),
                None => ("ContainExact", only_number(condition, "s")?),
            };
            let times = usize::try_from(times).ok().filter(|&times| (1..=cells.len()).contains(&times))?;
            let digit = values.digit(u32::try_from(digit).ok()?)?;
            let digits = vec![digit.to_string(); times].join("_");
            Some(format!(".{kind}~{digits}{}", names(cells)))
        }
        Meaning::Regex { pattern, cells } => {
            Some(format!(".Regex~{}{}", code(pattern.to_string().as_bytes()), names(cells)))
        }
        Meaning::Automaton { automaton, cells } => {
            Some(format!(".NFA~{}{name}{}", automaton_code(automaton, values)?, names(cells)))
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
