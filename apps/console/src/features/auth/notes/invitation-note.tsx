import { readInvitation } from '@hornets/contract/admin/accounts/auth'
import type { AnswerOf } from '@hornets/contract/endpoint'
import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { openApi } from '../../../api/calls/open-api.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { WaitIcon } from '../../../ui/states/wait-icon.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'

type Invitation = AnswerOf<typeof readInvitation>

export interface InvitationNoteProps {
  /** The link's secret. */
  readonly invitation: string
}

/** The offered role, by whom and until when; or why there is none. */
export function InvitationNote({ invitation }: InvitationNoteProps) {
  const { t } = useTexts()
  const [offer, setOffer] = useState<Invitation | Error>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another look
  useEffect(() => {
    let left = false
    const show = (found: Invitation | Error) => !left && setOffer(found)
    openApi.call(readInvitation, { body: { invitation } }).then(show, show)
    return () => {
      left = true
    }
  }, [invitation, tries])

  return (
    <div role="status" className="min-h-24 rounded-md border border-line bg-sunken px-3 py-2.5 text-small">
      {offer === undefined && (
        <p className="flex min-h-18 items-center gap-3">
          <WaitIcon />
          {t('authLater.invitation.reading')}
        </p>
      )}
      {offer instanceof Error && (
        <div className="flex min-h-18 items-center gap-3">
          <CircleAlert size={18} className="text-bad" />
          <p>
            {translateMessage(messageOf(offer))}
            <button
              type="button"
              onClick={() => {
                setOffer(undefined)
                setTries(tries + 1)
              }}
              className={clsx(textLink, 'mt-1 block!')}
            >
              {t('auth.offline.tryNow')}
            </button>
          </p>
        </div>
      )}
      {offer && !(offer instanceof Error) && <Offer offer={offer} />}
    </div>
  )
}

function Offer({ offer: { role, invitedBy, expiresAt } }: { readonly offer: Invitation }) {
  const { t } = useTexts()
  return (
    <>
      <p className="font-semibold">{t(`role.${role}.name`)}</p>
      <p className="text-muted">{t(`role.${role}.text`)}</p>
      <dl className="mt-2 grid gap-x-3 gap-y-0.5 border-line xs:grid-cols-[auto_minmax(0,1fr)] border-t pt-2">
        <dt className="text-muted">{t('authLater.invitation.by')}</dt>
        {invitedBy === null ? (
          <dd>{t('authLater.invitation.atServer')}</dd>
        ) : (
          <dd className="truncate font-mono" title={invitedBy}>
            {shortenMiddle(invitedBy, 12, 8)}
          </dd>
        )}
        <dt className="text-muted">{t('authLater.invitation.until')}</dt>
        <dd>{formatDateTime(expiresAt)}</dd>
      </dl>
    </>
  )
}
