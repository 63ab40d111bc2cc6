import { listTransactions } from '@hornets/contract/wallet/accounting'
import { unlock } from '@hornets/contract/wallet/set-up'
import { finishPsbt, listSends, makePsbt, type SpendRequest } from '@hornets/contract/wallet/spending'
import { afterEach, beforeEach } from 'vitest'
import { networkTraits } from '../../src/bitcoin/network.ts'
import { scriptOfAddress } from '../../src/bitcoin/script-address.ts'
import { readSigned } from '../../src/keys/signing/psbt.ts'
import { ScriptedChain } from './scripted-chain.ts'
import { signElsewhere } from './sign-elsewhere.ts'
import { password, World } from './world.ts'

export const hour = 60 * 60_000
const recipient = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
export let chain: ScriptedChain
export let world: World
let words: string[]
let clockMs: number

/** Call it once at the top of a file: this module may serve several. */
export function openScriptedWorlds(): void {
  beforeEach(async () => {
    chain = new ScriptedChain()
    clockMs = 1_700_000_000_000
    world = await World.open(undefined, { chain, now: () => (clockMs += 1) })
    words = await world.create()
  })
  afterEach(() => world.close())
}

/** Milliseconds. The operator signs in and unlocks again: session and keys do not last that long. */
export async function passTime(ms: number): Promise<void> {
  clockMs += ms
  await world.operator.signIn()
  await world.operator.call(unlock, { body: { password } })
}

const scriptOf = (address: string) => scriptOfAddress(address, networkTraits('regtest')) as string
export async function receive(sats: number, place: 'block' | 'mempool' = 'block'): Promise<string> {
  const txid = chain.pay(scriptOf(await world.newAddress()), sats, place)
  await world.settle()
  return txid
}
export const sends = async () => (await world.operator.call(listSends)).body.map(({ txid, status }) => [txid, status])
export const payment = (sats: number, more: object = {}) =>
  ({ choice: 1, recipient_address: recipient, spend_amount: sats, priority_rate: 5, ...more }) as SpendRequest
export const pay = (sats: number, key?: string) => world.transact(payment(sats), key)
export const raise = (choice: 2 | 3 | 4, original_tx_id: string, new_fee_rate: number, key?: string) =>
  world.transact({ choice, original_tx_id, new_fee_rate }, key)
export async function draft(body: SpendRequest) {
  const { psbt, plan } = (await world.operator.call(makePsbt, { body })).body
  return { plan, signed: await signElsewhere(psbt, words, 'bip84') }
}
export const finish = async (psbt: string) => (await world.operator.call(finishPsbt, { body: { psbt } })).body
export const hexOf = (psbt: string) => readSigned(psbt) as string
/** The same words in another wallet, which spends a coin that this one holds. */
export async function signedElsewhere(body: SpendRequest, coin?: string): Promise<string> {
  const { plans, vault, coins, database } = world.context
  const kept = coins.page({ limit: 1000, offset: 0 }).find(({ txid, vout }) => `${txid}:${vout}` === coin)
  if (kept) database.transact(tx => coins.release(tx, kept))
  return vault.sign(await plans.plan({ enable_rbf: true, send_all: false, ...body } as SpendRequest))
}
export const lineOf = async (txid: string) =>
  (await world.operator.call(listTransactions)).body.transactions.find(line => line.txid === txid)
