import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as contract from '@hornets/contract/admin/statistics'
import { ApiError } from '@hornets/server/api-error'
import { answerErrorsAsJson, createServe } from '@hornets/server/http/serve'
import { monthOf } from '@hornets/server/month'
import { createLogger } from '@hornets/server/process/logger'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { RelayDatabase } from '../database/relay-database.ts'
import { readProfileFacts } from '../events/changes/profile-facts.ts'
import { statisticsRoutes } from './routes.ts'
import { openStatistics } from './statistics.ts'

const now = Date.UTC(2026, 4, 17, 10, 30)

async function openServer() {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-statistics-'))
  const database = await RelayDatabase.open(join(folder, 'relay.db'))
  const logger = createLogger({ name: 'test', level: 'silent' })
  const statistics = await openStatistics(database, { now: () => now, logger, trafficPath: ':memory:' })
  onTestFinished(async () => {
    await statistics.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const app = fastify()
  answerErrorsAsJson(app)
  const serve = createServe(app, {
    authenticate: async request => {
      if (request.headers.authorization !== 'Bearer good') throw new ApiError('unauthorized', 'no')
      return {}
    },
  })
  statisticsRoutes(serve, statistics.service)
  const get = (url: string, headers = { authorization: 'Bearer good' }) => app.inject({ url, headers })
  return { database, statistics, get }
}

const endpoints = [
  contract.barChartData,
  contract.activityData,
  contract.relayCount,
  contract.timeSeries,
  contract.kinds,
  contract.kindTrend,
  contract.traffic,
]
const sessionOnly = [...endpoints, contract.getHistory]

test('no figure is given without a session', async () => {
  const { get } = await openServer()
  for (const { path } of sessionOnly)
    expect((await get(path.replace(':kind', '1'), { authorization: '' })).statusCode, path).toBe(401)
})

test.each([
  '/api/kind-trend/x',
  '/api/kind-trend/-1',
  '/api/kind-trend/65536',
  '/api/traffic?minutes=0',
  '/api/traffic?minutes=1441',
  '/api/history?range=2h',
])('%s is a bad request', async url => {
  const { get } = await openServer()
  const answer = await get(url)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request'])
})

const lastMonths = ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05']

test.each([
  [
    'API-12, CHART-09',
    '/api/barchartdata',
    [
      { month: '2026-03', notes_gb: 0.001953, media_gb: 0 },
      { month: '2026-04', notes_gb: 0, media_gb: 0 },
      { month: '2026-05', notes_gb: 0.000977, media_gb: 1 },
    ],
  ],
  [
    'API-13, CHART-10',
    '/api/activitydata',
    [
      { month: '2026-03', total_gb: 0.001953 },
      { month: '2026-04', total_gb: 0 },
      { month: '2026-05', total_gb: 1.000977 },
    ],
  ],
  ['API-20, CHART-02', '/api/relaycount', { kinds: 6, photos: 1, videos: 2, audio: 3, misc: 4 }],
  [
    'API-21, CHART-07',
    '/api/timeseries',
    lastMonths.map(month => {
      const count = month === '2026-05' ? 1 : 0
      return { month, profiles: count, lightning_addr: count, dht_key: 0, lightning_and_dht: 0 }
    }),
  ],
  ['the kinds', '/api/kinds', [{ kindNumber: 0, kindCount: 6, totalSize: 3 }]],
  [
    'a kind',
    '/api/kind-trend/0',
    [
      { month: '2026-03', totalSize: 2 },
      { month: '2026-05', totalSize: 1 },
    ],
  ],
  ['the traffic', '/api/traffic', [{ minute: '2026-05-17T10:30:00.000Z', accepted: 1, refused: 0, connections: 4 }]],
])('%s: %s responds as the contract defines', async (_rows, path, expected) => {
  const { database, statistics, get } = await openServer()
  const receivedAt = now / 1000
  const month = monthOf(receivedAt)
  database.transact(tx => {
    const event = { id: 'e', content: '{"lud16":"a@b.c"}' }
    const profile = { is: 'stored', pubkey: 'p', id: event.id, month, facts: readProfileFacts(event.content) } as const
    statistics.tally.storeChanged({
      number: 1,
      counts: [
        { kind: 0, month, count: 5, bytes: 2 ** 20 },
        { kind: 0, month: month - 2, count: 1, bytes: 2 ** 21 },
      ],
      profiles: [profile],
      removed: [],
    })
    statistics.tally.fileStored(tx, { mime: 'image/png', bytes: 2 ** 30, receivedAt })
    for (const [mime, files] of [
      ['video/mp4', 2],
      ['audio/ogg', 3],
      ['application/pdf', 2],
      ['application/zip', 1],
      ['application/octet-stream', 1],
    ] as const)
      for (let file = 0; file < files; file += 1) statistics.tally.fileStored(tx, { mime, bytes: 0, receivedAt })
  })
  statistics.traffic.accepted()
  statistics.traffic.sample(4)
  expect((await get(path)).json()).toEqual(expected)
})
