import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod/mini'
import { type Nip07, nostrSigner } from '../signers/nip07.ts'
import { httpAddressOf, type RelayAddress } from './relay-address.ts'
import { askRelay } from './relay-line.ts'
import type { RelayTell } from './relay-messages.ts'

export type RelayFailure =
  | Extract<RelayTell, { tell: 'failed' }>['code']
  | 'noSigner'
  | 'notSigned'
  | 'unauthorized'
  | 'forbidden'
  | 'notOffered'
  | 'refused'

export class RelayError extends Error {
  override readonly name = 'RelayError'
  readonly code: RelayFailure
  readonly words: string | undefined
  /** The key that signed. */
  readonly pubkey: string | undefined

  constructor(code: RelayFailure, { words, pubkey }: { words?: string | undefined; pubkey?: string | undefined } = {}) {
    super(code)
    this.code = code
    this.words = words
    this.pubkey = pubkey
  }
}

const text = z.optional(z.catch(z.string(), ''))
const aboutRelay = z.object({
  name: text,
  description: text,
  icon: text,
  software: text,
  version: text,
  supported_nips: z.optional(z.catch(z.array(z.unknown()), [])),
})
export type AboutRelay = z.infer<typeof aboutRelay>

interface Parts {
  readonly ask?: typeof askRelay
  readonly signer?: Nip07 | undefined
  readonly now?: () => number
}

/** What the relay says of itself (NIP-11). Throws RelayError. */
export async function readAbout(address: RelayAddress, { ask = askRelay }: Parts = {}): Promise<AboutRelay> {
  const answer = answered(await ask({ url: httpAddressOf(address) }))
  const parsed = aboutRelay.safeParse(jsonOf(answer.text))
  if (answer.status !== 200 || !parsed.success) throw new RelayError('notOffered')
  return parsed.data
}

/** Its methods for the signer's key. Throws RelayError. */
export async function readMethods(address: RelayAddress, parts?: Parts): Promise<string[]> {
  const result = z.array(z.unknown()).safeParse(await callRelay(address, 'supportedmethods', [], parts))
  if (!result.success) throw new RelayError('notOffered')
  return result.data.filter(name => typeof name === 'string').slice(0, 200)
}

/** One call of NIP-86, signed by NIP-98 with its payload. Throws RelayError. */
export async function callRelay(
  address: RelayAddress,
  method: string,
  params: readonly (string | number)[],
  { ask = askRelay, signer = nostrSigner(), now = Date.now }: Parts = {},
): Promise<unknown> {
  if (!signer) throw new RelayError('noSigner')
  const url = httpAddressOf(address)
  const body = JSON.stringify({ method, params })
  const event = {
    kind: 27_235,
    created_at: Math.floor(now() / 1000),
    content: '',
    tags: [
      ['u', url],
      ['method', 'POST'],
      ['payload', bytesToHex(sha256(utf8ToBytes(body)))],
      // Relays take each signed event once: two equal calls within a second are two.
      ['nonce', bytesToHex(randomBytes(8))],
    ],
  }
  const signed = await signer.signEvent(event).catch(() => {
    throw new RelayError('notSigned')
  })
  const authorization = `Nostr ${btoa(JSON.stringify(signed))}`
  return resultOf(answered(await ask({ url, call: { body, authorization } })), signed.pubkey)
}

type Answer = Extract<RelayTell, { tell: 'answer' }>

function answered(received: RelayTell): Answer {
  if (received.tell === 'failed') throw new RelayError(received.code)
  return received
}

const rpcAnswer = z.object({ result: z.optional(z.unknown()), error: z.optional(z.unknown()) })

function resultOf({ status, text: body }: Answer, pubkey: string): unknown {
  const parsed = rpcAnswer.safeParse(jsonOf(body))
  const { error, result } = parsed.success ? parsed.data : {}
  const words = typeof error === 'string' && error !== '' ? error.slice(0, 300) : undefined
  if (status === 401) throw new RelayError('unauthorized', { words, pubkey })
  if (status === 403) throw new RelayError('forbidden', { words, pubkey })
  if (words !== undefined) throw new RelayError('refused', { words, pubkey })
  if (status >= 300 || !parsed.success || result === undefined || result === null) throw new RelayError('notOffered')
  return result
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
