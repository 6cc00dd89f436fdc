//! Structured assembly, the form of document 000, Appendix B: guards nest, targets of IF are left
//! to the indentation. For reading by people; the labelled form can be read back.

use std::fmt::Write as _;

use super::labels::labels;
use crate::isa::Instruction;
use crate::program::Program;
use crate::structure::{Structure, Unstructured};

/// Writes a structured program.
pub fn write(program: &Program) -> Result<String, Unstructured> {
    let structure = Structure::of(program)?;
    let labels = labels(program);
    let label = |address: Option<u64>| {
        let address = address.and_then(|address| u32::try_from(address).ok());
        address.and_then(|address| labels.get(&address)).map_or("?", String::as_str)
    };
    let mut text = String::new();
    let mut procedures = program.procedures().iter().peekable();
    for (pc, instruction) in program.instructions().iter().enumerate() {
        let pc = pc as u32;
        if let Some(procedure) = procedures.next_if(|p| p.start == pc) {
            let break_before = if pc == 0 { "" } else { "\n" };
            let name = label(Some(u64::from(pc)));
            let comment = procedure.comment.replace("*/", "* /");
            let _ = writeln!(text, "{break_before}{name}: /* {comment} */");
        }
        let indent = 4 + 4 * structure.held(pc).count();
        let _ = write!(text, "{:indent$}", "");
        let name = |aspect: u32| program.aspect_name(aspect);
        let _ = match instruction {
            Instruction::If { aspect, .. } => {
                let target = program.target(pc);
                let near = structure.close(pc).is_some_and(|m| target == Some(u64::from(m) + 1));
                match near {
                    true => writeln!(text, "IF ( {} )", name(*aspect)),
                    false => {
                        writeln!(text, "IF ( {} ) /* else {} */", name(*aspect), label(target))
                    }
                }
            }
            Instruction::MakeFree { aspect } => writeln!(text, "MF ( {} )", name(*aspect)),
            Instruction::Call { .. } => {
                let placed = program.embeddings().get(&pc);
                let placed = placed.map(|e| format!(" /* embedding {e} */")).unwrap_or_default();
                writeln!(text, "CALL {}{placed}", label(program.target(pc)))
            }
            Instruction::Return | Instruction::Solution => {
                writeln!(text, "{}", instruction.opcode().spec().mnemonic)
            }
        };
    }
    Ok(text)
}
