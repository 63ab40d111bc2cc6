import { servedNips } from '@hornets/contract/nostr'
import { expect, it } from 'vitest'
import { adviceOn, unservedNips } from './advice.ts'

it('a chosen NIP that the relay does not serve is named, a served one is not', () => {
  expect(unservedNips([26, 1, 5, 42])).toEqual([5, 26])
  expect(unservedNips(servedNips)).toEqual([])
})

it('other fields and served NIPs need no advice', () => {
  expect(adviceOn('content_filter', 'full_text_kinds', [4])).toBeUndefined()
  expect(adviceOn('relay_info', 'relaysupportednips', [1])).toBeUndefined()
})
