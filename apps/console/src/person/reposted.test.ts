import { expect, it } from 'vitest'
import { repostedIn } from './reposted.ts'

const note = {
  id: '5c83da77af1dec6d7289834998ad7aafbd9e2191396d75ec3cc27f5a77226f36',
  pubkey: 'f7234bd4c1394dda46d09f35bd384dd30cc552ad5541990f98844fb06676e9ca',
  created_at: 1_700_000_000,
  kind: 1,
  tags: [['t', 'bees']],
  content: 'A swarm in the pear tree',
  sig: 'b9'.repeat(64),
}

it('reads the event within a repost, and nothing else', () => {
  const content = JSON.stringify(note)
  expect(repostedIn({ kind: 6, content })).toEqual(note)
  expect(repostedIn({ kind: 16, content })).toEqual(note)
  expect(repostedIn({ kind: 1, content })).toBeUndefined()
  for (const other of ['', '{', '{}', '[]', 'A swarm', JSON.stringify({ ...note, pubkey: 'f7' })])
    expect(repostedIn({ kind: 6, content: other })).toBeUndefined()
})
