import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draft, hex } from '../../../../test/support/drafts.ts'
import { openStore } from '../../../../test/support/open-store.ts'
import { CanonicalEvent } from '../../canonical-event.ts'

let opened: Awaited<ReturnType<typeof openStore>>
beforeAll(async () => {
  opened = await openStore()
})
afterAll(() => opened.close())

async function storedOrder(events: readonly { sharer: string; content: string }[]): Promise<string[]> {
  const order: string[] = []
  await Promise.all(
    events.map(async ({ sharer, content }) => {
      const event = draft({ pubkey: hex(sharer), content })
      await opened.store.save({ event, json: new CanonicalEvent(event).json, sharer })
      order.push(sharer)
    }),
  )
  return order
}

it("stores a bystander's event with the first group of a flood", async () => {
  const flood = Array.from({ length: 2500 }, (_, at) => ({ sharer: 'flood', content: `note ${at}` }))
  const order = await storedOrder([...flood, { sharer: 'bystander', content: 'hello' }])
  expect(order.indexOf('bystander')).toBeLessThan(1024)
})

it("stores a bystander's event after one group of a flood of medium ones", async () => {
  const order: string[] = []
  const save = async (sharer: string, content: string) => {
    const event = draft({ pubkey: hex(sharer), content })
    await opened.store.save({ event, json: new CanonicalEvent(event).json, sharer })
    order.push(sharer)
  }
  const flood = Array.from({ length: 300 }, (_, at) => save('medium', `${at} ${'x'.repeat(12_000)}`))
  await setImmediate()
  await setImmediate()
  await Promise.all([...flood, save('bystander', 'hello again')])
  expect(order.indexOf('bystander')).toBeLessThan(60)
})

it("stores a bystander's event after one of a flood of events with hundreds of tags", async () => {
  const order: string[] = []
  const save = async (sharer: string, tags: string[][]) => {
    const event = draft({ pubkey: hex(sharer), content: String(order.length), tags })
    await opened.store.save({ event, json: new CanonicalEvent(event).json, sharer })
    order.push(sharer)
  }
  const wide = (at: number) => Array.from({ length: 700 }, (_, tag) => ['t', `${at} ${tag}`])
  const flood = Array.from({ length: 20 }, (_, at) => save('wide', wide(at)))
  await setImmediate()
  await setImmediate()
  await Promise.all([...flood, save('bystander', [])])
  expect(order.indexOf('bystander')).toBeLessThan(3)
})

it("stores a bystander's large event after one group of a flood of large ones", async () => {
  const flood = Array.from({ length: 60 }, (_, at) => ({ sharer: 'flood', content: `${at} ${'x'.repeat(100_000)}` }))
  const order = await storedOrder([...flood, { sharer: 'bystander', content: 'y'.repeat(20_000) }])
  expect(order.indexOf('bystander')).toBeLessThan(6)
})

it('removes an author with everything that waited when it was asked to', async () => {
  const events = Array.from({ length: 3000 }, (_, at) => draft({ pubkey: hex('author'), content: `soon gone ${at}` }))
  const large = draft({ pubkey: hex('author'), content: 'z'.repeat(100_000) })
  const saved = [...events, large].map(event =>
    opened.store.save({ event, json: new CanonicalEvent(event).json, sharer: event.content.slice(-1) }),
  )
  const removed = await opened.store.removeByAuthor(hex('author'))
  await Promise.all(saved)
  expect(removed).toBe(3001)
})
