import { exportLabels } from '@hornets/contract/wallet/addresses'
import { getFees } from '@hornets/contract/wallet/fees'
import { health } from '@hornets/contract/wallet/set-up'
import { makeTransaction } from '@hornets/contract/wallet/spending'
import { describe, expect, it } from 'vitest'
import type { Nip07 } from '../../signers/nip07.ts'
import { ApiError } from '../api-error.ts'
import type { RequestFacts } from '../transport.ts'
import { createWalletClient } from './wallet-client.ts'

const fees = { low: 3, med: 4, high: 5, source: 'default', minimum: 1 }
const challenge = { kind: 1, pubkey: 'a'.repeat(64), created_at: 1, tags: [], content: 'sign me' }
const refusal = (message: string, status = 401) =>
  new ApiError({ status, code: status === 401 ? 'unauthorized' : 'internal', message, spoken: true })

function walletThat(
  answers: Record<string, unknown[]>,
  stored: string | null = null,
  onSigning?: Parameters<typeof createWalletClient>[0]['onSigning'],
) {
  const sent: RequestFacts[] = []
  const signed: unknown[] = []
  let kept = stored
  let expired = 0
  const extension = {
    signEvent: async event => {
      signed.push(event)
      return { ...event, id: 'b'.repeat(64), sig: 'c'.repeat(128) }
    },
  } as Pick<Nip07, 'signEvent'> as Nip07
  const parts = { extension: () => extension as Nip07 | undefined, adminToken: 'admin' as string | undefined }
  const client = createWalletClient({
    token: () => kept,
    keepToken: token => {
      kept = token
    },
    extension: () => parts.extension(),
    adminToken: () => parts.adminToken,
    pubkey: () => undefined,
    ...(onSigning && { onSigning }),
    onExpired: () => {
      expired += 1
    },
    send: async request => {
      sent.push(request)
      const list = answers[request.path] ?? []
      const answer = list.length > 1 ? list.shift() : list[0]
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { client, sent, signed, parts, token: () => kept, expired: () => expired, paths: () => sent.map(s => s.path) }
}
const signInAnswers = { '/wallet/challenge': [challenge], '/wallet/verify': [{ token: 'fresh' }] }
const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the sign-in of the wallet', () => {
  it('WALLET-17: without an extension says so, and makes no call', async () => {
    const { client, parts, sent } = walletThat(signInAnswers)
    parts.extension = () => undefined
    expect(await failed(client.call(getFees))).toMatchObject({ message: 'Nostr extension is not available' })
    expect(sent).toEqual([])
  })

  it.each([
    ['the challenge is none', { ...signInAnswers, '/wallet/challenge': [{}] }],
    ['the wallet refuses the signature', { ...signInAnswers, '/wallet/verify': [refusal('no')] }],
    ['the wallet fails', { ...signInAnswers, '/wallet/verify': [refusal('oops', 500)] }],
  ])('WALLET-21: fails when %s', async (_, answers) => {
    const { client, token } = walletThat(answers)
    expect(await failed(client.call(getFees))).toMatchObject({ message: 'Wallet authentication failed' })
    expect(token()).toBeNull()
  })

  it('says that it waits for the signature, and ends the wait when the user cancels it', async () => {
    const waits: { readonly ended: AbortSignal; readonly cancel: () => void }[] = []
    const { client, parts, paths, token } = walletThat({ ...signInAnswers }, null, wait => waits.push(wait))
    parts.extension = () => ({ signEvent: () => new Promise(() => {}) }) as unknown as Nip07
    const call = failed(client.call(getFees))
    await expect.poll(() => waits.length).toBe(1)
    expect(waits[0]?.ended.aborted).toBe(false)
    waits[0]?.cancel()
    expect(await call).toMatchObject({ message: expect.stringContaining('Nothing was paid') })
    expect([waits[0]?.ended.aborted, token(), paths()]).toEqual([true, null, ['/wallet/challenge']])
  })

  it('WALLET-21: says that nothing was paid when the extension does not sign', async () => {
    const { client, parts, token } = walletThat({ ...signInAnswers })
    parts.extension = () => ({ signEvent: () => Promise.reject(new Error('no')) }) as unknown as Nip07
    expect(await failed(client.call(getFees))).toMatchObject({
      message: expect.stringMatching(/^Wallet authentication failed: your extension did not sign. Nothing was paid./),
    })
    expect(token()).toBeNull()
  })

  it('reports an unreachable wallet rather than a failed sign-in', async () => {
    const silence = new ApiError({ status: 0, code: 'network', message: 'The server is not responding' })
    const { client } = walletThat({ '/wallet/challenge': [silence] })
    expect(await failed(client.call(getFees))).toBe(silence)
  })

  it('WALLET-15, WALLET-16, WAPI-07, R-88: comes with the first call that needs it, and its token is kept', async () => {
    const { client, sent, signed, token } = walletThat({ ...signInAnswers, '/wallet/fees': [fees] })
    expect(await client.call(getFees)).toEqual(fees)
    expect(signed).toEqual([challenge])
    expect(sent.map(({ method, path, token }) => [method, path, token])).toEqual([
      ['GET', '/wallet/challenge', undefined],
      ['POST', '/wallet/verify', undefined],
      ['GET', '/wallet/fees', 'fresh'],
    ])
    expect(JSON.stringify(sent)).not.toContain('Bearer admin')
    expect(sent[1]?.body).toMatchObject({
      challenge: 'sign me',
      signature: 'c'.repeat(128),
      messageHash: 'b'.repeat(64),
      event: { content: 'sign me', sig: 'c'.repeat(128) },
    })
    expect(token()).toBe('fresh')
  })

  it('WALLET-16: completes a challenge that is its content alone', async () => {
    const { client, signed } = walletThat({
      ...signInAnswers,
      '/wallet/challenge': [{ content: 'x' }],
      '/wallet/fees': [fees],
    })
    await client.call(getFees)
    expect(signed).toMatchObject([{ kind: 1, tags: [], content: 'x', created_at: expect.any(Number) }])
  })

  it('asks the extension once for calls that come together', async () => {
    const { client, signed } = walletThat({ ...signInAnswers, '/wallet/fees': [fees] })
    await Promise.all([client.call(getFees), client.call(getFees), client.call(getFees)])
    expect(signed).toHaveLength(1)
  })
})

describe('a wallet call refused with 401', () => {
  it.each(['Token expired', 'Unauthorized: Invalid token', '401: Token expired, sign in'])(
    'WALLET-19, WALLET-20: %s: signs in again, once, and does it then',
    async text => {
      const { client, paths, token, expired } = walletThat(
        { ...signInAnswers, '/wallet/fees': [refusal(text), fees] },
        'old',
      )
      expect(await client.call(getFees)).toEqual(fees)
      expect(paths()).toEqual(['/wallet/fees', '/wallet/challenge', '/wallet/verify', '/wallet/fees'])
      expect([token(), expired()]).toEqual(['fresh', 1])
      const answers = { ...signInAnswers, '/wallet/verify': [refusal('no')], '/wallet/fees': [refusal(text)] }
      const refused = walletThat(answers, 'old')
      await failed(refused.client.call(getFees))
      expect(refused.token()).toBeNull()
    },
  )

  it('R-68: stops when a new token expires immediately', async () => {
    const { client, paths, token } = walletThat({ ...signInAnswers, '/wallet/fees': [refusal('Token expired')] }, 'old')
    expect(await failed(client.call(getFees))).toMatchObject({ message: 'Wallet authentication failed' })
    expect(paths().filter(path => path === '/wallet/fees')).toHaveLength(2)
    expect(token()).toBeNull()
  })

  it('WALLET-21: for another reason does not sign in again', async () => {
    const { client, paths } = walletThat(
      { '/wallet/fees': [refusal('Unauthorized: Authorization header missing')] },
      'x',
    )
    expect(await failed(client.call(getFees))).toMatchObject({ message: 'Wallet authentication failed' })
    expect(paths()).toEqual(['/wallet/fees'])
  })
})

it('does not ask the extension for background calls', async () => {
  const { client, paths } = walletThat({ ...signInAnswers, '/wallet/fees': [refusal('Token expired')] }, 'old')
  expect(await failed(client.call(getFees, { quiet: true }))).toMatchObject({ status: 401 })
  expect(paths()).toEqual(['/wallet/fees'])
})

it('how the wallet is can be asked without a sign-in', async () => {
  const answer = {
    status: 'ok',
    network: 'regtest',
    chain_source: 'bitcoind',
    tip_height: 1,
    synced: true,
    wallet: 'none',
    message: '',
  }
  const { client, sent } = walletThat({ '/wallet/health': [answer] }, 'secret')
  expect(await client.call(health)).toEqual(answer)
  expect(sent.map(({ token }) => token)).toEqual([undefined])
})

it("WAPI-06: sends the intention's key again after signing in", async () => {
  const answer = { txid: 'd'.repeat(64), status: 'success', message: '' }
  const { client, sent } = walletThat(
    { ...signInAnswers, '/wallet/transaction': [refusal('Token expired'), answer] },
    'old',
  )
  const body = { choice: 2, original_tx_id: 'd'.repeat(64), new_fee_rate: 9 } as const
  await client.call(makeTransaction, { body, idempotencyKey: 'one' })
  const posts = sent.filter(({ path }) => path === '/wallet/transaction')
  const headers = { 'idempotency-key': 'one', 'x-admin-authorization': 'Bearer admin' }
  expect(posts.map(({ headers }) => headers)).toEqual([headers, headers])
})

it("WAPI-07: asks for a text with the wallet's own token", async () => {
  const { client, sent } = walletThat({ '/wallet/labels/export': ['labels'] }, 'own')
  for (const quiet of [true, false]) expect(await client.text(exportLabels, { quiet })).toBe('labels')
  expect(sent.map(({ token }) => token)).toEqual(['own', 'own'])
  expect(JSON.stringify(sent)).not.toContain('admin')
})

it('WAPI-07: sends a wallet at another address no token of the console', async () => {
  const { client, sent, parts } = walletThat(
    { '/wallet/transaction': [{ txid: 'd'.repeat(64), status: 'success', message: '' }] },
    'own',
  )
  parts.adminToken = undefined
  const body = { choice: 2, original_tx_id: 'd'.repeat(64), new_fee_rate: 9 } as const
  await client.call(makeTransaction, { body, idempotencyKey: 'one' })
  expect(sent.map(({ headers, token }) => [headers, token])).toEqual([[{ 'idempotency-key': 'one' }, 'own']])
})
