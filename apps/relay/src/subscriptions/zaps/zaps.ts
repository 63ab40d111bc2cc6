import { messages } from '@hornets/contract'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { ZapState } from '@hornets/contract/admin/subscriptions/zaps'
import type { NostrEvent } from '@hornets/contract/nostr'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Round, Rounds } from '@hornets/server/rounds'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { EventStore } from '../../events/event-store.ts'
import { readAll } from '../../events/read-scope.ts'
import { checkKind } from '../../policy/relay-mode.ts'
import type { LightningCalls } from '../../wallet/lightning-calls.ts'
import { InvoiceStore } from '../invoices/invoice-store.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { LedgerStore } from '../ledger/ledger-store.ts'
import { readZapReceipt, type Zap, zapReceiptKind } from './zap-receipt.ts'
import { ZapsStore } from './zaps-store.ts'

/** How long a server's answer is valid; a receipt by another key asks again sooner. */
const knownMs = 60 * 60_000
const askAgainMs = 60_000
const roundEveryMs = 10 * 60_000
const lookedBackMs = 30 * 86_400_000
const roundMax = 2000
const refusedMax = 10_000
/** After this time, a zap that the node was not paid for never counts. */
const unpaidMs = { unknown: 15 * 60_000, open: 86_400_000 } as const

type Verdict = 'paid' | 'refused' | 'later'

export interface ZapsParts {
  readonly database: AdminDatabase
  readonly events: Pick<EventStore, 'query'>
  readonly ledger: Ledger
  readonly relaySettings: { current(): Readonly<RelaySettings>; onChange(listener: () => void): () => void }
  readonly relayPubkey: () => string
  /** The Lightning address in the relay's profile; null for none. */
  readonly lud16: () => Promise<string | null>
  /** The key that signs the receipts of an address, hex; null if its server supports no zaps. Throws without an answer. */
  readonly askSigner: (lud16: string) => Promise<string | null>
  readonly lightning: Pick<LightningCalls, 'isConnected' | 'hasAnswered' | 'find'> | undefined
  readonly hasWallet: () => Promise<boolean>
  readonly isGenuine: (event: NostrEvent) => boolean
  readonly onCredited: (pubkeys: readonly string[]) => void
  readonly now: Clock
  readonly rounds: Rounds
  readonly logger: Logger
}

interface KnownSigner {
  readonly lud16: string
  readonly pubkey: string | null
  readonly at: number
}

/** NIP-57: signed by the server of the relay's Lightning address; a connected node must have been paid, too. */
export class Zaps {
  readonly #parts: ZapsParts
  readonly #coins: LedgerStore
  readonly #rows: ZapsStore
  readonly #invoices: InvoiceStore
  readonly #mutex = pLimit(1)
  /** Ids of receipts that will never count. */
  readonly #refused = new LRUCache<string, true>({ max: refusedMax })
  #signer: KnownSigner | undefined
  readonly #round: Round<void>
  readonly #stopFollowing: () => void

  constructor(parts: ZapsParts) {
    this.#parts = parts
    this.#coins = new LedgerStore(parts.database.reads)
    this.#rows = new ZapsStore(parts.database.reads)
    this.#invoices = new InvoiceStore(parts.database.reads)
    this.#round = parts.rounds.open({ name: 'zaps', everyMs: roundEveryMs, work: () => this.catchUp() })
    this.#stopFollowing = parts.relaySettings.onChange(() => this.catchUp())
  }

  /** Takes an accepted event, without making the caller wait. */
  take(event: NostrEvent): void {
    if (event.kind === zapReceiptKind && this.#isOn()) this.#inTurn(() => this.#take(event))
  }

  /** Also counts what arrived while it could not be checked, or before a crash. Does not wait for it. */
  catchUp(): void {
    this.#inTurn(() => this.#catchUp())
  }

  settled(): Promise<void> {
    return this.#mutex(() => undefined)
  }

  /** A receipt that anybody's quota has to let in: it may be a payment. */
  isWelcome({ kind, pubkey, tags }: NostrEvent): boolean {
    if (kind !== zapReceiptKind || !this.#isOn() || pubkey !== this.#signer?.pubkey) return false
    return tags.some(([name, value]) => name === 'p' && value === this.#parts.relayPubkey())
  }

  async describe(): Promise<{ state: ZapState; lud16: string | null; checked_by: 'node' | 'server' }> {
    const { lud16: findAddress, lightning } = this.#parts
    const [lud16, isConnected] = await Promise.all([findAddress(), lightning?.isConnected()])
    return { state: await this.#stateOf(lud16), lud16, checked_by: isConnected ? 'node' : 'server' }
  }

  /** Throws ApiError('invalid_fields') unless zaps can be counted now. */
  async assertCountable(): Promise<void> {
    const { state } = await this.describe()
    if (state === 'ready') return
    throw new ApiError('invalid_fields', messages.zapsImpossible, { fields: { countZaps: messages.zapsImpossible } })
  }

  async close(): Promise<void> {
    await this.#round.close()
    this.#stopFollowing()
    await this.settled()
  }

  #isOn(): boolean {
    return this.#parts.relaySettings.current().countZaps
  }

  #inTurn(work: () => Promise<void>): void {
    this.#mutex(work).catch(err => this.#parts.logger.error({ err }, 'could not count a zap'))
  }

  async #stateOf(lud16: string | null): Promise<ZapState> {
    if (lud16 === null) return 'no_address'
    if (checkKind(zapReceiptKind, this.#parts.relaySettings.current())) return 'kind_refused'
    const signer = await this.#signerOf(lud16, knownMs).catch(() => undefined)
    if (!signer) return 'unreachable'
    return signer.pubkey === null ? 'no_zaps' : 'ready'
  }

  async #catchUp(): Promise<void> {
    const { database, events, relayPubkey, now } = this.#parts
    if (!this.#isOn()) return database.transact(tx => this.#rows.stop(tx))
    await database.transact(tx => this.#rows.startAt(tx, now()))
    const lud16 = await this.#parts.lud16()
    if (lud16 !== null) await this.#signerOf(lud16, knownMs).catch(() => undefined)
    const since = Math.max((await this.#rows.findSince()) ?? 0, now() - lookedBackMs)
    const tags = [['p', [relayPubkey()]]] as const
    const filter = { kinds: [zapReceiptKind], tags, since: Math.floor(since / 1000), limit: roundMax }
    for await (const batch of events.query([filter], { scope: readAll }))
      for (const json of batch.texts()) await this.#take(JSON.parse(json) as NostrEvent)
  }

  async #take(event: NostrEvent): Promise<void> {
    const { relayPubkey, isGenuine } = this.#parts
    if (this.#refused.has(event.id)) return
    const zap = readZapReceipt(event, { recipient: relayPubkey(), isGenuine })
    const since = await this.#rows.findSince()
    // The receipt has the time of the payment. Zaps from before it was switched on were gifts.
    const isCounted = zap !== null && since !== null && zap.date >= since - 1000
    if (!isCounted) return void this.#refused.set(event.id, true)
    if ((await this.#coins.findCoins([zap.paymentHash])).length > 0) return
    const verdict = await this.#check(event, zap)
    if (verdict === 'refused') this.#refused.set(event.id, true)
    if (verdict === 'paid') await this.#credit(zap)
  }

  /** later: somebody who has to be asked does not answer. */
  async #check(event: NostrEvent, zap: Zap): Promise<Verdict> {
    const { lud16: findAddress, logger } = this.#parts
    try {
      const lud16 = await findAddress()
      if (lud16 === null) return 'refused'
      let signer = await this.#signerOf(lud16, knownMs)
      if (signer.pubkey !== event.pubkey) signer = await this.#signerOf(lud16, askAgainMs)
      if (signer.pubkey !== event.pubkey) return 'refused'
      return await this.#askNode(zap)
    } catch (err) {
      logger.debug({ err, eventId: event.id }, 'a zap cannot be checked yet')
      return 'later'
    }
  }

  /** Without a node, the word of the server counts. Throws if the node cannot be asked. */
  async #askNode({ paymentHash, sats, date }: Zap): Promise<Verdict> {
    const { lightning, now } = this.#parts
    const isConnected = lightning ? await lightning.isConnected() : false
    // The wallet may be away for a moment, and have a node.
    if (isConnected === null && (await this.#hasWallet())) return 'later'
    if (!lightning || !isConnected) return 'paid'
    const state = await lightning.find(paymentHash, sats)
    if (state === 'paid') return 'paid'
    return now() - date > unpaidMs[state] ? 'refused' : 'later'
  }

  async #hasWallet(): Promise<boolean> {
    const { lightning, hasWallet } = this.#parts
    return (lightning?.hasAnswered() ?? false) || (await hasWallet()) || (await this.#invoices.hasAny())
  }

  /** Throws if its server does not answer. */
  async #signerOf(lud16: string, validMs: number): Promise<KnownSigner> {
    const at = this.#parts.now()
    const known = this.#signer
    if (known?.lud16 === lud16 && at - known.at < validMs) return known
    const signer = { lud16, pubkey: await this.#parts.askSigner(lud16), at }
    this.#signer = signer
    return signer
  }

  async #credit({ payer, paymentHash, sats, date }: Zap): Promise<void> {
    const { database, ledger, onCredited } = this.#parts
    const paid = [{ paymentHash, pubkey: payer, sats, date }]
    onCredited([...(await database.transact(tx => ledger.takeLightning(tx, paid)))])
  }
}
