import type { AnswerOf } from '@hornets/contract'
import type * as contract from '@hornets/contract/admin/statistics'
import { monthName, monthOf } from '@hornets/server/month'
import type { CounterStore } from './counter-store.ts'
import type { Traffic } from './traffic.ts'

const bytesPerGb = 2 ** 30
const bytesPerMb = 2 ** 20
const chartMonths = 12
const seriesMonths = 6

export interface StatisticsParts {
  readonly counters: CounterStore
  readonly traffic: Traffic
  readonly settle: () => Promise<void>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Statistics from counters whose number does not grow with the store: see `CounterTables`. */
export class StatisticsService {
  readonly #counters: CounterStore
  readonly #traffic: Traffic
  readonly #settle: () => Promise<void>
  readonly #now: () => number

  constructor({ counters, traffic, settle, now }: StatisticsParts) {
    this.#settle = settle
    this.#counters = counters
    this.#traffic = traffic
    this.#now = now
  }

  /** Ascending. Empty months in between are zero: the chart would put their neighbours side by side. */
  async barChart(): Promise<AnswerOf<typeof contract.barChartData>> {
    const rows = await this.#bytesByMonth()
    return rows.map(({ month, events, files }) => ({
      month: monthName(month),
      notes_gb: gigabytes(events),
      media_gb: gigabytes(files),
    }))
  }

  async activity(): Promise<AnswerOf<typeof contract.activityData>> {
    const rows = await this.#bytesByMonth()
    return rows.map(({ month, events, files }) => ({ month: monthName(month), total_gb: gigabytes(events + files) }))
  }

  async relayCount(): Promise<AnswerOf<typeof contract.relayCount>> {
    await this.#settle()
    const [kinds, files] = await Promise.all([this.#counters.eventCount(), this.#counters.fileCounts()])
    return {
      kinds,
      photos: files.photos ?? 0,
      videos: files.videos ?? 0,
      audio: files.audio ?? 0,
      misc: files.misc ?? 0,
    }
  }

  /** Always 6 rows. A profile counts from the month since which its author has had one without a break. */
  async timeSeries(): Promise<AnswerOf<typeof contract.timeSeries>> {
    await this.#settle()
    const rows = await this.#counters.profileMonths()
    const current = this.#currentMonth()
    return Array.from({ length: seriesMonths }, (_, index) => {
      const month = current - seriesMonths + 1 + index
      // A clock that was set back must not hide events: the newest month counts everything.
      const counted = rows.filter(row => row.month <= month || month === current)
      const sum = (key: 'profiles' | 'lightning' | 'dht' | 'both') =>
        counted.reduce((total, row) => total + row[key], 0)
      return {
        month: monthName(month),
        profiles: sum('profiles'),
        lightning_addr: sum('lightning'),
        dht_key: sum('dht'),
        lightning_and_dht: sum('both'),
      }
    })
  }

  async kinds(): Promise<AnswerOf<typeof contract.kinds>> {
    await this.#settle()
    const rows = await this.#counters.kinds()
    return rows.map(({ kind, count, bytes }) => ({ kindNumber: kind, kindCount: count, totalSize: megabytes(bytes) }))
  }

  async kindTrend(kind: number): Promise<AnswerOf<typeof contract.kindTrend>> {
    await this.#settle()
    const rows = await this.#counters.kindMonths(kind, this.#currentMonth() - chartMonths + 1)
    return rows.map(({ month, bytes }) => ({ month: monthName(month), totalSize: megabytes(bytes) }))
  }

  async traffic(minutes: number): Promise<AnswerOf<typeof contract.traffic>> {
    const rows = await this.#traffic.history(minutes)
    return rows.map(({ minute, ...counts }) => ({ minute: new Date(minute * 60_000).toISOString(), ...counts }))
  }

  history(range: contract.HistoryRange): Promise<AnswerOf<typeof contract.getHistory>> {
    return this.#traffic.shown(range)
  }

  async #bytesByMonth(): Promise<{ month: number; events: number; files: number }[]> {
    await this.#settle()
    const current = this.#currentMonth()
    const earliest = current - chartMonths + 1
    const [events, files] = await Promise.all([
      this.#counters.eventBytesByMonth(earliest),
      this.#counters.fileBytesByMonth(earliest),
    ])
    const months = [...events, ...files].map(row => row.month)
    if (months.length === 0) return []
    const first = Math.min(...months)
    const last = Math.max(current, ...months)
    const eventBytes = new Map(events.map(row => [row.month, row.bytes]))
    const fileBytes = new Map(files.map(row => [row.month, row.bytes]))
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const month = first + index
      return { month, events: eventBytes.get(month) ?? 0, files: fileBytes.get(month) ?? 0 }
    })
  }

  #currentMonth(): number {
    return monthOf(this.#now() / 1000)
  }
}

const sixDecimals = (value: number) => Math.round(value * 1e6) / 1e6
const gigabytes = (bytes: number) => sixDecimals(bytes / bytesPerGb)
const megabytes = (bytes: number) => sixDecimals(bytes / bytesPerMb)
