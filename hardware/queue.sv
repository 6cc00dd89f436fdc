// Runs an array of machines on the parts of a program.
//
// +rom=FILE +words=N   the program
// +states=FILE +parts=N   the start states, one after the other, heaviest first
// Tells  A clocks solutions, then for each machine  M busy instructions
`timescale 1ns / 1ns
`ifndef WAYS
`define WAYS 1
`endif
`ifndef CORES
`define CORES 4
`endif
`ifndef PC_BITS
`define PC_BITS 15
`endif
module queue;
  localparam CORES = `CORES, WAYS = `WAYS, ASPECTS = 128, PC_BITS = `PC_BITS, NOS_BITS = 32;
  localparam WORD = puzzle::WORD_BITS;

  logic clock = 0, reset = 1;
  logic program_write = 0;
  logic [PC_BITS-1:0] program_address = 0;
  logic [WORD-1:0] program_word = 0;
  logic in_valid = 0, in_ready, in_last = 0;
  logic [NOS_BITS-1:0] in_data = 0, total, results;
  logic [CORES-1:0] runs;
  logic [CORES*4-1:0] executed;
  pp_array #(.CORES(CORES), .WAYS(WAYS), .ASPECTS(ASPECTS), .PC_BITS(PC_BITS), .WORDS(2**PC_BITS),
      .NOS_BITS(NOS_BITS)) array (.*);
  always #1 clock = !clock;

  logic [WORD-1:0] rom [0:2**PC_BITS-1];
  string name;
  longint words, parts, value, depth, clocks = 0;
  longint busy [0:CORES-1];
  longint instructions [0:CORES-1];
  integer file, got, k;

  task automatic give(input longint value, input logic last);
    in_valid <= 1;
    in_last <= last;
    in_data <= value[NOS_BITS-1:0];
    @(posedge clock);
    while (!in_ready) @(posedge clock);
    in_valid <= 0;
  endtask

  initial begin
    for (k = 0; k < CORES; k = k + 1) begin
      busy[k] = 0;
      instructions[k] = 0;
    end
    if (!$value$plusargs("words=%d", words)) words = 0;
    if (!$value$plusargs("parts=%d", parts)) parts = 0;
    if ($value$plusargs("rom=%s", name)) $readmemb(name, rom, 0, int'(words) - 1);
    if (!$value$plusargs("states=%s", name)) $finish;
    repeat (2) @(posedge clock);
    for (longint i = 0; i < words; i++) begin
      program_write <= 1;
      program_address <= i[PC_BITS-1:0];
      program_word <= rom[i];
      @(posedge clock);
    end
    program_write <= 0;
    reset <= 0;
    @(posedge clock);
    file = $fopen(name, "r");
    for (longint p = 0; p < parts; p++) begin
      for (int i = 0; i < ASPECTS + 2; i++) begin
        got = $fscanf(file, "%d", value);
        give(value, 0);
      end
      got = $fscanf(file, "%d", depth);
      give(depth, depth <= 1);
      for (longint i = 1; i < depth; i++) begin
        got = $fscanf(file, "%d", value);
        give(value, i + 1 == depth);
      end
    end
  end

  always @(posedge clock) if (!reset) begin
    clocks <= clocks + 1;
    for (int c = 0; c < CORES; c++) begin
      if (runs[c]) busy[c] = busy[c] + 1;
      for (int w = 0; w < 4; w++) if (executed[4*c + w]) instructions[c] = instructions[c] + 1;
    end
    if (results == parts) begin
      $write("A %0d %0d\n", clocks, total);
      for (int c = 0; c < CORES; c++) $write("M %0d %0d\n", busy[c], instructions[c]);
      $finish;
    end
  end
endmodule
