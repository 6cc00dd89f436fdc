//! Emission: the tree of guards becomes instructions (document 000 §5.1, Appendix C).
//!
//! Invariant: procedures stand in the order of their aspects, so every relative address is
//! positive; every guard is an IF, its body and an MF, and the IF jumps just behind the MF, except
//! that the last guard of a procedure on its own aspect jumps behind the RETURN to the next
//! procedure, which is the "fall through" of Appendix B.

use std::collections::BTreeMap;

use puzzle_core::{AbstractPuzzle, Declined, EmbeddingId};

use super::expand::Node;
use super::unroll;
use crate::isa::Instruction;
use crate::program::{Procedure, Program};

/// A procedure with its body grouped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// What it covers and where it goes on.
    pub head: unroll::Procedure,
    /// Guards on its aspect; when it is covered all fail, and the last leads to the next procedure.
    pub nodes: Vec<Node>,
}

impl Body {
    fn size(&self) -> usize {
        self.nodes.iter().map(Node::size).sum::<usize>() + usize::from(!self.head.falls_through)
    }
}

/// A program and which embedding each CALL places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emitted {
    /// The program with all its annotations.
    pub program: Program,
    /// Addresses of the CALLs with the embeddings they place, ascending.
    pub calls: Vec<(u32, EmbeddingId)>,
}

struct Emitter<'a> {
    instructions: Vec<Instruction>,
    calls: Vec<(u32, EmbeddingId)>,
    starts: &'a [usize],
}

impl Emitter<'_> {
    fn node(&mut self, node: &Node, otherwise: Option<usize>) {
        let here = self.instructions.len();
        match node {
            Node::Call(placement) => {
                self.calls.push((here as u32, placement.embedding));
                let address = distance(here, self.starts[placement.next]);
                self.instructions.push(Instruction::Call { address });
            }
            Node::Guard { aspect, body } => {
                let aspect = aspect.0;
                self.instructions.push(Instruction::If { aspect, address: 0 });
                body.iter().for_each(|node| self.node(node, None));
                self.instructions.push(Instruction::MakeFree { aspect });
                let behind = self.instructions.len();
                let target = otherwise.map_or(behind, |next| self.starts[next]);
                let address = distance(here, target);
                self.instructions[here] = Instruction::If { aspect, address };
            }
        }
    }
}

fn distance(from: usize, to: usize) -> u32 {
    (to - from - 1) as u32
}

/// Lays out the procedures and, behind them, the report of a solution.
pub fn emit(puzzle: &AbstractPuzzle, bodies: &[Body]) -> Result<Emitted, Declined> {
    let mut starts = vec![0];
    for body in bodies {
        starts.push(starts[starts.len() - 1] + body.size());
    }
    if starts[bodies.len()] + 2 > Program::MAX_LENGTH {
        return Err(Declined("the program would be longer than 2^28 instructions".into()));
    }
    let mut emitter = Emitter { instructions: Vec::new(), calls: Vec::new(), starts: &starts };
    for body in bodies {
        for (i, node) in body.nodes.iter().enumerate() {
            let last = i + 1 == body.nodes.len();
            emitter.node(node, last.then_some(body.head.otherwise));
        }
        if !body.head.falls_through {
            emitter.instructions.push(Instruction::Return);
        }
    }
    emitter.instructions.extend([Instruction::Solution, Instruction::Return]);
    let Emitter { instructions, calls, .. } = emitter;

    let mut procedures: Vec<Procedure> = bodies
        .iter()
        .zip(&starts)
        .map(|(body, &start)| {
            let aspect = &puzzle.aspect(body.head.aspect).name;
            let step = body.head.step.map(|step| format!(".{step}")).unwrap_or_default();
            let name = format!("Solve_{aspect}{step}");
            Procedure { start: start as u32, name, comment: comment(&body.head) }
        })
        .collect();
    let start = starts[bodies.len()] as u32;
    let comment = "every aspect is covered".into();
    procedures.push(Procedure { start, name: "Solve_ZZ".into(), comment });

    let numbers: BTreeMap<u32, u32> =
        calls.iter().map(|&(address, e)| (address, puzzle.number(e))).collect();
    let capacities: Vec<u32> = puzzle.aspects().iter().map(|a| a.demand.max()).collect();
    let program = Program::new(instructions)
        .with_capacities(&capacities)
        .with_names(puzzle.aspects().iter().map(|a| a.name.clone()).collect())
        .with_embeddings(numbers)
        .with_procedures(procedures);
    Ok(Emitted { program, calls })
}

fn comment(head: &unroll::Procedure) -> String {
    let before = match head.rank {
        0 => "nothing covered yet".to_string(),
        1 => "1 aspect covered".to_string(),
        n => format!("{n} aspects covered"),
    };
    let tries = match (head.placements.len(), head.step) {
        (0, _) => "a dead end if free".to_string(),
        (_, Some(step)) => format!("choice {step} of a bag"),
        (1, _) => "1 embedding to try".to_string(),
        (n, _) => format!("{n} embeddings to try"),
    };
    format!("{before}; {tries}")
}
