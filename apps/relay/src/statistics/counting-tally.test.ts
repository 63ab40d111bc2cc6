import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RelayDatabase } from '../database/relay-database.ts'
import type { StoreChange } from '../events/change.ts'
import { CounterStore } from './counter-store.ts'
import { CountingTally } from './counting-tally.ts'

async function openTally() {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-tally-'))
  const database = await RelayDatabase.open(join(folder, 'relay.db'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const store = new CounterStore(database.reads)
  const tally = new CountingTally(store)
  database.addHook(tally)
  return {
    /** One transaction: `+a` stores profile a of the only author, `-a` removes it, `fail` fails. */
    transact: (...steps: string[]) =>
      database.transact(() => {
        for (const step of steps) {
          if (step === 'fail') throw new Error('halfway')
          tally.storeChanged(step.startsWith('+') ? stored(step.slice(1)) : removed(step.slice(1)))
        }
      }),
    totals: async () => {
      const rows = await store.profileMonths()
      const sum = (key: 'profiles' | 'lightning') => rows.reduce((total, row) => total + row[key], 0)
      return { profiles: sum('profiles'), lightning: sum('lightning'), events: await store.eventCount() }
    },
  }
}

const profileOf = (id: string) => ({ id, pubkey: 'author' })
const month = 24_000

/** Profiles whose name contains an `l` announce lightning. */
function stored(id: string): StoreChange {
  const counts = [{ kind: 0, month, count: 1, bytes: 100 }]
  const facts = { lightning: id.includes('l'), dht: false }
  return { number: 0, counts, profiles: [{ ...profileOf(id), is: 'stored', month, facts }], removed: [] }
}

function removed(id: string): StoreChange {
  const counts = [{ kind: 0, month, count: -1, bytes: -100 }]
  return { number: 0, counts, profiles: [{ ...profileOf(id), is: 'removed' }], removed: [] }
}

test.each<[string, string[][], { profiles: number; lightning: number; events: number }]>([
  ['successor after the removal', [['+a'], ['-a', '+bl']], { profiles: 1, lightning: 1, events: 1 }],
  ['successor before the removal', [['+a'], ['+bl', '-a']], { profiles: 1, lightning: 1, events: 1 }],
  [
    'removal of the old one in a later transaction',
    [['+a'], ['+bl'], ['-a']],
    { profiles: 1, lightning: 1, events: 1 },
  ],
  ['come and gone within one transaction', [['+al', '-al']], { profiles: 0, lightning: 0, events: 0 }],
  [
    'replaced and gone within one transaction',
    [['+al'], ['-al', '+b', '-b']],
    { profiles: 0, lightning: 0, events: 0 },
  ],
  ['many in one transaction', [['+al', '-al', '+b', '-b', '+cl']], { profiles: 1, lightning: 1, events: 1 }],
  ['gone and back', [['+al'], ['-al'], ['+al']], { profiles: 1, lightning: 1, events: 1 }],
])('a profile is counted once and as its latest says: %s', async (_case, transactions, expected) => {
  const { transact, totals } = await openTally()
  for (const steps of transactions) transact(...steps)
  expect(await totals()).toEqual(expected)
})

test('what a failed transaction counted is gone with it', async () => {
  const { transact, totals } = await openTally()
  transact('+a')
  expect(() => transact('-a', '+bl', 'fail')).toThrow('halfway')
  transact()
  expect(await totals()).toEqual({ profiles: 1, lightning: 0, events: 1 })
})
