import {
  forgotPassword,
  checkSecurityCode as securityCodeCall,
  setNewPassword,
} from '@hornets/contract/admin/accounts/auth'
import { cleanCode, isWhole } from '@hornets/contract/security-code'
import { expect, it, vi } from 'vitest'
import { openClient } from '../../../api/calls/open-api.ts'
import type { RequestFacts } from '../../../api/calls/transport.ts'
import { askForCode, checkCode, codeExits, readRecovery, secondsUntilResend, setPassword } from './recovery.ts'

it.each([null, '', 'x', '[]', '5', '{"email":1,"sentAt":2}', '{"email":"a@b.c"}', '{"sentAt":1}'])(
  'AUTH-38: ignores %j in the storage',
  stored => {
    expect(readRecovery({ getItem: () => stored })).toBeUndefined()
  },
)

it('AUTH-35, CONST-10: fewer than six characters are not handed in, and what a paste brings along is left out', () => {
  expect(['', '12345', '123456'].map(isWhole)).toEqual([false, false, true])
  expect([' 12-34 56\n', '1234567890', 'ab_c!D'].map(cleanCode)).toEqual(['123456', '123456', 'abcD'])
})

it.each([
  [0, 30],
  [1, 30],
  [28_999, 2],
  [29_001, 1],
  [29_999, 1],
  [30_000, 0],
  [1e9, 0],
  [-3_600_000, 0],
])('AUTH-34, R-09: allows another email %i ms after the last one in %i s', (passed, seconds) => {
  expect(secondsUntilResend({ sentAt: 1e12 }, 1e12 + passed)).toBe(seconds)
})

it('AUTH-33, AUTH-36: the ways out are those of the page, unless others are given', () => {
  const way = { stepBack: vi.fn(), goOn: vi.fn() }
  const own = codeExits({}, way)
  own.onBack()
  own.onFinish('123456')
  expect([way.stepBack.mock.calls.length, way.goOn.mock.calls.length]).toEqual([1, 1])
  const given = { onBack: vi.fn(), onFinish: vi.fn() }
  const exits = codeExits(given, way)
  exits.onBack()
  exits.onFinish('123456')
  expect([given.onBack.mock.calls.length, given.onFinish.mock.calls]).toEqual([1, [['123456']]])
  expect([way.stepBack.mock.calls.length, way.goOn.mock.calls.length]).toEqual([1, 1])
})

it('API-07, API-08, AUTH-38: each step sends what the contract asks for', async () => {
  const sent: RequestFacts[] = []
  const request = async (facts: RequestFacts) => {
    sent.push(facts)
    return { message: 'ok', recovery: 'the-handle' }
  }
  const client = openClient(request)
  const recovery = { ...(await askForCode('a@b.example', client, () => 7)), code: '123456' }
  await checkCode(recovery, '123456', client)
  await setPassword(recovery, 'Abcdefg1', client)
  expect(sent[1]?.body).toMatchObject({ email: 'a@b.example', code: '123456' })
  expect(recovery).toMatchObject({ sentAt: 7, handle: 'the-handle' })
  expect(sent.slice(1).map(({ body }) => (body as { recovery: string }).recovery)).toEqual(['the-handle', 'the-handle'])
  const calls = [forgotPassword, securityCodeCall, setNewPassword]
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /forgot-password',
    'POST /security-code',
    'POST /new-password',
  ])
  expect(calls.map(({ body }, index) => body.safeParse(sent[index]?.body).success)).toEqual([true, true, true])
})
