import type { PublishedKind } from '../published-kind.ts'

/** Who has joined by invitation (NIP-43), with their roles; while nobody needs one, those with a role. */
export const published: PublishedKind = {
  kind: 13_534,
  name: 'member list',
  readers: 'everyone',
  says: {
    after: ['access'],
    compose({ members, roles }) {
      const rolesOf = Map.groupBy(
        roles.flatMap(({ id, keys }) => keys.map(key => ({ id, key }))),
        ({ key }) => key,
      )
      if (members === null && rolesOf.size === 0) return null
      const named = [...(members ?? rolesOf.keys())]
      const tagOf = (key: string) => ['member', key, ...(rolesOf.get(key) ?? []).map(({ id }) => id)]
      return { content: '', tags: [['-'], ...named.map(tagOf)] }
    },
  },
}
