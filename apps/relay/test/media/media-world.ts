import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NostrEvent } from '@hornets/contract'
import { relaySettingsDefaults, type UploaderStatus } from '@hornets/contract/admin/relay-settings'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { fastify } from 'fastify'
import { type EventTemplate, finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { AuditLog } from '../../src/audit/audit-log.ts'
import { AdminDatabase } from '../../src/database/admin-database.ts'
import { RelayDatabase } from '../../src/database/relay-database.ts'
import type { EventBatch } from '../../src/events/event-batch.ts'
import type { FileLimitSettings, TierLimits } from '../../src/media/library/keeping/file-quota.ts'
import type { MediaOptions } from '../../src/media/media-options.ts'
import { openMedia } from '../../src/media/open-media.ts'
import { RelayNames } from '../../src/nostr/relay-info/relay-names.ts'
import { HttpAuthorizer } from '../../src/nostr/signed-calls/http-authorizer.ts'
import { HeldFiles } from '../../src/policy/held-files.ts'
import type { JudgeFile } from '../../src/policy/policy.ts'
import { openStatistics } from '../../src/statistics/statistics.ts'
import { putNewDatabases } from '../support/servers/new-databases.ts'

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const png = (size: number) => {
  const bytes = randomBytes(size)
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
  return bytes
}

export function person(secret = generateSecretKey()) {
  return {
    pubkey: getPublicKey(secret),
    signer: async (template: EventTemplate) => finalizeEvent(template, secret),
    header(verb: string, hashes: readonly string[], change: (template: EventTemplate) => void = () => {}): string {
      const now = Math.floor(Date.now() / 1000)
      const template = {
        kind: 24242,
        created_at: now - 1,
        content: verb,
        tags: [['t', verb], ['expiration', String(now + 600)], ...hashes.map(hash => ['x', hash])],
      }
      change(template)
      return encode(finalizeEvent(template, secret))
    },
  }
}

export const encode = (event: unknown) => `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`

export type MediaWorld = Awaited<ReturnType<typeof openMediaWorld>>

export async function openMediaWorld(
  options: Partial<Pick<MediaOptions, 'limits' | 'dayLimits' | 'freeSpace' | 'allowsAddress' | 's3' | 'restMs'>> & {
    publicUrl?: string
    maxKb?: number
  } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-media-'))
  await putNewDatabases(folder)
  const policy: { judge: JudgeFile } = { judge: () => null }
  const limits: Partial<FileLimitSettings> = {}
  const statuses = new Map<string, UploaderStatus>()
  const tiers = new Map<string, TierLimits>()
  const keptAsPaid = new Set<string>()
  const clock = { now: Date.now }
  const used: NostrEvent[] = []
  const logger = createLogger({ name: 'test', level: 'silent' })

  const names = new RelayNames({ publicUrl: options.publicUrl, settings: { get: () => ({ relayaddresses: '' }) } })

  async function open() {
    const database = await RelayDatabase.open(join(folder, 'relay.db'))
    const adminDatabase = await AdminDatabase.open(join(folder, 'admin.db'))
    const statistics = await openStatistics(database, { now: Date.now, logger, trafficPath: ':memory:' })
    const media = await openMedia({
      database,
      tally: statistics.tally,
      folder: join(folder, 'media'),
      rounds: new Rounds({ now: Date.now, logger }),
      held: new HeldFiles(() => 'strict'),
      relaySettings: {
        current: () => ({
          ...relaySettingsDefaults,
          maxfilesize: options.maxKb ?? 1024,
          maxfilesizeunit: 'KB',
          ...limits,
        }),
      },
      profiles: { read: async () => new Map() },
      uploaders: {
        ownQuotaOf: () => null,
        statusOf: pubkey => statuses.get(pubkey) ?? 'free',
        isKeptAsPaid: pubkey => keptAsPaid.has(pubkey),
        tierOf: pubkey => tiers.get(pubkey) ?? { fileBytes: null, days: null },
        subscribeUrl: () => 'https://relay.example/subscribe',
      },
      judgeFile: file => policy.judge(file),
      verifyEvent: async event => verifyEvent(event),
      signedCalls: new HttpAuthorizer({
        isGenuine: event => verifyEvent(event),
        isOurs: address => names.isOurs(address),
        now: () => clock.now(),
      }),
      now: () => clock.now(),
      logger,
      limits: options.limits ?? {},
      ...(options.dayLimits && { dayLimits: options.dayLimits }),
      freeSpace: options.freeSpace ?? {
        hasRoomFor: () => true,
        isTight: () => false,
        note: () => {},
        refresh: async () => {},
      },
      adminDatabase,
      audit: new AuditLog(adminDatabase, Date.now, logger),
      events: {
        query: async function* () {
          if (used.length > 0) yield { texts: () => used.map(event => JSON.stringify(event)) } as unknown as EventBatch
        },
      },
      isDemo: false,
      wayOut: directWayOut,
      ...(options.dayLimits && { dayLimits: options.dayLimits }),
      ...(options.s3 && { s3: options.s3 }),
      ...(options.restMs !== undefined && { restMs: options.restMs }),
      ...(options.allowsAddress && { allowsAddress: options.allowsAddress }),
      names,
    })
    const app = fastify({ forceCloseConnections: true, trustProxy: 'loopback' })
    media.mountMedia(app)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    return { database, adminDatabase, statistics, media, app, port, url: `http://127.0.0.1:${port}` }
  }

  const world = {
    ...(await open()),
    folder,
    policy,
    limits,
    statuses,
    keptAsPaid,
    tiers,
    clock,
    /** Events that every search finds. */
    used,
    /** Names in the media folder: hashes and partially received files. */
    async filesOnDisk() {
      const names = await readdir(join(folder, 'media'), { recursive: true })
      const files: string[] = []
      for (const name of names) if ((await stat(join(folder, 'media', name))).isFile()) files.push(name)
      return files
    },
    async put(bytes: Uint8Array, header: string | null, headers: Record<string, string> = {}) {
      return fetch(`${world.url}/upload`, {
        method: 'PUT',
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { ...(header ? { authorization: header } : {}), ...headers },
      })
    },
    async restart() {
      await world.stop()
      await world.start()
    },
    async start() {
      Object.assign(world, await open())
    },
    async stop() {
      await world.app.close()
      await world.media.close()
      await world.statistics.close()
      await world.database.close()
      await world.adminDatabase.close()
    },
    async close() {
      await world.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return world
}
