import { finalizeEvent } from 'nostr-tools/pure'
import type { Page } from 'playwright-core'
import type { OpenRelay, Operator } from './world.ts'

interface Session {
  readonly token: string
  readonly user: object
}

export async function callRelay(
  { adminUrl }: Pick<OpenRelay, 'adminUrl'>,
  path: string,
  { body, token, userAgent }: { readonly body?: object; readonly token?: string; readonly userAgent?: string } = {},
): Promise<never> {
  const answer = await fetch(adminUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as never
}

type Claimed = Pick<OpenRelay, 'adminUrl' | 'setupToken'>

export async function claimByCalls(relay: Claimed, operator: Operator): Promise<string> {
  const { pubkey: npub, password } = operator
  const { setupToken } = relay
  await callRelay(relay, '/signup', {
    body: { npub, password, confirmPassword: password, termOfUse: true, setupToken },
  })
  return (await signInByCalls(relay, operator)).token
}

export async function signInByCalls(
  relay: Pick<OpenRelay, 'adminUrl'>,
  operator: Operator,
  userAgent?: string,
): Promise<Session> {
  const { pubkey: npub, password, secretKey } = operator
  const { event } = (await callRelay(relay, '/login', {
    body: { npub, password },
    ...(userAgent && { userAgent }),
  })) as { event: Parameters<typeof finalizeEvent>[0] }
  const signed = finalizeEvent(event, secretKey)
  const body = { challenge: signed.content, signature: signed.sig, messageHash: signed.id, event: signed }
  return (await callRelay(relay, '/verify', { body, ...(userAgent && { userAgent }) })) as Session
}

/** Signs a browser in without loading the pages for it; leaves it where no console runs. */
export async function enter(page: Page, relay: Pick<OpenRelay, 'adminUrl'>, operator: Operator): Promise<void> {
  const { token, user } = await signInByCalls(relay, operator)
  await page.goto(new URL('/theme.js', relay.adminUrl).href)
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('accessToken', token)
      localStorage.setItem('user', user)
    },
    [token, JSON.stringify(user)] as const,
  )
}

/** The same on a fresh relay, for its first operator. */
export async function claimAndEnter(page: Page, relay: Claimed, operator: Operator): Promise<void> {
  await claimByCalls(relay, operator)
  await enter(page, relay, operator)
}
