import { BunkerSigner, createNostrConnectURI, parseBunkerInput } from 'nostr-tools/nip46'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { bytesToHex, hexToBytes } from 'nostr-tools/utils'
import { BunkerError, isApprovalUrl, isSafeRelay } from './address.ts'
import type { BunkerAsk, BunkerTell } from './messages.ts'
import type { BunkerSession } from './session.ts'

/** A worker, because its own content policy lets it reach relays, pages this server only (docs/decisions/138). */

type Answer = BunkerTell extends infer T ? (T extends unknown ? Omit<T, 'id'> : never) : never

const scope = globalThis as unknown as {
  postMessage(message: BunkerTell): void
  onmessage: ((message: MessageEvent<BunkerAsk & { id: number }>) => void) | null
}

const clientName = 'H.O.R.N.E.T.S Nostr Relay'
/** Requested in advance, so that the signer need not ask at each sign-in. */
const permissions = ['get_public_key', 'sign_event:1']
const answerMs = 60_000
/** Time for a person to find the phone, or to log in at the signer's page. */
const personMs = 300_000

/** The open connection, kept for the next signature. */
let line: { readonly session: BunkerSession; readonly signer: BunkerSigner } | undefined

/** The library has one listener per connection; the last caller is told. */
let onApproval: (url: string) => void = () => {}
const onauth = (url: string) => onApproval(url)

scope.onmessage = ({ data: { id, ...asked } }) => {
  const tell = (answer: Answer) => scope.postMessage({ id, ...answer } as BunkerTell)
  serve(asked, tell).catch(error => {
    const { code, words } = error instanceof BunkerError ? error : codeOf(error)
    tell({ tell: 'failed', code, ...(words && { words }) })
  })
}

async function serve(asked: BunkerAsk, tell: (answer: Answer) => void): Promise<void> {
  const patience = createPatience(tell)
  if (asked.ask === 'sign') {
    const signer = reopen(asked.session)
    return tell({ tell: 'signed', event: await patience.wait(signer.signEvent(asked.event)) })
  }
  const clientKey = generateSecretKey()
  const signer = await (asked.ask === 'connect' ? connect(asked, clientKey, patience) : offer(asked, clientKey, tell))
  const pubkey = await patience.wait(signer.getPublicKey())
  const { pubkey: signerKey, relays } = signer.bp
  const session = { clientKey: bytesToHex(clientKey), signer: signerKey, relays, pubkey }
  line = { session, signer }
  tell({ tell: 'connected', session })
}

async function connect(
  { address }: Extract<BunkerAsk, { ask: 'connect' }>,
  clientKey: Uint8Array,
  { wait }: Patience,
): Promise<BunkerSigner> {
  const pointer = await wait(parseBunkerInput(address.trim()))
  if (!pointer || pointer.relays.length === 0) throw new BunkerError('address')
  const relays = pointer.relays.filter(isSafeRelay)
  if (relays.length === 0) throw new BunkerError('relay')
  const signer = BunkerSigner.fromBunker(clientKey, { ...pointer, relays }, { onauth })
  await wait(signer.sendRequest('connect', [pointer.pubkey, pointer.secret ?? '', permissions.join(',')]))
  return signer
}

async function offer(
  { relay, origin }: Extract<BunkerAsk, { ask: 'offer' }>,
  clientKey: Uint8Array,
  tell: (answer: Answer) => void,
): Promise<BunkerSigner> {
  if (!isSafeRelay(relay)) throw new BunkerError('relay')
  const secret = bytesToHex(generateSecretKey()).slice(0, 32)
  const uri = createNostrConnectURI({
    clientPubkey: getPublicKey(clientKey),
    relays: [relay],
    secret,
    perms: permissions,
    name: clientName,
    url: origin,
  })
  tell({ tell: 'offer', uri })
  return within(personMs, BunkerSigner.fromURI(clientKey, uri, { onauth, skipSwitchRelays: true }, personMs))
}

function reopen(session: BunkerSession): BunkerSigner {
  if (line?.session.clientKey === session.clientKey) return line.signer
  const pointer = { pubkey: session.signer, relays: session.relays.filter(isSafeRelay), secret: null }
  const signer = BunkerSigner.fromBunker(hexToBytes(session.clientKey), pointer, { onauth })
  line = { session, signer }
  return signer
}

interface Patience {
  /** Waits for a machine's answer; longer once the signer waits for a person. */
  wait<T>(answer: Promise<T>): Promise<T>
}

function createPatience(tell: (answer: Answer) => void): Patience {
  let isPerson = false
  onApproval = url => {
    isPerson = true
    if (isApprovalUrl(url)) tell({ tell: 'approval', url })
  }
  return {
    wait: answer =>
      within(answerMs, answer).catch(error => {
        if (!isPerson || !(error instanceof BunkerError) || error.code !== 'timeout') throw error
        return within(personMs - answerMs, answer)
      }),
  }
}

function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BunkerError('timeout')), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The library throws refusals as strings, and network errors of many kinds. */
function codeOf(error: unknown): Pick<BunkerError, 'code' | 'words'> {
  if (typeof error === 'string') return { code: 'refused', words: error.slice(0, 200) }
  if (error instanceof Error && error.message.includes('improperly signed')) {
    return { code: 'signature', words: undefined }
  }
  return { code: 'unreachable', words: undefined }
}
