import type { NostrEvent } from '@hornets/contract'
import type { CacheSettings, CacheState, SharedPlace } from '../../events/event-store.ts'
import type { Refusal } from '../../policy/refusal.ts'
import type { Refused } from '../../refusals/refusal-log.ts'
import type { ClientState } from '../client-counts.ts'
import type { PublishAnswer } from '../event-intake.ts'
import type { NostrLimits } from '../fairness/limits.ts'

// What the main process and those that serve clients say to each other. Arguments and results are JSON.

/** The sender of an event: `address` and `sharer` as in `PublishContext`. */
export interface EventSender {
  readonly authenticated: readonly string[]
  readonly address: string | null
  readonly sharer: string
  readonly ip: string | null
}

/** What a serving process knows of the policy without asking. */
export interface PolicyState {
  /** Why nobody can read without a key; null if everybody can read. */
  readonly nobody: Refusal | null
  readonly moderationMode: 'strict' | 'passive'
  /** Whether readers can have filters. */
  readonly filters: boolean
  readonly cache: CacheSettings
}

export interface ProcessFigures {
  readonly unsentBytes: number
  readonly cache: CacheState
  /** As last measured (`Sample`). */
  readonly vitals: { readonly usedBytes: number; readonly share: number; readonly p99Ms: number }
}

/** A machine that serves clients, as it names itself. */
export interface Joining {
  /** Of its process: random. */
  readonly id: string
  readonly host: string
  /** What it has had; null at first. */
  readonly number: number | null
}

/** Of the main process. */
export interface MainCalls {
  /** The first one of a machine; `start` is its answer. */
  join(machine: Joining): void
  /** `open`: the ids of connections that it has kept. */
  ready(open: readonly number[]): void
  publish(json: string, from: EventSender): PublishAnswer
  /** Of a client that comes. */
  admit(ip: string): Refusal | null
  judgeAddress(ip: string): Refusal | null
  judgeReader(pubkey: string, ip: string | null): Refusal | null
  judgeReading(keys: readonly string[]): Refusal | null
  isOurs(address: string): boolean
  inviteFor(keys: readonly string[]): NostrEvent | null
  hasFilter(keys: readonly string[]): boolean
  shows(keys: readonly string[], json: string, isLive: boolean): boolean
  note(refused: Refused): void
  answered(accepted: number, refused: number): void
  signedIn(pubkey: string, place: string | null): void
  opened(id: number): void
  left(id: number): void
  figures(figures: ProcessFigures): void
}

/** Of a serving process. */
export interface ServingCalls {
  /** The first one. */
  start(start: Start): void
  policy(state: PolicyState): void
  /** `mark`: of the commit; null if it is not stored. `audience`: null for what the event says. */
  live(mark: number | null, json: string, audience: readonly string[] | null): void
  judgeReads(): void
  judgeAgain(): void
  closeConnectionsOf(pubkey: string, refusal: Refusal): void
  forgetAnswers(): void
  disconnect(id: number): boolean
  clients(): readonly ClientState[]
  settle(): void
  /** The number of those that are given to the main process, for its heir; all others are closed. */
  closeConnections(gives: boolean): number
}

export interface Start {
  readonly version: string
  readonly number: number
  readonly policy: PolicyState
  readonly limits: NostrLimits
  readonly compresses: boolean
  readonly verifierWorkers?: number | undefined
  readonly logLevel: string
  readonly events: SharedPlace
}

export interface GivenRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Bytes after the request, in base64. */
  readonly head: string
}
