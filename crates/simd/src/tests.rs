//! Every level gives the results of counting bit by bit.

use crate::{Instructions, Kernel, LONG_SCAN, Lanes, Line, Simd};

fn number(place: usize) -> u32 {
    u32::try_from(place).expect("the place is one of few")
}

/// All operations on lines, for comparison between levels.
struct All<'l>(&'l Line, &'l Line, &'l Line);

impl Kernel for All<'_> {
    type Output = (Vec<Line>, Vec<u64>);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let (a, b, c) = (lanes.load(self.0), lanes.load(self.1), lanes.load(self.2));
        let vectors = [
            lanes.and(a, b),
            lanes.or(a, b),
            lanes.xor(a, b),
            lanes.and_not(a, b),
            lanes.majority(a, b, c),
            lanes.splat(self.0.0[3]),
        ];
        let words = vec![
            u64::from(lanes.any(a)),
            u64::from(lanes.any(lanes.xor(a, a))),
            u64::from(lanes.zeros(lanes.and(a, b))),
        ];
        (vectors.into_iter().map(|vector| lanes.store(vector)).collect(), words)
    }
}

#[test]
#[allow(clippy::needless_pass_by_value, reason = "quickcheck hands the arguments over by value")]
fn every_level_gives_the_same_results() {
    fn property(words: Vec<u64>) {
        let word = |place: usize| words.get(place).copied().unwrap_or(place as u64 % 3);
        let line = |from: usize| Line(std::array::from_fn(|lane| word(from + lane)));
        let (a, b, c) = (line(0), line(4), line(12));
        let expected = Instructions::of(Simd::Portable).run(All(&a, &b, &c));
        let plain = |lane: usize| (a.0[lane] & b.0[lane]).count_ones();
        assert_eq!(expected.1[2], (0..8).map(|lane| u64::from(plain(lane) == 0) << lane).sum::<u64>());
        for level in Simd::ALL {
            assert_eq!(Instructions::of(level).run(All(&a, &b, &c)), expected, "{level}");
        }
    }
    quickcheck::quickcheck(property as fn(Vec<u64>));
}

/// The operations on bytes: sums, differences, and the masks of bytes equal to and at most the last argument.
struct OnBytes<'l>(&'l Line, &'l Line, u8);

impl Kernel for OnBytes<'_> {
    type Output = ([Line; 2], [u64; 2]);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let (a, b) = (lanes.bytes(self.0), lanes.bytes(self.1));
        let lines = [lanes.line(lanes.plus(a, b)), lanes.line(lanes.minus(a, b))];
        (lines, [lanes.equal_bytes(a, self.2), lanes.bytes_at_most(a, self.2)])
    }
}

fn bytes_of(line: &Line) -> Vec<u8> {
    line.0.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn bytes_are_added_and_compared() {
    fn property(words: (u64, u64, u64), byte: u8) {
        let a = Line(std::array::from_fn(|lane| words.0.rotate_left(7 * number(lane)) & words.1));
        let b = Line(std::array::from_fn(|lane| words.2.rotate_left(5 * number(lane))));
        let (of_a, of_b) = (bytes_of(&a), bytes_of(&b));
        let byte = if byte < 200 { of_a[usize::from(byte % 64)] } else { byte };
        let pairs = || of_a.iter().zip(&of_b);
        let mask = |holds: fn(u8, u8) -> bool| {
            let bits = of_a.iter().enumerate().map(|(at, &of_a)| u64::from(holds(of_a, byte)) << at);
            bits.sum::<u64>()
        };
        for level in Simd::ALL {
            let (lines, masks) = Instructions::of(level).run(OnBytes(&a, &b, byte));
            let sums: Vec<u8> = pairs().map(|(a, b)| a.wrapping_add(*b)).collect();
            let differences: Vec<u8> = pairs().map(|(a, b)| a.wrapping_sub(*b)).collect();
            assert_eq!(lines.map(|line| bytes_of(&line)), [sums, differences], "{level}");
            assert_eq!(masks, [mask(|a, b| a == b), mask(|a, b| a <= b)], "{level}");
        }
    }
    quickcheck::quickcheck(property as fn((u64, u64, u64), u8));
}

/// A scan of these blocks and words with these open bits, beginning with a block; with whether it is exact.
struct Scan<'l, const W: usize>(&'l [[Line; W]], &'l [u64; W], u64, usize);

impl<const W: usize> Kernel for Scan<'_, W> {
    type Output = (Result<Line, usize>, bool);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let numbers = lanes.scan(self.0, self.1, self.2, self.3).map(|numbers| lanes.line(numbers));
        (numbers, W <= L::MOST_COUNTED)
    }
}

/// Compares scans with counting bit by bit. `seeds` makes sparse and dense words.
fn check_scan<const W: usize>(seeds: &[u64; 4], count: usize, first: usize) {
    let mut state = seeds[0] | 1;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.rotate_left(29) & (seeds[1] | state >> 7)
    };
    let mut line = || Line(std::array::from_fn(|_| word()));
    let blocks: Vec<[Line; W]> = (0..count).map(|_| std::array::from_fn(|_| line())).collect();
    let words: [u64; W] = std::array::from_fn(|word| seeds[2].rotate_left(number(word) * 11) & seeds[3]);
    let open = seeds[1] ^ seeds[3];
    let live = |block: usize, lane: usize| (0..W).map(move |word| (block, word, lane));
    let here = |(block, word, lane): (usize, usize, usize)| blocks[block][word].0[lane] & words[word];
    let number = |block, lane| live(block, lane).map(here).map(u64::count_ones).sum::<u32>().min(254);
    let bound = |block, lane| live(block, lane).map(here).fold(0, |all, word| all | word).count_ones();
    let is_dead_at = |byte: usize| open >> byte & 1 == 1 && bound(byte % 8, byte / 8) == 0;
    let is_dead = |block: usize| (0..8).any(|lane| is_dead_at(8 * lane + block));
    for level in Simd::ALL {
        let (numbers, is_exact) = Instructions::of(level).run(Scan(&blocks, &words, open, first));
        match numbers {
            Ok(numbers) => {
                assert!(W < LONG_SCAN || !(0..count).any(is_dead), "{level}");
                for (block, lane) in (0..8).flat_map(|block| (0..8).map(move |lane| (block, lane))) {
                    let expected = match block < count {
                        true if is_exact => number(block, lane),
                        true => bound(block, lane),
                        false => 0,
                    };
                    let byte = bytes_of(&numbers)[8 * lane + block];
                    assert_eq!(u32::from(byte), expected, "{level}, block {block}, word {lane}");
                }
            }
            Err(byte) => assert!(W >= LONG_SCAN && byte % 8 < count && is_dead_at(byte), "{level}"),
        }
    }
}

#[test]
fn scans_count_or_bound_the_bits_of_blocks() {
    fn property(seeds: (u64, u64, u64, u64), count: usize, first: usize) {
        let seeds = [seeds.0, seeds.1, seeds.2, seeds.3];
        let (count, first) = (count % 8 + 1, first % 64);
        check_scan::<1>(&seeds, count, first);
        check_scan::<4>(&seeds, count, first);
        check_scan::<4>(&[seeds[0], u64::MAX, u64::MAX, u64::MAX], count, first);
        check_scan::<6>(&seeds, count, first);
        check_scan::<8>(&[seeds[0], seeds[1] & 0xff, seeds[2], seeds[3]], count, first);
    }
    quickcheck::quickcheck(property as fn((u64, u64, u64, u64), usize, usize));
}

#[test]
fn words_and_levels_go_both_ways() {
    for level in Simd::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert!("sse".parse::<Simd>().is_err());
    assert!(Simd::best().is_available());
}
