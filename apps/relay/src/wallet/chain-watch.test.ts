import { expect, it } from 'vitest'
import { ChainWatch } from './chain-watch.ts'

const minuteMs = 60_000

function watchOver() {
  const clock = { now: 1_800_000_000_000 }
  const said = { network: 'regtest', tip_height: 1, message: '', status: 'ok' }
  let answer: object | undefined
  let asked = 0
  const send = async () => {
    asked += 1
    if (!answer) throw new Error('the wallet is away')
    return { status: 200, headers: {}, text: JSON.stringify({ ...said, ...answer }) }
  }
  const watch = new ChainWatch({ walletUrl: 'http://127.0.0.1:1', wayOut: { send }, now: () => clock.now })
  return {
    watch,
    clock,
    asked: () => asked,
    says(wallet: string, chain_source: string, synced = true) {
      answer = { wallet, chain_source, synced }
      clock.now += 15_000
    },
    leaves() {
      answer = undefined
      clock.now += 15_000
    },
  }
}

it.each([
  ['none', 'bitcoind', 'no_wallet', false],
  ['locked', 'none', 'no_chain', false],
  ['locked', 'bitcoind', 'seen', true],
  ['unlocked', 'esplora', 'seen', true],
])('a wallet that is %s over %s: %s', async (wallet, source, sight, isSeen) => {
  const { watch, says } = watchOver()
  says(wallet, source)
  expect([await watch.sight(), await watch.isSeen()]).toEqual([sight, isSeen])
})

it('stops counting a chain as seen that the wallet has been behind for ten minutes', async () => {
  const { watch, says, clock } = watchOver()
  says('locked', 'bitcoind', false)
  expect(await watch.sight()).toBe('seen')
  clock.now += 10 * minuteMs - 1
  expect(await watch.sight()).toBe('seen')
  clock.now += 15_000
  expect(await watch.sight()).toBe('behind')
  says('locked', 'bitcoind')
  expect(await watch.sight()).toBe('seen')
})

it('stops counting a chain as seen once the wallet has been silent for ten minutes', async () => {
  const { watch, says, leaves, clock } = watchOver()
  says('locked', 'bitcoind')
  expect(await watch.sight()).toBe('seen')
  leaves()
  expect(await watch.sight()).toBe('seen')
  clock.now += 10 * minuteMs - 1
  expect(await watch.sight()).toBe('seen')
  clock.now += 15_000
  expect([await watch.sight(), await watch.isSeen()]).toEqual(['behind', false])
  says('locked', 'bitcoind')
  expect(await watch.sight()).toBe('seen')
})

it('keeps the last report of a silent wallet, and asks it at most four times a minute', async () => {
  const { watch, says, leaves, clock, asked } = watchOver()
  expect([await watch.sight(), await watch.isSeen()]).toEqual(['unknown', true])
  says('locked', 'none')
  await Promise.all([watch.sight(), watch.sight()])
  leaves()
  expect(await watch.sight()).toBe('no_chain')
  const before = asked()
  clock.now += 14_999
  await watch.sight()
  expect(asked()).toBe(before)
})
