import { login, verify } from '@hornets/contract/admin/accounts/auth'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/calls/api-error.ts'
import { openClient } from '../../../api/calls/open-api.ts'
import type { RequestFacts, send } from '../../../api/calls/transport.ts'
import { type SignInStep, signIn } from '../../../api/session/sign-in.ts'
import type { Nip07 } from '../../../api/signers/nip07.ts'
import { readAccount } from './account.ts'

const npub = 'a'.repeat(64)
const event = { kind: 1 as const, pubkey: npub, created_at: 1, tags: [], content: 'challenge' }
const signed = { ...event, id: 'b'.repeat(64), sig: 'c'.repeat(128) }
const blank = { imgUrl: '', userName: '', sex: '', birthday: '', lang: '', country: '', city: '', address1: '' }
const user = {
  id: '1',
  npub,
  role: 'owner',
  firstName: 'Ada',
  lastName: 'Lovelace',
  zipcode: '',
  website: '',
  ...blank,
  email: { name: '', verified: false },
  phone: { number: '', verified: false },
  socials: { twitter: '', facebook: '', linkedin: '' },
}
const session = { token: 'token', user }

interface Attempt {
  readonly loggedIn?: unknown
  readonly verified?: unknown
  readonly extension?: Nip07 | undefined
  readonly signal?: AbortSignal
}

function attempt(given: Attempt = {}) {
  const { loggedIn, verified, extension, signal } = {
    loggedIn: { event },
    verified: session,
    extension: signer,
    ...given,
  }
  const sent: RequestFacts[] = []
  const steps: SignInStep[] = []
  const request: typeof send = async facts => {
    sent.push(facts)
    const answer = facts.path === login.path ? loggedIn : verified
    if (answer instanceof Error) throw answer
    return answer
  }
  const result = signIn(npub, ' Pass Word ', {
    client: openClient(request),
    extension,
    onStep: step => steps.push(step),
    ...(signal && { signal }),
  })
  return { result, sent, steps }
}

let asked: unknown
const signer: Nip07 = {
  getPublicKey: async () => npub,
  signEvent: async unsigned => {
    asked = unsigned
    return signed
  },
}
const refusal = (status: number, message: string, spoken: boolean) =>
  new ApiError({ status, code: 'unauthorized', message, spoken })

describe('signing in (API-02, API-03)', () => {
  it('names a signature by another key than the chosen one as that, and does not send it (FAMILY-26, SIGN-06)', async () => {
    const other = { ...signer, signEvent: async () => ({ ...signed, pubkey: 'd'.repeat(64) }) }
    const { result, sent } = attempt({ extension: other })
    await expect(result).rejects.toThrow('Another key signed than the one you chose')
    expect(sent.map(({ path }) => path)).toEqual([login.path])
  })

  it('AUTH-21: without an extension fails before any call', async () => {
    const { result, sent } = attempt({ extension: undefined })
    await expect(result).rejects.toThrow('Nostr extension is not available')
    expect(sent).toEqual([])
  })

  it('AUTH-22: shows what the server says', async () => {
    const { result } = attempt({ loggedIn: refusal(401, 'Invalid npub or password', true) })
    await expect(result).rejects.toThrow('Invalid npub or password')
  })

  it('AUTH-60: has a text for a refusal without one', async () => {
    const unspoken = refusal(401, 'Network response was not ok (status: 401)', false)
    for (const step of ['loggedIn', 'verified'])
      await expect(attempt({ [step]: unspoken }).result).rejects.toThrow('Invalid Credentials')
  })

  it('says so when the extension does not sign, and sends nothing more', async () => {
    const extension = { ...signer, signEvent: () => Promise.reject(new Error('User rejected')) }
    const { result, sent } = attempt({ extension })
    await expect(result).rejects.toThrow('The extension did not sign. You are not signed in.')
    expect(sent).toHaveLength(1)
  })

  it('AUTH-16: stops waiting for a signature when cancelled, and sends nothing more', async () => {
    const cancelling = new AbortController()
    const extension = {
      ...signer,
      signEvent: () => {
        queueMicrotask(() => cancelling.abort())
        return new Promise<never>(() => {})
      },
    }
    const { result, sent } = attempt({ extension, signal: cancelling.signal })
    await expect(result).rejects.toThrow('aborted')
    expect(sent).toHaveLength(1)
  })

  it('asks no extension if it is cancelled while the server is asked', async () => {
    const cancelling = new AbortController()
    const { result, sent, steps } = attempt({ signal: cancelling.signal })
    cancelling.abort()
    await expect(result).rejects.toThrow('aborted')
    expect([sent.length, steps]).toEqual([1, ['checking']])
  })

  it.each([undefined, {}, { token: 'token' }, { user: session.user }])(
    'AUTH-19: fails when verify answers %j',
    async verified => {
      const { result } = attempt({ verified })
      await expect(result).rejects.toThrow('Login failed: Missing token or user data')
    },
  )

  it('AUTH-16, AUTH-17, SIGN-04: signs the event exactly as it came and sends what the contract asks for', async () => {
    const { result, sent, steps } = attempt()
    await expect(result).resolves.toEqual(session)
    expect(asked).toEqual(event)
    expect(steps).toEqual(['checking', 'signing', 'verifying'])
    expect(sent.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/login'],
      ['POST', '/verify'],
    ])
    expect(login.body.safeParse(sent[0]?.body).success).toBe(true)
    expect(sent[0]?.body).toEqual({ npub, password: ' Pass Word ' })
    expect(verify.body.parse(sent[1]?.body)).toEqual({
      challenge: 'challenge',
      signature: signed.sig,
      messageHash: signed.id,
      event: signed,
    })
  })
})

describe('AUTH-30, API-06: existence of an account', () => {
  it.each([
    ['no answer', async () => Promise.reject(new ApiError({ status: 0, code: 'network', message: '' }))],
    [
      'an error of the server',
      async () => Promise.reject(new ApiError({ status: 500, code: 'internal', message: '' })),
    ],
    ['a refusal', async () => Promise.reject(new ApiError({ status: 403, code: 'forbidden', message: '' }))],
    ['an answer of another shape', async () => ({ ok: true })],
    ['an empty answer', async () => undefined],
  ])('is false after %s, and nothing is concluded from it', async (_, request) => {
    expect(await readAccount(openClient(request))).toMatchObject({ answered: false, exists: false, allowSignup: false })
  })

  it('is asked as the contract says; a server that tells less is understood', async () => {
    const asked: RequestFacts[] = []
    const client = openClient(async facts => {
      asked.push(facts)
      return { exists: asked.length > 1 }
    })
    const account = await readAccount(client)
    expect(asked).toMatchObject([{ method: 'GET', path: '/user-exist' }])
    expect(account).toEqual({ answered: true, exists: false, allowSignup: true, setupTokenRequired: false })
    expect(await readAccount(client)).toMatchObject({ answered: true, exists: true, allowSignup: false })
  })
})

describe('SIGN-10: two-factor', () => {
  it('gives a ticket for the third step, and nothing else', async () => {
    const { result } = attempt({ verified: { ticket: 'ticket', twoFactorRequired: true } })
    await expect(result).resolves.toEqual({ ticket: 'ticket' })
  })
})
