import { dailyNames, getRelaySettings, relaySettings } from '@hornets/contract/admin/relay-settings'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/calls/api.ts'
import { cached } from '../../api/queries/cached.ts'
import { translateMessage, useTexts } from '../../i18n/texts.ts'
import { Card } from '../../ui/content/card.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import type { Admission } from './admission.ts'

interface DailySectionProps {
  readonly draft: Admission
  readonly onChange: (draft: Admission) => void
  readonly disabled: boolean
}

/** Why daily limits are invalid, from the contract; undefined if they are valid. */
export function dailyError(daily: unknown): string | undefined {
  return relaySettings.shape.dailyMegabytes.safeParse(daily).error?.issues[0]?.message
}

export function DailySection({ draft, onChange, disabled }: DailySectionProps) {
  const { t } = useTexts()
  const { data: fixed = [] } = useQuery({
    ...cached(getRelaySettings, { only: 'fixed' }),
    queryFn: async ({ signal }) => (await api.call(getRelaySettings, { signal })).fixed ?? [],
  })
  const { dailyMegabytes: daily } = draft
  return (
    <Card title={t('relaySettings.daily.title')} description={t('relaySettings.daily.description')}>
      <div className="mt-4 grid max-w-160 gap-3 sm:grid-cols-2">
        {dailyNames.map(name => {
          const error = dailyError({
            ...daily,
            ...Object.fromEntries(dailyNames.map(one => [one, 0])),
            [name]: daily[name],
          })
          return (
            <NumberField
              key={name}
              label={t(`relaySettings.daily.${name}`)}
              description={fixed.includes(name) ? t('relaySettings.daily.fixed') : undefined}
              value={daily[name]}
              onValueChange={value => onChange({ ...draft, dailyMegabytes: { ...daily, [name]: value as number } })}
              min={0}
              unit="MB"
              disabled={disabled || fixed.includes(name)}
              error={error && translateMessage(error)}
            />
          )
        })}
      </div>
    </Card>
  )
}
