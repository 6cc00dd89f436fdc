// Runs a machine on a program from a state and tells what it does, for Icarus and Verilator alike.
//
// +rom=FILE      the ROM image, as `puzzle compile --emit rom` writes it
// +words=N       how many words it has
// +state=FILE    the state, as `puzzle run --state-out` writes it
// +tell          also the solutions:            S address address ...
// +trace         also every instruction before it is executed:  T pc sp nos word
// +stop=N        stop after N instructions and read the state back
// +clocks=N      give up after so many clocks
// +wave          write wave.fst
// At the end: N nos, or D with the state; then C with the counters.
`timescale 1ns / 1ns
`ifndef WAYS
`define WAYS 1
`endif
`ifndef PC_BITS
`define PC_BITS 15
`endif
module bench;
  localparam WAYS = `WAYS, ASPECTS = 128, PC_BITS = `PC_BITS, SP_BITS = 7, NOS_BITS = 32;
  localparam WORD = puzzle::WORD_BITS;

  logic clock = 0, reset = 1;
  logic program_write = 0;
  logic [PC_BITS-1:0] program_address = 0;
  logic [WORD-1:0] program_word = 0;
  logic in_valid = 0, in_ready, out_valid, stop;
  logic [NOS_BITS-1:0] in_data = 0, out_data, nos;
  logic [1:0] out_kind;
  logic runs, fetches;
  logic [WAYS-1:0] executes, onwards;
  logic [WAYS*WORD-1:0] word;
  logic [PC_BITS-1:0] address;
  logic [SP_BITS-1:0] sp;
  logic tell = 0;
  pp_system #(.WAYS(WAYS), .ASPECTS(ASPECTS), .PC_BITS(PC_BITS), .WORDS(2**PC_BITS), .SP_BITS(SP_BITS),
      .NOS_BITS(NOS_BITS)) system (.*, .out_ready(1'b1));
  always #1 clock = !clock;

  logic [WORD-1:0] rom [0:2**PC_BITS-1];
  string name;
  longint words, stop_after, most;
  integer file;
  logic trace, telling = 0;

  // Counters.
  longint clocks = 0, loading = 0, telling_clocks = 0, read = 0, instructions = 0, sequential = 0;
  longint taken = 0, calls = 0;
  int now;
  always_comb begin
    now = 0;
    for (int w = 0; w < WAYS; w++) now = now + executes[w];
  end

  logic [2:0] opcode;

  // The next number of the state file; `;` begins a comment.
  function automatic longint number();
    int c;
    c = $fgetc(file);
    while (c == " " || c == 10 || c == 13 || c == 9 || c == ";") begin
      if (c == ";") while (c != 10 && c != -1) c = $fgetc(file);
      else c = $fgetc(file);
    end
    number = 0;
    if (c == -1) number = -1;
    while (c >= "0" && c <= "9") begin
      number = number * 10 + (c - 8'd48);
      c = $fgetc(file);
    end
  endfunction

  task automatic give(input longint value);
    in_valid <= 1;
    in_data <= value[NOS_BITS-1:0];
    @(posedge clock);
    while (!in_ready) @(posedge clock);
    in_valid <= 0;
  endtask

  longint value, depth;
  initial begin
    if (!$value$plusargs("words=%d", words)) words = 0;
    if (!$value$plusargs("stop=%d", stop_after)) stop_after = 64'h7fffffffffffffff;
    if (!$value$plusargs("clocks=%d", most)) most = 64'h7fffffffffffffff;
    trace = $test$plusargs("trace") != 0;
    tell = $test$plusargs("tell") != 0;
    if ($value$plusargs("rom=%s", name)) $readmemb(name, rom, 0, int'(words) - 1);
    if ($test$plusargs("wave")) begin
      $dumpfile("wave.fst");
      $dumpvars(0, system);
    end
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
    if (!$value$plusargs("state=%s", name)) $finish;
    file = $fopen(name, "r");
    for (int i = 0; i < ASPECTS; i++) give(number());
    give(number());
    give(number());
    depth = number();
    give(depth);
    for (longint i = 1; i < depth; i++) give(number());
    $fclose(file);
  end

  assign stop = instructions >= stop_after && !dumping;
  logic dumping = 0;
  int dumped = 0;

  always @(posedge clock) if (!reset) begin
    if (in_valid && in_ready) loading <= loading + 1;
    if (runs) clocks <= clocks + 1;
    if (fetches) read <= read + WAYS;
    instructions <= instructions + now;
    if (out_valid) begin
      case (out_kind)
        0: $write("S");
        1: $write(" %0d", out_data);
        2: $write("N %0d\n", out_data);
        3: begin
          if (!dumping) $write("D");
          $write(" %0d", out_data);
          dumping <= 1;
          dumped <= dumped + 1;
        end
      endcase
      telling_clocks <= telling_clocks + (out_kind < 2);
    end
    telling <= out_valid && out_kind < 2;
    if (telling && !(out_valid && out_kind == 1)) $write("\n");
    for (int w = 0; w < WAYS; w++) if (executes[w]) begin
      opcode = word[WORD*w + puzzle::OPCODE_LOW +: puzzle::OPCODE_BITS];
      if (trace) $write("T %0d %0d %0d %0d\n", address + w, sp, nos, word[WORD*w +: WORD]);
      if (opcode == puzzle::CALL) calls = calls + 1;
      if (onwards[w]) sequential = sequential + 1;
      else if (opcode == puzzle::IF) taken = taken + 1;
    end
    if (out_valid && out_kind == 2
        || dumping && !(out_valid && out_kind == 3)
        || clocks >= most) begin
      if (dumping) $write("\n");
      $write("C %0d %0d %0d %0d %0d %0d %0d %0d\n",
          clocks, read, instructions, sequential, taken, calls, loading, telling_clocks);
      $finish;
    end
  end
endmodule
