//! Conditions on numbers, such as `|a-b| >= 5`, as setters write them.

use std::fmt;

/// A condition on some numbers. Displayed as it was written, with single spaces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Condition {
    text: String,
    /// In the order in which a stack of numbers takes them.
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    Number(i64),
    /// The number of this place in the list of variables, or the greatest digit after the last one.
    Variable(usize),
    Negative,
    Absolute,
    Not,
    IsIn(Vec<i64>),
    Both(Operator),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    LessOrEqual,
    GreaterOrEqual,
    Less,
    Greater,
    Plus,
    Minus,
    Times,
    Remainder,
}

/// The signs by precedence, the weakest first; of those that begin alike, the longer one first.
const OPERATORS: [&[(&str, Operator)]; 5] = [
    &[("or", Operator::Or)],
    &[("and", Operator::And)],
    &[
        ("==", Operator::Equal),
        ("=", Operator::Equal),
        ("!=", Operator::Unequal),
        ("<=", Operator::LessOrEqual),
        (">=", Operator::GreaterOrEqual),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ],
    &[("+", Operator::Plus), ("-", Operator::Minus)],
    &[("*", Operator::Times), ("%", Operator::Remainder)],
];

/// The greatest depth of parentheses, and number of signs.
pub(super) const DEEPEST: usize = 32;
const MOST: usize = 200;

impl Condition {
    /// Reads a condition on these variables, and on the greatest digit `n`, from the beginning of a text. Returns it with the length
    /// of its text; or the place of an error, and what is expected there.
    pub(crate) fn read(text: &str, variables: &[&str]) -> Result<(Condition, usize), (usize, String)> {
        let mut reading = Reading { text, at: 0, variables, steps: Vec::new(), depth: 0 };
        reading.operation(0)?;
        let length = text[..reading.at].trim_end().len();
        let words: Vec<&str> = text[..length].split_whitespace().collect();
        Ok((Condition { text: words.join(" "), steps: reading.steps }, length))
    }

    /// Returns true if the numbers meet it, on a board with this greatest digit.
    pub(crate) fn holds(&self, numbers: &[i64], greatest: u8) -> bool {
        let mut stack: Vec<i64> = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let number = match step {
                Step::Number(number) => *number,
                Step::Variable(place) => numbers.get(*place).copied().unwrap_or(i64::from(greatest)),
                Step::Negative => stack.pop().unwrap_or(0).saturating_neg(),
                Step::Absolute => stack.pop().unwrap_or(0).saturating_abs(),
                Step::Not => i64::from(stack.pop() == Some(0)),
                Step::IsIn(list) => i64::from(stack.pop().is_some_and(|number| list.contains(&number))),
                Step::Both(operator) => {
                    let (second, first) = (stack.pop().unwrap_or(0), stack.pop().unwrap_or(0));
                    operator.of(first, second)
                }
            };
            stack.push(number);
        }
        stack.pop() != Some(0)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Operator {
    fn of(self, first: i64, second: i64) -> i64 {
        match self {
            Operator::Or => i64::from(first != 0 || second != 0),
            Operator::And => i64::from(first != 0 && second != 0),
            Operator::Equal => i64::from(first == second),
            Operator::Unequal => i64::from(first != second),
            Operator::LessOrEqual => i64::from(first <= second),
            Operator::GreaterOrEqual => i64::from(first >= second),
            Operator::Less => i64::from(first < second),
            Operator::Greater => i64::from(first > second),
            Operator::Plus => first.saturating_add(second),
            Operator::Minus => first.saturating_sub(second),
            Operator::Times => first.saturating_mul(second),
            // Nothing is left of a division by zero.
            Operator::Remainder => first.checked_rem_euclid(second).unwrap_or(0),
        }
    }
}

/// A condition that is being read.
struct Reading<'t> {
    text: &'t str,
    at: usize,
    variables: &'t [&'t str],
    steps: Vec<Step>,
    depth: usize,
}

type Read<T> = Result<T, (usize, String)>;

impl<'t> Reading<'t> {
    fn rest(&mut self) -> &'t str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn expected<T>(&self, expected: impl Into<String>) -> Read<T> {
        Err((self.at, expected.into()))
    }

    /// Passes this sign or word.
    fn pass(&mut self, sign: &str) -> bool {
        let rest = self.rest();
        let is_word = sign.starts_with(|first: char| first.is_alphabetic());
        let is_there = if is_word { word(rest) == sign } else { rest.starts_with(sign) };
        self.at += if is_there { sign.len() } else { 0 };
        is_there
    }

    /// Reads what operators of this precedence, and of stronger ones, join.
    fn operation(&mut self, precedence: usize) -> Read<()> {
        let Some(operators) = OPERATORS.get(precedence) else { return self.operand() };
        if precedence == 2 && self.pass("not") {
            self.deeper()?;
            self.operation(precedence)?;
            self.depth -= 1;
            self.steps.push(Step::Not);
            return Ok(());
        }
        self.operation(precedence + 1)?;
        loop {
            let found = operators.iter().find(|(sign, _)| self.pass(sign));
            let Some(&(_, operator)) = found else { break };
            self.operation(precedence + 1)?;
            self.steps.push(Step::Both(operator));
        }
        if precedence == 2 && self.pass("in") {
            let list = self.list()?;
            self.steps.push(Step::IsIn(list));
        }
        Ok(())
    }

    fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > DEEPEST || self.steps.len() > MOST {
            return self.expected(format!("at most {DEEPEST} signs one within the other, and {MOST} in all"));
        }
        Ok(())
    }

    fn operand(&mut self) -> Read<()> {
        self.deeper()?;
        let rest = self.rest();
        let places = 0..self.variables.len();
        if rest.starts_with(|first: char| first.is_ascii_digit()) {
            let number = self.number()?;
            self.steps.push(Step::Number(number));
        } else if let Some(place) = places.into_iter().find(|&place| self.pass(self.variables[place])) {
            self.steps.push(Step::Variable(place));
        } else if self.pass("n") {
            self.steps.push(Step::Variable(self.variables.len()));
        } else if self.pass("-") {
            self.operand()?;
            self.steps.push(Step::Negative);
        } else if self.pass("(") {
            self.operation(0)?;
            if !self.pass(")") {
                return self.expected("`)`");
            }
        } else if self.pass("|") {
            self.operation(3)?;
            if !self.pass("|") {
                return self.expected("`|`");
            }
            self.steps.push(Step::Absolute);
        } else {
            return self.expected(format!("a number or {}", self.variables.join(" or ")));
        }
        self.depth -= 1;
        Ok(())
    }

    fn number(&mut self) -> Read<i64> {
        let rest = self.rest();
        let length = rest.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(rest.len());
        match rest[..length].parse() {
            Ok(number) => {
                self.at += length;
                Ok(number)
            }
            Err(_) => self.expected("a number"),
        }
    }

    /// Reads numbers in braces.
    fn list(&mut self) -> Read<Vec<i64>> {
        if !self.pass("{") {
            return self.expected("numbers such as {5, 10}");
        }
        let mut list = Vec::new();
        loop {
            list.push(self.number()?);
            if self.pass("}") {
                return Ok(list);
            }
            if !self.pass(",") {
                return self.expected("`,` or `}`");
            }
        }
    }
}

/// Returns the letters and digits with which a text begins.
fn word(text: &str) -> &str {
    &text[..text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, numbers: &[i64]) -> bool {
        let (condition, length) = Condition::read(text, &["a", "b"]).unwrap();
        assert_eq!(length, text.len(), "{text}");
        condition.holds(numbers, 9)
    }

    #[test]
    fn conditions_mean_what_they_say() {
        for a in 1..=9 {
            for b in 1..=9 {
                let both = [a, b];
                assert_eq!(holds("|a-b| >= 5", &both), (a - b).abs() >= 5);
                assert_eq!(holds("a+b in {5, 10}", &both), a + b == 5 || a + b == 10);
                assert_eq!(holds("a*b%3==0", &both), a * b % 3 == 0);
                assert_eq!(holds("a = 2*b or b=2*a", &both), a == 2 * b || b == 2 * a);
                assert_eq!(holds("not (a < b and b != n)", &both), !(a < b && b != 9));
                assert_eq!(holds("not a == b and not a > 3", &both), a != b && a <= 3);
                assert_eq!(holds("-a + b > ||a-b| - 3|", &both), b - a > ((a - b).abs() - 3).abs());
            }
        }
    }

    #[test]
    fn a_condition_ends_where_cells_begin_and_errors_have_a_place() {
        let read = |text: &str| Condition::read(text, &["a", "b"]);
        let (condition, length) = read("a  <b r1c1 r2c1").unwrap();
        assert_eq!((condition.to_string().as_str(), length), ("a <b", 5));
        assert_eq!(read("a+r1c1").unwrap_err(), (2, "a number or a or b".to_owned()));
        assert_eq!(read("(a<b").unwrap_err(), (4, "`)`".to_owned()));
        assert_eq!(read("a in 5").unwrap_err(), (5, "numbers such as {5, 10}".to_owned()));
        assert!(read(&"(".repeat(100_000)).is_err());
        assert!(read(&"-".repeat(100_000)).is_err());
    }
}
