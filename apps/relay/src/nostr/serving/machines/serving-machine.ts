import type { TLSSocket } from 'node:tls'
import type { Logger } from '@hornets/server/process/logger'
import type { MainCalls, ServingCalls, Start } from '../calls.ts'
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
  readonly number: number
  readonly start: Start
  readonly handlersOf: (machine: Serving) => Omit<Handlers<MainCalls>, OwnCall>
  readonly onReady: (machine: Serving) => void
  readonly onOpen: () => void
  readonly onGone: () => void
  readonly log: Logger
}

/** The main process's side of one on another machine, which lets clients in by itself. It lasts as long as its stream. */
export class ServingMachine implements Serving {
  readonly number: number
  readonly #parts: ServingMachineParts
  readonly #link: ServingLink
  readonly #open = new Set<number>()
  #isReady = false
  figures = noFigures

  constructor(parts: ServingMachineParts) {
    const { stream, number, start, handlersOf, log } = parts
    this.number = number
    this.#parts = parts
    this.#link = new Link<ServingCalls, MainCalls>({
      stream,
      handlers: { ...handlersOf(this), ...this.#ownHandlers() },
      onEnd: () => this.#gone(),
      onError: err => log.error({ err }, 'a call of a serving machine failed'),
    })
    this.#link.tell('start', start)
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
    const { onReady, onOpen } = this.#parts
    return {
      ready: () => {
        this.#isReady = true
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

  #gone(): void {
    this.#isReady = false
    this.#open.clear()
    this.#parts.onGone()
  }
}
