// What an import came to: how much was taken, and what could not be, with a few examples of each.

export interface Counts {
  people: number
  channels: number
  messages: number
  reactions: number
  files: number
  emoji: number
}

/** Something that could not be taken, or not as it was. */
export interface Problem {
  /** In words, such as `Files that are not in the archive are links`. */
  readonly what: string
  count: number
  readonly examples: string[]
}

const mostExamples = 3
const longestExample = 120

export class Report {
  readonly taken: Counts = { people: 0, channels: 0, messages: 0, reactions: 0, files: 0, emoji: 0 }
  /** What was there already, from an import before. */
  readonly known: Counts = { people: 0, channels: 0, messages: 0, reactions: 0, files: 0, emoji: 0 }
  readonly #problems = new Map<string, Problem>()

  note(what: string, example: string): void {
    const problem = this.#problems.get(what) ?? { what, count: 0, examples: [] }
    this.#problems.set(what, problem)
    problem.count += 1
    const { examples } = problem
    const short = example.slice(0, longestExample)
    if (examples.length < mostExamples && !examples.includes(short)) examples.push(short)
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()].toSorted((a, b) => b.count - a.count)
  }
}
