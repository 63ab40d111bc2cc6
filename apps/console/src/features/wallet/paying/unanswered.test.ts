import { beforeEach, expect, it, vi } from 'vitest'
import { draftMs, draftsLengthMax, keepDraft } from '../../../api/drafts/draft-store.ts'
import type { Payment } from './payment.ts'
import { forgetUnanswered, keepUnanswered, readUnanswered } from './unanswered.ts'

const now = 1_800_000_000_000
const [ada, grace] = ['a'.repeat(64), 'b'.repeat(64)]
const payment: Payment = {
  recipient: 'bc1q',
  amountSats: 20_000,
  tier: 'med',
  satsPerVbyte: 4,
  enableRbf: true,
  label: 'Rent',
}
let tab: Map<string, string>
const signIn = (npub: string) => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => ({ accessToken: 'token', user: JSON.stringify({ npub }) })[key] ?? null,
  })
}
beforeEach(() => {
  tab = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
    removeItem: (key: string) => void tab.delete(key),
  })
  signIn(ada)
  return () => vi.unstubAllGlobals()
})

it('is never shown to another account or after a day', () => {
  keepUnanswered({ key: 'key', payment }, now)
  expect([readUnanswered(now - 1), readUnanswered(now + draftMs)]).toEqual([undefined, undefined])
  signIn(grace)
  expect(readUnanswered(now)).toBeUndefined()
  signIn(ada)
  expect(readUnanswered(now + draftMs - 1)).toEqual({ key: 'key', payment })
  forgetUnanswered()
  expect(tab.size).toBe(0)
})

const outpoint = (number: number) => `${String(number).padStart(64, '0')}:0`
it.each<[string, Partial<Payment>]>([
  ['of 2,000 coins', { sendAll: true, coins: Array.from({ length: 2000 }, (_, number) => outpoint(number)) }],
  [
    'to three thousand payees',
    {
      payees: Array.from({ length: 3000 }, (_, number) => ({
        address: `bc1q${number}`,
        amountSats: 500,
        label: 'Wage',
      })),
    },
  ],
  ['whose label looks like a recovery phrase', { label: 'abandon '.repeat(11).concat('about') }],
  ['whose label holds a password', { label: 'http://ada:engine@shop.example' }],
])('keeps the key of a payment %s despite edits', (_, more) => {
  const tried = { key: 'key', payment: { ...payment, ...more } }
  keepUnanswered(tried, now)
  keepDraft(ada, 'profile', { about: 'x'.repeat(draftsLengthMax - 200) }, now)
  expect(readUnanswered(now)).toEqual(tried)
})

it('does not block anything if it is malformed or cannot be stored', () => {
  for (const broken of ['{', '[]', 'null', `{"account":"${ada}"}`]) {
    tab.set('unansweredPayment', broken)
    expect(readUnanswered(now)).toBeUndefined()
  }
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => keepUnanswered({ key: 'key', payment }, now)).not.toThrow()
})
