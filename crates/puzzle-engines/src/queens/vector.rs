//! Completing a board, eight partial solutions at a time (AVX2).
//!
//! Every row has a buffer of partial solutions, four parallel arrays: columns taken, the two
//! diagonals, and the free squares of the row at hand. Eight of them are taken from the end of a
//! buffer at once; in each step every lane places a queen on its lowest free square, and the lanes
//! whose next row still has a free square are moved together by one permutation (a table with one
//! entry per set of lanes) and appended to the next row's buffer. When that buffer is nearly full
//! it is emptied first, so memory is bounded and the walk is depth first, a thousand wide. The last
//! row needs no buffer: its free square is a solution.
//!
//! What keeps lanes busy is that states wait until there are eight of them; what leaves them idle
//! is that some have more free squares than others. Storing the unfinished ones back costs more
//! than it gains.
//!
//! [`super::portable`] is the safe twin, tested against this one on every part of many boards.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi32_si128, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_load_si256,
    _mm256_loadu_si256, _mm256_movemask_ps, _mm256_or_si256, _mm256_permutevar8x32_epi32,
    _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setzero_si256, _mm256_sll_epi32, _mm256_srl_epi32,
    _mm256_storeu_si256, _mm256_sub_epi32, _mm256_testz_si256, _mm256_xor_si256,
};
use std::sync::atomic::{AtomicBool, Ordering};

use super::rest::{Rest, Tally};

/// Lanes of a vector.
const LANES: usize = 8;
/// States that a buffer holds before it is emptied.
const FULL: usize = 512;
/// The most rows that can be left.
const ROWS: usize = 32;

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

/// The waiting states of one row. A vector is stored at `length` before the lanes beyond it are
/// known to be wanted, so there is room for one more.
struct Buffer {
    columns: [u32; FULL + LANES],
    left: [u32; FULL + LANES],
    right: [u32; FULL + LANES],
    free: [u32; FULL + LANES],
    length: usize,
}

impl Buffer {
    const EMPTY: Buffer = Buffer {
        columns: [0; FULL + LANES],
        left: [0; FULL + LANES],
        right: [0; FULL + LANES],
        free: [0; FULL + LANES],
        length: 0,
    };
}

/// The constants of one row as vectors.
#[derive(Clone, Copy)]
struct Shift {
    step: u32,
    next: u32,
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
        let buffers = (0..ROWS).map(|_| Buffer::EMPTY).collect();
        is_available().then_some(Kernel { buffers })
    }

    /// Counts the ways to complete the board; `None` if `stop` was set meanwhile.
    pub(super) fn count(&mut self, rest: &Rest, stop: &AtomicBool) -> Option<Tally> {
        if let Some(tally) = rest.trivial() {
            return Some(tally);
        }
        let rows = rest.rows.len();
        assert!(rows <= ROWS, "as many rows as buffers");
        let shifts: Vec<Shift> = (0..rows - 1)
            .map(|row| Shift { step: rest.rows[row].step, next: rest.rows[row + 1].free })
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
/// The machine must have AVX2 and POPCNT. There must be as many buffers as shifts.
#[target_feature(enable = "avx2,popcnt")]
unsafe fn drain(
    buffers: &mut [Buffer],
    shifts: &[Shift],
    stop: &AtomicBool,
    tally: &mut Tally,
) -> bool {
    let [shift, shifts @ ..] = shifts else { return true };
    let [buffer, below @ ..] = buffers else { return true };
    if stop.load(Ordering::Relaxed) {
        return false;
    }
    let last = shifts.is_empty();
    let zero = _mm256_setzero_si256();
    let next = _mm256_set1_epi32(shift.next as i32);
    let step: __m128i = _mm_cvtsi32_si128(shift.step as i32);
    let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    while buffer.length > 0 {
        let taken = buffer.length.min(LANES);
        buffer.length -= taken;
        let at = buffer.length;
        let columns = load(&buffer.columns, at);
        let left = load(&buffer.left, at);
        let right = load(&buffer.right, at);
        let wanted = _mm256_cmpgt_epi32(_mm256_set1_epi32(taken as i32), lanes);
        let mut free = _mm256_and_si256(load(&buffer.free, at), wanted);
        while _mm256_testz_si256(free, free) == 0 {
            let queen = _mm256_and_si256(free, _mm256_sub_epi32(zero, free));
            free = _mm256_xor_si256(free, queen);
            let columns = _mm256_or_si256(columns, queen);
            let left = _mm256_sll_epi32(_mm256_or_si256(left, queen), step);
            let right = _mm256_srl_epi32(_mm256_or_si256(right, queen), step);
            let attacked = _mm256_or_si256(_mm256_or_si256(columns, left), right);
            let open = _mm256_andnot_si256(attacked, next);
            // A lane is dead if its next row is full, or if it had no queen to place.
            let dead =
                _mm256_or_si256(_mm256_cmpeq_epi32(open, zero), _mm256_cmpeq_epi32(queen, zero));
            let alive = !_mm256_movemask_ps(_mm256_castsi256_ps(dead)) as usize & 0xff;
            let count = alive.count_ones() as usize;
            if last {
                tally.solutions += count as u64;
                continue;
            }
            let to = &mut below[0];
            let order = entry(alive);
            let end = to.length;
            store(&mut to.columns, end, _mm256_permutevar8x32_epi32(columns, order));
            store(&mut to.left, end, _mm256_permutevar8x32_epi32(left, order));
            store(&mut to.right, end, _mm256_permutevar8x32_epi32(right, order));
            store(&mut to.free, end, _mm256_permutevar8x32_epi32(open, order));
            to.length += count;
            tally.nodes += count as u64;
            // SAFETY: as for this call.
            if to.length > FULL - LANES && !unsafe { drain(below, shifts, stop, tally) } {
                return false;
            }
        }
    }
    // SAFETY: as for this call.
    last || unsafe { drain(below, shifts, stop, tally) }
}

/// Eight numbers from `at` on.
#[inline]
#[target_feature(enable = "avx2")]
fn load(from: &[u32; FULL + LANES], at: usize) -> __m256i {
    let eight: &[u32; LANES] = from[at..].first_chunk().expect("there is room for one more vector");
    // SAFETY: eight numbers of 32 bits are 256 bits, and any alignment will do.
    unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) }
}

/// Puts eight numbers from `at` on.
#[inline]
#[target_feature(enable = "avx2")]
fn store(to: &mut [u32; FULL + LANES], at: usize, vector: __m256i) {
    let eight: &mut [u32; LANES] =
        to[at..].first_chunk_mut().expect("there is room for one more vector");
    // SAFETY: as for `load`.
    unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), vector) }
}

/// The permutation that moves a set of lanes to the front.
#[inline]
#[target_feature(enable = "avx2")]
fn entry(set: usize) -> __m256i {
    // SAFETY: eight numbers of 32 bits, aligned as the table is.
    unsafe { _mm256_load_si256(TOGETHER.0[set & 0xff].as_ptr().cast()) }
}
