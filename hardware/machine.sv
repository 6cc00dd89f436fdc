// A machine without its memories: one of the designs, and the transfer of states in and out. This is what
// the report counts: "excluding ROM", and excluding q and the stack, which are RAM.
`ifndef DESIGN
`define DESIGN pp_e
`endif
module pp_machine #(
  parameter WAYS = 1,
  parameter ASPECTS = 128,
  parameter ASPECT_BITS = 7,
  parameter PC_BITS = 15,
  parameter SP_BITS = 7,
  parameter NOS_BITS = 16
) (
  input  logic clock,
  input  logic reset,
  input  logic in_valid,
  output logic in_ready,
  input  logic [NOS_BITS-1:0] in_data,
  output logic out_valid,
  input  logic out_ready,
  output logic [NOS_BITS-1:0] out_data,
  output logic [1:0] out_kind,
  input  logic stop,
  input  logic tell,
  output logic [WAYS*PC_BITS-1:0] rom_address,
  input  logic [WAYS*puzzle::WORD_BITS-1:0] rom_data,
  output logic [WAYS*ASPECT_BITS-1:0] q_address,
  input  logic [WAYS-1:0] q_free,
  output logic [WAYS-1:0] q_write,
  output logic [WAYS-1:0] q_value,
  output logic [SP_BITS-1:0] stack_address,
  output logic stack_write,
  output logic [PC_BITS-1:0] stack_value,
  input  logic [PC_BITS-1:0] stack_data,
  output logic runs,
  output logic fetches,
  output logic [WAYS-1:0] executes,
  output logic [WAYS-1:0] onwards,
  output logic [WAYS*puzzle::WORD_BITS-1:0] word,
  output logic [PC_BITS-1:0] address,
  output logic [SP_BITS-1:0] sp,
  output logic [NOS_BITS-1:0] nos
);
  logic loading, take_pc, take_nos, take_sp, boundary, solution, go;
  logic [PC_BITS-1:0] pc;
  logic [ASPECT_BITS-1:0] move_q_address;
  logic move_q_write, move_stack_write;
  logic [SP_BITS-1:0] move_stack_address, core_stack_address;
  logic [WAYS*ASPECT_BITS-1:0] core_q_address;
  logic [WAYS-1:0] core_q_write, core_q_value;
  logic core_stack_write;
  logic [PC_BITS-1:0] core_stack_value;

  pp_transfer #(ASPECTS, ASPECT_BITS, PC_BITS, SP_BITS, NOS_BITS) transfer (
    .clock, .reset, .in_valid, .in_ready, .in_data, .out_valid, .out_ready, .out_data, .out_kind,
    .stop, .tell, .boundary, .solution, .go, .loading, .take_pc, .take_nos, .take_sp, .pc, .nos, .sp,
    .q_address(move_q_address), .q_write(move_q_write), .q_free(q_free[0]),
    .stack_address(move_stack_address), .stack_write(move_stack_write), .stack_data
  );

  `DESIGN #(WAYS, ASPECT_BITS, PC_BITS, SP_BITS, NOS_BITS) core (
    .clock, .go, .loading, .take_pc, .take_nos, .take_sp, .in_data, .stop, .boundary, .solution, .pc,
    .nos, .sp, .rom_address, .rom_data, .q_address(core_q_address), .q_free, .q_write(core_q_write),
    .q_value(core_q_value), .stack_address(core_stack_address), .stack_write(core_stack_write),
    .stack_value(core_stack_value), .stack_data, .fetches, .executes, .onwards, .word, .address
  );

  assign runs = go;
  assign stack_address = go ? core_stack_address : move_stack_address;
  assign stack_write = go ? core_stack_write : move_stack_write;
  assign stack_value = go ? core_stack_value : in_data[PC_BITS-1:0];
  // While the machine rests the first port of q belongs to the transfer.
  assign q_address = go ? core_q_address : {WAYS{move_q_address}};
  assign q_write = go ? core_q_write : {{WAYS{1'b0}}, move_q_write};
  assign q_value = go ? core_q_value : {WAYS{in_data[0]}};
endmodule
