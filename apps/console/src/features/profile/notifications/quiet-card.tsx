import { type DeliveryPreferences, type QuietHours, quietHours } from '@hornets/contract/admin/notifications/delivery'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { ownTimeZone } from '../../../ui/text/format.ts'
import { QueryCard } from '../query-card.tsx'
import { useDelivery } from './use-delivery.ts'

export function QuietCard() {
  const { t } = useTexts()
  const { query, save } = useDelivery()
  return (
    <QueryCard title={t('profile.quiet.title')} description={t('profile.quiet.description')} query={query}>
      {({ preferences }) => (
        <div className="grid gap-4">
          <Switch
            label={t('profile.quiet.on')}
            checked={preferences.quiet !== null}
            onCheckedChange={on => save.mutate({ ...preferences, quiet: on ? usualHours() : null })}
          />
          {preferences.quiet && (
            <Hours
              key={JSON.stringify(preferences.quiet)}
              preferences={preferences}
              quiet={preferences.quiet}
              isSaving={save.isPending}
              onSave={quiet => save.mutate({ ...preferences, quiet })}
            />
          )}
        </div>
      )}
    </QueryCard>
  )
}

const usualHours = (): QuietHours => ({ from: '22:00', to: '07:00', zone: ownTimeZone() })

interface HoursProps {
  readonly preferences: DeliveryPreferences
  readonly quiet: QuietHours
  readonly isSaving: boolean
  readonly onSave: (quiet: QuietHours) => void
}

function Hours({ quiet, isSaving, onSave }: HoursProps) {
  const { t } = useTexts()
  const [edited, setEdited] = useState(quiet)
  const isSame = edited.from === quiet.from && edited.to === quiet.to && edited.zone === quiet.zone
  const isGood = quietHours.safeParse(edited).success
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (isGood && !isSame) onSave(edited)
      }}
      className="flex flex-wrap items-end gap-3"
    >
      <TextField
        label={t('profile.quiet.from')}
        type="time"
        value={edited.from}
        onValueChange={from => setEdited({ ...edited, from })}
        className="w-32"
      />
      <TextField
        label={t('profile.quiet.to')}
        type="time"
        value={edited.to}
        onValueChange={to => setEdited({ ...edited, to })}
        error={isGood ? undefined : t('profile.quiet.wrong')}
        className="w-32"
      />
      <Select
        label={t('profile.quiet.zone')}
        value={edited.zone}
        onValueChange={zone => setEdited({ ...edited, zone })}
        choices={zonesWith(edited.zone).map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        className="w-60"
      />
      {!isSame && (
        <Button type="submit" variant="primary" disabled={!isGood} loading={isSaving}>
          {t('profile.quiet.save')}
        </Button>
      )}
    </form>
  )
}

/** All zones of the browser, with the chosen one and UTC. */
const zonesWith = (chosen: string) => [
  ...new Set([chosen, ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]
