//! A template for each instruction.
//!
//! | instruction | machine code |
//! |---|---|
//! | IF a, t | `bts q, a; jc t` |
//! | MF a | `btr q, a` |
//! | CALL t | `dec rbp; js stop; call t` |
//! | RETURN | `ret` |
//! | SOLUTION | `call solution` |
//!
//! *Fusing*: guards that nest directly (IF, IF, …, body, MF, MF, …, each IF jumping behind its own
//! MF) are one decision. If two of their aspects share a word, all are tested with masks before
//! any is covered, and freed with masks; a guard on an aspect that the group has already begins
//! another group. Addresses inside such a group have no machine address of
//! their own; a run can only begin elsewhere (`entry` is then [`NOWHERE`]), and never stops there.
//!
//! *Short jumps*: the code is laid out twice. Distances of the first layout, with long jumps only,
//! bound those of the second, so a jump that fits a byte there is short.

use std::mem::offset_of;

use super::call::Context;
use super::encode::{Assembler, Bits, Condition, Register};
use crate::isa::Instruction;
use crate::program::Program;
use crate::structure::Structure;

/// The entry of an instruction that has no machine address of its own.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Machine code with the places where instructions begin.
pub(super) struct Generated {
    pub(super) bytes: Vec<u8>,
    /// By address in the program: the offset in `bytes`.
    pub(super) entry: Vec<u32>,
    /// By offset in `bytes` of a return address: the address in the program.
    pub(super) returns: Vec<u32>,
}

/// Translates a structured program whose aspects fit the registers.
pub(super) fn generate(program: &Program, structure: &Structure, counted: bool) -> Generated {
    let groups = if counted { vec![1; program.len()] } else { groups(program, structure) };
    let generator = Generator { program, structure, groups, counted };
    let long = generator.layout(None);
    generator.layout(Some(&long.entry))
}

/// By address of an IF: how many directly nested guards begin there and are worth fusing. 0 at the
/// addresses swallowed by a group, both IFs and MFs.
fn groups(program: &Program, structure: &Structure) -> Vec<u32> {
    let instructions = program.instructions();
    let near = |pc: u32| {
        let close = structure.close(pc)?;
        (program.target(pc) == Some(u64::from(close) + 1)).then_some(close)
    };
    let mut groups = vec![1; instructions.len()];
    let mut pc = 0;
    while pc < instructions.len() as u32 {
        let mut seen = [0_u64; super::MAX_ASPECTS / 64];
        let mut length = 0;
        let mut close = near(pc);
        while let (Instruction::If { aspect, .. }, Some(end)) =
            (instructions[(pc + length) as usize], close)
        {
            // An aspect that the group covers already is not free here: a test of its own.
            let Bits { word, mask } = bits(aspect);
            if seen[word] & mask != 0 {
                break;
            }
            seen[word] |= mask;
            length += 1;
            // The next guard belongs to the group if it ends just before this one does. Nothing
            // else jumps to this one's MF: it would have to come from the next guard's inside.
            close = near(pc + length).filter(|&inner| inner + 1 == end);
        }
        if length > 1 && seen.iter().any(|word| word.count_ones() > 1) {
            let end = structure.close(pc).unwrap_or(pc);
            groups[pc as usize] = length;
            for i in 1..length {
                groups[(pc + i) as usize] = 0;
                groups[(end + 1 - i) as usize] = 0;
            }
        }
        pc += length.max(1);
    }
    groups
}

struct Generator<'a> {
    program: &'a Program,
    structure: &'a Structure,
    groups: Vec<u32>,
    counted: bool,
}

/// A distance to be filled in when the offset of its target is known.
struct Fixup {
    at: usize,
    short: bool,
    target: u32,
}

impl Generator<'_> {
    /// Lays out the code; `bound` holds the entries of a layout with long jumps.
    fn layout(&self, bound: Option<&[u32]>) -> Generated {
        let mut asm = Assembler::default();
        let stubs = stubs(&mut asm, self.counted);
        let length = self.program.len();
        let mut entry = vec![NOWHERE; length];
        let mut fixups = Vec::new();
        let mut stops = Vec::new();
        let mut returns = Vec::new();
        for (pc, &instruction) in self.program.instructions().iter().enumerate() {
            let address = pc as u32;
            let group = self.groups[pc];
            if group == 0 || !self.structure.is_reached(address) {
                continue;
            }
            entry[pc] = asm.place() as u32;
            if self.counted {
                asm.count_instruction();
            }
            let target = self.program.target(address).map_or(0, |target| target as u32);
            match instruction {
                Instruction::If { aspect, .. } => {
                    let short = bound.is_some_and(|bound| {
                        let to = bound[target as usize];
                        to != NOWHERE && to - bound[pc] < 120
                    });
                    let mut jump = |asm: &mut Assembler, condition| {
                        let at = asm.jump_if(condition, short);
                        fixups.push(Fixup { at, short, target });
                    };
                    if group == 1 {
                        asm.bit_test_and_set(bits(aspect));
                        jump(&mut asm, Condition::Carry);
                    } else {
                        let masks = self.masks(address, group);
                        for &bits in &masks {
                            let condition = asm.any_covered(bits);
                            jump(&mut asm, condition);
                        }
                        masks.iter().for_each(|&bits| asm.cover(bits));
                    }
                }
                Instruction::MakeFree { .. } => {
                    // The innermost MF of a group stands for all; they follow it.
                    let swallowed = self.groups[pc + 1..].iter().take_while(|&&g| g == 0);
                    let frees = |i: &&Instruction| matches!(i, Instruction::MakeFree { .. });
                    let run = self.program.instructions()[pc + 1..].iter().take_while(frees);
                    let group = 1 + swallowed.count().min(run.count()) as u32;
                    self.masks(address, group).iter().for_each(|&bits| asm.free(bits));
                }
                Instruction::Call { .. } => {
                    asm.count_placement();
                    stops.push((asm.jump_if(Condition::Negative, false), address));
                    fixups.push(Fixup { at: asm.call(), short: false, target });
                    returns.push((asm.here(), address + 1));
                }
                Instruction::Return => asm.ret(),
                Instruction::Solution => {
                    let at = asm.call();
                    asm.patch(at, false, stubs.solution);
                    returns.push((asm.here(), address + 1));
                }
            }
        }
        for fixup in fixups {
            asm.patch(fixup.at, fixup.short, entry[fixup.target as usize] as usize);
        }
        for (at, address) in stops {
            let here = asm.here();
            asm.patch(at, false, here);
            asm.load_number(address);
            asm.jump_to(stubs.stop);
        }
        let mut table = vec![NOWHERE; asm.here() + 1];
        returns.into_iter().for_each(|(offset, address)| table[offset] = address);
        Generated { bytes: asm.bytes, entry, returns: table }
    }

    /// The aspects of so many IFs or MFs in a row, by word.
    fn masks(&self, first: u32, count: u32) -> Vec<Bits> {
        let mut masks: Vec<Bits> = Vec::new();
        for instruction in &self.program.instructions()[first as usize..][..count as usize] {
            let one = bits(instruction.operands().aspect);
            match masks.iter_mut().find(|bits| bits.word == one.word) {
                Some(bits) => bits.mask |= one.mask,
                None => masks.push(one),
            }
        }
        masks
    }
}

fn bits(aspect: u32) -> Bits {
    Bits { word: aspect as usize / 64, mask: 1 << (aspect % 64) }
}

/// Offsets of the common parts.
struct Stubs {
    solution: usize,
    stop: usize,
}

/// The way in, the way out, and the calls back, before the program's own code.
fn stubs(asm: &mut Assembler, counted: bool) -> Stubs {
    const RAX: Register = Register(0);
    const RSP: Register = Register(4);
    const RBP: Register = Register(5);
    const R8: Register = Register(8);
    let counter = |asm: &mut Assembler, load: bool| match (counted, load) {
        (false, _) => (),
        (true, true) => asm.load(R8, offset_of!(Context, instructions)),
        (true, false) => asm.store(R8, offset_of!(Context, instructions)),
    };
    let q = |word: usize| offset_of!(Context, covered) + 8 * word;
    // In: save what belongs to the caller, load the registers.
    asm.raw(&[0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57]); // push rbx … r15
    asm.raw(&[0x48, 0x83, 0xEC, 0x08]); // sub rsp, 8
    asm.raw(&[0x48, 0x89, 0xFB]); // mov rbx, rdi
    asm.store(RSP, offset_of!(Context, base));
    (0..4).for_each(|word| asm.load(Register::q(word), q(word)));
    asm.load(RBP, offset_of!(Context, placements));
    counter(asm, true);
    // The bottom of the stack is the end; above it the return addresses of the state.
    asm.raw(&[0x48, 0x8D, 0x05, 0, 0, 0, 0]); // lea rax, [rip + end]
    let end_distance = asm.here() - 4;
    asm.raw(&[0x50]); // push rax
    asm.load(Register(1), offset_of!(Context, frames));
    asm.load(Register(2), offset_of!(Context, frame_count));
    let next = asm.here();
    asm.raw(&[0x48, 0x85, 0xD2, 0x74, 0x0B]); // test rdx, rdx; jz +11
    asm.raw(&[0xFF, 0x31, 0x48, 0x83, 0xC1, 0x08, 0x48, 0xFF, 0xCA]); // push [rcx]; add rcx, 8; dec rdx
    let back = next as i64 - (asm.here() as i64 + 2);
    asm.raw(&[0xEB, back as i8 as u8]); // jmp next
    asm.raw(&[0xFF, 0xA3]); // jmp [rbx + entry]
    asm.raw(&(offset_of!(Context, entry) as u32).to_le_bytes());

    // The end: RETURN on an empty stack came here.
    let end = asm.here();
    asm.patch(end_distance, false, end);
    asm.store_number(Context::ENDED, offset_of!(Context, reason));
    // Out: give everything back.
    let out = asm.here();
    (0..4).for_each(|word| asm.store(Register::q(word), q(word)));
    asm.store(RBP, offset_of!(Context, placements));
    counter(asm, false);
    asm.load(RSP, offset_of!(Context, base));
    asm.raw(&[0x48, 0x83, 0xC4, 0x08]); // add rsp, 8
    asm.raw(&[0x41, 0x5F, 0x41, 0x5E, 0x41, 0x5D, 0x41, 0x5C, 0x5D, 0x5B]); // pop r15 … rbx
    asm.ret();

    // A call back with the context and the top of the stack; the stack is aligned for it.
    let call_back = |asm: &mut Assembler, top_above: u8, function: usize| {
        counter(asm, false);
        asm.raw(&[0x48, 0x8D, 0x74, 0x24, top_above]); // lea rsi, [rsp + top_above]
        asm.raw(&[0x48, 0x89, 0xDF]); // mov rdi, rbx
        asm.store(RSP, offset_of!(Context, top));
        asm.raw(&[0x48, 0x83, 0xE4, 0xF0]); // and rsp, -16
        asm.raw(&[0xFF, 0x93]); // call [rbx + function]
        asm.raw(&(function as u32).to_le_bytes());
        asm.load(RSP, offset_of!(Context, top));
        counter(asm, true);
    };
    // No placement left at the CALL whose address is in eax: it did not happen.
    let stop = asm.here();
    if counted {
        asm.raw(&[0x49, 0xFF, 0xC8]); // dec r8
    }
    asm.raw(&[0x48, 0xFF, 0xC5]); // inc rbp
    asm.store(RAX, offset_of!(Context, pc));
    call_back(asm, 0, offset_of!(Context, on_stop));
    asm.store_number(Context::STOPPED, offset_of!(Context, reason));
    asm.jump_to(out);

    // A solution, called from the program's code: count it, and tell it if anybody listens.
    let solution = asm.here();
    asm.raw(&[0x48, 0xFF, 0x83]); // inc qword [rbx + solutions]
    asm.raw(&(offset_of!(Context, solutions) as u32).to_le_bytes());
    asm.raw(&[0x83, 0xBB]); // cmp dword [rbx + silent], 0
    asm.raw(&(offset_of!(Context, silent) as u32).to_le_bytes());
    asm.raw(&[0x00, 0x74, 0x01]); // jz +1
    asm.ret();
    call_back(asm, 8, offset_of!(Context, on_solution));
    asm.raw(&[0x85, 0xC0, 0x75, 0x01]); // test eax, eax; jnz +1
    asm.ret();
    asm.store_number(Context::SATISFIED, offset_of!(Context, reason));
    asm.jump_to(out);
    Stubs { solution, stop }
}
