import type { AnswerOf } from '@hornets/contract'
import {
  type CaseCause,
  caseCauses,
  type getCaseStatistics,
  type Verdict,
  verdicts,
} from '@hornets/contract/admin/notifications/cases'

const dayMs = 86_400_000
/** Each part of time is so much longer than the one before. */
const growth = 1.1
const steps = 20

interface Given {
  readonly cause: string
  readonly verdict: string
  readonly at: number
  readonly waited_ms: number
  readonly confidence: number | null
}

export function talliesOf({ cause, verdict, at, waited_ms, confidence }: Given): { day: number; names: string[] } {
  const names = [`verdict ${cause} ${verdict}`]
  if (verdict !== 'escalate') names.push(`time ${partOf(waited_ms / 1000)}`)
  if (verdict !== 'escalate' && confidence !== null)
    names.push(`alarm ${Math.floor(confidence * steps + 1e-9)} ${verdict === 'dismiss' ? 'dismissed' : 'upheld'}`)
  return { day: Math.floor(at / dayMs), names }
}

export const dayOf = (at: number): number => Math.floor(at / dayMs)

export function statisticsOf(tallies: ReadonlyMap<string, number>): AnswerOf<typeof getCaseStatistics> {
  const countOf = (name: string) => Math.max(0, tallies.get(name) ?? 0)
  const given = caseCauses.flatMap((cause: CaseCause) =>
    verdicts.map((verdict: Verdict) => ({ cause, verdict, count: countOf(`verdict ${cause} ${verdict}`) })),
  )
  const times = [...tallies]
    .flatMap(([name, count]) => (name.startsWith('time ') && count > 0 ? [{ part: Number(name.slice(5)), count }] : []))
    .toSorted((one, other) => one.part - other.part)
  const count = times.reduce((sum, time) => sum + time.count, 0)
  const alarms = Array.from({ length: steps }, (_, step) => {
    const from = (kind: string) =>
      Array.from({ length: steps - step + 1 }, (_, more) => countOf(`alarm ${step + more} ${kind}`)).reduce(
        (sum, one) => sum + one,
        0,
      )
    return { threshold: step / steps, decided: from('dismissed') + from('upheld'), dismissed: from('dismissed') }
  })
  return {
    verdicts: given.filter(row => row.count > 0),
    time: { count, median: quantile(times, count * 0.5), p90: quantile(times, count * 0.9) },
    alarms: alarms.filter(({ decided }) => decided > 0),
  }
}

const partOf = (seconds: number) => Math.round(Math.log(Math.max(1, seconds)) / Math.log(growth))

function quantile(times: readonly { part: number; count: number }[], rank: number): number | null {
  let before = 0
  for (const { part, count } of times) {
    before += count
    if (before >= rank) return Math.round(growth ** part)
  }
  return null
}
