// A machine with its memories: the program, q and the stack. Programs come in by a channel of their own,
// one word a clock; q and the stack come in with the state.
module pp_bank #(parameter BITS = 15, parameter WORDS = 32768) (
  input  logic clock,
  input  logic write,
  input  logic [BITS-1:0] write_address,
  input  logic [puzzle::WORD_BITS-1:0] write_value,
  input  logic [BITS-1:0] address,
  output logic [puzzle::WORD_BITS-1:0] data
);
  logic [puzzle::WORD_BITS-1:0] words [0:WORDS-1];
  assign data = words[address];
  always_ff @(posedge clock) if (write) words[write_address] <= write_value;
endmodule

module pp_system #(
  parameter WAYS = 1,
  parameter ASPECTS = 128,
  parameter ASPECT_BITS = 7,
  parameter PC_BITS = 15,
  parameter WORDS = 32768,
  parameter SP_BITS = 7,
  parameter NOS_BITS = 16
) (
  input  logic clock,
  input  logic reset,
  input  logic program_write,
  input  logic [PC_BITS-1:0] program_address,
  input  logic [puzzle::WORD_BITS-1:0] program_word,
  input  logic in_valid,
  output logic in_ready,
  input  logic [NOS_BITS-1:0] in_data,
  output logic out_valid,
  input  logic out_ready,
  output logic [NOS_BITS-1:0] out_data,
  output logic [1:0] out_kind,
  input  logic stop,
  input  logic tell,
  output logic runs,
  output logic fetches,
  output logic [WAYS-1:0] executes,
  output logic [WAYS-1:0] onwards,
  output logic [WAYS*puzzle::WORD_BITS-1:0] word,
  output logic [PC_BITS-1:0] address,
  output logic [SP_BITS-1:0] sp,
  output logic [NOS_BITS-1:0] nos
);
  localparam LOG = $clog2(WAYS);
  logic [WAYS*PC_BITS-1:0] rom_address;
  logic [WAYS*puzzle::WORD_BITS-1:0] rom_data;
  logic [WAYS*ASPECT_BITS-1:0] q_address;
  logic [WAYS-1:0] q_free, q_write, q_value;
  logic [SP_BITS-1:0] stack_address;
  logic stack_write;
  logic [PC_BITS-1:0] stack_value, stack_data;

  pp_machine #(WAYS, ASPECTS, ASPECT_BITS, PC_BITS, SP_BITS, NOS_BITS) machine (.*);

  genvar b, w;
  generate
    for (b = 0; b < WAYS; b = b + 1) begin : bank
      wire [PC_BITS-1:0] at = rom_address[PC_BITS*b +: PC_BITS];
      pp_bank #(PC_BITS - LOG, (WORDS + WAYS - 1) / WAYS) words (
        .clock, .write(program_write && program_address % WAYS == b),
        .write_address(program_address[PC_BITS-1:LOG]), .write_value(program_word),
        .address(at[PC_BITS-1:LOG]), .data(rom_data[puzzle::WORD_BITS*b +: puzzle::WORD_BITS])
      );
    end
  endgenerate

  logic q [0:2**ASPECT_BITS-1];
  logic [PC_BITS-1:0] stack [0:2**SP_BITS-1];
  assign stack_data = stack[stack_address];
  generate
    for (w = 0; w < WAYS; w = w + 1) begin : port
      assign q_free[w] = q[q_address[ASPECT_BITS*w +: ASPECT_BITS]];
    end
  endgenerate
  always_ff @(posedge clock) begin
    if (stack_write) stack[stack_address] <= stack_value;
    for (int i = 0; i < WAYS; i++)
      if (q_write[i]) q[q_address[ASPECT_BITS*i +: ASPECT_BITS]] <= q_value[i];
  end
endmodule
