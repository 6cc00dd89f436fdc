//! The unsafe part: executable memory, the call into it, and the calls back.
//!
//! Why it is sound. The bytes come from `generate.rs` for a program that `Structure` accepted, so
//! control stays in them and the machine stack grows by at most the depth that was checked
//! beforehand. `Context` is `repr(C)` and the code addresses its fields by `offset_of!`. The code
//! saves the registers that the sysv64 convention entrusts to it and aligns the stack before it
//! calls back. A call back reads the stack only between the top it is given and `base`, which the
//! code set on its way in. Panics of the receiver are caught and resumed after the code is out.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use memmap2::{Mmap, MmapMut};
use puzzle_core::{Budget, Declined, StopReason};

use crate::machine::OnSolution;

/// What the code works on. The code knows the offsets.
#[repr(C)]
pub(super) struct Context {
    /// The bits of q, inverted: 1 is covered.
    pub(super) covered: [u64; 4],
    /// Placements left.
    pub(super) placements: u64,
    /// Instructions executed, if they are counted.
    pub(super) instructions: u64,
    /// Solutions found.
    pub(super) solutions: u64,
    /// Where to begin.
    pub(super) entry: u64,
    /// Return addresses to begin with, bottom first.
    pub(super) frames: *const u64,
    pub(super) frame_count: u64,
    /// Why the code came out.
    pub(super) reason: u32,
    /// Solutions are only counted.
    pub(super) silent: u32,
    /// Where a stop left off: the address of the CALL in the program.
    pub(super) pc: u64,
    /// The machine stack on the way in, and when the code last called back.
    pub(super) base: u64,
    pub(super) top: u64,
    pub(super) on_solution: extern "sysv64" fn(&mut Context, *const u64) -> u32,
    pub(super) on_stop: extern "sysv64" fn(&mut Context, *const u64) -> u32,
    receiver: *mut Receiver<'static>,
}

impl Context {
    /// RETURN on an empty stack.
    pub(super) const ENDED: u32 = 0;
    /// No placement was left.
    pub(super) const STOPPED: u32 = 1;
    /// The receiver had enough.
    pub(super) const SATISFIED: u32 = 2;

    /// At the beginning of a program.
    pub(super) fn new() -> Self {
        Context {
            covered: [0; 4],
            placements: 0,
            instructions: 0,
            solutions: 0,
            entry: 0,
            frames: std::ptr::null(),
            frame_count: 0,
            reason: 0,
            silent: 0,
            pc: 0,
            base: 0,
            top: 0,
            on_solution,
            on_stop,
            receiver: std::ptr::null_mut(),
        }
    }
}

/// How many addresses are told between two looks at the budget.
const WATCH: u64 = 1 << 16;

/// Who is called back, and what is recorded.
pub(super) struct Receiver<'a> {
    /// By offset of a return address, the address in the program.
    pub(super) returns: &'a [u32],
    pub(super) code_base: u64,
    pub(super) on_solution: &'a mut OnSolution<'a>,
    /// Looked at when so many addresses were told.
    budget: Option<&'a Budget>,
    unwatched: u64,
    /// The limit that was passed while solutions were told.
    pub(super) stopped: Option<StopReason>,
    /// The stack when the code came out: machine return addresses, bottom first.
    pub(super) frames: Vec<u64>,
    /// Scratch: the stack as addresses in the program.
    pub(super) stack: Vec<u32>,
    panic: Option<Box<dyn Any + Send>>,
}

impl<'a> Receiver<'a> {
    pub(super) fn new(
        returns: &'a [u32],
        code: &Code,
        on_solution: &'a mut OnSolution<'a>,
        budget: Option<&'a Budget>,
    ) -> Self {
        Receiver {
            returns,
            code_base: code.base(),
            on_solution,
            budget,
            unwatched: WATCH,
            stopped: None,
            frames: Vec::new(),
            stack: Vec::new(),
            panic: None,
        }
    }

    /// A solution of so many addresses was told: whether a limit is passed by now. The limit on
    /// nodes is handled elsewhere.
    fn charge(&mut self, addresses: usize) -> Option<StopReason> {
        self.unwatched = self.unwatched.saturating_sub(1 + addresses as u64);
        if self.unwatched > 0 {
            return None;
        }
        self.unwatched = WATCH;
        self.budget?.check(0).filter(|&reason| reason != StopReason::NodeLimit)
    }

    /// The address in the program of a machine return address.
    pub(super) fn address(&self, machine: u64) -> u32 {
        self.returns[(machine - self.code_base) as usize]
    }
}

/// The return addresses on the machine stack, top first, without the bottom one.
///
/// # Safety
/// `top` must come from the code that runs on this context.
unsafe fn stacked<'a>(context: &Context, top: *const u64) -> &'a [u64] {
    let count = (context.base as usize - top as usize) / 8;
    // SAFETY: the code pushed every word between `top` and `base`, and does not run meanwhile.
    unsafe { std::slice::from_raw_parts(top, count.saturating_sub(1)) }
}

extern "sysv64" fn on_solution(context: &mut Context, top: *const u64) -> u32 {
    // SAFETY: `enter` set the receiver, which outlives the call; `top` comes from the code.
    let (receiver, stacked) = unsafe { (&mut *context.receiver, stacked(context, top)) };
    let mut stack = std::mem::take(&mut receiver.stack);
    stack.clear();
    stack.extend(stacked.iter().rev().map(|&machine| receiver.address(machine)));
    let told = catch_unwind(AssertUnwindSafe(|| (receiver.on_solution)(&stack)));
    receiver.stack = stack;
    let stop = match told {
        Ok(ControlFlow::Continue(())) => {
            receiver.stopped = receiver.charge(stacked.len());
            if receiver.stopped.is_none() {
                return 0;
            }
            None
        }
        Ok(ControlFlow::Break(())) => None,
        Err(panic) => Some(panic),
    };
    receiver.panic = stop;
    receiver.frames = stacked.iter().rev().copied().collect();
    // SAFETY: just below `top` is the return address of the call that reports the solution.
    context.pc = u64::from(receiver.address(unsafe { *top.sub(1) }));
    1
}

extern "sysv64" fn on_stop(context: &mut Context, top: *const u64) -> u32 {
    // SAFETY: as above.
    let (receiver, stacked) = unsafe { (&mut *context.receiver, stacked(context, top)) };
    receiver.frames.clear();
    receiver.frames.extend(stacked.iter().rev());
    0
}

/// Machine code in executable memory.
#[derive(Debug)]
pub(super) struct Code {
    map: Mmap,
}

impl Code {
    /// Copies the code to memory that is then made executable and no longer writable.
    pub(super) fn new(bytes: &[u8]) -> Result<Self, Declined> {
        let declined = |why: std::io::Error| Declined(format!("no executable memory: {why}"));
        let mut map = MmapMut::map_anon(bytes.len().max(1)).map_err(declined)?;
        map[..bytes.len()].copy_from_slice(bytes);
        Ok(Code { map: map.make_exec().map_err(declined)? })
    }

    /// Where the code lies.
    pub(super) fn base(&self) -> u64 {
        self.map.as_ptr() as u64
    }

    pub(super) fn size(&self) -> usize {
        self.map.len()
    }

    /// Runs the code.
    pub(super) fn enter(&self, context: &mut Context, receiver: &mut Receiver<'_>) {
        let frames = std::mem::take(&mut receiver.frames);
        (context.frames, context.frame_count) = (frames.as_ptr(), frames.len() as u64);
        context.receiver = std::ptr::from_mut(receiver).cast();
        // SAFETY: the first bytes are the way in, a function of this type; see the head of this
        // file for why what it does is sound.
        unsafe {
            let function: extern "sysv64" fn(*mut Context) = std::mem::transmute(self.map.as_ptr());
            function(context);
        }
        context.frames = std::ptr::null();
        if let Some(panic) = receiver.panic.take() {
            resume_unwind(panic);
        }
    }
}
