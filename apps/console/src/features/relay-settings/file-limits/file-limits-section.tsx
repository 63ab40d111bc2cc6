import { type FileLimit, type UploaderStatus, uploaderStatuses } from '@hornets/contract/admin/relay-settings'
import { useId, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import type { Admission } from '../admission.ts'
import { fileSizeUnits, limitWith, readFileSize, writeFileSize, wrongParts } from './file-limit-draft.ts'

interface FileLimitsSectionProps {
  readonly draft: Admission
  readonly onChange: (draft: Admission) => void
  readonly disabled: boolean
}

export function FileLimitsSection({ draft, onChange, disabled }: FileLimitsSectionProps) {
  const { t } = useTexts()
  const { fileLimits, keepUsedFiles } = draft
  return (
    <Card title={t('relaySettings.fileLimits.title')} description={t('relaySettings.fileLimits.description')}>
      {uploaderStatuses.map(status => (
        <Limits
          key={status}
          status={status}
          limit={fileLimits[status]}
          onChange={limit => onChange({ ...draft, fileLimits: { ...fileLimits, [status]: limit } })}
          disabled={disabled}
        />
      ))}
      <div className="border-line border-t pt-4">
        <Switch
          label={t('relaySettings.fileLimits.keepUsed')}
          description={t('relaySettings.fileLimits.keepUsedHelp')}
          checked={keepUsedFiles}
          onCheckedChange={checked => onChange({ ...draft, keepUsedFiles: checked })}
          disabled={disabled}
        />
      </div>
    </Card>
  )
}

interface LimitsProps {
  readonly status: UploaderStatus
  readonly limit: FileLimit
  readonly onChange: (limit: FileLimit) => void
  readonly disabled: boolean
}

function Limits({ status, limit, onChange, disabled }: LimitsProps) {
  const { t } = useTexts()
  const heading = useId()
  const wrong = wrongParts(limit)
  const errorOf = (part: keyof FileLimit) => (wrong.has(part) ? t('relaySettings.fileLimits.wrong') : undefined)
  const change = (part: Parameters<typeof limitWith>[1]) => onChange(limitWith(limit, part))
  const number = (part: 'files' | 'days') => (
    <NumberField
      label={t(`relaySettings.fileLimits.${part}`)}
      value={limit[part] ?? null}
      onValueChange={value => change({ [part]: value ?? undefined })}
      min={1}
      error={errorOf(part)}
      disabled={disabled}
    />
  )
  const size = (part: 'total' | 'maxfile') => (
    <SizeField
      label={t(`relaySettings.fileLimits.${part}`)}
      size={limit[part]}
      onSizeChange={value => change({ [part]: value })}
      error={errorOf(part)}
      disabled={disabled}
    />
  )
  return (
    <section aria-labelledby={heading} className="grid gap-3 py-4">
      <div>
        <h3 id={heading} className="font-semibold text-small">
          {t(`relaySettings.fileLimits.statuses.${status}.name`)}
        </h3>
        <p className="text-caption text-muted">{t(`relaySettings.fileLimits.statuses.${status}.help`)}</p>
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {status !== 'blocked' && size('total')}
        {status !== 'blocked' && number('files')}
        {status !== 'blocked' && size('maxfile')}
        {number('days')}
      </div>
    </section>
  )
}

interface SizeFieldProps {
  readonly label: string
  /** '20 MB'; undefined = no limit. */
  readonly size: string | undefined
  readonly onSizeChange: (size: string | undefined) => void
  readonly error: string | undefined
  readonly disabled: boolean
}

function SizeField({ label, size, onSizeChange, error, disabled }: SizeFieldProps) {
  const { t } = useTexts()
  const { value, unit: written } = readFileSize(size)
  // Without a number there is nowhere else to keep the unit.
  const [chosen, choose] = useState(written)
  const unit = value === null ? chosen : written
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-start gap-2">
      <NumberField
        label={label}
        value={value}
        onValueChange={next => onSizeChange(writeFileSize(next, unit))}
        min={0}
        error={error}
        disabled={disabled}
      />
      <Select
        label={t('relaySettings.size.unit')}
        value={unit}
        onValueChange={next => {
          choose(next)
          onSizeChange(writeFileSize(value, next))
        }}
        choices={fileSizeUnits.map(one => ({ value: one, label: one }))}
        disabled={disabled}
      />
    </div>
  )
}
