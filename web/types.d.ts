// What the server says, for the type checker. The OpenAPI document is the authority.
interface Problem { type: string; title: string; status: number; detail: string; refusal?: Refusal }
interface Refusal { message: string; line: number | null; column: number | null; hint: string | null; rendered: string }
interface Cell { outline: [number, number][]; round: boolean; group: number | null; fill: string; label: string; ink: string | null; shade: number | null }
interface Body3 { base: [number, number][]; low: number; high: number; ball: number | null; group: number; fill: string; label: string; layer: number }
interface Link2 { from: [number, number]; to: [number, number]; strong: boolean }
interface Layer { caption: string; cells: Cell[] }
interface Frame { caption: string; layers: Layer[]; solid: unknown[]; bodies?: Body3[]; links: Link2[]; notes: string[] }
interface Scene { title: string; frames: Frame[] }
interface Asking { name: string; about: string; hands_over: boolean }
interface Choosing { name: string; value: "flag" | "text" | "optional"; hint: string; about: string; asks: string | null; against: string[] }
interface Table { heading: string; choices: Choosing[] }
interface Puzzle {
  valid: true; title: string; family: string; about: string; figures: [string, string][]; known: string; source: string;
  impossible: string | null; warnings: string[]; questions: Asking[]; tables: Table[]; formats: [string, string][];
  plays: boolean; compiles: boolean; scene: Scene; text?: string;
}
interface Job {
  id: string; running: boolean; question: string; found: number; kept: number; nodes: number; counted: number;
  fraction: number; elapsed_s: number; can_go_on: boolean; answer?: any; problem?: Problem;
}
interface Solution { number: number; solution: number[]; fields: Record<string, any>; note: string | null; scene: Scene }
interface Played {
  players: number; help: string; moves: string[]; possible: string[]; meant: [string, string][]; over: string | null;
  hint: { word: string | null; about: string } | null; checks: boolean; mistakes: { cells: number[]; about: string } | null; scene: Scene;
}
interface Registers { q: number[]; pc: number; nos: number; stack: number[]; ended: boolean }
interface Executed {
  state: Registers; executed: number; fault: string | null; placed: number[];
  events: ("c" | "r" | "s" | number)[]; visits: [number, number][]; scene: Scene;
}
interface Program {
  length: number; aspects: string[]; capacities: number[]; procedures: [number, string, string][]; from: number;
  lines: [string, number | null, number | null, number | null][]; places: Scene;
}
type Subject = { name: string } | { text: string; called?: string } | { base64: string; called?: string };
