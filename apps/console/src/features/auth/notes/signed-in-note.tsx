import { isDemoToken } from '@hornets/contract/demo-token'
import { useState } from 'react'
import { readSession } from '../../../api/session/session.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { nameOf } from '../../../ui/text/account-name.ts'

/** An invitation opened while signed in: says who is, and what to do. */
export function SignedInNote() {
  const { t } = useTexts()
  const [session] = useState(readSession)
  if (!session || isDemoToken(session.token)) return null
  return (
    <Alert title={t('authLater.invitation.signedIn', { name: nameOf(session.user) })} className="break-words">
      <p className="text-muted">{t('authLater.invitation.anotherAccount')}</p>
      <p className="mt-1 flex flex-wrap gap-x-4">
        <a href="/" className={textLink}>
          {t('authLater.invitation.toConsole')}
        </a>
        <a href="/logout" className={textLink}>
          {t('authLater.invitation.logout')}
        </a>
      </p>
    </Alert>
  )
}
