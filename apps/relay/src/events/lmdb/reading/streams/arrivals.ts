import { setImmediate as turn } from 'node:timers/promises'
import type { Arrival } from '../../../event-store.ts'
import type { StoredEvents } from '../stored-events.ts'

/** Of the serving thread, with what the reader does between two events. */
const sliceMs = 3

export async function* arrivalsIn(events: StoredEvents, first: number, last: number): AsyncGenerator<Arrival> {
  events.refresh()
  let begun = performance.now()
  for (let seq = Math.max(1, first); seq <= last; seq += 1) {
    if (performance.now() - begun > sliceMs) {
      await turn()
      events.refresh()
      begun = performance.now()
    }
    const arrival = events.arrivalOf(seq)
    if (arrival) yield arrival
  }
}
