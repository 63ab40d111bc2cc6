import { randomUUID } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { moveMessages } from '@hornets/contract/admin/events/move-messages'
import type { MovedThing } from '@hornets/contract/admin/events/moved-things'
import { beginMove, type OldServerContent } from '@hornets/contract/admin/events/moves'
import type { Transfer } from '@hornets/contract/admin/events/transfers'
import type { UnsignedEvent } from '@hornets/contract/sign-in'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Actor } from '../audit/audit-log.ts'
import type { SecretBox } from '../database/secret-box.ts'
import { requirePubkey } from '../keys/require-pubkey.ts'
import type { ImportFiles } from '../transfers/import/import-files.ts'
import type { TransfersService } from '../transfers/transfers-service.ts'
import { sealPlan } from './move-plan.ts'
import { OldServer } from './old-server.ts'
import { OldStatisticsStore } from './statistics-store.ts'
import { type RelayLook, survey } from './survey.ts'

export interface MovingParts extends Omit<RelayLook, 'wayOut' | 'now'> {
  readonly transfers: Pick<TransfersService, 'move'>
  readonly files: Pick<ImportFiles, 'receive' | 'remove' | 'path'>
  readonly box: SecretBox
  readonly wayOut: Pick<WayOut, 'send' | 'stream' | 'agentFor'>
  readonly now: Clock
}

interface Visit {
  readonly url: string
  readonly relay: string | null
  readonly token: string
  readonly until: number
  file: string | null
}

const visitsMax = 20
const visitMs = 30 * 60_000

/** Signs owners in at their old server, shows what there is, and begins the move. The token is never told or logged. */
export class MovingService {
  readonly #parts: MovingParts
  readonly #visits = new Map<string, Visit>()

  constructor(parts: MovingParts) {
    this.#parts = parts
  }

  /** Throws ApiError. */
  signIn(url: string, npub: string, password: string): Promise<UnsignedEvent> {
    return this.#server(url).challenge(requirePubkey(npub), password)
  }

  /** Throws ApiError. */
  async look(
    url: string,
    event: NostrEvent,
    relay: string | undefined,
  ): Promise<{ visit: string; found: OldServerContent }> {
    await this.#forgetOld()
    if (this.#visits.size >= visitsMax) throw new ApiError('conflict', moveMessages.tooManyVisits)
    const { server, token } = await this.#server(url).verify(event)
    const found = await survey(server, relay, this.#parts)
    const visit = randomUUID()
    this.#visits.set(visit, { url, relay: found.relay, token, until: this.#parts.now() + visitMs, file: null })
    return { visit, found }
  }

  /** `letInAgain` runs once the body has come. Throws ApiError('not_found' | 'bad_request'), and what that throws. */
  async addStatistics(
    id: string,
    body: AsyncIterable<Uint8Array>,
    letInAgain: () => Promise<void>,
  ): Promise<{ subscribers: number }> {
    const { files } = this.#parts
    const { name } = await files.receive(body)
    try {
      await letInAgain()
      const visit = this.#find(id)
      const store = OldStatisticsStore.open(files.path(name))
      const subscribers = store.count()
      store.close()
      if (visit.file !== null) await files.remove(visit.file)
      visit.file = name
      return { subscribers }
    } catch (error) {
      await files.remove(name)
      throw error
    }
  }

  /** Throws ApiError('not_found' | 'conflict'). */
  async begin(id: string, things: readonly MovedThing[], actor: Actor): Promise<Transfer> {
    const { url, relay, token, file } = this.#find(id)
    const { box, transfers } = this.#parts
    const plan = sealPlan(box, { url, relay, things, file, token })
    const job = await transfers.move(plan, { url, relay, things }, beginMove.audit.begin, actor)
    this.#visits.delete(id)
    return job
  }

  #find(id: string): Visit {
    const visit = this.#visits.get(id)
    if (!visit || visit.until <= this.#parts.now()) throw new ApiError('not_found', moveMessages.visitOver)
    return visit
  }

  async #forgetOld(): Promise<void> {
    for (const [id, { until, file }] of this.#visits) {
      if (until > this.#parts.now()) continue
      this.#visits.delete(id)
      if (file !== null) await this.#parts.files.remove(file)
    }
  }

  #server(url: string): OldServer {
    return new OldServer({ url, wayOut: this.#parts.wayOut })
  }
}
