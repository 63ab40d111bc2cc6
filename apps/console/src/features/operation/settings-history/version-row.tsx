import { restoreSettingsVersion, type SettingsVersion } from '@hornets/contract/admin/settings/history'
import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { changesOf } from '../../../ui/content/changes.ts'
import { ChangesTable } from '../../../ui/content/changes-table.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import type { Side } from './history-queries.ts'
import { sectionTitle, valueTitle } from './section-texts.ts'

interface VersionRowProps {
  readonly version: SettingsVersion
  readonly onRestore: (side: Side) => void
}

export function VersionRow({ version, onRestore }: VersionRowProps) {
  const { t } = useTexts()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { section, at, actor, actor_name: name, is_newest: isNewest } = version
  const changes = changesOf(version.before, version.after)
  return (
    <li className="border-line border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-start gap-3 px-3 py-2.5 text-left text-small hover:bg-sunken focus-visible:outline-offset-[-2px]"
      >
        <ChevronRight
          size={16}
          className={clsx('mt-px flex-none text-muted transition-transform duration-150', isOpen && 'rotate-90')}
        />
        <span className="grid min-w-0 flex-1 gap-x-3 gap-y-0.5 md:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_11.5rem]">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="font-semibold">{sectionTitle(section)}</span>
            <span className="text-muted">{t('settingsHistory.values', { count: changes.length })}</span>
            {isNewest && <Badge kind="accent">{t('settingsHistory.current')}</Badge>}
          </span>
          {actor ? (
            <Person pubkey={actor} named={name} size="tiny" linked={false} />
          ) : (
            <span>{t('settingsHistory.relay')}</span>
          )}
          <time dateTime={at} className="whitespace-nowrap text-muted tabular-nums">
            {formatDateTime(at)}
          </time>
        </span>
      </button>
      {isOpen && (
        <div id={id} className="grid gap-3 bg-sunken px-3 py-3 md:pl-10">
          <ChangesTable changes={changes} titleOf={path => valueTitle(section, path)} />
          <Ways version={version} onRestore={onRestore} />
        </div>
      )}
    </li>
  )
}

function Ways({ version: { is_newest: isNewest }, onRestore }: VersionRowProps) {
  const { t } = useTexts()
  if (!useMay(restoreSettingsVersion)) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={() => onRestore('before')}>
        {t(isNewest ? 'settingsHistory.undo' : 'settingsHistory.restoreBefore')}
      </Button>
      {!isNewest && (
        <Button size="small" onClick={() => onRestore('after')}>
          {t('settingsHistory.restore')}
        </Button>
      )}
    </div>
  )
}
