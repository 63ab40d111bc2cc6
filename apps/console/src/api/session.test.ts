import { describe, expect, it } from 'vitest'
import { fallbackUser, isInAppPath, parseSession } from './session.ts'

const user = JSON.stringify({ id: '1', npub: 'a'.repeat(64) })

describe('a session', () => {
  it.each([
    ['no token', null, user],
    ['an empty token', '', user],
    ['AUTH-04: the placeholder token', 'bearerToken', user],
    ['AUTH-07: no user', 'token', null],
    ['a user that is no JSON', 'token', '{'],
    ['a user that is no object', 'token', '"someone"'],
    ['a user that is null', 'token', 'null'],
  ])('is none with %s', (_, token, stored) => {
    expect(parseSession(token, stored)).toBeNull()
  })

  it('AUTH-59: is read back from what was stored', () => {
    expect(parseSession('token', user)).toMatchObject({ token: 'token', user: JSON.parse(user) })
  })

  it('AUTH-53, AUTH-54: what the stored user does not say comes from a fallback, what it says stands', () => {
    expect(Object.keys(fallbackUser).sort()).toEqual(['email', 'firstName', 'id', 'lastName', 'role', 'userName'])
    expect(fallbackUser.role).toBe('user')
    expect(parseSession('token', '{}')?.user).toEqual(fallbackUser)
    const real = { ...fallbackUser, id: '7', role: 'viewer', firstName: 'Ada' }
    expect(parseSession('token', JSON.stringify(real))?.user).toEqual(real)
  })
})

describe('R-03: the remembered path', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'settings',
    '',
    '/%5Cevil.example/../..//evil.example\\@evil',
    'data:text/html,x',
    'https:evil.example',
    '/auth/lock',
    '/lock',
    '/auth/login',
    '/auth/sign-up?setup=x',
    '/login',
    '/logout',
    '/logout/',
  ])('is never %j', path => {
    expect(isInAppPath(path)).toBe(false)
  })

  it.each(['/', '/settings/ollama', '/blocked-pubkeys?q=a//b', '/nostr-stats#kinds', '/logouts'])('may be %s', path => {
    expect(isInAppPath(path)).toBe(true)
  })
})
