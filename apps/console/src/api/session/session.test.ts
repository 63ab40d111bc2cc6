import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clearSession,
  fallbackUser,
  parseSession,
  readSession,
  type Session,
  saveSession,
  wasLoggedOut,
} from './session.ts'

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
  ])('rejects %s', (_, token, stored) => {
    expect(parseSession(token, stored)).toBeNull()
  })

  it('is read back from what was stored', () => {
    expect(parseSession('token', user)).toMatchObject({ token: 'token', user: JSON.parse(user) })
  })

  it('AUTH-53, AUTH-54: fills missing details of the stored user from a fallback, and keeps the others', () => {
    expect(Object.keys(fallbackUser).sort()).toEqual(['email', 'firstName', 'id', 'lastName', 'role', 'userName'])
    expect(fallbackUser.role).toBe('user')
    expect(parseSession('token', '{}')?.user).toEqual(fallbackUser)
    const real = { ...fallbackUser, id: '7', role: 'viewer', firstName: 'Ada' }
    expect(parseSession('token', JSON.stringify(real))?.user).toEqual(real)
  })
})

describe('data that an account leaves on this device', () => {
  const alice = { token: 'a', user: { ...fallbackUser, npub: 'a'.repeat(64) } } as unknown as Session
  const bob = { token: 'b', user: { ...fallbackUser, npub: 'b'.repeat(64) } } as unknown as Session
  const bunkerOf = ({ user: { npub } }: Session) =>
    JSON.stringify({ clientKey: '1'.repeat(64), signer: '2'.repeat(64), relays: [], pubkey: npub })
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      kept,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
  }
  let local: ReturnType<typeof storage>
  let tab: ReturnType<typeof storage>
  let deleted: string[]
  beforeEach(() => {
    ;[local, tab, deleted] = [storage(), storage(), []]
    vi.stubGlobal('localStorage', local)
    vi.stubGlobal('sessionStorage', tab)
    vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => deleted.push(name) })
    saveSession(alice)
    deleted = []
    local.setItem('walletToken', 'of the wallet')
    local.setItem('recentSearches', '{}')
    tab.setItem('bunker', bunkerOf(alice))
    tab.setItem('drafts', JSON.stringify({ account: alice.user.npub, forms: {} }))
    tab.setItem('unansweredPayment', JSON.stringify({ account: alice.user.npub, key: 'key' }))
  })
  afterEach(() => {
    clearSession()
    vi.unstubAllGlobals()
  })

  it('AUTH-59: leaves the session, which a reload or another tab reads back from local storage', async () => {
    vi.stubGlobal('sessionStorage', storage())
    vi.resetModules()
    const reloaded = await import('./session.ts')
    expect(reloaded.readSession()).toEqual(alice)
  })

  it('is deleted when another account signs in without a log-out', () => {
    saveSession(bob)
    expect(readSession()).toMatchObject(bob)
    expect([local.kept.has('walletToken'), local.kept.has('recentSearches')]).toEqual([false, false])
    expect(tab.kept.size).toBe(0)
    expect(deleted).toEqual(['last-answers'])
  })

  it('WALLET-15: is deleted at log-out with tokens, findings and signer, except unsaved edits and unanswered payments on request', () => {
    clearSession()
    expect([...local.kept.keys(), ...tab.kept.keys()]).toEqual(['drafts', 'unansweredPayment'])
    expect([wasLoggedOut(), deleted]).toEqual([false, ['last-answers']])
    clearSession(true)
    expect([wasLoggedOut(), tab.kept.size]).toEqual([true, 0])
    saveSession(alice)
    expect(wasLoggedOut()).toBe(false)
  })

  it('AUTH-54, SIGN-11: gives way to the token and the user of a sign-in, with every field', () => {
    local.setItem('accessToken', 'made up')
    local.setItem('user', JSON.stringify({ ...fallbackUser, about: 'made up' }))
    const socials = { twitter: 'ada', facebook: '', linkedin: '' }
    const user = {
      ...alice.user,
      id: '7',
      firstName: 'Ada',
      role: 'owner',
      website: 'https://ada.example',
      socials,
    } as const
    saveSession({ token: 'real', user })
    expect([local.kept.get('accessToken'), JSON.parse(local.kept.get('user') ?? '')]).toEqual(['real', user])
    expect(readSession()).toEqual({ token: 'real', user })
  })

  it('stays for the same account, together with its signer', () => {
    saveSession({ ...alice, token: 'anew' })
    expect([local.kept.get('walletToken'), tab.kept.get('bunker')]).toEqual(['of the wallet', bunkerOf(alice)])
    expect([tab.kept.has('drafts'), tab.kept.has('unansweredPayment')]).toEqual([true, true])
    tab.setItem('bunker', bunkerOf(bob))
    saveSession(bob)
    expect([local.kept.get('walletToken'), tab.kept.get('bunker')]).toEqual([undefined, bunkerOf(bob)])
  })
})
