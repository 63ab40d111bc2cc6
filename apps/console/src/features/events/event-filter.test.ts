import { expect, it } from 'vitest'
import {
  filterInUrl,
  fromLocalInput,
  parseFilter,
  readTag,
  tagsOf,
  toLocalInput,
  withMembers,
  withTags,
} from './event-filter.ts'

const key = 'a'.repeat(64)

it.each([
  ['{', ''],
  ['[]', ''],
  ['{"kinds":["1"]}', 'kinds'],
  ['{"kinds":[]}', 'kinds'],
  ['{"authors":["npub"]}', 'authors'],
  ['{"since":-1}', 'since'],
  ['{"limit":3}', 'limit'],
  ['{"#tt":["x"]}', '#tt'],
  ['{"toString":1}', 'toString'],
])('names what is wrong with %s', (text, wrong) => {
  expect(parseFilter(text)).toEqual({ wrong })
})

it('shows the same filter as a form and as JSON (EVENTS-10)', () => {
  const filter = { kinds: [1, 7], authors: [key], '#t': ['a', 'b:c'], '#E': [key], search: 'x', since: 5 }
  expect(parseFilter(JSON.stringify(filter))).toEqual({ filter })
  const tags = tagsOf(filter)
  expect(tags).toEqual(['t:a', 't:b:c', `E:${key}`])
  expect(withTags(filter, tags)).toEqual(filter)
  expect(withTags(filter, ['p:x'])).toEqual({ kinds: [1, 7], authors: [key], search: 'x', since: 5, '#p': ['x'] })
  expect(withMembers(filter, { kinds: [], search: '', since: undefined, '#t': [], '#E': [] })).toEqual({
    authors: [key],
  })
})

it('reads tags as they are typed (EVENTS-10)', () => {
  expect(['t:hornets', '#t=hornets', 'hornets', 't:', ''].map(readTag)).toEqual([
    't:hornets',
    't:hornets',
    undefined,
    undefined,
    undefined,
  ])
})

it('ignores a filter in the URL that makes no sense (EVENTS-10)', () => {
  expect([filterInUrl('{"kinds":[1]}'), filterInUrl({ kinds: [1] }), filterInUrl('x'), filterInUrl(undefined)]).toEqual(
    [...[{ kinds: [1] }, { kinds: [1] }, {}, {}]],
  )
})

it('gives back the second of a date field', () => {
  expect(fromLocalInput(toLocalInput(1_790_000_001))).toBe(1_790_000_001)
  expect([fromLocalInput(''), toLocalInput(undefined), toLocalInput(1e18)]).toEqual([undefined, '', ''])
})
