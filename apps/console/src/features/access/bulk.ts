import { ApiError } from '../../api/calls/api-error.ts'

export interface BulkResult<Answer> {
  /** Of each completed part, in order. */
  readonly answers: readonly Answer[]
  /** Items of the failed part and those after it; 0 if all succeeded. */
  readonly undone: number
  readonly error: unknown
}

/**
 * Parts of at most `size`; the first failure ends it, as the next would fail too. Parts that come too fast are retried.
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

/** The relay accepts about one change per second; other tabs may be waiting too. */
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
