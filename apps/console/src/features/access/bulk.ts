import { ApiError } from '../../api/calls/api-error.ts'

/** What became of work in parts. */
export interface BulkResult<Answer> {
  /** Of each part that was done, in order. */
  readonly answers: readonly Answer[]
  /** Items of the part that failed, and of those after it; 0 when all went well. */
  readonly undone: number
  readonly error: unknown
}

/**
 * Does the work part by part, each of at most `size` items. The first failure ends it, for the next part would fail
 * likewise: the password was not given, or nobody answers. A part that comes too soon for the relay is tried again.
 * `onProgress` counts the items that are done.
 */
export async function runInParts<Item, Answer>(
  items: readonly Item[],
  size: number,
  work: (part: readonly Item[]) => Promise<Answer>,
  onProgress: (done: number) => void = () => {},
): Promise<BulkResult<Answer>> {
  const answers: Answer[] = []
  for (let at = 0; at < items.length; at += size) {
    try {
      answers.push(await patiently(() => work(items.slice(at, at + size))))
    } catch (error) {
      return { answers, undone: items.length - at, error }
    }
    onProgress(Math.min(at + size, items.length))
  }
  return { answers, undone: 0, error: undefined }
}

/** The relay takes a change each second for as long as they come; some may wait in other tabs. */
const pausesMs = [2000, 4000, 8000, 16_000]

async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
  return work()
}
