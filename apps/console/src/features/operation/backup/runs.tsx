import type { BackupRun } from '@hornets/contract/admin/settings/backup'
import { useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatBytes, formatDateTime } from '../../../ui/text/format.ts'

const looks = { running: 'accent', done: 'ok', failed: 'bad', cancelled: 'neutral' } as const

export function Runs({ runs }: { readonly runs: readonly BackupRun[] }) {
  const { t } = useTexts()
  return (
    <Card title={t('backup.runs.title')}>
      <ul aria-label={t('backup.runs.title')} className="mt-2">
        {runs.map(run => (
          <li key={run.id} className="grid gap-1 border-line border-b py-2 text-small last:border-b-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge kind={looks[run.state]}>{t(`backup.runs.state.${run.state}`)}</Badge>
              <span>{t(`backup.runs.kind.${run.kind}`)}</span>
              <span className="text-muted">{formatDateTime(run.began_at)}</span>
              {run.bytes !== null && <span className="ml-auto text-muted tabular-nums">{formatBytes(run.bytes)}</span>}
            </div>
            {run.error !== null && <p className="break-words text-bad">{run.error}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
