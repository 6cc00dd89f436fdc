//! The machine instructions that are used, as bytes.
//!
//! Registers: r12 to r15 hold q, a bit is 1 when the aspect is *covered* (so that a mask can be
//! tested at once); rbx points to the context, rbp counts placements down, r8 counts executed
//! instructions up, rax is scratch.

/// Machine code under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Assembler {
    pub(super) bytes: Vec<u8>,
    /// The mask that rax holds, as long as control cannot come from elsewhere.
    loaded: Option<u64>,
}

/// Conditions of a jump.
#[derive(Clone, Copy, Debug)]
pub(super) enum Condition {
    Carry = 2,
    NotZero = 5,
    Negative = 8,
}

/// The 64-bit registers by number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Register(pub(super) u8);

impl Register {
    /// The register with a word of q.
    pub(super) fn q(word: usize) -> Self {
        Register(12 + word as u8)
    }
}

/// The bits of q in one word that an instruction works on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits {
    pub(super) word: usize,
    pub(super) mask: u64,
}

impl Assembler {
    pub(super) fn here(&self) -> usize {
        self.bytes.len()
    }

    /// A place that control can come to from elsewhere.
    pub(super) fn place(&mut self) -> usize {
        self.loaded = None;
        self.here()
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn bit(&mut self, modrm: u8, bits: Bits) {
        let register = Register::q(bits.word).0;
        self.raw(&[0x49, 0x0F, 0xBA, modrm | (register & 7), bits.mask.trailing_zeros() as u8]);
    }

    /// `bts q, bit`: covers it; carry says whether it was covered.
    pub(super) fn bit_test_and_set(&mut self, bits: Bits) {
        self.bit(0xE8, bits);
    }

    /// An instruction with a mask: by immediate if it fits 31 bits, else through rax.
    fn masked(&mut self, bits: Bits, immediate: [u8; 2], through_rax: u8) {
        let register = Register::q(bits.word).0 & 7;
        match u32::try_from(bits.mask).ok().filter(|&mask| mask < 1 << 31) {
            Some(mask) => {
                self.raw(&[0x49, immediate[0], immediate[1] | register]);
                self.raw(&mask.to_le_bytes());
            }
            None => {
                if self.loaded.replace(bits.mask) != Some(bits.mask) {
                    self.raw(&[0x48, 0xB8]);
                    self.raw(&bits.mask.to_le_bytes());
                }
                self.raw(&[0x49, through_rax, 0xC0 | register]);
            }
        }
    }

    /// Tests whether any of the bits is covered; the condition that says so.
    pub(super) fn any_covered(&mut self, bits: Bits) -> Condition {
        if bits.mask.is_power_of_two() {
            // `bt q, bit`: carry says whether it is covered.
            self.bit(0xE0, bits);
            Condition::Carry
        } else {
            self.masked(bits, [0xF7, 0xC0], 0x85);
            Condition::NotZero
        }
    }

    /// Covers bits that are free.
    pub(super) fn cover(&mut self, bits: Bits) {
        if bits.mask.is_power_of_two() {
            self.bit_test_and_set(bits);
        } else {
            self.masked(bits, [0x81, 0xC8], 0x09);
        }
    }

    /// Frees bits that are covered.
    pub(super) fn free(&mut self, bits: Bits) {
        if bits.mask.is_power_of_two() {
            // `btr q, bit`.
            self.bit(0xF0, bits);
        } else {
            self.masked(bits, [0x81, 0xF0], 0x31);
        }
    }

    /// `dec rbp`.
    pub(super) fn count_placement(&mut self) {
        self.raw(&[0x48, 0xFF, 0xCD]);
    }

    /// `inc r8`.
    pub(super) fn count_instruction(&mut self) {
        self.raw(&[0x49, 0xFF, 0xC0]);
    }

    /// `ret`.
    pub(super) fn ret(&mut self) {
        self.raw(&[0xC3]);
    }

    /// A conditional jump, its distance to be patched; says where the distance is.
    pub(super) fn jump_if(&mut self, condition: Condition, short: bool) -> usize {
        let condition = condition as u8;
        if short {
            self.raw(&[0x70 | condition, 0]);
            self.here() - 1
        } else {
            self.raw(&[0x0F, 0x80 | condition, 0, 0, 0, 0]);
            self.here() - 4
        }
    }

    /// `jmp` to a place already known.
    pub(super) fn jump_to(&mut self, target: usize) {
        self.raw(&[0xE9, 0, 0, 0, 0]);
        let at = self.here() - 4;
        self.patch(at, false, target);
    }

    /// `call`, its distance to be patched; says where the distance is.
    pub(super) fn call(&mut self) -> usize {
        self.raw(&[0xE8, 0, 0, 0, 0]);
        self.here() - 4
    }

    /// Fills in a distance. Code is far shorter than 2^31 bytes.
    pub(super) fn patch(&mut self, at: usize, short: bool, target: usize) {
        if short {
            let distance = target as i64 - (at as i64 + 1);
            self.bytes[at] = i8::try_from(distance).expect("short jumps are short") as u8;
        } else {
            let distance = target as i64 - (at as i64 + 4);
            let distance = i32::try_from(distance).expect("code is below 2^31 bytes");
            self.bytes[at..at + 4].copy_from_slice(&distance.to_le_bytes());
        }
    }

    /// `mov register, [rbx + offset]`.
    pub(super) fn load(&mut self, register: Register, offset: usize) {
        self.context(0x8B, register, offset);
    }

    /// `mov [rbx + offset], register`.
    pub(super) fn store(&mut self, register: Register, offset: usize) {
        self.context(0x89, register, offset);
    }

    fn context(&mut self, opcode: u8, register: Register, offset: usize) {
        let rex = 0x48 | (register.0 >> 3) << 2;
        let offset = i32::try_from(offset).expect("the context is small");
        self.raw(&[rex, opcode, 0x83 | (register.0 & 7) << 3]);
        self.raw(&offset.to_le_bytes());
    }

    /// `mov eax, number`.
    pub(super) fn load_number(&mut self, number: u32) {
        self.raw(&[0xB8]);
        self.raw(&number.to_le_bytes());
    }

    /// `mov dword [rbx + offset], number`.
    pub(super) fn store_number(&mut self, number: u32, offset: usize) {
        self.raw(&[0xC7, 0x83]);
        self.raw(&(offset as u32).to_le_bytes());
        self.raw(&number.to_le_bytes());
    }
}
