import { existsSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Integrity } from './integrity.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'integrity-'))
  const database = new DatabaseSync(join(folder, 'admin.db'))
  database.exec('BEGIN; CREATE TABLE rows (text); CREATE INDEX texts ON rows (text)')
  const insert = database.prepare('INSERT INTO rows VALUES (?)')
  for (let row = 0; row < 500; row++) insert.run(`${row}`.repeat(100))
  database.exec('COMMIT')
  database.close()
})
afterEach(() => rm(folder, { recursive: true }))

const start = () => Integrity.open({ folder, logger: createLogger({ name: 'test', level: 'silent' }) })

async function damage() {
  const file = await open(join(folder, 'admin.db'), 'r+')
  await file.write(Buffer.alloc(8192, 0xa5), 0, 8192, 16_384)
  await file.close()
}

it('after an end that was in order nothing is looked at; after a kill a damaged file is found and named', async () => {
  const first = await start()
  await first.close()
  await damage()
  const second = await start()
  expect([second.damaged(), existsSync(join(folder, 'running'))]).toEqual([[], true])
  const third = await start()
  expect(await third.check()).toEqual(['admin.db'])
  expect(third.damaged()).toEqual(['admin.db'])
  await third.close()
  expect(existsSync(join(folder, 'running'))).toBe(true)
})

it('waits for the check once the relay has been killed twice, until a check finds everything whole', async () => {
  let waits = 0
  const options = { folder, logger: createLogger({ name: 'test', level: 'silent' }), onWait: () => (waits += 1) }
  await Integrity.open(options)
  await damage()
  await Integrity.open(options)
  const second = await Integrity.open(options)
  expect([waits, second.damaged()]).toEqual([1, ['admin.db']])
  await second.close()
  const third = await Integrity.open(options)
  expect([waits, third.damaged()]).toEqual([2, ['admin.db']])
  await rm(join(folder, 'admin.db'))
  expect(await third.check()).toEqual([])
  await third.close()
  expect(existsSync(join(folder, 'running'))).toBe(false)
})

it('on demand a whole file is found whole, and one that has become no database damaged', async () => {
  const integrity = await start()
  expect(await integrity.check()).toEqual([])
  const file = await open(join(folder, 'admin.db'), 'r+')
  await file.write(Buffer.alloc(100, 0x20), 0, 100, 0)
  await file.close()
  expect(await integrity.check()).toEqual(['admin.db'])
  await integrity.close()
})

it('closing ends a check that takes long, and the next start after a kill does it again', async () => {
  let asked = 0
  const endless = (_path: string, signal: AbortSignal) => {
    asked += 1
    return new Promise<boolean>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const logger = createLogger({ name: 'test', level: 'silent' })
  const open = () => Integrity.open({ folder, logger, checks: new Map([['admin.db', endless]]) })
  await open()
  for (const round of [1, 2]) {
    const next = await open()
    await expect.poll(() => asked).toBe(round)
    await next.close()
    expect(existsSync(join(folder, 'running'))).toBe(true)
  }
  const checked = await start()
  await checked.check()
  await checked.close()
  expect(existsSync(join(folder, 'running'))).toBe(false)
})
