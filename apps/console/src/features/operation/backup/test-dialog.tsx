import { testBackup } from '@hornets/contract/admin/settings/backup'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { backupQuery } from './backup-queries.ts'

/** Asks for the key that the relay does not have. */
export function TestDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const formId = useId()
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function test(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      await api.call(testBackup, { body: { key } })
      await client.invalidateQueries(backupQuery)
      onClose()
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={busy}
      title={t('backup.test.title')}
      description={t('backup.test.text')}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            {t('backup.now.test')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={event => void test(event)}>
        <PasswordField
          label={t('backup.test.key')}
          value={key}
          onValueChange={setKey}
          autoComplete="off"
          error={failure}
        />
      </form>
    </Dialog>
  )
}
