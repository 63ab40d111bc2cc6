import type { TLSSocket } from 'node:tls'
import type { Logger } from '@hornets/server/process/logger'
import type { Joining, MainCalls, ServingCalls, Start } from '../calls.ts'
import { type Handlers, Link } from '../link.ts'
import {
  noFigures,
  type OwnCall,
  type Returned,
  type Serving,
  type ServingLink,
  unsentMax,
} from '../serving-process.ts'

export interface ServingMachineParts {
  readonly stream: TLSSocket
  /** Gives it its number. */
  readonly onJoin: (machine: ServingMachine, joining: Joining) => Start
  readonly handlersOf: (machine: Serving) => Omit<Handlers<MainCalls>, OwnCall>
  readonly onReady: (machine: Serving) => void
  readonly onOpen: () => void
  readonly onGone: (machine: ServingMachine) => void
  readonly log: Logger
}

/** They speak twice a second. */
const silentMs = 3000
const hostLengthMax = 80

/** The main process's side of one on another machine, which lets clients in by itself. It lasts as long as its stream. */
export class ServingMachine implements Serving {
  number = 0
  /** Of its process; undefined before it has joined. */
  id: string | undefined
  readonly machine: { host: string; readonly address: string }
  #heardAt = performance.now()
  readonly #parts: ServingMachineParts
  readonly #link: ServingLink
  readonly #open = new Set<number>()
  #isReady = false
  figures = noFigures

  constructor(parts: ServingMachineParts) {
    const { stream, handlersOf, log } = parts
    this.machine = { host: '', address: stream.remoteAddress?.replace(/^::ffff:/, '') ?? '' }
    this.#parts = parts
    this.#link = new Link<ServingCalls, MainCalls>({
      stream,
      handlers: { ...handlersOf(this), ...this.#ownHandlers() },
      onEnd: () => {
        this.#isReady = false
        this.#open.clear()
        parts.onGone(this)
      },
      onError: err => log.error({ err }, 'a call of a serving machine failed'),
    })
    stream.on('data', () => {
      this.#heardAt = performance.now()
    })
  }

  get isSilent(): boolean {
    return performance.now() - this.#heardAt > silentMs
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get link(): ServingLink | undefined {
    return this.#isReady ? this.#link : undefined
  }

  get open(): number {
    return this.#open.size
  }

  get count(): number {
    return this.#open.size
  }

  has(id: number): boolean {
    return this.#open.has(id)
  }

  write(line: string): void {
    if (!this.#isReady) return
    this.#link.write(line)
    if (this.#link.unsent > unsentMax) this.kill()
  }

  /** It connects again. */
  kill(): void {
    this.#parts.stream.destroy()
  }

  /** Sockets stay on their machine: its clients come back to it. */
  async closeConnections(): Promise<readonly Returned[]> {
    await this.link?.call('closeConnections', [false]).catch(() => {})
    return []
  }

  async close(): Promise<void> {
    this.kill()
  }

  #ownHandlers(): Pick<Handlers<MainCalls>, OwnCall> {
    const { onJoin, onReady, onOpen } = this.#parts
    return {
      join: joining => {
        if (this.id !== undefined) return
        this.id = joining.id
        this.machine.host = String(joining.host).replaceAll(/\p{C}/gu, '').slice(0, hostLengthMax)
        this.#link.tell('start', onJoin(this, joining))
      },
      ready: open => {
        this.#isReady = true
        for (const id of open) this.#open.add(id)
        onReady(this)
      },
      opened: id => {
        this.#open.add(id)
        onOpen()
      },
      left: id => {
        this.#open.delete(id)
      },
      figures: figures => {
        this.figures = figures
      },
    }
  }
}
