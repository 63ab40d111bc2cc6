import { describe, expect, it } from 'vitest'
import { draft } from '../../../test/support/drafts.ts'
import type { LiveEvent } from '../sending/live-event.ts'
import { FanOut } from './fan-out.ts'
import { SubscriptionIndex } from './subscription-index.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

function receiver(got: string[], slowMillis = 0) {
  return {
    sendLive({ body }: LiveEvent) {
      const end = performance.now() + slowMillis
      while (performance.now() < end);
      got.push(body.toString())
    },
  }
}

describe('the fan-out', () => {
  it('hands out after the turn in which an event came, in the order of events', async () => {
    const index = new SubscriptionIndex<ReturnType<typeof receiver>>()
    const fanOut = new FanOut(index)
    const got: string[] = []
    index.add(receiver(got), [{ kinds: [1] }])
    for (const json of ['first', 'second', 'third']) fanOut.hand(draft(), json)
    expect(got).toEqual([])
    while (got.length < 3) await turn()
    expect(got).toEqual(['first]', 'second]', 'third]'])
  })

  it('lets others have turns while it serves many, and leaves none out', async () => {
    const index = new SubscriptionIndex<ReturnType<typeof receiver>>()
    const fanOut = new FanOut(index)
    const got: string[] = []
    for (let at = 0; at < 100; at++) index.add(receiver(got, 0.5), [{}])
    fanOut.hand(draft(), 'event')
    let turns = 0
    while (got.length < 100) {
      await turn()
      turns += 1
    }
    expect(turns).toBeGreaterThan(5)
  })

  it('gives nothing to those who subscribed after the event came', async () => {
    const index = new SubscriptionIndex<ReturnType<typeof receiver>>()
    const fanOut = new FanOut(index)
    const got: string[] = []
    fanOut.hand(draft(), 'event')
    index.add(receiver(got), [{}])
    await turn()
    expect(got).toEqual([])
  })

  it('has no room while many events wait, and says when it has', async () => {
    const fanOut = new FanOut(new SubscriptionIndex<ReturnType<typeof receiver>>())
    expect(fanOut.hasRoom()).toBeUndefined()
    for (let at = 0; at < 1000; at++) fanOut.hand(draft(), 'event')
    const room = fanOut.hasRoom()
    expect(room).toBeInstanceOf(Promise)
    await room
  })
})
