//! Regular expressions over the digits of some cells: `1.*9`, `[2468]+`, `(12|21)?3`, `[1-4]{2,3}`.
//!
//! An expression is the set of its places that read a digit, with those that may come first, last, and after each other
//! (V. M. Glushkov, *The abstract theory of automata*, 1961).

use std::fmt;

use super::condition::DEEPEST;

/// The greatest number of places that read a digit.
const MOST: usize = 128;
/// All digits, as bits.
const ALL: u32 = (1 << 26) - 1;

/// A regular expression. Displayed as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pattern {
    text: String,
    /// By place the digits that it reads, as bits.
    digits: Vec<u32>,
    /// By place those that may follow.
    after: Vec<u128>,
    whole: Part,
}

/// The places that may come first and last in a part of an expression, and whether the part may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Part {
    first: u128,
    last: u128,
    is_empty: bool,
}

impl Pattern {
    /// Reads an expression; or returns the place of an error, and what is expected there.
    pub(crate) fn read(text: &str) -> Result<Pattern, (usize, String)> {
        let whole = Part { first: 0, last: 0, is_empty: true };
        let mut pattern = Pattern { text: text.to_owned(), digits: Vec::new(), after: Vec::new(), whole };
        let mut rest = text.char_indices().peekable();
        let end = |place: Option<&(usize, char)>| place.map_or(text.len(), |&(at, _)| at);
        pattern.whole =
            pattern.choice(&mut rest, 0).map_err(|expected| (end(rest.peek()), expected.to_owned()))?;
        match rest.peek() {
            None => Ok(pattern),
            place => Err((end(place), "a digit".to_owned())),
        }
    }

    /// Returns the places after reading a digit; `None` for places means the beginning.
    pub(super) fn step(&self, places: Option<u128>, digit: u8) -> Option<Option<u128>> {
        let next = match places {
            None => self.whole.first,
            Some(places) => bits(places).fold(0, |next, place| next | self.after[place]),
        };
        let next = bits(next).filter(|&place| self.digits[place] >> digit & 1 == 1);
        let next = next.fold(0_u128, |next, place| next | 1 << place);
        (next != 0).then_some(Some(next))
    }

    pub(super) fn accepts(&self, places: Option<u128>) -> bool {
        places.map_or(self.whole.is_empty, |places| places & self.whole.last != 0)
    }

    fn choice(&mut self, rest: &mut Rest<'_>, depth: usize) -> Result<Part, &'static str> {
        if depth > DEEPEST {
            return Err("fewer parentheses one within the other");
        }
        let mut choice = self.sequence(rest, depth)?;
        while rest.next_if(|&(_, sign)| sign == '|').is_some() {
            let other = self.sequence(rest, depth)?;
            choice = Part {
                first: choice.first | other.first,
                last: choice.last | other.last,
                is_empty: choice.is_empty || other.is_empty,
            };
        }
        Ok(choice)
    }

    fn sequence(&mut self, rest: &mut Rest<'_>, depth: usize) -> Result<Part, &'static str> {
        let mut whole = Part { first: 0, last: 0, is_empty: true };
        while rest.peek().is_some_and(|&(_, sign)| !"|)".contains(sign)) {
            let part = self.repeated(rest, depth)?;
            self.follow(whole.last, part.first);
            whole = Part {
                first: if whole.is_empty { whole.first | part.first } else { whole.first },
                last: if part.is_empty { whole.last | part.last } else { part.last },
                is_empty: whole.is_empty && part.is_empty,
            };
        }
        Ok(whole)
    }

    fn repeated(&mut self, rest: &mut Rest<'_>, depth: usize) -> Result<Part, &'static str> {
        self.repeated_before(usize::MAX, rest, depth)
    }

    /// Reads a part with the signs of repetition before this place.
    fn repeated_before(
        &mut self,
        end: usize,
        rest: &mut Rest<'_>,
        depth: usize,
    ) -> Result<Part, &'static str> {
        if depth > DEEPEST {
            return Err("fewer repetitions one within the other");
        }
        let start = rest.clone();
        let mut part = self.atom(rest, depth)?;
        while let Some((at, sign)) = rest.next_if(|&(at, sign)| at < end && "*+?{".contains(sign)) {
            if sign == '{' {
                let times = times(rest)?;
                part = self.times(part, times, &start, at, depth)?;
                continue;
            }
            if sign != '?' {
                self.follow(part.last, part.first);
            }
            part.is_empty |= sign != '+';
        }
        Ok(part)
    }

    /// Repeats a part, which ends before the number of times, at this place: it is read again for each time.
    fn times(
        &mut self,
        part: Part,
        (least, most): (usize, Option<usize>),
        start: &Rest<'_>,
        end: usize,
        depth: usize,
    ) -> Result<Part, &'static str> {
        // Without a digit, every copy is the same.
        let last = if part.first == 0 { 1 } else { most.unwrap_or(least.max(1)) };
        let none = Part { first: 0, last: 0, is_empty: true };
        let mut whole = if last == 0 { none } else { part };
        // The last copy, which may follow itself.
        let mut copy = part;
        for time in 1..last {
            copy = self.repeated_before(end, &mut start.clone(), depth + 1)?;
            copy.is_empty |= time >= least;
            self.follow(whole.last, copy.first);
            whole = Part {
                first: if whole.is_empty { whole.first | copy.first } else { whole.first },
                last: if copy.is_empty { whole.last | copy.last } else { copy.last },
                is_empty: whole.is_empty && copy.is_empty,
            };
        }
        if most.is_none() {
            self.follow(copy.last, copy.first);
        }
        whole.is_empty |= least == 0;
        Ok(whole)
    }

    fn atom(&mut self, rest: &mut Rest<'_>, depth: usize) -> Result<Part, &'static str> {
        match rest.peek() {
            Some((_, '(')) => {
                rest.next();
                let part = self.choice(rest, depth + 1)?;
                rest.next_if(|&(_, sign)| sign == ')').map(|_| part).ok_or("`)`")
            }
            Some((_, '[')) => {
                rest.next();
                let is_other = rest.next_if(|&(_, sign)| sign == '^').is_some();
                let mut digits = 0;
                while rest.next_if(|&(_, sign)| sign == ']').is_none() {
                    digits |= span(rest)?;
                }
                self.place(if is_other { !digits } else { digits })
            }
            Some((_, '.')) => {
                rest.next();
                self.place(u32::MAX)
            }
            _ => {
                let digit = digit(rest)?;
                self.place(1 << digit)
            }
        }
    }

    /// Adds a place that reads one of these digits.
    fn place(&mut self, digits: u32) -> Result<Part, &'static str> {
        if self.digits.len() == MOST {
            return Err("at most 128 digits");
        }
        let place = 1_u128 << self.digits.len();
        self.digits.push(digits);
        self.after.push(0);
        Ok(Part { first: place, last: place, is_empty: false })
    }

    fn follow(&mut self, places: u128, next: u128) {
        bits(places).for_each(|place| self.after[place] |= next);
    }
}

type Rest<'t> = std::iter::Peekable<std::str::CharIndices<'t>>;

/// Reads a digit, or the digits from one to another, as bits.
fn span(rest: &mut Rest<'_>) -> Result<u32, &'static str> {
    let low = digit(rest)?;
    let high = if rest.next_if(|&(_, sign)| sign == '-').is_some() { digit(rest)? } else { low };
    Ok((low..=high).fold(0, |digits, digit| digits | 1 << digit))
}

/// Reads how often a part is repeated, after the opening brace: `3}`, `2,}` or `2,4}`.
fn times(rest: &mut Rest<'_>) -> Result<(usize, Option<usize>), &'static str> {
    const FORM: &str = "a number of times such as {2}, {2,} or {2,4}";
    let number = |rest: &mut Rest<'_>| {
        let mut number = None;
        while let Some(digit) = rest.peek().and_then(|(_, sign)| sign.to_digit(10)) {
            rest.next();
            number = Some(number.unwrap_or(0) * 10 + usize::try_from(digit).unwrap_or(0))
                .filter(|&number| number <= MOST);
        }
        number
    };
    let least = number(rest).ok_or(FORM)?;
    let has_most = rest.next_if(|&(_, sign)| sign == ',').is_some();
    let most = if has_most { number(rest) } else { Some(least) };
    rest.next_if(|&(_, sign)| sign == '}').ok_or(FORM)?;
    if most.is_none_or(|most| most >= least) { Ok((least, most)) } else { Err(FORM) }
}

/// Reads the digits of a class such as `1-4` or `^5`, as bits.
pub(super) fn read_digits(text: &str) -> Option<u32> {
    let (text, is_other) = text.strip_prefix('^').map_or((text, false), |text| (text, true));
    let mut rest = text.char_indices().peekable();
    let mut digits = 0;
    while rest.peek().is_some() {
        digits |= span(&mut rest).ok()?;
    }
    Some(if is_other { !digits & ALL } else { digits })
}

/// Writes digits as a class.
pub(super) fn write_digits(digits: u32) -> String {
    let sign = |digit: u32| char::from_digit(digit, 26).map_or('0', |sign| sign.to_ascii_uppercase());
    let mut text = String::new();
    let mut digit = 0;
    while digits >> digit != 0 {
        let length = (digits >> digit).trailing_ones();
        match length {
            0 => {}
            1 => text.push(sign(digit)),
            2 => text.extend([sign(digit), sign(digit + 1)]),
            _ => text.extend([sign(digit), '-', sign(digit + length - 1)]),
        }
        digit += length.max(1);
    }
    text
}

/// Reads a digit: 0 to 9, and A to P for those of 10 to 25.
fn digit(rest: &mut Rest<'_>) -> Result<u32, &'static str> {
    let digit = rest.peek().and_then(|(_, sign)| sign.to_digit(26));
    rest.next_if(|_| digit.is_some());
    digit.ok_or("a digit")
}

fn bits(set: u128) -> impl Iterator<Item = usize> {
    (0..MOST).filter(move |place| set >> place & 1 == 1)
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, digits: &[u8]) -> bool {
        let pattern = Pattern::read(pattern).unwrap();
        let end = digits.iter().try_fold(None, |places, &digit| pattern.step(places, digit));
        end.is_some_and(|places| pattern.accepts(places))
    }

    #[test]
    fn patterns_match_whole_sequences() {
        for (pattern, matching, others) in [
            ("1.*9", &[&[1, 9][..], &[1, 5, 9, 9]][..], &[&[1][..], &[1, 9, 2]][..]),
            ("[2468]+", &[&[2], &[8, 4]], &[&[1], &[2, 3]]),
            ("(12|21)?3", &[&[3], &[1, 2, 3], &[2, 1, 3]], &[&[1, 3], &[1, 2]]),
            ("[^1-4]A*", &[&[5], &[9, 10, 10]], &[&[4], &[10, 9, 10]]),
            ("(1?2?)*", &[&[1, 1, 2], &[2, 2]], &[&[3]]),
            ("[12]{2}3", &[&[1, 2, 3], &[2, 2, 3]], &[&[1, 3], &[1, 1, 1, 3]]),
            ("(12){1,2}", &[&[1, 2], &[1, 2, 1, 2]], &[&[1, 2, 1], &[1, 2, 1, 2, 1, 2]]),
            ("1{2,}2{0,1}", &[&[1, 1], &[1, 1, 1, 1, 2]], &[&[1, 2], &[1, 1, 2, 2]]),
            ("1{0}2{0,}0", &[&[0], &[2, 2, 0]], &[&[1, 0], &[2]]),
            ("((12){2}3){1,2}", &[&[1, 2, 1, 2, 3]], &[&[1, 2, 3], &[1, 2, 1, 2]]),
            ("(1{2}|2){2}", &[&[1, 1, 2], &[2, 2], &[1, 1, 1, 1]], &[&[1, 2], &[1, 1]]),
            ("1{2}{2}", &[&[1, 1, 1, 1]], &[&[1, 1], &[1, 1, 1]]),
            ("(1?){3}", &[&[1, 1, 1], &[1]], &[&[1, 1, 1, 1]]),
        ] {
            assert!(matching.iter().all(|digits| matches(pattern, digits)), "{pattern}");
            assert!(!others.iter().any(|digits| matches(pattern, digits)), "{pattern}");
        }
    }

    #[test]
    fn errors_of_patterns_have_a_place() {
        assert_eq!(Pattern::read("1(2").unwrap_err(), (3, "`)`".to_owned()));
        assert_eq!(Pattern::read("1x").unwrap_err(), (1, "a digit".to_owned()));
        assert_eq!(Pattern::read("1)").unwrap_err(), (1, "a digit".to_owned()));
        assert_eq!(Pattern::read("[1").unwrap_err(), (2, "a digit".to_owned()));
        for pattern in ["1{", "1{2", "1{3,2}", "1{,2}", "1{500}", "((1{99}){99}){99}"] {
            assert!(Pattern::read(pattern).is_err(), "{pattern}");
        }
        assert!(Pattern::read(&"(".repeat(100_000)).is_err());
        assert!(Pattern::read(&"1".repeat(1000)).is_err());
    }
}
