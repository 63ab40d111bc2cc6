import { setImmediate as nextTurn } from 'node:timers/promises'
import { messages, type NostrEvent } from '@hornets/contract'
import type { OwnRule } from '@hornets/contract/admin/refusals/own-rules'
import {
  type TrialChange,
  type TrialResult,
  type TrialStatus,
  trialDays,
  trialEventsMax,
} from '@hornets/contract/admin/refusals/trial'
import type { Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import pLimit from 'p-limit'
import type { ListsService } from '../access/lists/lists-service.ts'
import type { RightsService } from '../access/rights/rights-service.ts'
import { RuleRates } from '../access/rules/rule-rates.ts'
import { type KeyStatuses, RuleSet } from '../access/rules/rule-set.ts'
import { isGiftWrap } from '../events/event-kinds.ts'
import type { EventStore } from '../events/event-store.ts'
import { checkClock } from '../policy/clock.ts'
import { checkOwnRules } from '../policy/own-rules.ts'
import { checkWork } from '../policy/proof-of-work.ts'
import { partyKinds } from '../policy/read-policy.ts'
import { checkKind } from '../policy/relay-mode.ts'
import { checkAddress, checkWords, checkWriter, openRules, type WriteRules } from '../policy/write-rules.ts'
import type { RelaySettingsService } from '../settings/relay-settings-service.ts'
import type { RefusalsService } from './refusals-service.ts'
import { TrialSum } from './trial-sum.ts'

export interface TrialParts {
  readonly events: Pick<EventStore, 'arrivals' | 'mark'>
  readonly lists: Pick<ListsService, 'draft'>
  readonly rights: Pick<RightsService, 'draft'>
  readonly relaySettings: Pick<RelaySettingsService, 'draft'>
  readonly statuses: KeyStatuses
  readonly refused: Pick<RefusalsService, 'eventsSince'>
  readonly subscribed: () => Iterable<string>
  readonly isOwner: (pubkey: string) => boolean
  readonly relayPubkey: () => string
  readonly now: Clock
}

interface Offer {
  readonly event: NostrEvent
  readonly address?: string | undefined
  /** Milliseconds. */
  readonly at: number
}

interface Trier {
  readonly admin: string
  readonly role: Role
  readonly signal: AbortSignal
}

type Refuses = (offer: Offer) => boolean
type Progress = { done: number; of: number }

const dayMs = 86_400_000
const payersAtOnce = 500
const known = { created_at: 0, content: '', tags: [], sig: '', id: '0'.repeat(64) }

export class TrialService {
  readonly #parts: TrialParts
  readonly #oneByOne = pLimit(1)
  readonly #running = new Map<string, { readonly progress: Progress; readonly end: AbortController }>()

  constructor(parts: TrialParts) {
    this.#parts = parts
  }

  progressOf(admin: string): Progress | null {
    return this.#running.get(admin)?.progress ?? null
  }

  /** Throws ApiError('invalid_fields') for a change that could not be saved, and ('conflict') when it is ended. */
  async try(change: TrialChange, { admin, role, signal }: Trier): Promise<TrialResult> {
    this.#running.get(admin)?.end.abort()
    const progress = { done: 0, of: Math.min(this.#parts.events.mark(), trialEventsMax) }
    const own = { progress, end: new AbortController() }
    this.#running.set(admin, own)
    try {
      return await this.#oneByOne(() => this.#run(change, progress, role, AbortSignal.any([signal, own.end.signal])))
    } finally {
      if (this.#running.get(admin) === own) this.#running.delete(admin)
    }
  }

  async #run(change: TrialChange, progress: Progress, role: Role, signal: AbortSignal): Promise<TrialResult> {
    const { events, refused, isOwner, relayPubkey, now } = this.#parts
    const judge = await this.#judgeOf(change)
    const { rules } = change
    // A limit lets them write again.
    const lasting = rules ? await this.#judgeOf({ rules: rules.filter(({ action }) => action !== 'limit') }) : judge
    const passes = (pubkey: string) => isOwner(pubkey) || pubkey === relayPubkey()
    const since = now() - trialDays * dayMs
    const isAll = events.mark() <= trialEventsMax
    const sum = new TrialSum()
    const count = (offer: Offer, bytes: number, isStored: boolean) => {
      if (signal.aborted) throw new ApiError('conflict', messages.trialReplaced)
      if (passes(offer.event.pubkey) || !judge(offer)) return
      sum.add({
        ...offer.event,
        bytes,
        isStored,
        isRecent: offer.at >= since,
        isShown: role === 'owner' || !partyKinds.includes(offer.event.kind),
      })
    }
    for await (const { json, receivedAt } of events.arrivals(trialEventsMax)) {
      progress.done += 1
      count({ event: JSON.parse(json), at: receivedAt * 1000 }, Buffer.byteLength(json), true)
    }
    for await (const { at, pubkey, kind, bytes, address } of refused.eventsSince(since)) {
      if (pubkey === null || kind === null) continue
      const event = { ...known, pubkey, kind, created_at: Math.floor(at / 1000) }
      count({ event, at, address: address ?? undefined }, bytes ?? 0, false)
    }
    const lookedAt = progress.done
    return {
      ...sum.result(pubkey => this.#statusOf(pubkey)),
      looked_at: lookedAt,
      is_all: isAll,
      locked_out: await this.#lockedOut(lasting),
    }
  }

  /** By a note of theirs now. */
  async #lockedOut(judge: Refuses): Promise<TrialResult['locked_out']> {
    const at = this.#parts.now()
    const event = { ...known, kind: 1, created_at: Math.floor(at / 1000) }
    const shut: string[] = []
    for (const [place, pubkey] of [...this.#parts.subscribed()].entries()) {
      if (place % payersAtOnce === payersAtOnce - 1) await nextTurn()
      if (!this.#parts.isOwner(pubkey) && judge({ event: { ...event, pubkey }, at })) shut.push(pubkey)
    }
    return { count: shut.length, pubkeys: shut.slice(0, 100) }
  }

  /** By the change alone: what the rest refuses already is not its doing. */
  async #judgeOf({ access, relay_settings, list, entries, rules }: TrialChange): Promise<Refuses> {
    const { lists, rights, relaySettings } = this.#parts
    if (relay_settings) {
      const settings = relaySettings.draft(relay_settings)
      return ({ event }) => checkKind(event.kind, settings) !== null
    }
    if (rules) return this.#judgeByRules(rules.map((rule, at) => ({ ...rule, id: rule.id ?? `new${at}` })))
    if (list && entries) {
      const drafted: WriteRules = { ...openRules(0), ...(await lists.draft(list, entries)) }
      return ({ event, address }) => (checkAddress(address, drafted) ?? checkWords(event, drafted)) !== null
    }
    const drafted: WriteRules = { ...openRules(0), ...(await rights.draft(access ?? {})) }
    const { min_pow } = drafted.current()
    // Who brought a gift wrap is not stored, and its key says nothing.
    return ({ event, at }) =>
      (checkClock(event, Math.floor(at / 1000), drafted.current()) ??
        checkWork(event, min_pow) ??
        (isGiftWrap(event.kind) ? null : checkWriter(event, new Set(), drafted))) !== null
  }

  #judgeByRules(rules: readonly OwnRule[]): Refuses {
    const clock = { at: 0 }
    const firstAt = new Map<string, number>()
    const set = new RuleSet(rules)
    const rates = new RuleRates(() => clock.at)
    const statuses: KeyStatuses = {
      ...this.#parts.statuses,
      ageOf: pubkey => clock.at - (firstAt.get(pubkey) ?? clock.at),
    }
    const drafted: WriteRules = {
      ...openRules(0),
      ownRule: offered => {
        const rule = set.judge(offered, statuses, rates)
        return rule?.action === 'allow' ? undefined : rule
      },
    }
    return ({ event, address, at }) => {
      clock.at = at
      const isRefused = checkOwnRules(event, address, drafted) !== null
      if (!firstAt.has(event.pubkey)) firstAt.set(event.pubkey, at)
      return isRefused
    }
  }

  #statusOf(pubkey: string): TrialStatus {
    const { statuses, isOwner } = this.#parts
    if (isOwner(pubkey)) return 'owner'
    if (statuses.isPaying(pubkey)) return 'paying'
    if (statuses.isMember(pubkey)) return 'member'
    if (statuses.isAllowed(pubkey)) return 'allowed'
    return statuses.isTrusted(pubkey) ? 'trusted' : 'stranger'
  }
}
