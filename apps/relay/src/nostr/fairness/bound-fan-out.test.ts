import { expect, it } from 'vitest'
import { boundFanOut } from './bound-fan-out.ts'

function clientAt(place: string | null, steps: number) {
  const client = {
    place,
    left: steps,
    ended: false,
    takeFanOutSteps: () => client.left,
    endSubscriptions: () => {
      client.ended = true
    },
  }
  return client
}

it('ends the costliest subscriptions of an address above its share, and no others', () => {
  const clients = [
    clientAt('203.0.113.7', 60),
    clientAt('203.0.113.7', 50),
    clientAt('203.0.113.7', 5),
    clientAt('203.0.113.8', 99),
    clientAt(null, 90),
    clientAt(null, 90),
    clientAt(null, 101),
  ]
  boundFanOut(clients, 100)
  expect(clients.map(({ ended }) => ended)).toEqual([true, false, false, false, false, false, true])
})
