// Design H, past the report: a row of instructions is fetched and executed together, and the address of
// the next row is known in the same clock. At most one clock an instruction.
//
// An instruction after which control goes on to the next address (an IF that finds its aspect free, an MF)
// lets the one behind it execute too; anything else ends the row. About half of all instructions are of
// that kind, so rows are short, but no clock is lost on a branch, because pc needs no clock of its own:
// q, then pc, then the memory of the program are passed in one clock.
//
// The program lies in WAYS banks, so any WAYS words in a row can be read at once; which bank holds the first
// is told by the low bits of pc. Invariant: an IF sees what the instructions before it in its row have done.
module pp_h #(
  parameter WAYS = 2,         // instructions that are fetched at once
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
  localparam W = puzzle::WORD_BITS;
  localparam LOG = $clog2(WAYS);

  logic execute;                    // the row in `banks` is the one at pc
  logic [WAYS*W-1:0] banks;
  logic [WAYS-1:0] alive, free, onward, writes;
  logic [W-1:0] ends;               // the last instruction that is executed
  logic finds;                      // it is an IF that finds its aspect free
  logic [LOG:0] lead;             // how many are executed before it
  logic [PC_BITS-1:0] fetch;

  // The row in order.
  always_comb begin
    for (int i = 0; i < WAYS; i++) begin
      word[W*i +: W] = 0;
      for (int b = 0; b < WAYS; b++)
        if (((pc[LOG-1:0] + i) & (WAYS - 1)) == b) word[W*i +: W] = banks[W*b +: W];
      q_address[ASPECT_BITS*i +: ASPECT_BITS] = word[W*i + puzzle::ASPECT_LOW +: ASPECT_BITS];
    end
  end

  // What each of them would do, and which are executed.
  always_comb begin
    alive = 1;
    ends = word[W-1:0];
    finds = 0;
    lead = 0;
    for (int i = 0; i < WAYS; i++) begin
      free[i] = q_free[i];
      for (int j = 0; j < i; j++)
        if (writes[j] && q_address[ASPECT_BITS*j +: ASPECT_BITS] == q_address[ASPECT_BITS*i +: ASPECT_BITS])
          free[i] = q_value[j];
      q_value[i] = word[W*i + puzzle::OPCODE_LOW +: puzzle::OPCODE_BITS] == puzzle::MF;
      onward[i] = q_value[i]
          || word[W*i + puzzle::OPCODE_LOW +: puzzle::OPCODE_BITS] == puzzle::IF && free[i];
      if (i > 0) alive[i] = alive[i-1] && onward[i-1];
      writes[i] = alive[i] && onward[i];
      if (alive[i]) begin
        ends = word[W*i +: W];
        finds = onward[i];
        lead = i;
      end
    end
  end

  wire [2:0] opcode = ends[puzzle::OPCODE_LOW +: puzzle::OPCODE_BITS];
  wire [puzzle::ADDRESS_BITS-1:0] distance = ends[puzzle::ADDRESS_LOW +: puzzle::ADDRESS_BITS];
  wire works = go && execute;
  wire jumps = opcode == puzzle::CALL || opcode == puzzle::IF && !finds;
  wire [PC_BITS-1:0] next = pc + lead + 1'b1;
  wire [PC_BITS-1:0] after = next + (jumps ? distance : {puzzle::ADDRESS_BITS{1'b0}});

  assign boundary = 1;
  assign solution = works && opcode == puzzle::SOLUTION;
  assign fetch = !execute ? pc : opcode == puzzle::RETURN ? stack_data : after;
  assign q_write = works ? writes : 0;
  assign stack_address = opcode == puzzle::CALL ? sp : sp - 1'b1;
  assign stack_write = works && opcode == puzzle::CALL;
  assign stack_value = next;
  assign fetches = go;
  assign executes = works ? alive : 0;
  // A row ends with the only instruction of it that may be a SOLUTION.
  assign onwards = works ? writes | (opcode == puzzle::SOLUTION ? alive & ~(alive >> 1) : 0) : 0;
  assign address = pc;

  // Bank b holds the addresses that are b modulo WAYS; its word of the row at `fetch`.
  always_comb
    for (int b = 0; b < WAYS; b++)
      rom_address[PC_BITS*b +: PC_BITS] = fetch + ((b - fetch) & (WAYS - 1));

  always_ff @(posedge clock)
    if (loading) begin
      execute <= 0;
      if (take_pc) pc <= in_data[PC_BITS-1:0];
      if (take_nos) nos <= in_data;
      if (take_sp) sp <= in_data[SP_BITS-1:0];
    end else if (go) begin
      banks <= rom_data;
      execute <= 1;
      pc <= fetch;
      if (execute && opcode == puzzle::CALL) sp <= sp + 1'b1;
      if (execute && opcode == puzzle::RETURN) sp <= sp - 1'b1;
      if (solution) nos <= nos + 1'b1;
    end
endmodule
