import { expect, it } from 'vitest'
import { InFlight } from './in-flight.ts'
import { nostrLimits } from './limits.ts'

const limits = { ...nostrLimits, eventsInFlightMax: 3, eventBytesInFlightMax: 100, allEventBytesInFlightMax: 150 }

function open(load = { bytes: 0 }) {
  const said: boolean[] = []
  return { said, load, inFlight: new InFlight(limits, load, paused => said.push(paused)) }
}

it('pauses at so many events and goes on when one is answered', () => {
  const { said, inFlight } = open()
  for (let count = 0; count < 3; count++) inFlight.enter(1)
  expect(said).toEqual([true])
  inFlight.leave(1)
  expect(said).toEqual([true, false])
})

it('pauses at so many bytes', () => {
  const { said, inFlight, load } = open()
  inFlight.enter(100)
  inFlight.leave(100)
  expect(said).toEqual([true, false])
  expect(load.bytes).toBe(0)
})

it('reads each connection one event at a time while all together hold too much, and never stays paused for others', () => {
  const load = { bytes: 0 }
  const [first, second] = [open(load), open(load)]
  first.inFlight.enter(90)
  second.inFlight.enter(70)
  expect(second.said).toEqual([true])
  second.inFlight.leave(70)
  expect(second.said).toEqual([true, false])
})
