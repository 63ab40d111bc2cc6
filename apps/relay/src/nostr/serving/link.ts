import type { Duplex } from 'node:stream'

// One message a line, JSON:
//   [id, name, [argument, …]]   a call; without an answer if its id is 0
//   [-id, true, result]         its answer, or [-id, false, message]
//   [id, null]                  its answer is no longer wanted

/** `signal` aborts when the answer is no longer wanted. */
export interface CallInfo {
  readonly signal: AbortSignal
}

/** What answers the calls of the other side. */
export type Handlers<Taken> = {
  readonly [Name in keyof Taken]: Taken[Name] extends (...args: infer Args) => infer Result
    ? (...args: [...Args, CallInfo]) => Result | Promise<Result>
    : never
}

type Line = [id: number, what: string | boolean | null, value: unknown]
type ArgsOf<Call> = Call extends (...args: infer Args) => unknown ? Args : never
type ResultOf<Call> = Call extends (...args: never[]) => infer Result ? Result : never

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  /** To be asked again; undefined: only once. */
  readonly line: string | undefined
}

class Taken implements CallInfo {
  #stop: AbortController | undefined

  get signal(): AbortSignal {
    this.#stop ??= new AbortController()
    return this.#stop.signal
  }

  abort(): void {
    this.#stop?.abort()
  }
}

export interface LinkParts<Given> {
  readonly stream: Duplex
  readonly handlers: Given
  /** Its stream is gone. */
  readonly onEnd: () => void
  readonly onError: (error: unknown) => void
  /** What is asked while there is no stream waits for the next one. */
  readonly waits?: boolean
}

export interface CallOptions {
  /** The answer is no longer wanted. */
  readonly signal?: AbortSignal | undefined
  /** It fails with its stream, as it must not be done twice. */
  readonly isOnce?: boolean
}

/** Calls between two processes over one stream. Everything arrives in the order in which it was said. */
export class Link<Asked, Answered> {
  readonly #parts: LinkParts<Handlers<Answered>>
  #stream: Duplex
  readonly #waiting = new Map<number, Waiting>()
  readonly #taken = new Map<number, Taken>()
  #lastId = 0
  #out: string[] = []
  #rest = ''
  readonly #lines: string[] = []
  #isTaking = false
  #isAway = false
  #isHolding = false

  constructor(parts: LinkParts<Handlers<Answered>>) {
    this.#parts = parts
    this.#stream = parts.stream
    this.#listen(parts.stream)
  }

  /** Bytes that the other side has not read. */
  get unsent(): number {
    return this.#stream.writableLength
  }

  /** There is no stream, or what is asked waits for `goOn`. */
  get isAway(): boolean {
    return this.#isAway || this.#isHolding
  }

  /** Continues over another stream. What is asked waits. */
  attach(stream: Duplex): void {
    this.#stream = stream
    this.#isAway = false
    this.#listen(stream)
  }

  /** Asks what had no answer. */
  goOn(): void {
    this.#isHolding = false
    for (const { line } of this.#waiting.values()) if (line !== undefined) this.write(line)
  }

  #listen(stream: Duplex): void {
    this.#rest = ''
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => this.#receive(text))
    stream.on('error', () => {})
    stream.once('close', () => stream === this.#stream && this.#end())
  }

  call<Name extends keyof Asked & string>(
    name: Name,
    args: ArgsOf<Asked[Name]>,
    { signal, isOnce = false }: CallOptions = {},
  ): Promise<ResultOf<Asked[Name]>> {
    const { waits = false } = this.#parts
    if (this.isAway && (isOnce || !waits)) return Promise.reject(gone())
    this.#lastId += 1
    const id = this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<ResultOf<Asked[Name]>>()
    const line = lineOf(id, name, args)
    this.#waiting.set(id, { resolve, reject, line: waits && !isOnce ? line : undefined })
    if (!this.isAway) this.write(line)
    const leave = () => this.#waiting.has(id) && !this.isAway && this.write(JSON.stringify([id, null]))
    signal?.addEventListener('abort', leave, { once: true })
    return promise
  }

  tell<Name extends keyof Asked & string>(name: Name, ...args: ArgsOf<Asked[Name]>): void {
    this.write(lineOf(0, name, args))
  }

  /** A line that was made once for several processes. */
  write(line: string): void {
    if (this.#isAway) return
    if (this.#out.length === 0) process.nextTick(() => this.#flush())
    this.#out.push(line)
  }

  end(): void {
    this.#stream.end()
  }

  #flush(): void {
    const lines = this.#out
    this.#out = []
    if (lines.length > 0 && this.#stream.writable) this.#stream.write(`${lines.join('\n')}\n`)
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#lines.push(line)
    if (!this.#isTaking) void this.#takeAll()
  }

  /** What waits for an answer acts before the next line is taken. */
  async #takeAll(): Promise<void> {
    this.#isTaking = true
    for (let at = 0; at < this.#lines.length; at += 1)
      if (this.#take(JSON.parse(this.#lines[at] ?? '') as Line)) await new Promise<void>(go => process.nextTick(go))
    this.#lines.length = 0
    this.#isTaking = false
  }

  /** True for an answer. */
  #take([id, what, value]: Line): boolean {
    if (typeof what === 'string') {
      void this.#act(id, what, value as unknown[])
      return false
    }
    if (what === null) {
      this.#taken.get(id)?.abort()
      return false
    }
    const settle = this.#waiting.get(-id)
    this.#waiting.delete(-id)
    if (what) settle?.resolve(value as never)
    else settle?.reject(new Error(String(value)))
    return true
  }

  async #act(id: number, name: string, args: unknown[]): Promise<void> {
    const taken = new Taken()
    const asker = this.#stream
    const answer = (line: unknown[]) => id !== 0 && asker === this.#stream && this.write(JSON.stringify(line))
    if (id !== 0) this.#taken.set(id, taken)
    try {
      const handlers = this.#parts.handlers as unknown as Readonly<Record<string, (...args: unknown[]) => unknown>>
      const act = Object.hasOwn(handlers, name) ? handlers[name] : undefined
      if (!act) throw new Error(`no process answers ${name}`)
      const acted = act(...args, taken)
      const result = acted instanceof Promise ? await acted : acted
      answer([-id, true, result ?? null])
    } catch (error) {
      this.#parts.onError(error)
      answer([-id, false, error instanceof Error ? error.message : String(error)])
    } finally {
      if (this.#taken.get(id) === taken) this.#taken.delete(id)
    }
  }

  #end(): void {
    if (this.#isAway) return
    this.#isAway = true
    this.#isHolding = this.#parts.waits === true
    this.#out = []
    for (const taken of this.#taken.values()) taken.abort()
    this.#taken.clear()
    for (const [id, { reject, line }] of this.#waiting) {
      if (line !== undefined) continue
      this.#waiting.delete(id)
      reject(gone())
    }
    this.#parts.onEnd()
  }
}

const gone = () => new Error('the other process is gone')

export function lineOf(id: number, name: string, args: readonly unknown[]): string {
  return JSON.stringify([id, name, args])
}
