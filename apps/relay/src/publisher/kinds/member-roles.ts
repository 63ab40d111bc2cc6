import type { NamedRole, PublishedKind } from '../published-kind.ts'

/** A role of members (NIP-43): the member list names it by its id. */
export const published: PublishedKind = {
  kind: 33_534,
  name: 'role of members',
  readers: 'everyone',
  saysEach: {
    after: ['access'],
    compose: ({ roles }) => new Map(roles.map(role => [role.id, { content: '', tags: tagsOf(role) }])),
  },
}

const tagsOf = ({ id, label, description, color, order }: NamedRole) => [
  ['-'],
  ['d', id],
  ['label', label],
  ...(description === '' ? [] : [['description', description]]),
  ...(color === null ? [] : [['color', String(color)]]),
  ['order', String(order)],
]
