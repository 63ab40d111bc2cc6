import clsx from 'clsx'
import { CloudOff, RadioTower, RefreshCw } from 'lucide-react'
import { useConnectionState } from '../../api/live/use-live-stream.ts'
import { useTexts } from '../../i18n/texts.ts'
import { tooltip } from '../../ui/overlays/tooltip.tsx'
import { lazyLater } from '../lazy-page.ts'

const looks = {
  live: { icon: RadioTower, colour: 'text-ok', help: 'shell.connection.liveHelp' },
  reconnecting: { icon: RefreshCw, colour: 'text-warn', help: 'shell.connection.reconnectingHelp' },
  offline: { icon: CloudOff, colour: 'text-bad', help: 'shell.connection.offlineHelp' },
} as const

const { Part: UpdatedAgo } = lazyLater(async () => (await import('./updated-ago.tsx')).UpdatedAgo)

/** How current the figures are: icon and word, announced on change. */
export function ConnectionBadge() {
  const { t } = useTexts()
  const state = useConnectionState()
  if (state === 'polling') return <UpdatedAgo />
  const { icon: Icon, colour, help } = looks[state]
  return (
    <span
      role="status"
      {...tooltip(t(help), 'bottom')}
      className={clsx('mr-1 flex items-center gap-1.5 px-2 text-caption', colour)}
    >
      <Icon size={14} />
      <span className="max-xs:sr-only">{t(`shell.connection.${state}`)}</span>
      <span className="sr-only">. {t(help)}</span>
    </span>
  )
}
