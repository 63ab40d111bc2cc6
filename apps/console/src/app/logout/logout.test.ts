import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/calls/api-error.ts'
import type { RequestFacts } from '../../api/calls/transport.ts'
import { initialsOf, nameOf } from '../../ui/text/account-name.ts'
import { revokeToken, revokeWalletToken } from './logout.ts'

describe('logging out', () => {
  it.each([403, 500])('AUTH-43, AUTH-45, API-05: says that the server refused with %d', async status => {
    const notice = await revokeToken('token', () =>
      Promise.reject(new ApiError({ status, code: 'internal', message: 'Something went wrong' })),
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

  it('API-05, AUTH-43, AUTH-47: revokes the token and says farewell', async () => {
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

describe('logging out of the wallet', () => {
  it('WALLET-15: ends the session there with the token of the wallet, and asks nothing without one', async () => {
    const sent: RequestFacts[] = []
    await revokeWalletToken('of-the-wallet', async facts => sent.push(facts))
    await revokeWalletToken(null, async facts => sent.push(facts))
    expect(sent).toMatchObject([{ method: 'POST', path: '/wallet/logout', token: 'of-the-wallet' }])
  })

  it('logs out even if the wallet is unreachable or has forgotten the token', async () => {
    const failure = new ApiError({ status: 503, code: 'unavailable', message: 'The wallet is away' })
    await expect(revokeWalletToken('token', () => Promise.reject(failure))).resolves.toBeUndefined()
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
      initialsOf({ firstName: '👩‍🚀 <b>Öl', lastName: '𝒜da' }),
    ]).toEqual(['AL', 'SA', 'B𝒜'])
  })
})
