import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { ApiError } from '@hornets/server/api-error'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import { writeSize } from '../../../policy/size-text.ts'
import { sniffedBytes } from '../mime/sniff-mime.ts'
import type { UploadSlot } from './upload-slots.ts'

export interface UploadLimits {
  readonly bytesMax: number
  readonly idleMs: number
  /** Minimum average after the first `idleMs`: a trickle would hold a slot for hours. */
  readonly bytesPerSecondMin: number
  /** Called for every megabyte: bodies can come without a length, and many at once. False if the disk has no room. */
  readonly takeRoom: (bytes: number) => boolean
  readonly slot: Pick<UploadSlot, 'signal' | 'progress'>
}

/** Records bytes about to be written to the disk; false if it keeps only its reserve. */
export function takeRoom(freeSpace: Pick<FreeSpace, 'isTight' | 'note'>, bytes: number): boolean {
  freeSpace.note(bytes)
  return !freeSpace.isTight()
}

const roomAskedEveryBytes = 2 ** 20

export interface ReceivedUpload {
  readonly hash: string
  readonly bytes: number
  readonly head: Buffer
}

/** Holds one chunk. Throws ApiError: 'too_large', 'timeout' for a slow body, 'unavailable' (full disk, slot needed). */
export async function receiveUpload(
  body: AsyncIterator<Uint8Array>,
  file: FileHandle,
  limits: UploadLimits,
): Promise<ReceivedUpload> {
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let bytes = 0
  let askedAt = 0
  const watch = watchPace(limits, () => bytes)
  try {
    for (;;) {
      const { done, value: chunk } = await Promise.race([body.next(), watch.tooSlow])
      if (done) break
      if (bytes < sniffedBytes) head.push(chunk.subarray(0, sniffedBytes - bytes))
      bytes += chunk.length
      if (bytes > limits.bytesMax) throw tooLarge(limits.bytesMax)
      if (bytes - askedAt >= roomAskedEveryBytes) {
        const roomFor = bytes - askedAt
        askedAt = bytes
        if (!limits.takeRoom(roomFor)) throw diskFull()
      }
      hash.update(chunk)
      limits.slot.progress(chunk.length)
      watch.progress()
      await writeWhole(file, chunk)
    }
  } finally {
    watch.stop()
    // Releases the body. Not awaited: a silent body would never answer.
    body.return?.().catch(() => {})
  }
  return { hash: hash.digest('hex'), bytes, head: Buffer.concat(head) }
}

function tooLarge(bytesMax: number): ApiError {
  return new ApiError('too_large', `The file is too large: at most ${writeSize(bytesMax)}`)
}

export function diskFull(cause?: unknown): ApiError {
  return new ApiError('unavailable', 'The relay has no space left for files', { cause })
}

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0
  while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten
}

function watchPace(limits: UploadLimits, bytes: () => number) {
  const started = performance.now()
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting when it fails.
  tooSlow.catch(() => {})
  const giveWay = () => reject(limits.slot.signal.reason)
  limits.slot.signal.addEventListener('abort', giveWay)
  if (limits.slot.signal.aborted) giveWay()
  const fail = () => reject(new ApiError('timeout', 'The upload was too slow'))
  const silence = setTimeout(fail, limits.idleMs)
  const pace = setInterval(() => {
    const seconds = (performance.now() - started) / 1000
    if (bytes() < seconds * limits.bytesPerSecondMin) fail()
  }, limits.idleMs)
  return {
    tooSlow,
    progress: () => void silence.refresh(),
    stop: () => {
      clearTimeout(silence)
      clearInterval(pace)
      limits.slot.signal.removeEventListener('abort', giveWay)
    },
  }
}
