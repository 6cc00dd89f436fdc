//! The five-instruction puzzle processor: compiler, program forms, machine
