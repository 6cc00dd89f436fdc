//! Instruction words (document 000 §5.2, Table 5): opcode 3 bits, aspect 7, address 14.
//!
//! Narrow words come as bytes (3 each, big-endian), as hex (one word a line) and as a ROM image:
//! binary digits with `_` between the fields, one word a line, as `$readmemb` takes them. Beyond
//! 128 aspects or distances of 2^14 the narrow form refuses, and the wide form serves: 64-bit
//! big-endian words, opcode 8 bits, aspect 24, address 32, behind the magic `PUZZLE64`. A narrow
//! program cannot begin so: `P` has the illegal opcode 010 on top.
//!
//! Bags: hex tells them in comments `; capacity 4 2` (see `notes.rs`), a ROM image in the comments
//! that `$readmemb` knows, `// capacity 4 2`. Wide words have a second version, with the magic
//! `PUZZLE65`: the number of bags, then for each bag aspect and capacity, 32 bits each, by
//! ascending aspect, then the instructions. Narrow bytes have no place for bags and refuse them.

use puzzle_core::{Declined, Diagnostic, Span};

use super::notes::{self, Notes};
use crate::isa::{Instruction, Opcode, Operands};
use crate::program::Program;

const MAGIC: &[u8; 8] = b"PUZZLE64";
const MAGIC_WITH_BAGS: &[u8; 8] = b"PUZZLE65";
/// How many bits an aspect has in a narrow word.
pub const ASPECT_BITS: u32 = 7;
/// How many bits a distance has in a narrow word.
pub const ADDRESS_BITS: u32 = 14;

/// The 24-bit word of an instruction, if it fits.
pub fn encode(instruction: Instruction) -> Result<u32, Declined> {
    let Operands { aspect, address } = instruction.operands();
    if aspect >> ASPECT_BITS != 0 {
        return Err(Declined(format!(
            "aspect {aspect} does not fit 7 bits; use the wide encoding"
        )));
    }
    if address >> ADDRESS_BITS != 0 {
        return Err(Declined(format!(
            "the distance {address} does not fit 14 bits; use the wide encoding"
        )));
    }
    let bits = u32::from(instruction.opcode().spec().bits);
    Ok(bits << (ASPECT_BITS + ADDRESS_BITS) | aspect << ADDRESS_BITS | address)
}

/// The instruction of a 24-bit word; operands that the instruction does not take must be zero.
pub fn decode(word: u32) -> Option<Instruction> {
    let bits = u8::try_from(word >> (ASPECT_BITS + ADDRESS_BITS)).ok()?;
    let aspect = word >> ADDRESS_BITS & ((1 << ASPECT_BITS) - 1);
    fields(bits, aspect, word & ((1 << ADDRESS_BITS) - 1))
}

fn fields(bits: u8, aspect: u32, address: u32) -> Option<Instruction> {
    let instruction = Instruction::new(Opcode::from_bits(bits)?, Operands { aspect, address });
    (instruction.operands() == Operands { aspect, address }).then_some(instruction)
}

fn encode_all(program: &Program) -> Result<Vec<u32>, Declined> {
    let word = |(address, &instruction): (usize, &Instruction)| {
        encode(instruction)
            .map_err(|Declined(why)| Declined(format!("{why} (pc {address}: {instruction})")))
    };
    program.instructions().iter().enumerate().map(word).collect()
}

/// Three bytes a word.
pub fn write_narrow(program: &Program) -> Result<Vec<u8>, Declined> {
    if let Some((aspect, capacity)) = notes::bags(program).next() {
        return Err(Declined(format!(
            "aspect {aspect} may be covered {capacity} times, which narrow words cannot tell; use \
             the wide encoding"
        )));
    }
    let words = encode_all(program)?;
    Ok(words.iter().flat_map(|word| word.to_be_bytes().into_iter().skip(1)).collect())
}

/// Six hex digits a line, after comments about bags.
pub fn write_hex(program: &Program) -> Result<String, Declined> {
    let words = encode_all(program)?;
    let lines: String = words.iter().map(|word| format!("{word:06x}\n")).collect();
    Ok(notes::capacities(program, ";") + &lines)
}

/// A ROM image: `111_0000000_00000000001101`, one word a line, after comments about bags.
pub fn write_rom(program: &Program) -> Result<String, Declined> {
    let line = |word: &u32| {
        let digits = format!("{word:024b}");
        format!("{}_{}_{}\n", &digits[..3], &digits[3..10], &digits[10..])
    };
    let lines: String = encode_all(program)?.iter().map(line).collect();
    Ok(notes::capacities(program, "//") + &lines)
}

/// Wide words behind their magic; every program fits.
pub fn write_wide(program: &Program) -> Vec<u8> {
    let bags: Vec<(u32, u32)> = notes::bags(program).collect();
    let mut bytes = MAGIC.to_vec();
    if !bags.is_empty() {
        bytes = MAGIC_WITH_BAGS.to_vec();
        bytes.extend((bags.len() as u64).to_be_bytes());
        for (aspect, capacity) in bags {
            bytes.extend(aspect.to_be_bytes());
            bytes.extend(capacity.to_be_bytes());
        }
    }
    for instruction in program.instructions() {
        let Operands { aspect, address } = instruction.operands();
        let bits = u64::from(instruction.opcode().spec().bits);
        let word = bits << 56 | u64::from(aspect) << 32 | u64::from(address);
        bytes.extend(word.to_be_bytes());
    }
    bytes
}

/// Whether the bytes begin as wide words do.
pub fn is_wide(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || bytes.starts_with(MAGIC_WITH_BAGS)
}

/// Reads three-byte words.
pub fn read_narrow(bytes: &[u8]) -> Result<Program, Diagnostic> {
    let words = bytes.chunks(3).enumerate().map(|(i, chunk)| {
        let span = 3 * i..3 * i + chunk.len();
        match *chunk {
            [a, b, c] => Ok((u32::from_be_bytes([0, a, b, c]), span)),
            _ => Err(Diagnostic::error("the last word is not three bytes long").at(span)),
        }
    });
    let mut instructions = Vec::new();
    for word in words {
        let (word, span) = word?;
        push(&mut instructions, decoded(word, &span)?, &span)?;
    }
    Ok(Program::new(instructions))
}

/// Reads wide words of both versions.
pub fn read_wide(bytes: &[u8]) -> Result<Program, Diagnostic> {
    let (mut start, mut capacities) = (MAGIC.len(), Vec::new());
    if bytes.starts_with(MAGIC_WITH_BAGS) {
        (start, capacities) = read_bags(bytes)?;
    } else if !bytes.starts_with(MAGIC) {
        return Err(Diagnostic::error("not wide instruction words").at(0..bytes.len().min(8)));
    }
    let mut instructions = Vec::new();
    for (i, chunk) in bytes[start..].chunks(8).enumerate() {
        let span = start + 8 * i..start + 8 * i + chunk.len();
        let Ok(chunk) = <[u8; 8]>::try_from(chunk) else {
            return Err(Diagnostic::error("the last word is not eight bytes long").at(span));
        };
        let word = u64::from_be_bytes(chunk);
        let (bits, aspect) = ((word >> 56) as u8, (word >> 32) as u32 & 0xFF_FFFF);
        let instruction = fields(bits, aspect, word as u32);
        let fits = |i: &Instruction| {
            i.operands().aspect < Program::MAX_ASPECTS && i.operands().address < 1 << 31
        };
        let Some(instruction) = instruction.filter(fits) else {
            return Err(illegal(&format!("{word:016x}"), span));
        };
        push(&mut instructions, instruction, &span)?;
    }
    Ok(Program::new(instructions).with_capacities(&capacities))
}

/// The bags before the instructions: where they end, and the capacities that they tell.
fn read_bags(bytes: &[u8]) -> Result<(usize, Vec<u32>), Diagnostic> {
    let pair = |at: usize| {
        let word = bytes.get(at..at + 8).and_then(|word| <[u8; 8]>::try_from(word).ok());
        let word = word.map(u64::from_be_bytes).map(|word| ((word >> 32) as u32, word as u32));
        word.ok_or_else(|| {
            Diagnostic::error("the list of bags is cut off").at(at.min(bytes.len())..bytes.len())
        })
    };
    let mut at = MAGIC_WITH_BAGS.len();
    let (high, count) = pair(at)?;
    if high != 0 || count > Program::MAX_ASPECTS {
        return Err(Diagnostic::error("more than 2^20 bags").at(at..at + 8));
    }
    at += 8;
    let mut capacities = Vec::new();
    for _ in 0..count {
        let (aspect, capacity) = pair(at)?;
        if aspect >= Program::MAX_ASPECTS || (aspect as usize) < capacities.len() {
            let message = format!("aspect {aspect} is out of range or out of order");
            return Err(Diagnostic::error(message).at(at..at + 8));
        }
        capacities.resize(aspect as usize, 1);
        capacities.push(capacity);
        at += 8;
    }
    Ok((at, capacities))
}

/// Reads hex words.
pub fn read_hex(text: &str) -> Result<Program, Diagnostic> {
    read_text(text, 16, 6)
}

/// Reads a ROM image.
pub fn read_rom(text: &str) -> Result<Program, Diagnostic> {
    read_text(text, 2, 24)
}

/// Reads words of so many digits each, `_` ignored; `;` and `//` begin comments.
fn read_text(text: &str, radix: u32, digits: usize) -> Result<Program, Diagnostic> {
    let mut instructions = Vec::new();
    let mut notes = Notes::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (code, comment) = line.split_at(line.find([';', '/']).unwrap_or(line.len()));
        let mut last = None;
        for word in code.split_whitespace() {
            let from = start + (word.as_ptr() as usize - line.as_ptr() as usize);
            let span = from..from + word.len();
            let plain: String = word.chars().filter(|&c| c != '_').take(digits + 1).collect();
            let fits = plain.len() == digits && plain.chars().all(|c| c.is_digit(radix));
            let value = fits.then(|| u32::from_str_radix(&plain, radix).ok()).flatten();
            let Some(value) = value else {
                let kind = if radix == 2 { "binary" } else { "hex" };
                let message = format!("not a word of {digits} {kind} digits");
                return Err(Diagnostic::error(message).at(span));
            };
            let address = instructions.len() as u32;
            let instruction = decoded(value, &span)?;
            push(&mut instructions, instruction, &span)?;
            notes.instruction(address);
            last = Some((address, instruction));
        }
        notes.comment(comment.trim_start_matches([';', '/']), last);
        start += line.len();
    }
    Ok(notes.finish(instructions, |address| address))
}

fn decoded(word: u32, span: &Span) -> Result<Instruction, Diagnostic> {
    decode(word).ok_or_else(|| illegal(&format!("{word:06x}"), span.clone()))
}

fn push(
    instructions: &mut Vec<Instruction>,
    instruction: Instruction,
    span: &Span,
) -> Result<(), Diagnostic> {
    if instructions.len() >= Program::MAX_LENGTH {
        return Err(Diagnostic::error("more than 2^28 instructions").at(span.clone()));
    }
    instructions.push(instruction);
    Ok(())
}

fn illegal(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(format!("illegal instruction word {word}")).at(span).hint(
        "opcodes are 111, 101, 110, 001 and 000; operands that an opcode does not take are zero",
    )
}
