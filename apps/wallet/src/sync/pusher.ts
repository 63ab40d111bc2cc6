import type { Endpoint } from '@hornets/contract'
import {
  type Attempt,
  pushAddresses,
  pushBalance,
  pushedAtOnce,
  pushInvoices,
  pushPayments,
  pushSecurity,
  pushTransactions,
  type Sequence,
} from '@hornets/contract/wallet/relay/push'
import type { Clock } from '@hornets/server/clock'
import { signedHeaders } from '@hornets/server/http/signed-call'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import * as z from 'zod/mini'
import type { AddressBook } from '../addresses/address-book.ts'
import type { CoinBook } from '../history/coin-book.ts'
import type { History } from '../history/history.ts'
import type { Labels } from '../history/labels/labels.ts'
import type { RelayInvoices } from '../lightning/relay-invoices.ts'
import type { ApiKey } from '../operators/api-key.ts'
import type { SecurityNews } from '../security/security-news.ts'
import type { Outbox } from './outbox.ts'
import type { PaymentNews } from './payment-news.ts'
import type { PushStream } from './push-stream.ts'

export interface RelayPusher {
  /** The relay may not yet know all addresses that were given out. */
  hasUntoldAddresses(): boolean
  /** Pushes everything queued. False if the relay could not be reached: it is retried later. */
  push(): Promise<boolean>
}

export interface PusherParts {
  readonly wayOut: WayOut
  readonly outbox: Outbox
  readonly payments: PaymentNews
  readonly invoices: RelayInvoices
  readonly securityNews: SecurityNews
  readonly stream: PushStream
  readonly history: History
  readonly coins: CoinBook
  readonly addresses: AddressBook
  readonly labels: Labels
  readonly apiKey: ApiKey
  readonly walletName: string
  /** The relay's admin server; without it nothing is pushed. */
  readonly relayUrl: string | undefined
  readonly now: Clock
  readonly logger: Logger
}

const timeoutMs = 15_000
const maxBytes = 65_536
/** A relay without this call learns of payments from consoles; retry interval. */
const withoutPaymentsMs = 10 * 60_000

type Numbered = { readonly sequence?: Attempt | undefined }

/** How relays of the family refuse a report that is signed as ours are. */
const familyRefusal = /Missing authentication headers/
const familyHint =
  'the relay answers as other servers of the family do. If it is one, set RELAY_DIALECT=family: then every report has the api key in it, so this is not done by itself'

class MissingCall extends Error {}

/** Unacknowledged items are sent in their current state: crashes lose nothing, repeats change nothing. */
export class Pusher implements RelayPusher {
  readonly #parts: PusherParts
  #failing = false
  #paymentsFrom = 0

  constructor(parts: PusherParts) {
    this.#parts = parts
  }

  hasUntoldAddresses(): boolean {
    const { relayUrl, outbox, stream } = this.#parts
    return relayUrl !== undefined && (stream.isDoubted() || outbox.hasUntoldAddresses())
  }

  async push(): Promise<boolean> {
    const { relayUrl, apiKey, logger } = this.#parts
    if (relayUrl === undefined || apiKey.current() === null) return true
    try {
      if (!(await this.#pushAll())) {
        logger.info('the relay is out of sync; resending everything')
        await this.#pushAll()
      }
      this.#failing = false
      return true
    } catch (err) {
      // Logged once, not at every retry.
      if (!this.#failing) logger.warn({ err }, 'could not push to the relay')
      this.#failing = true
      return false
    }
  }

  /** False if the relay has missed something. */
  async #pushAll(): Promise<boolean> {
    const stream = this.#parts.stream.current()
    await this.#pushSecurity()
    await this.#pushAddresses()
    // Before payments: their lines show the relay what they pay.
    await this.#pushTransactions()
    await this.#pushPayments()
    await this.#pushInvoices()
    await this.#pushBalance()
    return this.#parts.stream.current() === stream
  }

  async #pushPayments(): Promise<void> {
    const { payments, stream, walletName, now } = this.#parts
    if (now() < this.#paymentsFrom) return
    for (;;) {
      const news = payments.waiting(pushedAtOnce)
      if (news.length === 0 && !stream.isDoubted()) return
      try {
        await this.#post(pushPayments, { wallet_name: walletName, payments: news.map(({ report }) => report) })
      } catch (error) {
        if (!(error instanceof MissingCall)) throw error
        this.#paymentsFrom = now() + withoutPaymentsMs
        return
      }
      payments.acknowledge(news)
    }
  }

  /** First, because it is urgent. A relay without this call tells nobody. */
  async #pushSecurity(): Promise<void> {
    const { securityNews, walletName } = this.#parts
    for (;;) {
      const { ids, news } = securityNews.waiting(pushedAtOnce)
      if (ids.length === 0) return
      try {
        await this.#post(pushSecurity, { wallet_name: walletName, news: [...news] })
      } catch (error) {
        if (!(error instanceof MissingCall)) throw error
      }
      securityNews.acknowledge(ids)
    }
  }

  /** A relay without this call never asks for invoices. */
  async #pushInvoices(): Promise<void> {
    const { invoices, walletName } = this.#parts
    for (;;) {
      const news = invoices.waiting(pushedAtOnce)
      if (news.length === 0) return
      await this.#post(pushInvoices, { wallet_name: walletName, invoices: news })
      invoices.acknowledge(news)
    }
  }

  async #pushAddresses(): Promise<void> {
    const { addresses, labels, outbox, walletName } = this.#parts
    await outbox.post('address', rows => {
      const body = rows.map(({ key }) => {
        const isSubscribers = key.startsWith('s')
        const { idx, address, used, purpose } = addresses.at(isSubscribers ? 2 : 0, Number(key.replace('s', '')))
        const label = labels.find('addr', address)
        return {
          wallet_name: walletName,
          index: idx,
          address,
          used: used === 1,
          ...(label !== undefined && { label }),
          ...((isSubscribers || purpose === 'relay') && { for_relay: true }),
          ...(isSubscribers && { account: 'subscribers' as const }),
        }
      })
      return this.#post(pushAddresses, body)
    })
  }

  async #pushTransactions(): Promise<void> {
    const { history, outbox, walletName } = this.#parts
    await outbox.post('transaction', async rows => {
      const lines = rows.flatMap(({ key: txid }) => [
        ...history.linesOf(txid).map(line => ({ ...line, wallet_name: walletName })),
        ...history.removedOf(txid).map(vout => ({ txid, vout, wallet_name: walletName, removed: true as const })),
      ])
      // A payment to many has many lines: each request holds as many as the contract allows.
      for (let start = 0; start < lines.length; start += pushedAtOnce)
        await this.#post(pushTransactions, lines.slice(start, start + pushedAtOnce))
    })
  }

  async #pushBalance(): Promise<void> {
    const { coins, outbox, walletName } = this.#parts
    await outbox.post('balance', () => this.#post(pushBalance, { wallet_name: walletName, ...coins.balance() }))
  }

  /** With a number; the relay's answer shows whether it missed anything. */
  async #post<E extends Endpoint & { body: z.ZodMiniType }>(
    endpoint: E,
    body: z.input<E['body']> & (Numbered | readonly Numbered[]),
  ): Promise<void> {
    const { relayUrl, apiKey, now, wayOut, stream } = this.#parts
    const sequence = stream.next()
    const text = JSON.stringify(withNumber(body, sequence))
    const answer = await wayOut.send(new URL(endpoint.path, relayUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders(apiKey.current() ?? '', text, now()) },
      body: text,
      timeoutMs,
      maxBytes,
    })
    if (answer.status === 404) throw new MissingCall(`the relay has no ${endpoint.path}`)
    if (answer.status === 401 && familyRefusal.test(answer.text)) throw new Error(familyHint)
    if (answer.status !== 200) throw new Error(`expected 200 of ${endpoint.path}, got ${answer.status}`)
    stream.acknowledge(sequence, heardIn(answer.text))
  }
}

/** In the first row of a batch. */
function withNumber(body: Numbered | readonly Numbered[], sequence: Attempt): unknown {
  if (!Array.isArray(body)) return { ...body, sequence }
  return body.map((row: Numbered, index) => (index === 0 ? { ...row, sequence } : row))
}

/** Undefined if the relay stores no numbers. */
function heardIn(text: string): Sequence | null | undefined {
  return z.partial(pushBalance.answers[200]).parse(JSON.parse(text)).sequence
}
