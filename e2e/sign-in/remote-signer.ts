import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44'
import { type Event, type EventTemplate, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { Relay } from 'nostr-tools/relay'

const nostrConnect = 24133

interface Request {
  readonly id: string
  readonly method: string
  readonly params: readonly string[]
}

/** What the signer does with the next signing request. */
export type Mood =
  | { readonly kind: 'signs' }
  | { readonly kind: 'refuses' }
  | { readonly kind: 'asks'; readonly url: string }

export interface RemoteSigner {
  /** `bunker://…`, as the user copies it. */
  readonly address: string
  readonly asked: string[]
  mood: Mood
  approve(): void
  scan(uri: string): Promise<void>
  close(): void
}

/** A NIP-46 signer over a real relay, for clients that know its secret or were scanned. */
export async function openRemoteSigner(relayUrl: string, userKey: Uint8Array): Promise<RemoteSigner> {
  const relay = await Relay.connect(relayUrl)
  const ownKey = generateSecretKey()
  const secret = 'once-only-secret'
  const known = new Set<string>()
  let approval = Promise.withResolvers<void>()

  const send = (to: string, answer: object) =>
    relay.publish(
      finalizeEvent(
        {
          kind: nostrConnect,
          created_at: Math.floor(Date.now() / 1000),
          tags: [['p', to]],
          content: encrypt(JSON.stringify(answer), getConversationKey(ownKey, to)),
        },
        ownKey,
      ),
    )

  const answer = ({ method, params }: Request, from: string): { result?: string; error?: string } => {
    if (method === 'connect' && params[1] === secret) {
      known.add(from)
      return { result: 'ack' }
    }
    if (!known.has(from)) return { error: 'I do not know you' }
    if (method === 'get_public_key') return { result: getPublicKey(userKey) }
    if (method === 'sign_event') {
      const template = JSON.parse(params[0] as string) as EventTemplate
      return { result: JSON.stringify(finalizeEvent(template, userKey)) }
    }
    return { error: `no method ${method}` }
  }

  const signer: RemoteSigner = {
    address: `bunker://${getPublicKey(ownKey)}?relay=${encodeURIComponent(relayUrl)}&secret=${secret}`,
    asked: [],
    mood: { kind: 'signs' },
    approve: () => approval.resolve(),
    scan: async uri => {
      const { host, searchParams } = new URL(uri.replace('nostrconnect:', 'http:'))
      known.add(host)
      await send(host, { id: 'offer', result: searchParams.get('secret') })
    },
    close: () => relay.close(),
  }

  const hear = async (event: Event) => {
    const request = JSON.parse(decrypt(event.content, getConversationKey(ownKey, event.pubkey))) as Request
    signer.asked.push(request.method)
    const { id } = request
    const { mood } = signer
    if (request.method === 'sign_event' && mood.kind === 'refuses') {
      return void (await send(event.pubkey, { id, result: '', error: 'the user said no' }))
    }
    if (request.method === 'sign_event' && mood.kind === 'asks') {
      // The user may approve before the relay acknowledges our answer.
      approval = Promise.withResolvers()
      await send(event.pubkey, { id, result: 'auth_url', error: mood.url })
      await approval.promise
    }
    await send(event.pubkey, { id, ...answer(request, event.pubkey) })
  }
  relay.subscribe([{ kinds: [nostrConnect], '#p': [getPublicKey(ownKey)] }], {
    // Failures here show on the waiting page; a closed relay owes no answer.
    onevent: event => void hear(event).catch(() => undefined),
  })
  return signer
}
