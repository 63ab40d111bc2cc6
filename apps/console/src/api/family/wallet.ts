import { messages } from '@hornets/contract/messages'
import { readAddresses } from '../server/addresses.ts'
import { type Answer, asValues, type Routes } from './route.ts'

const away = { status: 'off', message: messages.walletAway }

/** Their wallet tells little of its health, and only to those signed in to it. */
const healthAt =
  (base: string): Answer =>
  async ({ send }) => {
    const isThere = await send({ path: `${base}/challenge` }).then(
      () => true,
      () => false,
    )
    if (!isThere) return away
    const health = await send({ path: `${base}/panel-health` }).catch(() => ({}))
    const { wallet_locked, chain_synced } = asValues(health)
    const synced = chain_synced !== false
    return {
      status: synced ? 'ok' : 'degraded',
      network: 'mainnet',
      chain_source: 'none',
      tip_height: null,
      synced,
      wallet: wallet_locked === true ? 'locked' : 'unlocked',
      message: '',
    }
  }

const calls = ['GET /challenge', 'POST /verify', 'POST /calculate-tx-size', 'POST /transaction'] as const

const routesTo = (base: string, toPath: (path: string) => string): Routes => ({
  'GET /wallet/health': healthAt(base),
  ...Object.fromEntries(
    calls.map(call => {
      const [method, path = ''] = call.split(' ')
      const answer: Answer = ({ query, send }) => send({ path: toPath(query.size > 0 ? `${path}?${query}` : path) })
      return [`${method} /wallet${path}`, answer]
    }),
  ),
})

/** 2026-04: through the relay. */
export const walletBehindRelay: Routes = routesTo('/api/wallet-proxy', path => `/api/wallet-proxy${path}`)

const alone = routesTo('/wallet', path => `/wallet${path}`)

/** 2025-05: the console calls it, where the operator has said where it is. */
export const walletAlone: Routes = {
  ...alone,
  'GET /wallet/health': asked =>
    readAddresses().wallet === '' ? Promise.resolve(away) : (alone['GET /wallet/health'] as Answer)(asked),
}
