import type { Values } from '../../settings/posted-values.ts'
import { madeUpKey } from './authors.ts'
import { spamReasons } from './phrases.ts'
import type { Chapter } from './world.ts'
import { hourMs } from './world.ts'

const saves: readonly [when: number, group: string, values: Values][] = [
  [
    0.004,
    'relay_info',
    {
      relayname: "The Hornets' Nest (demo)",
      relaydescription:
        'A small relay for people who make things. Free to read, paid to write a lot. Everything here is made up.',
      relaycontact: 'mailto:operator@relay.example',
    },
  ],
  [0.31, 'content_filter', { cache_size: 20_000 }],
  [0.55, 'query_cache', { feed_minutes: 5, profiles: true }],
]

const relaySaves: readonly [when: number, values: object][] = [
  [
    0.012,
    {
      subscription_tiers: [
        { datalimit: '1 GB per month', price: '10000' },
        { datalimit: '5 GB per month', price: '25000' },
        { datalimit: '20 GB per month', price: '50000' },
      ],
      freeTierEnabled: true,
    },
  ],
  [0.42, { KindBlacklist: ['kind30009'], maxfilesize: 50 }],
]

const blocks = [0.18, 0.37, 0.52, 0.78, 0.91]
const unblock = { when: 0.6, index: 1 }

export const operating: Chapter =
  ({ context, clock, operator, days }) =>
  async day => {
    const isToday = (when: number) => Math.floor(when * days) === day.index
    clock.set(day.start + 9 * hourMs)
    for (const [when, group, values] of saves) if (isToday(when)) await context.settings.save(group, values, operator)
    for (const [when, values] of relaySaves) if (isToday(when)) await context.relaySettings.save(values, operator)
    clock.set(day.start + 20 * hourMs)
    for (const [index, when] of blocks.entries())
      if (isToday(when))
        await context.access.block(
          { pubkey: spammer(index), reason: spamReasons[index] ?? '', deleteEvents: true },
          { actor: operator, role: 'owner' },
        )
    if (isToday(unblock.when)) await context.access.unblock(spammer(unblock.index), operator)
  }

const spammer = (index: number) => madeUpKey(`spammer ${index}`).pubkey
