import { describe, expect, it } from 'vitest'
import { isInAppPath } from './origin.ts'

describe('AUTH-05, R-03: the remembered path', () => {
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

  it.each(['/', '/settings/ollama', '/blocked-pubkeys?q=a//b', '/nostr-stats#kinds', '/logouts'])('allows %s', path => {
    expect(isInAppPath(path)).toBe(true)
  })
})
