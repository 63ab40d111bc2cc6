import { type Answer, asIs, asList, asRows, type Routes, statusOf } from './route.ts'

const unknownBalance = { latest_balance: 0, balance_usd: null, balance_usd_known: false, updated_at: null }

/** From one million satoshis up, their store answers 500. */
const balance: Answer = async ({ send }) => {
  try {
    return await send()
  } catch (error) {
    if (statusOf(error) < 500) throw error
    return unknownBalance
  }
}

/** Everything is on the first page there. */
const onePage =
  (next: string, turn: (rows: ReturnType<typeof asRows>) => unknown): Answer =>
  async ({ query, send }) =>
    query.has(next) ? [] : turn(asRows(await send()))

export const moneyRoutes: Routes = {
  'GET /api/balance/usd': balance,
  'GET /api/transactions/latest': onePage('before', rows => rows),
  'GET /api/addresses': onePage('after', rows =>
    rows.toSorted((one, other) => Number(one.index) - Number(other.index)),
  ),
  'GET /api/bitcoin-rates/last-30-days': asList,
  'GET /api/pending-transactions': asList,
  'POST /api/pending-transactions': asIs,
  'POST /api/replacement-transactions': async ({ body, send }) => {
    await send()
    return { status: 'success', message: '', txid: body.new_tx_id }
  },
}
