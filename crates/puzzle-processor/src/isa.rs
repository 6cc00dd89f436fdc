//! The instruction set, defined once.
//!
//! Idea: one table, `instruction_set!`, holds everything there is to know about an instruction:
//! its name, letter, mnemonic, opcode bits, operands and a sentence of documentation. The
//! instruction type, the numeric encoding, the text forms and the printed table are derived from
//! it. Origin: document 000 §5.1 (Table 4) and §5.2 (opcode bits, Table 5).
//!
//! Invariants: opcode bits are distinct and fit three bits; letters are distinct; an address is
//! *relative to the next instruction* and never negative, so control only moves forward except by
//! RETURN, and every program ends (the number of steps may still be astronomical).
//!
//! # Adding an instruction
//!
//! Say, `COUNT`: add so much to a counter.
//! 1. Add a row to the table below: `Count "COUNT" 'N' 0b011 { address } "…";`. The reader and
//!    writer of every text form, the words, and the printed table follow by themselves.
//! 2. Its meaning: an arm in `machine/interpreter.rs` (the reference), one in `machine/decode.rs`
//!    and one in `machine/vm.rs`; the compiler points at them, since their `match`es are
//!    exhaustive.
//! 3. `structure.rs` says what it does to the aspects held, `forms/c.rs` how it reads in C, and
//!    `native/generate.rs` its template.
//! 4. A row of the golden tests in `tests/machine.rs`, so that its counters are pinned.

use std::fmt;

/// Calls a macro with the table of instructions. Per row: variant, mnemonic, letter, opcode bits,
/// operands, what it does.
macro_rules! instruction_set {
    ($each:ident) => {
        $each! {
            /// Tests an aspect and covers it.
            If "IF" 'I' 0b111 { aspect, address }
                "if the aspect is free, cover it once and go on; else jump";
            /// Calls a procedure, having placed an embedding.
            Call "CALL" 'C' 0b101 { address }
                "push the address of the next instruction and jump";
            /// Makes an aspect free again.
            MakeFree "MF" 'M' 0b110 { aspect }
                "free the aspect once";
            /// Returns from a procedure.
            Return "RETURN" 'R' 0b001
                "pop an address and go there; on an empty stack, end";
            /// Reports a solution.
            Solution "SOLUTION" 'S' 0b000
                "process the solution that the stacked addresses spell";
        }
    };
}

macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $variant:ident $mnemonic:literal $letter:literal $bits:literal
            $({ $($operand:ident),+ })? $about:literal;
    )+) => {
        /// One instruction with its operands. An `address` is a distance from the next
        /// instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Instruction {
            $( $(#[$doc])* $variant $({ $($operand: u32),+ })?, )+
        }

        /// An instruction without its operands.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Opcode {
            $( $(#[$doc])* $variant, )+
        }

        impl Opcode {
            /// The whole table.
            pub const ALL: &'static [Opcode] = &[ $( Opcode::$variant ),+ ];

            /// The row of the table for this instruction.
            pub const fn spec(self) -> Spec {
                match self {
                    $( Opcode::$variant => {
                        let spec = Spec {
                            mnemonic: $mnemonic,
                            letter: $letter,
                            bits: $bits,
                            aspect: false,
                            address: false,
                            about: $about,
                        };
                        $( $( let spec = Spec { $operand: true, ..spec }; )+ )?
                        spec
                    } )+
                }
            }
        }

        impl Instruction {
            /// The instruction with these operands; those it does not take are ignored.
            pub const fn new(opcode: Opcode, operands: Operands) -> Self {
                match opcode {
                    $( Opcode::$variant => {
                        Instruction::$variant $({ $($operand: operands.$operand),+ })?
                    } )+
                }
            }

            /// Which instruction it is.
            pub const fn opcode(self) -> Opcode {
                match self {
                    $( Instruction::$variant $({ $($operand: _),+ })? => Opcode::$variant, )+
                }
            }

            /// Its operands; those it does not take are zero.
            pub const fn operands(self) -> Operands {
                let operands = Operands { aspect: 0, address: 0 };
                match self {
                    $( Instruction::$variant $({ $($operand),+ })? => {
                        $( $( let operands = Operands { $operand, ..operands }; )+ )?
                        operands
                    } )+
                }
            }
        }
    };
}

/// What the table says about one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The word used in assembly.
    pub mnemonic: &'static str,
    /// The letter used in code texts.
    pub letter: char,
    /// The three opcode bits.
    pub bits: u8,
    /// Whether it has an aspect as operand.
    pub aspect: bool,
    /// Whether it has a relative address as operand.
    pub address: bool,
    /// What it does.
    pub about: &'static str,
}

/// The operand fields of an instruction word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Operands {
    /// An aspect number.
    pub aspect: u32,
    /// A distance from the next instruction.
    pub address: u32,
}

instruction_set!(define);

impl Opcode {
    /// The instruction written with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|opcode| opcode.spec().letter == letter)
    }

    /// The instruction written with this word; `SOLVE` is another name of `CALL` (Table 4).
    pub fn from_mnemonic(word: &str) -> Option<Self> {
        let word = if word == "SOLVE" { "CALL" } else { word };
        Self::ALL.iter().copied().find(|opcode| opcode.spec().mnemonic == word)
    }

    /// The instruction with these opcode bits.
    pub fn from_bits(bits: u8) -> Option<Self> {
        Self::ALL.iter().copied().find(|opcode| opcode.spec().bits == bits)
    }
}

/// Appendix C's text: the letter, then the operands it has.
impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (spec, operands) = (self.opcode().spec(), self.operands());
        write!(f, "{}", spec.letter)?;
        if spec.aspect {
            write!(f, " {}", operands.aspect)?;
        }
        if spec.address {
            write!(f, " {}", operands.address)?;
        }
        Ok(())
    }
}

/// The instruction set as a table for people (document 000, Table 4 with the opcodes of §5.2).
pub fn table() -> String {
    let mut text = String::from("instruction  letter  opcode  operands         operation\n");
    for spec in Opcode::ALL.iter().map(|opcode| opcode.spec()) {
        let operands = match (spec.aspect, spec.address) {
            (true, true) => "aspect, address",
            (true, false) => "aspect",
            (false, true) => "address",
            (false, false) => "",
        };
        text += &format!(
            "{:<11}  {:<6}  {:03b}     {operands:<15}  {}\n",
            spec.mnemonic, spec.letter, spec.bits, spec.about
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opcode_bits_say_which_operands_there_are() {
        for spec in Opcode::ALL.iter().map(|opcode| opcode.spec()) {
            assert_eq!(spec.bits & 0b100 != 0, spec.aspect || spec.address, "{spec:?}");
            if spec.bits & 0b100 != 0 {
                assert_eq!(spec.bits & 0b010 != 0, spec.aspect, "{spec:?}");
                assert_eq!(spec.bits & 0b001 != 0, spec.address, "{spec:?}");
            }
        }
    }

    #[test]
    fn letters_words_and_bits_lead_back_to_the_instruction() {
        for &opcode in Opcode::ALL {
            let spec = opcode.spec();
            assert_eq!(Opcode::from_letter(spec.letter), Some(opcode));
            assert_eq!(Opcode::from_mnemonic(spec.mnemonic), Some(opcode));
            assert_eq!(Opcode::from_bits(spec.bits), Some(opcode));
        }
        assert_eq!(Opcode::from_bits(0b010), None);
        assert_eq!(Opcode::from_mnemonic("SOLVE"), Some(Opcode::Call));
    }

    #[test]
    fn the_table_of_the_five_instructions() {
        let expected = "\
instruction  letter  opcode  operands         operation
IF           I       111     aspect, address  if the aspect is free, cover it once and go on; else jump
CALL         C       101     address          push the address of the next instruction and jump
MF           M       110     aspect           free the aspect once
RETURN       R       001                      pop an address and go there; on an empty stack, end
SOLUTION     S       000                      process the solution that the stacked addresses spell
";
        assert_eq!(table(), expected);
    }
}
