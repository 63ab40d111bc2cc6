import { availableParallelism, loadavg, totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from '../clock.ts'
import type { Round, Rounds } from '../rounds.ts'

export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly share: number
  readonly usedBytes: number
  readonly medianMs: number
  readonly p99Ms: number
  readonly maxMs: number
}

const sampleEveryMs = 30_000
const samplesMax = 120
const resolutionMs = 20

/** Measures processor, memory and the event loop's delay twice a minute, and remembers the last hour. */
export class Vitals {
  readonly #now: Clock
  readonly #delays = monitorEventLoopDelay({ resolution: resolutionMs })
  readonly #round: Round<void>
  readonly #samples: Sample[] = []
  #usage = process.cpuUsage()
  #takenAt = performance.now()

  constructor({ now, rounds }: { readonly now: Clock; readonly rounds: Rounds }) {
    this.#now = now
    this.#delays.enable()
    this.#round = rounds.open({ name: 'vitals', everyMs: sampleEveryMs, work: () => this.sample() })
  }

  get samples(): readonly Sample[] {
    return this.#samples
  }

  latest(): Sample {
    return this.#samples.at(-1) ?? this.#measure()
  }

  sample(): void {
    this.#samples.push(this.#measure())
    if (this.#samples.length > samplesMax) this.#samples.shift()
    this.#usage = process.cpuUsage()
    this.#takenAt = performance.now()
    this.#delays.reset()
  }

  machine() {
    const limit = process.constrainedMemory()
    const totalBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
    return {
      totalBytes,
      availableBytes: process.availableMemory(),
      cores: availableParallelism(),
      load: loadavg()[0] ?? 0,
      heapBytes: process.memoryUsage().heapUsed,
    }
  }

  async close(): Promise<void> {
    this.#delays.disable()
    await this.#round.close()
  }

  #measure(): Sample {
    const { user, system } = process.cpuUsage(this.#usage)
    const elapsedMs = Math.max(1, performance.now() - this.#takenAt)
    const late = (nanoseconds: number) =>
      Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e6 - resolutionMs) : 0
    const isEmpty = this.#delays.count === 0
    return {
      at: this.#now(),
      share: (user + system) / 1000 / elapsedMs,
      usedBytes: process.memoryUsage.rss(),
      medianMs: isEmpty ? 0 : late(this.#delays.percentile(50)),
      p99Ms: isEmpty ? 0 : late(this.#delays.percentile(99)),
      maxMs: isEmpty ? 0 : late(this.#delays.max),
    }
  }
}
