import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nostrLimits } from '../fairness/limits.ts'
import { parseMessage } from './parse-message.ts'

const limits = nostrLimits
const event = {
  id: 'a'.repeat(64),
  pubkey: 'b'.repeat(64),
  created_at: 1_700_000_000,
  kind: 1,
  tags: [['t', 'x']],
  content: '{"}',
  sig: 'c'.repeat(128),
}
const parse = (message: unknown) => parseMessage(JSON.stringify(message), limits)
const answerTo = (message: unknown) => {
  const parsed = parse(message)
  return parsed.type === 'refused' ? JSON.parse(parsed.answer) : parsed
}

describe('parsing a client message', () => {
  it('always answers without throwing for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), text => {
        const parsed = parseMessage(text, limits)
        if (parsed.type === 'refused') expect(['OK', 'CLOSED', 'NOTICE']).toContain(JSON.parse(parsed.answer)[0])
      }),
      { numRuns: 2000 },
    )
  }, 30_000)

  it('never throws on a message of a known type with anything in it', () => {
    const type = fc.constantFrom('EVENT', 'REQ', 'CLOSE', 'COUNT', 'AUTH')
    const field = fc.constantFrom(
      'ids',
      'authors',
      'kinds',
      'since',
      'until',
      'limit',
      'search',
      '#e',
      '#E',
      '#long',
      'x',
    )
    const filter = fc.dictionary(field, fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())))
    const part = fc.oneof(fc.jsonValue(), filter, fc.string({ maxLength: 10 }))
    fc.assert(
      fc.property(type, fc.array(part, { maxLength: 5 }), (name, parts) => {
        const parsed = parse([name, ...parts])
        if (parsed.type === 'refused') JSON.parse(parsed.answer)
        else expect(parsed.type).toBe(name)
      }),
      { numRuns: 2000 },
    )
  }, 30_000)

  it.each([
    'a'.repeat(63),
    'a'.repeat(65),
    `${'a'.repeat(63)}A`,
    `${'a'.repeat(63)}g`,
    `${'a'.repeat(63)}é`,
    `${'a'.repeat(63)}š`,
  ])('takes no other author than 64 lower-case hex characters: %s', author => {
    expect(answerTo(['REQ', 's', { authors: ['b'.repeat(64), author] }])[2]).toMatch(/^invalid: authors must be/)
  })

  it('names the error of every single member of an event that is wrong, with its id', () => {
    const wrong: [string, unknown][] = [
      ['pubkey', 'B'.repeat(64)],
      ['pubkey', 'b'.repeat(63)],
      ['sig', 1],
      ['created_at', 1.5],
      ['created_at', -1],
      ['created_at', '1'],
      ['kind', 65_536],
      ['kind', null],
      ['tags', {}],
      ['tags', ['t']],
      ['tags', [['t', 1]]],
      ['content', 5],
      ['content', 'x'.repeat(limits.contentLengthMax + 1)],
    ]
    for (const [member, value] of wrong) {
      const [type, id, accepted, message] = answerTo(['EVENT', { ...event, [member]: value }])
      expect([type, id, accepted]).toEqual(['OK', event.id, false])
      expect(message).toMatch(/^invalid: /)
    }
    expect(answerTo(['EVENT', { ...event, id: 'zz' }])[0]).toBe('NOTICE')
    expect(answerTo(['EVENT', event, event])).toEqual(['OK', event.id, false, 'invalid: EVENT takes one event'])
    expect(answerTo(['EVENT'])[0]).toBe('NOTICE')
  })

  it('limits the values of a tag, and of all tags', () => {
    const withTags = (tags: string[][]) => parse(['EVENT', { ...event, tags }]).type
    const tag = (values: number) => Array.from({ length: values }, () => '')
    expect([withTags([tag(500)]), withTags([tag(501)])]).toEqual(['EVENT', 'refused'])
    const full = Array.from({ length: 5000 }, () => tag(5))
    expect([withTags(full), withTags([tag(6), ...full.slice(1)])]).toEqual(['EVENT', 'refused'])
  })

  it('refuses a number that would be written in another way than it came', () => {
    expect(parseMessage(JSON.stringify(['EVENT', event]).replace('1700000000', '-0'), limits).type).toBe('refused')
  })

  it('closes a subscription with unknown elements rather than give more than was asked for', () => {
    expect(answerTo(['REQ', 's', { '&t': ['x'] }])).toEqual([
      'CLOSED',
      's',
      'unsupported: the filter contains unknown elements',
    ])
  })

  it('refuses too many filters, values and characters by name', () => {
    const many = Array.from({ length: 10_000 }, () => ({}))
    expect(answerTo(['REQ', 's', ...many])[2]).toMatch(/^invalid: REQ takes at most 32 filters/)
    expect(answerTo(['REQ', 's'])[2]).toMatch(/^invalid: /)
    expect(answerTo(['REQ', 's', { kinds: Array.from({ length: 5001 }, () => 1) }])[2]).toMatch(/^invalid: /)
    expect(answerTo(['REQ', 'x'.repeat(65), {}])[0]).toBe('NOTICE')
    expect(answerTo(['REQ', '', {}])[0]).toBe('NOTICE')
    expect(answerTo(['CLOSE', 7])[0]).toBe('NOTICE')
  })

  it('survives the deepest nesting that fits into a message', () => {
    const depth = 200_000
    expect(parseMessage('['.repeat(depth) + ']'.repeat(depth), limits).type).toBe('refused')
    expect(parseMessage(`["REQ","s",${'{"ids":['.repeat(1000)}`, limits).type).toBe('refused')
  })

  it("keeps the event's own text, white space and all", () => {
    const json = JSON.stringify(event, null, 2)
    const parsed = parseMessage(` [ "EVENT" , ${json} ] `, limits)
    expect(parsed).toEqual({ type: 'EVENT', event, json })
  })

  it('reads every field of a filter', () => {
    const id = 'd'.repeat(64)
    const filter = {
      ids: [id],
      authors: [id],
      kinds: [1],
      '#e': [id],
      '#T': ['x'],
      since: 1,
      until: 2,
      limit: 0,
      search: 'a',
    }
    expect(parse(['REQ', 's', filter])).toEqual({
      type: 'REQ',
      subscriptionId: 's',
      filters: [
        {
          ids: [id],
          authors: [id],
          kinds: [1],
          tags: [
            ['e', [id]],
            ['T', ['x']],
          ],
          since: 1,
          until: 2,
          limit: 0,
          search: 'a',
        },
      ],
    })
  })
})
