import { ownRule } from '@hornets/contract/admin/refusals/own-rules'
import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { AccessRules } from '../../apps/relay/src/access/access-rules.ts'
import { AddressSet } from '../../apps/relay/src/access/lists/address-set.ts'
import { textOf, WordMatcher } from '../../apps/relay/src/access/lists/word-matcher.ts'
import { RuleRates } from '../../apps/relay/src/access/rules/rule-rates.ts'
import { RuleSet } from '../../apps/relay/src/access/rules/rule-set.ts'
import { Policy } from '../../apps/relay/src/policy/policy.ts'
import { openRules } from '../../apps/relay/src/policy/write-rules.ts'
import { median, printFigure, rounded } from '../figures.ts'

// 10,000 entries in every list and 200 rules; nothing is refused. Processor time, the best of 40 rounds.

const bench = 'policy'
const entries = 10_000
const rounds = 40
const perRound = 1000
const now = Date.now()
const processorMicros = () => process.threadCpuUsage().user + process.threadCpuUsage().system
const hex = (number: number) => number.toString(16).padStart(64, '0')

const blocked = new Set(Array.from({ length: entries }, (_, at) => hex(1e9 + at)))
const addresses = new AddressSet<string>()
for (let at = 0; at < entries; at++) addresses.add(`10.${at >> 8}.${at & 255}.${at % 3 ? '7' : '0/24'}`, `entry ${at}`)
const words = await WordMatcher.open(
  Array.from({ length: entries }, (_, at) => ({
    value: `${at % 2 ? 'https://spam' : 'word'}${at}.example`,
    match: at % 2 ? 'part' : 'word',
    expiresAt: null,
  })),
)

/** A third each: limits, rules of what an event has, and rules for groups that these authors are not in. */
const rules = Array.from({ length: 200 }, (_, at) => {
  const kinds = at % 4 === 0 ? [] : [{ from: 0, to: 9999 + at }]
  const changes =
    at % 3 === 0
      ? { who: 'strangers', action: 'limit', times: 1000, per: 'hour' }
      : at % 3 === 1
        ? { who: 'everyone', what: at % 2 ? 'media' : 'larger', above_kb: 60, action: 'refuse' }
        : { who: (['allowed', 'members', 'paying', 'trusted', 'new'] as const)[at % 5], action: 'refuse' }
  return ownRule.parse({ ...blankRule(at), kinds, ...changes })
})

function blankRule(at: number) {
  return {
    id: `rule${String(at).padStart(4, '0')}`,
    on: true,
    note: '',
    kinds: [],
    who: 'everyone',
    others: false,
    new_hours: 24,
    what: 'anything',
    above_kb: 64,
    action: 'refuse',
    times: 5,
    per: 'hour',
    by: 'key',
  }
}

const statuses = {
  isAllowed: () => false,
  isMember: () => false,
  isPaying: () => false,
  isTrusted: () => false,
  ageOf: () => 1e12,
}
const judged = (set: RuleSet) => {
  const rates = new RuleRates(() => now)
  return new Policy({
    relaySettings: { current: () => relaySettingsDefaults },
    access: { isBlocked: pubkey => blocked.has(pubkey) },
    relay: { pubkey: () => hex(1), isNamed: () => false },
    now: () => now,
    rules: accessRules(set, rates),
  })
}

function accessRules(set: RuleSet, rates: RuleRates) {
  const open = openRules(0).current() as never
  return new AccessRules({
    access: { isBlocked: pubkey => blocked.has(pubkey) },
    lists: {
      addressEntry: address => addresses.covering(address).next().value,
      wordIn: event => words.find(textOf(event), now)?.value,
    },
    allowedEvents: { has: () => false },
    own: { refusing: offered => set.judge(offered, statuses, rates) },
    rights: { current: () => open, writeObstacle: () => null },
    lastOwner: { isKey: () => false, isAddress: () => false },
    isOwner: () => false,
    relayPubkey: () => hex(1),
  })
}

const text = 'Good morning, https://spam and words of a usual note about relays and keys. '.repeat(4).slice(0, 300)
const events = Array.from({ length: 5000 }, (_, at) => ({
  id: hex(at),
  pubkey: hex(2e6 + at),
  kind: 1,
  content: `${text}${at}`,
  sig: '',
  created_at: Math.floor(now / 1000),
  tags: [
    ['p', hex(at)],
    ['t', 'relays'],
  ],
}))

for (const [figure, set] of [
  ['one event, 10,000 entries, no rules', new RuleSet([])],
  ['one event, 10,000 entries, 200 rules', new RuleSet(rules)],
] as const) {
  const policy = judged(set)
  const authenticated = new Set<string>()
  const times = Array.from({ length: rounds }, (_, round) => {
    const started = processorMicros()
    for (let at = 0; at < perRound; at++) {
      const event = events[(round * perRound + at) % events.length]
      if (event && policy.judgeEvent(event, { authenticated, ip: `192.0.2.${at % 250}` })) throw new Error('refused')
    }
    return (processorMicros() - started) / perRound
  })
  printFigure({ bench, figure, value: rounded(Math.min(...times)), unit: 'µs' })
  printFigure({ bench, figure: `${figure}, median`, value: rounded(median(times)), unit: 'µs' })
}
