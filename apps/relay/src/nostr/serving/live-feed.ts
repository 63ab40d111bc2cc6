import { setTimeout as pause } from 'node:timers/promises'
import type { NostrEvent } from '@hornets/contract'
import type { SharedReads } from '../../events/event-store.ts'
import { authorAlone } from '../../policy/read-policy.ts'
import type { ServerParts } from '../server-parts.ts'
import type { RemotePolicy } from './remote-parts.ts'

/** What is handed in another order than it was stored is at most this much late. */
const lateMsMax = 5000
const eventsMax = 50_000
/** What more arrives is read from the database too. */
const heldMax = 10_000
/** Clients get what was missed no faster than they read it, or their connections would overflow. */
const stepBytes = 2 ** 18
const unreadMax = 2 ** 20
const stepMsMax = 250
const lookMs = 2

interface Held {
  readonly hand: () => void
  readonly bytes: number
}

interface Frame {
  /** All that is stored up to here was heard in an earlier one. */
  readonly from: number
  readonly since: number
  readonly ids: Set<string>
}

export interface LiveFeedParts extends Pick<ServerParts, 'fanOut'> {
  readonly events: SharedReads
  readonly policy: RemotePolicy
  readonly websockets: { readonly unsentBytes: number }
}

/** New events from the main process. Where it was away for a while, the database tells what was missed, each once. */
export class LiveFeed {
  readonly #parts: LiveFeedParts
  /** Undefined where nothing can be missed. */
  #last: Frame | undefined
  #before: Frame | undefined
  #mark = 0
  #isBehind = false
  #held: Held[] | undefined

  constructor(parts: LiveFeedParts) {
    this.#parts = parts
  }

  /** Remembers from now on what was heard. No client is here yet. */
  async remember(): Promise<void> {
    this.#mark = await this.#parts.events.mark()
    this.#last = this.#newFrame()
  }

  take = (mark: number | null, json: string, audience: readonly string[] | null): void => {
    const hand = () => {
      const event = JSON.parse(json) as NostrEvent
      if (mark === null || this.#isNew(event.id))
        this.#parts.fanOut.hand(event, json, audience ? new Set(audience) : undefined, mark ?? undefined)
      if (mark !== null) this.#mark = Math.max(this.#mark, mark)
    }
    if (!this.#held) hand()
    else if (this.#held.length < heldMax) this.#held.push({ hand, bytes: json.length })
    else this.#isBehind = true
  }

  /** What arrives waits for `catchUp`. */
  hold(): void {
    this.#held ??= []
  }

  /** Hands what was stored meanwhile, then what waits. */
  async catchUp(): Promise<void> {
    const pace = this.#pace()
    do {
      this.#isBehind = false
      await this.#handSaved(pace)
      // More of them arrive meanwhile.
      for (const { hand, bytes } of this.#held ?? []) {
        hand()
        await pace(bytes)
      }
      this.#held = this.#isBehind ? [] : undefined
    } while (this.#isBehind)
  }

  async #handSaved(pace: (bytes: number) => Promise<void>): Promise<void> {
    const { events, policy, fanOut } = this.#parts
    const from = (this.#before ?? this.#last)?.from
    if (from === undefined || !events.savedAfter) return
    const isStrict = policy.moderationMode === 'strict'
    for await (const { seq, json, isHeld } of events.savedAfter(from, await events.mark())) {
      const event = JSON.parse(json) as NostrEvent
      if (!this.#isNew(event.id)) continue
      fanOut.hand(event, json, isHeld && isStrict ? authorAlone(event) : undefined, seq)
      await pace(json.length)
    }
  }

  #pace(): (bytes: number) => Promise<void> {
    const { websockets, fanOut } = this.#parts
    const unreadAtFirst = websockets.unsentBytes
    let handed = 0
    return async bytes => {
      handed += bytes
      if (handed < stepBytes) return
      handed = 0
      const until = performance.now() + stepMsMax
      await fanOut.hasRoom()
      do await pause(lookMs)
      while (websockets.unsentBytes - unreadAtFirst > unreadMax && performance.now() < until)
    }
  }

  #isNew(id: string): boolean {
    if (!this.#last) return true
    if (this.#last.ids.has(id) || this.#before?.ids.has(id)) return false
    const isOver = performance.now() - this.#last.since > lateMsMax || this.#last.ids.size >= eventsMax
    // What waits may have been read from the database a while ago.
    if (isOver && !this.#held) {
      this.#before = this.#last
      this.#last = this.#newFrame()
    }
    this.#last.ids.add(id)
    return true
  }

  #newFrame(): Frame {
    return { from: this.#mark, since: performance.now(), ids: new Set() }
  }
}
