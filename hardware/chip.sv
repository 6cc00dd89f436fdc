// A system with as few pins as it needs, for placing on an FPGA.
`ifndef DESIGN
`define DESIGN pp_e
`endif
`ifndef WAYS
`define WAYS 1
`endif
`ifndef PC_BITS
`define PC_BITS 12
`endif
module chip (
  input  logic clock,
  input  logic reset,
  input  logic program_write,
  input  logic [`PC_BITS-1:0] program_address,
  input  logic [puzzle::WORD_BITS-1:0] program_word,
  input  logic in_valid,
  output logic in_ready,
  input  logic [15:0] in_data,
  output logic out_valid,
  input  logic out_ready,
  output logic [15:0] out_data,
  output logic [1:0] out_kind,
  input  logic stop,
  input  logic tell
);
  // Sixteen places are enough for the pieces of any pentomino puzzle.
  pp_system #(.WAYS(`WAYS), .ASPECTS(128), .PC_BITS(`PC_BITS), .WORDS(2**`PC_BITS), .SP_BITS(4),
      .NOS_BITS(16)) system (
    .clock(clock), .reset(reset), .program_write(program_write), .program_address(program_address),
    .program_word(program_word), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
    .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_kind(out_kind), .stop(stop),
    .tell(tell), .runs(), .fetches(), .executes(), .onwards(), .word(), .address(), .sp(), .nos()
  );
endmodule
