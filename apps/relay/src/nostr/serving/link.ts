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

interface Settle {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
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
  readonly onEnd: () => void
  readonly onError: (error: unknown) => void
}

/** Calls between two processes over one stream. Everything arrives in the order in which it was said. */
export class Link<Asked, Answered> {
  readonly #parts: LinkParts<Handlers<Answered>>
  readonly #waiting = new Map<number, Settle>()
  readonly #taken = new Map<number, Taken>()
  #lastId = 0
  #out: string[] = []
  #rest = ''
  readonly #lines: string[] = []
  #isTaking = false
  #isEnded = false

  constructor(parts: LinkParts<Handlers<Answered>>) {
    this.#parts = parts
    const { stream } = parts
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => this.#receive(text))
    stream.on('error', () => {})
    stream.once('close', () => this.#end())
  }

  /** Bytes that the other side has not read. */
  get unsent(): number {
    return this.#parts.stream.writableLength
  }

  call<Name extends keyof Asked & string>(
    name: Name,
    args: ArgsOf<Asked[Name]>,
    signal?: AbortSignal,
  ): Promise<ResultOf<Asked[Name]>> {
    if (this.#isEnded) return Promise.reject(new Error('the other process is gone'))
    this.#lastId += 1
    const id = this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<ResultOf<Asked[Name]>>()
    this.#waiting.set(id, { resolve, reject })
    this.write(lineOf(id, name, args))
    signal?.addEventListener('abort', () => this.#waiting.has(id) && this.write(JSON.stringify([id, null])), {
      once: true,
    })
    return promise
  }

  tell<Name extends keyof Asked & string>(name: Name, ...args: ArgsOf<Asked[Name]>): void {
    this.write(lineOf(0, name, args))
  }

  /** A line that was made once for several processes. */
  write(line: string): void {
    if (this.#isEnded) return
    if (this.#out.length === 0) process.nextTick(() => this.#flush())
    this.#out.push(line)
  }

  end(): void {
    this.#parts.stream.end()
  }

  #flush(): void {
    const lines = this.#out
    this.#out = []
    if (!this.#isEnded && this.#parts.stream.writable) this.#parts.stream.write(`${lines.join('\n')}\n`)
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
    if (id !== 0) this.#taken.set(id, taken)
    try {
      const handlers = this.#parts.handlers as unknown as Readonly<Record<string, (...args: unknown[]) => unknown>>
      const act = Object.hasOwn(handlers, name) ? handlers[name] : undefined
      if (!act) throw new Error(`no process answers ${name}`)
      const answer = act(...args, taken)
      const result = answer instanceof Promise ? await answer : answer
      if (id !== 0) this.write(JSON.stringify([-id, true, result ?? null]))
    } catch (error) {
      this.#parts.onError(error)
      if (id !== 0) this.write(JSON.stringify([-id, false, error instanceof Error ? error.message : String(error)]))
    } finally {
      this.#taken.delete(id)
    }
  }

  #end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const taken of this.#taken.values()) taken.abort()
    for (const { reject } of this.#waiting.values()) reject(new Error('the other process is gone'))
    this.#waiting.clear()
    this.#parts.onEnd()
  }
}

export function lineOf(id: number, name: string, args: readonly unknown[]): string {
  return JSON.stringify([id, name, args])
}
