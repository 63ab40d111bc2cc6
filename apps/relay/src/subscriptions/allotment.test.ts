import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it, onTestFinished } from 'vitest'
import { AdminDatabase } from '../database/admin-database.ts'
import { Allotment } from './allotment.ts'
import type { Ledger } from './ledger/ledger.ts'

const minuteMs = 60_000

async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'allotment-'))
  const database = await AdminDatabase.open(join(folder, 'admin.db'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const clock = { now: Date.parse('2026-06-01T12:00:00Z') }
  const chain = { isSeen: true }
  const allotted: string[] = []
  let walletReady = () => {}
  const allotment = new Allotment({
    database,
    isSelling: () => true,
    isChainSeen: async () => chain.isSeen,
    onAllotted: pubkey => void allotted.push(pubkey),
    onSeen: () => {},
    now: () => clock.now,
    bus: {
      on: (_, heard) => {
        walletReady = heard as () => void
      },
    },
    ledger: { enter: async () => undefined } as unknown as Ledger,
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
  let [keys, addresses] = [0, 0]
  let isEmpty = false
  allotment.drawFrom(async () => (isEmpty ? null : `bcrt1q${++addresses}`))
  return {
    clock,
    chain,
    allotted,
    walletReady: () => walletReady(),
    empty: (is: boolean) => {
      isEmpty = is
    },
    addressOf: (pubkey: string) => allotment.addressOf(pubkey, '192.0.2.1'),
    newKeyAt: (place: string | null) => allotment.addressOf((++keys).toString(16).padStart(64, '0'), place),
  }
}

const network = (minute: number) => `2001:db8:7:${(minute * 11).toString(16)}::1`

it.each([
  ['one network address', () => '192.0.2.1', 20 + 2 * 48],
  ['all networks of an IPv6 site', network, 80 + 8 * 48],
  ['an address that many share', () => null, 200 + 2 * 720],
  ['a proxy on this machine', () => '127.0.0.1', 200 + 2 * 720],
])('from %s two days of new keys take few of the addresses that the wallet lends', async (_, placeAt, most) => {
  const { clock, newKeyAt } = await openWorld()
  let taken = 0
  for (let minute = 0; minute < 2 * 24 * 60; minute += 4) {
    for (let key = 0; key < (minute === 0 ? 300 : 3); key++) if (await newKeyAt(placeAt(minute))) taken += 1
    clock.now += 4 * minuteMs
  }
  expect(taken).toBeGreaterThan(most * 0.8)
  expect(taken).toBeLessThanOrEqual(most)
  expect(await newKeyAt('198.51.100.7')).toMatch(/^bcrt1q/)
})

it('shows no address while the wallet does not see the chain, not even a known one', async () => {
  const { chain, addressOf } = await openWorld()
  const [known, fresh] = ['a', 'b'].map(digit => digit.repeat(64)) as [string, string]
  const address = await addressOf(known)
  expect(address).toMatch(/^bcrt1q/)
  chain.isSeen = false
  expect([await addressOf(known), await addressOf(fresh)]).toEqual([null, null])
  chain.isSeen = true
  expect([await addressOf(known), await addressOf(fresh)]).toEqual([address, expect.stringMatching(/^bcrt1q/)])
})

it('gives a key that waits for an address none while the wallet does not see the chain (PAY-20)', async () => {
  const { chain, allotted, walletReady, empty, addressOf } = await openWorld()
  const waiting = 'c'.repeat(64)
  empty(true)
  expect(await addressOf(waiting)).toBeNull()
  empty(false)
  chain.isSeen = false
  walletReady()
  chain.isSeen = true
  expect(await addressOf('d'.repeat(64))).toBe('bcrt1q1')
  walletReady()
  await expect.poll(() => allotted).toEqual(['d'.repeat(64), waiting])
})
