//! Options that belong to formulas.

use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(ClapArgs, Debug, Default)]
#[command(next_help_heading = "Formulas (CNF)")]
pub(crate) struct CnfCount {
    /// Print the count as model counters do: `s mc N`
    #[arg(long, conflicts_with = "json")]
    pub(crate) mc: bool,
    /// Count models that agree on these variables once: 1,2,5
    #[arg(long, value_name = "VARIABLES", value_delimiter = ',')]
    pub(crate) project: Option<Vec<u32>>,
}

impl CnfCount {
    /// The option that was used, if any.
    pub(crate) fn used(&self) -> Option<&'static str> {
        match (self.mc, &self.project) {
            (true, _) => Some("--mc"),
            (_, Some(_)) => Some("--project"),
            _ => None,
        }
    }
}

#[derive(ClapArgs)]
#[command(next_help_heading = "Formulas (CNF)")]
pub(crate) struct CnfSolve {
    /// List cubes of these variables only: 1,2,5
    #[arg(long, value_name = "VARIABLES", value_delimiter = ',')]
    pub(crate) project: Option<Vec<u32>>,
    /// If there is no model, write a proof of that (DRAT) to FILE
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "limit", "project"])]
    pub(crate) proof: Option<PathBuf>,
}

impl CnfSolve {
    /// The option that was used, if any.
    pub(crate) fn used(&self) -> Option<&'static str> {
        match (&self.project, &self.proof) {
            (Some(_), _) => Some("--project"),
            (_, Some(_)) => Some("--proof"),
            _ => None,
        }
    }
}
