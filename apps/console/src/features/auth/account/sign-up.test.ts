import { signup } from '@hornets/contract/admin/accounts/auth'
import { describe, expect, it } from 'vitest'
import { openClient } from '../../../api/calls/open-api.ts'
import type { RequestFacts } from '../../../api/calls/transport.ts'
import { redirectFor } from '../guard.ts'
import { authPathOf } from '../navigation.tsx'
import { checkLogin, checkSignUp, signUp } from './sign-up.ts'

const npub = 'a'.repeat(64)
const rule = 'Minimum eight characters, with one uppercase letter, one lowercase letter and one number'
const required = 'Please input your password!'
const differ = 'The two passwords that you entered do not match!'

describe('a sign-up (API-04)', () => {
  it.each([
    ['AUTH-14', '', 'Abcdefg1', 'Abcdefg1', { npub: 'Npub is required' }],
    ['AUTH-24', npub, '', '', { password: required, confirmPassword: required }],
    ['AUTH-24', npub, 'Abcdefg1', '', { confirmPassword: required }],
    ['AUTH-24', npub, '', 'Abcdefg1', expect.objectContaining({ password: required })],
    ['AUTH-25', npub, 'Abcdefg1', 'Abcdefg2', { confirmPassword: differ }],
    ['AUTH-25', npub, 'Abcdefg1', 'abcdefg1', { confirmPassword: differ }],
    ['AUTH-25, PROFILE-07, R-07', npub, 'abcdefg1', 'abcdefg1', { password: rule }],
    ['AUTH-25, PROFILE-07, R-07', npub, 'Abcde1', 'Abcde1', { password: rule }],
  ])('%s: npub %j with %j and %j is refused', (_, key, password, confirmation, errors) => {
    expect(checkSignUp(key, password, confirmation)).toEqual(errors)
  })

  it('AUTH-26, SIGN-02, SIGN-03, R-05, R-06: posts what the contract asks for, the setup token with it', async () => {
    const sent: RequestFacts[] = []
    const client = openClient(async facts => {
      sent.push(facts)
      return { message: 'Signed up' }
    })
    await signUp(npub, 'Abcdefg1', { setupToken: 'printed' }, client)
    expect(sent).toMatchObject([{ method: 'POST', path: '/signup' }])
    expect(signup.body.parse(sent[0]?.body)).toMatchObject({ termOfUse: true, setupToken: 'printed' })
    await signUp(npub, 'Abcdefg1', {}, client)
    expect(sent[1]?.body).toEqual({ npub, password: 'Abcdefg1', confirmPassword: 'Abcdefg1', termOfUse: true })
    await signUp(npub, 'Abcdefg1', { invitation: 'invited' }, client)
    expect(sent[2]?.body).toMatchObject({ invitation: 'invited' })
  })
})

describe('a login', () => {
  it('AUTH-14, AUTH-15: is refused without npub or password', () => {
    expect(checkLogin('', '')).toEqual({ npub: 'Npub is required', password: required })
    expect([checkLogin('', 'x'), checkLogin(npub, '')]).toEqual([{ npub: 'Npub is required' }, { password: required }])
  })
  it('R-07: takes any password: the rule is for new ones', () => {
    expect(checkLogin(npub, 'x')).toEqual({})
  })
})

describe('chooses the screen for each visitor', () => {
  const account = { answered: true, exists: true, allowSignup: false, setupTokenRequired: false }
  const unclaimed = { ...account, exists: false, allowSignup: true }
  const silent = { ...unclaimed, answered: false }

  it.each([
    ['AUTH-08, R-04: nobody has claimed the relay', '/auth/login', unclaimed, undefined, '/auth/sign-up'],
    ['R-05: it is claimed', '/auth/sign-up', account, undefined, '/auth/login'],
    ['the printed address was opened at the login', '/auth/login', undefined, 'printed', '/auth/sign-up'],
  ] as const)('%s: %s leads on', (_, path, state, token, to) => {
    expect(redirectFor(path, state, token)?.to).toBe(to)
  })

  it.each([
    ['/auth/login', account],
    ['/auth/login', { ...account, allowSignup: true }],
    ['/auth/login', silent],
    ['/auth/login', undefined],
    ['/auth/sign-up', unclaimed],
    ['/auth/sign-up', silent],
  ] as const)('AUTH-08: %s stays with %j', (path, state) => {
    expect(redirectFor(path, state, undefined)).toBeUndefined()
  })

  it('shows the login for every other path under /auth', () => {
    expect(['/auth/sign-up', '/auth/sign-up/', '/auth/x', '/auth/'].map(authPathOf)).toEqual([
      '/auth/sign-up',
      '/auth/sign-up',
      '/auth/login',
      '/auth/login',
    ])
  })
})
