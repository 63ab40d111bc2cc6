import { statfs } from 'node:fs/promises'
import { Emitter } from '../emitter.ts'

export interface Space {
  readonly freeBytes: number
  readonly totalBytes: number
}

export type MeasureSpace = (folder: string) => Promise<Space>

export const measureSpace: MeasureSpace = async folder => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

export interface FreeSpaceOptions {
  readonly folder: string
  /** Space reserved from strangers; default 512 MB or 2 % of the disk, whichever is less. */
  readonly reserveBytes?: number | undefined
  readonly measure?: MeasureSpace | undefined
  readonly onError: (error: unknown) => void
}

const measureEveryMs = 1000
const reserveBytesMax = 512 * 2 ** 20
const reservePart = 0.02

/** Measured in the background: asking never waits. Writes in between are counted by `note`. */
export class FreeSpace {
  readonly #options: FreeSpaceOptions
  readonly #onChange: Emitter<void>
  readonly #timer: NodeJS.Timeout
  #space: Space
  #measuring: Promise<void> | undefined
  #hasFailed = false

  private constructor(options: FreeSpaceOptions, space: Space) {
    this.#options = options
    this.#onChange = new Emitter(options.onError)
    this.#space = space
    this.#timer = setInterval(() => void this.refresh(), measureEveryMs).unref()
  }

  /** Measures once before it resolves. Throws if the folder cannot be measured. */
  static async open(options: FreeSpaceOptions): Promise<FreeSpace> {
    return new FreeSpace(options, await (options.measure ?? measureSpace)(options.folder))
  }

  get reserveBytes(): number {
    return this.#options.reserveBytes ?? Math.min(reserveBytesMax, Math.floor(this.#space.totalBytes * reservePart))
  }

  /** Free bytes at the last measurement, minus those noted since. */
  get freeBytes(): number {
    return Math.max(0, this.#space.freeBytes)
  }

  get totalBytes(): number {
    return this.#space.totalBytes
  }

  /** Whether free space is below the reserve: then nothing from strangers is accepted. */
  isTight(): boolean {
    return !this.hasRoomFor(0)
  }

  hasRoomFor(bytes: number): boolean {
    return this.#space.freeBytes - bytes >= this.reserveBytes
  }

  /** The same space for writers who must leave more free; default: as much again as the reserve. */
  less(bytes?: number): Pick<FreeSpace, 'hasRoomFor' | 'isTight' | 'note' | 'refresh'> {
    const further = () => bytes ?? this.reserveBytes
    return {
      hasRoomFor: more => this.hasRoomFor(more + further()),
      isTight: () => !this.hasRoomFor(further()),
      note: more => this.note(more),
      refresh: () => this.refresh(),
    }
  }

  /** Counts written bytes until the next measurement. */
  note(bytes: number): void {
    const wasTight = this.isTight()
    this.#space = { ...this.#space, freeBytes: this.#space.freeBytes - bytes }
    if (this.isTight() !== wasTight) this.#onChange.emit()
  }

  /** Called when the disk becomes tight, and when it recovers. */
  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  /** Measures now. A failure is logged once, and the last value stays. */
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
    if (this.isTight() !== wasTight) this.#onChange.emit()
  }
}
