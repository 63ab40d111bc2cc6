const linesMax = 1000
const lineCharsMax = 8192

export interface RecentLine {
  /** Ascending, from 1 at the start of the program. */
  readonly id: number
  readonly text: string
}

/** The last log lines of this program, in memory. Old ones give way. */
export class RecentLines {
  readonly #lines: RecentLine[] = []
  #next = 1

  write(line: string): void {
    const text = line.length > lineCharsMax ? shortened(line) : line
    this.#lines.push({ id: this.#next++, text })
    if (this.#lines.length > linesMax) this.#lines.shift()
  }

  *newestFirst(): Generator<RecentLine> {
    for (let at = this.#lines.length - 1; at >= 0; at--) yield this.#lines[at] as RecentLine
  }
}

function shortened(line: string): string {
  const { level, time, msg } = JSON.parse(line) as Record<string, unknown>
  return JSON.stringify({ level, time, msg: String(msg).slice(0, lineCharsMax / 2), cut: line.length })
}

let recent: RecentLines | undefined

export function recentLines(): RecentLines {
  recent ??= new RecentLines()
  return recent
}
