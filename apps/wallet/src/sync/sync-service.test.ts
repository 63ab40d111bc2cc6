import { createLogger } from '@hornets/server/logger'
import { expect, test } from 'vitest'
import type { AddressBook } from '../addresses/address-book.ts'
import type { Chain } from '../chain/chain.ts'
import type { Ledger } from '../history/ledger.ts'
import type { Vault } from '../keys/vault.ts'
import { SyncService } from './sync-service.ts'

test('nothing is handed to a node that is behind: it would refuse, for good, what others have long taken', async () => {
  let isSynced = false
  let resumed = 0
  const chain = {
    source: 'bitcoind',
    tip: async () => ({ height: 5, hash: 'tip', synced: isSynced }),
    watch: async () => undefined,
    changes: async () => ({ sightings: [], cursor: 'tip', more: false }),
  } as Partial<Chain> as Chain
  const ledger = {
    chainState: () => ({ source: 'bitcoind', cursor: 'tip', gap: null, tipHeight: 5, tipHash: 'tip' }),
    unsettled: () => ['a payment'],
    apply: async () => undefined,
    beginRound: () => undefined,
    releaseGone: () => undefined,
  } as Partial<Ledger> as Ledger
  const sync = new SyncService({
    ...{ chain, ledger, logger: createLogger({ name: 'wallet', level: 'silent' }), pollMs: 3_600_000 },
    vault: {
      state: () => 'locked',
      markSearched: () => undefined,
      wallet: () => ({ restored: false, createdAt: 0 }),
    } as unknown as Vault,
    addresses: { fill: async () => undefined, watchedCount: () => [1, 1] } as unknown as AddressBook,
    resumePayments: async () => {
      resumed += 1
    },
    push: async () => true,
  })
  await sync.settled()
  expect([sync.state().synced, resumed]).toEqual([false, 0])
  isSynced = true
  await sync.settled()
  expect([sync.state().synced, resumed]).toEqual([true, 1])
  await sync.stop()
})
