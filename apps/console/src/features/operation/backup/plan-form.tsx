import {
  type BackupPlan,
  backupEncryptions,
  backupSchedules,
  saveBackupPlan,
} from '@hornets/contract/admin/settings/backup'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { ApiError } from '../../../api/calls/api-error.ts'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { useUnsavedGuard } from '../../../ui/drafts/use-unsaved-guard.ts'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { RadioCards } from '../../../ui/forms/radio-cards.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { type Place, textOfPlace } from './place.ts'
import { PlaceFields } from './place-fields.tsx'

type Draft = Pick<BackupPlan, 'schedule' | 'hour' | 'encryption' | 'keep' | 'tests' | 'recipient'> & {
  readonly place: Place
  readonly passphrase: string
}

/** A place on another machine is shown without its secrets: only a new one is sent. */
const draftOf = ({ place, is_remote: isRemote, ...plan }: BackupPlan): Draft => ({
  ...plan,
  place: { address: isRemote ? '' : place, secret: '', hostKey: '' },
  recipient: plan.encryption === 'recipient' ? plan.recipient : '',
  passphrase: '',
})

function usePlan(saved: BackupPlan) {
  const { t } = useTexts()
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  useUnsavedGuard(JSON.stringify(draft) !== JSON.stringify(draftOf(saved)))
  const set = (next: Partial<Draft>) => setDraft(known => ({ ...known, ...next }))
  const errorOf = (field: string) => errors[field] && translateMessage(errors[field])

  async function save(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    setErrors({})
    const { place, recipient, passphrase, schedule, hour, encryption, keep, tests } = draft
    try {
      await api.call(saveBackupPlan, {
        body: {
          schedule,
          hour,
          encryption,
          keep,
          tests: tests && encryption !== 'recipient',
          ...(place.address.trim() !== '' && { place: textOfPlace(place) }),
          ...(encryption === 'recipient' && { recipient }),
          ...(encryption === 'passphrase' && passphrase !== '' && { passphrase }),
        },
      })
      toast.success(t('backup.plan.saved'))
      await client.invalidateQueries()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      if (Object.keys(fields).length === 0) setFailure(formFailureText(error))
    } finally {
      setBusy(false)
    }
  }
  return { draft, set, busy, failure, errorOf, save }
}

export function PlanForm({ saved }: { readonly saved: BackupPlan }) {
  const { t } = useTexts()
  const { draft, set, busy, failure, errorOf, save } = usePlan(saved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <Card title={t('backup.plan.title')} description={t('backup.plan.text')}>
      <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
        {failure && (
          <Alert kind="error" title={t('settings.error')}>
            {failure}
          </Alert>
        )}
        <PlaceFields
          place={draft.place}
          onChange={place => set({ place })}
          saved={saved.is_remote ? saved.place : undefined}
          error={errorOf('place')}
        />
        <Times draft={draft} onChange={set} />
        <Encryption saved={saved} draft={draft} onChange={set} errorOf={errorOf} />
        <Keep draft={draft} onChange={set} />
        <Switch
          label={t('backup.plan.tests')}
          description={t(draft.encryption === 'recipient' ? 'backup.plan.testsNeedKey' : 'backup.plan.testsText')}
          checked={draft.tests && draft.encryption !== 'recipient'}
          disabled={draft.encryption === 'recipient'}
          onCheckedChange={tests => set({ tests })}
          error={errorOf('tests')}
        />
        <div>
          <Button type="submit" variant="primary" loading={busy}>
            {t('backup.plan.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly onChange: (next: Partial<Draft>) => void
}

function Times({ draft, onChange }: PartProps) {
  const { t } = useTexts()
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: hour,
    label: t('backup.plan.hourOf', { hour: formatNumber(hour, { minimumIntegerDigits: 2 }) }),
  }))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('backup.plan.schedule')}
        value={draft.schedule}
        onValueChange={schedule => onChange({ schedule })}
        choices={backupSchedules.map(value => ({ value, label: t(`backup.plan.schedules.${value}`) }))}
      />
      {draft.schedule !== 'off' && (
        <Select
          label={t('backup.plan.hour')}
          value={draft.hour}
          onValueChange={hour => onChange({ hour })}
          choices={hours}
        />
      )}
    </div>
  )
}

interface EncryptionProps extends PartProps {
  readonly saved: BackupPlan
  readonly errorOf: (field: string) => string | undefined
}

function Encryption({ saved, draft, onChange, errorOf }: EncryptionProps) {
  const { t } = useTexts()
  const hasPassphrase = saved.encryption === 'passphrase'
  return (
    <div className="grid gap-3">
      <p className="font-semibold text-small">{t('backup.plan.encryption')}</p>
      <RadioCards
        stacked
        label={t('backup.plan.encryption')}
        value={draft.encryption}
        onValueChange={encryption => onChange({ encryption })}
        cards={backupEncryptions.map(value => ({
          value,
          title: t(`backup.plan.encryptions.${value}.title`),
          description: t(`backup.plan.encryptions.${value}.text`),
        }))}
      />
      {errorOf('encryption') && <Alert kind="error">{errorOf('encryption')}</Alert>}
      {draft.encryption === 'recipient' && (
        <TextField
          label={t('backup.plan.recipient')}
          description={t('backup.plan.recipientText')}
          value={draft.recipient}
          onValueChange={recipient => onChange({ recipient })}
          mono
          autoComplete="off"
          spellCheck={false}
          error={errorOf('recipient')}
        />
      )}
      {draft.encryption === 'passphrase' && (
        <PasswordField
          label={t(hasPassphrase ? 'backup.plan.newPassphrase' : 'backup.plan.passphrase')}
          description={t(hasPassphrase ? 'backup.plan.newPassphraseText' : 'backup.plan.passphraseText')}
          value={draft.passphrase}
          onValueChange={passphrase => onChange({ passphrase })}
          autoComplete="new-password"
          error={errorOf('passphrase')}
        />
      )}
    </div>
  )
}

function Keep({ draft, onChange }: PartProps) {
  const { t } = useTexts()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold text-small">{t('backup.plan.keep')}</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        {(['daily', 'weekly', 'monthly'] as const).map(name => (
          <NumberField
            key={name}
            label={t(`backup.plan.kept.${name}`)}
            value={draft.keep[name]}
            min={0}
            max={100}
            onValueChange={value => onChange({ keep: { ...draft.keep, [name]: value ?? 0 } })}
          />
        ))}
      </div>
      <p className="text-caption text-muted">{t('backup.plan.keepText')}</p>
    </fieldset>
  )
}
