import { publicKeyOf } from '../../keys/nostr-keys.ts'
import type { RelayIdentity } from '../../policy/relay-identity.ts'
import type { Settings } from '../../settings/settings.ts'
import { hostOf } from './relay-names.ts'

/** Without loopback: a request to a relay on somebody's own machine is not meant for this one. */
export function ownIdentity(settings: Pick<Settings, 'relayKey'>, addresses: () => readonly string[]): RelayIdentity {
  const known = { secret: new Uint8Array(), pubkey: '' }
  return {
    pubkey() {
      const secret = settings.relayKey()
      if (secret !== known.secret) Object.assign(known, { secret, pubkey: publicKeyOf(secret) })
      return known.pubkey
    },
    isNamed(address) {
      const host = hostOf(address)
      return host !== null && addresses().some(own => hostOf(own) === host)
    },
  }
}
