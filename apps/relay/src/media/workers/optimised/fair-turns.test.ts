import { expect, it } from 'vitest'
import { FairTurns } from './fair-turns.ts'

function open(limits = { runningMax: 2, waitingMax: 4, waitingPerCustomerMax: 3 }) {
  const clock = { now: 0 }
  const turns = new FairTurns(limits, () => clock.now)
  const running = new Map<string, () => void>()
  const refused: string[] = []
  const ask = (name: string, pubkey: string, address: string) =>
    turns
      .run({ pubkey, address }, () => new Promise<void>(end => void running.set(name, end)))
      .catch(({ code }) => void refused.push(`${name} ${code}`))
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return {
    clock,
    refused,
    ask,
    async names() {
      await settle()
      return [...running.keys()]
    },
    async end(name: string, millis = 0) {
      await settle()
      clock.now += millis
      running.get(name)?.()
      running.delete(name)
      await settle()
    },
  }
}

it.each([
  ['a key', (at: number) => ['flooder', `192.0.2.${at}`]],
  ['an address', (at: number) => [`key ${at}`, '192.0.2.1']],
  ['an IPv6 /56', (at: number) => [`key ${at}`, `2001:db8:0:${at}::1`]],
] as const)('leaves half of the turns to others when %s floods', async (_name, flooder) => {
  const { ask, names, end, refused } = open()
  for (let at = 0; at < 9; at++) void ask(`flood ${at}`, ...(flooder(at) as [string, string]))
  expect(await names()).toEqual(['flood 0'])
  expect(refused).toEqual(Array.from({ length: 5 }, (_, at) => `flood ${at + 4} rate_limited`))
  void ask('bystander', 'b', '198.51.100.1')
  expect(await names()).toEqual(['flood 0', 'bystander'])
  await end('flood 0')
  expect(await names()).toEqual(['bystander', 'flood 1'])
})

it('serves first who used least time, and forgets it with time', async () => {
  const { clock, ask, names, end } = open({ runningMax: 1, waitingMax: 9, waitingPerCustomerMax: 9 })
  void ask('costly', 'a', '192.0.2.1')
  await end('costly', 20_000)
  void ask('cheap', 'b', '192.0.2.2')
  void ask('costly again', 'a', '192.0.2.1')
  void ask('cheap again', 'b', '192.0.2.2')
  await end('cheap', 100)
  expect(await names()).toEqual(['cheap again'])
  clock.now += 1_000_000_000
  void ask('newcomer', 'c', '192.0.2.3')
  await end('cheap again')
  expect(await names()).toEqual(['costly again'])
})

it('refuses the last of the customer with most waiting when another arrives', async () => {
  const { ask, refused, names } = open({ runningMax: 2, waitingMax: 3, waitingPerCustomerMax: 3 })
  for (let at = 0; at < 4; at++) void ask(`flood ${at}`, 'a', '192.0.2.1')
  void ask('x', 'x', '198.51.100.1')
  void ask('y', 'y', '198.51.100.2')
  await names()
  expect(refused).toEqual(['flood 3 unavailable'])
})
