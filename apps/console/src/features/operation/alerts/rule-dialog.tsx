import { deliveryChannels } from '@hornets/contract/admin/notifications/delivery'
import {
  type AlertMetric,
  type AlertRule,
  alertMetricNames,
  alertMetrics,
} from '@hornets/contract/admin/operation/alerts'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Alert } from '../../../ui/states/alert.tsx'

interface RuleDialogProps {
  readonly saved: AlertRule | undefined
  readonly onSave: (rule: AlertRule) => Promise<void>
  readonly onClose: () => void
}

const fresh: AlertRule = {
  metric: 'disk_free',
  threshold: alertMetrics.disk_free.usual,
  minutes: 5,
  channels: [...deliveryChannels],
  is_urgent: false,
  is_on: true,
}

type Draft = Omit<AlertRule, 'threshold' | 'minutes'> & {
  readonly threshold: number | null
  readonly minutes: number | null
}

export function RuleDialog({ saved, onSave, onClose }: RuleDialogProps) {
  const { t } = useTexts()
  const [draft, setDraft] = useState<Draft>(saved ?? fresh)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const set = (next: Partial<Draft>) => setDraft(known => ({ ...known, ...next }))
  const { threshold, minutes } = draft

  async function save(): Promise<void> {
    if (threshold === null || minutes === null) return
    setSaving(true)
    setFailure(undefined)
    await onSave({ ...draft, threshold, minutes }).catch((error: unknown) => {
      setFailure(failureText(error))
      setSaving(false)
    })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isSaving}
      dirty={JSON.stringify(draft) !== JSON.stringify(saved ?? fresh)}
      title={t(saved ? 'alerts.edit' : 'alerts.add')}
      actions={
        <>
          <Button disabled={isSaving} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={isSaving}
            disabled={threshold === null || minutes === null}
            onClick={() => void save()}
          >
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && <Alert kind="error" title={failure} />}
        <Fields draft={draft} onChange={set} />
      </div>
    </Dialog>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (next: Partial<Draft>) => void
}

function Fields({ draft, onChange }: FieldsProps) {
  const { t } = useTexts()
  const { metric, threshold, minutes, channels } = draft
  const { is, max, unit } = alertMetrics[metric]
  return (
    <>
      <Select<AlertMetric>
        label={t('alerts.field.metric')}
        value={metric}
        choices={alertMetricNames.map(value => ({ value, label: t(`alerts.metric.${value}`) }))}
        onValueChange={next => onChange({ metric: next, threshold: alertMetrics[next].usual })}
      />
      {is !== 'fact' && (
        <NumberField
          label={t(is === 'below' ? 'alerts.field.below' : 'alerts.field.atLeast')}
          value={threshold}
          onValueChange={next => onChange({ threshold: next })}
          unit={unit}
          min={1}
          max={max}
        />
      )}
      <NumberField
        label={t('alerts.field.minutes')}
        description={t('alerts.field.minutesText')}
        value={minutes}
        onValueChange={next => onChange({ minutes: next })}
        unit={t('alerts.field.minutesUnit')}
        min={0}
        max={1440}
      />
      <Channels channels={channels} onChange={onChange} />
      <Switch
        label={t('alerts.field.urgent')}
        description={t('alerts.field.urgentText')}
        checked={draft.is_urgent}
        onCheckedChange={isUrgent => onChange({ is_urgent: isUrgent })}
      />
    </>
  )
}

function Channels({ channels, onChange }: Pick<FieldsProps, 'onChange'> & Pick<Draft, 'channels'>) {
  const { t } = useTexts()
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold text-small">{t('alerts.field.channels')}</legend>
      <p className="text-muted text-small">{t('alerts.field.channelsText')}</p>
      {deliveryChannels.map(channel => (
        <Checkbox
          key={channel}
          label={t(`alerts.channel.${channel}`)}
          checked={channels.includes(channel)}
          onCheckedChange={isChosen =>
            onChange({
              channels: deliveryChannels.filter(one => (one === channel ? isChosen : channels.includes(one))),
            })
          }
        />
      ))}
    </fieldset>
  )
}
