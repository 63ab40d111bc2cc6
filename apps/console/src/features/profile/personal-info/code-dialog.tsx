import { confirmEmail } from '@hornets/contract/admin/account'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/api.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { keepUser } from '../keep-user.ts'

const codeLength = 6

interface CodeDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly address: string
  readonly onAgain: () => void
}

/** Takes the code that was mailed; at its sixth character it is sent by itself. */
export function CodeDialog({ open, onOpenChange, address, onAgain }: CodeDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function check(given: string): Promise<void> {
    setBusy(true)
    try {
      const { user } = await api.call(confirmEmail, { body: { code: given } })
      keepUser(queryClient, user)
      onOpenChange(false)
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
      open={open}
      onOpenChange={onOpenChange}
      title={t('profile.info.email.codeTitle')}
      description={t('profile.info.email.codeText', { address })}
      actions={
        <>
          <Button onClick={onAgain}>{t('profile.info.email.again')}</Button>
          <Button onClick={() => onOpenChange(false)}>{t('common.cancel')}</Button>
        </>
      }
    >
      <TextField
        label={t('profile.info.email.code')}
        value={code}
        onValueChange={next => {
          const given = next.replace(/\s/g, '').slice(0, codeLength)
          setCode(given)
          setError(undefined)
          if (given.length === codeLength && !busy) void check(given)
        }}
        error={error}
        disabled={busy}
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
