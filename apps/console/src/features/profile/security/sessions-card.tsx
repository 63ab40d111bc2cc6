import { type AccountSession, revokeOtherSessions, revokeSession } from '@hornets/contract/admin/accounts/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDateTime, formatRelative } from '../../../ui/text/format.ts'
import { profileQueries } from '../profile-queries.ts'
import { QueryCard } from '../query-card.tsx'
import { deviceOf } from './device.ts'
import { MoreRow } from './more-row.tsx'
import { useMore } from './use-more.ts'

const firstShown = 6

export function SessionsCard() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const query = useQuery(profileQueries.sessions)
  const readAgain = () => queryClient.invalidateQueries({ queryKey: profileQueries.sessions.queryKey })
  const end = useMutation({
    mutationFn: (id: string) => api.call(revokeSession, { params: { id } }),
    onSuccess: () => toast.success(t('profile.sessions.ended', { count: 1 })),
    onError: error => toast.error(failureText(error)),
    onSettled: readAgain,
  })
  const endOthers = useMutation({
    mutationFn: () => api.call(revokeOtherSessions),
    onSuccess: ({ ended }) => toast.success(t('profile.sessions.ended', { count: ended })),
    onError: error => toast.error(failureText(error)),
    onSettled: readAgain,
  })
  const others = query.data?.filter(({ current }) => !current).length ?? 0
  const askAndEnd = async () => {
    const text = t('profile.sessions.endOthersText', { count: others })
    const question = {
      title: t('profile.sessions.endOthersTitle'),
      text,
      action: t('profile.sessions.end'),
      danger: true,
    }
    if (await confirm(question)) endOthers.mutate()
  }
  return (
    <QueryCard
      title={t('profile.sessions.title')}
      description={t('profile.sessions.description')}
      query={query}
      wideAside
      aside={
        others > 0 && (
          <Button size="small" loading={endOthers.isPending} onClick={() => void askAndEnd()}>
            {t('profile.sessions.endOthers')}
          </Button>
        )
      }
    >
      {sessions => (
        <SessionList
          sessions={sessions}
          ending={end.isPending ? end.variables : undefined}
          onEnd={id => end.mutate(id)}
        />
      )}
    </QueryCard>
  )
}

interface SessionListProps {
  readonly sessions: readonly AccountSession[]
  /** The one being ended. */
  readonly ending: string | undefined
  readonly onEnd: (id: string) => void
}

/** This session first, then by last use. */
function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  const own = sessions.filter(({ current }) => current)
  const others = sessions.filter(({ current }) => !current)
  const { shown, more, showMore } = useMore([...own, ...others], firstShown)
  return (
    <ul className="-mx-4 -mb-4 border-line border-t">
      {shown.map(session => (
        <SessionRow key={session.id} session={session} ending={ending === session.id} onEnd={() => onEnd(session.id)} />
      ))}
      <MoreRow more={more} onMore={showMore} />
    </ul>
  )
}

interface SessionRowProps {
  readonly session: AccountSession
  readonly ending: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { t } = useTexts()
  const { browser, system, isPhone } = deviceOf(session.userAgent)
  const Icon = isPhone ? Smartphone : Monitor
  const name =
    browser && system
      ? t('profile.sessions.device', { browser, system })
      : (browser ?? system ?? t('profile.sessions.unknownDevice'))
  return (
    <li className="flex items-center gap-3 border-line border-b px-4 py-3 last:border-b-0">
      <Icon size={20} className="flex-none self-start text-muted" />
      {/* The button moves below the text where they do not fit side by side. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-44">
          <p className="flex flex-wrap items-center gap-2">
            <span className="truncate" title={session.userAgent}>
              {name}
            </span>
            {session.current && <Badge kind="ok">{t('profile.sessions.current')}</Badge>}
          </p>
          <p className="text-caption text-muted tabular-nums">
            {[
              session.address,
              t('profile.sessions.since', { when: formatDateTime(session.createdAt) }),
              session.current ? '' : t('profile.sessions.used', { when: agoOf(session.lastUsedAt) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {!session.current && (
          <Button
            size="small"
            icon={LogOut}
            loading={ending}
            onClick={onEnd}
            aria-label={t('profile.sessions.endOne', { name })}
          >
            {t('profile.sessions.end')}
          </Button>
        )}
      </div>
    </li>
  )
}

const agoOf = (time: string) => formatRelative((Date.parse(time) - Date.now()) / 1000)
