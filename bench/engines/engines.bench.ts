import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NostrEvent } from '@hornets/contract'
import { printFigure, rounded } from '../figures.ts'
import type { Engine } from './engine.ts'
import { lmdbEngine } from './lmdb-engine.ts'
import { memoryEngine } from './memory-engine.ts'
import { sqliteEngine } from './sqlite-engine.ts'

// Which engine should store events? The same events and queries for each, in one thread, without sockets or waiting for
// the disk. Figures are processor times. `npm run bench -- engines`, then --events=500000.

const bench = 'engines'
const total = Number(process.argv.find(word => word.startsWith('--events='))?.slice('--events='.length) ?? 100_000)
const authorCount = 5000
const group = 200
const questions = 300
const start = 1_700_000_000
const kinds = [1, 1, 1, 7, 7, 7, 6, 0, 30_023, 9735]
let seed = 7
const dice = (sides: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * sides)
}
const hex = (number: number, salt: number) =>
  ((number * 2_654_435_761 + salt) % 2 ** 32).toString(16).padStart(8, '0').repeat(8)
const author = (number: number) => hex(number, 1)
const id = (number: number) => hex(number, 2)

for (const open of [sqliteEngine, lmdbEngine, memoryEngine]) {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-engines-'))
  seed = 7
  const engine = open(folder)
  try {
    measure(engine)
  } finally {
    await engine.close()
    await rm(folder, { recursive: true })
  }
}

function measure(engine: Engine): void {
  const begun = cpuMicros()
  for (let from = 0; from < total; from += group) {
    engine.store(Array.from({ length: group }, (_, offset) => draft(from + offset)))
  }
  engine.settle()
  const storing = (cpuMicros() - begun) / total
  const someAuthors = () => Array.from({ length: 300 }, () => author(dice(authorCount)))
  const shapes: Record<string, () => number> = {
    id: () => engine.byId(id(dice(total))),
    'author, 50': () => engine.byAuthor(author(dice(authorCount)), 50),
    '#e': () => engine.byTag('e', id(dice(total)), 100),
    'kind, 500': () => engine.byKind(1, start + dice(total), 500),
    'feed of 300 × 2, 100': () => engine.feed(someAuthors(), [1, 6], 100),
  }
  const asked = Object.entries(shapes).map(([name, ask]) => [name, microsOf(ask)] as const)
  printFigure({
    ...{ bench, figure: engine.name, events: total, load: rounded(loadavg()[0] ?? 0, 1) },
    cpuMicrosToStoreOne: rounded(storing, 1),
    bytesPerEvent: Math.round(engine.bytes() / total),
    residentMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    cpuMicrosToAsk: Object.fromEntries(asked),
  })
}

/** For one query, on average. */
function microsOf(ask: () => number): number {
  for (let warm = 0; warm < questions; warm += 1) ask()
  const begun = cpuMicros()
  for (let asked = 0; asked < questions; asked += 1) ask()
  return rounded((cpuMicros() - begun) / questions, 1)
}

/** Processor time, which other programs on the machine do not lengthen. */
function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function draft(index: number): NostrEvent {
  const kind = kinds[dice(kinds.length)] ?? 1
  const tags = [
    ['e', id(dice(total))],
    ['p', author(dice(authorCount))],
    ['d', `${index}`],
  ]
  const content = 'a note of the usual length, '.repeat(16)
  return {
    id: id(index),
    pubkey: author(dice(authorCount)),
    created_at: start + index,
    kind,
    tags,
    content,
    sig: 'f'.repeat(128),
  }
}
