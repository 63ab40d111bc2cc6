import { createHash } from 'node:crypto'
import { imageModeration } from '@hornets/contract/admin/settings'
import type { Logger } from '@hornets/server/process/logger'
import type { Settings } from '../settings/settings.ts'
import type { BanLists } from './ban-lists.ts'
import type { ImageJudge, Verdict } from './image-judge.ts'
import type { JudgeStore, WaitingMedia } from './judge-store.ts'
import type { MediaReader, ReadMedia } from './media-reader.ts'
import { fileSubject } from './subject.ts'

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

  /** 'later': it cannot be fetched now. Throws ServiceError if the judge fails. */
  async judge(media: WaitingMedia): Promise<Judged | 'later'> {
    let read: ReadMedia | null
    try {
      read = await this.#read(media.subject)
    } catch (error) {
      this.#parts.logger.info({ err: error, subject: media.subject }, 'media cannot be fetched')
      return media.tries + 1 < fetchesMax ? 'later' : { hash: null, verdict: null }
    }
    // Deleted meanwhile: there is nothing to show.
    if (read === null) return { hash: null, verdict: null }
    const hash = createHash('sha256').update(read.content).digest('hex')
    return { hash, verdict: await this.#verdictOn(read, hash) }
  }

  /** An operator's decision, else a list of banned files, else what is known of this content, else the judge. */
  async #verdictOn(read: ReadMedia, hash: string): Promise<Verdict> {
    const { store, bans, judge } = this.#parts
    const known = await store.verdictOf(fileSubject(hash))
    const isOverruled = known?.decision === 'ALLOW' && known.mode === null
    const banned = isOverruled ? null : await bans.verdictOn(read, hash)
    return banned ?? known ?? judge.judge(read.content, read.mimeType)
  }

  async #read(subject: string): Promise<ReadMedia | null> {
    const { media, settings } = this.#parts
    const { timeout } = settings.get(imageModeration)
    if (subject.startsWith('file:')) return media.stored(subject.slice(5))
    if (subject.startsWith('url:')) return media.fetched(subject.slice(4), timeout * 1000)
    throw new Error('an event shows more media than are judged')
  }
}
