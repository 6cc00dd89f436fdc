// Many machines (document 000 §7): start states come from one queue, each goes to a machine that has nothing to
// do, and the numbers of solutions are added up. Every machine has its own copy of the program.
//
// One state is dealt out at a time, a word a clock; results are collected one a clock, of the first machine
// that has one. Invariant: `owner` takes words until `in_last`.
module pp_array #(
  parameter CORES = 4,
  parameter WAYS = 1,
  parameter ASPECTS = 128,
  parameter PC_BITS = 15,
  parameter WORDS = 32768,
  parameter SP_BITS = 7,
  parameter NOS_BITS = 32
) (
  input  logic clock,
  input  logic reset,
  input  logic program_write,
  input  logic [PC_BITS-1:0] program_address,
  input  logic [puzzle::WORD_BITS-1:0] program_word,
  input  logic in_valid,
  output logic in_ready,
  input  logic in_last,
  input  logic [NOS_BITS-1:0] in_data,
  output logic [NOS_BITS-1:0] total,
  output logic [NOS_BITS-1:0] results,
  output logic [CORES-1:0] runs,
  output logic [CORES*4-1:0] executed
);
  logic [CORES-1:0] awaits, done, collect, feed, owner;
  logic [CORES*NOS_BITS-1:0] found;
  logic dealing;
  genvar c;

  // The lowest bit that is set.
  assign collect = done & (~done + 1'b1);
  assign feed = dealing ? owner : awaits & (~awaits + 1'b1);
  assign in_ready = |(feed & awaits);

  generate
    for (c = 0; c < CORES; c = c + 1) begin : core
      wire [1:0] out_kind;
      wire [WAYS-1:0] executes;
      assign executed[4*c +: 4] = executes;
      pp_system #(.WAYS(WAYS), .ASPECTS(ASPECTS), .PC_BITS(PC_BITS), .WORDS(WORDS), .SP_BITS(SP_BITS),
          .NOS_BITS(NOS_BITS)) system (
        .clock(clock), .reset(reset), .program_write(program_write), .program_address(program_address),
        .program_word(program_word), .in_valid(in_valid && feed[c]), .in_ready(awaits[c]),
        .in_data(in_data), .out_valid(done[c]), .out_ready(collect[c]),
        .out_data(found[NOS_BITS*c +: NOS_BITS]), .out_kind(out_kind), .stop(1'b0), .tell(1'b0),
        .runs(runs[c]), .fetches(), .executes(executes), .onwards(), .word(), .address(), .sp(), .nos()
      );
    end
  endgenerate

  // What the machine that is collected from has found.
  wire [NOS_BITS*(CORES+1)-1:0] sums;
  assign sums[NOS_BITS-1:0] = 0;
  generate
    for (c = 0; c < CORES; c = c + 1) begin : add
      assign sums[NOS_BITS*(c+1) +: NOS_BITS] = sums[NOS_BITS*c +: NOS_BITS]
          | (collect[c] ? found[NOS_BITS*c +: NOS_BITS] : {NOS_BITS{1'b0}});
    end
  endgenerate
  wire [NOS_BITS-1:0] sum = sums[NOS_BITS*CORES +: NOS_BITS];

  always_ff @(posedge clock)
    if (reset) begin
      dealing <= 0;
      owner <= 0;
      total <= 0;
      results <= 0;
    end else begin
      if (in_valid && in_ready) begin
        dealing <= !in_last;
        owner <= feed;
      end
      if (done != 0) begin
        total <= total + sum;
        results <= results + 1'b1;
      end
    end
endmodule
