import type { PublishedKind } from '../published-kind.ts'

/** Who has joined by invitation (NIP-43). */
export const published: PublishedKind = {
  kind: 13_534,
  name: 'member list',
  readers: 'everyone',
  says: {
    after: ['access'],
    compose({ members }) {
      if (members === null) return null
      return { content: '', tags: [['-'], ...[...members].map(pubkey => ['member', pubkey])] }
    },
  },
}
