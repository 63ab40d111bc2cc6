import { createHash } from 'node:crypto'
import { finalizeEvent, type NostrEvent } from 'nostr-tools'
import { readConfig } from '../../../src/config.ts'
import { type Operator, type RelayOptions, startRelay } from '../../harness.ts'
import { encode } from '../../media/media-world.ts'
import { RawClient } from '../../support/raw-client.ts'

export async function openAccessWorld(options: RelayOptions = {}) {
  const clock = { now: Date.now() }
  const { trustedProxies } = readConfig({ DATA_DIR: '/nowhere', TRUST_PROXY: '127.0.0.1' })
  const relay = await startRelay({ now: () => clock.now, config: { trustedProxies }, ...options })
  const { token, operator: owner } = await relay.signedIn()
  const httpUrl = relay.publicUrl.replace('ws', 'http')
  let sent = 0

  const add = async (list: string, ...given: object[]) =>
    (await relay.call(`/api/access/${list}`, { token, body: { entries: given } })).body
  const entries = async (list: string, query = '') => (await relay.call(`/api/access/${list}${query}`, { token })).body
  const remove = async (list: string, values: string[]) =>
    (await relay.call(`/api/access/${list}`, { token, method: 'DELETE', body: { values } })).body
  const save = (access: object) => relay.call('/api/access', { token, body: { access } })

  function signed(author: Operator, draft: Partial<NostrEvent> = {}): NostrEvent {
    const created_at = Math.floor(clock.now / 1000)
    const template = { kind: 1, tags: [], content: `note ${++sent}`, created_at, ...draft }
    const event = finalizeEvent(template, author.secretKey)
    return JSON.parse(JSON.stringify(event))
  }
  const from = (address: string) => RawClient.connect(relay.publicUrl, { 'x-forwarded-for': address })
  const connect = () => from('198.51.100.7')

  return {
    clock,
    relay,
    token,
    owner,
    httpUrl,
    add,
    entries,
    remove,
    save,
    signed,
    from,
    connect,
    async answerTo(event: NostrEvent, client?: RawClient): Promise<string> {
      const line = client ?? (await connect())
      const { accepted, message } = await line.publish(event)
      if (!client) line.close()
      return accepted ? 'taken' : message
    },
    async signIn(client: RawClient, by: Operator) {
      const tags = [
        ['relay', relay.publicUrl],
        ['challenge', await client.challenge()],
      ]
      const event = signed(by, { kind: 22_242, content: '', tags })
      client.say('AUTH', event)
      return client.hear('OK', event.id)
    },
    /** The status of the answer and its reason. */
    async upload(by: Operator, text: string, address = '198.51.100.7') {
      const expiration = ['expiration', String(Math.floor(clock.now / 1000) + 60)]
      const file = ['x', createHash('sha256').update(text).digest('hex')]
      const permission = signed(by, { kind: 24_242, content: 'file', tags: [['t', 'upload'], expiration, file] })
      const answer = await fetch(`${httpUrl}/upload`, {
        method: 'PUT',
        body: text,
        headers: { authorization: encode(permission), 'content-type': 'text/plain', 'x-forwarded-for': address },
      })
      return [answer.status, answer.headers.get('x-reason')]
    },
    async limitation(): Promise<object> {
      const document = await (await fetch(httpUrl, { headers: { accept: 'application/nostr+json' } })).json()
      return (document as { limitation: object }).limitation
    },
    async reset() {
      await save({ ...everyone, created_at_future_seconds: 900 })
      for (const list of ['allowed-pubkeys', 'words', 'addresses']) {
        const values = (await entries(list)).entries.map(({ value }: { value: string }) => value)
        if (values.length > 0) await remove(list, values)
      }
    },
  }
}

export const everyone = { write: 'everyone', read: 'everyone', min_pow: 0, created_at_past_seconds: 0 }
