import type { RelayStatus } from '@hornets/contract/admin/live'
import clsx from 'clsx'
import { Activity, DoorClosed, DoorOpen, type LucideIcon, Plug } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnectionState } from '../../api/live/use-live-stream.ts'
import { useStatus } from '../../api/queries/use-status.ts'
import { useTexts } from '../../i18n/texts.ts'
import { tooltip } from '../../ui/overlays/tooltip.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { formatDuration, formatNumber } from '../../ui/text/format.ts'

interface Fact {
  readonly icon: LucideIcon
  readonly text: string
  readonly colour: string
}

/** Uptime, connections and public access at the foot of the sidebar, live. */
export function RelayHealth({ expanded }: { readonly expanded: boolean }) {
  const { t } = useTexts()
  const { data, isError } = useStatus()
  const connection = useConnectionState()
  const facts = useFacts(data)
  const unknown = { icon: Activity, text: t('shell.status.unknown'), colour: 'text-warn' }
  const shown: readonly Fact[] = (isError && !data) || (connection === 'offline' && data) ? [unknown] : facts
  return (
    <section
      aria-label={t('shell.status.title')}
      className={clsx(
        'mt-auto border-line border-t pt-3 text-caption text-muted tabular-nums',
        expanded ? 'px-2.5' : 'px-0',
      )}
    >
      <ul className={clsx('grid gap-1.5', !expanded && 'justify-items-center gap-3')}>
        {shown.length === 0 &&
          ['up', 'connections', 'access'].map(name => (
            <li key={name}>
              <Skeleton className={clsx('h-4', expanded ? 'w-36' : 'w-4')} />
            </li>
          ))}
        {shown.map(({ icon: Icon, text, colour }) => (
          <li key={text}>
            {expanded ? (
              <span className="flex items-center gap-2 whitespace-nowrap">
                <Icon size={14} className={colour} />
                {text}
              </span>
            ) : (
              <span className="block" {...tooltip(text, 'right')}>
                <Icon size={18} className={colour} />
                <span className="sr-only">{text}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function useFacts(status: RelayStatus | undefined): readonly Fact[] {
  const { t, language } = useTexts()
  const now = useMinute()
  if (!status) return []
  const upSeconds = (now - Date.parse(status.startedAt)) / 1000
  const { connections, publicListener } = status
  return [
    {
      icon: Activity,
      text: t('shell.status.up', { duration: formatDuration(upSeconds, language) }),
      colour: 'text-ok',
    },
    {
      icon: Plug,
      text: t('shell.status.connections', { count: connections, formatted: formatNumber(connections) }),
      colour: '',
    },
    publicListener
      ? { icon: DoorOpen, text: t('shell.status.accessOpen'), colour: 'text-ok' }
      : { icon: DoorClosed, text: t('shell.status.accessClosed'), colour: 'text-warn' },
  ]
}

/** The time, to the half minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
