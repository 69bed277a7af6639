//! Operations on 64 bytes in several registers.

/// Defines them for a type of registers, of which this many hold a line.
macro_rules! bytes_in_registers {
    ($Register:ty, $count:literal, $load:ident, $store:ident, $add:ident, $sub:ident, $equal:ident,
     $min:ident, $fill:ident, $mask:ident) => {
        type Bytes = [$Register; $count];

        #[inline(always)]
        fn bytes(self, line: &Line) -> Self::Bytes {
            let at: *const $Register = line.0.as_ptr().cast();
            // SAFETY: a value of this type is made only where the features are enabled. The loads are those
            // of a `Line`, which has 64 bytes and as many of alignment.
            unsafe { std::array::from_fn(|part| $load(at.add(part))) }
        }

        #[inline(always)]
        fn line(self, bytes: Self::Bytes) -> Line {
            let mut line = Line::default();
            let at: *mut $Register = line.0.as_mut_ptr().cast();
            for part in 0..$count {
                // SAFETY: as above.
                unsafe { $store(at.add(part), bytes[part]) };
            }
            line
        }

        #[inline(always)]
        fn plus(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
            // SAFETY: as above.
            unsafe { std::array::from_fn(|part| $add(a[part], b[part])) }
        }

        #[inline(always)]
        fn minus(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
            // SAFETY: as above.
            unsafe { std::array::from_fn(|part| $sub(a[part], b[part])) }
        }

        #[inline(always)]
        fn equal_bytes(self, a: Self::Bytes, byte: u8) -> u64 {
            // SAFETY: as above.
            unsafe {
                let byte = $fill(byte.cast_signed());
                (0..$count).fold(0, |mask, part| {
                    let here = $mask($equal(a[part], byte)).cast_unsigned();
                    mask | u64::from(here) << (64 / $count * part)
                })
            }
        }

        #[inline(always)]
        fn bytes_at_most(self, a: Self::Bytes, byte: u8) -> u64 {
            // SAFETY: as above.
            unsafe {
                let byte = $fill(byte.cast_signed());
                (0..$count).fold(0, |mask, part| {
                    let here = $mask($equal($min(a[part], byte), a[part])).cast_unsigned();
                    mask | u64::from(here) << (64 / $count * part)
                })
            }
        }
    };
}

pub(super) use bytes_in_registers;
