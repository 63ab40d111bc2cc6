import type { NostrEvent } from '@hornets/contract'
import { lookAtOldServer, signInAtOldServer } from '@hornets/contract/admin/events/moves'
import { api } from '../../../api/calls/api.ts'
import { nostrSigner, signerMissingText } from '../../../api/signers/nip07.ts'

export interface OldServerAddress {
  readonly url: string
  /** Empty: it is looked for. */
  readonly relay: string
  readonly npub: string
  readonly password: string
}

export type SignInThereStep = 'checking' | 'signing' | 'looking'

/** Signs in at the old server through this relay, and says what is there. Throws an Error for the user. */
export async function signInThere(
  { url, relay, npub, password }: OldServerAddress,
  onStep: (step: SignInThereStep) => void,
  signal: AbortSignal,
) {
  const signer = nostrSigner()
  if (!signer) throw new Error(signerMissingText)
  onStep('checking')
  const { event } = await api.call(signInAtOldServer, { body: { url, npub, password } })
  signal.throwIfAborted()
  onStep('signing')
  const signed = await Promise.race([signer.signEvent(event).catch(notSigned), aborted(signal)])
  if (signed.pubkey !== event.pubkey) throw new Error('Another key signed than the one you chose')
  onStep('looking')
  return api.call(lookAtOldServer, { body: { url, event: plain(signed), ...(relay !== '' && { relay }) } })
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

function notSigned(cause: unknown): never {
  throw new Error('The extension did not sign. You are not signed in.', { cause })
}

/** Extensions add members of their own. */
const plain = ({ id, pubkey, created_at, kind, tags, content, sig }: NostrEvent): NostrEvent => ({
  id,
  pubkey,
  created_at,
  kind,
  tags,
  content,
  sig,
})
