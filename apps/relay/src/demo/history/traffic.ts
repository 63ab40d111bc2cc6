import { Dice } from './dice.ts'
import { offerUnwanted } from './refused.ts'
import type { Chapter } from './world.ts'

const minuteMs = 60_000

export const traffic: Chapter = ({ context, clock }) => {
  const dice = new Dice('traffic')
  return async day => {
    if (!day.isLast) return
    const { traffic } = context.statistics
    for (let time = day.start; time <= day.end; time += minuteMs) {
      clock.set(time)
      const awake = wakefulness(time)
      traffic.sample(Math.round(9 + 34 * awake + 4 * dice.next()))
      for (let count = dice.howMany(2 + 14 * awake); count > 0; count--) traffic.accepted()
      for (let count = dice.howMany(0.15 + 0.5 * awake); count > 0; count--) offerUnwanted(context, dice)
    }
  }
}

export function wakefulness(timeMs: number): number {
  const hour = (timeMs / 3_600_000) % 24
  return 0.5 - 0.5 * Math.cos(((hour - 4) / 24) * 2 * Math.PI - 0.5)
}
