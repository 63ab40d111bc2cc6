import { useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { tooltip } from '../../ui/overlays/tooltip.tsx'
import { formatRelative } from '../../ui/text/format.ts'
import { oldestShown } from '../pwa/oldest-shown.ts'

const tickMs = 2000

/** For servers without a live stream: the age of the oldest figure on screen. */
export function UpdatedAgo() {
  const { t } = useTexts()
  const client = useQueryClient()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((now - (oldestShown(client) ?? now)) / 1000))
  return (
    <span
      {...tooltip(t('otherServer.updatedHelp'), 'bottom')}
      className="mr-1 flex items-center gap-1.5 px-2 text-caption text-muted"
    >
      <History size={14} />
      <span className="max-xs:sr-only">{t('otherServer.updated', { ago: formatRelative(-seconds) })}</span>
      <span className="sr-only">. {t('otherServer.updatedHelp')}</span>
    </span>
  )
}
