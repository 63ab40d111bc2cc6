import { messageChars, writeToPerson } from '@hornets/contract/admin/accounts/people'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

interface MessageDialogProps {
  readonly pubkey: string
  readonly onClose: () => void
  readonly onSent: () => void
}

export function MessageDialog({ pubkey, onClose, onSent }: MessageDialogProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  async function send(): Promise<void> {
    setBusy(true)
    try {
      await api.call(writeToPerson, { params: { pubkey }, body: { text } })
      toast.success(t('people.one.sent'))
      onSent()
      onClose()
    } catch (error) {
      toast.error(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={t('people.one.write')}
      description={t('people.one.messageText')}
      dirty={text.trim() !== ''}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" loading={busy} disabled={text.trim() === ''} onClick={() => void send()}>
            {t('people.one.write')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('people.one.message')}
        value={text}
        onValueChange={value => setText(value.slice(0, messageChars))}
        rows={6}
      />
    </Dialog>
  )
}
