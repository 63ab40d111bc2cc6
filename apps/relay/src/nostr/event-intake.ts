import type { NostrEvent } from '@hornets/contract'
import type { RefusalCause, Why } from '@hornets/contract/admin/refusals/causes'
import type { Logger } from '@hornets/server/process/logger'
import { authenticationKind, deletionKind, isEphemeral, vanishKind } from '../events/event-kinds.ts'
import {
  type EventStore,
  EventStoreDamaged,
  EventStoreFull,
  EventStoreUnreachable,
  type IncomingEvent,
  type SaveOutcome,
} from '../events/event-store.ts'
import { joinRequestKind, leaveRequestKind } from '../policy/access-requests.ts'
import type { EventContext, Policy } from '../policy/policy.ts'
import { type Audience, authorAlone } from '../policy/read-policy.ts'
import type { Refusal } from '../policy/refusal.ts'
import type { RefusalNotes } from '../refusals/refusal-log.ts'
import type { StorageQuotas } from './fairness/storage-quotas.ts'
import type { VanishLimiter } from './fairness/vanish-limiter.ts'

/** The answer to an author: the second and third field of OK; of a refusal also why. */
export type PublishAnswer =
  | { readonly accepted: true; readonly message: string }
  | ({ readonly accepted: false; readonly message: string; readonly isForged?: true } & Why)

const answers: Readonly<Record<SaveOutcome, PublishAnswer>> = {
  stored: { accepted: true, message: '' },
  duplicate: { accepted: true, message: 'duplicate: this event is already stored' },
  older: { accepted: false, message: 'duplicate: a newer version of this event is stored', cause: 'time' },
  deleted: { accepted: false, message: 'blocked: this event was deleted', cause: 'deleted' },
}

export interface LiveEvents {
  hand(event: NostrEvent, json: string, audience?: Audience): void
}

export interface PublishContext extends EventContext {
  /** Key for counting the sender; null where many people share an address. */
  readonly address: string | null
  /** With whom the sender shares turns: its customer, or its connection where many people share an address. */
  readonly sharer: unknown
}

/** `keptUntil`: Unix seconds; undefined for as long as the relay lasts. */
type QuotaAnswer =
  | { readonly refusal: Refusal }
  | { readonly release: () => void; readonly keptUntil?: number | undefined }

/** What authors may store by their subscription. Counts an event, or says why it is refused. */
export interface EventQuotas {
  /** `address` is the sender's; null where many people share one. */
  claim(event: NostrEvent, bytes: number, address: string | null): QuotaAnswer
}

export type MustWait = (event: NostrEvent) => boolean | Refusal

const unlimited: QuotaAnswer = { release: () => {} }

export const boundless: EventQuotas = { claim: () => unlimited }

/** Answers requests to join and to leave (NIP-43). */
export interface Membership {
  join(event: NostrEvent): Promise<PublishAnswer>
  leave(event: NostrEvent): Promise<PublishAnswer>
}

/** Whether an event is a report (NIP-56) about something stored here. */
export type IsReportOfStored = (event: NostrEvent) => Promise<boolean>

export interface Intake {
  /** The event's shape must be checked; `json` is its original text. Never rejects. */
  publish(event: NostrEvent, json: string, context: PublishContext): Promise<PublishAnswer>
}

export interface EventIntakeOptions {
  readonly events: EventStore
  readonly policy: Policy
  readonly storage: StorageQuotas
  readonly vanishes: VanishLimiter
  readonly quotas: EventQuotas
  readonly membership: Membership | undefined
  readonly fanOut: LiveEvents
  readonly mustWait: MustWait
  readonly isReportOfStored: IsReportOfStored
  /** Called for each new event once it is durable, with its customer; null where many share an address. */
  readonly onStored: (event: NostrEvent, address: string | null, isHeld: boolean) => void
  /** Called with a key whose events were removed at its request, before the answer. */
  readonly onVanished: (pubkey: string) => Promise<void>
  readonly refusals: RefusalNotes
  readonly log: Logger
}

/** Processes a verified event: policy → durable store → OK → fan-out. */
export class EventIntake {
  readonly #events: EventStore
  readonly #policy: Policy
  readonly #storage: StorageQuotas
  readonly #vanishes: VanishLimiter
  readonly #quotas: EventQuotas
  readonly #membership: Membership | undefined
  readonly #fanOut: LiveEvents
  readonly #mustWait: MustWait
  readonly #isReportOfStored: IsReportOfStored
  readonly #onStored: EventIntakeOptions['onStored']
  readonly #onVanished: EventIntakeOptions['onVanished']
  readonly #refusals: RefusalNotes
  readonly #log: Logger

  constructor(options: EventIntakeOptions) {
    const {
      events,
      policy,
      storage,
      vanishes,
      quotas,
      membership,
      fanOut,
      mustWait,
      isReportOfStored,
      onStored,
      onVanished,
      refusals,
      log,
    } = options
    this.#mustWait = mustWait
    this.#isReportOfStored = isReportOfStored
    this.#events = events
    this.#policy = policy
    this.#storage = storage
    this.#vanishes = vanishes
    this.#quotas = quotas
    this.#membership = membership
    this.#fanOut = fanOut
    this.#onStored = onStored
    this.#onVanished = onVanished
    this.#refusals = refusals
    this.#log = log
    events.onLate?.(incoming => this.#tell(incoming, null))
  }

  /** Its signature must be checked; `json` is canonical. Never rejects. */
  async publish(event: NostrEvent, json: string, context: PublishContext): Promise<PublishAnswer> {
    const answer = await this.#judgeAndKeep(event, json, context)
    if (!answer.accepted) noteRefused(this.#refusals, { event, json, ip: context.ip, pubkey: event.pubkey }, answer)
    return answer
  }

  async #judgeAndKeep(event: NostrEvent, json: string, context: PublishContext): Promise<PublishAnswer> {
    try {
      if (event.kind === authenticationKind) return refused('invalid', 'invalid: kind 22242 belongs in an AUTH message')
      const refusal = await this.#refusalOf(event, context)
      if (event.kind === vanishKind) {
        const answer = await this.#vanish(event, this.#policy.judgeVanishRequest(event), context)
        if (!answer.accepted || refusal) return answer
      }
      if (refusal) return refusedAs(refusal)
      if (event.kind === joinRequestKind && this.#membership) return await this.#membership.join(event)
      if (event.kind === leaveRequestKind && this.#membership) return await this.#membership.leave(event)
      return await this.#keep(event, json, context)
    } catch (error) {
      return this.failure(event, error)
    }
  }

  async #refusalOf(event: NostrEvent, context: PublishContext): Promise<Refusal | null> {
    const refusal = this.#policy.judgeEvent(event, context)
    if (!refusal || !this.#policy.refusesWriterOrKind(event, context)) return refusal
    if (!(await this.#isReportOfStored(event))) return refusal
    return this.#policy.judgeEvent(event, { ...context, isReportOfStored: true })
  }

  failure({ id }: NostrEvent, error: unknown): PublishAnswer {
    if (error instanceof EventStoreFull)
      return refused('disk', "error: the relay's disk is full, please try again later")
    if (error instanceof EventStoreDamaged || error instanceof EventStoreUnreachable)
      return refused('disk', `error: ${error.message}`)
    this.#log.error({ err: error, eventId: id }, 'could not store an event')
    return refused('disk', 'error: the event could not be stored, please try again')
  }

  /** NIP-62. The key is removed before the request is stored, so OK means it is done. */
  async #vanish(
    { pubkey, created_at }: NostrEvent,
    refusal: Refusal | null,
    { address }: PublishContext,
  ): Promise<PublishAnswer> {
    if (refusal) return refusedAs(refusal)
    if (!this.#vanishes.take(pubkey, address))
      return refused('rate', 'rate-limited: too many requests to vanish, try again later')
    await this.#events.vanish(pubkey, created_at)
    await this.#onVanished(pubkey)
    return answers.stored
  }

  async #keep(event: NostrEvent, json: string, { address, sharer }: PublishContext): Promise<PublishAnswer> {
    if (isEphemeral(event.kind)) {
      this.#fanOut.hand(event, json)
      return answers.stored
    }
    const isHeld = this.#mustWait(event)
    if (typeof isHeld === 'object') return refusedAs(isHeld)
    const bytes = Buffer.byteLength(json)
    const isDeletion = event.kind === deletionKind || event.kind === vanishKind
    const room = this.#storage.claim({ pubkey: event.pubkey, address, bytes, isDeletion })
    if ('refusal' in room) return refusedAs(room.refusal)
    const claimed = this.#quotas.claim(event, bytes, address)
    const isSpared = 'refusal' in claimed && (await this.#isReportOfStored(event))
    const paid = isSpared ? unlimited : claimed
    if ('refusal' in paid) {
      room.release()
      return refusedAs(paid.refusal)
    }
    const outcome = await this.#save({ event, json, keptUntil: paid.keptUntil, isHeld, sharer }, () => {
      room.release()
      paid.release()
    })
    if (outcome === 'stored') this.#tell({ event, json, isHeld }, address)
    return answers[outcome]
  }

  #tell({ event, json, isHeld = false }: IncomingEvent, address: string | null): void {
    const waits = isHeld && this.#policy.moderationMode === 'strict'
    this.#fanOut.hand(event, json, waits ? authorAlone(event) : undefined)
    this.#onStored(event, address, isHeld)
  }

  async #save(incoming: IncomingEvent, release: () => void): Promise<SaveOutcome> {
    let outcome: SaveOutcome | undefined
    try {
      outcome = await this.#events.save(incoming)
      return outcome
    } finally {
      if (outcome !== 'stored') release()
    }
  }
}

function refused(cause: RefusalCause, message: string) {
  return { accepted: false as const, message, cause }
}

function refusedAs({ reason, cause, rule }: Refusal): PublishAnswer {
  return { accepted: false, message: reason, cause, rule }
}

interface RefusedEvent {
  readonly event: NostrEvent
  readonly json: string
  readonly ip: string | undefined
  /** Null unless it has signed. */
  readonly pubkey: string | null
}

export function noteRefused(
  refusals: RefusalNotes,
  { event, json, ip: address, pubkey }: RefusedEvent,
  { cause, rule, message: text }: Extract<PublishAnswer, { accepted: false }>,
): void {
  const bytes = Buffer.byteLength(json)
  refusals.note({ what: 'event', cause, rule, text, pubkey, kind: event.kind, bytes, address })
}
