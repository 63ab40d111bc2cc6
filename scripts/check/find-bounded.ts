import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'

// What can grow with what strangers send: fields that hold collections, limiters and queues, and database tables.

const collections = 'Map|Set|LRUCache'
const keepers = 'RateLimiter|CustomerLimiter|CustomerCounts|DayBytes|KeyedMutex|UsedOnce'
const more = 'FairTurns|FairQueue|TokenBucket|Pace|UploadSlots|InvoiceShares|ReportDay'
const field = new RegExp(
  `^\\s*(?:readonly )?(?:this\\.)?(#\\w+)(?:: [^=]+)? = (?:new (?:${collections}|${keepers}|${more})\\b|pLimit\\(|\\[\\])`,
)
const given = new RegExp(`^ {2}(?:readonly )?(#\\w+): (?:(?:Readonly)?(?:${collections})<|\\w+\\[\\])`)
const local = new RegExp(`^\\s*const (\\w+)(?:: [^=]+)? = (?:new (?:LRUCache|${keepers})\\b|pLimit\\()`)
const table = /(?:CREATE (?:VIRTUAL )?TABLE |createTable\(')(\w+)/g
const dropped = /DROP TABLE (?:IF EXISTS )?(\w+)/g

export function findBounded(): string[] {
  const found = new Set<string>()
  const gone = new Set<string>()
  for (const path of projectFiles()) {
    if (!/^(apps\/relay|packages\/server)\/src\/.*\.ts$/.test(path) || /\.test\.ts$|\/(testing|demo)\//.test(path))
      continue
    const text = readFileSync(inProject(path), 'utf8')
    const isMigration = path.includes('/migrations/')
    if (isMigration) for (const [, name = ''] of text.matchAll(table)) found.add(name)
    if (isMigration) for (const [, name = ''] of text.matchAll(dropped)) gone.add(name)
    for (const line of text.split('\n')) {
      const name = [field, given, local].map(pattern => pattern.exec(line)?.[1]).find(Boolean)
      if (name) found.add(`${basename(path)} ${name}`)
    }
  }
  // Rebuilt under its own name.
  const rebuilt = ['mail_codes']
  return [...found].filter(name => !gone.has(name) || rebuilt.includes(name)).sort()
}

/** From `file.ts #field other` and `table table`: `file.ts #field`, `file.ts other`, `table`, `table`. */
export function namesIn(lines: readonly string[]): string[] {
  return lines.flatMap(line => {
    const [first = '', ...rest] = line.split(' ')
    return first.endsWith('.ts') ? rest.map(name => `${first} ${name}`) : [first, ...rest]
  })
}

/** The first cells of the rows of a document's table. */
export function titlesIn(document: string): string[] {
  return [...document.matchAll(/^\| (.*?) \|/gm)].map(([, title = '']) => title).slice(1)
}
