import { Worker } from 'node:worker_threads'
import { SaveQueue } from '../../engines/save-queue.ts'
import { EventStoreFull, type HeldState, type IncomingEvent, type SaveOutcome } from '../../event-store.ts'
import {
  type GroupOutcome,
  noRoom,
  outcomes,
  type WriterAnswer,
  type WriterRequest,
  type WriterSettings,
} from './writer-messages.ts'

type Settle = { resolve: (answer: WriterResult) => void; reject: (error: unknown) => void }
type WriterResult = Extract<WriterAnswer, { result: unknown }>
type Request = WriterRequest extends infer R ? (R extends WriterRequest ? Omit<R, 'call'> : never) : never

/** Events that arrive during a write form the next group, see `SaveQueue`. */
export class Writer {
  readonly #worker: Worker
  readonly #calls = new Map<number, Settle>()
  readonly #onChange: () => void
  readonly #queue = new SaveQueue()
  #isScheduled = false
  #isWriting = false
  #lastCall = 0
  #lastSeq: number
  #lastChange: number
  #failure: Error | undefined
  isFull = false

  /** Requests wait until the thread is ready. `onChange` is called after commits that added to the journal. */
  constructor(settings: WriterSettings, last: { seq: number; change: number }, onChange: () => void) {
    this.#worker = new Worker(new URL('./writer-worker.ts', import.meta.url), { workerData: settings })
    this.#lastSeq = last.seq
    this.#lastChange = last.change
    this.#onChange = onChange
    this.#worker.on('error', error => this.#fail(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#fail(new Error('the event store is closed')))
    this.#worker.on('message', (answer: WriterAnswer) => this.#take(answer))
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  get lastChange(): number {
    return this.#lastChange
  }

  save(incoming: IncomingEvent, receivedAt: number): Promise<SaveOutcome> {
    if (this.#failure) return Promise.reject(this.#failure)
    const saved = this.#queue.push(incoming, receivedAt)
    this.#schedule()
    return saved
  }

  async removeById(id: string, ban: string | null): Promise<boolean> {
    return (await this.#ask({ type: 'removeById', id, ban })).result === true
  }

  async liftBan(id: string): Promise<boolean> {
    return (await this.#ask({ type: 'liftBan', id })).result === true
  }

  async trash(ids: readonly string[], job: number, at: number): Promise<number> {
    return Number((await this.#ask({ type: 'trash', ids, job, at })).result)
  }

  async restore(job: number, max: number): Promise<{ restored: number; refused: number }> {
    const { result } = await this.#ask({ type: 'restore', job, max })
    const [restored, refused] = Array.isArray(result) ? result : []
    return { restored: Number(restored), refused: Number(refused) }
  }

  async emptyTrash(before: number): Promise<void> {
    await this.#ask({ type: 'emptyTrash', before })
  }

  async hold(id: string, state: HeldState | null): Promise<boolean> {
    return (await this.#ask({ type: 'hold', id, state })).result === true
  }

  async removeByAuthor(pubkey: string): Promise<number> {
    return Number((await this.#ask({ type: 'removeByAuthor', pubkey })).result)
  }

  async vanish(pubkey: string, until: number): Promise<number> {
    return Number((await this.#ask({ type: 'vanish', pubkey, until })).result)
  }

  async removeExpired(now: number): Promise<void> {
    await this.#ask({ type: 'removeExpired', now })
  }

  async dropChanges(upTo: number): Promise<void> {
    await this.#ask({ type: 'dropChanges', upTo })
  }

  async close(): Promise<void> {
    const ended = new Promise<void>(resolve => this.#worker.once('exit', () => resolve()))
    if (this.#failure) return
    await this.#ask({ type: 'close' })
    await ended
  }

  async #ask(request: Exclude<Request, { type: 'save' }>): Promise<WriterResult> {
    await this.#queue.emptied()
    return this.#send(request)
  }

  #send(request: Request): Promise<WriterResult> {
    if (this.#failure) return Promise.reject(this.#failure)
    this.#lastCall += 1
    const call = this.#lastCall
    return new Promise((resolve, reject) => {
      this.#calls.set(call, { resolve, reject })
      this.#worker.postMessage({ ...request, call })
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#queue.size > 0 && !this.#isWriting) this.#sendGroup()
  }

  #sendGroup(): void {
    const group = this.#queue.takeGroup()
    const jsons = group.map(({ json }) => json)
    const receivedAt = group.map(event => event.receivedAt)
    const keptUntil = group.map(({ keptUntil }) => keptUntil ?? 0)
    const isHeld = group.map(event => event.isHeld === true)
    this.#isWriting = true
    const settle = (outcome: (at: number) => GroupOutcome | Error) => {
      this.#isWriting = false
      for (const [at, { resolve, reject }] of group.entries()) {
        const became = outcome(at)
        const name = typeof became === 'number' ? outcomes[became] : undefined
        this.isFull = became === noRoom
        if (name) resolve(name)
        else if (this.isFull) reject(new EventStoreFull('the file of events cannot grow'))
        else reject(became instanceof Error ? became : new Error(String(became)))
      }
      this.#flush()
    }
    this.#send({ type: 'save', jsons, receivedAt, keptUntil, isHeld }).then(
      ({ result }) => settle(at => (Array.isArray(result) ? result[at] : undefined) ?? 'no answer'),
      error => settle(() => error),
    )
  }

  #take(answer: WriterAnswer): void {
    if ('lastSeq' in answer) {
      const changed = answer.lastChange !== this.#lastChange
      this.#lastSeq = answer.lastSeq
      this.#lastChange = answer.lastChange
      if (changed) this.#onChange()
    }
    const settle = 'call' in answer ? this.#calls.get(answer.call) : undefined
    if (!settle || !('call' in answer)) return
    this.#calls.delete(answer.call)
    if ('result' in answer) settle.resolve(answer)
    else if ('error' in answer)
      settle.reject(answer.isFull ? new EventStoreFull(answer.error) : new Error(answer.error))
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#calls.values()) reject(error)
    this.#calls.clear()
    this.#queue.fail(error)
  }
}
