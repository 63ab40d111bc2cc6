import { statfs } from 'node:fs/promises'
import { Listeners } from '../listeners.ts'

export interface Space {
  /** What this program's user may still write. */
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Looks how much room a disk has. */
export type MeasureSpace = (folder: string) => Promise<Space>

export const measureSpace: MeasureSpace = async folder => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

export interface FreeSpaceOptions {
  readonly folder: string
  /** What strangers leave free; 512 MB or 2 % of the disk, whichever is less, when not given. */
  readonly reserveBytes?: number | undefined
  /** In place of the disk, for tests. */
  readonly measure?: MeasureSpace | undefined
  readonly onError: (error: unknown) => void
}

const measureEveryMs = 1000
const reserveBytesMax = 512 * 2 ** 20
const reservePart = 0.02

/**
 * How much room the disk has left, measured beside the work and kept, so that asking never waits. What is written in between
 * is counted by `note`. Below the reserve nobody but the operator writes.
 */
export class FreeSpace {
  readonly #options: FreeSpaceOptions
  readonly #onChange: Listeners<void>
  readonly #timer: NodeJS.Timeout
  #space: Space
  #measuring: Promise<void> | undefined
  #hasFailed = false

  private constructor(options: FreeSpaceOptions, space: Space) {
    this.#options = options
    this.#onChange = new Listeners(options.onError)
    this.#space = space
    this.#timer = setInterval(() => void this.refresh(), measureEveryMs).unref()
  }

  /** Measures once before it resolves. Throws when the folder cannot be measured. */
  static async open(options: FreeSpaceOptions): Promise<FreeSpace> {
    return new FreeSpace(options, await (options.measure ?? measureSpace)(options.folder))
  }

  /** Bytes that strangers leave free. */
  get reserveBytes(): number {
    return this.#options.reserveBytes ?? Math.min(reserveBytesMax, Math.floor(this.#space.totalBytes * reservePart))
  }

  /** Bytes free at the last look, less what has been noted since. */
  get freeBytes(): number {
    return Math.max(0, this.#space.freeBytes)
  }

  /** Is less free than the reserve? Then nothing of strangers is taken in. */
  isTight(): boolean {
    return !this.hasRoomFor(0)
  }

  /** Would the reserve be left after so many bytes more? */
  hasRoomFor(bytes: number): boolean {
    return this.#space.freeBytes - bytes >= this.reserveBytes
  }

  /** Counts bytes that have just been written, until the next look. */
  note(bytes: number): void {
    const wasTight = this.isTight()
    this.#space = { ...this.#space, freeBytes: this.#space.freeBytes - bytes }
    if (this.isTight() !== wasTight) this.#onChange.tell()
  }

  /** Called when the disk becomes tight, and when it is so no more. */
  onChange(listener: () => void): () => void {
    return this.#onChange.add(listener)
  }

  /** Looks now. A look that fails is told once, and what was known counts on. */
  refresh(): Promise<void> {
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = undefined
    })
    return this.#measuring
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #measure(): Promise<void> {
    const { measure = measureSpace, folder, onError } = this.#options
    const wasTight = this.isTight()
    try {
      this.#space = await measure(folder)
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) onError(error)
      this.#hasFailed = true
    }
    if (this.isTight() !== wasTight) this.#onChange.tell()
  }
}
