import type { NostrEvent } from '@hornets/contract'
import { CanonicalEvent } from '../events/canonical-event.ts'
import { expiryOf, isEphemeral, vanishKind } from '../events/event-kinds.ts'
import type { EventStore, SaveOutcome } from '../events/event-store.ts'
import { nostrLimits } from '../nostr/fairness/limits.ts'
import { errorOfEvent } from '../nostr/messages/parse-event.ts'
import type { Verdict } from '../nostr/verification/check-event.ts'
import type { Policy } from '../policy/policy.ts'
import type { LeftOut } from './account.ts'

export interface EventTakerParts {
  readonly events: Pick<EventStore, 'save' | 'vanish'>
  readonly policy: Pick<Policy, 'judgeEvent' | 'judgeVanishRequest'>
  readonly verify: (json: string, sharer: unknown) => Promise<Verdict>
  readonly now: () => number
}

interface Checked {
  readonly event: NostrEvent
  readonly json: string
}

const textMax = nostrLimits.messageBytesMax
const kept: Readonly<Record<Exclude<SaveOutcome, 'stored'>, string>> = {
  duplicate: 'This event is already stored',
  older: 'A newer version of this event is stored',
  deleted: 'This event was deleted or banned here, is in the trash, or its author has vanished',
}

export class EventTaker {
  readonly #parts: EventTakerParts

  constructor(parts: EventTakerParts) {
    this.#parts = parts
  }

  /** Durable. All are checked before the first is stored, so that they share a commit. Throws EventStoreFull. */
  async take(texts: readonly (string | null)[], byRules: boolean): Promise<('stored' | LeftOut)[]> {
    const checked = await Promise.all(texts.map(text => this.#check(text, byRules)))
    return Promise.all(checked.map(one => ('cause' in one ? one : this.#save(one))))
  }

  async #save({ event, json }: Checked): Promise<'stored' | LeftOut> {
    const outcome = await this.#parts.events.save({ event, json, sharer: this })
    return outcome === 'stored' ? outcome : { cause: outcome, id: event.id, text: kept[outcome] }
  }

  async #check(text: string | null, byRules: boolean): Promise<Checked | LeftOut> {
    if (text === null || text.length > textMax)
      return { cause: 'too_long', id: null, text: `Longer than ${textMax} characters` }
    const value = parsed(text)
    if (value === undefined) return { cause: 'not_json', id: null, text: `Not JSON: ${text}` }
    const error = errorOfEvent(value, nostrLimits)
    if (error !== null) return { cause: 'not_event', id: idOf(value), text: error }
    const event = value as NostrEvent
    const leftOut = (cause: LeftOut['cause'], why: string) => ({ cause, id: event.id, text: why })
    if (isEphemeral(event.kind)) return leftOut('ephemeral', `Kind ${event.kind} is not meant to be stored`)
    if ((expiryOf(event) ?? Number.POSITIVE_INFINITY) <= this.#parts.now() / 1000)
      return leftOut('expired', 'This event has expired')
    const verdict = await this.#parts.verify(text, this)
    if (verdict === 'wrong-id') return leftOut('wrong_id', 'The id is not the hash of the event')
    if (verdict === 'wrong-signature') return leftOut('wrong_signature', 'The signature does not match')
    const refusal = await this.#refusalOf(event, byRules)
    if (refusal) return leftOut('refused', refusal)
    return { event, json: verdict === 'plain' ? text : new CanonicalEvent(event).json }
  }

  /** A request to vanish is obeyed, whatever the rules are (NIP-62). */
  async #refusalOf(event: NostrEvent, byRules: boolean): Promise<string | null> {
    const { policy, events } = this.#parts
    if (event.kind === vanishKind) {
      const refusal = policy.judgeVanishRequest(event)
      if (!refusal) await events.vanish(event.pubkey, event.created_at)
      return refusal?.reason ?? null
    }
    if (!byRules) return null
    return policy.judgeEvent(event, { authenticated: new Set([event.pubkey]) })?.reason ?? null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' ? id.slice(0, 64) : null
}
