import { describe, expect, it } from 'vitest'
import { SendBudget } from '../sending/send-budget.ts'
import { AddressAccounts } from './address-accounts.ts'
import { nostrLimits } from './limits.ts'

function open() {
  const limits = { ...nostrLimits, connectionsPerAddressMax: 3 }
  const clock = { now: 1_000_000 }
  return { clock, accounts: new AddressAccounts({ limits, sendQueues: new SendBudget(1000), now: () => clock.now }) }
}

const connectAll = (accounts: AddressAccounts, addresses: string[]) =>
  addresses.map(at => accounts.connect(at) !== null)

describe('the accounts of addresses', () => {
  it('count connections by address, IPv6 by /56, and give a place back', () => {
    const { accounts } = open()
    const first = accounts.connect('2001:db8:1:100::1')
    expect(connectAll(accounts, ['2001:db8:1:101::2', '2001:db8:1:1ff::3', '2001:db8:1:180::4'])).toEqual([
      true,
      true,
      false,
    ])
    expect(connectAll(accounts, ['2001:db8:1:200::1', '203.0.113.7', '::ffff:203.0.113.7'])).toEqual([true, true, true])
    first?.leave()
    expect(connectAll(accounts, ['2001:db8:1:180::4', '2001:db8:1:180::5'])).toEqual([true, false])
  })

  it('count a /48 as a whole, for those who have all of it', () => {
    const { accounts } = open()
    const answers = connectAll(
      accounts,
      Array.from({ length: 20 }, (_, at) => `2001:db8:1:${(at * 256).toString(16)}::1`),
    )
    expect(answers.filter(Boolean)).toHaveLength(12)
    expect(accounts.connect('2001:db8:2::1')).not.toBeNull()
  })

  it('do not apply to this machine, where a proxy can serve many people', () => {
    const { accounts } = open()
    expect(connectAll(accounts, Array<string>(50).fill('127.0.0.1')).every(Boolean)).toBe(true)
    expect(accounts.connect('::1')?.receive(1e12)).toBe(0)
  })

  it('slow down an address that sends too much, on however many connections', () => {
    const { accounts } = open()
    const [one, other] = [accounts.connect('203.0.113.7'), accounts.connect('203.0.113.7')]
    const { bytesPerSecondPerAddress, bytesBurstPerAddress } = nostrLimits
    expect(one?.receive(bytesBurstPerAddress)).toBe(0)
    expect(other?.receive(bytesPerSecondPerAddress)).toBe(1000)
    expect(accounts.connect('203.0.113.8')?.receive(1000)).toBe(0)
  })

  it('slow down an address whose frames take long to read, and let it open no further connection', () => {
    const { accounts, clock } = open()
    const [one, other] = [accounts.connect('203.0.113.7'), accounts.connect('203.0.113.7')]
    const { frameMillisPerSecond, frameMillisBurst } = nostrLimits
    expect(one?.takeApart(frameMillisBurst)).toBe(0)
    expect(other?.takeApart(frameMillisPerSecond)).toBe(1000)
    expect([accounts.connect('203.0.113.7'), accounts.connect('203.0.113.8')?.takeApart(1)]).toEqual([null, 0])
    clock.now += 1001
    expect(accounts.connect('203.0.113.7')).not.toBeNull()
  })

  it('slow down an address that sends wrong signatures, and read its connections one event at a time', () => {
    const { accounts, clock } = open()
    const [one, other] = [accounts.connect('203.0.113.7'), accounts.connect('203.0.113.7')]
    const { forgedBurst, forgedPerSecond } = nostrLimits
    const isForging = (address: string) => accounts.connect(address)?.loads.places.map(place => place.isForging)
    for (let count = 0; count < forgedBurst; count++) expect(one?.forge()).toBe(0)
    expect(other?.loads.places.map(place => place.isForging)).toEqual([false])
    expect(other?.forge()).toBe(1000 / forgedPerSecond)
    expect([isForging('203.0.113.7'), isForging('203.0.113.8')]).toEqual([[true], [false]])
    clock.now += 1000
    expect(other?.loads.places.map(place => place.isForging)).toEqual([false])
  })

  it('remember what an address owes when it comes back', () => {
    const { accounts, clock } = open()
    const account = accounts.connect('203.0.113.7')
    account?.queries.pace.spend(nostrLimits.readMillisBurst + 120 * nostrLimits.readMillisPerSecond)
    account?.leave()
    clock.now += 61_000
    expect(accounts.connect('203.0.113.7')?.queries.pace.isOverdrawn()).toBe(true)
    clock.now += 3_600_000
    expect(accounts.connect('203.0.113.7')?.queries.pace.isOverdrawn()).toBe(false)
  })
})
