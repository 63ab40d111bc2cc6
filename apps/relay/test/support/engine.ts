import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RelaySettings, relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { defaultsOf, relayInfo as relayInfoGroup } from '@hornets/contract/admin/settings'
import type { HttpLimits } from '@hornets/server/http/http-limits'
import { createLogger } from '@hornets/server/process/logger'
import { LmdbEventStore } from '../../src/events/lmdb/lmdb-event-store.ts'
import { PostgresEventStore } from '../../src/events/postgres/postgres-event-store.ts'
import { openPublicServer } from '../../src/listeners/public-server.ts'
import type { NostrLimits } from '../../src/nostr/fairness/limits.ts'
import type { DiskRoom } from '../../src/nostr/fairness/storage-quotas.ts'
import { NostrServer } from '../../src/nostr/nostr-server.ts'
import { ownIdentity } from '../../src/nostr/relay-info/own-identity.ts'
import { RelayInfo } from '../../src/nostr/relay-info/relay-info.ts'
import { RelayNames } from '../../src/nostr/relay-info/relay-names.ts'
import type { MachinesOptions } from '../../src/nostr/serving/machines/serving-machines.ts'
import { Policy } from '../../src/policy/policy.ts'
import type { RefusalNotes } from '../../src/refusals/refusal-log.ts'

export interface EngineOptions {
  /** Kept after closing if given, otherwise removed. */
  readonly folder?: string
  readonly limits?: Partial<NostrLimits>
  readonly httpLimits?: Partial<HttpLimits>
  readonly now?: () => number
  readonly publicUrl?: string
  readonly minimumDifficulty?: number
  readonly verifierWorkers?: number
  readonly room?: DiskRoom
  readonly trustedProxies?: readonly string[]
  readonly refusals?: RefusalNotes
  readonly compresses?: boolean
  /** By default as TEST_RELAY_PROCESSES says. */
  readonly processes?: number
  /** Where serving machines connect. */
  readonly machines?: MachinesOptions
  /** Where the events are; by default in the folder. */
  readonly database?: { readonly url: string; readonly schema: string }
}

/** The admin server's controls are in `settings` and `block`. */
export async function openEngine(options: EngineOptions = {}) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'nostr-engine-')))
  const now = options.now ?? Date.now
  const { trustedProxies } = options
  const log = createLogger({ name: 'engine', level: 'fatal' })
  const settings: RelaySettings = structuredClone(relaySettingsDefaults)
  const info = defaultsOf(relayInfoGroup)
  const names = new RelayNames({ publicUrl: options.publicUrl, settings: { get: () => info } })
  const relayKey = new Uint8Array(32).fill(0xaa)
  const blocked = new Set<string>()
  const listeners = new Set<(pubkey: string) => void>()
  const traffic = { acceptedCount: 0, refusedCount: 0 }

  const files = { path: join(folder, 'events.lmdb'), textPath: join(folder, 'event-text.db') }
  const { database: address, machines } = options
  const events = await (address
    ? PostgresEventStore.open({ address, now, log })
    : LmdbEventStore.open({ ...files, now, log }))
  const processes = options.processes ?? Number(process.env.TEST_RELAY_PROCESSES ?? 1)
  const relaySettings = { current: () => settings }
  const policy = new Policy({
    relaySettings,
    access: { isBlocked: pubkey => blocked.has(pubkey) },
    relay: ownIdentity({ relayKey: () => relayKey }, () => names.addresses()),
    now,
    minimumDifficulty: options.minimumDifficulty,
  })
  const nostr = await NostrServer.open({
    events,
    policy,
    access: {
      onBlocked(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    traffic: {
      accepted: () => {
        traffic.acceptedCount += 1
      },
      refused: () => {
        traffic.refusedCount += 1
      },
    },
    now,
    log,
    names,
    room: options.room ?? { hasRoomFor: () => true, note() {} },
    isOwner: () => false,
    limits: options.limits,
    refusals: options.refusals,
    compresses: options.compresses,
    verifierWorkers: options.verifierWorkers,
    serving:
      processes > 1 || machines
        ? { processes: processes - 1, machines, store: events.shared, logLevel: 'fatal' }
        : undefined,
  })
  const relayInfo = new RelayInfo({ settings: { get: () => info }, relaySettings, limitation: nostr.limitation })
  const listening = { host: '127.0.0.1', port: 0, trustedProxies, limits: options.httpLimits }
  let server = await openPublicServer({ ...listening, nostr, relayInfo, log })
  const { port } = server
  return {
    url: `ws://127.0.0.1:${port}`,
    port,
    closeServer: () => server.close(),
    /** At the same address. */
    async reopenServer() {
      server = await openPublicServer({ ...listening, port, nostr, relayInfo, log })
    },
    nostr,
    events,
    settings,
    info,
    relayKey,
    traffic,
    block(pubkey: string) {
      blocked.add(pubkey)
      for (const listener of listeners) listener(pubkey)
    },
    async close() {
      await server.close()
      await nostr.close()
      await events.close()
      if (options.folder === undefined) await rm(folder, { recursive: true })
    },
  }
}
export type Engine = Awaited<ReturnType<typeof openEngine>>
