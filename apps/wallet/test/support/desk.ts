import { rmSync } from 'node:fs'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NeededConfirmation } from '@hornets/contract/wallet/confirmations'
import type { HandedBefore } from '@hornets/contract/wallet/relay/handed-before'
import type { SpendRequest } from '@hornets/contract/wallet/spending'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { createLogger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import { onTestFinished } from 'vitest'
import { AddressBook } from '../../src/addresses/address-book.ts'
import { networkTraits } from '../../src/bitcoin/network.ts'
import { scriptOfAddress } from '../../src/bitcoin/script-address.ts'
import type { Question } from '../../src/chain/chain.ts'
import type { TransactionPlan } from '../../src/coins/coin.ts'
import { WalletDatabase, type WalletTransaction } from '../../src/database/wallet-database.ts'
import { ChainBook } from '../../src/history/book/chain-book.ts'
import { CoinBook } from '../../src/history/coin-book.ts'
import { type LabelRow, Labels } from '../../src/history/labels/labels.ts'
import { type Account, deriveAccount, isShared, publicAccount } from '../../src/keys/account/account.ts'
import { openDeriver } from '../../src/keys/account/address-deriver.ts'
import { sharedSpendOf } from '../../src/keys/shared/witness.ts'
import { signPlan } from '../../src/keys/signing/sign.ts'
import type { Vault } from '../../src/keys/vault.ts'
import type { Spend, SpendGuard, SpendOrigin } from '../../src/security/spend-guard.ts'
import { Broadcaster } from '../../src/send/broadcaster.ts'
import { Drafts } from '../../src/send/drafts.ts'
import { PlanMaker } from '../../src/send/plan-maker.ts'
import { SendService } from '../../src/send/send-service.ts'
import { SendStore } from '../../src/send/send-store.ts'
import { SharedDrafts } from '../../src/send/shared-drafts.ts'
import { ScriptedChain } from './scripted-chain.ts'

forgoDurability()

export const network = networkTraits('regtest')
const seed = Buffer.alloc(64, 9)
export const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
export const scriptOf = (address: string) => scriptOfAddress(address, network) as string
export const caller = { actor: { pubkey: 'ab'.repeat(32), address: '10.0.0.1' }, confirmed: {} } as const
export const payment = (sats: number, more: object = {}) =>
  ({
    choice: 1,
    recipient_address: payee,
    spend_amount: sats,
    priority_rate: 5,
    enable_rbf: true,
    send_all: false,
    ...more,
  }) as SpendRequest
export const raise = (choice: 2 | 3 | 4, original_tx_id: string, new_fee_rate: number, more: object = {}) =>
  ({ choice, original_tx_id, new_fee_rate, ...more }) as SpendRequest

/** Of this process, with an empty database that each desk copies. */
let folder: Promise<string> | undefined
let files = 0

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const database = await WalletDatabase.open(join(folder, 'empty.db'))
  database.close()
  return folder
}

interface DeskOptions {
  readonly account?: Account
  readonly isOffline?: boolean
  readonly isWatching?: boolean
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** The wallet's own book over a real database, on a network that the test plays; no server, no password. */
export async function openDesk(options: DeskOptions = {}) {
  const { account = publicAccount(seed, 'bip84', network), isOffline = false, isWatching = false } = options
  folder ??= openFolder()
  files += 1
  const file = join(await folder, `${files}.db`)
  await copyFile(join(await folder, 'empty.db'), file)
  const database = await WalletDatabase.open(file)
  onTestFinished(() => database.close())
  const clock = { ms: 1_700_000_000_000 }
  const now = () => (clock.ms += 1)
  const scripted = new ScriptedChain()
  const chain = isOffline ? null : scripted
  const vault = vaultOf(account, isWatching)
  const addresses = new AddressBook({ database, vault, now, lookahead: 5, onChange: () => undefined })
  const chainBook = new ChainBook({ database, addresses, network, now, onChange: () => undefined })
  const coins = new CoinBook({ database, now, tipHeight: () => chainBook.chainState().tipHeight })
  const labels = new Labels({ database, coins, onChange: () => undefined })
  const guard = new OpenGuard()
  const steps: string[] = []
  const checkpoint = (step: string) => void steps.push(step)
  const logger = createLogger({ name: 'wallet', level: 'silent' })
  const plans = new PlanMaker({ vault, addresses, coins, chainBook, chain, network })
  const sharedDrafts = new SharedDrafts({ database, vault, addresses, coins, chainBook, network })
  const store = new SendStore(database.reads)
  const broadcaster = new Broadcaster({ database, chainBook, chain, logger, checkpoint }, store)
  const sending = {
    mutex: pLimit(1),
    database,
    addresses,
    chainBook,
    chain,
    plans,
    network,
    now,
    checkpoint,
    store,
    broadcaster,
    guard: guard as unknown as SpendGuard,
    label: (tx: WalletTransaction, row: LabelRow) => labels.saveWithin(tx, row),
  }
  const sends = new SendService({ ...sending, vault, isSynced: () => chain !== null && scripted.synced })
  const drafts = new Drafts({ ...sending, coins, sharedDrafts })
  await addresses.fill()

  const settle = async () => {
    await addresses.fill()
    chainBook.beginRound()
    const question: Partial<Question> = { isKnown: txid => chainBook.isKnown(txid), unsettled: chainBook.unsettled() }
    await chainBook.apply(await scripted.changes(question as Question), scripted.source, await scripted.tip())
    await sends.resume()
  }
  const newScript = () => database.transact(tx => addresses.giveOut(tx, 'operator', 1))[0]?.script ?? ''
  return {
    chain: scripted,
    clock,
    database,
    vault,
    addresses,
    chainBook,
    coins,
    labels,
    guard,
    steps,
    plans,
    sharedDrafts,
    store,
    sends,
    drafts,
    settle,
    newScript,
    logger,
    async receive(sats: number, place: 'block' | 'mempool' = 'block'): Promise<string> {
      const txid = scripted.pay(newScript(), sats, place)
      await settle()
      return txid
    },
    pay: (request: SpendRequest, key: string | null = null, handedBefore: HandedBefore | null = null) =>
      sends.pay(request, key, { ...caller, handedBefore }),
    /** Signed as another device with our words would. */
    sign: (plan: TransactionPlan) => signPlan(plan, deriveAccount(seed, 'bip84', network), 'p2wpkh'),
    free: () =>
      coins
        .page({ limit: 1000, offset: 0 })
        .filter(one => !one.locked && one.sent)
        .map(one => one.valueSats),
  }
}

function vaultOf(account: Account, isWatching: boolean): Vault {
  const deriver = openDeriver(account, network)
  const row = { account, sealed: isWatching ? null : 'sealed', gapLimit: 5, searched: true }
  return {
    wallet: () => row,
    deriver: () => deriver,
    state: () => 'unlocked',
    spendKind: () => (isShared(account) ? sharedSpendOf(account, network) : 'p2wpkh'),
    assertCanSign: () => undefined,
    sign: (plan: TransactionPlan) => signPlan(plan, deriveAccount(seed, 'bip84', network), 'p2wpkh'),
    touch: () => undefined,
    record: { assertSearched: () => undefined, rememberGap: () => undefined },
  } as unknown as Vault
}

class OpenGuard {
  readonly asked: { readonly spend: Spend; readonly by: object }[] = []
  needed: NeededConfirmation[] = []
  useApproval: (tx: WalletTransaction) => void = () => undefined

  needs(spend: Spend, by: object): NeededConfirmation[] {
    this.asked.push({ spend, by })
    return this.needed
  }

  async allow(spend: Spend, by: SpendOrigin): Promise<(tx: WalletTransaction) => void> {
    this.asked.push({ spend, by })
    return this.useApproval
  }

  async allowElsewhere(spend: Spend, confirmed: object): Promise<void> {
    this.asked.push({ spend, by: confirmed })
  }
}
