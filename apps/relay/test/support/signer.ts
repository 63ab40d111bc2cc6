import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'

/** An author with a new key who signs drafts. */
export function signer() {
  const secret = generateSecretKey()
  const now = () => Math.floor(Date.now() / 1000)
  return {
    pubkey: getPublicKey(secret),
    sign: (parts: { kind?: number; content?: string; tags?: string[][]; created_at?: number } = {}) => {
      const event = finalizeEvent({ kind: 1, content: '', tags: [], created_at: now(), ...parts }, secret)
      return JSON.parse(JSON.stringify(event)) as typeof event
    },
  }
}
