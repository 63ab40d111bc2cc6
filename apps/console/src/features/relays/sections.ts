import type { OtherRelay } from '../../api/other-relays/relay-list.ts'

export type Noun = 'key' | 'event' | 'address' | 'kind'

interface Section {
  readonly noun: Noun
  readonly list: string
  /** What can be done to an entry that is typed or listed, by method. */
  readonly add: string
  readonly remove: readonly string[]
}

/** Older relays have no method that only lifts a ban: the first of `remove` that is offered is used. */
export const sections = {
  'banned-keys': { noun: 'key', list: 'listbannedpubkeys', add: 'banpubkey', remove: ['unbanpubkey', 'allowpubkey'] },
  'allowed-keys': { noun: 'key', list: 'listallowedpubkeys', add: 'allowpubkey', remove: ['unallowpubkey'] },
  waiting: { noun: 'event', list: 'listeventsneedingmoderation', add: '', remove: ['allowevent', 'banevent'] },
  'banned-events': { noun: 'event', list: 'listbannedevents', add: 'banevent', remove: ['unbanevent', 'allowevent'] },
  'allowed-events': { noun: 'event', list: 'listallowedevents', add: 'allowevent', remove: ['unallowevent'] },
  'allowed-kinds': { noun: 'kind', list: 'listallowedkinds', add: 'allowkind', remove: ['disallowkind'] },
  'refused-kinds': { noun: 'kind', list: 'listdisallowedkinds', add: 'disallowkind', remove: ['allowkind'] },
  addresses: { noun: 'address', list: 'listblockedips', add: 'blockip', remove: ['unblockip'] },
} as const satisfies Record<string, Section>

export type ListName = keyof typeof sections
export type SectionName = 'about' | ListName

export const aboutMethods = {
  name: 'changerelayname',
  description: 'changerelaydescription',
  icon: 'changerelayicon',
} as const

/** The pages that a relay's methods fill; what it says of itself is always one. */
export function sectionsOf({ methods }: Pick<OtherRelay, 'methods'>): readonly SectionName[] {
  const offered = new Set(methods)
  const lists = Object.entries(sections).filter(([, { list, add }]) => offered.has(list) || offered.has(add))
  return ['about', ...lists.map(([name]) => name as ListName)]
}
