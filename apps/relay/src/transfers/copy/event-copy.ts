import { readFilter } from '../../event-browser/read-filter.ts'
import type { Run } from '../run.ts'
import { CopyByPages, type PagesPlace } from './copy-by-pages.ts'
import type { CopyPlan, EventCopyParts } from './copy-plan.ts'
import { Patience } from './exchange.ts'
import { type ComparisonPlace, LevelByComparison } from './level-by-comparison.ts'
import { NothingCompared, Peer } from './peer.ts'

type CopyPlace = Partial<ComparisonPlace> & Partial<PagesPlace>

/** Copies events from and to another relay: by comparing both stores (NIP-77), or page by page. */
export class EventCopy {
  readonly #parts: EventCopyParts

  constructor(parts: EventCopyParts) {
    this.#parts = parts
  }

  async run(run: Run, plan: CopyPlan): Promise<void> {
    const peer = await Peer.connect({ ...this.#parts, url: plan.url, signal: run.signal })
    const parts = { ...this.#parts, peer, plan, filter: readFilter(plan.filter), patience: new Patience() }
    try {
      const place = run.account.place as CopyPlace
      if (place.way !== 'pages') {
        try {
          return await new LevelByComparison(parts, run).level(place.windows)
        } catch (error) {
          if (!(error instanceof NothingCompared)) throw error
        }
      }
      await new CopyByPages(parts, run).copy(place)
    } finally {
      peer.close()
    }
  }
}
