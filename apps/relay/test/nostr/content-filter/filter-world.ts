import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { signEvent } from '../../../src/demo/history/signed-event.ts'
import { type RelayOptions, startRelay } from '../../harness.ts'
import { RawClient } from '../../support/raw-client.ts'

export interface Parts {
  readonly kind?: number
  readonly content?: string
  readonly tags?: string[][]
  readonly created_at?: number
}

export async function startFilterWorld(options: RelayOptions = {}) {
  const clock = { aheadMs: 0, now: (): number => Date.now() + clock.aheadMs }
  const relay = await startRelay({ now: clock.now, ...options })
  const { token } = await relay.signedIn()
  const clients: RawClient[] = []
  let made = 0

  async function save(path: string, body: Record<string, unknown>) {
    const { status, body: answer } = await relay.call(`/api/settings/${path}`, { token, body })
    if (status !== 200) throw new Error(JSON.stringify(answer))
  }
  async function connect() {
    const client = await RawClient.connect(relay.publicUrl)
    clients.push(client)
    return client
  }
  const author = await connect()

  function person() {
    const secret = generateSecretKey()
    const pubkey = getPublicKey(secret)
    const sign = (parts: Parts) => {
      const created_at = Math.floor(clock.now() / 1000) - 1000 + made++
      return signEvent({ kind: 1, content: '', tags: [], created_at, ...parts }, { secretKey: secret, pubkey })
    }
    const publish = async (parts: Parts) => {
      const event = sign(parts)
      const { accepted, message } = await author.publish(event)
      if (!accepted) throw new Error(message)
      return event.id
    }
    const signIn = async (client?: RawClient) => {
      client ??= await connect()
      const [, challenge] = await client.hear('AUTH')
      const tags = [
        ['challenge', String(challenge)],
        ['relay', relay.publicUrl],
      ]
      const created_at = Math.floor(clock.now() / 1000)
      const event = finalizeEvent({ kind: 22_242, content: '', tags, created_at }, secret)
      client.say('AUTH', event)
      const [, , accepted, message] = await client.hear('OK', event.id)
      if (!accepted) throw new Error(String(message))
      return client
    }
    return {
      pubkey,
      sign,
      publish,
      signIn,
      prefer: (instructions: string, muted = '') =>
        publish({
          kind: 10_010,
          content: instructions,
          tags: [['enabled', 'true'], ...(muted ? [['mute', muted]] : [])],
        }),
    }
  }

  return {
    relay,
    clock,
    token,
    save,
    connect,
    person,
    async set(values: { filter?: object; ollama?: object; feeder?: object }) {
      if (values.filter) await save('content_filter', { content_filter: values.filter })
      if (values.ollama) await save('ollama', { ollama: values.ollama })
      if (values.feeder) await save('nest_feeder', { nest_feeder: values.feeder })
    },
    async close() {
      for (const client of clients) client.socket.terminate()
      await relay.close()
    },
  }
}
export type FilterWorld = Awaited<ReturnType<typeof startFilterWorld>>
