//! Reads integer programs in the LP format of CPLEX, which most solvers write.
//!
//! The sections `minimize` or `maximize`, `subject to`, `bounds`, `binaries`, `generals` and `end` are read, with their
//! shorter names. All variables must have the values 0 and 1 only: binaries, or generals within such bounds.

use std::collections::{HashMap, VecDeque};
use std::io::BufRead;

use dlx_core::Decimal;

use crate::decimal::{self, sum};
use crate::error::{ReadError, ReadErrorKind, expected};
use crate::lines::Lines;
use crate::program::{Domain, Place, Program, ReadProgram, Row, Term, is_infinite, limits};

/// Reads a program.
///
/// # Errors
/// An input that fails, a text that is not in the format, a variable that is not binary, and parts that sums of binary
/// variables cannot express: products, special ordered sets, semi-continuous variables.
///
/// # Complexity
/// Linear in the length of the text, time and memory.
pub fn read(input: impl BufRead) -> Result<ReadProgram, ReadError> {
    let mut reader = Reader::new(input);
    reader.objective()?;
    reader.constraints()?;
    reader.rest()?;
    for variable in 0..reader.program.count() {
        let domain = &reader.domains[variable];
        reader.program.restrict(variable, domain).map_err(ReadError::from)?;
    }
    reader.program.into_problem()
}

/// A part of the text.
#[derive(Clone, Debug, PartialEq)]
enum Lexeme {
    Name(String),
    Number(String),
    /// `<=`, `>=`, `=`, or one of `+-:*^/[]`.
    Sign(&'static str),
    Section(Section),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Minimize,
    Maximize,
    Constraints,
    Bounds,
    Binaries,
    Generals,
    /// A section that no exact cover problem can express.
    Other(&'static str),
    End,
}

#[derive(Clone, Debug)]
struct Token {
    place: Place,
    lexeme: Lexeme,
}

struct Reader<R> {
    lines: Lines<R>,
    ahead: VecDeque<Token>,
    program: Program,
    domains: Vec<Domain>,
    /// Names of constraints and the lines on which they stand.
    labels: HashMap<String, usize>,
}

/// The signs, longer ones first, and how they are read.
const SIGNS: [(&str, &str); 14] = [
    ("<=", "<="),
    ("=<", "<="),
    (">=", ">="),
    ("=>", ">="),
    ("<", "<="),
    (">", ">="),
    ("=", "="),
    ("+", "+"),
    ("-", "-"),
    (":", ":"),
    ("*", "*"),
    ("^", "^"),
    ("[", "["),
    ("]", "]"),
];

/// Returns the section that the words at the beginning of a line name, and the number of the words.
fn section_of(words: &[&str]) -> Option<(Section, usize)> {
    let word = |at: usize| words.get(at).map(|word| word.to_ascii_lowercase()).unwrap_or_default();
    let (first, second) = (word(0), word(1));
    // A label or a sum may begin with the same letters.
    let is_alone = |count: usize| words.get(count).is_none_or(|next| !next.starts_with(':'));
    let (section, count) = match (first.as_str(), second.as_str()) {
        ("subject" | "such", "to" | "that") => (Section::Constraints, 2),
        ("lazy", "constraints") => (Section::Other("lazy constraints"), 2),
        ("user", "cuts") => (Section::Other("user cuts"), 2),
        ("general", "constraints") => (Section::Other("general constraints"), 2),
        ("minimize" | "minimise" | "minimum" | "min", _) => (Section::Minimize, 1),
        ("maximize" | "maximise" | "maximum" | "max", _) => (Section::Maximize, 1),
        ("st" | "s.t." | "st.", _) => (Section::Constraints, 1),
        ("bounds" | "bound", _) => (Section::Bounds, 1),
        ("binaries" | "binary" | "bin", _) => (Section::Binaries, 1),
        ("generals" | "general" | "gen" | "integers" | "integer" | "int", _) => (Section::Generals, 1),
        ("semi-continuous" | "semi" | "semis", _) => (Section::Other("semi-continuous variables"), 1),
        ("semi-integer", _) => (Section::Other("semi-integer variables"), 1),
        ("sos" | "sos1" | "sos2", _) => (Section::Other("special ordered sets"), 1),
        ("pwlobj", _) => (Section::Other("piecewise linear objectives"), 1),
        ("end", _) => (Section::End, 1),
        _ => return None,
    };
    is_alone(count).then_some((section, count))
}

/// Returns the length of the number at the beginning of a text, or 0.
fn number_length(text: &str) -> usize {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(0);
    let has_whole = length > 0;
    if text[length..].starts_with('.') {
        let fraction = digits(length + 1);
        if fraction == 0 && !has_whole {
            return 0;
        }
        length += 1 + fraction;
    }
    if length > 0 && text[length..].starts_with(['e', 'E']) {
        let sign = usize::from(text[length + 1..].starts_with(['+', '-']));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    length
}

fn ends_name(letter: char) -> bool {
    letter.is_whitespace() || "<>=+-:*^[]\\".contains(letter)
}

impl<R: BufRead> Reader<R> {
    fn new(input: R) -> Self {
        Self {
            lines: Lines::new(input),
            ahead: VecDeque::new(),
            program: Program::default(),
            domains: Vec::new(),
            labels: HashMap::new(),
        }
    }

    /// Makes sure that this many tokens are read, as far as the text has them.
    fn look(&mut self, count: usize) -> Result<(), ReadError> {
        while self.ahead.len() < count {
            let Some(line) = self.lines.next()? else { return Ok(()) };
            let text = line.text.split('\\').next().unwrap_or_default();
            let words: Vec<&str> = text.split_whitespace().take(3).collect();
            let mut at = text.len() - text.trim_start().len();
            if let Some((section, count)) = section_of(&words) {
                self.ahead.push_back(Token { place: line.place(at), lexeme: Lexeme::Section(section) });
                let last = words[count - 1];
                at = last.as_ptr() as usize - text.as_ptr() as usize + last.len();
            }
            while let Some(first) = text[at..].chars().next() {
                if first.is_whitespace() {
                    at += first.len_utf8();
                    continue;
                }
                let place = line.place(at);
                let rest = &text[at..];
                let number = number_length(rest);
                let (lexeme, length) = if number > 0 {
                    (Lexeme::Number(rest[..number].to_owned()), number)
                } else if let Some((sign, read)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                    (Lexeme::Sign(read), sign.len())
                } else {
                    let length = rest.find(ends_name).unwrap_or(rest.len());
                    if length == 0 {
                        return Err(
                            line.error(at, expected("a name, a number or a sign", &rest[..first.len_utf8()]))
                        );
                    }
                    (Lexeme::Name(rest[..length].to_owned()), length)
                };
                self.ahead.push_back(Token { place, lexeme });
                at += length;
            }
        }
        Ok(())
    }

    fn peek(&mut self) -> Result<Option<&Lexeme>, ReadError> {
        self.look(1)?;
        Ok(self.ahead.front().map(|token| &token.lexeme))
    }

    fn next(&mut self) -> Result<Option<Token>, ReadError> {
        self.look(1)?;
        Ok(self.ahead.pop_front())
    }

    /// Returns the error that something else was expected than the next token.
    fn unexpected(&mut self, what: &'static str) -> Result<ReadError, ReadError> {
        Ok(match self.next()? {
            Some(Token { place, lexeme }) => (place, expected(what, &lexeme.text())).into(),
            None => self.lines.error_at_end(what),
        })
    }

    fn has_sign(&mut self, sign: &str) -> Result<bool, ReadError> {
        let is_next = matches!(self.peek()?, Some(Lexeme::Sign(next)) if *next == sign);
        if is_next {
            self.ahead.pop_front();
        }
        Ok(is_next)
    }

    /// Reads the name before a colon, if there is one.
    fn label(&mut self) -> Result<Option<(Place, String)>, ReadError> {
        self.look(2)?;
        let is_label = matches!(
            (self.ahead.front(), self.ahead.get(1)),
            (Some(Token { lexeme: Lexeme::Name(_), .. }), Some(Token { lexeme: Lexeme::Sign(":"), .. }))
        );
        if !is_label {
            return Ok(None);
        }
        let token = self.ahead.pop_front();
        self.ahead.pop_front();
        Ok(token.map(|token| (token.place, token.lexeme.text())))
    }

    fn variable(&mut self, name: &str, place: Place) -> usize {
        let (variable, is_new) = self.program.variable(name);
        if is_new {
            self.domains.push(Domain::new(place, false));
        }
        variable
    }

    /// Reads a sum: its terms, and its constant if it has one.
    fn sum(&mut self) -> Result<(Vec<(Place, Term)>, Decimal), ReadError> {
        let (mut terms, mut constant) = (Vec::new(), Decimal::default());
        loop {
            let mut is_negative = false;
            let mut has_sign = false;
            while let Some(Lexeme::Sign(sign @ ("+" | "-"))) = self.peek()? {
                is_negative ^= *sign == "-";
                has_sign = true;
                self.ahead.pop_front();
            }
            let mut coefficient = None;
            if let Some(Lexeme::Number(_)) = self.peek()? {
                let token = self.next()?.expect("it was seen");
                let number = number_of(&token)?;
                coefficient = Some((token.place, number));
                self.has_sign("*")?;
            }
            match self.peek()? {
                Some(Lexeme::Name(_)) if terms.is_empty() || has_sign || coefficient.is_some() => {
                    let token = self.next()?.expect("it was seen");
                    let number = coefficient.map_or(decimal::one(), |(_, number)| number);
                    let coefficient = if is_negative { -number } else { number };
                    let name = token.lexeme.text();
                    if let Some(Lexeme::Sign("^" | "*")) = self.peek()? {
                        let kind = ReadErrorKind::Unsupported { what: "a product of variables" };
                        return Err((token.place, kind).into());
                    }
                    let variable = self.variable(&name, token.place);
                    terms.push((token.place, Term { variable, coefficient }));
                }
                Some(Lexeme::Sign("[")) => {
                    let place = self.next()?.expect("it was seen").place;
                    return Err((
                        place,
                        ReadErrorKind::Unsupported { what: "products of variables in brackets" },
                    )
                        .into());
                }
                _ => match coefficient {
                    Some((place, number)) => {
                        let number = if is_negative { -number } else { number };
                        constant = sum(constant, number).ok_or((place, too_long()))?;
                    }
                    None if has_sign => return Err(self.unexpected("a variable or a number")?),
                    None => return Ok((terms, constant)),
                },
            }
        }
    }

    fn objective(&mut self) -> Result<(), ReadError> {
        match self.peek()? {
            Some(Lexeme::Section(Section::Minimize)) => {}
            Some(Lexeme::Section(Section::Maximize)) => self.program.is_maximized = true,
            _ => return Err(self.unexpected("`minimize` or `maximize`")?),
        }
        self.next()?;
        self.label()?;
        (self.program.objective, self.program.constant) = self.sum()?;
        Ok(())
    }

    fn constraints(&mut self) -> Result<(), ReadError> {
        match self.peek()? {
            Some(Lexeme::Section(Section::Constraints)) => self.next()?,
            _ => return Err(self.unexpected("`subject to`")?),
        };
        while !matches!(self.peek()?, None | Some(Lexeme::Section(_))) {
            let label = self.label()?;
            let place = self.ahead.front().map_or((1, 1), |token| token.place);
            // A number may stand before the sum too, and is read as its constant.
            let (mut terms, mut constant) = self.sum()?;
            let (mut low, mut high) = (None, None);
            if terms.is_empty() {
                let sign = self.relation()?;
                (low, high) = limits(turned(sign), Some(constant));
                (terms, constant) = self.sum()?;
            }
            if low.or(high).is_none() || self.is_relation()? {
                let sign = self.relation()?;
                let Some(bound) = self.bound()? else { return Err(self.unexpected("a number")?) };
                let (below, above) = limits(sign, bound);
                (low, high) = (below.or(low), above.or(high));
            }
            let shift = |bound: Option<Decimal>| match bound {
                None => Ok(None),
                Some(bound) => sum(bound, -constant).map(Some).ok_or((place, too_long())),
            };
            let (low, high) = (shift(low)?, shift(high)?);
            if let Some((place, name)) = &label
                && self.labels.insert(name.clone(), place.0).is_some()
            {
                let kind = ReadErrorKind::NameTaken { name: name.clone(), what: "another constraint" };
                return Err((*place, kind).into());
            }
            let name = label.map(|(_, name)| name);
            let terms = terms.into_iter().map(|(_, term)| term).collect();
            self.program.rows.push(Row { name, place, terms, low, high });
        }
        Ok(())
    }

    /// Reads the sections after the constraints.
    fn rest(&mut self) -> Result<(), ReadError> {
        while let Some(Token { place, lexeme }) = self.next()? {
            let Lexeme::Section(section) = lexeme else {
                return Err((place, expected("a section such as `bounds`", &lexeme.text())).into());
            };
            match section {
                Section::Bounds => self.bounds()?,
                Section::Binaries | Section::Generals => {
                    while let Some(Lexeme::Name(_)) = self.peek()? {
                        let token = self.next()?.expect("it was seen");
                        let variable = self.variable(&token.lexeme.text(), token.place);
                        let domain = &mut self.domains[variable];
                        if section == Section::Binaries {
                            domain.make_binary();
                        }
                        domain.is_whole = true;
                    }
                }
                Section::End => break,
                Section::Other(what) => return Err((place, ReadErrorKind::Unsupported { what }).into()),
                Section::Minimize | Section::Maximize | Section::Constraints => {
                    return Err((place, ReadErrorKind::Unsupported { what: "a second program" }).into());
                }
            }
        }
        match self.next()? {
            None => Ok(()),
            Some(token) => Err((token.place, expected("nothing after `end`", &token.lexeme.text())).into()),
        }
    }

    /// Reads the section of bounds.
    fn bounds(&mut self) -> Result<(), ReadError> {
        while !matches!(self.peek()?, None | Some(Lexeme::Section(_))) {
            let before = self.bound()?;
            let sign = if before.is_some() { Some(turned(self.relation()?)) } else { None };
            let Some(Lexeme::Name(_)) = self.peek()? else { return Err(self.unexpected("a variable")?) };
            let token = self.next()?.expect("it was seen");
            let variable = self.variable(&token.lexeme.text(), token.place);
            self.domains[variable].place = token.place;
            if let Some(bound) = before {
                self.domains[variable].set(sign.unwrap_or("="), bound);
            }
            let is_free =
                matches!(self.peek()?, Some(Lexeme::Name(word)) if word.eq_ignore_ascii_case("free"));
            if is_free && before.is_none() {
                self.next()?;
                let domain = &mut self.domains[variable];
                (domain.low, domain.high) = (None, None);
            } else if before.is_none() || self.is_relation()? {
                let sign = self.relation()?;
                let Some(bound) = self.bound()? else { return Err(self.unexpected("a number")?) };
                self.domains[variable].set(sign, bound);
            }
        }
        Ok(())
    }

    fn is_relation(&mut self) -> Result<bool, ReadError> {
        Ok(matches!(self.peek()?, Some(Lexeme::Sign("<=" | ">=" | "="))))
    }

    fn relation(&mut self) -> Result<&'static str, ReadError> {
        if let Some(&Lexeme::Sign(sign @ ("<=" | ">=" | "="))) = self.peek()? {
            self.ahead.pop_front();
            return Ok(sign);
        }
        Err(self.unexpected("`<=`, `>=` or `=`")?)
    }

    /// Reads a number with its sign, if one comes next; `None` inside for an infinite one.
    fn bound(&mut self) -> Result<Option<Option<Decimal>>, ReadError> {
        self.look(2)?;
        let sign = match self.ahead.front() {
            Some(Token { lexeme: Lexeme::Sign(sign @ ("+" | "-")), .. }) => Some(*sign),
            _ => None,
        };
        let Some(token) = self.ahead.get(usize::from(sign.is_some())).cloned() else { return Ok(None) };
        let number = match &token.lexeme {
            Lexeme::Number(text) => match decimal::parse(text) {
                Some(number) => Some(number),
                None if is_infinite(text) => None,
                None => return Err((token.place, too_long()).into()),
            },
            Lexeme::Name(name) if is_infinite(name) => None,
            _ => return Ok(None),
        };
        self.ahead.drain(..=usize::from(sign.is_some()));
        Ok(Some(number.map(|number| if sign == Some("-") { -number } else { number })))
    }
}

fn number_of(token: &Token) -> Result<Decimal, ReadError> {
    decimal::parse(&token.lexeme.text()).ok_or_else(|| (token.place, too_long()).into())
}

fn too_long() -> ReadErrorKind {
    ReadErrorKind::Expected { expected: "numbers that fit into 128 bits", found: "a longer one".to_owned() }
}

/// Returns the relation with its sides exchanged.
fn turned(sign: &'static str) -> &'static str {
    match sign {
        "<=" => ">=",
        ">=" => "<=",
        sign => sign,
    }
}

impl Lexeme {
    fn text(&self) -> String {
        match self {
            Self::Name(text) | Self::Number(text) => text.clone(),
            Self::Sign(sign) => (*sign).to_owned(),
            Self::Section(section) => match section {
                Section::Minimize => "minimize",
                Section::Maximize => "maximize",
                Section::Constraints => "subject to",
                Section::Bounds => "bounds",
                Section::Binaries => "binaries",
                Section::Generals => "generals",
                Section::Other(what) => what,
                Section::End => "end",
            }
            .to_owned(),
        }
    }
}
