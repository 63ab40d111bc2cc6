import { generateSecretKey, getPublicKey } from 'nostr-tools'
import { type Draft, signEvent } from '../../src/demo/history/signed-event.ts'

/** An author with a new key who signs drafts, natively: ten times as fast as JavaScript. */
export function signer() {
  const secretKey = generateSecretKey()
  const pubkey = getPublicKey(secretKey)
  const now = () => Math.floor(Date.now() / 1000)
  return {
    pubkey,
    sign: (parts: Partial<Draft> = {}) =>
      signEvent({ kind: 1, content: '', tags: [], created_at: now(), ...parts }, { secretKey, pubkey }),
  }
}
