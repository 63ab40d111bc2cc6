import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  async verdictOn({ content, mimeType }: ReadMedia, hash: string): Promise<Verdict | null> {
    const mime = mimeType.split(';')[0]?.trim() ?? ''
    let folder: string | undefined
    try {
      const reason = await this.#guard.reasonOf({ hash, mime }, async () => {
        folder = await mkdtemp(join(tmpdir(), 'hornets-media-'))
        const path = join(folder, 'media')
        await writeFile(path, content)
        return path
      })
      if (reason === null) return null
      return { ...banned, explanation: reason }
    } finally {
      if (folder) await rm(folder, { recursive: true, force: true })
    }
  }
}

const banned = {
  ...({ decision: 'BLOCK', content_level: 5, confidence: 1, category: 'on a list of banned files' } as const),
  mode: null,
  threshold: null,
}
