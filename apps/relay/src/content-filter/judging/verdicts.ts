import type { NostrEvent } from '@hornets/contract'
import type { Clock } from '@hornets/server/clock'
import type { OutsideService } from '@hornets/server/outgoing/outside-service'
import { SlidingMinute } from '@hornets/server/sliding-minute'
import type { Waiting } from '../../nostr/subscriptions/content-filter.ts'
import type { Preference } from '../preferences/preference.ts'
import { FairLines } from './fair-lines.ts'
import type { Judge } from './judge.ts'
import type { VerdictCache } from './verdict-cache.ts'

export interface VerdictsParts {
  readonly judge: Judge
  readonly service: Pick<OutsideService, 'ask' | 'isResting'>
  readonly cache: VerdictCache
  readonly now: Clock
}

interface Job {
  readonly key: string
  readonly owner: string
  readonly event: NostrEvent
  readonly instructions: string
  readonly ended: AbortController
  /** Those who wait for it; without anybody left it is not asked. */
  readonly askers: Set<AbortSignal>
  readonly verdict: PromiseWithResolvers<boolean>
}

const callsMax = 4
const waitingMax = 1000
const waitingForOneMax = 300

/**
 * Asked once while cached; readers take turns. What is not judged in time is shown; live notes also if the queue is
 * full.
 */
export class Verdicts {
  readonly #parts: VerdictsParts
  readonly #jobs = new Map<string, Job>()
  readonly #lines = new FairLines<Job>({ max: waitingMax, ownerMax: waitingForOneMax })
  readonly #unjudged = new SlidingMinute()
  #calls = 0
  #generation = 0

  constructor(parts: VerdictsParts) {
    this.#parts = parts
  }

  get waiting(): number {
    return this.#lines.size
  }

  /** Notes of the last 60 seconds that were shown without a verdict. */
  get unjudged(): number {
    return this.#unjudged.sum(this.#second())
  }

  of(event: NostrEvent, { digest, instructions, pubkey }: Preference, waiting: Waiting): boolean | Promise<boolean> {
    const { signal, isLive } = waiting
    const key = `${event.id} ${digest}`
    const known = this.#parts.cache.get(key)
    if (known !== undefined) return known
    if (signal.aborted) return true
    const job = this.#jobs.get(key) ?? this.#add({ key, owner: pubkey, event, instructions }, isLive)
    if (job) return this.#join(job, signal)
    this.#unjudged.add(this.#second())
    return true
  }

  forget(): void {
    this.#generation++
    this.#parts.cache.clear()
  }

  #add(asked: Pick<Job, 'key' | 'owner' | 'event' | 'instructions'>, isLive: boolean): Job | undefined {
    // Nothing waits for a service that is spared after its failures.
    if (this.#parts.service.isResting) return undefined
    const verdict = Promise.withResolvers<boolean>()
    const job: Job = { ...asked, ended: new AbortController(), askers: new Set(), verdict }
    if (!this.#lines.add(job.owner, job, isLive)) return undefined
    this.#jobs.set(job.key, job)
    queueMicrotask(() => this.#next())
    return job
  }

  #join(job: Job, signal: AbortSignal): Promise<boolean> {
    if (job.askers.has(signal)) return job.verdict.promise
    job.askers.add(signal)
    const own = Promise.withResolvers<boolean>()
    void job.verdict.promise.then(own.resolve)
    const leave = () => {
      job.askers.delete(signal)
      own.resolve(true)
      if (job.askers.size === 0) this.#cancel(job)
    }
    signal.addEventListener('abort', leave, { once: true, signal: job.ended.signal })
    return own.promise
  }

  #cancel(job: Job): void {
    this.#lines.remove(job.owner, job)
    this.#end(job, true)
  }

  #end(job: Job, isShown: boolean): void {
    if (this.#jobs.get(job.key) === job) this.#jobs.delete(job.key)
    job.verdict.resolve(isShown)
    job.ended.abort()
  }

  #next(): void {
    while (this.#calls < callsMax) {
      const job = this.#lines.take()
      if (!job) return
      this.#calls++
      void this.#ask(job).finally(() => {
        this.#calls--
        this.#next()
      })
    }
  }

  async #ask(job: Job): Promise<void> {
    const { judge, service, cache } = this.#parts
    const generation = this.#generation
    let verdict: boolean | null = null
    try {
      const { call, read } = judge.question(job.event, job.instructions)
      verdict = await service.ask({ ...call, signal: job.ended.signal }, read)
      if (verdict !== null && generation === this.#generation) cache.set(job.key, verdict)
    } catch {
      // The state of the service says what is wrong with it.
    }
    if (verdict === null && !job.ended.signal.aborted) this.#unjudged.add(this.#second())
    this.#end(job, verdict ?? true)
  }

  #second = () => Math.floor(this.#parts.now() / 1000)
}
