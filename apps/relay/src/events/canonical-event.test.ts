import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hex } from '../../test/support/drafts.ts'
import { nostrLimits } from '../nostr/fairness/limits.ts'
import { parseMessage } from '../nostr/messages/parse-message.ts'
import { checkEvent } from '../nostr/verification/check-event.ts'
import { CanonicalEvent } from './canonical-event.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom('\0', '\b', '\u001f', '\u007f', '\u2028', '"', '\\', '/', '😀', 'ü'),
    maxLength: 8,
  }),
)
const unsignedArbitrary = fc.record({
  pubkey: fc.nat().map(seed => hex(`${seed}`)),
  created_at: fc.oneof(fc.nat(), fc.maxSafeNat()),
  kind: fc.nat(65_535),
  tags: fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 4 }),
  content: text,
})
const eventArbitrary = unsignedArbitrary.map(({ pubkey, created_at, kind, tags, content }): NostrEvent => {
  const id = hash('sha256', JSON.stringify([0, pubkey, created_at, kind, tags, content]))
  return { id, pubkey, created_at, kind, tags, content, sig: id + id }
})

const wordings = fc.record({
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7, maxLength: 7 }),
  space: fc.constantFrom('', ' ', '\n\t'),
  escapes: fc.boolean(),
  exponent: fc.boolean(),
  extra: fc.constantFrom('', '"seen_on":["x"],', '"content":"not signed",', '"__proto__":{"a":1},'),
})
type Wording = typeof wordings extends fc.Arbitrary<infer T> ? T : never

function write(event: NostrEvent, { order, space, escapes, exponent, extra }: Wording): string {
  const writtenValue = (key: string, value: unknown) => {
    if (key === 'content' && escapes) return `"${[...(value as string)].map(unicode).join('')}"`
    if (key === 'created_at' && exponent) return `${value}.0e0`
    return JSON.stringify(value, null, space)
  }
  const members = Object.entries(event).map(([key, value]) => `"${key}"${space}:${writtenValue(key, value)}`)
  return `{${space}${extra}${order.map(at => members[at]).join(`,${space}`)}}`
}

function unicode(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

describe('the canonical text of an event', () => {
  it('is what JSON.stringify gives, byte for byte, and so is what is signed', () => {
    fc.assert(
      fc.property(eventArbitrary, event => {
        const { id, pubkey, created_at, kind, tags, content, sig } = event
        const canonical = new CanonicalEvent(event)
        expect(canonical.json).toBe(JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig }))
        expect(canonical.signed).toBe(JSON.stringify([0, pubkey, created_at, kind, tags, content]))
        expect(JSON.parse(canonical.json)).toEqual(event)
      }),
      { numRuns: 1000 },
    )
  })

  it('is the same in whatever words the event came, and only those very bytes count as plain', () => {
    fc.assert(
      fc.property(eventArbitrary, wordings, (event, wording) => {
        const canonical = new CanonicalEvent(event).json
        const written = write(event, wording)
        const message = parseMessage(`["EVENT",${written}]`, nostrLimits)
        if (message.type !== 'EVENT') throw new Error(`refused: ${written}`)
        expect(new CanonicalEvent(message.event).json).toBe(canonical)
        expect(checkEvent(message.json, () => true)).toBe(written === canonical ? 'plain' : 'right')
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['a lone surrogate in the content', { content: '\ud800' }],
    ['a lone surrogate in a tag', { tags: [['t', 'x\udfff']] }],
  ])('does not exist for %s, which is refused', (_name, part) => {
    const event = { ...fc.sample(eventArbitrary, { numRuns: 1, seed: 1 })[0], ...part }
    expect(parseMessage(JSON.stringify(['EVENT', event]), nostrLimits).type).toBe('refused')
  })

  it.each(['-0', '-0.0', '-0e5', '9007199254740993', '1e400', '1700000000.5', '1e-7'])(
    'does not exist for the number %s, which is refused',
    number => {
      const [event] = fc.sample(eventArbitrary, { numRuns: 1, seed: 1 })
      const json = JSON.stringify(event).replace(/"created_at":\d+/, `"created_at":${number}`)
      expect(parseMessage(`["EVENT",${json}]`, nostrLimits).type).toBe('refused')
    },
  )
})
