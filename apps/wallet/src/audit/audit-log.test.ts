import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { WalletDatabase } from '../database/wallet-database.ts'
import { AuditLog } from './audit-log.ts'

afterAll(forgoDurability())
const minuteMs = 60_000
let clock: number
let folder: string
let database: WalletDatabase
let audit: AuditLog
beforeEach(async () => {
  clock = Date.parse('2026-11-20T00:00:00Z')
  folder = await mkdtemp(join(tmpdir(), 'wallet-audit-'))
  database = await WalletDatabase.open(join(folder, 'wallet.db'))
  audit = new AuditLog(database, () => clock)
})
afterEach(async () => {
  database.close()
  await rm(folder, { recursive: true })
})

const stranger = (at: number) => ({ pubkey: null, address: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` })

test('a day of strangers from everywhere is bounded, and hides no refusal to an operator', () => {
  for (let minute = 0; minute < 24 * 60; minute += 1, clock += minuteMs)
    for (let time = 0; time < 10; time += 1)
      audit.recordRefusal(stranger(minute * 10 + time), 'session', 'Token expired')
  const operator = { pubkey: 'a'.repeat(64), address: '127.0.0.1' }
  audit.recordRefusal(operator, 'unlock', 'invalid_credentials')
  audit.settle({ all: true })
  const rows = audit.newest(100_000)
  expect(rows.length).toBeLessThanOrEqual(200 + 720 + 25 + 1)
  expect(rows.find(({ actor }) => actor !== null)).toMatchObject({ action: 'unlock', outcome: 'refused' })
  const counted = rows.reduce((sum, { detail }) => sum + Number(/×(\d+)/.exec(detail)?.[1] ?? 1), 0)
  expect(counted).toBe(24 * 60 * 10 + 1)
})

test('counts repeated refusals and writes one row at the end of the hour', () => {
  for (let time = 0; time < 5; time += 1) audit.recordRefusal(stranger(1), 'session', 'Token expired')
  expect(audit.newest(10).map(({ detail }) => detail)).toEqual(['Token expired'])
  clock += 60 * minuteMs
  expect(audit.newest(10)).toMatchObject([
    { detail: 'Token expired ×4', actor: null, address: '10.0.0.1', action: 'session', outcome: 'refused' },
    { detail: 'Token expired' },
  ])
})
