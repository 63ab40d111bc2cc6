import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import { createLogger } from '@hornets/server/process/logger'
import { expect, onTestFinished, test } from 'vitest'
import type { AddressBook } from '../addresses/address-book.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { Vault } from '../keys/vault.ts'
import { SyncService } from './sync-service.ts'

function startSync() {
  const source = {
    isSynced: true,
    isPartial: false,
    whileSearching: (_onProgress: (share: number) => void) => undefined as unknown,
  }
  const done = { resumed: 0, searched: 0 }
  const chain = {
    source: 'bitcoind',
    tip: async () => ({ height: 5, hash: 'tip', synced: source.isSynced }),
    watch: async ({ onProgress }) => void source.whileSearching(onProgress),
    changes: async () => ({ sightings: [], cursor: 'tip', more: false, isPartial: source.isPartial }),
  } as Partial<Chain> as Chain
  const chainBook = {
    chainState: () => ({ source: 'bitcoind', cursor: 'tip', gap: null, tipHeight: 5, tipHash: 'tip' }),
    unsettled: () => ['a payment'],
    hasTransactions: () => true,
    apply: async () => undefined,
    beginRound: () => undefined,
    releaseGone: () => undefined,
  } as Partial<ChainBook> as ChainBook
  const vault = {
    state: () => 'locked',
    wallet: () => ({ restored: true, createdAt: 0, searched: done.searched > 0 }),
    record: {
      markSearched: () => {
        done.searched += 1
      },
    },
  } as unknown as Vault
  const sync = new SyncService({
    chain,
    chainBook,
    vault,
    logger: createLogger({ name: 'wallet', level: 'silent' }),
    pollMs: 3_600_000,
    addresses: { fill: async () => undefined, watchedCount: () => [1, 1] } as unknown as AddressBook,
    resumePayments: async () => {
      done.resumed += 1
    },
    push: async () => true,
    keepGivenOut: async () => undefined,
  })
  onTestFinished(() => sync.stop())
  return { source, done, sync }
}

test('broadcasts nothing to a node that is behind and would refuse it permanently', async () => {
  const { source, done, sync } = startSync()
  source.isSynced = false
  await sync.settled()
  expect([sync.state().synced, done.resumed]).toEqual([false, 0])
  source.isSynced = true
  await sync.settled()
  expect([sync.state().synced, done.resumed]).toEqual([true, 1])
})

test('is searched when an up-to-date source has reported everything', async () => {
  const { source, done, sync } = startSync()
  for (const state of [{ isSynced: false }, { isSynced: true, isPartial: true }]) {
    Object.assign(source, state)
    await sync.settled()
    expect(done.searched).toBe(0)
  }
  source.isPartial = false
  await sync.settled()
  expect(done.searched).toBe(1)
})

test('a restored wallet says how far it has been searched for, and is synced only once it has been read to its end', async () => {
  const { source, sync } = startSync()
  const said: string[] = []
  source.whileSearching = onProgress => {
    onProgress(0.426)
    said.push(sync.state().message)
  }
  source.isPartial = true
  await sync.settled()
  expect(said).toEqual(["Searching the chain for the wallet's transactions: 42 % read"])
  expect(sync.state()).toMatchObject({ synced: false, template: chainSentences.searching })
  source.isPartial = false
  await sync.settled()
  expect(sync.state()).toMatchObject({ synced: true, message: '' })
})
