import { createLogger } from '@hornets/server/process/logger'
import { RecentLines } from '@hornets/server/process/recent-lines'
import { expect, test } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'
import { LogsService } from './logs-service.ts'

const query = { level: 'info', limit: 200 } as const

function logged(...entries: object[]) {
  const lines = new RecentLines()
  for (const entry of entries)
    lines.write(`${JSON.stringify({ time: 1_790_000_000_000, pid: 1, name: 'relay', ...entry })}\n`)
  return lines
}

test('lists lines newest first, by level and text, with what else they say', () => {
  const lines = logged(
    { level: 20, msg: 'a detail' },
    { level: 30, msg: 'ready', publicUrl: 'ws://127.0.0.1:9001' },
    { level: 50, msg: 'a round failed', round: 'health', err: { message: 'ENOSPC' } },
  )
  const logs = new LogsService({ lines, secrets: () => [] })
  expect(logs.list(query).lines).toMatchObject([
    { id: 3, level: 'error', message: 'a round failed' },
    { id: 2, level: 'info', message: 'ready', at: '2026-09-21T14:13:20.000Z' },
  ])
  expect(JSON.parse(logs.list(query).lines[0]?.details ?? '')).toEqual({ round: 'health', err: { message: 'ENOSPC' } })
  expect(logs.list({ ...query, level: 'debug' }).lines).toHaveLength(3)
  expect(logs.list({ ...query, level: 'warn' }).lines).toHaveLength(1)
  expect(logs.list({ ...query, q: 'enospc' }).lines).toMatchObject([{ id: 3 }])
  expect(logs.list({ ...query, limit: 1 })).toMatchObject({ lines: [{ id: 3 }], has_more: true })
  expect(new LogsService({ lines: undefined, secrets: () => [] }).list(query).lines).toEqual([])
})

test('shows no secret, and a filter finds none', () => {
  const apiKey = 'c'.repeat(64)
  const secrets = [
    `wallet answered with ${apiKey}`,
    'https://access:hunter2secret@s3.example/bucket refused',
    'authorization: Bearer abcdef.123456',
    'http://127.0.0.1:9002/auth?setup=5e7up70ken',
    'nsec1qqqqqqqqqqqqqqqqqqqq was entered',
    'AGE-SECRET-KEY-1QQQQQQQQ',
    '{"password":"Correct-Horse-7"}',
    'api_key=deadbeef99',
  ]
  const lines = logged(...secrets.map(msg => ({ level: 30, msg, err: { message: msg } })))
  const logs = new LogsService({ lines, secrets: () => [apiKey, ''] })
  const shown = JSON.stringify(logs.list(query))
  const values = [
    apiKey,
    'hunter2secret',
    'abcdef.123456',
    '5e7up70ken',
    'qqqqqq',
    'QQQQ',
    'Correct-Horse-7',
    'deadbeef99',
  ]
  expect(values.filter(value => shown.includes(value))).toEqual([])
  expect(values.filter(q => logs.list({ ...query, q }).lines.length > 0)).toEqual([])
  const harmless = `a key of 64 letters: ${'ab'.repeat(32)}`
  expect(hideSecrets(harmless, [])).toBe(harmless)
})

test('keeps what a logger of this process writes', async () => {
  const { recentLines } = await import('@hornets/server/process/recent-lines')
  createLogger({ name: 'test', level: 'fatal' }).fatal({ mark: 'kept' }, 'written by a logger')
  const logs = new LogsService({ lines: recentLines(), secrets: () => [] })
  expect(logs.list({ ...query, q: 'written by a logger' }).lines).toMatchObject([{ level: 'fatal' }])
})
