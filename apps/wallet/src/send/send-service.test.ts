import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpendRequest } from '@hornets/contract/wallet/spending'
import { createLogger } from '@hornets/server/logger'
import { forgoDurability } from '@hornets/server/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { AddressBook } from '../addresses/address-book.ts'
import { type BroadcastResult, type Chain, ChainError } from '../chain/chain.ts'
import { WalletDatabase } from '../database/wallet-database.ts'
import type { Ledger } from '../history/ledger.ts'
import type { TransactionRecord } from '../history/ledger-store.ts'
import type { Vault } from '../keys/vault.ts'
import { networkTraits } from '../network.ts'
import type { PlanMaker } from './plan-maker.ts'
import { SendService } from './send-service.ts'

forgoDurability()
const request: SpendRequest = {
  choice: 1,
  recipient_address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  spend_amount: 1000,
  priority_rate: 1,
  enable_rbf: true,
  send_all: false,
}
const plan = { inputs: [], outputs: [], feeSats: 100, vsize: 100, lockTime: 0, signalsReplacement: true }

test.each([
  ['recorded', 'failed'],
  ['confirmed', 'success'],
  ['mempool', 'success'],
] as const)(
  'a payment that waited for an answer and is refused counts by where it is: %s → %s',
  async (state, status) => {
    const folder = await mkdtemp(join(tmpdir(), 'send-service-'))
    const database = await WalletDatabase.open(join(folder, 'wallet.db'))
    onTestFinished(async () => {
      database.close()
      await rm(folder, { recursive: true })
    })
    let broadcast = async (): Promise<BroadcastResult> => {
      throw new ChainError('The bitcoin node does not answer')
    }
    const sends = new SendService({
      ...{
        database,
        network: networkTraits('regtest'),
        now: () => 0,
        logger: createLogger({ name: 'w', level: 'silent' }),
      },
      ...{ checkpoint: () => undefined, label: () => undefined, coins: {} as never },
      vault: { assertCanSign: () => undefined, sign: () => '00' } as unknown as Vault,
      addresses: {} as AddressBook,
      plans: { plan: async () => plan } as unknown as PlanMaker,
      chain: { broadcast: () => broadcast() } as unknown as Chain,
      ledger: {
        ...{ record: () => undefined, accept: () => undefined, forget: () => undefined },
        find: () => ({ state }) as TransactionRecord,
      } as Partial<Ledger> as Ledger,
    })
    expect(await sends.pay(request, 'key')).toMatchObject({ status: 'pending' })
    // It may be that the node had it after all: in a block of which it no longer knows the coins.
    broadcast = async () => ({ accepted: false, reason: 'bad-txns-inputs-missingorspent' })
    await sends.resume()
    expect(await sends.pay(request, 'key')).toMatchObject({ status })
  },
)
