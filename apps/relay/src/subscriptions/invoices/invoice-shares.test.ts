import { expect, it } from 'vitest'
import { InvoiceShares } from './invoice-shares.ts'

function open() {
  const clock = { now: 0 }
  const shares = new InvoiceShares(() => clock.now)
  let payable = 0
  const order = (address: string) => {
    const share = shares.take(address, payable)
    if (!share) return null
    payable += 1
    share.keep(`${payable}`, clock.now + 1000)
    return `${payable}`
  }
  return { clock, shares, order, countIn: (addresses: string[]) => addresses.filter(address => order(address)).length }
}

const times = (count: number, address: (at: number) => string) => Array.from({ length: count }, (_, at) => address(at))

it('leaves invoices for newcomers when a few networks have taken all that they can', () => {
  const { order, countIn } = open()
  expect(countIn(times(1000, at => `203.0.113.${at % 40}`))).toBe(200)
  expect(countIn(times(100, at => `198.51.100.${at}`))).toBe(100)
  expect(order('198.51.100.1')).toBeNull()
})

it.each([
  ['an address', () => '203.0.113.1', 6],
  ['an IPv6 /56', (at: number) => `2001:db8:0:${at}::1`, 6],
  ['an IPv6 /48', (at: number) => `2001:db8:0:${at}00::1`, 24],
])('gives %s its share until its invoices end', (_name, address, most) => {
  const { clock, shares, order, countIn } = open()
  expect(countIn(times(90, address))).toBe(most)
  shares.end('1')
  expect(countIn(times(90, address))).toBe(1)
  clock.now = 1001
  expect(countIn(times(90, address))).toBe(most)
  expect(order('192.0.2.1')).not.toBeNull()
})
