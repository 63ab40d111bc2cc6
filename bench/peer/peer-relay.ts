import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from '../nostr/raw-socket.ts'
import { dropPageCache, withMemoryOf } from './memory-limit.ts'

export interface PeerRelayOptions {
  readonly name: string
  readonly command: string
  readonly folder: string
  readonly port: number
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly output?: 'ignore' | 'inherit'
  /** MB that it has, pages of its files included; default: the machine's. */
  readonly memoryMb?: number
  readonly loader?: { readonly command: string; readonly arguments: readonly string[] }
}

/** The unit of `stat`, on every file system. */
const bytesPerBlock = 512
const startMillisMax = 120_000

/** A relay in a separate process and folder, driven only over its socket. */
export class PeerRelay {
  readonly name: string
  readonly endpoint: Endpoint
  readonly folder: string
  readonly #options: PeerRelayOptions
  #child: ChildProcess | null = null

  constructor(options: PeerRelayOptions) {
    this.name = options.name
    this.folder = options.folder
    this.endpoint = { host: '127.0.0.1', port: options.port }
    this.#options = options
  }

  get loader(): PeerRelayOptions['loader'] {
    return this.#options.loader
  }

  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error(`${this.name} is not running`)
    return pid
  }

  async start(): Promise<number> {
    const { environment, folder, memoryMb, output = 'ignore' } = this.#options
    const { command, arguments: words } = memoryMb ? withMemoryOf(memoryMb, this.name, this.#options) : this.#options
    if (memoryMb) dropPageCache()
    const begun = performance.now()
    const child = spawn(command, [...words], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', output, 'inherit'],
    })
    this.#child = child
    const killWithUs = () => child.kill('SIGKILL')
    process.once('exit', killWithUs)
    child.once('exit', () => process.off('exit', killWithUs))
    while (performance.now() - begun < startMillisMax) {
      if (child.exitCode !== null) throw new Error(`${this.name} ended with ${child.exitCode} when it was started`)
      if (await takesConnection(this.endpoint)) return performance.now() - begun
      await delay(3)
    }
    throw new Error(`${this.name} did not open its port`)
  }

  /** Stops it from using the machine while the other one is measured. */
  suspend(): void {
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
  }

  async stop(): Promise<void> {
    const child = this.#child
    const wasRunning = this.isRunning
    this.#child = null
    if (!child || !wasRunning) return
    const exit = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill('SIGTERM')
    const killer = setTimeout(() => child.kill('SIGKILL'), 30_000)
    await exit
    clearTimeout(killer)
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resident memory in MB, total and without mapped files; NaN after its end. Linux only. */
  memory(): { readonly residentMb: number; readonly anonymousMb: number } {
    if (!this.isRunning) return { residentMb: Number.NaN, anonymousMb: Number.NaN }
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    const mb = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024
    return { residentMb: mb('VmRSS'), anonymousMb: mb('RssAnon') }
  }

  diskBytes(): number {
    const entries = readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
    const blocksOf = (entry: string) => statSync(join(this.folder, entry), { throwIfNoEntry: false })?.blocks ?? 0
    return entries.reduce((sum, entry) => sum + blocksOf(entry) * bytesPerBlock, 0)
  }
}

/** This many consecutive ports that are currently free, below those that the system gives to clients. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const base = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await Promise.all(Array.from({ length: count }, (_, offset) => isFree(base + offset)))
    if (free.every(Boolean)) return base
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise(resolve => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

function takesConnection(endpoint: Endpoint): Promise<boolean> {
  const socket = connect({ ...endpoint })
  return new Promise(resolve => {
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      // Asking again and again, a client can get the very port that it asks for, and is connected to itself.
      const isItself = socket.localPort === endpoint.port
      socket.destroy()
      resolve(!isItself)
    })
  })
}
