import { type AnswerOf, messages, type QueryOf } from '@hornets/contract'
import {
  type ClientSort,
  type ConnectedClient,
  disconnectClient,
  type listClients,
} from '@hornets/contract/admin/operation/clients'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { ClientState } from '../nostr/client-counts.ts'
import { FirstOf } from './first-of.ts'

export interface ClientsParts {
  readonly nostr: {
    clients(): Promise<readonly ClientState[]>
    /** False if it is gone. */
    disconnect(id: number): boolean
  }
  readonly database: AdminDatabase
  readonly audit: AuditLog
}

const orders: Readonly<Record<ClientSort, (one: ClientState, other: ClientState) => number>> = {
  busy: (one, other) => loadOf(other) - loadOf(one) || one.id - other.id,
  newest: (one, other) => other.id - one.id,
  oldest: (one, other) => one.id - other.id,
  subscriptions: (one, other) => other.subscriptions - one.subscriptions || one.id - other.id,
}

const loadOf = ({ eventsPerMinute, requestsPerMinute }: ClientState) => eventsPerMinute + requestsPerMinute

/** Who is connected. Nothing is kept: the list is that of the moment. */
export class ClientsService {
  readonly #parts: ClientsParts

  constructor(parts: ClientsParts) {
    this.#parts = parts
  }

  async list({ q, sort, limit, offset }: QueryOf<typeof listClients>): Promise<AnswerOf<typeof listClients>> {
    const matches = matching(q?.toLowerCase() ?? '')
    const first = new FirstOf<ClientState>(offset + limit, orders[sort])
    for (const client of await this.#parts.nostr.clients()) if (matches(client)) first.add(client)
    return { clients: first.sorted().slice(offset).map(shown), count: first.count }
  }

  /** Throws ApiError('not_found') if it is gone. */
  async disconnect(id: number, actor: Actor): Promise<void> {
    const { nostr, database, audit } = this.#parts
    const client = (await nostr.clients()).find(one => one.id === id)
    if (!client) throw new ApiError('not_found', messages.clientGone)
    const target = client.address
    await database.transact(tx => audit.recordChange(tx, { actor, action: disconnectClient.audit, target }))
    nostr.disconnect(id)
  }
}

const matching =
  (text: string) =>
  ({ address, agent, pubkeys }: ClientState) =>
    text === '' ||
    address.includes(text) ||
    agent.toLowerCase().includes(text) ||
    pubkeys.some(pubkey => pubkey.startsWith(text))

const shown = (client: ClientState): ConnectedClient => ({
  id: client.id,
  address: client.address,
  agent: client.agent,
  pubkeys: [...client.pubkeys],
  subscriptions: client.subscriptions,
  events: client.events,
  requests: client.requests,
  events_per_minute: client.eventsPerMinute,
  requests_per_minute: client.requestsPerMinute,
  unsent_bytes: client.unsentBytes,
  since: toTimestamp(client.since),
})
