import { askBackupHost } from '@hornets/contract/admin/settings/backup'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { ApiError } from '../../../api/calls/api-error.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { isSftp, type Place } from './place.ts'

interface PlaceFieldsProps {
  readonly place: Place
  readonly onChange: (next: Place) => void
  /** A remote place that is saved, without its secrets. */
  readonly saved: string | undefined
  readonly error: string | undefined
}

/** Where backups are; for another machine by SFTP also what signs in there, and the machine's own key. */
export function PlaceFields({ place, onChange, saved, error }: PlaceFieldsProps) {
  const { t } = useTexts()
  const set = (next: Partial<Place>) => onChange({ ...place, ...next })
  return (
    <>
      <TextField
        label={t('backup.plan.place')}
        description={t('backup.plan.placeText')}
        value={place.address}
        onValueChange={address => set({ address })}
        placeholder={saved}
        mono
        autoComplete="off"
        spellCheck={false}
        error={error}
      />
      {isSftp(place.address) && (
        <div className="grid gap-4 border-line border-l-2 pl-4">
          <Login place={place} onChange={set} />
          <HostKey place={place} onChange={set} />
        </div>
      )}
    </>
  )
}

interface PartProps {
  readonly place: Place
  readonly onChange: (next: Partial<Place>) => void
}

function Login({ place, onChange }: PartProps) {
  const { t } = useTexts()
  const [by, setBy] = useState<'password' | 'key'>('password')
  const field = { value: place.secret, onValueChange: (secret: string) => onChange({ secret }) }
  return (
    <div className="grid gap-3">
      <div>
        <Segmented
          label={t('backup.sftp.by')}
          value={by}
          onValueChange={next => {
            setBy(next)
            onChange({ secret: '' })
          }}
          choices={[
            { value: 'password', label: t('backup.sftp.password') },
            { value: 'key', label: t('backup.sftp.key') },
          ]}
        />
      </div>
      {by === 'password' ? (
        <PasswordField label={t('backup.sftp.password')} autoComplete="off" {...field} />
      ) : (
        <TextArea label={t('backup.sftp.key')} description={t('backup.sftp.keyText')} {...field} />
      )}
    </div>
  )
}

function HostKey({ place, onChange }: PartProps) {
  const { t } = useTexts()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function ask(): Promise<void> {
    setAsking(true)
    setFailure(undefined)
    try {
      const { host_key: hostKey } = await api.call(askBackupHost, { body: { place: place.address.trim() } })
      onChange({ hostKey })
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields.place : undefined
      setFailure(wrong ? translateMessage(wrong) : failureText(error))
    } finally {
      setAsking(false)
    }
  }

  return (
    <TextField
      label={t('backup.sftp.hostKey')}
      description={t('backup.sftp.hostKeyText')}
      value={place.hostKey}
      onValueChange={hostKey => onChange({ hostKey })}
      mono
      autoComplete="off"
      spellCheck={false}
      error={failure}
      suffix={
        <Button loading={isAsking} onClick={() => void ask()}>
          {t('backup.sftp.ask')}
        </Button>
      }
    />
  )
}
