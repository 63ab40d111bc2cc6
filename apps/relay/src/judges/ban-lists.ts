import type { BanGuard } from '../media/library/bans/ban-guard.ts'
import type { Verdict } from './image-judge.ts'
import type { ReadMedia } from './media-reader.ts'

/** What is banned here is blocked wherever it lies, before any model sees it. */
export class BanLists {
  readonly #guard: Pick<BanGuard, 'reasonOf'>

  constructor(guard: Pick<BanGuard, 'reasonOf'>) {
    this.#guard = guard
  }

  /** Null for what is not banned. */
  async verdictOn({ path, hash, mimeType }: ReadMedia): Promise<Verdict | null> {
    const mime = mimeType.split(';')[0]?.trim() ?? ''
    const reason = await this.#guard.reasonOf({ hash, mime }, path)
    return reason === null ? null : { ...banned, explanation: reason }
  }
}

const banned = {
  ...({ decision: 'BLOCK', content_level: 5, confidence: 1, category: 'on a list of banned files' } as const),
  mode: null,
  threshold: null,
}
