//! Completing a board, eight partial solutions at a time (AVX2).
//!
//! Every row has a buffer of partial solutions, four parallel arrays: columns taken, the two
//! diagonals, and the free squares of the row at hand. States are taken from the end of a buffer,
//! two vectors of eight; in each round every lane places a queen on its lowest free square, and the
//! lanes whose next row still has a free square are moved together by one permutation (a table with
//! one entry per set of lanes) and appended to the next row's buffer. When that buffer is nearly
//! full it is emptied, so memory is bounded and the walk is depth first, some hundred states wide.
//! The last row needs no buffer: its free square is a solution.
//!
//! What keeps lanes busy is that states wait until there are enough of them; what leaves them idle
//! is that some have more free squares than others (at 16 queens five of eight are busy). When the
//! last lane runs dry cannot be predicted, and that costs more than idle lanes do: so two vectors
//! share a round (13 % faster than one). Looking two rows ahead leaves a quarter fewer states at the
//! same time; it is done because [`super::narrow`] gains by it and all kernels visit the same states. Tried
//! and not better: recomputing the free squares instead of storing them, a check of
//! the buffer's room in every round instead of once a batch (15 % slower).
//!
//! Where the columns that are left are few enough, [`super::narrow`] takes sixteen at a time.
//!
//! [`super::portable`] is the safe twin, tested against this one on every part of many boards.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi32_si128, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_load_si256,
    _mm256_loadu_si256, _mm256_min_epu32, _mm256_movemask_ps, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setzero_si256,
    _mm256_sll_epi32, _mm256_srl_epi32, _mm256_storeu_si256, _mm256_sub_epi32, _mm256_testz_si256,
    _mm256_xor_si256,
};
use std::sync::atomic::{AtomicBool, Ordering};

use super::rest::{Rest, Tally};

/// Lanes of a vector.
const LANES: usize = 8;
/// States that wait in a buffer before it is emptied.
const FULL: usize = 512;
/// The most rows that can be left, and the most free squares of a row.
const ROWS: usize = 32;
/// States that a batch may add at most.
const ROOM: usize = 2 * ROWS * LANES;
/// The length of a buffer: a whole vector may be stored at its very end.
const SIZE: usize = FULL + ROOM + LANES;

/// For each set of lanes, the lanes in order and then anything: moves them to the front.
static TOGETHER: Together = Together({
    let mut table = [[0; LANES]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut to) = (0, 0);
        while lane < LANES {
            if set >> lane & 1 == 1 {
                table[set][to] = lane as u32;
                to += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    table
});

#[repr(align(32))]
struct Together([[u32; LANES]; 256]);

/// The waiting states of one row.
struct Buffer {
    columns: [u32; SIZE],
    left: [u32; SIZE],
    right: [u32; SIZE],
    free: [u32; SIZE],
    length: usize,
}

impl Buffer {
    const EMPTY: Buffer = Buffer {
        columns: [0; SIZE],
        left: [0; SIZE],
        right: [0; SIZE],
        free: [0; SIZE],
        length: 0,
    };
}

/// The constants of one row: how far down the next two are, each from the one before, and what is
/// free there.
#[derive(Clone, Copy)]
struct Shift {
    steps: [u32; 2],
    next: [u32; 2],
}

/// Whether this machine has what it takes.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")
}

/// Buffers for one thread.
pub(super) struct Kernel {
    buffers: Box<[Buffer]>,
}

impl Kernel {
    /// A kernel, if the machine can run it.
    pub(super) fn new() -> Option<Self> {
        is_available().then(|| Kernel { buffers: (0..=ROWS).map(|_| Buffer::EMPTY).collect() })
    }

    /// Counts the ways to complete the board; `None` if `stop` was set meanwhile.
    pub(super) fn count(&mut self, rest: &Rest, stop: &AtomicBool) -> Option<Tally> {
        if let Some(tally) = rest.trivial() {
            return Some(tally);
        }
        let rows = rest.rows.len();
        assert!(rows <= ROWS, "as many rows as buffers");
        let shifts: Vec<Shift> = (0..rows - 1)
            .map(|row| Shift {
                steps: [rest.rows[row].step, rest.rows[row + 1].step],
                // The last row has none below it: then nobody looks.
                next: [rest.rows[row + 1].free, rest.rows.get(row + 2).map_or(0, |row| row.free)],
            })
            .collect();
        self.buffers.iter_mut().for_each(|buffer| buffer.length = 0);
        let first = &mut self.buffers[0];
        first.columns[0] = 0;
        first.left[0] = 0;
        first.right[0] = 0;
        first.free[0] = rest.rows[0].free;
        first.length = 1;
        let mut tally = Tally { solutions: 0, nodes: 1 };
        // SAFETY: a kernel is only made where AVX2 and POPCNT are available.
        unsafe { drain(&mut self.buffers, &shifts, stop, &mut tally) }.then_some(tally)
    }
}

/// Empties the first buffer and all below it; false if stopped.
///
/// # Safety
/// The machine must have AVX2 and POPCNT. There must be more buffers than shifts.
#[target_feature(enable = "avx2,popcnt")]
unsafe fn drain(
    buffers: &mut [Buffer],
    shifts: &[Shift],
    stop: &AtomicBool,
    tally: &mut Tally,
) -> bool {
    let ([shift, shifts @ ..], [buffer, below @ ..]) = (shifts, buffers) else { return true };
    if stop.load(Ordering::Relaxed) {
        return false;
    }
    while buffer.length > 0 {
        if shifts.is_empty() {
            tally.solutions += batch::<true>(buffer, &mut below[0], *shift);
            continue;
        }
        // SAFETY: as for this call.
        if below[0].length > FULL && !unsafe { drain(below, shifts, stop, tally) } {
            return false;
        }
        tally.nodes += batch::<false>(buffer, &mut below[0], *shift);
    }
    // SAFETY: as for this call.
    unsafe { drain(below, shifts, stop, tally) }
}

/// Takes sixteen states (or what is left) and appends to `to` those they lead to; says how many.
/// With `LAST` they are counted only.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn batch<const LAST: bool>(from: &mut Buffer, to: &mut Buffer, shift: Shift) -> u64 {
    let mut first = from.pop();
    let mut second = from.pop();
    let begin = if LAST { 0 } else { to.length };
    let mut end = begin;
    // One check for all that is stored below.
    assert!(end <= FULL, "there is room");
    loop {
        let free = _mm256_or_si256(first[3], second[3]);
        if _mm256_testz_si256(free, free) == 1 {
            break;
        }
        // SAFETY: a row has at most ROWS free squares, so there are at most as many rounds, and
        // each adds at most two vectors: `end` is at most FULL + ROOM - LANES here.
        unsafe {
            end += place::<LAST>(&mut first, to, end, shift);
            end += place::<LAST>(&mut second, to, end, shift);
        }
    }
    if !LAST {
        to.length = end;
    }
    (end - begin) as u64
}

/// Places a queen in each lane that has a free square, and stores the lanes that go on at `end`;
/// says how many.
///
/// # Safety
/// `end` must be at most `SIZE - LANES`.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn place<const LAST: bool>(
    states: &mut [__m256i; 4],
    to: &mut Buffer,
    end: usize,
    shift: Shift,
) -> usize {
    let zero = _mm256_setzero_si256();
    let next = _mm256_set1_epi32(shift.next[0] as i32);
    let step: __m128i = _mm_cvtsi32_si128(shift.steps[0] as i32);
    let [columns, left, right, free] = *states;
    let queen = _mm256_and_si256(free, _mm256_sub_epi32(zero, free));
    states[3] = _mm256_xor_si256(free, queen);
    let columns = _mm256_or_si256(columns, queen);
    let left = _mm256_sll_epi32(_mm256_or_si256(left, queen), step);
    let right = _mm256_srl_epi32(_mm256_or_si256(right, queen), step);
    let attacked = _mm256_or_si256(_mm256_or_si256(columns, left), right);
    let open = _mm256_andnot_si256(attacked, next);
    // A lane is dead if one of its next two rows is full, or if it had no queen to place: if any is
    // zero, so is the smallest.
    let mut least = _mm256_min_epu32(open, queen);
    if !LAST {
        let further: __m128i = _mm_cvtsi32_si128(shift.steps[1] as i32);
        let diagonals =
            _mm256_or_si256(_mm256_sll_epi32(left, further), _mm256_srl_epi32(right, further));
        let attacked = _mm256_or_si256(columns, diagonals);
        let second = _mm256_andnot_si256(attacked, _mm256_set1_epi32(shift.next[1] as i32));
        least = _mm256_min_epu32(least, second);
    }
    let dead = _mm256_cmpeq_epi32(least, zero);
    let alive = !_mm256_movemask_ps(_mm256_castsi256_ps(dead)) as usize & 0xff;
    if !LAST {
        let order = entry(alive);
        let moved = [
            _mm256_permutevar8x32_epi32(columns, order),
            _mm256_permutevar8x32_epi32(left, order),
            _mm256_permutevar8x32_epi32(right, order),
            _mm256_permutevar8x32_epi32(open, order),
        ];
        // SAFETY: as for this call.
        unsafe { to.store(end, moved) };
    }
    alive.count_ones() as usize
}

impl Buffer {
    /// Takes the last eight states, or what is left; lanes without one have no free square.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn pop(&mut self) -> [__m256i; 4] {
        let taken = self.length.min(LANES);
        self.length -= taken;
        let at = self.length;
        assert!(at <= SIZE - LANES, "there are eight more");
        let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        let wanted = _mm256_cmpgt_epi32(_mm256_set1_epi32(taken as i32), lanes);
        // Written out: closures and iterators are not compiled for AVX2.
        // SAFETY: eight numbers from `at` on are within each array; any alignment will do.
        unsafe {
            let free = _mm256_loadu_si256(self.free.as_ptr().add(at).cast());
            [
                _mm256_loadu_si256(self.columns.as_ptr().add(at).cast()),
                _mm256_loadu_si256(self.left.as_ptr().add(at).cast()),
                _mm256_loadu_si256(self.right.as_ptr().add(at).cast()),
                _mm256_and_si256(free, wanted),
            ]
        }
    }

    /// Puts eight states from `at` on.
    ///
    /// # Safety
    /// `at` must be at most `SIZE - LANES`.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn store(&mut self, at: usize, [columns, left, right, free]: [__m256i; 4]) {
        debug_assert!(at <= SIZE - LANES, "there is room for eight more");
        // SAFETY: the caller says that eight numbers from `at` on are within each array.
        unsafe {
            _mm256_storeu_si256(self.columns.as_mut_ptr().add(at).cast(), columns);
            _mm256_storeu_si256(self.left.as_mut_ptr().add(at).cast(), left);
            _mm256_storeu_si256(self.right.as_mut_ptr().add(at).cast(), right);
            _mm256_storeu_si256(self.free.as_mut_ptr().add(at).cast(), free);
        }
    }
}

/// The permutation that moves a set of lanes to the front.
#[inline]
#[target_feature(enable = "avx2")]
fn entry(set: usize) -> __m256i {
    // SAFETY: eight numbers of 32 bits, aligned as the table is.
    unsafe { _mm256_load_si256(TOGETHER.0[set & 0xff].as_ptr().cast()) }
}
