import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditAction } from '@hornets/contract/admin'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AdminDatabase } from '../database/admin-database.ts'
import { AuditLog } from './audit-log.ts'
import { AuditReader } from './audit-reader.ts'

const hourMs = 60 * 60_000
const start = Date.parse('2026-11-20T00:00:00Z')
// Writes thousands of rows; none outlives its test.
afterAll(forgoDurability())
let clock: number
let folder: string
let database: AdminDatabase
let audit: AuditLog
beforeEach(async () => {
  clock = start
  folder = await mkdtemp(join(tmpdir(), 'audit-log-'))
  database = await AdminDatabase.open(join(folder, 'admin.db'))
  audit = new AuditLog(database, () => clock, createLogger({ name: 'test', level: 'silent' }))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const refuse = (address: string, action: AuditAction = 'session.login', target = '', pubkey: string | null = null) =>
  audit.recordRefusal({ actor: { pubkey, address }, action, target })
const addressOf = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`

async function rows() {
  const all = await database.reads.selectFrom('audit_log').selectAll().orderBy('id').execute()
  return all.map(({ after, ...row }) => ({ ...row, after: after === null ? null : JSON.parse(after) }))
}
const isWhole = async () => (await new AuditReader(database.reads, async () => new Map()).verify()).whole

describe('refusals', () => {
  it("bounds and counts a day of strangers' calls from everywhere, and keeps a valid chain", async () => {
    const actions: AuditAction[] = ['session.login', 'session.use', 'account.signup', 'wallet.push']
    let calls = 0
    for (let hour = 0; hour < 24; hour++)
      for (let minute = 0; minute < 60; minute++) {
        for (let time = 0; time < 10; time++, calls++)
          await refuse(addressOf(calls), actions[calls % actions.length], String(calls))
        clock += 60_000
      }
    await audit.settle({ all: true })
    const kept = await rows()
    expect(kept.length).toBeLessThanOrEqual(200 + 720 + 25 * actions.length)
    const counted = kept.reduce((sum, { after }) => sum + (after?.repeated ?? 1), 0)
    expect(counted).toBe(calls)
    expect(await isWhole()).toBe(true)
  })

  it('keeps rows of signed-in admins during a flood of strangers', async () => {
    for (let time = 0; time < 3000; time++) await refuse(addressOf(time))
    await refuse('127.0.0.1', 'call.forbidden', 'POST /api/settings/:group', 'a'.repeat(64))
    expect((await rows()).at(-1)).toMatchObject({ actor: 'a'.repeat(64), target: 'POST /api/settings/:group' })
  })

  it('counts repetitions and writes one row at the end of the hour', async () => {
    for (let time = 0; time < 500; time++, clock += 1000) await refuse('192.0.2.1', 'session.login', 'me')
    await audit.settle()
    expect(await rows()).toHaveLength(1)
    clock = start + hourMs
    await audit.settle()
    const [first, count, ...more] = await rows()
    expect(first).toMatchObject({ at: start, ip: '192.0.2.1', target: 'me', after: null, outcome: 'refused' })
    expect(count).toMatchObject({
      at: start + hourMs,
      ip: '192.0.2.1',
      target: 'me',
      outcome: 'refused',
      after: { repeated: 499, since: '2026-11-20T00:00:00.000Z', until: '2026-11-20T00:08:19.000Z' },
    })
    expect(more).toEqual([])
    await refuse('192.0.2.1', 'session.login', 'me')
    expect((await rows()).at(-1)).toMatchObject({ at: start + hourMs, after: null })
    expect(await isWhole()).toBe(true)
  })

  it('of one address in ever new ways: the first twenty are listed, the others are a count that names some', async () => {
    for (let time = 0; time < 100; time++) await refuse('192.0.2.1', 'session.login', `account ${time}`)
    await refuse('192.0.2.2', 'session.login', 'somebody else')
    clock += hourMs
    await audit.settle()
    const kept = await rows()
    expect(kept.map(({ target }) => target).slice(0, 21)).toEqual([
      ...Array.from({ length: 20 }, (_, at) => `account ${at}`),
      'somebody else',
    ])
    expect(kept.slice(21)).toMatchObject([{ ip: '192.0.2.1', target: '', after: { repeated: 80 } }])
    expect(kept[21]?.after.targets).toEqual(Array.from({ length: 10 }, (_, at) => `account ${20 + at}`))
  })

  it('all addresses of one IPv6 network are one', async () => {
    for (let host = 1; host < 50; host++) await refuse(`2001:db8::${host}`)
    expect(await rows()).toHaveLength(1)
  })

  it('writes entries delayed by a full disk with their original time', async () => {
    vi.spyOn(database, 'transact').mockRejectedValueOnce(new Error('database or disk is full'))
    await refuse('192.0.2.1')
    await refuse('192.0.2.1')
    expect(await rows()).toEqual([])
    clock += 60_000
    await audit.settle()
    await audit.settle({ all: true })
    expect(await rows()).toMatchObject([
      { at: start, ip: '192.0.2.1', after: null },
      { at: clock, ip: '192.0.2.1', after: { repeated: 1 } },
    ])
    expect(await isWhole()).toBe(true)
  })

  it('writes pending counts when the relay stops', async () => {
    await refuse('192.0.2.1')
    await refuse('192.0.2.1')
    await audit.settle({ all: true })
    await audit.settle({ all: true })
    expect((await rows()).map(({ after }) => after?.repeated)).toEqual([undefined, 1])
  })
})
