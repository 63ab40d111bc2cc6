import { confirmEmail } from '@hornets/contract/admin/accounts/account'
import { cleanCode, isWhole } from '@hornets/contract/security-code'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { keepUser } from '../../../api/queries/account.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

interface CodeDialogProps {
  readonly onClose: () => void
  readonly address: string
  readonly onAgain: () => void
  readonly sending: boolean
  /** Why no further code could be mailed. */
  readonly failure: string | undefined
}

export function CodeDialog({ onClose, address, onAgain, sending, failure }: CodeDialogProps) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function check(given: string): Promise<void> {
    setBusy(true)
    try {
      const { user } = await api.call(confirmEmail, { body: { code: given } })
      keepUser(queryClient, user)
      onClose()
      toast.success(t('profile.info.email.nowVerified'))
    } catch (cause) {
      setError(failureText(cause))
    } finally {
      setCode('')
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('profile.info.email.codeTitle')}
      description={t('profile.info.email.codeText', { address })}
      actions={
        <>
          <Button loading={sending} onClick={onAgain}>
            {t('profile.info.email.again')}
          </Button>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
        </>
      }
    >
      <TextField
        label={t('profile.info.email.code')}
        value={code}
        // Not disabled, which would lose the focus.
        readOnly={busy}
        onValueChange={next => {
          const given = cleanCode(next)
          setCode(given)
          setError(undefined)
          if (isWhole(given) && !busy) void check(given)
        }}
        error={error ?? failure}
        mono
        autoFocus
        autoComplete="one-time-code"
        inputMode="text"
        autoCapitalize="characters"
        spellCheck={false}
        className="max-w-40"
      />
    </Dialog>
  )
}
