//! The levels of vector instructions, and the proof that this machine has one.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::lanes::Kernel;
use crate::lanes::portable::{Portable, with_portable};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{avx2::with_avx2, avx512::with_avx512};

/// A level of vector instructions. All levels give the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Simd {
    /// Instructions that every processor of the target has.
    Portable,
    /// AVX2 with POPCNT, LZCNT and BMI: x86-64 processors from 2013 on.
    Avx2,
    /// AVX-512 with VPOPCNTDQ: x86-64 processors from 2019 on.
    Avx512,
}

impl Simd {
    /// All levels, the lowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Returns the highest level that this machine has.
    #[must_use]
    pub fn best() -> Self {
        let available = Self::ALL.into_iter().rev().find(|level| level.is_available());
        available.unwrap_or(Self::Portable)
    }

    /// Returns true if this machine has this level.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

/// Writes the word for the level: `portable`, `avx2` or `avx512`; [`FromStr`] reads it.
impl fmt::Display for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        })
    }
}

/// An unknown word for a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected portable, avx2 or avx512, found `{}`", found.escape_debug())]
pub struct UnknownSimd {
    /// The word found.
    pub found: String,
}

impl FromStr for Simd {
    type Err = UnknownSimd;

    fn from_str(word: &str) -> Result<Self, UnknownSimd> {
        let level = Self::ALL.into_iter().find(|level| level.to_string() == word);
        level.ok_or_else(|| UnknownSimd { found: word.to_owned() })
    }
}

/// A level that this machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instructions(Simd);

impl Instructions {
    /// Returns the instructions of this level, or of the highest one below it that this machine has.
    #[must_use]
    pub fn of(simd: Simd) -> Self {
        let lower = Simd::ALL.into_iter().rev().filter(|&level| level <= simd);
        Self(lower.into_iter().find(|level| level.is_available()).unwrap_or(Simd::Portable))
    }

    /// Returns the level.
    #[inline]
    #[must_use]
    pub fn level(self) -> Simd {
        self.0
    }

    /// Runs the kernel compiled for this level.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has reported these features.
            Simd::Avx2 => unsafe { with_avx2(kernel) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has reported these features.
            Simd::Avx512 => unsafe { with_avx512(kernel) },
            _ => with_portable(kernel),
        }
    }

    /// Like [`run`](Self::run), for kernels that use no vectors: one copy fewer to compile.
    #[inline]
    pub fn run_on_words<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has reported these features, which AVX-512 includes.
            Simd::Avx2 | Simd::Avx512 => unsafe { with_avx2(kernel) },
            _ => kernel.run(Portable),
        }
    }
}
