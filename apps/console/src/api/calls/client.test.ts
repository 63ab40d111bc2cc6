import { listBlockedPubkeys, unblockPubkey } from '@hornets/contract/admin/access'
import { userExist } from '@hornets/contract/admin/accounts/auth'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'
import type { RequestFacts } from './transport.ts'

function clientThat(answer: unknown, token: string | undefined = 'secret') {
  const sent: RequestFacts[] = []
  const heard: string[] = []
  const client = createClient({
    token: () => token,
    onUnauthorized: () => heard.push('unauthorized'),
    onNoToken: () => heard.push('no token'),
    send: async request => {
      sent.push(request)
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { client, sent, heard }
}

const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const refusal = new ApiError({ status: 401, code: 'unauthorized', message: 'Invalid or expired token' })

describe('a call', () => {
  it('AUTH-10: without a token is not made, and says so', async () => {
    const { client, sent, heard } = clientThat({}, '')
    const error = await failed(client.call(listBlockedPubkeys))
    expect(error).toMatchObject({ message: 'No authentication token found', status: 401 })
    expect([sent, heard]).toEqual([[], ['no token']])
  })

  it('AUTH-48: refused with 401 ends the session', async () => {
    const { client, heard } = clientThat(refusal)
    expect(await failed(client.call(listBlockedPubkeys))).toBe(refusal)
    expect(heard).toEqual(['unauthorized'])
  })

  it('refused with the token of a session that was replaced meanwhile is made once more, and ends nothing', async () => {
    let token = 'before'
    const sent: (string | undefined)[] = []
    const heard: string[] = []
    const client = createClient({
      token: () => token,
      onUnauthorized: () => heard.push('unauthorized'),
      onNoToken: () => heard.push('no token'),
      send: async request => {
        sent.push(request.token)
        if (request.token !== 'anew') {
          token = 'anew'
          throw refusal
        }
        return { blocked_pubkeys: [], count: 0 }
      },
    })
    expect(await client.call(listBlockedPubkeys)).toMatchObject({ count: 0 })
    expect([sent, heard]).toEqual([['before', 'anew'], []])
  })

  describe('AUTH-48: refused with 401 while its page holds something unsaved', () => {
    function clientOf(signsIn: boolean, isLasting = true) {
      let token = 'ended'
      const sent: (string | undefined)[] = []
      const heard: unknown[] = []
      const client = createClient({
        token: () => token,
        onUnauthorized: () => heard.push('unauthorized'),
        onNoToken: () => heard.push('no token'),
        signInAgain: async refused => {
          heard.push(refused)
          if (signsIn) token = 'fresh'
          return signsIn
        },
        send: async request => {
          sent.push(request.token)
          if (request.token === 'ended' || !isLasting) throw refusal
          return { message: 'ok' }
        },
      })
      const call = () => client.call(unblockPubkey, { params: { pubkey: 'a'.repeat(64) } })
      return { call, sent, heard }
    }
    const asked = { token: 'ended', isChange: true }

    it('is made again once the user has signed in, and ends nothing', async () => {
      const { call, sent, heard } = clientOf(true)
      expect(await call()).toEqual({ message: 'ok' })
      expect([sent, heard]).toEqual([['ended', 'fresh'], [asked]])
    })

    it('ends the session if the user does not sign in', async () => {
      const { call, sent, heard } = clientOf(false)
      expect(await failed(call())).toBe(refusal)
      expect([sent, heard]).toEqual([['ended'], [asked, 'unauthorized']])
    })

    it('ends the session if the new one is also refused, without asking again', async () => {
      const { call, heard } = clientOf(true, false)
      expect(await failed(call())).toBe(refusal)
      expect(heard).toEqual([asked, 'unauthorized'])
    })
  })

  it('that is public and refused with 401 does not end the session', async () => {
    const { client, heard } = clientThat(refusal)
    expect(await failed(client.call(userExist))).toBe(refusal)
    expect(heard).toEqual([])
  })

  it('ERR-02: whose answer breaks the contract fails here with the fallback text, not in a component', async () => {
    const { client } = clientThat({ blocked_pubkeys: 'none', count: 0 })
    expect(await failed(client.call(listBlockedPubkeys))).toMatchObject({
      code: 'answer',
      status: 200,
      message: 'An error occurred',
    })
  })

  it('AUTH-09: carries the token, the parameters and the query', async () => {
    const list = clientThat({ blocked_pubkeys: [], count: 0 })
    await list.client.call(listBlockedPubkeys, { query: { q: 'spam' } })
    const lift = clientThat({ message: 'ok' })
    await lift.client.call(unblockPubkey, { params: { pubkey: 'a'.repeat(64) } })
    expect([...list.sent, ...lift.sent]).toMatchObject([
      { method: 'GET', path: '/api/blocked-pubkeys?q=spam', token: 'secret' },
      { method: 'DELETE', path: `/api/blocked-pubkeys/${'a'.repeat(64)}`, token: 'secret' },
    ])
  })

  it('that is public carries no token', async () => {
    const { client, sent } = clientThat({ exists: true, allowSignup: false, setupTokenRequired: false, message: '' })
    expect(await client.call(userExist)).toMatchObject({ exists: true })
    expect(sent[0]?.token).toBeUndefined()
  })
})
