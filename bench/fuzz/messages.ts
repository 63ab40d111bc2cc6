import fc from 'fast-check'
import { author, authorCount, seededEvent } from '../nostr/seeded-events.ts'
import { writer } from '../nostr/signed-event.ts'

// The grammar of client messages (NIP-01, 09, 40, 42, 45, 50, 77), sometimes with an error.

const writers = Array.from({ length: 20 }, (_, number) => writer(`fuzz ${number}`))
const kinds = [0, 1, 3, 4, 5, 6, 7, 62, 411, 888, 1059, 1984, 10_002, 20_001, 22_242, 24_133, 30_000, 30_023, 65_535]

const oddText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\u0000', '\ud800', '__proto__', 'constructor', '\u202e', '💥'.repeat(30), "' OR 1=1 --", 'NULL'),
)
const oddNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(-1, 0, 1e21, 2 ** 53, -(2 ** 53), 4_294_967_296, 1.5),
)
const key = fc.oneof(
  fc.nat(authorCount - 1).map(number => author(number).pubkey),
  fc.constantFrom('0'.repeat(64), 'f'.repeat(64), 'F'.repeat(64), 'ab'),
  oddText,
)
const id = fc.nat(1000).map(number => seededEvent(number).slice(7, 71))
const tag = fc.oneof(
  fc.tuple(
    fc.constantFrom('e', 'p', 'a', 't', 'd', 'k', 'expiration', '-', 'relay', 'nonce'),
    fc.oneof(key, id, oddText),
  ),
  fc.array(oddText, { maxLength: 4 }),
)

const event = fc
  .record({
    by: fc.nat(writers.length - 1),
    kind: fc.constantFrom(...kinds),
    tags: fc.array(tag, { maxLength: 30 }),
    content: oddText,
    secondsAgo: fc.oneof(fc.integer({ min: -5000, max: 5000 }), fc.nat(1_000_000_000)),
  })
  .map(({ by, kind, tags, content, secondsAgo }) => {
    const created_at = Math.floor(Date.now() / 1000) - secondsAgo
    return writers[by]?.write({ kind, tags: tags as string[][], content, created_at }) ?? ''
  })

const wrongEvent = fc
  .tuple(
    event,
    fc.constantFrom('id', 'pubkey', 'created_at', 'kind', 'tags', 'content', 'sig'),
    fc.option(fc.jsonValue()),
  )
  .map(([json, member, value]) => {
    const { [member]: _, ...rest } = JSON.parse(json)
    return JSON.stringify(value === null ? rest : { ...rest, [member]: value })
  })

const filter = fc.oneof(
  fc.record(
    {
      ids: fc.array(id, { maxLength: 20 }),
      authors: fc.array(key, { maxLength: 50 }),
      kinds: fc.array(fc.oneof(fc.constantFrom(...kinds), oddNumber), { maxLength: 20 }),
      '#e': fc.array(id, { maxLength: 10 }),
      '#t': fc.array(oddText, { maxLength: 10 }),
      '#d': fc.array(oddText, { maxLength: 3 }),
      since: oddNumber,
      until: oddNumber,
      limit: fc.oneof(fc.nat(1000), oddNumber),
      search: fc.oneof(
        oddText,
        fc.constantFrom('note', 'relay bitcoin', '"', 'a OR b', 'NEAR(a b)', '*', 'language:en x'),
      ),
    },
    { requiredKeys: [] },
  ),
  fc.dictionary(
    fc.constantFrom('ids', 'kinds', '#e', '#ee', '#', 'since', 'limit', 'search', '__proto__'),
    fc.jsonValue(),
  ),
  fc.jsonValue(),
)

const subscription = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), oddText, fc.jsonValue())
const filters = fc.array(filter, { minLength: 1, maxLength: 4 })

export const message: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: event.map(json => `["EVENT",${json}]`) },
  { weight: 3, arbitrary: wrongEvent.map(json => `["EVENT",${json}]`) },
  {
    weight: 6,
    arbitrary: fc.tuple(subscription, filters).map(([name, list]) => JSON.stringify(['REQ', name, ...list])),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(subscription, filters).map(([name, list]) => JSON.stringify(['COUNT', name, ...list])),
  },
  { weight: 3, arbitrary: subscription.map(name => JSON.stringify(['CLOSE', name])) },
  { weight: 2, arbitrary: event.map(json => `["AUTH",${json}]`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('NEG-OPEN', 'NEG-MSG', 'NEG-CLOSE'), subscription, filter, oddText)
      .map(parts => JSON.stringify(parts)),
  },
  { weight: 2, arbitrary: fc.jsonValue().map(value => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.array(fc.jsonValue(), { maxLength: 5 }).map(value => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.nat(50_000).map(depth => `["REQ","deep",${'['.repeat(depth)}${']'.repeat(depth)}]`) },
  { weight: 2, arbitrary: oddText },
)
