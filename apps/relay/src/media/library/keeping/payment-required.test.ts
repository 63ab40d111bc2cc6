import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { bitcoinUri } from '../../../subscriptions/payment-terms.ts'
import { openToEveryone } from '../../edge/http/public-scope.ts'
import { PaymentRequired } from './payment-required.ts'

const key = 'a'.repeat(64)
const address = 'bcrt1qexample'

it.each([
  ['403 without an address or an invoice', { address: null, uri: null, invoice: null }, 403, {}],
  [
    '402 with an address',
    { address, uri: bitcoinUri(address, 500), invoice: null },
    402,
    { 'x-bitcoin': 'bitcoin:bcrt1qexample?amount=0.00000500' },
  ],
  [
    '402 with an invoice',
    { address: null, uri: null, invoice: 'lnbcrt5u1example' },
    402,
    { 'x-lightning': 'lnbcrt5u1example' },
  ],
])('BUD-07: a file without space is refused with %s', async (_name, ways, status, named) => {
  const app = fastify()
  const terms = { ...ways, offers: [{ datalimit: '1 GB', sats: 500 }], subscribeUrl: undefined }
  openToEveryone(app, { payments: { termsFor: async () => terms, takeProof: async () => false } })
  app.put('/upload', () => {
    throw new PaymentRequired({ cause: 'quota', reason: 'No space is left' }, key)
  })
  const { statusCode, headers } = await app.inject({ method: 'PUT', url: '/upload' })
  await app.close()
  const ofPayment = Object.fromEntries(Object.entries(headers).filter(([name]) => /^x-(bitcoin|lightning)$/.test(name)))
  expect([statusCode, ofPayment]).toEqual([status, named])
  expect(headers['x-reason']).toMatch(/^No space is left/)
})
