import type { Clock } from '@hornets/server/clock'
import { DayBytes, sharesOfCustomer } from '../policy/day-bytes.ts'

/** Of one customer (`customerKeys`) in a day; further ones are not counted. */
const casesMax = 200
const reportsMax = 2000

/** What one customer's keys can add to the reports in a day. */
export class ReportDay {
  readonly #cases: DayBytes
  readonly #reports: DayBytes

  constructor(now: Clock) {
    this.#cases = new DayBytes(now)
    this.#reports = new DayBytes(now)
  }

  /** Counts a report, which opens a case unless there is one; false if there were too many. Null: many share the address. */
  isLeft(address: string | null, opensCase: boolean): boolean {
    if (address === null) return true
    const report = this.#reports.claim(sharesOfCustomer(address, reportsMax), 1)
    if (!('release' in report)) return false
    if (!opensCase || 'release' in this.#cases.claim(sharesOfCustomer(address, casesMax), 1)) return true
    report.release()
    return false
  }
}
