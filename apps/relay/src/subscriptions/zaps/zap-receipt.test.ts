import type { NostrEvent } from '@hornets/contract/nostr'
import { describe, expect, it } from 'vitest'
import {
  type Bent,
  invoiceOf,
  isGenuine,
  payer,
  relay,
  set,
  sha256,
  start,
  stranger,
  zapBy,
} from '../../../test/support/zaps.ts'
import { readZapReceipt } from './zap-receipt.ts'

const read = (event: NostrEvent) => readZapReceipt(event, { recipient: relay.pubkey, isGenuine })

describe('a zap receipt', () => {
  it('names who paid, the payment and its whole satoshis (WIRE-10)', () => {
    const { event, paymentHash } = zapBy({ msats: 21_999 })
    expect(read(event)).toEqual({ payer: payer.pubkey, paymentHash, sats: 21, date: start })
  })

  it.each<[string, Bent]>([
    ['for another key', { receipt: set('p', stranger.pubkey) }],
    ['whose request is for another key', { request: set('p', stranger.pubkey) }],
    ['whose request names two keys', { request: tags => tags.push(['p', stranger.pubkey]) }],
    ['over another amount than requested', { request: set('amount', '9000000') }],
    ['for another description', { receipt: set('description', JSON.stringify({ ...zapBy().event })) }],
    ['with the invoice of another request', { receipt: set('bolt11', invoiceOf(5_000_000, sha256('x'), sha256('y'))) }],
    ['with another preimage', { receipt: set('preimage', '00'.repeat(32)) }],
    ['whose request expects another server', { request: set('P', stranger.pubkey) }],
    ['of an anonymous zap', { request: set('anon') }],
    ['of less than a satoshi', { msats: 999 }],
    ['without an invoice', { receipt: tags => tags.splice(1, 1) }],
  ])('%s does not count', (_, bent) => {
    expect(read(zapBy(bent).event)).toBeNull()
  })

  it('is ignored if its request was signed by another key', () => {
    const forge = (tags: string[][]) => {
      const request = JSON.parse(tags[2]?.[1] ?? '')
      const description = JSON.stringify({ ...request, pubkey: stranger.pubkey })
      set('description', description)(tags)
      set('bolt11', invoiceOf(5_000_000, sha256(description), sha256('any')))(tags)
      set('preimage', '')(tags)
    }
    expect(read(zapBy({ receipt: forge }).event)).toBeNull()
  })
})
