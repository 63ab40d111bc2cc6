import { getRelaySettings } from '@hornets/contract/admin/relay-settings'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { cached } from '../../../api/queries/cached.ts'
import { dataLimitText } from '../../../i18n/contract-texts.ts'

/** The tiers that are offered now, and the one that somebody has, as choices. */
export function useTiers(own: string) {
  const { data = [] } = useQuery({
    // Under a key of its own: what is kept there is the tiers alone.
    ...cached(getRelaySettings, { only: 'tiers' }),
    queryFn: async ({ signal }) =>
      (await api.call(getRelaySettings, { signal })).relay_settings.subscription_tiers.map(tier => tier.datalimit),
  })
  const tiers = own && !data.includes(own) ? [own, ...data] : data
  return tiers.map(value => ({ value, label: dataLimitText(value) }))
}
