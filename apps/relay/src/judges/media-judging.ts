import { readFile } from 'node:fs/promises'
import { imageModeration } from '@hornets/contract/admin/settings'
import { inTemporaryFolder } from '@hornets/server/disk/temporary-folder'
import type { Logger } from '@hornets/server/process/logger'
import type { Settings } from '../settings/settings.ts'
import type { BanLists } from './ban-lists.ts'
import type { ImageJudge, Verdict } from './image-judge.ts'
import type { JudgeStore, WaitingMedia } from './judge-store.ts'
import type { MediaReader, ReadMedia } from './media-reader.ts'
import { fileSubject, hashIn, urlIn } from './subject.ts'

export interface MediaJudgingParts {
  readonly store: Pick<JudgeStore, 'verdictOf'>
  readonly bans: Pick<BanLists, 'verdictOn'>
  readonly judge: Pick<ImageJudge, 'judge' | 'isResting'>
  readonly media: Pick<MediaReader, 'stored' | 'fetched'>
  readonly settings: Pick<Settings, 'get'>
  readonly logger: Logger
}

/** A verdict, and the hash of what was judged; both null if there is nothing to judge. */
export interface Judged {
  readonly hash: string | null
  readonly verdict: Verdict | null
}

/** A server that does not have the file is asked this often; a judge that fails is asked without end. */
const fetchesMax = 5

export class MediaJudging {
  readonly #parts: MediaJudgingParts

  constructor(parts: MediaJudgingParts) {
    this.#parts = parts
  }

  /** What has failed before would only fail again. */
  isSpared({ tries }: WaitingMedia): boolean {
    return tries > 0 && this.#parts.judge.isResting
  }

  /** 'later': it cannot be fetched now. Throws ServiceError if the judge fails, or that there is no temporary folder. */
  judge(waiting: WaitingMedia): Promise<Judged | 'later'> {
    const { temp_dir } = this.#parts.settings.get(imageModeration)
    return inTemporaryFolder(temp_dir, 'media', folder => this.#judge(waiting, folder))
  }

  async #judge({ subject, tries }: WaitingMedia, folder: string): Promise<Judged | 'later'> {
    let read: ReadMedia | null
    try {
      read = await this.#read(subject, folder)
    } catch (error) {
      this.#parts.logger.info({ err: error, subject }, 'media cannot be fetched')
      return tries + 1 < fetchesMax ? 'later' : { hash: null, verdict: null }
    }
    // Deleted meanwhile: there is nothing to show.
    if (read === null) return { hash: null, verdict: null }
    return { hash: read.hash, verdict: await this.#verdictOn(read) }
  }

  /** An operator's decision, else a list of banned files, else what is known of this content, else the judge. */
  async #verdictOn(read: ReadMedia): Promise<Verdict> {
    const { store, bans, judge } = this.#parts
    const known = await store.verdictOf(fileSubject(read.hash))
    const isOverruled = known?.decision === 'ALLOW' && known.mode === null
    const banned = isOverruled ? null : await bans.verdictOn(read)
    return banned ?? known ?? judge.judge(await readFile(read.path), read.mimeType)
  }

  async #read(subject: string, folder: string): Promise<ReadMedia | null> {
    const { media, settings } = this.#parts
    const { timeout } = settings.get(imageModeration)
    const [hash, url] = [hashIn(subject), urlIn(subject)]
    if (hash !== null) return media.stored(hash, folder)
    if (url !== null) return media.fetched(url, timeout * 1000, folder)
    throw new Error('an event shows more media than are judged')
  }
}
