import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { type Logger, writeLine } from '@hornets/server/process/logger'
import type { KeptConnection } from '../handing/kept-connection.ts'
import { stopReading, takeUnread } from '../handing/unread.ts'
import type { MainCalls, ProcessFigures, ServingCalls, Start } from './calls.ts'
import { type Handlers, Link } from './link.ts'
import type { GivenMessage } from './serving-program.ts'

export type ServingLink = Link<ServingCalls, MainCalls>

/** Where one of the others runs. */
export interface Machine {
  /** As it says. */
  readonly host: string
  readonly address: string
}

/** What serves clients beside the main process: a process here, or one on another machine. */
export interface Serving {
  readonly number: number
  /** Null: it runs here. */
  readonly machine: Machine | null
  readonly isReady: boolean
  /** It says nothing, although it speaks twice a second. */
  readonly isSilent: boolean
  /** Undefined while it is not ready. */
  readonly link: ServingLink | undefined
  readonly figures: ProcessFigures
  /** Open websockets. */
  readonly open: number
  /** With those that arrive. */
  readonly count: number
  has(id: number): boolean
  write(line: string): void
  kill(): void
  /** Closes all connections with 1001, except those that come back for an heir. */
  closeConnections(keeps: boolean): Promise<readonly Returned[]>
  close(): Promise<void>
}

export interface ServingProcessParts {
  readonly number: number
  readonly start: () => Start
  readonly handlersOf: (process: Serving) => Omit<Handlers<MainCalls>, OwnCall>
  readonly onReady: (process: Serving) => void
  readonly onGone: () => void
  readonly log: Logger
}

export type OwnCall = 'join' | 'ready' | 'opened' | 'left' | 'figures'

const program = new URL('./serving-program.ts', import.meta.url)
/** Beside standard streams and the channel of connections. */
const linkDescriptor = 4
const restartMsMin = 100
const restartMsMax = 10_000
/** After so long it counts as having started well. */
const wellMs = 10_000
const endingMsMax = 3000
/** More than this waits only for a process that has stopped working. */
export const unsentMax = 256 * 2 ** 20
export const noFigures: ProcessFigures = {
  unsentBytes: 0,
  cache: { entries: 0, hits: 0, misses: 0, bytes: 0 },
  vitals: { usedBytes: 0, share: 0, p99Ms: 0 },
}

/** An open connection that comes back from a serving process. */
export interface Returned {
  readonly id: number
  readonly kept: KeptConnection
  readonly socket: Socket
}

interface Given {
  isOpen: boolean
  readonly onOpen: () => void
}

interface Arrival {
  readonly head: Buffer
  readonly id: number
  readonly address: string
  readonly onOpen: () => void
}

interface Running {
  readonly child: ChildProcess
  readonly link: ServingLink
  readonly startedAt: number
}

/** The main process's side of one serving process, which it starts again whenever it ends. */
export class ServingProcess implements Serving {
  readonly number: number
  readonly machine = null
  readonly isSilent = false
  readonly #parts: ServingProcessParts
  readonly #connections = new Map<number, Given>()
  /** Of connections that are being given. A process that ends leaves its own without a word. */
  readonly #sockets = new Set<Socket>()
  readonly firstReady: Promise<void>
  #onReady = () => {}
  #running: Running | undefined
  #isReady = false
  #isClosed = false
  #restartMs = restartMsMin
  #timer: NodeJS.Timeout | undefined
  readonly #adopting = new Set<number>()
  #returned: Returned[] = []
  #onReturned = () => {}
  figures = noFigures

  constructor(parts: ServingProcessParts) {
    this.number = parts.number
    this.#parts = parts
    this.firstReady = new Promise(resolve => {
      this.#onReady = resolve
    })
    this.#start()
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get pid(): number | undefined {
    return this.#running?.child.pid
  }

  /** Connections of an earlier process are on their way: their subscriptions are not there yet. */
  get isAdopting(): boolean {
    return this.#adopting.size > 0
  }

  get count(): number {
    return this.#connections.size
  }

  get open(): number {
    return this.#connections.values().reduce((sum, { isOpen }) => sum + Number(isOpen), 0)
  }

  has(id: number): boolean {
    return this.#connections.has(id)
  }

  get link(): ServingLink | undefined {
    return this.#isReady ? this.#running?.link : undefined
  }

  write(line: string): void {
    const { link } = this
    if (!link) return
    link.write(line)
    if (link.unsent > unsentMax) this.kill()
  }

  /** It is started again. */
  kill(): void {
    this.#running?.child.kill('SIGKILL')
  }

  giveUpgrade(socket: Duplex, request: IncomingMessage, { head, id, address, onOpen }: Arrival): void {
    const { method = '', url = '', headers } = request
    const unread = takeUnread(socket as Socket, [head]).toString('base64')
    this.#give(
      { type: 'upgrade', id, address, request: { method, url, headers, head: unread } },
      socket as Socket,
      onOpen,
    )
  }

  giveKept(socket: Socket, kept: KeptConnection, { id, onOpen }: Omit<Arrival, 'head' | 'address'>): void {
    stopReading(socket)
    socket.on('error', () => {})
    this.#adopting.add(id)
    this.#give({ type: 'kept', id, kept }, socket, onOpen)
  }

  #give(message: GivenMessage, socket: Socket, onOpen: () => void): void {
    this.#connections.set(message.id, { isOpen: false, onOpen })
    // Or its server would end only when the other process has closed the socket.
    Reflect.set(socket, 'server', null)
    this.#sockets.add(socket)
    // Or node keeps it until the process has confirmed it, which one that ends never does.
    this.#running?.child.send(message, socket, { keepOpen: true }, () => this.#letGo(socket))
  }

  #letGo(socket: Socket): void {
    socket.destroy()
    this.#sockets.delete(socket)
  }

  async closeConnections(keeps: boolean): Promise<readonly Returned[]> {
    this.#returned = []
    const count = (await this.link?.call('closeConnections', [keeps]).catch(() => 0)) ?? 0
    while (this.#isReady && this.#returned.length < count)
      await new Promise<void>(resolve => {
        this.#onReturned = resolve
      })
    return this.#returned
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const child = this.#running?.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    const timer = setTimeout(() => child.kill('SIGKILL'), endingMsMax)
    if (child.connected) child.disconnect()
    await ended
    clearTimeout(timer)
  }

  #start(): void {
    const child = fork(program, {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc', 'pipe'],
      serialization: 'advanced',
    })
    const link: ServingLink = new Link<ServingCalls, MainCalls>({
      stream: child.stdio[linkDescriptor] as unknown as Duplex,
      handlers: { ...this.#parts.handlersOf(this), ...this.#ownHandlers() },
      onEnd: () => {},
      onError: err => this.#parts.log.error({ err }, 'a call of a serving process failed'),
    })
    if (child.stdout) createInterface(child.stdout).on('line', line => writeLine(`${line}\n`))
    this.#running = { child, link, startedAt: performance.now() }
    child.on('error', err => this.#parts.log.error({ err }, 'a serving process could not be reached'))
    child.once('exit', (code, signal) => this.#gone(code, signal))
    child.on('message', (message: Omit<Returned, 'socket'>, socket?: Socket) => {
      if (socket) this.#takeBack({ ...message, socket })
    })
    link.tell('start', this.#parts.start())
  }

  #ownHandlers(): Pick<Handlers<MainCalls>, OwnCall> {
    return {
      join: () => {},
      ready: () => {
        this.#isReady = true
        this.#parts.onReady(this)
        this.#onReady()
      },
      opened: id => {
        this.#adopting.delete(id)
        const given = this.#connections.get(id)
        if (!given) return
        given.isOpen = true
        given.onOpen()
      },
      left: id => {
        this.#connections.delete(id)
        this.#adopting.delete(id)
      },
      figures: figures => {
        this.figures = figures
      },
    }
  }

  #takeBack(returned: Returned): void {
    stopReading(returned.socket)
    returned.socket.on('error', () => {})
    this.#returned.push(returned)
    this.#onReturned()
  }

  #gone(code: number | null, signal: NodeJS.Signals | null): void {
    const startedAt = this.#running?.startedAt ?? 0
    this.#isReady = false
    this.#running = undefined
    this.#connections.clear()
    for (const socket of this.#sockets) this.#letGo(socket)
    this.#adopting.clear()
    this.figures = noFigures
    this.#onReturned()
    this.#parts.onGone()
    if (this.#isClosed) return
    this.#parts.log.error({ code, signal, number: this.number }, 'a serving process has ended and is started again')
    this.#restartMs =
      performance.now() - startedAt > wellMs ? restartMsMin : Math.min(this.#restartMs * 2, restartMsMax)
    this.#timer = setTimeout(() => this.#start(), this.#restartMs)
  }
}
