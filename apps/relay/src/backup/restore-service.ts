import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '@hornets/contract'
import type { RestoreState, startRestore } from '@hornets/contract/admin/operation/restore'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import type { BodyOf } from '@hornets/contract/endpoint'
import { ApiError } from '@hornets/server/api-error'
import type { Logger } from '@hornets/server/process/logger'
import { receiveArchive } from './archive/receive-archive.ts'
import { isPlace } from './destinations/open-destination.ts'
import type { RunsParts } from './runs-service.ts'
import { assertRoom } from './work/assert-room.ts'
import { uploadedName } from './work/data-places.ts'
import type { Progress } from './work/make-backup.ts'

export interface RestoreParts extends Pick<RunsParts, 'dataDir' | 'socksProxy' | 'reserveBytes' | 'runJob'> {
  readonly isClaimed: () => boolean
  readonly setupToken: { matches(given: string): boolean }
  /** Counts a guess at the token. Throws ApiError('rate_limited'). */
  readonly countGuess: (address: string) => void
  /** Restarts everything on the data folder; undefined if nothing would. */
  readonly restart: (() => void) | undefined
  readonly logger: Logger
}

export class RestoreService {
  readonly #parts: RestoreParts
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined
  #isReceiving = false
  #progress: Progress | null = null
  #error: string | null = null
  #isDone = false

  constructor(parts: RestoreParts) {
    this.#parts = parts
  }

  /** Throws ApiError('signup_closed' or 'setup_token_required'). */
  read(setupToken: string, address: string): RestoreState {
    this.#require(setupToken, address)
    return {
      is_running: this.#running !== undefined,
      progress: this.#progress,
      error: this.#error,
      is_done: this.#isDone,
    }
  }

  /** Throws ApiError('conflict') where nothing would start the relay again, or while one runs. */
  begin({ setupToken, place, key }: BodyOf<typeof startRestore>, address: string): RestoreState {
    this.#require(setupToken, address)
    if (!this.#parts.restart) throw new ApiError('conflict', messages.restartNotOffered)
    this.#assertFree()
    if (!isPlace(place)) {
      const fields = { place: backupMessages.placeInvalid }
      throw new ApiError('invalid_fields', backupMessages.placeInvalid, { fields })
    }
    this.#error = null
    this.#running = this.#run(place, key?.trim() || null).finally(() => {
      this.#running = undefined
    })
    return this.read(setupToken, address)
  }

  /** Throws ApiError, also 'conflict' while another one comes or a restore runs. */
  async receive(
    body: AsyncIterable<Uint8Array>,
    { bytes, setupToken, address }: { bytes: number | null; setupToken: string; address: string },
  ): Promise<{ place: string }> {
    this.#require(setupToken, address)
    if (bytes === null) throw new ApiError('length_required', backupMessages.lengthMissing)
    this.#assertFree()
    const { dataDir, reserveBytes } = this.#parts
    this.#isReceiving = true
    try {
      await assertRoom(dataDir, bytes, reserveBytes).catch((cause: Error) => {
        throw new ApiError('unavailable', cause.message, { cause })
      })
      const place = join(dataDir, uploadedName)
      await receiveArchive(body, place)
      return { place }
    } finally {
      this.#isReceiving = false
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(place: string, key: string | null): Promise<void> {
    const { dataDir, socksProxy, reserveBytes, runJob, restart, logger } = this.#parts
    const job = { kind: 'restore', dataDir, place, key, reserveBytes, socksProxy: socksProxy()?.href } as const
    const onProgress = (progress: Progress) => {
      this.#progress = progress
    }
    try {
      await runJob(job, { signal: this.#closing.signal, onProgress })
      await rm(join(dataDir, uploadedName), { recursive: true, force: true })
      this.#isDone = true
      restart?.()
    } catch (error) {
      if (this.#closing.signal.aborted) return
      this.#error = (error as Error).message
      logger.error({ reason: this.#error }, 'a restore has failed')
    } finally {
      this.#progress = null
    }
  }

  #assertFree(): void {
    if (this.#running || this.#isDone || this.#isReceiving) throw new ApiError('conflict', backupMessages.running)
  }

  #require(setupToken: string, address: string): void {
    const { isClaimed, setupToken: expected, countGuess } = this.#parts
    if (isClaimed()) throw new ApiError('signup_closed', messages.signupClosed)
    if (expected.matches(setupToken)) return
    countGuess(address)
    throw new ApiError('setup_token_required', messages.setupTokenRequired)
  }
}
