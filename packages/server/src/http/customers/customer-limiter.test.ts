import { expect, it } from 'vitest'
import { CustomerLimiter } from './customer-limiter.ts'

const open = () => new CustomerLimiter({ burst: 2, perMinute: 1 }, () => 0)

it.each([
  ['an IPv4 address in any notation', ['203.0.113.7', '::ffff:203.0.113.7'], 2],
  ['neighbouring IPv4 addresses', ['203.0.113.7', '203.0.113.8'], 4],
  ['two /64 of one /56', ['2001:db8:0:1::1', '2001:db8:0:2::1'], 2],
  ['two /56 of one /48', ['2001:db8:0:100::1', '2001:db8:0:200::1'], 4],
  ['a whole /48', Array.from({ length: 256 }, (_, at) => `2001:db8:0:${at.toString(16)}00::1`), 8],
  ['two /48', ['2001:db8:0::1', '2001:db8:1::1'], 4],
])('%s share what their customers and their site can take', (_name, addresses, most) => {
  const limiter = open()
  const taken = [0, 1, 2, 3].flatMap(() => addresses.filter(address => limiter.tryTake(address)))
  expect(taken).toHaveLength(most)
  expect(() => limiter.take(addresses[0] ?? '')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
})
