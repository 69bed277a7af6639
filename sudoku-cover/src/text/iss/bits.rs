//! The codes of relations, patterns and automata: six bits for each character, in the alphabet of base 64 for addresses.

use super::constraint::{Read, Word};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns the number of six bits of each character.
pub(super) fn sixes(word: Word<'_>) -> Read<Vec<u8>> {
    let six = |character: u8| {
        let place = ALPHABET.iter().position(|&known| known == character);
        place.and_then(|place| u8::try_from(place).ok())
    };
    let sixes: Option<Vec<u8>> = word.text.bytes().map(six).collect();
    sixes.map_or_else(|| word.expected("letters, digits, `-` and `_`"), Ok)
}

/// Returns the character of a number of six bits.
pub(super) fn character(six: u8) -> char {
    char::from(ALPHABET[usize::from(six % 64)])
}

/// Returns the bytes of a code, the upper bits first. It may end with the padding of base 64.
pub(super) fn bytes(word: Word<'_>) -> Read<Vec<u8>> {
    let sixes = sixes(Word { text: word.text.trim_end_matches('='), ..word })?;
    let bit = |at: usize| sixes.get(at / 6).map_or(0, |six| six >> (5 - at % 6) & 1);
    Ok((0..sixes.len() * 6 / 8)
        .map(|byte| (0..8).fold(0, |value, at| value << 1 | bit(8 * byte + at)))
        .collect())
}

/// Returns the code of some bytes.
pub(super) fn code(bytes: &[u8]) -> String {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    let six = |place: usize| (0..6).fold(0, |value, at| value << 1 | bit(6 * place + at));
    (0..(bytes.len() * 8).div_ceil(6)).map(|place| character(six(place))).collect()
}

/// A sequence of bits that is being read, the upper bits of each byte first.
pub(super) struct Bits<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl Bits<'_> {
    pub(super) fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    /// Returns the number of the next bits, at most 32, if there are so many.
    pub(super) fn take(&mut self, count: usize) -> Option<u32> {
        if count > self.left() {
            return None;
        }
        let bits = self.at..self.at + count;
        self.at += count;
        Some(bits.fold(0, |value, at| value << 1 | u32::from(self.bytes[at / 8] >> (7 - at % 8) & 1)))
    }
}

/// A sequence of bits that is being written.
#[derive(Default)]
pub(super) struct BitsOut {
    pub(super) bytes: Vec<u8>,
    used: usize,
}

impl BitsOut {
    pub(super) fn put(&mut self, value: u32, count: usize) {
        for place in (0..count).rev() {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let bit = u8::from(value >> place & 1 == 1);
            if let Some(last) = self.bytes.last_mut() {
                *last |= bit << (7 - self.used % 8);
            }
            self.used += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_base_64() {
        for (text, encoded) in
            [("", ""), ("1", "MQ"), ("1.", "MS4"), ("1.*", "MS4q"), ("[2-4]+|5?", "WzItNF0rfDU_")]
        {
            assert_eq!(code(text.as_bytes()), encoded);
            assert_eq!(bytes(Word { offset: 0, text: encoded }).unwrap(), text.as_bytes());
        }
        assert_eq!(bytes(Word { offset: 0, text: "MS4=" }).unwrap(), b"1.");
        for wrong in ["a+b", "M=Q"] {
            assert!(bytes(Word { offset: 3, text: wrong }).is_err());
        }
    }

    #[test]
    fn bits_are_read_as_they_were_written() {
        let numbers = [(5, 3), (0, 4), (1023, 10), (1, 1), (77, 9)];
        let mut out = BitsOut::default();
        numbers.iter().for_each(|&(value, count)| out.put(value, count));
        let mut bits = Bits { bytes: &out.bytes, at: 0 };
        assert!(numbers.iter().all(|&(value, count)| bits.take(count) == Some(value)));
        assert_eq!((bits.left(), bits.take(6)), (5, None));
    }
}
