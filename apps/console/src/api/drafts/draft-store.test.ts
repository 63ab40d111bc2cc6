import { beforeEach, expect, it, vi } from 'vitest'
import { forgetDraftsOfOthers } from '../session/session.ts'
import { draftMs, draftsLengthMax, forgetDraft, keepDraft, readDrafts } from './draft-store.ts'

const [ada, grace] = ['a'.repeat(64), 'b'.repeat(64)]
const now = 1_800_000_000_000
let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

it('are never shown to another account, which deletes them', () => {
  keepDraft(ada, 'profile', { city: 'London' }, now)
  expect(readDrafts(grace, now)).toEqual({})
  forgetDraftsOfOthers(grace)
  expect(kept.size).toBe(0)
  keepDraft(ada, 'profile', { city: 'London' }, now)
  keepDraft(grace, 'profile', { city: 'Paris' }, now)
  expect(readDrafts(ada, now)).toEqual({})
})

it('are not older than a day, nor of the future', () => {
  keepDraft(ada, 'profile', { city: 'London' }, now)
  expect(readDrafts(ada, now + draftMs)).toEqual({})
  expect(readDrafts(ada, now - 1)).toEqual({})
  expect(readDrafts(ada, now + draftMs - 1)).toEqual({ profile: { at: now, edits: { city: 'London' } } })
})

it('drop the oldest beyond their quota, and refuse one that is too large', () => {
  const half = 'x'.repeat(draftsLengthMax / 2)
  keepDraft(ada, 'first', { half }, now)
  keepDraft(ada, 'second', { half }, now + 1)
  expect(Object.keys(readDrafts(ada, now + 1))).toEqual(['second'])
  keepDraft(ada, 'third', { whole: half + half }, now + 2)
  expect(readDrafts(ada, now + 2)).toEqual({})
})

it.each([
  ['a name that says so', { api_key: 'x' }],
  ['a password beside other fields', { login: { name: 'ada', password: 'x' } }],
  ['a private key of Nostr', { about: `my key: nsec1${'q'.repeat(58)}` }],
  ['a private key of Bitcoin', { rows: [{ text: `xprv${'9'.repeat(107)}` }] }],
  ['a private key of Bitcoin as wallets export it', { about: 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ' }],
  ['a password within an address', { url: 'http://ada:engine@localhost:11434' }],
  ['a recovery phrase', { about: 'abandon '.repeat(11).concat('about') }],
])('contain no secret: %s', (_, edits) => {
  keepDraft(ada, 'form', { ...edits, city: 'London' }, now)
  expect(readDrafts(ada, now).form?.edits).toEqual({ city: 'London' })
  keepDraft(ada, 'other', edits, now)
  expect(readDrafts(ada, now)).not.toHaveProperty('other')
})

it('of a form lie over those that still wait, and go one by one', () => {
  keepDraft(ada, 'profile', { city: 'London', zipcode: '1' }, now)
  keepDraft(ada, 'profile', { city: 'Paris' }, now + 1)
  keepDraft(ada, 'profile', {}, now + 2)
  keepDraft(ada, 'settings.ollama', { url: 'http://localhost:11434' }, now + 3)
  expect(readDrafts(ada, now + 3).profile).toEqual({ at: now + 1, edits: { city: 'Paris', zipcode: '1' } })
  vi.useFakeTimers({ now: now + 3 })
  forgetDraft(ada, 'profile')
  expect(Object.keys(readDrafts(ada))).toEqual(['settings.ollama'])
  forgetDraft(ada, 'settings.ollama')
  expect(kept.size).toBe(0)
  vi.useRealTimers()
})

it('that make no sense, or find no room, stop nothing', () => {
  for (const broken of ['{', '[]', '{"account":1}', 'null']) {
    kept.set('drafts', broken)
    expect(readDrafts(ada, now)).toEqual({})
    expect(() => forgetDraftsOfOthers(ada)).not.toThrow()
  }
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => keepDraft(ada, 'profile', { city: 'London' }, now)).not.toThrow()
})
