import { userExist } from '@hornets/contract/admin/accounts/auth'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/calls/api-error.ts'
import { openClient } from '../../../api/calls/open-api.ts'
import { takeNotice } from '../../../api/session/notice.ts'
import { fallbackUser, readSession, type Session, saveSession } from '../../../api/session/session.ts'
import { signInWithCode } from '../../../api/session/sign-in.ts'
import { readAccount } from './account.ts'
import { apiInPlace } from './earlier-session.ts'
import { enter } from './enter.ts'
import { askForCode, forgetRecovery, keepRecovery, readRecovery, setPassword } from './recovery.ts'

const session = { token: 'token', user: { ...fallbackUser, npub: 'a'.repeat(64) } } as unknown as Session
const opened: string[] = []

function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
}

beforeEach(() => {
  opened.length = 0
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('location', { replace: (path: string) => opened.push(path) })
})

it('AUTH-18, AUTH-20: a sign-in keeps the session, leads to the page that was asked for, and says so there', () => {
  sessionStorage.setItem('origin', '/settings')
  enter(session)
  expect(readSession()).toMatchObject({ token: 'token' })
  expect(opened).toEqual(['/settings'])
  const text = 'You have successfully logged in!'
  expect(takeNotice()).toMatchObject({ kind: 'success', title: 'Login successful', text })
  sessionStorage.setItem('origin', '//elsewhere.example')
  enter(session)
  enter(session)
  expect(opened).toEqual(['/settings', '/', '/'])
})

it('sends the replaced session so that the server ends it, but not a demo session', async () => {
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get('authorization'))
    return new Response('{"exists":true}')
  })
  await apiInPlace.call(userExist)
  saveSession(session)
  await apiInPlace.call(userExist)
  saveSession({ ...session, token: 'demo.token' })
  await apiInPlace.call(userExist)
  expect(asked).toEqual([null, 'Bearer token', null])
})

it("SIGN-01: takes the account's details from the server's answer", async () => {
  const says = { exists: true, allowSignup: true, setupTokenRequired: true, recovery: 'mail', demo: true }
  expect(await readAccount(openClient(async () => says))).toEqual({ answered: true, ...says })
  expect(await readAccount(openClient(async () => ({ exists: true })))).toMatchObject({ allowSignup: false })
})

it('a server without an answer counts as one that said nothing about signing up or its token', async () => {
  expect(await readAccount(openClient(async () => Promise.reject(new Error('silent'))))).toEqual({
    answered: false,
    exists: false,
    allowSignup: false,
    setupTokenRequired: false,
  })
})

it('AUTH-19, AUTH-60: the third step gives a session; an answer without one, or a refusal without a text, has ours', async () => {
  const withCode = (answer: unknown) =>
    signInWithCode(
      'ticket',
      '123456',
      openClient(async () => {
        if (answer instanceof Error) throw answer
        return answer
      }),
    )
  const refusal = (status: number, spoken: boolean) =>
    new ApiError({ status, code: 'unauthorized', message: 'no', spoken })
  await expect(withCode({ token: 'token' })).rejects.toThrow('Login failed: Missing token or user data')
  await expect(withCode(refusal(401, false))).rejects.toThrow('Invalid Credentials')
  await expect(withCode(refusal(401, true))).rejects.toThrow('no')
  await expect(withCode(refusal(500, false))).rejects.toThrow('no')
  await expect(withCode(new TypeError('an error of ours'))).rejects.toThrow('an error of ours')
})

it('a recovery survives a reload with what is known of it, and is forgotten when it ends', () => {
  expect(readRecovery()).toBeUndefined()
  for (const kept of [
    { email: 'a@b.example', sentAt: 7 },
    { email: 'a@b.example', sentAt: 7, handle: 'h', code: '123456' },
  ]) {
    keepRecovery(kept)
    expect(readRecovery()).toEqual(kept)
  }
  forgetRecovery()
  expect(readRecovery()).toBeUndefined()
  sessionStorage.setItem('recovery', '{"email":"a@b.example","sentAt":7,"handle":1,"code":2}')
  expect(readRecovery()).toEqual({ email: 'a@b.example', sentAt: 7 })
})

it('dates an emailed code now unless a test sets the time, and sends an empty code without two-factor', async () => {
  const sent: unknown[] = []
  const client = openClient(async ({ body }) => {
    sent.push(body)
    return { message: 'ok', recovery: 'r'.repeat(43) }
  })
  const before = Date.now()
  expect((await askForCode('a@b.example', client)).sentAt).toBeGreaterThanOrEqual(before)
  await setPassword({ email: 'a@b.example', sentAt: 7 }, 'Abcdefg1', client)
  expect(sent[1]).toMatchObject({ code: '', password: 'Abcdefg1', confirmPassword: 'Abcdefg1' })
})
