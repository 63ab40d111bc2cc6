import { getSubscriberCounts } from '@hornets/contract/admin/subscriptions/subscribers'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatLongDay } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import type { Admission } from '../admission.ts'
import { changedTiers, freeWriters, type TierChange } from './tier-draft.ts'

interface TierEffectProps {
  readonly saved: Admission
  readonly draft: Admission
}

const isOtherwiseFree = (saved: Admission, draft: Admission) =>
  saved.freeTierLimit !== draft.freeTierLimit ||
  JSON.stringify(saved.freeTierGives) !== JSON.stringify(draft.freeTierGives)

/** Says, before it is saved, whom a change of the tiers touches. What was bought stays in any case. */
export function TierEffect({ saved, draft }: TierEffectProps) {
  const { t } = useTexts()
  const { data: counts } = useQuery({ ...apiQuery(getSubscriberCounts), enabled: useMay(getSubscriberCounts) })
  const changes = changedTiers(saved.subscription_tiers, draft.subscription_tiers)
  const writers = freeWriters(draft)
  const isNewForFree = writers !== freeWriters(saved) || (writers === 'limited' && isOtherwiseFree(saved, draft))
  const wordsOf = ({ tier, change, from, to }: TierChange) => {
    const holders = counts?.tiers.find(one => one.tier === tier)
    const count = counts ? (holders?.subscribers ?? 0) : undefined
    const values = { tier: dataLimitText(tier), from: formatExactSats(from), to: formatExactSats(to) }
    const touched =
      count === undefined ? t('relaySettings.tiers.effect.unknown') : t('relaySettings.tiers.effect.touched', { count })
    const kept = holders && t('relaySettings.tiers.effect.keptUntil', { day: formatLongDay(holders.until) })
    return [t(`relaySettings.tiers.effect.${change}`, values), touched, kept].filter(Boolean).join(' ')
  }
  const lines = [
    ...changes.map(wordsOf),
    isNewForFree &&
      (writers === 'nobody' ? t('relaySettings.tiers.effect.closes') : t(`relaySettings.tiers.free.${writers}`)),
    changes.length > 0 && t('relaySettings.tiers.effect.kept'),
  ].filter(line => line !== false)
  if (lines.length === 0) return null
  return (
    <Alert
      kind={changes.length > 0 || writers === 'nobody' ? 'warning' : 'info'}
      title={t('relaySettings.tiers.effect.title')}
    >
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </Alert>
  )
}
