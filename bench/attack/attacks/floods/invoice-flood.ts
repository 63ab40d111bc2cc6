import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { askRelayLightning, makeRelayInvoice } from '@hornets/contract/wallet/relay/relay-calls'
import { writer } from '../../../nostr/signed-event.ts'
import type { Attack, Stage } from '../../attack.ts'
import { call } from '../../call.ts'
import { sellTo, soldTier } from '../../selling-relay.ts'

const addresses = 50
const keysPerAddress = 6
const newcomers = 20
const firstNewcomer = 200

/** 200 invoices could once be open, six for each network: 34 networks stopped all sales. */
export const invoiceFlood: Attack = {
  name: 'invoice flood',
  tries: 'takes all Lightning invoices with 300 keys from 50 addresses, which pay none',
  async prepare(folder, walletPort) {
    const undo = await sellTo(folder, writer('invoice flood').pubkey)
    const wallet = createServer(async (asked, answer) => {
      const body = await text(asked)
      if (asked.url === askRelayLightning.path) return answer.end('{"can_invoice":true,"connected":true}')
      if (asked.url !== makeRelayInvoice.path) return answer.writeHead(404).end('{}')
      const { amount_sats, reference, expiry_seconds } = makeRelayInvoice.body.parse(JSON.parse(body))
      const expires_at = new Date(Date.now() + expiry_seconds * 1000).toISOString()
      // A key asks for one only: its name is a hash, too.
      return answer.end(JSON.stringify({ invoice: 'lnbcrt1', payment_hash: reference, amount_sats, expires_at }))
    })
    await new Promise<void>(done => wallet.listen(walletPort, '127.0.0.1', done))
    return async () => {
      wallet.closeAllConnections()
      wallet.close()
      await undo()
    }
  },
  async run(stage) {
    const ofAddress = async (address: number) => {
      let taken = 0
      for (let key = 0; key < keysPerAddress; key++) taken += await orderInvoice(stage, `${address} ${key}`, address)
      return taken
    }
    const counts = await Promise.all(Array.from({ length: addresses }, (_, at) => ofAddress(at)))
    const taken = counts.reduce((sum, count) => sum + count, 0)
    let served = 0
    for (let at = 0; at < newcomers; at++) served += await orderInvoice(stage, `newcomer ${at}`, firstNewcomer + at)
    const seen = `${taken} invoices taken; ${served} of ${newcomers} newcomers got one`
    return { seen, held: taken > 0 && served === newcomers }
  },
}

async function orderInvoice(stage: Stage, name: string, address: number): Promise<number> {
  const url = `http://${stage.endpoint.host}:${stage.endpoint.port}/subscribe/account`
  const tags = [
    ['u', url],
    ['method', 'GET'],
  ]
  const signed = Buffer.from(writer(`invoice flood ${name}`).write({ kind: 27_235, tags })).toString('base64')
  const account = await call(stage, {
    path: '/subscribe/account',
    headers: { authorization: `Nostr ${signed}` },
    address,
  })
  if (account.status !== 200) return 0
  const headers = { authorization: `Bearer ${JSON.parse(account.body).token}` }
  const path = `/subscribe/invoice?tier=${encodeURIComponent(soldTier)}`
  return (await call(stage, { path, method: 'POST', headers, address })).status === 200 ? 1 : 0
}
