import type { OwnRule } from '@hornets/contract/admin/refusals/own-rules'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { RuleRates } from '../../apps/relay/src/access/rules/rule-rates.ts'
import { type KeyStatuses, RuleSet } from '../../apps/relay/src/access/rules/rule-set.ts'
import { Policy } from '../../apps/relay/src/policy/policy.ts'
import { openRules } from '../../apps/relay/src/policy/write-rules.ts'
import { relaySettingsDefaults } from '../../packages/contract/src/admin/relay-settings.ts'
import { printFigure, rounded } from '../figures.ts'

// What does judging an event cost with 200 rules of the operator, each of which it meets, and 10,000 allowed keys?

const bench = 'judge-events'
const events = 20_000
const rule: OwnRule = {
  id: '',
  on: true,
  note: '',
  kinds: [],
  who: 'everyone',
  others: false,
  new_hours: 24,
  what: 'anything',
  above_kb: 64,
  action: 'limit',
  times: 1000,
  per: 'day',
  by: 'key',
}
const kinds = [{ from: 0, to: 65_535 }]
const sets: Readonly<Record<string, (at: number) => Partial<OwnRule>>> = {
  'conditions that no event meets': at => ({
    who: (['allowed', 'members', 'paying', 'trusted', 'new'] as const)[at % 5] ?? 'new',
    action: 'refuse',
    kinds,
    what: at % 2 ? 'larger' : 'media',
  }),
  'limits that every event meets': () => ({}),
  'kinds of others': at => ({ kinds: [{ from: 30_000 + at, to: 30_000 + at }], action: 'refuse' }),
}

const allowed = new Set(Array.from({ length: 10_000 }, () => getPublicKey(generateSecretKey())))
const ages = new Map([...allowed].map(key => [key, 0]))
const statuses: KeyStatuses = {
  isAllowed: key => allowed.has(key),
  isMember: key => allowed.has(key),
  isPaying: key => allowed.has(key),
  isTrusted: key => allowed.has(key),
  ageOf: key => Date.now() - (ages.get(key) ?? 0),
}
const signed = Array.from({ length: 200 }, (_, at) =>
  finalizeEvent(
    {
      kind: 1,
      content: `note ${at} `.repeat(30),
      tags: [['p', '0'.repeat(64)]],
      created_at: Math.floor(Date.now() / 1000),
    },
    generateSecretKey(),
  ),
)

for (const [name, of] of Object.entries(sets)) {
  const set = new RuleSet(Array.from({ length: 200 }, (_, at) => ({ ...rule, ...of(at), id: `rule${at}` })))
  const rates = new RuleRates(Date.now)
  const policy = new Policy({
    relaySettings: { current: () => relaySettingsDefaults },
    access: { isBlocked: () => false },
    relay: { pubkey: () => '', isNamed: () => false },
    now: Date.now,
    rules: { ...openRules(0), ownRule: offered => set.judge(offered, statuses, rates) },
  })
  const begun = performance.now()
  for (let at = 0; at < events; at++) {
    const event = signed[at % signed.length]
    if (event) policy.judgeEvent(event, { authenticated: new Set() })
  }
  const value = rounded(((performance.now() - begun) * 1000) / events)
  printFigure({ bench, figure: `one event, 200 rules: ${name}`, value, unit: 'µs' })
}
