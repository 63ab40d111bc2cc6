import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import type { LightningAnswer, LightningState } from '@hornets/contract/wallet/lightning'
import type { Network } from '@hornets/contract/wallet/set-up'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import type { WalletDatabase } from '../database/wallet-database.ts'
import { NwcKeys } from '../keys/nwc-keys.ts'
import type { Vault } from '../keys/vault.ts'
import { type ConnectionSeal, onlyReceives } from './connection-seal.ts'
import { type ConnectionRow, LightningStore } from './lightning-store.ts'
import {
  balanceAnswer,
  infoAnswer,
  isReceipt,
  listAnswer,
  parse,
  shownTransaction,
  transactionAnswer,
} from './nwc-answers.ts'
import { NwcClient } from './nwc-client.ts'
import { lightningError, NwcError, NwcSilentError, saidOf } from './nwc-error.ts'
import { lookUpInvoice, makeInvoice } from './nwc-invoices.ts'
import { invalidUri, type NwcPlace, readNwcUri } from './nwc-uri.ts'

const balanceMs = 20_000
const settleEveryMs = 30_000
const invoiceSeconds = 3600
/** How often it is asked what the connection is allowed to do, besides each time it connects. */
const permissionsMs = 60 * 60_000

interface LightningParts {
  readonly database: WalletDatabase
  readonly seal: ConnectionSeal
  readonly vault: Vault
  readonly wayOut: WayOut
  readonly network: Network
  readonly now: Clock
  readonly logger: Logger
  readonly firstRetryMs?: number | undefined
  /** The node may have news about payments, or it is time to ask. */
  readonly onNews: () => void
}

/** By Nostr Wallet Connect: available while the wallet is unlocked, and all day if it can only receive. */
export class Lightning {
  readonly #parts: LightningParts
  readonly #store: LightningStore
  #client: NwcClient | undefined
  #timer: NodeJS.Timeout | undefined
  #alias: string | undefined
  #balance: { readonly sats: number; readonly at: number } | undefined
  #askedBalanceAt = 0
  #askedNodeAt = 0
  #error: ReturnType<typeof saidOf> | undefined
  /** Payment hashes of invoices that the node reported as paid, with the time in seconds. */
  readonly #received = new Map<string, { readonly at: number; readonly msats: number }>()

  constructor(parts: LightningParts) {
    this.#parts = parts
    this.#store = new LightningStore(parts.database.reads)
  }

  state(): LightningState {
    if (!this.#store.connection()) return 'none'
    return this.#client?.state() ?? 'locked'
  }

  describe(): LightningAnswer {
    const row = this.#store.connection()
    const state = this.state()
    if (state === 'ready' && this.#parts.now() - this.#askedBalanceAt > balanceMs) void this.refreshBalance()
    const error = state === 'offline' ? saidOf(this.#awayError()) : this.#error
    return {
      state,
      ...(row && { relay: new URL(row.relay_url).host }),
      ...(this.#alias && { alias: this.#alias }),
      methods: [...(this.#client?.info()?.methods ?? [])],
      receive_only: row?.sealed_by === 'server',
      balance_sats: this.#balance?.sats ?? null,
      balance_at: this.#balance ? toTimestamp(this.#balance.at) : null,
      unknown_payments: this.#store.listUnknown().length,
      message: error?.message ?? '',
      ...(error && { template: error.template, figures: error.figures }),
    }
  }

  /** Throws ApiError: 'invalid_fields', 'conflict', 'wallet_locked', 'forbidden', 'unavailable'. */
  async connect(uri: string, password: string): Promise<void> {
    const { vault, database, now } = this.#parts
    vault.assertCanSign()
    if (this.#store.connection()) throw lightningError('conflict', lightningSentences.connectedAlready)
    const place = readNwcUri(uri)
    if (!place) throw invalidUri()
    try {
      await vault.checkPassword(password)
      const sealedBy = (await this.#try(place)) ? 'server' : 'wallet'
      if (this.#store.connection()) throw lightningError('conflict', lightningSentences.connectedAlready)
      const { service, relayUrl: relay_url } = place
      const sealed = this.#parts.seal.seal(place.secret, { service, relay_url }, sealedBy)
      database.transact(tx => this.#store.connect(tx, { service, relay_url, ...sealed, connected_at: now() }))
    } finally {
      place.secret.fill(0)
    }
    this.open()
  }

  /** Throws ApiError('conflict') if nothing is connected. */
  disconnect(): void {
    if (!this.#store.connection()) throw lightningError('conflict', lightningSentences.notConnected)
    this.#parts.database.transact(tx => this.#store.disconnect(tx))
    this.forget()
    this.#alias = undefined
    this.#balance = undefined
  }

  /** The wallet was unlocked, a node connected, or this process started: connects to its relay, if that is possible now. */
  open(): void {
    const row = this.#store.connection()
    if (!row || this.#client || !this.#parts.seal.canOpen(row)) return
    try {
      const secret = this.#parts.seal.open(row)
      this.#client = this.#call({ service: row.service, relayUrl: row.relay_url, secret })
    } catch (err) {
      this.#parts.logger.error({ err }, 'could not open the key of the Lightning connection')
      return
    }
    this.#timer = setInterval(() => {
      this.#parts.onNews()
      if (this.#parts.now() - this.#askedNodeAt > permissionsMs) void this.#askNode()
    }, settleEveryMs)
    this.#timer.unref()
  }

  /** The wallet was locked: a connection that can pay is closed. */
  lock(): void {
    if (this.#store.connection()?.sealed_by !== 'server') this.forget()
  }

  /** Overwrites the connection's key and disconnects. */
  forget(): void {
    clearInterval(this.#timer)
    this.#client?.close()
    this.#client = undefined
    this.#error = undefined
    this.#askedBalanceAt = 0
    this.#received.clear()
  }

  /** Throws ApiError: 'conflict' if nothing is connected, 'wallet_locked'. */
  client(): NwcClient {
    if (!this.#store.connection()) throw lightningError('conflict', lightningSentences.notConnected)
    if (!this.#client) throw new ApiError('wallet_locked', walletMessages.walletLocked)
    return this.#client
  }

  /** Undefined if the node cannot be asked now. */
  clientIfOpen(): NwcClient | undefined {
    return this.#client?.state() === 'ready' ? this.#client : undefined
  }

  /** The connected wallet service, public key in hex; empty if none is connected. */
  service(): string {
    return this.#store.connection()?.service ?? ''
  }

  /** Has the node reported this invoice as paid since it was connected? */
  hasReceived(paymentHash: string): boolean {
    return this.#received.has(paymentHash)
  }

  async refreshBalance(): Promise<void> {
    const client = this.clientIfOpen()
    if (!client) return
    this.#askedBalanceAt = this.#parts.now()
    try {
      const { balance } = parse(balanceAnswer, await client.request('get_balance', {}))
      this.#balance = { sats: Math.floor(balance / 1000), at: this.#parts.now() }
      this.#error = undefined
    } catch (error) {
      if (this.#client === client) this.#error = saidOf(error)
    }
  }

  /** Throws ApiError, NwcError, NwcSilentError. */
  async makeInvoice(amountSats: number, description: string, expirySeconds = invoiceSeconds) {
    return makeInvoice(this.client(), { amountSats, description, expirySeconds }, this.#parts)
  }

  /** Whether at least this was paid, by the node's notification or its answer. Throws as above. */
  async findInvoice(paymentHash: string, leastSats = 0): Promise<{ paid: boolean; settled_at: string | null }> {
    const client = this.client()
    const payment = this.#received.get(paymentHash)
    if (payment && payment.msats >= leastSats * 1000) return { paid: true, settled_at: toTimestamp(payment.at * 1000) }
    return lookUpInvoice(client, paymentHash, leastSats * 1000)
  }

  /** Newest first, without unpaid invoices. Throws as above. */
  async list(page: { limit: number; offset: number }) {
    const { transactions } = parse(listAnswer, await this.client().request('list_transactions', page))
    return transactions.slice(0, page.limit).map(shownTransaction)
  }

  /** Uses a copy of the secret, which is overwritten. Whether it can only receive. Throws ApiError. */
  async #try(place: NwcPlace): Promise<boolean> {
    const client = this.#call({ ...place, secret: Buffer.from(place.secret) })
    try {
      const { network, alias, methods } = parse(infoAnswer, await client.request('get_info', {}))
      const own = this.#parts.network
      if (network && !isNetwork(network, own)) {
        const figures = { node_network: network, wallet_network: own }
        throw lightningError('payment_refused', lightningSentences.nodeElsewhere, figures)
      }
      this.#alias = alias ?? undefined
      return onlyReceives(methods)
    } catch (error) {
      // It has answered; its key identifies it.
      if (!(error instanceof NwcError && ['NOT_IMPLEMENTED', 'RESTRICTED'].includes(error.code))) throw error
      return false
    } finally {
      client.close()
    }
  }

  #call({ service, relayUrl, secret }: NwcPlace): NwcClient {
    const { wayOut, now, logger, firstRetryMs } = this.#parts
    const client: NwcClient = new NwcClient({
      keys: new NwcKeys(secret, service),
      relayUrl,
      wayOut,
      now,
      logger,
      firstRetryMs,
      onReady: () => this.#client === client && this.#hearOfNode(),
      onNews: (type, notification) => this.#client === client && this.#takeNews(type, notification),
    })
    return client
  }

  #hearOfNode(): void {
    void this.refreshBalance()
    void this.#askNode()
    this.#parts.onNews()
  }

  /** Its name, and what this connection is allowed to do now. */
  async #askNode(): Promise<void> {
    const client = this.#client
    this.#askedNodeAt = this.#parts.now()
    try {
      const { alias, methods } = parse(infoAnswer, await this.client().request('get_info', {}))
      if (this.#client !== client) return
      this.#alias = alias ?? undefined
      this.#sealFor(onlyReceives(methods) ? 'server' : 'wallet')
    } catch (err) {
      this.#parts.logger.debug({ err }, 'the Lightning node does not describe itself')
    }
  }

  /** Another key seals it once its permissions have changed; if that one is locked, from the next unlocking on. */
  #sealFor(sealedBy: ConnectionRow['sealed_by']): void {
    const { database, seal, logger } = this.#parts
    const row = this.#store.connection()
    if (!row || row.sealed_by === sealedBy) return
    logger.warn({ canPay: sealedBy === 'wallet' }, "the Lightning connection's permissions changed")
    if (seal.canOpen({ sealed_by: sealedBy }))
      database.transact(tx => this.#store.reseal(tx, seal.reseal(row, sealedBy)))
    else this.forget()
  }

  #takeNews(type: string, notification: unknown): void {
    if (type === 'payment_received') {
      const { data } = transactionAnswer.safeParse(notification)
      const at = data?.settled_at ?? Math.floor(this.#parts.now() / 1000)
      if (data && isReceipt(data)) this.#received.set(data.payment_hash.toLowerCase(), { at, msats: data.amount })
      for (const hash of [...this.#received.keys()].slice(0, -1000)) this.#received.delete(hash)
    }
    void this.refreshBalance()
    this.#parts.onNews()
  }

  #awayError(): NwcSilentError {
    const isProxyAway = ['silent', 'refuses'].includes(this.#parts.wayOut.proxyState() ?? '')
    return new NwcSilentError(isProxyAway ? lightningSentences.proxyAway : lightningSentences.relayAway)
  }
}

const isNetwork = (name: string, own: Network) => name === own || (own === 'testnet4' && name === 'testnet')
