import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/calls/api-error.ts'
import { makePayment } from './make-payment.ts'

const txid = 'a'.repeat(64)
const thrown =
  (status: number, code: ApiError['code'], spoken = true) =>
  async () => {
    throw new ApiError({ status, code, message: 'why', spoken })
  }
const never = async () => {
  throw new Error('recorded what was not sent')
}

describe('a payment', () => {
  it('WALLET-43, WAPI-06: that the wallet refuses is not recorded', async () => {
    const post = async () => ({ txid: '', status: 'failed', message: 'Insufficient funds' }) as const
    const recorded: string[] = []
    const outcome = await makePayment({ post, record: async id => recorded.push(id) })
    expect(outcome).toEqual({ kind: 'refused', reason: { message: 'Insufficient funds' } })
    expect(recorded).toEqual([])
  })

  it.each([
    [400, 'bad_request'],
    [401, 'unauthorized'],
    [409, 'wallet_locked'],
  ] as const)('refused with %d has not been made', async (status, code) => {
    expect(await makePayment({ post: thrown(status, code), record: never })).toEqual({
      kind: 'refused',
      reason: { message: 'why', figures: {} },
    })
  })

  it.each([
    ['no answer', 0, 'network'],
    ['a broken answer', 200, 'answer'],
    ['a timeout', 408, 'timeout'],
    ['an error of the wallet', 500, 'internal'],
    ['a wallet behind a relay that has lost it', 503, 'unavailable'],
  ] as const)('WALLET-45, R-67: treats a payment after %s as possibly made', async (_, status, code) => {
    const outcome = await makePayment({ post: thrown(status, code, false), record: never })
    expect(outcome).toEqual({ kind: 'unknown', reason: undefined })
  })

  it.each([
    ['a sign-in that failed', 401, 'unauthorized', 'unknown'],
    ['too many calls', 429, 'rate_limited', 'unknown'],
    ['a locked wallet, which knows of none', 409, 'wallet_locked', 'refused'],
  ] as const)('R-67: after no answer, %s on retry gives %d: %s, %s', async (_, status, code, kind) => {
    const outcome = await makePayment({ post: thrown(status, code), record: never, wasTried: true })
    expect(outcome).toMatchObject({ kind, reason: { message: 'why' } })
  })

  it('that the network does not take now waits, with what it says', async () => {
    const said = { message: 'Not now: full', template: 'Not now: {{why}}', figures: { why: 'full' } }
    const post = async () => ({ txid, status: 'pending', ...said }) as const
    const outcome = await makePayment({ post, record: async () => undefined })
    expect(outcome).toMatchObject({ kind: 'sent', isPending: true, reason: said })
  })

  it('WALLET-44, R-67: that was made stays made when it cannot be recorded', async () => {
    const post = async () => ({ txid, status: 'success', message: '' }) as const
    expect(await makePayment({ post, record: thrown(500, 'internal') })).toEqual({
      kind: 'sent',
      txid,
      isPending: false,
      isRecorded: false,
    })
  })

  it.each([
    ['success', false],
    ['pending', true],
  ] as const)('WALLET-42, WAPI-06: answered with %s is recorded under its id', async (status, isPending) => {
    const recorded: string[] = []
    const post = async () => ({ txid, status, message: '', fee_sats: 423, vsize: 141 })
    const outcome = await makePayment({ post, record: async id => recorded.push(id) })
    expect(outcome).toEqual({ kind: 'sent', txid, isPending, isRecorded: true, cost: { feeSats: 423, vbytes: 141 } })
    expect(recorded).toEqual([txid])
  })
})
