import { general } from '@hornets/contract/admin/settings'
import { publicKeyOf } from '../nostr-keys.ts'
import type { RelayIdentity } from '../policy/relay-identity.ts'
import type { Settings } from '../settings/settings.ts'
import { hostOf } from './relay-names.ts'

/**
 * The relay's key as the settings have it now, and its public addresses. A loopback address is none of them: somebody's
 * request to a relay on their own machine is not meant for this one.
 */
export function ownIdentity(settings: Pick<Settings, 'get'>, addresses: () => readonly string[]): RelayIdentity {
  const known = { secret: '', pubkey: '' }
  return {
    pubkey() {
      const secret = settings.get(general).private_key
      if (secret !== known.secret) Object.assign(known, { secret, pubkey: publicKeyOf(secret) })
      return known.pubkey
    },
    isNamed(address) {
      const host = hostOf(address)
      return host !== null && addresses().some(own => hostOf(own) === host)
    },
  }
}
