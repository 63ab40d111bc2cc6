import { expect, it } from 'vitest'
import { languageFor } from '../../mail/mails.ts'
import { reminderFacts } from './reminder-facts.ts'

const endsAt = Date.parse('2026-11-30T12:00:00Z')
const days = (count: number) => endsAt + count * 86_400_000
const settings = {
  subscription_tiers: [{ datalimit: '1 GB per month', price: '10000' }],
  graceDays: 3,
  freeTierEnabled: false,
}

function message(
  language: string,
  now: number,
  more: { tier?: string; address?: string | null; url?: string; terms?: typeof settings } = {},
) {
  const { tier = '1 GB per month', address = 'bc1qaddress', url, terms = settings } = more
  const facts = reminderFacts({ tier, endsAt, language }, terms, now)
  return languageFor(language).letters.reminders.message({ ...facts, relay: 'Hornet', address, url })
}

it.each([
  [
    'en',
    'Your subscription to Hornet (1 GB) ends on November 30, 2026.',
    'To renew it for a month, pay 10,000 sats to bc1qaddress.',
  ],
  [
    'de',
    'Ihr Abonnement bei Hornet (1 GB) läuft am 30. November 2026 ab.',
    'Für einen weiteren Monat zahlen Sie 10.000 Sats an bc1qaddress.',
  ],
])('tells a key in its language (%s) the date of the end, and what to pay to which address', (language, end, pay) => {
  expect(message(language, days(-7))).toEqual([end, pay])
})

it.each([
  ['en', 'You can write until December 3, 2026, then only read.', 'You can read, not write.'],
  [
    'de',
    'Sie können bis 3. Dezember 2026 schreiben, danach nur noch lesen.',
    'Sie können lesen, aber nicht schreiben.',
  ],
])('tells a key in %s what it can still do after the end', (language, inGrace, readOnly) => {
  expect(message(language, days(1))[1]).toBe(inGrace)
  expect(message(language, days(3))[1]).toBe(readOnly)
})

it.each([
  [
    'en',
    'You can write until December 3, 2026, then only within the free tier.',
    'You can still write within the free tier.',
  ],
  [
    'de',
    'Sie können bis 3. Dezember 2026 schreiben, danach in der kostenlosen Stufe.',
    'Sie können noch in der kostenlosen Stufe schreiben.',
  ],
])('names the free tier as what remains, in %s', (language, inGrace, later) => {
  const lines = [1, 3].map(day => message(language, days(day), { terms: { ...settings, freeTierEnabled: true } })[1])
  expect(lines).toEqual([inGrace, later])
})

it('uses English for unknown languages, and omits price and address for tiers no longer sold', () => {
  const url = 'https://relay.example/subscribe'
  expect(message('', days(-1), { tier: '9 GB per month', url })).toEqual([
    'Your subscription to Hornet (9 GB) ends on November 30, 2026.',
    `Your subscription: ${url}`,
  ])
  expect(message('fr', days(-1), { address: null })[1]).toBe('A further month costs 10,000 sats.')
})
