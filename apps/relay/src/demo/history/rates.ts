import type { RateSource } from '../../wallet/rates/rate-source.ts'
import type { Chapter } from './world.ts'
import { dayMs, hourMs } from './world.ts'

const hourlyDays = 31
const swings = [
  { days: 210, share: 0.16, shift: 1.1 },
  { days: 47, share: 0.04, shift: 2.4 },
  { days: 11, share: 0.028, shift: 0.3 },
  { days: 2.3, share: 0.011, shift: 4.0 },
  { days: 0.41, share: 0.004, shift: 5.5 },
]

/** The demo's bitcoin price at a time, in US cents: always the same, without asking a service. */
function madeUpRate(timeMs: number): number {
  const day = timeMs / dayMs
  const factor = swings.reduce(
    (product, swing) => product * (1 + swing.share * Math.sin((day / swing.days) * 2 * Math.PI + swing.shift)),
    1,
  )
  return Math.round(8_640_000 * factor)
}

export const madeUpRates =
  (now: () => number): RateSource =>
  async () =>
    madeUpRate(now())

export const rates: Chapter =
  ({ context, clock, days }) =>
  async day => {
    const step = days - day.index <= hourlyDays ? hourMs : dayMs
    for (let time = day.start + step; time <= day.end; time += step) {
      clock.set(time)
      await context.rates.tick()
    }
  }
