//! Operations on 64 bytes in several registers. They are loops, as the compiler may leave closures in functions
//! without vector instructions.

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
            unsafe {
                let mut bytes = [$load(at); $count];
                for part in 1..$count {
                    bytes[part] = $load(at.add(part));
                }
                bytes
            }
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
        fn plus(self, mut a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
            for part in 0..$count {
                // SAFETY: as above.
                a[part] = unsafe { $add(a[part], b[part]) };
            }
            a
        }

        #[inline(always)]
        fn minus(self, mut a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
            for part in 0..$count {
                // SAFETY: as above.
                a[part] = unsafe { $sub(a[part], b[part]) };
            }
            a
        }

        #[inline(always)]
        fn equal_bytes(self, a: Self::Bytes, byte: u8) -> u64 {
            // SAFETY: as above.
            unsafe {
                let byte = $fill(byte.cast_signed());
                let mut mask = 0;
                for part in 0..$count {
                    let here = $mask($equal(a[part], byte)).cast_unsigned();
                    mask |= u64::from(here) << (64 / $count * part);
                }
                mask
            }
        }

        #[inline(always)]
        fn bytes_at_most(self, a: Self::Bytes, byte: u8) -> u64 {
            // SAFETY: as above.
            unsafe {
                let byte = $fill(byte.cast_signed());
                let mut mask = 0;
                for part in 0..$count {
                    let here = $mask($equal($min(a[part], byte), a[part])).cast_unsigned();
                    mask |= u64::from(here) << (64 / $count * part);
                }
                mask
            }
        }
    };
}

pub(super) use bytes_in_registers;
