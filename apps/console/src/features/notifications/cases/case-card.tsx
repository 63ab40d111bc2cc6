import {
  type CaseDetails,
  decidedAtOnceMax,
  getCase,
  listReasons,
  type Verdict,
  verdictReasonChars,
} from '@hornets/contract/admin/notifications/cases'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { accountOf, readSession } from '../../../api/session/session.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { ReportedFile } from '../reports/reported-file.tsx'
import { useReportType } from '../reports/use-report-type.ts'
import { CaseHistory } from './case-history.tsx'
import type { CaseAction } from './case-keys.ts'
import { CaseReporters } from './case-reporters.tsx'
import { CaseThread } from './case-thread.tsx'
import { Reasons } from './reasons.tsx'
import { useCaseKeys } from './use-case-keys.ts'
import type { Inbox } from './use-inbox.ts'
import { useWaited } from './use-waited.ts'
import { VerdictBar } from './verdict-bar.tsx'

interface CaseCardProps {
  readonly id: number
  readonly inbox: Inbox
}

export function CaseCard({ id, inbox }: CaseCardProps) {
  const { t } = useTexts()
  const query = useQuery(apiQuery(getCase, { params: { id } }))
  const { data } = query
  return (
    <article
      aria-label={t('notifications.cases.case')}
      className="grid min-w-0 gap-4 rounded-md border border-line bg-surface p-4"
    >
      {inbox.isChosen && (
        <Link to="/moderation" className={`${textLink} inline-flex w-fit items-center gap-1 lg:hidden`}>
          <ArrowLeft size={16} />
          {t('notifications.cases.back')}
        </Link>
      )}
      <CaseControls id={id} inbox={inbox} details={data}>
        {query.error && (
          <ErrorState
            message={formFailureText(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {query.isPending && <RowsSkeleton rows={5} className="h-9" />}
      </CaseControls>
    </article>
  )
}

interface ControlsProps extends CaseCardProps {
  readonly details: CaseDetails | undefined
  readonly children: ReactNode
}

function CaseControls({ id, inbox, details, children }: ControlsProps) {
  const { t } = useTexts()
  const { data: templates } = useQuery(apiQuery(listReasons))
  const [reason, setReason] = useState('')
  const [showsMedia, showMedia] = useState(false)
  const [isForAll, setForAll] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const { cases, filter } = inbox
  const canBeAll = (filter.reporter ?? filter.image) !== undefined && cases.length > 1
  const ids = canBeAll && isForAll ? cases.map(one => one.id).slice(0, decidedAtOnceMax) : [id]
  const focusReason = () => field.current?.querySelector('textarea')?.focus()
  const decide = (verdict: Verdict) => {
    if (verdict === 'warn' && reason.trim() === '') return focusReason()
    void inbox.give(verdict, reason.trim(), ids)
  }
  const act = (action: CaseAction) => {
    if (action === 'skip') return inbox.step(1)
    if (action === 'previous') return inbox.step(-1)
    if (action === 'undo') return void inbox.undo()
    if (action === 'hold') return details && void inbox.hold(details.case)
    if (action === 'media') return showMedia(!showsMedia)
    if (action === 'reason') return focusReason()
    if (action === 'all') return setForAll(canBeAll && !isForAll)
    decide(action)
  }
  useCaseKeys(act, at => setReason(templates?.reasons[at] ?? reason))
  return (
    <>
      {children}
      {details && <Subject details={details} showsMedia={showsMedia} onShowMedia={() => showMedia(!showsMedia)} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the field inside, as in every form */}
      <div ref={field} onKeyDown={leaveField} className="grid gap-2">
        <TextArea
          label={t('notifications.cases.reason')}
          description={t('notifications.cases.reasonHelp')}
          value={reason}
          rows={1}
          onValueChange={value => setReason(value.slice(0, verdictReasonChars))}
        />
        <Reasons reasons={templates?.reasons ?? []} onChoose={setReason} />
      </div>
      <VerdictBar
        details={details}
        count={ids.length}
        ofAll={canBeAll ? { isOn: isForAll, count: Math.min(cases.length, decidedAtOnceMax) } : undefined}
        isMine={details?.case.held_by === accountOf(readSession())}
        onAct={act}
      />
      {details && (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <CaseReporters reporters={details.reporters} />
          <CaseHistory details={details} />
        </div>
      )}
    </>
  )
}

/** So that single keys act again. */
function leaveField({ key, target }: KeyboardEvent): void {
  if (key === 'Escape' && target instanceof HTMLElement) target.blur()
}

interface SubjectProps {
  readonly details: CaseDetails
  readonly showsMedia: boolean
  readonly onShowMedia: () => void
}

function Subject({ details, showsMedia, onShowMedia }: SubjectProps) {
  const { t } = useTexts()
  const typeText = useReportType()
  const waited = useWaited()
  const { case: one, author_status, judged } = details
  return (
    <>
      <header className="grid gap-1">
        <h2 className="font-semibold text-body">{typeText(one.type)}</h2>
        <p className="flex flex-wrap items-center gap-1 text-small">
          <Badge>{t(`notifications.cases.cause.${one.cause}`)}</Badge>
          <Badge>{t('notifications.cases.weight', { count: one.weight })}</Badge>
          {author_status.map(status => (
            <Badge key={status} kind={status === 'blocked' ? 'bad' : 'neutral'}>
              {t(`people.status.${status}`)}
            </Badge>
          ))}
          <span className="text-muted">{waited(one.opened_at)}</span>
        </p>
        {one.pubkey && <Person pubkey={one.pubkey} />}
        {judged && <p className="break-words text-muted text-small">{judged}</p>}
      </header>
      {one.file_hash ? (
        <ReportedFile hash={one.file_hash} showsImage={showsMedia} onShowImage={onShowMedia} />
      ) : (
        <CaseThread details={details} showsMedia={showsMedia} onShowMedia={onShowMedia} />
      )}
    </>
  )
}
