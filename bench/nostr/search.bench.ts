import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTextDatabase } from '../../apps/relay/src/events/lmdb/text/text-database.ts'
import { TextSearch } from '../../apps/relay/src/events/lmdb/text/text-search.ts'
import { median, printFigure, rounded } from '../figures.ts'

// How long does the text index take for words that are in many of 1,000,000 events? BENCH_STORE keeps the index.

const bench = 'search'
const events = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const rounds = 15
const searchCandidatesMax = 5000

const syllables =
  'con pro the ing tra mar ble sto gen lor fra dis per sen tel bit cam dor fin gro han jus kin lat mon nor pul ros sil ver'.split(
    ' ',
  )

const kept = process.env.BENCH_STORE
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'hornets-bench-')))
try {
  const path = join(folder, 'text.db')
  if (!existsSync(path)) {
    const begun = process.cpuUsage()
    fill(path)
    const { user, system } = process.cpuUsage(begun)
    const bytes = statSync(path).size / events
    printFigure({ bench, figure: 'indexing an event', microseconds: rounded((user + system) / events, 1), bytes })
  }
  const search = new TextSearch(path, () => {})
  for (const [figure, expression] of [
    ['a word in half of them', '"half"'],
    ['a word in a tenth', '"tenth"'],
    ['a word in a hundredth', '"hundredth"'],
    ['a word in a thousandth', '"thousandth"'],
    ['a word in 4,900', '"some"'],
    ['two words, each in half and together in a quarter', '"half" "other"'],
    ['two words that are in half each and never together', '"even" "odd"'],
    ['a common and a rare word', '"half" "thousandth"'],
    ['three letters that begin a fifth of all words', '"con"*'],
    ['three letters that begin a fiftieth of all words', '"ver"*'],
    ['four letters', '"conp"*'],
    ['a common word and three letters', '"half" "con"*'],
    ['a word in none', '"nowhere"'],
  ] as const) {
    const samples: number[] = []
    let found = 0
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      found = search.search(expression, Number.MAX_SAFE_INTEGER, searchCandidatesMax).length
      samples.push(performance.now() - begun)
    }
    printFigure({
      bench,
      figure,
      unit: 'ms',
      p50: rounded(median(samples), 1),
      max: rounded(Math.max(...samples), 1),
      found,
    })
  }
  search.close()
} finally {
  if (!kept) await rm(folder, { recursive: true, force: true })
}

function fill(path: string): void {
  const database = openTextDatabase(path)
  const insert = database.prepare('INSERT INTO event_text (rowid, text) VALUES (?, ?)')
  insert.setReadBigInts(true)
  let seed = 1
  const below = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * max)
  }
  const syllable = () => syllables[Math.floor(syllables.length * (below(1_000_000) / 1_000_000) ** 2)]
  const wordOf = () => `${syllable()}${syllable()}${syllable()}`
  for (let seq = 1; seq <= events; seq += 1) {
    if (seq % 5000 === 1) database.exec('BEGIN')
    const words = Array.from({ length: 12 }, wordOf)
    if (below(2) === 0) words.push('half')
    if (below(2) === 0) words.push('other')
    words.push(seq % 2 === 0 ? 'even' : 'odd')
    if (below(10) === 0) words.push('tenth')
    if (below(100) === 0) words.push('hundredth')
    if (below(1000) === 0) words.push('thousandth')
    if (seq % Math.floor(events / 4900) === 0) words.push('some')
    insert.run(seq, words.join(' '))
    if (seq % 5000 === 0) database.exec('COMMIT')
  }
  if (database.isTransaction) database.exec('COMMIT')
  database.close()
}
