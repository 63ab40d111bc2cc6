import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnswerOf } from '@hornets/contract'
import type { getDiskForecast } from '@hornets/contract/admin/files/disk-forecast'
import type { Clock } from '@hornets/server/clock'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { Round, Rounds } from '@hornets/server/rounds'
import { forecastOf, windowDays } from './forecast.ts'
import type { GrowthStore } from './growth-store.ts'

export interface DiskGrowthParts {
  readonly folder: string
  readonly store: GrowthStore
  readonly freeSpace: Pick<FreeSpace, 'freeBytes' | 'reserveBytes'>
  readonly rounds: Rounds
  readonly now: Clock
}

const dayMs = 86_400_000
const measureEveryMs = 3_600_000
/** It reads the index of files, which must not slow down the start. */
const firstAfterMs = 3000

/** Notes each day how much the relay's data takes, and foretells when the disk is full. */
export class DiskGrowth {
  readonly #parts: DiskGrowthParts
  readonly #round: Round<void>

  constructor(parts: DiskGrowthParts) {
    this.#parts = parts
    const work = () => this.#measure()
    this.#round = parts.rounds.open({ name: 'data_growth', everyMs: measureEveryMs, firstAfterMs, work })
  }

  measure(): Promise<void> {
    return this.#round.run()
  }

  async show(): Promise<AnswerOf<typeof getDiskForecast>> {
    const { store, freeSpace } = this.#parts
    const days = await store.days()
    const { freeBytes, reserveBytes } = freeSpace
    return { freeBytes, forecast: forecastOf(days, freeBytes - reserveBytes) }
  }

  async close(): Promise<void> {
    await this.#round.close()
  }

  async #measure(): Promise<void> {
    const { store, now } = this.#parts
    const day = Math.floor(now() / dayMs)
    const bytes = (await store.fileBytes()) + (await this.#databaseBytes())
    await store.note({ day, bytes }, day - windowDays)
  }

  /** Of everything else in the data folder: what it takes on the disk, not its length. */
  async #databaseBytes(): Promise<number> {
    const { folder } = this.#parts
    let bytes = 0
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isFile()) bytes += await takenBy(join(folder, entry.name))
      else if (entry.isDirectory() && entry.name !== 'media')
        for (const name of await readdir(join(folder, entry.name)))
          bytes += await takenBy(join(folder, entry.name, name))
    }
    return bytes
  }
}

/** 0 for what has just gone. */
const takenBy = (path: string): Promise<number> =>
  stat(path).then(
    ({ blocks }) => blocks * 512,
    () => 0,
  )
