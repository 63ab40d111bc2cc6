import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { expect, it, onTestFinished, vi } from 'vitest'
import { RelayDatabase } from '../database/relay-database.ts'
import { PeopleCounter } from './people-counter.ts'
import { PeopleStore } from './people-store.ts'

const workMs = 20
const parts = 5

it('rests as long as it works while it takes out what has left its window', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-people-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const database = await RelayDatabase.open(join(folder, 'relay.db'))
  onTestFinished(() => database.close())
  const logger = createLogger({ name: 'test', level: 'silent' })
  const store = new PeopleStore(database.scans)
  const nothing = { change: 0, upTo: 0, isEnd: true, events: [] }
  const events = { changesAfter: async () => [], authorsAfter: async () => nothing }
  const counter = new PeopleCounter({
    database,
    store,
    events,
    rounds: new Rounds({ now: Date.now, logger }),
    now: Date.now,
    logger,
  })
  onTestFinished(() => counter.close())
  await counter.settle()
  let left = parts
  vi.spyOn(store, 'expire').mockImplementation(() => {
    for (const begun = performance.now(); performance.now() - begun < workMs; );
    left -= 1
    return left > 0
  })
  const begun = performance.now()
  await counter.expire()
  expect(left).toBe(0)
  // One part fewer rests: the last one ends it. Timers can be a millisecond early.
  expect(performance.now() - begun).toBeGreaterThan(parts * workMs + (parts - 1) * (workMs - 1))
})
