import { generateSecretKey, getPublicKey } from 'nostr-tools'
import { line, startWalletWorld } from '../wallet/wallet-world.ts'

export const tiers = [
  { datalimit: '1 GB per month', price: '10000' },
  { datalimit: '5 GB per month', price: '40000' },
]

export async function startSubscriptionWorld(options: Parameters<typeof startWalletWorld>[0] = {}) {
  const world = await startWalletWorld(options)
  const save = (relay_settings: object) => world.post('/api/relay-settings', { relay_settings })
  await save({ subscription_tiers: tiers })
  let made = 0
  return {
    ...world,
    save,
    async subscriber(parts: { pubkey?: string } = {}) {
      const pubkey = parts.pubkey ?? getPublicKey(generateSecretKey())
      const address = `bcrt1qsubscriber${++made}`
      const row = { pubkey, address, allotted_at: world.clock.now }
      await world.relay.context.adminDatabase.transact(tx =>
        tx
          .insertInto('subscribers')
          .values({
            ...row,
            since: null,
            tier: '',
            run_started_at: null,
            expires_at: null,
            total_bytes: 0,
            noticed: 0,
            gives: '',
          })
          .execute(),
      )
      return { pubkey, address }
    },
    pay: (address: string, sats: number, parts: object = {}) =>
      line({ output: address, value_sats: sats, date: new Date(world.clock.now).toISOString(), ...parts }),
    tell: (...lines: object[]) => world.push('transactions', lines),
    notifications: async (query = '') =>
      await world.relay.call(`/api/payment/notifications${query}`, { token: world.token }),
    ledgerOf: (pubkey: string) =>
      world.relay.context.adminDatabase.reads
        .selectFrom('subscription_entries')
        .selectAll()
        .where('pubkey', '=', pubkey)
        .orderBy('id')
        .execute(),
  }
}
