import { transferMessages } from '@hornets/contract/admin/events/transfer-messages'
import { ApiError } from '@hornets/server/api-error'
import { nostrLimits } from '../../nostr/fairness/limits.ts'
import type { EventTaker } from '../event-taker.ts'
import type { Run } from '../run.ts'
import type { ImportFiles } from './import-files.ts'
import { type LineBatch, readLines } from './read-lines.ts'

export interface ImportPlan {
  readonly file: string
  readonly rules: boolean
}

interface ImportPlace {
  readonly offset?: number
  readonly line?: number
}

const batchMax = { linesMax: 500, bytesMax: nostrLimits.messageBytesMax * 4 }

/** Stores the events of a file, a batch at a time: what a batch did is noted with the place where the next begins. */
export class EventImport {
  readonly #files: ImportFiles
  readonly #taker: EventTaker

  constructor(files: ImportFiles, taker: EventTaker) {
    this.#files = files
    this.#taker = taker
  }

  async run({ account, signal, inTurn, save }: Run, { file, rules }: ImportPlan): Promise<void> {
    if ((await this.#files.size(file)) === null) throw new ApiError('not_found', transferMessages.fileGone)
    const { offset = 0, line = 0 } = account.place as ImportPlace
    for await (const batch of readLines({ path: this.#files.path(file), offset, line, ...batchMax })) {
      if (signal.aborted) return
      await inTurn(() => this.#take(batch, account, rules))
      account.place = { offset: batch.offset, line: batch.line }
      account.done = batch.offset
      await save()
    }
  }

  async #take({ lines }: LineBatch, account: Run['account'], rules: boolean): Promise<number> {
    const texts = lines.map(({ text }) => text)
    return account.noteTaken(await this.#taker.take(texts, rules), at => lines[at]?.number ?? null)
  }
}
