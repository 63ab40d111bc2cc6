import type { NostrEvent } from '@hornets/contract'
import { wordReport } from '@hornets/contract/admin/notifications/reports'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { EventStore } from '../events/event-store.ts'
import type { ReportsService } from '../reports/reports-service.ts'

export interface WordCasesParts {
  readonly events: Pick<EventStore, 'arrivals'>
  readonly lists: {
    wordIn(event: NostrEvent): string | undefined
    onChange(listener: (list: string) => void): () => void
  }
  readonly reports: Pick<ReportsService, 'reportFound'>
  readonly relayKey: () => string
  readonly logger: Logger
}

const lookedAt = 5000
const casesMax = 100

/** A blocked word keeps new events out: what is stored with it already comes before the moderators. */
export class WordCases {
  readonly #parts: WordCasesParts
  readonly #turns = pLimit(1)

  constructor(parts: WordCasesParts) {
    this.#parts = parts
  }

  start(): () => void {
    return this.#parts.lists.onChange(list => {
      if (list !== 'words' || this.#turns.pendingCount > 0) return
      this.#turns(() => this.#look()).catch(err => this.#parts.logger.error({ err }, 'could not look for words'))
    })
  }

  settled(): Promise<void> {
    return this.#turns(() => undefined)
  }

  async #look(): Promise<void> {
    const { events, lists, reports, relayKey } = this.#parts
    const by = relayKey()
    let found = 0
    for await (const { json } of events.arrivals(lookedAt)) {
      const event = JSON.parse(json) as NostrEvent
      if (event.pubkey === by || lists.wordIn(event) === undefined) continue
      await reports.reportFound({ target: event.id, pubkey: event.pubkey, type: wordReport }, by)
      found += 1
      if (found === casesMax) return
    }
  }
}
