import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { type AnswerOf, messages } from '@hornets/contract'
import type { enterDemo } from '@hornets/contract/admin/demo'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { Logger } from '@hornets/server/process/logger'
import type { DemoServer } from './demo-calls.ts'

export type DemoMode = 'on' | 'off' | 'auto'

/** A node of the same code on a temporary store: no public server, no outgoing connections. */
export interface DemoNode {
  enter(address: string): Promise<AnswerOf<typeof enterDemo>>
  readonly serve: RequestListener
  close(): Promise<void>
}

export interface DemoOptions {
  readonly mode: DemoMode
  readonly isClaimed: () => boolean
  readonly isKept: () => boolean
  readonly dataDir: string
  readonly build: (folder: string, signal: AbortSignal) => Promise<void>
  readonly open: (folder: string, onWornOut: () => void) => Promise<DemoNode>
  readonly now: Clock
  readonly logger: Logger
}

interface Life {
  readonly folder: string
  readonly stopping: AbortController
  readonly opening: Promise<DemoNode>
  node: DemoNode | undefined
}

const folderName = 'demo-node'
const enterLimit = { burst: 20, perMinute: 20 }
const enterLimitOfAll = { burst: 120, perMinute: 240 }

/** The demo beside the real node: built for the first visitor; ends with the claim, the setting or the relay. */
export class Demo implements DemoServer {
  readonly #options: DemoOptions
  readonly #visitors: CustomerLimiter
  readonly #visits: RateLimiter
  #life: Life | undefined
  readonly #ending = new Set<Promise<void>>()
  #closed = false

  private constructor(options: DemoOptions) {
    this.#options = options
    this.#visitors = new CustomerLimiter(enterLimit, options.now)
    this.#visits = new RateLimiter(enterLimitOfAll, options.now)
  }

  static async open(options: DemoOptions): Promise<Demo> {
    await rm(join(options.dataDir, folderName), { recursive: true, force: true })
    return new Demo(options)
  }

  isOn(): boolean {
    const { mode, isClaimed, isKept } = this.#options
    if (this.#closed || mode === 'off') return false
    return mode === 'on' || !isClaimed() || isKept()
  }

  get serve(): RequestListener | undefined {
    return this.isOn() ? this.#life?.node?.serve : undefined
  }

  /** Waits until the demo is built. Throws ApiError('not_found' | 'rate_limited' | 'unavailable'). */
  async enter(address: string): Promise<AnswerOf<typeof enterDemo>> {
    this.#assertOn()
    this.#visitors.take(address)
    this.#visits.take('')
    this.#life ??= this.#begin()
    const life = this.#life
    try {
      const node = await life.opening
      this.#assertOn()
      return await node.enter(address)
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      this.#assertOn()
      throw new ApiError('unavailable', messages.demoFailed, { cause })
    }
  }

  refresh(): void {
    if (!this.isOn()) this.#end()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#end()
    await Promise.all(this.#ending)
    await rm(join(this.#options.dataDir, folderName), { recursive: true, force: true })
  }

  #assertOn(): void {
    if (!this.isOn()) throw new ApiError('not_found', messages.demoOff)
  }

  #begin(): Life {
    const { dataDir, build, open, logger } = this.#options
    const folder = join(dataDir, folderName, randomUUID())
    const stopping = new AbortController()
    const start = performance.now()
    const make = async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await build(folder, stopping.signal)
      stopping.signal.throwIfAborted()
      const node = await open(folder, () => this.#endOnly(life))
      logger.info({ ms: Math.round(performance.now() - start) }, 'the demo is ready')
      return node
    }
    const life: Life = { folder, stopping, opening: make(), node: undefined }
    life.opening.then(
      node => {
        life.node = node
      },
      err => {
        if (!stopping.signal.aborted) logger.error({ err }, 'could not create the demo')
        this.#endOnly(life)
      },
    )
    return life
  }

  #end(): void {
    if (this.#life) this.#endOnly(this.#life)
  }

  #endOnly(life: Life): void {
    if (this.#life === life) this.#life = undefined
    if (life.stopping.signal.aborted) return
    life.stopping.abort()
    const ending = this.#clear(life).finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  async #clear({ folder, opening }: Life): Promise<void> {
    const { logger } = this.#options
    try {
      const node = await opening.catch(() => undefined)
      await node?.close()
      await rm(folder, { recursive: true, force: true })
    } catch (err) {
      logger.error({ err }, 'could not remove the demo')
    }
  }
}
