import { expect, it } from 'vitest'
import * as states from './states.ts'

const dayMs = 86_400_000
const waiting = (seenMsAgo: number, problem: string | null = null) => ({ host: 'two', seenMsAgo, problem })

it('names the worst of several states, and none as not set up', () => {
  expect(states.worst(['ok', 'bad', 'warn'])).toBe('bad')
  expect(states.worst(['ok', 'unknown'])).toBe('unknown')
  expect(states.worst(['ok', 'ok'])).toBe('ok')
  expect(states.worst([])).toBe('off')
})

it.each([
  ['a disk below its reserve', states.diskState({ freeBytes: 99, reserveBytes: 100 }), 'bad'],
  ['a disk at its reserve', states.diskState({ freeBytes: 100, reserveBytes: 100 }), 'warn'],
  ['a disk below four times its reserve', states.diskState({ freeBytes: 399, reserveBytes: 100 }), 'warn'],
  ['a disk at four times its reserve', states.diskState({ freeBytes: 400, reserveBytes: 100 }), 'ok'],
  ['less than a twentieth of the memory', states.memoryState(4, 100), 'bad'],
  ['less than a tenth of the memory', states.memoryState(9, 100), 'warn'],
  ['a tenth of the memory', states.memoryState(10, 100), 'ok'],
  ['a load of two per core', states.processorState(4, 2), 'ok'],
  ['a load of more than two per core', states.processorState(4.1, 2), 'warn'],
  ['a delay of 99 ms', states.loopState(99), 'ok'],
  ['a delay of 100 ms', states.loopState(100), 'warn'],
  ['a delay of a second', states.loopState(1000), 'bad'],
  ['a clock nobody compared', states.clockState(null), 'unknown'],
  ['a clock 9.9 s ahead', states.clockState(9999), 'ok'],
  ['a clock 10 s behind', states.clockState(-10_000), 'warn'],
  ['a clock a minute behind', states.clockState(-60_000), 'bad'],
  ['an unseen certificate', states.certificateState(undefined, 0), 'unknown'],
  ['a certificate of 14 days', states.certificateState(14 * dayMs, 0), 'ok'],
  ['a certificate of less than 14 days', states.certificateState(14 * dayMs - 1, 0), 'warn'],
  ['a certificate that ends now', states.certificateState(5, 5), 'bad'],
  ['no wallet without tiers on sale', states.chainState('no_wallet', false), 'off'],
  ['no wallet with tiers on sale', states.chainState('no_wallet', true), 'bad'],
  ['no chain with tiers on sale', states.chainState('no_chain', true), 'bad'],
  ['a wallet behind', states.chainState('behind', true), 'warn'],
  ['no standby', states.standbyState([]), 'warn'],
  ['a standby heard 9.9 s ago', states.standbyState([waiting(9999)]), 'ok'],
  ['a standby not heard for 10 s', states.standbyState([waiting(10_000)]), 'warn'],
  ['a standby without the key', states.standbyState([waiting(0, 'no key')]), 'bad'],
  ['a standby beside one without the key', states.standbyState([waiting(0, 'no key'), waiting(0)]), 'ok'],
  ['a standby nobody can ask about', states.standbyState(undefined), 'unknown'],
  ['no backup', states.backupState(null, 0), 'warn'],
  ['a backup of 30 days', states.backupState(0, 30 * dayMs), 'ok'],
  ['an older backup', states.backupState(0, 30 * dayMs + 1), 'warn'],
])('rates %s (DESK-03, DESK-12)', (_what, state, expected) => {
  expect(state).toBe(expected)
})
