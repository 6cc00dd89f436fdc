//! Instructions made ready for the tight loop: jumps absolute, and every instruction that could lead
//! control outside the program turned into one that says so.

use crate::isa::Instruction;
use crate::program::Program;

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    If = 0,
    MakeFree,
    Call,
    Return,
    Solution,
    /// IF whose jump leads outside.
    IfOutside,
    /// Control would leave the program.
    Outside,
}

/// A decoded instruction of eight bytes: the aspect above the kind, and where it jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Op {
    tagged: u32,
    pub(super) target: u32,
}

impl Op {
    fn new(kind: Kind, aspect: u32, target: u32) -> Self {
        Op { tagged: aspect << 3 | kind as u32, target }
    }

    pub(super) fn is(self, kind: Kind) -> bool {
        self.tagged & 7 == kind as u32
    }

    pub(super) fn kind(self) -> Kind {
        match self.tagged & 7 {
            0 => Kind::If,
            1 => Kind::MakeFree,
            2 => Kind::Call,
            3 => Kind::Return,
            4 => Kind::Solution,
            5 => Kind::IfOutside,
            _ => Kind::Outside,
        }
    }

    pub(super) fn aspect(self) -> u32 {
        self.tagged >> 3
    }
}

/// Decodes a program, address by address.
pub(super) fn decode(program: &Program) -> Vec<Op> {
    let length = program.len();
    let one = |(address, &instruction): (usize, &Instruction)| {
        let last = address + 1 >= length;
        let target = program.target(address as u32);
        let inside = target.is_none_or(|target| target < length as u64);
        let target = if inside { target.unwrap_or(0) as u32 } else { 0 };
        let op = |kind, aspect| Op::new(kind, aspect, target);
        match instruction {
            Instruction::Return => op(Kind::Return, 0),
            Instruction::Call { .. } if inside => op(Kind::Call, 0),
            Instruction::Call { .. } => op(Kind::Outside, 0),
            _ if last => op(Kind::Outside, 0),
            Instruction::If { aspect, .. } if inside => op(Kind::If, aspect),
            Instruction::If { aspect, .. } => op(Kind::IfOutside, aspect),
            Instruction::MakeFree { aspect } => op(Kind::MakeFree, aspect),
            Instruction::Solution => op(Kind::Solution, 0),
        }
    };
    program.instructions().iter().enumerate().map(one).collect()
}
