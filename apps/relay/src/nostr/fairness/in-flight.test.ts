import { expect, it } from 'vitest'
import { InFlight, type SharedLoads } from './in-flight.ts'
import { nostrLimits } from './limits.ts'

const limits = {
  ...nostrLimits,
  eventsInFlightMax: 3,
  eventBytesInFlightMax: 100,
  allEventBytesInFlightMax: 150,
  eventsInFlightPerAddressMax: 4,
}

const noLoad = () => ({ events: 0, bytes: 0 })

function open(all = noLoad(), places: SharedLoads['places'] = []) {
  const said: boolean[] = []
  return { said, load: all, inFlight: new InFlight(limits, { all, places }, paused => said.push(paused)) }
}

it('pauses at the event limit and resumes when one is answered', () => {
  const { said, inFlight } = open()
  for (let count = 0; count < 3; count++) inFlight.enter(1)
  expect(said).toEqual([true])
  inFlight.leave(1)
  expect(said).toEqual([true, false])
})

it('pauses at the byte limit', () => {
  const { said, inFlight, load } = open()
  inFlight.enter(100)
  inFlight.leave(100)
  expect(said).toEqual([true, false])
  expect(load.bytes).toBe(0)
})

it('reads one event at a time per connection above the total limit, and never stays paused because of others', () => {
  const load = noLoad()
  const [first, second] = [open(load), open(load)]
  first.inFlight.enter(90)
  second.inFlight.enter(70)
  expect(second.said).toEqual([true])
  second.inFlight.leave(70)
  expect(second.said).toEqual([true, false])
})

it("reads one event at a time per connection above an address's limit", () => {
  const all = noLoad()
  const places = [{ load: noLoad(), times: 1 }]
  const [first, second, stranger] = [open(all, places), open(all, places), open(all)]
  for (let count = 0; count < 2; count++) first.inFlight.enter(1)
  for (let count = 0; count < 2; count++) second.inFlight.enter(1)
  expect(first.said).toEqual([])
  expect(second.said).toEqual([true])
  stranger.inFlight.enter(1)
  expect(stranger.said).toEqual([])
  second.inFlight.leave(1)
  expect(second.said).toEqual([true, false])
})

it('reads one event at a time from an address that sends wrong signatures', () => {
  const { said, inFlight } = open(noLoad(), [{ load: noLoad(), times: 1, isForging: true }])
  inFlight.enter(1)
  expect(said).toEqual([true])
  inFlight.leave(1)
  expect(said).toEqual([true, false])
})
