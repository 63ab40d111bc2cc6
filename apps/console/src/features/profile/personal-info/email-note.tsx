import { mailVerification } from '@hornets/contract/admin/accounts/account'
import type { User } from '@hornets/contract/admin/accounts/auth'
import { useMutation } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { CodeDialog } from './code-dialog.tsx'

interface EmailNoteProps {
  readonly user: User
  /** The address in the form differs from the saved one. */
  readonly changed: boolean
}

/** Whether the saved address is verified, with the way to verify it by mail. */
export function EmailNote({ user, changed }: EmailNoteProps) {
  const { t } = useTexts()
  const [asks, setAsks] = useState(false)
  const mail = useMutation({
    mutationFn: () => api.call(mailVerification),
    onSuccess: () => {
      if (asks) toast.success(t('profile.info.email.sentAgain'))
      setAsks(true)
    },
  })
  const failure = mail.error ? failureText(mail.error) : undefined
  const { name, verified } = user.email
  if (changed) return <p className="text-caption text-muted">{t('profile.info.email.saveFirst')}</p>
  if (!name) return <p className="text-caption text-muted">{t('profile.info.email.use')}</p>
  if (verified)
    return (
      <Badge kind="ok" className="w-fit">
        <BadgeCheck size={12} />
        {t('profile.info.email.verified')}
      </Badge>
    )
  return (
    <div className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <Badge kind="warn">{t('profile.info.email.unverified')}</Badge>
        <Button size="small" loading={mail.isPending} onClick={() => mail.mutate()}>
          {t('profile.info.email.verify')}
        </Button>
      </span>
      {failure && !asks && (
        <p role="alert" className="text-bad text-caption">
          {failure}
        </p>
      )}
      {asks && (
        <CodeDialog
          onClose={() => setAsks(false)}
          address={name}
          onAgain={() => mail.mutate()}
          sending={mail.isPending}
          failure={failure}
        />
      )}
    </div>
  )
}
