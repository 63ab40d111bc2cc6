import { expect, it } from 'vitest'
import { UploadSlots } from './upload-slots.ts'

function open(uploadsMax: number, uploadsPerAddressMax: number) {
  const clock = { now: 0 }
  const slots = new UploadSlots({ uploadsMax, uploadsPerAddressMax }, () => clock.now)
  return { clock, take: (address: string) => slots.take(address) }
}

it('limits an IPv6 /56 as one customer, and its /48 to four times as much', () => {
  const { take } = open(99, 1)
  const first = take('2001:db8:0:1::7')
  expect(() => take('2001:db8:0:2::9')).toThrow('from your address')
  first.release()
  for (const network of ['2', '100', '200', '300']) take(`2001:db8:0:${network}::7`)
  expect(() => take('2001:db8:0:400::7')).toThrow('from your address')
  take('2001:db8:1::7')
})

it('ends the slowest upload of the customer with most when another needs a slot', () => {
  const { clock, take } = open(4, 3)
  const greedy = [take('192.0.2.1'), take('192.0.2.1'), take('192.0.2.1')]
  const modest = take('192.0.2.2')
  greedy[0]?.progress(9000)
  greedy[2]?.progress(9000)
  clock.now = 1000
  take('192.0.2.3')
  expect(greedy.map(({ signal }) => signal.aborted)).toEqual([false, true, false])
  expect(greedy[1]?.signal.reason).toMatchObject({ code: 'unavailable' })
  greedy[1]?.release()
  take('192.0.2.4')
  expect(() => take('192.0.2.5')).toThrow('Too many uploads at once.')
  expect(modest.signal.aborted).toBe(false)
})

it('counts a whole IPv6 site as one that has much', () => {
  const { take } = open(8, 2)
  const site = Array.from({ length: 8 }, (_, at) => take(`2001:db8:0:${at}00::1`))
  take('192.0.2.1')
  expect(site.filter(({ signal }) => signal.aborted)).toHaveLength(1)
})

it('ends uploads that trickle when all slots are taken, one each, but no fast ones', () => {
  const { clock, take } = open(2, 1)
  const [slow, fast] = [take('192.0.2.1'), take('192.0.2.2')]
  clock.now = 3000
  expect(() => take('192.0.2.3')).toThrow('Too many uploads at once.')
  clock.now = 10_000
  slow.progress(50_000)
  fast.progress(2_000_000)
  const third = take('192.0.2.3')
  expect(slow.signal.aborted).toBe(true)
  expect(() => take('192.0.2.4')).toThrow('Too many uploads at once.')
  expect([fast, third].map(({ signal }) => signal.aborted)).toEqual([false, false])
})
