// Design F (document 000 §6.2, Appendix F): while an instruction is fetched, the values that pc and sp may
// take are computed, so that execution only chooses. Two clocks an instruction.
//
// A clocked register can be read and written at once, so the report's copies pc2 and sp3 are not needed.
module pp_f #(
  parameter WAYS = 1,         // instructions that are fetched at once
  parameter ASPECT_BITS = 7,
  parameter PC_BITS = 15,
  parameter SP_BITS = 7,
  parameter NOS_BITS = 16
) (
  input  logic clock,
  // what `transfer` allows, and registers as a state comes in
  input  logic go,
  input  logic loading,
  input  logic take_pc,
  input  logic take_nos,
  input  logic take_sp,
  input  logic [NOS_BITS-1:0] in_data,
  input  logic stop,
  output logic boundary,
  output logic solution,
  output logic [PC_BITS-1:0] pc,
  output logic [NOS_BITS-1:0] nos,
  output logic [SP_BITS-1:0] sp,
  // the memories; what is read comes in the same clock
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
  // for whoever watches: words are fetched; instructions are executed, which, and where, and how they end
  output logic fetches,
  output logic [WAYS-1:0] executes,
  output logic [WAYS-1:0] onwards,   // the next address follows
  output logic [WAYS*puzzle::WORD_BITS-1:0] word,
  output logic [PC_BITS-1:0] address
);
  logic execute;
  logic [puzzle::WORD_BITS-1:0] ir;
  logic [PC_BITS-1:0] pc1;     // pc + 1
  logic [SP_BITS-1:0] sp1;     // sp + 1
  logic [SP_BITS-1:0] sp2;     // sp - 1
  wire [2:0] opcode = ir[puzzle::OPCODE_LOW +: puzzle::OPCODE_BITS];
  wire [ASPECT_BITS-1:0] aspect = ir[puzzle::ASPECT_LOW +: ASPECT_BITS];
  wire [puzzle::ADDRESS_BITS-1:0] distance = ir[puzzle::ADDRESS_LOW +: puzzle::ADDRESS_BITS];
  wire [PC_BITS-1:0] target = pc1 + distance;
  wire works = go && execute;

  assign boundary = !execute;
  assign solution = works && opcode == puzzle::SOLUTION;
  assign rom_address = pc;
  assign q_address = aspect;
  assign q_write = works && (opcode == puzzle::IF && q_free || opcode == puzzle::MF);
  assign q_value = opcode == puzzle::MF;
  assign stack_address = opcode == puzzle::CALL ? sp : sp2;
  assign stack_write = works && opcode == puzzle::CALL;
  assign stack_value = pc1;
  assign fetches = go && !execute;
  assign executes = works;
  assign onwards = works && (opcode == puzzle::IF ? q_free
      : opcode != puzzle::CALL && opcode != puzzle::RETURN);
  assign word = ir;
  assign address = pc;

  always_ff @(posedge clock)
    if (loading) begin
      execute <= 0;
      if (take_pc) pc <= in_data[PC_BITS-1:0];
      if (take_nos) nos <= in_data;
      if (take_sp) sp <= in_data[SP_BITS-1:0];
    end else if (go && !execute) begin
      ir <= rom_data;
      pc1 <= pc + 1'b1;
      sp1 <= sp + 1'b1;
      sp2 <= sp - 1'b1;
      execute <= 1;
    end else if (works) begin
      execute <= 0;
      case (opcode)
        puzzle::IF: pc <= q_free ? pc1 : target;
        puzzle::CALL: begin
          pc <= target;
          sp <= sp1;
        end
        puzzle::RETURN: begin
          pc <= stack_data;
          sp <= sp2;
        end
        puzzle::MF: pc <= pc1;
        default: begin
          pc <= pc1;
          nos <= nos + 1'b1;
        end
      endcase
    end
endmodule
