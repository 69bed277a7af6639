//! A digest of 128 bits: the XXH3 hash of explicitly defined bytes, therefore the same on every machine and
//! in every release.
//!
//! Numbers are hashed as 8 bytes, the lowest first, and texts after their length, so that no two lists of
//! values give the same bytes. XXH3 is not a cryptographic hash: it detects accidental differences and edits,
//! but is no signature.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use thiserror::Error;
use xxhash_rust::xxh3::Xxh3Default;

/// A digest of 128 bits that identifies a problem, a task or a split. Its text form is 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "json",
    derive(serde::Deserialize, serde::Serialize),
    serde(try_from = "String", into = "String")
)]
pub struct Digest(u128);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// A text that is not a [`Digest`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected 32 hexadecimal digits, found `{}`", .0.escape_debug())]
pub struct UnknownDigest(String);

impl FromStr for Digest {
    type Err = UnknownDigest;

    fn from_str(text: &str) -> Result<Self, UnknownDigest> {
        // `from_str_radix` alone would also take a sign, capital letters and fewer digits.
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let is_digest = text.len() == 32 && text.bytes().all(is_digit);
        let number = if is_digest { u128::from_str_radix(text, 16).ok() } else { None };
        number.map(Self).ok_or_else(|| UnknownDigest(text.to_owned()))
    }
}

#[cfg(feature = "json")]
impl TryFrom<String> for Digest {
    type Error = UnknownDigest;

    fn try_from(text: String) -> Result<Self, UnknownDigest> {
        text.parse()
    }
}

#[cfg(feature = "json")]
impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

/// Computes a [`Digest`] of a sequence of values. Bytes written through [`io::Write`](std::io::Write) are
/// hashed as they are, without their length.
///
/// ```
/// use dlx_core::inner::Digester;
///
/// let mut one = Digester::new("an example");
/// one.text("ab").text("c").number(1);
/// let mut other = Digester::new("an example");
/// other.text("a").text("bc").number(1);
/// assert_ne!(one.digest(), other.digest());
/// ```
#[derive(Clone)]
pub struct Digester(Xxh3Default);

impl Digester {
    /// Returns an empty digester; digests for different purposes have different domains.
    #[must_use]
    pub fn new(domain: &str) -> Self {
        let mut digester = Self(Xxh3Default::new());
        digester.text(domain);
        digester
    }

    /// Adds a number.
    pub fn number(&mut self, number: u64) -> &mut Self {
        self.0.update(&number.to_le_bytes());
        self
    }

    /// Adds a text and its length.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
        self
    }

    /// Adds another digest.
    pub fn nested(&mut self, digest: Digest) -> &mut Self {
        self.0.update(&digest.0.to_le_bytes());
        self
    }

    /// Returns the digest of everything added so far. More can be added afterwards.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest(self.0.digest128())
    }
}

impl fmt::Debug for Digester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digester({})", self.digest())
    }
}

impl Write for Digester {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_32_lower_case_digits_are_a_digest() {
        let digest = Digester::new("test").digest();
        assert_eq!(digest.to_string().parse(), Ok(digest));
        for text in ["", "12", "+0000000000000000000000000000001", "0000000000000000000000000000000A"] {
            assert_eq!(text.parse::<Digest>(), Err(UnknownDigest(text.to_owned())));
        }
    }
}
