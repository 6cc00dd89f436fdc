//! Completing a board, sixteen partial solutions at a time (AVX2), where it is narrow enough.
//!
//! A state has four sets of columns, as in [`super::vector`]. When the columns that are left lie
//! within sixteen neighbouring ones (an empty board of up to 18 squares a side, once its border is
//! placed), such a set is a lane of 16 bits; a diagonal that leaves these columns never comes back.
//! So a vector has twice as many states, and moving lanes together costs less than half: one
//! shuffle of bytes does both halves of a vector, each with its own entry of a table.
//!
//! Each row has a buffer of waiting states. A batch takes 32 of them. Each places one queen, on its
//! lowest free square; the states that this leads to are appended to the next row's buffer, and those
//! with more free squares go back to the front of their own, for the next pass over it. So there is
//! no branch that cannot be predicted, and nine of ten lanes are busy where they were six of ten.
//! Full batches matter more than order: a buffer that overflows is emptied, but those below it only
//! when they overflow themselves, and what does not fill a batch waits for the end of the part.
//!
//! Tried on 16 queens and not better: placing two or three queens before a state goes back, looking
//! three rows ahead (a seventh fewer states, the same time), buffers of 64 (a third slower) or 512.
//!
//! [`super::portable`] is the safe twin, tested against this one on every part of many boards.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi32_si128, _mm_load_si128, _mm_storeu_si128, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi16, _mm256_cmpgt_epi16,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_min_epu16, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_packs_epi16, _mm256_set_m128i, _mm256_set1_epi16, _mm256_setr_epi16,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi16, _mm256_srl_epi16,
    _mm256_sub_epi16, _mm256_xor_si256,
};
use std::sync::atomic::{AtomicBool, Ordering};

use super::rest::{Rest, Tally};

/// Lanes of half a vector.
const HALF: usize = 8;
/// States of a batch: two vectors.
const BATCH: usize = 4 * HALF;
/// States that wait in a buffer before it is emptied.
const FULL: usize = 256;
/// The most rows that can be left.
const ROWS: usize = 16;
/// The length of a buffer: what a batch can add to a full one, and loads of a whole batch at the
/// very end.
const SIZE: usize = FULL + 2 * BATCH;

/// For each set of eight lanes, the bytes of these lanes in order: moves them to the front.
static TOGETHER: Together = Together({
    let mut table = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut to) = (0, 0);
        while lane < HALF {
            if set >> lane & 1 == 1 {
                table[set][2 * to] = 2 * lane as u8;
                table[set][2 * to + 1] = 2 * lane as u8 + 1;
                to += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    table
});

#[repr(align(16))]
struct Together([[u8; 16]; 256]);

/// Sixteen states: columns taken, the two diagonals, the free squares of the row at hand.
type States = [__m256i; 4];

/// The waiting states of one row.
struct Buffer {
    /// The four sets of the states, each in an array of its own.
    sets: [[u16; SIZE]; 4],
    length: usize,
}

/// The constants of one row.
#[derive(Clone, Copy)]
struct Shift {
    /// How far down the next row is, and the second next from there.
    steps: [u32; 2],
    /// What is free in these rows.
    next: [u16; 2],
}

/// Buffers for one thread.
pub(super) struct Kernel {
    buffers: Box<[Buffer]>,
}

impl Kernel {
    /// A kernel, if the machine can run it.
    pub(super) fn new() -> Option<Self> {
        let buffer = |_| Buffer { sets: [[0; SIZE]; 4], length: 0 };
        super::vector::is_available().then(|| Kernel { buffers: (0..=ROWS).map(buffer).collect() })
    }

    /// Whether the columns that are left fit.
    pub(super) fn takes(rest: &Rest) -> bool {
        let columns = rest.rows.iter().fold(0, |all, row| all | row.free);
        rest.rows.len() <= ROWS && columns >> columns.trailing_zeros().min(31) <= 0xffff
    }

    /// Counts the ways to complete the board; `None` if `stop` was set meanwhile.
    ///
    /// # Panics
    /// If the columns that are left do not fit.
    pub(super) fn count(&mut self, rest: &Rest, stop: &AtomicBool) -> Option<Tally> {
        if let Some(tally) = rest.trivial() {
            return Some(tally);
        }
        assert!(Self::takes(rest), "sixteen columns and rows");
        let rows = rest.rows.len();
        let columns = rest.rows.iter().fold(0, |all, row| all | row.free);
        let free = |row: usize| (rest.rows[row].free >> columns.trailing_zeros()) as u16;
        let shift = |row: usize| Shift {
            steps: [rest.rows[row].step, rest.rows[row + 1].step],
            // The last row has none below it: then nobody looks.
            next: [free(row + 1), if row + 2 < rows { free(row + 2) } else { 0 }],
        };
        let shifts: Vec<Shift> = (0..rows - 1).map(shift).collect();
        self.buffers.iter_mut().for_each(|buffer| buffer.length = 0);
        let first = &mut self.buffers[0];
        first.sets.iter_mut().for_each(|set| set[0] = 0);
        first.sets[3][0] = free(0);
        first.length = 1;
        let mut tally = Tally { solutions: 0, nodes: 1 };
        // SAFETY: a kernel is only made where AVX2 and POPCNT are available.
        unsafe { drain(&mut self.buffers, &shifts, true, stop, &mut tally) }.then_some(tally)
    }
}

/// Empties the first buffer, and with `all` those below it too; without, some states may stay that
/// do not fill a batch. False if stopped.
///
/// # Safety
/// The machine must have AVX2 and POPCNT. There must be more buffers than shifts.
#[target_feature(enable = "avx2,popcnt")]
unsafe fn drain(
    buffers: &mut [Buffer],
    shifts: &[Shift],
    all: bool,
    stop: &AtomicBool,
    tally: &mut Tally,
) -> bool {
    let ([shift, shifts @ ..], [buffer, below @ ..]) = (shifts, buffers) else { return true };
    if stop.load(Ordering::Relaxed) {
        return false;
    }
    let least = if all { 1 } else { BATCH };
    while buffer.length >= least {
        let length = std::mem::take(&mut buffer.length);
        for at in (0..length).step_by(BATCH) {
            if shifts.is_empty() {
                tally.solutions += finish(buffer, at, length, *shift);
                continue;
            }
            // SAFETY: as for this call.
            if below[0].length > FULL && !unsafe { drain(below, shifts, false, stop, tally) } {
                return false;
            }
            tally.nodes += batch(buffer, at, length, &mut below[0], *shift);
        }
    }
    // SAFETY: as for this call.
    !all || unsafe { drain(below, shifts, true, stop, tally) }
}

/// Takes the states from `at` on, a batch of them or what is left; each places a queen, and those
/// they lead to are appended to `to`. Says how many. States with more free squares are kept.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn batch(from: &mut Buffer, at: usize, length: usize, to: &mut Buffer, shift: Shift) -> u64 {
    let mut first = from.load(at, length);
    let mut second = from.load(at + 2 * HALF, length);
    let (begin, kept) = (to.length, from.length);
    // Two checks for all that is stored below.
    assert!(begin <= FULL, "there is room for what a batch can add");
    assert!(kept <= at, "no more are kept than were taken");
    let (one, dead) = place::<false>(&mut first, shift);
    let (two, dead_too) = place::<false>(&mut second, shift);
    let zero = _mm256_setzero_si256();
    let more = alive(_mm256_cmpeq_epi16(first[3], zero), _mm256_cmpeq_epi16(second[3], zero));
    // SAFETY: `begin` was checked, and `load` has checked that there is a batch behind `at`.
    unsafe {
        to.length = to.put(begin, one, two, alive(dead, dead_too));
        from.length = from.put(kept, first, second, more);
    }
    (to.length - begin) as u64
}

/// The same where one more row is left: a free square there is a solution. Two columns are left, so
/// no state places more than two queens.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn finish(from: &Buffer, at: usize, length: usize, shift: Shift) -> u64 {
    let mut first = from.load(at, length);
    let mut second = from.load(at + 2 * HALF, length);
    let mut solutions = 0;
    let mut round = 0;
    while round < 2 {
        let (_, dead) = place::<true>(&mut first, shift);
        let (_, dead_too) = place::<true>(&mut second, shift);
        solutions += alive(dead, dead_too).count_ones();
        round += 1;
    }
    solutions.into()
}

/// The lanes of two vectors that are not dead, as bits: the lower halves of both, then the upper.
#[inline]
#[target_feature(enable = "avx2")]
fn alive(dead: __m256i, dead_too: __m256i) -> u32 {
    !_mm256_movemask_epi8(_mm256_packs_epi16(dead, dead_too)) as u32
}

/// Places a queen in each lane that has a free square: the states it leads to, and which of them
/// are dead. With `LAST` there is no second next row.
#[inline]
#[target_feature(enable = "avx2")]
fn place<const LAST: bool>(states: &mut States, shift: Shift) -> (States, __m256i) {
    let zero = _mm256_setzero_si256();
    let [step, further] = shift.steps;
    let (step, further): (__m128i, __m128i) =
        (_mm_cvtsi32_si128(step as i32), _mm_cvtsi32_si128(further as i32));
    let [columns, left, right, free] = *states;
    let queen = _mm256_and_si256(free, _mm256_sub_epi16(zero, free));
    states[3] = _mm256_xor_si256(free, queen);
    let columns = _mm256_or_si256(columns, queen);
    let left = _mm256_sll_epi16(_mm256_or_si256(left, queen), step);
    let right = _mm256_srl_epi16(_mm256_or_si256(right, queen), step);
    let attacked = _mm256_or_si256(_mm256_or_si256(columns, left), right);
    let open = _mm256_andnot_si256(attacked, _mm256_set1_epi16(shift.next[0] as i16));
    // A lane is dead if one of its next two rows is full, or if it had no queen to place: if any is
    // zero, so is the smallest.
    let mut least = _mm256_min_epu16(open, queen);
    if !LAST {
        let diagonals =
            _mm256_or_si256(_mm256_sll_epi16(left, further), _mm256_srl_epi16(right, further));
        let attacked = _mm256_or_si256(columns, diagonals);
        let second = _mm256_andnot_si256(attacked, _mm256_set1_epi16(shift.next[1] as i16));
        least = _mm256_min_epu16(least, second);
    }
    ([columns, left, right, open], _mm256_cmpeq_epi16(least, zero))
}

impl Buffer {
    /// The sixteen states from `at` on; lanes from `length` on have no free square.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(&self, at: usize, length: usize) -> States {
        assert!(at <= SIZE - 2 * HALF, "there are sixteen more");
        let lanes = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        let left = _mm256_set1_epi16(length as i16 - at as i16);
        let wanted = _mm256_cmpgt_epi16(left, lanes);
        let [columns, to_left, to_right, free] = &self.sets;
        // Written out: closures and iterators are not compiled for AVX2.
        // SAFETY: sixteen numbers from `at` on are within each array; any alignment will do.
        unsafe {
            [
                _mm256_loadu_si256(columns.as_ptr().add(at).cast()),
                _mm256_loadu_si256(to_left.as_ptr().add(at).cast()),
                _mm256_loadu_si256(to_right.as_ptr().add(at).cast()),
                _mm256_and_si256(_mm256_loadu_si256(free.as_ptr().add(at).cast()), wanted),
            ]
        }
    }

    /// Puts the states of two vectors that are alive from `end` on; says where they end.
    ///
    /// # Safety
    /// `end` must be at most `SIZE - BATCH`.
    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn put(&mut self, end: usize, first: States, second: States, alive: u32) -> usize {
        let first_end = end + (alive & 0x00ff_00ff).count_ones() as usize;
        let middles = [
            end + (alive & 0xff).count_ones() as usize,
            first_end + (alive & 0xff00).count_ones() as usize,
        ];
        // SAFETY: as for this call.
        unsafe {
            self.put_one([end, middles[0]], first, alive as u8, (alive >> 16) as u8);
            self.put_one([first_end, middles[1]], second, (alive >> 8) as u8, (alive >> 24) as u8);
        }
        end + alive.count_ones() as usize
    }

    /// Puts the states of a vector that are in the sets of lanes of its halves.
    ///
    /// # Safety
    /// Both places must be at most `SIZE - HALF`.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn put_one(&mut self, at: [usize; 2], states: States, low: u8, high: u8) {
        debug_assert!(at[0] <= at[1] && at[1] <= SIZE - HALF, "there is room for both halves");
        let order = _mm256_set_m128i(entry(high), entry(low));
        let mut set = 0;
        while set < 4 {
            let moved = _mm256_shuffle_epi8(states[set], order);
            let to = self.sets[set].as_mut_ptr();
            // SAFETY: the caller says that there is room; any alignment will do.
            unsafe {
                _mm_storeu_si128(to.add(at[0]).cast(), _mm256_castsi256_si128(moved));
                _mm_storeu_si128(to.add(at[1]).cast(), _mm256_extracti128_si256::<1>(moved));
            }
            set += 1;
        }
    }
}

/// The order that moves a set of eight lanes to the front.
#[inline]
#[target_feature(enable = "avx2")]
fn entry(set: u8) -> __m128i {
    // SAFETY: sixteen bytes, aligned as the table is.
    unsafe { _mm_load_si128(TOGETHER.0[usize::from(set)].as_ptr().cast()) }
}
