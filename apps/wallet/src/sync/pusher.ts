import type { Endpoint } from '@hornets/contract'
import { pushAddresses, pushBalance, pushedAtOnce, pushTransactions } from '@hornets/contract/wallet/push'
import type { Clock } from '@hornets/server/clock'
import { signedHeaders } from '@hornets/server/http/signed-call'
import type { WayOut } from '@hornets/server/http/way-out'
import type { Logger } from '@hornets/server/process/logger'
import type * as z from 'zod/mini'
import type { AddressBook } from '../addresses/address-book.ts'
import type { CoinBook } from '../history/coin-book.ts'
import type { History } from '../history/history.ts'
import type { Labels } from '../history/labels.ts'
import type { ApiKey } from '../operators/api-key.ts'
import type { Outbox } from './outbox.ts'
import type { OutboxRow } from './outbox-store.ts'

interface PusherParts {
  readonly wayOut: WayOut
  readonly outbox: Outbox
  readonly history: History
  readonly coins: CoinBook
  readonly addresses: AddressBook
  readonly labels: Labels
  readonly apiKey: ApiKey
  readonly walletName: string
  /** The relay's admin door; nothing is pushed without. */
  readonly relayUrl: string | undefined
  readonly now: Clock
  readonly logger: Logger
}

const timeoutMs = 15_000
const maxBytes = 65_536

/**
 * Tells the relay how things are. What it has not acknowledged stays in the outbox, and is told again as it is then: a
 * crash on either side loses nothing, and hearing it twice changes nothing.
 */
export class Pusher {
  readonly #parts: PusherParts
  #failing = false

  constructor(parts: PusherParts) {
    this.#parts = parts
  }

  /** The relay has not heard of all addresses that have been given out, and is about to. */
  hasUntoldAddresses(): boolean {
    return this.#parts.relayUrl !== undefined && this.#parts.outbox.waiting('address', 1).length > 0
  }

  /** Pushes all that waits. Answers false when the relay could not be told: then it is tried again later. */
  async push(): Promise<boolean> {
    const { relayUrl, apiKey, logger } = this.#parts
    if (relayUrl === undefined || apiKey.current() === null) return true
    try {
      await this.#pushAddresses()
      await this.#pushTransactions()
      await this.#pushBalance()
      this.#failing = false
      return true
    } catch (err) {
      // Said once, not at every try of an outage.
      if (!this.#failing) logger.warn({ err }, 'the relay could not be told')
      this.#failing = true
      return false
    }
  }

  async #pushAddresses(): Promise<void> {
    const { addresses, labels, walletName } = this.#parts
    await this.#inBatches('address', rows => {
      const body = rows.map(({ key }) => {
        const { idx, address, used, purpose } = addresses.at(0, Number(key))
        const label = labels.find('addr', address)
        return {
          ...{ wallet_name: walletName, index: idx, address, used: used === 1 },
          ...(label !== undefined && { label }),
          ...(purpose === 'relay' && { for_relay: true }),
        }
      })
      return this.#post(pushAddresses, body)
    })
  }

  async #pushTransactions(): Promise<void> {
    const { history, walletName } = this.#parts
    await this.#inBatches('transaction', async rows => {
      const lines = rows.flatMap(({ key: txid }) => [
        ...history.linesOf(txid).map(line => ({ ...line, wallet_name: walletName })),
        ...history.removedOf(txid).map(vout => ({ txid, vout, wallet_name: walletName, removed: true as const })),
      ])
      // A payment to many makes many lines: each post holds as many as the contract allows.
      for (let start = 0; start < lines.length; start += pushedAtOnce)
        await this.#post(pushTransactions, lines.slice(start, start + pushedAtOnce))
    })
  }

  async #pushBalance(): Promise<void> {
    const { coins, walletName } = this.#parts
    await this.#inBatches('balance', () => this.#post(pushBalance, { wallet_name: walletName, ...coins.balance() }))
  }

  async #inBatches(
    kind: 'address' | 'transaction' | 'balance',
    post: (rows: OutboxRow[]) => Promise<void>,
  ): Promise<void> {
    const { outbox } = this.#parts
    for (;;) {
      const rows = outbox.waiting(kind, pushedAtOnce)
      if (rows.length === 0) return
      await post(rows)
      outbox.acknowledge(kind, rows)
      if (kind === 'balance') return
    }
  }

  async #post<E extends Endpoint & { body: z.ZodMiniType }>(endpoint: E, body: z.input<E['body']>): Promise<void> {
    const { relayUrl, apiKey, now, wayOut } = this.#parts
    const text = JSON.stringify(body)
    const { status } = await wayOut.send(new URL(endpoint.path, relayUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders(apiKey.current() ?? '', text, now()) },
      body: text,
      timeoutMs,
      maxBytes,
    })
    if (status !== 200) throw new Error(`expected 200 of ${endpoint.path}, got ${status}`)
  }
}
