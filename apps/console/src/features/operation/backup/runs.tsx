import type { BackupRun } from '@hornets/contract/admin/settings/backup'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatBytes, formatDateTime } from '../../../ui/text/format.ts'

const looks = { running: 'accent', done: 'ok', failed: 'bad', cancelled: 'neutral' } as const

const causes = [
  ['full', /ENOSPC|EDQUOT|no space left/i],
  ['refused', /EACCES|EPERM|EROFS|permission denied/i],
  ['away', /ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ECONNRESET/],
] as const

/** What a system says stays below the sentence, as it is looked up by that. */
function Failure({ run: { kind }, error }: { readonly run: BackupRun; readonly error: string }) {
  const { t } = useTexts()
  const [, count, names] = (kind === 'test' && /^(\d+): (.*)$/s.exec(error)) || []
  if (count !== undefined && names !== undefined)
    return (
      <p className="wrap-anywhere text-bad">
        {t('backup.runs.differing', { count: Number(count) })} <span className="font-mono">{names}</span>
      </p>
    )
  const cause = causes.find(([, pattern]) => pattern.test(error))?.[0]
  if (cause === undefined) return <p className="wrap-anywhere text-bad">{translateMessage(error)}</p>
  return (
    <>
      <p className="text-bad">{t(`backup.runs.cause.${cause}`)}</p>
      <p className="wrap-anywhere text-muted">{error}</p>
    </>
  )
}

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
            {run.error !== null && <Failure run={run} error={run.error} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
