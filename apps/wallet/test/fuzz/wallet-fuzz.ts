// Payments while everything around them fails. The node counts what was paid, never the wallet.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getBalance, listCoins } from '@hornets/contract/wallet/accounting'
import { newAddress } from '@hornets/contract/wallet/addresses'
import { feeWord } from '@hornets/contract/wallet/confirmations'
import { saveSecurity, usualSecurity } from '@hornets/contract/wallet/security'
import { setUp } from '@hornets/contract/wallet/set-up'
import { listSends, makeTransaction, type SpendAnswer, type SpendRequest } from '@hornets/contract/wallet/spending'
import { type CoreWallet, satsOf, seeded } from '../reference/core-wallet.ts'
import { password } from '../support/world.ts'
import { patientCall } from './patient-call.ts'
import { UnrulyChain } from './unruly-chain.ts'
import { WalletProcess } from './wallet-process.ts'

export interface FuzzOptions {
  readonly seed: number
  readonly payments: number
  /** Time after which no new payment begins. */
  readonly mostMs?: number
}

const counters = [
  'paid',
  'refused',
  'bumps',
  'kills',
  'deaths',
  'freezes',
  'reorgs',
  'doubleSpends',
  'clockJumps',
] as const
type Counter = (typeof counters)[number]

export interface FuzzReport extends Record<Counter, number> {
  readonly seed: number
  readonly payments: number
  readonly delivered: number
  /** Recipients that received more than intended. */
  readonly paidTwice: number
  readonly coinsApart: number
}

interface Intention {
  readonly address: string
  readonly sats: number
  key: string
  txid: string
}

const dayMs = 86_400_000
const settleTries = 60

/** Runs until all payments are made, then waits for everything to settle and counts. */
export async function runWalletFuzz({
  seed,
  payments,
  mostMs = Number.POSITIVE_INFINITY,
}: FuzzOptions): Promise<FuzzReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-fuzz-node-'))
  const chain = await UnrulyChain.start(folder)
  const wallet = await WalletProcess.start(chain.node)
  try {
    const { body } = await wallet.operator.call(setUp, { body: { mode: 'create', password, account_type: 'bip84' } })
    // A thousand payments exceed what a day may spend without the password.
    const settings = { ...usualSecurity, payment_limit_sats: null, day_limit_sats: null }
    await wallet.operator.call(saveSecurity, { body: { settings, password } })
    const twin = await chain.openTwin(body.words ?? [])
    const fuzz = new Fuzz({ seed, chain, wallet })
    const until = Date.now() + mostMs
    for (let count = 0; count < payments && Date.now() < until; count += 1) await fuzz.step(count)
    return { seed, ...(await fuzz.settle(twin)) }
  } finally {
    await wallet.end()
    await chain.node.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

class Fuzz {
  readonly #chain: UnrulyChain
  readonly #wallet: WalletProcess
  readonly #random: () => number
  readonly #intentions: Intention[] = []
  readonly #counts = Object.fromEntries(counters.map(name => [name, 0])) as Record<Counter, number>
  #address = ''

  constructor({ seed, chain, wallet }: { seed: number; chain: UnrulyChain; wallet: WalletProcess }) {
    this.#random = seeded(seed)
    this.#chain = chain
    this.#wallet = wallet
  }

  async step(count: number): Promise<void> {
    if (count % 12 === 0) await this.#deposit()
    const address = await this.#chain.node.newAddress()
    const intention = { address, sats: 20_000 + this.#upTo(100_000), key: `payment ${count}`, txid: '' }
    this.#intentions.push(intention)
    await this.#trouble(() => this.#pay(intention))
    for (let tries = 0; tries < 3 && intention.txid === ''; tries += 1) await this.#pay(intention)
    if (this.#random() < 0.3) await this.#bump()
    const earlier = this.#intentions[this.#upTo(this.#intentions.length)]
    if (earlier && this.#random() < 0.2) await this.#pay(earlier)
    if (this.#random() < 0.4) await this.#chain.node.mine(1)
    if (this.#random() < 0.08) await this.#chain.survive(() => this.#reorganise())
    if (this.#random() < 0.1) this.#jump()
  }

  async #pay(intention: Intention): Promise<void> {
    const { address: recipient_address, sats: spend_amount, key } = intention
    const priority_rate = 1 + (spend_amount % 15)
    const request = { choice: 1, recipient_address, spend_amount, priority_rate } as SpendRequest
    const answer = await this.#ask(request, key)
    if (!answer) return
    if (answer.status === 'failed') {
      this.#counts.refused += 1
      // The wallet says that nothing was paid: its operator tries once more, with a new payment.
      if (!key.endsWith('again')) intention.key = `${key} again`
    } else if (intention.txid === '') {
      this.#counts.paid += 1
      intention.txid = answer.txid
    }
  }

  /** Something fails while a payment is on its way through the wallet. */
  async #trouble(work: () => Promise<void>): Promise<void> {
    const dice = this.#random()
    if (dice > 0.35) return
    const working = work().catch(() => undefined)
    await sleep(this.#upTo(120))
    if (dice < 0.2) {
      this.#counts.kills += 1
      await this.#wallet.kill()
      await working
      await this.#wallet.revive()
    } else if (dice < 0.3) {
      this.#counts.freezes += 1
      await this.#chain.freeze(100 + this.#upTo(600))
      await working
    } else {
      this.#counts.deaths += 1
      await this.#chain.die(this.#upTo(500))
      await working
    }
  }

  async #bump(): Promise<void> {
    const pending = (await this.#call(() => this.#wallet.operator.call(listSends)))?.body
    // Usually the newest: others' change is already spent.
    const row = Array.isArray(pending) ? pending[this.#random() < 0.7 ? 0 : this.#upTo(pending.length)] : undefined
    if (!row) return
    const choice = this.#random() < 0.7 ? 2 : this.#random() < 0.5 ? 3 : 4
    const new_fee_rate = Math.ceil(row.fee_rate) + 3 + this.#upTo(15)
    const with_later = choice === 2 && this.#random() < 0.5 ? { with_later: true } : {}
    const request = { choice, original_tx_id: row.txid, new_fee_rate, ...with_later } as SpendRequest
    await this.#trouble(async () => void (await this.#ask(request, undefined)))
    if ((await this.#ask(request, undefined))?.status === 'success') this.#counts.bumps += 1
  }

  async #reorganise(): Promise<void> {
    const pool = await this.#chain.node.rpc<string[]>('getrawmempool')
    const txid = pool[this.#upTo(pool.length)]
    const rival = txid === undefined ? undefined : await this.#chain.rivalOf(txid)
    if (rival !== undefined) this.#counts.doubleSpends += 1
    if (rival !== undefined && this.#random() < 0.5) return this.#chain.doubleSpend(rival)
    this.#counts.reorgs += 1
    await this.#chain.reorganise(1 + this.#upTo(2), rival)
  }

  #jump(): void {
    this.#counts.clockJumps += 1
    this.#wallet.setClock(Math.round((this.#random() - 0.5) * 4 * dayMs))
  }

  async #deposit(): Promise<void> {
    const told = await this.#call(() => this.#wallet.operator.call(newAddress, { body: {} }))
    this.#address = told?.body.address ?? this.#address
    if (this.#address === '') return
    for (let count = 0; count < 8; count += 1) await this.#chain.node.pay(this.#address, 400_000 + this.#upTo(300_000))
    await this.#chain.node.mine(1)
    // The wallet notices in its next round.
    for (let tries = 0; tries < 20; tries += 1) {
      const reply = await this.#call(() => this.#wallet.operator.call(getBalance))
      if ((reply?.body.confirmed ?? 0) > 2_000_000) return
      await sleep(250)
    }
  }

  async #ask(body: SpendRequest, key: string | undefined): Promise<SpendAnswer | undefined> {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const post = (more: object) =>
      this.#call(() => this.#wallet.operator.call(makeTransaction, { body: { ...body, ...more }, headers }))
    // Above a fee ceiling its operator confirms; elsewhere this is ignored.
    const reply = (await post({ password, fee_word: feeWord })) as
      | { status: number; body: SpendAnswer & { code?: string } }
      | undefined
    return reply?.status === 200 ? reply.body : undefined
  }

  async #call<Reply extends { status: number; body: { code?: string } }>(
    call: () => Promise<Reply>,
  ): Promise<Reply | undefined> {
    const reply = await patientCall(this.#wallet.operator, call)
    return reply && reply.status < 400 ? reply : undefined
  }

  /** Waits until wallet and node have the same coins, or until time is up. */
  async settle(twin: CoreWallet): Promise<Omit<FuzzReport, 'seed'>> {
    const { node } = this.#chain
    let coinsApart = Number.NaN
    for (let left = settleTries; left > 0 && coinsApart !== 0; left -= 1) {
      await node.mine(1)
      await sleep(500)
      coinsApart = await this.#coinsApart(twin.at(node))
    }
    let delivered = 0
    let paidTwice = 0
    for (const { address, sats } of this.#intentions) {
      const got = satsOf(await node.miner<number>('getreceivedbyaddress', [address, 1]))
      if (got > sats) paidTwice += 1
      if (got >= sats) delivered += 1
    }
    return { payments: this.#intentions.length, ...this.#counts, delivered, paidTwice, coinsApart }
  }

  async #coinsApart(twin: CoreWallet): Promise<number> {
    const reply = await this.#call(() => this.#wallet.operator.call(listCoins))
    if (!reply) return Number.NaN
    const ours = new Set(reply.body.map(({ outpoint, value_sats }) => `${outpoint} ${value_sats}`))
    const theirs = new Set((await twin.coins()).map(({ txid, vout, amount }) => `${txid}:${vout} ${satsOf(amount)}`))
    return ours.symmetricDifference(theirs).size
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * most)
  }
}
