// The exo-architecture of document 000 §6, the same for every design: a state comes in, the machine runs,
// solutions and results go out.
//
// The state is the list of numbers of the state file: q, pc, nos, sp, stack[1] .. stack[sp-1]. sp = 1 is
// the empty stack and sp = 0 the state after the end. Words that go out have a kind:
//   0  a solution begins: sp, then its return addresses, if solutions are wanted (`tell`)
//   1  a return address of a solution
//   2  the run is over: nos
//   3  a word of the state, which goes out when `stop` is asked for, in the order in which it comes in
// After a result or a state the next state is awaited, so that one machine can run many parts.
//
// Invariant: `go` is low unless the machine may work on its registers; while it is low the memories
// belong to this module.
module pp_transfer #(
  parameter ASPECTS = 128,
  parameter ASPECT_BITS = 7,
  parameter PC_BITS = 15,
  parameter SP_BITS = 7,
  parameter NOS_BITS = 16
) (
  input  logic clock,
  input  logic reset,
  // the channels
  input  logic in_valid,
  output logic in_ready,
  input  logic [NOS_BITS-1:0] in_data,
  output logic out_valid,
  input  logic out_ready,
  output logic [NOS_BITS-1:0] out_data,
  output logic [1:0] out_kind,
  input  logic stop,
  input  logic tell,
  // the machine
  input  logic boundary,   // between two instructions
  input  logic solution,   // SOLUTION is being executed
  output logic go,
  output logic loading,    // a state is coming in
  output logic take_pc,    // the register takes the word that comes in
  output logic take_nos,
  output logic take_sp,
  input  logic [PC_BITS-1:0] pc,
  input  logic [NOS_BITS-1:0] nos,
  input  logic [SP_BITS-1:0] sp,
  // the memories, while the machine does not go
  output logic [ASPECT_BITS-1:0] q_address,
  output logic q_write,
  input  logic q_free,
  output logic [SP_BITS-1:0] stack_address,
  output logic stack_write,
  input  logic [PC_BITS-1:0] stack_data
);
  localparam IN = 0, RUN = 1, TELL = 2, RESULT = 3, DUMP = 4;
  localparam Q = 0, PC = 1, NOS = 2, SP = 3, STACK = 4;
  localparam INDEX_BITS = ASPECT_BITS > SP_BITS ? ASPECT_BITS : SP_BITS;

  logic [2:0] mode;
  logic [2:0] item;
  logic [INDEX_BITS-1:0] index;

  wire incoming = mode == IN;
  wire outgoing = mode == TELL || mode == RESULT || mode == DUMP;
  wire moves = incoming ? in_valid && in_ready : outgoing && out_ready;
  wire [SP_BITS-1:0] depth = incoming && item == SP ? in_data[SP_BITS-1:0] : sp;
  wire [SP_BITS-1:0] following = index[SP_BITS-1:0] + 1'b1;
  wire last = item == SP && depth[SP_BITS-1:1] == 0 || item == STACK && following == depth
      || mode == RESULT;
  wire halts = boundary && (stop || sp == 0);

  assign in_ready = incoming && !(stop && item == Q && index == 0);
  assign out_valid = outgoing;
  assign out_kind = mode == DUMP ? 2'd3 : mode == RESULT ? 2'd2 : {1'b0, item == STACK};
  assign go = mode == RUN && !halts;
  assign loading = incoming;
  assign take_pc = incoming && in_valid && item == PC;
  assign take_nos = incoming && in_valid && item == NOS;
  assign take_sp = incoming && in_valid && item == SP;
  assign q_address = index[ASPECT_BITS-1:0];
  assign q_write = incoming && in_valid && in_ready && item == Q;
  assign stack_address = index[SP_BITS-1:0];
  assign stack_write = incoming && in_valid && item == STACK;

  always_comb begin
    out_data = nos;
    case (item)
      Q: out_data = {{(NOS_BITS-1){1'b0}}, q_free};
      PC: out_data = {{(NOS_BITS-PC_BITS){1'b0}}, pc};
      SP: out_data = {{(NOS_BITS-SP_BITS){1'b0}}, sp};
      STACK: out_data = {{(NOS_BITS-PC_BITS){1'b0}}, stack_data};
      default: out_data = nos;
    endcase
  end

  always_ff @(posedge clock)
    if (reset) begin
      mode <= IN;
      item <= Q;
      index <= 0;
    end else if (mode == RUN) begin
      index <= 0;
      if (halts) begin
        mode <= stop ? DUMP : RESULT;
        item <= stop ? Q : NOS;
      end else if (solution && tell) begin
        mode <= TELL;
        item <= SP;
      end
    end else if (incoming && stop && item == Q && index == 0)
      mode <= DUMP;
    else if (moves) begin
      index <= item == Q ? index + 1'b1 : item == STACK ? {{(INDEX_BITS-SP_BITS){1'b0}}, following} : 1;
      if (last) begin
        mode <= incoming || mode == TELL ? RUN : IN;
        item <= Q;
        index <= 0;
      end else if (item != STACK && !(item == Q && index != ASPECTS - 1))
        item <= item + 1'b1;
    end
endmodule
