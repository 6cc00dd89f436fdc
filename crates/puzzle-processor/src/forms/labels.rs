//! Labels for the addresses of a program: procedure names made fit for use, and local ones.

use std::collections::{BTreeMap, HashSet};

use crate::program::Program;

/// A label for every procedure, every call target and every jump target. Labels are distinct and
/// consist of letters, digits and underscores, so they also serve as names in C.
pub(super) fn labels(program: &Program) -> BTreeMap<u32, String> {
    let mut labels = BTreeMap::new();
    let mut used = HashSet::new();
    for procedure in program.procedures() {
        let fit = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut label: String = procedure.name.chars().map(fit).take(60).collect();
        if label.starts_with(|c: char| c.is_ascii_digit()) || label.is_empty() {
            label.insert(0, 'P');
        }
        if !used.insert(label.clone()) {
            label = format!("{label}_at_{}", procedure.start);
            used.insert(label.clone());
        }
        labels.insert(procedure.start, label);
    }
    for address in 0..program.len() as u32 {
        if let Some(target) = program.target(address)
            && target < program.len() as u64
        {
            let target = target as u32;
            labels.entry(target).or_insert_with(|| {
                let label = format!("L_{target}");
                if used.contains(&label) { format!("{label}_at") } else { label }
            });
        }
    }
    labels
}
