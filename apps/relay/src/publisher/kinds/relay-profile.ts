import { supportedNips } from '@hornets/contract'
import type { PublishedKind } from '../published-kind.ts'
import { soldTiers } from '../sold-tiers.ts'

/** What kind 411 says, under its number since 2025-07, with the relay's profile. */
export const published: PublishedKind = {
  kind: 10_411,
  name: 'subscription tiers and profile',
  readers: 'everyone',
  says: {
    after: ['relay_settings', 'settings'],
    compose: ({ relaySettings, relayInfo }) => {
      const subscription_tiers = soldTiers(relaySettings)
      if (subscription_tiers.length === 0) return null
      const content = {
        name: relayInfo.relayname,
        description: relayInfo.relaydescription,
        pubkey: relayInfo.relaypubkey,
        contact: relayInfo.relaycontact,
        icon: relayInfo.relayicon,
        supported_nips: supportedNips(relayInfo.relaysupportednips),
        software: relayInfo.relaysoftware,
        version: relayInfo.relayversion,
        dhtkey: relayInfo.relaydhtkey,
        subscription_tiers,
      }
      return { content: JSON.stringify(content), tags: [] }
    },
  },
}
