import type { OldServerContent } from '@hornets/contract/admin/events/moves'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { Peer } from '../transfers/copy/peer.ts'
import { type OldServer, ServerFault } from './old-server.ts'
import { countAccess } from './take/access.ts'
import { countEvents, countFiles } from './take/counts.ts'
import { readSettings } from './take/old-settings.ts'

export interface RelayLook {
  readonly wayOut: Pick<WayOut, 'agentFor'>
  readonly secretKey: () => Uint8Array
  readonly now: () => number
}

const relayWaitMs = 8000

/** What a server has, without taking anything. Throws ApiError. */
export async function survey(server: OldServer, relay: string | undefined, look: RelayLook): Promise<OldServerContent> {
  const settings = await readSettings(server)
  const [access, subscribers, events, files, found] = await Promise.all([
    countAccess(server),
    countPaying(server),
    countEvents(server),
    countFiles(server),
    findRelay(relay ? [relay] : relaysOf(server.url), look),
  ])
  const counts = { settings: settings.values.length, access, subscribers, events, files }
  return { dialect: settings.dialect, name: settings.name, relay: found, counts }
}

async function countPaying(server: OldServer): Promise<number | null> {
  try {
    return (await server.readList('/api/paid-subscriber-profiles', null)).length
  } catch (error) {
    if (error instanceof ServerFault) return null
    throw error
  }
}

/** Their relay listens one port before their console; behind a proxy both have one address. */
function relaysOf(address: string): string[] {
  const url = new URL(address)
  const same = new URL(url.href.replace(/^http/, 'ws'))
  if (url.port === '') return [same.href]
  const before = new URL(same)
  before.port = String(Number(url.port) - 1)
  return [before.href, same.href]
}

async function findRelay(candidates: readonly string[], look: RelayLook): Promise<string | null> {
  for (const url of candidates) {
    const signal = AbortSignal.timeout(relayWaitMs)
    try {
      const peer = await Peer.connect({ ...look, url, signal })
      await peer.stored({ limit: 1 }, 100).finally(() => peer.close())
      return url
    } catch {
      // The next one may answer.
    }
  }
  return null
}
