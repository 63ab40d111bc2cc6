import { getReportedEvent } from '@hornets/contract/admin/notifications/reports'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useStoredCount } from '../../../api/queries/use-stored-count.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import type { Removal } from './removal.ts'
import type { Reported } from './reported.ts'
import { verdictOf } from './use-verdict.ts'

interface RemovalChoicesProps {
  readonly reported: Reported
  readonly removal: Removal
  readonly onChange: (removal: Removal) => void
  /** The reason that a ban of the file would have; undefined if it cannot be banned. */
  readonly banReason: string | undefined
}

/** What a deletion does, and what can go with it. */
export function RemovalChoices({ reported, removal, onChange, banReason }: RemovalChoicesProps) {
  const { t } = useTexts()
  return (
    <div className="grid gap-4">
      <p>{t(`notifications.reports.dialog.${verdictOf(reported)}Text`)}</p>
      {reported.kind === 'event' && <AuthorChoices id={reported.id} removal={removal} onChange={onChange} />}
      {banReason !== undefined && (
        <Checkbox
          label={t('notifications.reports.dialog.ban')}
          checked={removal.ban !== undefined}
          onCheckedChange={bans => onChange({ ...removal, ban: bans ? banReason : undefined })}
        />
      )}
    </div>
  )
}

interface AuthorChoicesProps {
  readonly id: string
  readonly removal: Removal
  readonly onChange: (removal: Removal) => void
}

/** Whether an event's author is blocked with it, and all their events deleted. */
function AuthorChoices({ id, removal, onChange }: AuthorChoicesProps) {
  const { t } = useTexts()
  return (
    <>
      <Checkbox
        label={t('notifications.reports.dialog.blockAuthor')}
        checked={removal.blocksAuthor}
        onCheckedChange={blocksAuthor => onChange({ ...removal, blocksAuthor })}
      />
      {removal.blocksAuthor && (
        <DeleteAllChoice
          id={id}
          checked={removal.deletesOthers}
          onCheckedChange={deletesOthers => onChange({ ...removal, deletesOthers })}
        />
      )}
    </>
  )
}

interface DeleteAllChoiceProps {
  readonly id: string
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/** Whether all events of the event's author are deleted, with their number. */
function DeleteAllChoice({ id, checked, onCheckedChange }: DeleteAllChoiceProps) {
  const { t } = useTexts()
  const { data } = useQuery(apiQuery(getReportedEvent, { params: { id } }))
  const stored = useStoredCount(data?.event.pubkey)
  return (
    <Checkbox
      className="ml-6.5"
      label={t('access.dialog.delete')}
      description={
        <>
          {t('access.dialog.deleteHint')}{' '}
          <span role="status" className="font-semibold">
            {stored.text}
          </span>
        </>
      }
      checked={checked}
      onCheckedChange={onCheckedChange}
    />
  )
}
