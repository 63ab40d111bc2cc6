import fc from 'fast-check'
import { expect, it } from 'vitest'
import { customerKeys, isLoopbackHost, isOwnAddress, networkOf } from './caller.ts'

it.each([
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example',
  '127.0.0.1@evil.example',
  '127.0.0.2',
  '0.0.0.0',
  '::1',
  'localhost:',
  'localhost:9002/',
  ' localhost',
  '',
])('rejects "%s" as a name of this machine', host => {
  expect(isLoopbackHost(host)).toBe(false)
})

it.each(['localhost', 'LOCALHOST:9002', '127.0.0.1:1', '[::1]', '[::1]:9002'])('"%s" is', host => {
  expect(isLoopbackHost(host)).toBe(true)
})

it.each([
  ['192.0.2.7', '192.0.2.8'],
  ['192.0.2.7', '192.0.2.7.evil.example'],
  ['2001:db8::7', '2001:db8::7'],
  [undefined, ''],
])('refuses, on a connection to %s, the host "%s"', (localAddress, host) => {
  expect(isOwnAddress(host, { localAddress })).toBe(false)
})

it.each([
  ['192.0.2.7', '192.0.2.7:9002'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::7', '[2001:DB8::7]:9002'],
])('accepts, on a connection to %s, the host "%s"', (localAddress, host) => {
  expect(isOwnAddress(host, { localAddress })).toBe(true)
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
])('%s is recognised as %s', (address, key) => {
  expect(networkOf(address)).toBe(key)
})

it('addresses of one /64 share a key however they are written, and others do not', () => {
  const part = fc.nat(0xffff).map(number => number.toString(16))
  const parts = (length: number) => fc.array(part, { minLength: length, maxLength: length })
  fc.assert(
    fc.property(parts(4), parts(4), parts(4), (network, host, otherHost) => {
      const [one, other] = [host, otherHost].map(rest => networkOf([...network, ...rest].join(':')))
      expect(one).toBe(other)
      expect(one).toBe(network.join(':'))
    }),
  )
})

it.each([
  ['203.0.113.7', '203.0.113.7', null],
  ['::ffff:203.0.113.7', '203.0.113.7', null],
  ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:2/56', '2001:db8:1/48'],
  ['2001:db8:1:200::9', '2001:db8:1:2/56', '2001:db8:1/48'],
  ['2001:db8:1:300::9', '2001:db8:1:3/56', '2001:db8:1/48'],
  ['2001:db8::1', '2001:db8:0:0/56', '2001:db8:0/48'],
])('%s belongs to the customer %s at the site %s', (address, customer, site) => {
  expect(customerKeys(address)).toEqual({ customer, site })
  expect(customerKeys(customer)).toEqual({ customer, site })
})
