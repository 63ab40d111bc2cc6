import { isDemoToken } from '@hornets/contract/demo-token'
import { useState } from 'react'
import { readSession } from '../../../api/session/session.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { nameOf } from '../../../ui/text/person.ts'
import { InfoIcon } from '../icons.tsx'

/** An invitation opened while signed in: says who is, and what to do. */
export function SignedInNote() {
  const { t } = useTexts()
  const [session] = useState(readSession)
  if (!session || isDemoToken(session.token)) return null
  return (
    <div className="flex items-start gap-3 rounded-md border border-line bg-accent-soft px-3 py-2.5 text-small">
      <InfoIcon className="text-accent-text" />
      <div className="min-w-0 break-words">
        <p className="font-semibold">{t('authLater.invitation.signedIn', { name: nameOf(session.user) })}</p>
        <p className="text-muted">{t('authLater.invitation.anotherAccount')}</p>
        <p className="mt-1 flex flex-wrap gap-x-4">
          <a href="/" className={way}>
            {t('authLater.invitation.toConsole')}
          </a>
          <a href="/logout" className={way}>
            {t('authLater.invitation.logout')}
          </a>
        </p>
      </div>
    </div>
  )
}

const way = 'inline-block min-h-6 font-semibold text-accent-text underline-offset-2 hover:underline'
