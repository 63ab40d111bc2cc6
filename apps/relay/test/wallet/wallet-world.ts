import { createHmac, randomBytes } from 'node:crypto'
import { wallet } from '@hornets/contract/admin/settings'
import { type Answer, call, type Relay, type RelayOptions, startRelay } from '../harness.ts'

export const startOfTime = Date.parse('2026-11-20T12:00:00Z')

export const newTxid = () => randomBytes(32).toString('hex')

const keptTables = [
  'wallet_transactions',
  'wallet_balances',
  'wallet_addresses',
  'pending_transactions',
  'wallet_signatures',
  'wallet_sequences',
] as const

/** One line of the wallet's history, as the wallet pushes it. */
export const line = (parts: Record<string, unknown> = {}) => ({
  wallet_name: 'default',
  txid: newTxid(),
  vout: 0,
  date: '2026-11-20T11:00:00Z',
  output: 'bcrt1qexample',
  value_sats: 1000,
  confirmations: 0,
  ...parts,
})

export const payment = (parts: Record<string, unknown> = {}) => ({
  txid: newTxid(),
  feeRate: 3.5,
  amount: 1500,
  recipient_address: 'bcrt1qrecipient',
  timestamp: '2026-11-20T12:00:00.000Z',
  enable_rbf: true,
  ...parts,
})

/** Headers of a signed body, written by hand so that server and test do not share a mistake. */
export function sign(body: string | Buffer, { key, at }: { key: string; at: number | string }) {
  const timestamp = typeof at === 'string' ? at : new Date(at).toISOString()
  const signature = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex')
  return { 'x-timestamp': timestamp, 'x-signature': signature }
}

/** A claimed relay with its own clock, and a means to push as its wallet. */
export async function startWalletWorld(options: RelayOptions = {}) {
  const clock = { now: startOfTime }
  const relay: Relay = await startRelay({ now: () => clock.now, ...options })
  const { token, operator } = await relay.signedIn()
  const apiKey = () => relay.context.settings.get(wallet).api_key
  /** Each signature is valid once, so the clock advances with every push. */
  const push = (what: string, body: unknown, headers?: Record<string, string>): Promise<Answer> => {
    clock.now += 1
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return call(relay.adminUrl, `/api/wallet/${what}`, {
      method: 'POST',
      body: text,
      headers: headers ?? sign(text, { key: apiKey(), at: clock.now }),
    })
  }
  return {
    relay,
    clock,
    token,
    operator,
    apiKey,
    push,
    get: async (path: string) => (await relay.call(path, { token })).body,
    post: (path: string, body: unknown) => relay.call(path, { token, body }),
    /** Time has passed since the sign-in: changing a secret requires the password again. */
    confirmPassword: () =>
      relay.call('/api/account/confirm-password', { token, body: { password: operator.password } }),
    transactions: async (query = '') => (await relay.call(`/api/transactions/latest${query}`, { token })).body,
    pending: async () => (await relay.call('/api/pending-transactions', { token })).body,
    /** Of this test only. */
    refusals: async () => {
      const reads = relay.context.adminDatabase.reads
      const rows = await reads.selectFrom('audit_log').selectAll().where('outcome', '=', 'refused').execute()
      return rows.filter(({ action, at }) => action === 'wallet.push' && at > clock.now - 60 * 60_000)
    },
    /** As at the start, but later: pushes, errors and settings of one test do not reach the next. */
    async clear() {
      clock.now += 60 * 60_000
      await relay.context.adminDatabase.transact(async tx => {
        for (const table of keptTables) await tx.deleteFrom(table).execute()
      })
      const actor = { pubkey: null, address: null }
      await relay.context.settings.save('wallet', { name: 'default' }, actor)
    },
    close: () => relay.close(),
  }
}
export type WalletWorld = Awaited<ReturnType<typeof startWalletWorld>>
