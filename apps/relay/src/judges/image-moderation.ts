import type { NostrEvent } from '@hornets/contract'
import { imageModeration } from '@hornets/contract/admin/settings'
import type { Clock } from '@hornets/server/clock'
import { Gathered } from '@hornets/server/gathered'
import { ServiceError } from '@hornets/server/outgoing/service-error'
import pLimit from 'p-limit'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import type { HeldFiles, NewFile } from '../policy/held-files.ts'
import { type Refusal, refuse } from '../policy/refusal.ts'
import type { JudgeStore, WaitingMedia } from './judge-store.ts'
import { type Judged, MediaJudging, type MediaJudgingParts } from './media-judging.ts'
import { mediaUrlsMax, mediaUrlsOf } from './media-urls.ts'
import type { ModerationCases } from './moderation-cases.ts'
import { eventSubject, fileSubject, hashIn, urlSubject } from './subject.ts'
import { WaitingCounts } from './waiting-counts.ts'

export interface ImageModerationParts extends MediaJudgingParts {
  readonly database: AdminDatabase
  readonly store: JudgeStore
  readonly cases: ModerationCases
  readonly events: Pick<EventStore, 'held'>
  readonly files: HeldFiles
  /** Whether an address is the relay's own: its files are read from the store. */
  readonly isOurs: (address: string) => boolean
  /** The relay's own key: what it publishes is not judged. */
  readonly relayKey: () => string
  readonly now: Clock
}

const takenAtOnce = 500
const releasedAtOnce = 50
const heldAtOnce = 100
/** A known image is shown soon; behind a judge that rests, only the disk is spared. */
const gatherMs = 200
const gatherMsResting = 2000
const pauseMs = 10_000
const pauseMsMax = 3_600_000
/** Counts that are kept can go wrong where others decide about waiting media. */
const countAgainMs = 600_000

/** Has images and videos judged before others see them: a queue that outlives the process, one verdict for each file. */
export class ImageModeration {
  readonly #parts: ImageModerationParts
  readonly #taking = pLimit(1)
  readonly #counts = new WaitingCounts()
  #countedAt = 0
  readonly #judging: MediaJudging
  readonly #gathered = new Gathered<NostrEvent>(
    events => this.#aside(() => this.#takeGathered(events)),
    () => (this.#parts.judge.isResting ? gatherMsResting : gatherMs),
  )
  #isClosing = false
  /** One at a time, also when its interval changes meanwhile: nothing is judged twice. */
  #running: Promise<void> | undefined

  constructor(parts: ImageModerationParts) {
    this.#parts = parts
    this.#judging = new MediaJudging(parts)
  }

  get waitingCount(): number {
    return this.#counts.total
  }

  /** What waited when the relay stopped waits again, also if it had not reached the queue. */
  async resume(): Promise<void> {
    const { store, files } = this.#parts
    for (const { hash, isBlocked } of await store.heldFiles())
      if (isBlocked || this.#isOn) files.set(hash, isBlocked ? 'blocked' : 'pending')
    await this.#countWaiting()
    // Nothing ever waited: a damaged store is not read at the start.
    if (!this.#isOn && (await store.isEmpty())) return
    // Beside the start, which thousands of them would hold up. They stay hidden meanwhile.
    this.turn()
  }

  /** On: what is held waits for a verdict. Off: nothing waits any more, and everybody sees it. */
  turn(): void {
    if (!this.#isOn) this.#parts.files.releasePending()
    this.#aside(() => (this.#isOn ? this.#takeHeld() : this.#release()))
  }

  async #takeHeld(): Promise<void> {
    let batch: NostrEvent[] = []
    for await (const json of this.#parts.events.held('pending')) {
      if (this.#isClosing || !this.#isOn) return
      batch.push(JSON.parse(json))
      if (batch.length < heldAtOnce) continue
      await this.#takeEvents(batch)
      batch = []
    }
    await this.#takeEvents(batch)
  }

  async #release(): Promise<void> {
    const { database, store, cases, events } = this.#parts
    await database.transact(tx => store.dropWaiting(tx))
    await this.#countWaiting()
    cases.inbox.changed()
    let batch: string[] = []
    const show = async () => {
      await Promise.all(batch.map(id => cases.release(id)))
      batch = []
    }
    for await (const json of events.held('pending')) {
      if (this.#isClosing || this.#isOn) return
      batch.push(JSON.parse(json).id)
      if (batch.length === releasedAtOnce) await show()
    }
    await show()
  }

  /** In constant time: an event with media waits; a refusal if too many do. */
  mustWait(event: NostrEvent): boolean | Refusal {
    if (!this.#isJudged(event)) return false
    if (this.#counts.isFull(event.pubkey))
      return refuse('moderation', 'rate-limited: too many images and videos wait for moderation, try again later', {
        status: 429,
      })
    return true
  }

  take(event: NostrEvent, isHeld: boolean): void {
    if (event.kind === 19_842) this.#aside(() => this.#parts.cases.dispute(event))
    if (!isHeld) return
    this.#gathered.add(event)
    this.#counts.add(event.pubkey, 1)
  }

  /** A file that is about to be stored: hidden from now on in strict mode. */
  async takeFile({ hash, mime, pubkey }: NewFile): Promise<void> {
    if (!this.#isOn || !/^(image|video)\//.test(mime)) return
    this.#parts.files.set(hash, 'pending')
    const { database, store, now } = this.#parts
    const added = await database.transact(tx => store.enqueue(tx, [fileSubject(hash)], pubkey, now()))
    this.#counts.add(pubkey, added)
    this.#aside(() => this.#parts.cases.settleFile(hash, pubkey, mime))
  }

  /** Deletes what nobody disputed in time; if it is on, judges what is due, authors in turn. */
  round(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #round(): Promise<void> {
    await this.#parts.cases.removeExpired()
    if (!this.#isOn) return
    if (this.#parts.now() >= this.#countedAt + countAgainMs) await this.#taking(() => this.#countWaiting())
    const { concurrency } = this.#parts.settings.get(imageModeration)
    for (;;) {
      const triesMax = this.#parts.judge.isResting ? 0 : undefined
      const due = await this.#parts.store.due(this.#parts.now(), takenAtOnce, triesMax)
      const inTurn = pLimit(concurrency)
      const failed: WaitingMedia[] = []
      await Promise.all(due.map(media => inTurn(() => this.#judge(media, failed))))
      await this.#postpone(failed)
      if (due.length < takenAtOnce || !this.#isOn) return
    }
  }

  /** What has not reached the queue is taken at the next start. */
  close(): Promise<void> {
    this.#isClosing = true
    return this.settled()
  }

  settled(): Promise<void> {
    this.#gathered.flush()
    return this.#taking(() => undefined)
  }

  #isJudged(event: NostrEvent): boolean {
    return this.#isOn && event.pubkey !== this.#parts.relayKey() && mediaUrlsOf(event).length > 0
  }

  get #isOn(): boolean {
    return this.#parts.settings.get(imageModeration).enabled
  }

  #aside(work: () => Promise<void>): void {
    this.#taking(work).catch(err => this.#parts.logger.error({ err }, 'could not moderate media'))
  }

  async #takeEvents(events: readonly NostrEvent[]): Promise<void> {
    const { database, store, cases, now } = this.#parts
    // It was turned off while they were being stored.
    if (!this.#isOn) return void (await Promise.all(events.map(({ id }) => cases.release(id))))
    const taken = events.map(event => ({ event, subjects: this.#subjectsOf(event) }))
    const media = taken.filter(({ subjects }) => subjects.length > 0)
    if (media.length === 0) return
    const added = await database.transactReplayable(async tx => {
      const counts: number[] = []
      for (const { event, subjects } of media) {
        counts.push(await store.enqueue(tx, subjects, event.pubkey, now()))
        await store.await(tx, event.id, subjects)
      }
      return counts
    })
    for (const [at, { event, subjects }] of media.entries()) {
      const waiting = added[at] ?? 0
      this.#counts.add(event.pubkey, waiting)
      // Of media that all wait only now, none has a verdict.
      if (waiting < subjects.length) await cases.settle(event.id)
    }
  }

  /** Each was counted when it came, and is now counted by its media. */
  async #takeGathered(events: readonly NostrEvent[]): Promise<void> {
    await this.#takeEvents(events)
    for (const { pubkey } of events) this.#counts.add(pubkey, -1)
  }

  #subjectsOf(event: NostrEvent): string[] {
    const urls = mediaUrlsOf(event)
    const subjects = [...new Set(urls.slice(0, mediaUrlsMax).map(url => this.#subjectOf(url)))]
    return urls.length > mediaUrlsMax ? [...subjects, eventSubject(event.id)] : subjects
  }

  #subjectOf(url: string): string {
    const [, hash] = /\/([0-9a-f]{64})(\.\w+)?$/.exec(new URL(url).pathname) ?? []
    return hash !== undefined && this.#parts.isOurs(url) ? fileSubject(hash) : urlSubject(url)
  }

  /** `failed`: where it is put to be judged later. */
  async #judge(media: WaitingMedia, failed: WaitingMedia[]): Promise<void> {
    if (!this.#isOn || this.#judging.isSpared(media)) return
    try {
      const judged = await this.#judging.judge(media)
      if (judged === 'later') failed.push(media)
      else await this.#settle(media, judged)
    } catch (error) {
      if (!(error instanceof ServiceError))
        this.#parts.logger.error({ err: error, subject: media.subject }, 'could not judge media')
      failed.push(media)
    }
  }

  async #postpone(failed: readonly WaitingMedia[]): Promise<void> {
    if (failed.length === 0) return
    const { database, store, now } = this.#parts
    const byTries = Map.groupBy(failed, ({ tries }) => tries)
    await database.transactReplayable(async tx => {
      for (const [tries, media] of byTries) {
        const pause = Math.min(pauseMs * 2 ** Math.min(tries, 20), pauseMsMax)
        const subjects = media.map(({ subject }) => subject)
        await store.postpone(tx, subjects, now() + pause)
      }
    })
  }

  #settle({ subject, author }: WaitingMedia, { hash, verdict }: Judged): Promise<void> {
    const { database, store, cases, now } = this.#parts
    // In line, so that a verdict that comes when it is turned off hides nothing.
    return this.#taking(async () => {
      if (!this.#isOn) return
      const work = (tx: AdminTransaction) => store.settle(tx, { subject, author, hash }, verdict, now())
      // What cannot be judged is only tried again, a verdict is given once.
      const settled = await (verdict ? database.transact(work) : database.transactReplayable(work))
      for (const one of settled) this.#counts.add(one, -1)
      for (const id of await store.eventsWith(subject)) await cases.settle(id)
      const file = hashIn(subject)
      if (file === null) return
      await (verdict ? cases.settleFile(file, author) : cases.openUnjudged(file, author))
    })
  }

  async #countWaiting(): Promise<void> {
    this.#countedAt = this.#parts.now()
    this.#counts.replace(await this.#parts.store.waiting())
    for (const { pubkey } of this.#gathered.items) this.#counts.add(pubkey, 1)
  }
}
