import { pushAddresses, pushBalance, pushedAtOnce, pushTransactions } from '@hornets/contract/wallet/relay/push'
import { signFamilyBody } from '@hornets/server/http/signed-call'
import type { OutboxRow } from './outbox-store.ts'
import type { PusherParts, RelayPusher } from './pusher.ts'

const timeoutMs = 15_000
const maxBytes = 65_536

/** RELAY_DIALECT=family, without states or numbers: confirmed payments, addresses made for it, balance. */
export class FamilyPusher implements RelayPusher {
  readonly #parts: Omit<PusherParts, 'stream' | 'payments' | 'invoices' | 'labels'>
  #failing = false

  constructor(parts: Omit<PusherParts, 'stream' | 'payments' | 'invoices' | 'labels'>) {
    this.#parts = parts
  }

  hasUntoldAddresses(): boolean {
    return this.#parts.relayUrl !== undefined && this.#parts.outbox.hasUntoldAddresses()
  }

  async push(): Promise<boolean> {
    const { relayUrl, apiKey, logger, outbox } = this.#parts
    if (relayUrl === undefined || apiKey.current() === null) return true
    try {
      this.#dropSecurityNews()
      await outbox.post('address', rows => this.#pushAddresses(rows))
      await outbox.post('transaction', rows => this.#pushTransactions(rows))
      await outbox.post('balance', () => this.#pushBalance())
      this.#failing = false
      return true
    } catch (err) {
      if (!this.#failing) logger.warn({ err }, 'could not push to the relay')
      this.#failing = true
      return false
    }
  }

  #dropSecurityNews(): void {
    const { securityNews } = this.#parts
    for (;;) {
      const { ids } = securityNews.waiting(pushedAtOnce)
      if (ids.length === 0) return
      securityNews.acknowledge(ids)
    }
  }

  /** Such a relay gives every address that it knows to a subscriber: others would be given out twice. */
  async #pushAddresses(rows: readonly OutboxRow[]): Promise<void> {
    const { addresses, walletName } = this.#parts
    const own = rows.flatMap(({ key }) => (key.startsWith('s') ? [] : [addresses.at(0, Number(key))]))
    const body = own.flatMap(({ idx, address, purpose }) =>
      purpose === 'relay' ? [{ index: String(idx), address, wallet_name: walletName }] : [],
    )
    if (body.length > 0) await this.#post(pushAddresses.path, body)
  }

  /** It credits what it hears of: before the first confirmation a payment could be taken back. */
  async #pushTransactions(rows: readonly OutboxRow[]): Promise<void> {
    const { history, walletName } = this.#parts
    const body = rows.flatMap(({ key: txid }) =>
      history
        .linesOf(txid)
        .filter(({ confirmations }) => confirmations > 0)
        .map(({ vout, date, output, value_sats }) => ({
          wallet_name: walletName,
          address: `${txid}:${vout}`,
          date: date.replace(/\.\d+Z$/, 'Z'),
          output,
          value: bitcoinOf(value_sats),
        })),
    )
    for (let start = 0; start < body.length; start += pushedAtOnce)
      await this.#post(pushTransactions.path, body.slice(start, start + pushedAtOnce))
  }

  #pushBalance(): Promise<void> {
    const { coins, walletName } = this.#parts
    return this.#post(pushBalance.path, { wallet_name: walletName, balance: coins.balance().confirmed })
  }

  /** Taken only if it says so. */
  async #post(path: string, body: unknown): Promise<void> {
    const { relayUrl, apiKey, now, wayOut } = this.#parts
    const text = JSON.stringify(body)
    const key = apiKey.current() ?? ''
    const time = new Date(now()).toISOString().replace(/\.\d+/, '')
    const answer = await wayOut.send(new URL(path, relayUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': key,
        'x-timestamp': time,
        'x-signature': signFamilyBody(key, time, text),
      },
      body: text,
      timeoutMs,
      maxBytes,
    })
    if (answer.status !== 200 || !/"(status|message)"\s*:\s*"success"/.test(answer.text))
      throw new Error(`the relay did not take ${path}: ${answer.status}`)
  }
}

/** With 8 decimals, digit by digit. */
function bitcoinOf(sats: number): string {
  const digits = String(Math.abs(sats)).padStart(9, '0')
  return `${sats < 0 ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}
