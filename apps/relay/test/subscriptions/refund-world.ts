import { startHttpService } from '../support/http-service.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

const syncedHealth = {
  status: 'ok',
  network: 'regtest',
  wallet: 'locked',
  chain_source: 'bitcoind',
  tip_height: 100,
  synced: true,
  message: '',
}

export async function startRefundWorld() {
  /** Payments that the wallet does not know. */
  const unknown = new Set<string>()
  const wallet: { answer: object | null } = { answer: null }
  const service = await startHttpService((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/health') return void response.end(JSON.stringify(syncedHealth))
    if (request.url === '/relay/payments') return void response.end(JSON.stringify({ unknown: [...unknown] }))
    if (request.url !== '/transaction') return void response.end('{}')
    if (wallet.answer === null) return void request.socket.destroy()
    request.resume().once('end', () => response.end(JSON.stringify(wallet.answer)))
  })
  const world = await startSubscriptionWorld({ config: { walletUrl: service.url } })
  const one = (pubkey: string) => world.get(`/api/subscribers/${pubkey}`)
  let refunds = 0

  /** A refund of 2,000 sats, and reports of the wallet about its payment. */
  async function preparedRefund() {
    refunds += 1
    await world.confirmPassword()
    const { pubkey, address } = await world.subscriber()
    await world.tell(world.pay(address, 5000, { confirmations: 1 }))
    const recipient = `bcrt1qback${String(refunds).padStart(7, '0')}`
    const path = `/api/subscribers/${pubkey}/refund`
    const { body } = await world.post(path, { sats: 2000, address: recipient })
    return {
      pubkey,
      recipient,
      intention: body.intention as string,
      report: (txid: string, parts: object = {}) => ({
        txid,
        intention: body.intention,
        state: 'pending',
        fee_rate: 2.5,
        amount_sats: 2000,
        enable_rbf: true,
        recipient_address: recipient,
        timestamp: new Date(world.clock.now).toISOString(),
        ...parts,
      }),
      tell: (...payments: object[]) => world.push('payments', { wallet_name: 'default', payments }),
      refund: () => shown(pubkey),
      state: async () => (await shown(pubkey))?.state,
      cancel: async () => (await world.post(`${path}/cancel`, { refund_id: body.refund_id })).status,
      credit: async () => (await one(pubkey)).credit_sats,
    }
  }
  const shown = async (pubkey: string) =>
    (await world.get(`/api/subscribers/${pubkey}/timeline`)).entries.find(isRefund)?.refund
  async function order(intention: string, recipient: string) {
    service.asked.length = 0
    const body = { choice: 1, recipient_address: recipient, spend_amount: 2000, priority_rate: 5 }
    const headers = { 'x-admin-authorization': `Bearer ${world.token}`, 'idempotency-key': intention }
    await world.relay.call('/wallet/transaction', { body, headers })
    return service.asked.find(({ url }) => url === '/transaction')?.headers['x-handed-before']
  }

  return {
    world,
    wallet,
    unknown,
    one,
    preparedRefund,
    order,
    async close() {
      await world.close()
      await service.close()
    },
  }
}

export const isRefund = ({ kind }: { kind: string }) => kind === 'refund'
