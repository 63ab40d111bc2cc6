import { finalizeEvent } from 'nostr-tools/pure'
import type { Operator, RelayProcess } from './world.ts'

export async function callRelay(
  { adminUrl }: Pick<RelayProcess, 'adminUrl'>,
  path: string,
  { body, token }: { readonly body?: object; readonly token?: string } = {},
): Promise<never> {
  const answer = await fetch(adminUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as never
}

export async function claimByCalls(relay: RelayProcess, operator: Operator): Promise<string> {
  const { pubkey: npub, password, secretKey } = operator
  const { setupToken } = relay
  await callRelay(relay, '/signup', {
    body: { npub, password, confirmPassword: password, termOfUse: true, setupToken },
  })
  const { event } = (await callRelay(relay, '/login', { body: { npub, password } })) as {
    event: Parameters<typeof finalizeEvent>[0]
  }
  const signed = finalizeEvent(event, secretKey)
  const body = { challenge: signed.content, signature: signed.sig, messageHash: signed.id, event: signed }
  return ((await callRelay(relay, '/verify', { body })) as { token: string }).token
}
