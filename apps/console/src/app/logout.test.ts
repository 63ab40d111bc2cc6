import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import type { RequestFacts } from '../api/transport.ts'
import { revokeToken } from './logout.ts'
import { isOutdated } from './outdated.ts'
import { initialsOf, nameOf } from './shell/person.ts'

describe('logging out', () => {
  it('AUTH-45: says that the server refused', async () => {
    const notice = await revokeToken('token', () =>
      Promise.reject(new ApiError({ status: 500, code: 'internal', message: 'Something went wrong' })),
    )
    expect(notice).toEqual({
      kind: 'error',
      title: 'Logout failed on server',
      text: 'An error occurred during logout.',
    })
  })

  it('AUTH-46: says that the server was not reached', async () => {
    const notice = await revokeToken('token', () =>
      Promise.reject(
        new ApiError({ status: 0, code: 'network', message: 'The server is not responding, try again later' }),
      ),
    )
    expect(notice).toMatchObject({ kind: 'error', title: 'An error occurred during logout' })
  })

  it('AUTH-43, AUTH-47: revokes the token and says farewell', async () => {
    const sent: RequestFacts[] = []
    const notice = await revokeToken('token', async facts => sent.push(facts))
    expect(sent).toEqual([{ method: 'POST', path: '/logout', token: 'token' }])
    expect(notice.title).toBe('You have been logged out. Please login again.')
  })

  it('without a token makes no call', async () => {
    const sent: RequestFacts[] = []
    await revokeToken(undefined, async facts => sent.push(facts))
    expect(sent).toEqual([])
  })
})

describe('a page that failed', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://x/assets/page-1.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/page.css',
  ])('is outdated when the browser says: %s', message => {
    expect(isOutdated(new TypeError(message))).toBe(true)
  })
  it('is not outdated for a fault in it', () => {
    expect(isOutdated(new TypeError('x is not a function'))).toBe(false)
  })
})

describe('a person', () => {
  it('without a name is called by the start of the key, and has no letters', () => {
    expect([nameOf({ npub: 'abcdef0123456789' }), initialsOf({ npub: 'abcdef' }), nameOf(undefined)]).toEqual([
      'abcdef01',
      '',
      '?',
    ])
  })
  it('has the letters of their names', () => {
    expect([
      initialsOf({ firstName: 'ada', lastName: 'lovelace' }),
      initialsOf({ firstName: '', lastName: '', userName: 'satoshi' }),
    ]).toEqual(['AL', 'SA'])
  })
})
