import { Link } from '@tanstack/react-router'
import { Sparkles, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStatus } from '../../../api/queries/use-status.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'

const storageKey = 'seenVersion'

/** Above every page after an update, until it is put away on this device. Nothing on the first visit. */
export function UpdatedNotice() {
  const { t } = useTexts()
  const version = useStatus().data?.version
  const [seen, setSeen] = useState(() => localStorage.getItem(storageKey))
  const isNewer = version !== undefined && seen !== null && version.localeCompare(seen, 'en', { numeric: true }) > 0
  const see = () => {
    if (version === undefined) return
    localStorage.setItem(storageKey, version)
    setSeen(version)
  }
  useEffect(() => {
    if (version !== seen && !isNewer) see()
  })
  return (
    <div role="status">
      {isNewer && (
        <div className="flex items-center gap-3 border-line border-b bg-raised px-3.5 py-1 text-small md:px-6 print:hidden">
          <Sparkles size={16} className="flex-none text-muted" />
          <p className="min-w-0 flex-1">
            <span>{t('operation.release.updated', { version })}</span>{' '}
            <Link to={'/health' as never} hash="version" onClick={see} className={textLink}>
              {t('operation.release.see')}
            </Link>
          </p>
          <IconButton size="small" icon={X} label={t('operation.release.putAway')} onClick={see} />
        </div>
      )}
    </div>
  )
}
