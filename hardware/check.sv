// The meaning of the instruction set (document 000 §5.1), one instruction a clock, and beside it a design that
// must do the same: whenever it executes, it is at the same pc with the same sp, nos and q.
//
// The program, q and the stack hold anything at the beginning, so a proof for N clocks is one for every program of
// 2^PC_BITS words and every state. Everything is small: 2 aspects, addresses of PC_BITS bits, a stack of
// four places.
`ifndef WAYS
`define WAYS 1
`endif
module check (input logic clock);
  localparam WAYS = `WAYS, PC_BITS = 2, SP_BITS = 2, NOS_BITS = 4, ASPECT_BITS = 1;
  localparam WORD = puzzle::WORD_BITS, WORDS = 2**PC_BITS;

  // Anything, for ever.
  reg [WORD*WORDS-1:0] words;
  always @(posedge clock) words <= words;
  reg [PC_BITS-1:0] start_pc;
  reg [SP_BITS-1:0] start_sp;
  reg [1:0] start_q;
  reg [PC_BITS*4-1:0] start_stack;
  always @(posedge clock) begin
    start_pc <= start_pc;
    start_sp <= start_sp;
    start_q <= start_q;
    start_stack <= start_stack;
  end

  // The design with memories of its own.
  reg [1:0] q;
  reg [PC_BITS*4-1:0] stack;
  wire [WAYS*PC_BITS-1:0] rom_address;
  wire [WAYS*WORD-1:0] rom_data;
  wire [WAYS*ASPECT_BITS-1:0] q_address;
  wire [WAYS-1:0] q_free, q_write, q_value, executes;
  wire [SP_BITS-1:0] stack_address, sp;
  wire stack_write, boundary, solution, fetches;
  wire [PC_BITS-1:0] stack_value, pc, address;
  wire [NOS_BITS-1:0] nos;
  wire [WAYS*WORD-1:0] word;
  reg loaded_pc = 0, loaded_sp = 0;
  wire loading = !(loaded_pc && loaded_sp);
  wire over = sp == 0;
  wire go = !loading && !(boundary && over);
  always @(posedge clock) begin
    loaded_pc <= 1;
    loaded_sp <= loaded_pc;
  end
  `DESIGN #(WAYS, ASPECT_BITS, PC_BITS, SP_BITS, NOS_BITS) core (
    .clock(clock), .go(go), .loading(loading), .take_pc(!loaded_pc), .take_nos(!loaded_pc),
    .take_sp(loaded_pc && !loaded_sp),
    .in_data(loaded_pc ? {2'b0, start_sp} : {2'b0, start_pc}), .stop(1'b0),
    .boundary(boundary), .solution(solution), .pc(pc), .nos(nos), .sp(sp), .rom_address(rom_address),
    .rom_data(rom_data), .q_address(q_address), .q_free(q_free), .q_write(q_write), .q_value(q_value),
    .stack_address(stack_address), .stack_write(stack_write), .stack_value(stack_value),
    .stack_data(stack[PC_BITS*stack_address +: PC_BITS]), .fetches(fetches), .executes(executes), .onwards(),
    .word(word), .address(address)
  );
  genvar w;
  generate
    for (w = 0; w < WAYS; w = w + 1) begin : way
      assign rom_data[WORD*w +: WORD] = words[WORD*rom_address[PC_BITS*w +: PC_BITS] +: WORD];
      assign q_free[w] = q[q_address[w]];
    end
  endgenerate
  always @(posedge clock)
    if (loading) begin
      q <= start_q;
      stack <= start_stack;
    end else begin
      for (int i = 0; i < WAYS; i = i + 1) if (q_write[i]) q[q_address[i]] <= q_value[i];
      if (stack_write) stack[PC_BITS*stack_address +: PC_BITS] <= stack_value;
    end

  // What the instructions mean, for as many as are executed in this clock.
  reg [1:0] m_q;
  reg [PC_BITS*4-1:0] m_stack;
  reg [PC_BITS-1:0] m_pc;
  reg [SP_BITS-1:0] m_sp;
  reg [NOS_BITS-1:0] m_nos;
  reg good = 1;
  reg [1:0] n_q;
  reg [PC_BITS*4-1:0] n_stack;
  reg [PC_BITS-1:0] n_pc;
  reg [SP_BITS-1:0] n_sp;
  reg [NOS_BITS-1:0] n_nos;
  reg n_good;
  reg [WORD-1:0] now;
  always @* begin
    n_q = m_q;
    n_stack = m_stack;
    n_pc = m_pc;
    n_sp = m_sp;
    n_nos = m_nos;
    n_good = good;
    now = 0;
      for (int i = 0; i < WAYS; i = i + 1)
        if (!loading && executes[i]) begin
          now = words[WORD*n_pc +: WORD];
          // The stack and the program have room, and the run has not ended: else anything may happen.
          if (n_pc != ((address + i) & (WORDS - 1)) || word[WORD*i +: WORD] != now || n_sp == 0) n_good = 0;
          n_pc = n_pc + 1;
          case (now[puzzle::OPCODE_LOW +: 3])
            puzzle::IF:
              if (n_q[now[puzzle::ASPECT_LOW]]) n_q[now[puzzle::ASPECT_LOW]] = 0;
              else n_pc = n_pc + now[PC_BITS-1:0];
            puzzle::CALL: begin
              n_stack[PC_BITS*n_sp +: PC_BITS] = n_pc;
              n_pc = n_pc + now[PC_BITS-1:0];
              n_sp = n_sp + 1;
            end
            puzzle::MF: n_q[now[puzzle::ASPECT_LOW]] = 1;
            puzzle::RETURN: begin
              n_sp = n_sp - 1;
              n_pc = n_stack[PC_BITS*n_sp +: PC_BITS];
            end
            puzzle::SOLUTION: n_nos = n_nos + 1;
          endcase
        end
    if (loading) begin
      n_q = start_q;
      n_stack = start_stack;
      n_pc = start_pc;
      n_sp = start_sp;
      n_nos = {2'b0, start_pc};
    end
  end
  always @(posedge clock) begin
    m_q <= n_q;
    m_stack <= n_stack;
    m_pc <= n_pc;
    m_sp <= n_sp;
    m_nos <= n_nos;
    good <= n_good;
  end

  // Only the five opcodes are meant.
  reg legal;
  always @* begin
    legal = 1;
    for (int i = 0; i < WORDS; i = i + 1)
      case (words[WORD*i + puzzle::OPCODE_LOW +: 3])
        puzzle::IF, puzzle::CALL, puzzle::MF, puzzle::RETURN, puzzle::SOLUTION: ;
        default: legal = 0;
      endcase
  end
  wire same = pc == m_pc && sp == m_sp && nos == m_nos && q == m_q && stack == m_stack;
  wire wrong = legal && !loading && (!good || boundary && !same);
endmodule
