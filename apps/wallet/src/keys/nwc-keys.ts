import * as nip04 from 'nostr-tools/nip04'
import * as nip44 from 'nostr-tools/nip44'
import { finalizeEvent, getPublicKey, type VerifiedEvent } from 'nostr-tools/pure'

export const nwcEncryptions = ['nip44_v2', 'nip04'] as const
export type NwcEncryption = (typeof nwcEncryptions)[number]

/** The unlocked key of a Nostr Wallet Connect connection (NIP-47). */
export class NwcKeys {
  readonly pubkey: string
  readonly service: string
  readonly #secret: Uint8Array
  readonly #conversation: Uint8Array

  /** @param secret 32 bytes, overwritten by `forget` @param service public key of the wallet service, hex */
  constructor(secret: Uint8Array, service: string) {
    this.#secret = secret
    this.service = service
    this.pubkey = getPublicKey(secret)
    this.#conversation = nip44.getConversationKey(secret, service)
  }

  /** A signed request to the wallet service. @param createdAt seconds */
  request(
    text: string,
    by: NwcEncryption,
    { createdAt, expiresAt }: { createdAt: number; expiresAt: number },
  ): VerifiedEvent {
    const isNew = by === 'nip44_v2'
    const content = isNew ? nip44.encrypt(text, this.#conversation) : nip04.encrypt(this.#secret, this.service, text)
    const tags = [['p', this.service], ...(isNew ? [['encryption', by]] : []), ['expiration', String(expiresAt)]]
    return finalizeEvent({ kind: 23_194, created_at: createdAt, tags, content }, this.#secret)
  }

  /** For a relay that requires authentication (NIP-42). */
  authenticate(challenge: string, { relayUrl, now }: { relayUrl: string; now: () => number }): VerifiedEvent {
    const tags = [
      ['relay', relayUrl],
      ['challenge', challenge],
    ]
    return finalizeEvent({ kind: 22_242, created_at: Math.floor(now() / 1000), tags, content: '' }, this.#secret)
  }

  /** Throws if this key cannot decrypt it. */
  decrypt(content: string, by: NwcEncryption): string {
    if (content.length > 131_072) throw new Error(`expected at most 131072 characters, got ${content.length}`)
    return by === 'nip44_v2'
      ? nip44.decrypt(content, this.#conversation)
      : nip04.decrypt(this.#secret, this.service, content)
  }

  forget(): void {
    this.#secret.fill(0)
    this.#conversation.fill(0)
  }
}
