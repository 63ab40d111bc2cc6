import { type FileJob, listFileJobs, stopFileJob, undoFileJob } from '@hornets/contract/admin/files/file-changes'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { ProgressBar } from '../../../ui/states/progress-bar.tsx'
import { formatBytes, formatNumber } from '../../../ui/text/format.ts'

/** While a job runs its progress is read so often, ms. */
const progressMs = 1000
/** How long an ended job stays visible, so that it can be undone, ms. */
const shownMs = 10 * 60_000

const jobsQuery = queryOptions({
  ...apiQuery(listFileJobs),
  refetchInterval: ({ state }) => (state.data?.jobs.some(isRunning) ? progressMs : false),
})

export function Jobs() {
  const { t } = useTexts()
  const { data } = useQuery(jobsQuery)
  const shown = data?.jobs.filter(isWorthSeeing) ?? []
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('media.job.list')} className="grid gap-2">
      {shown.map(job => (
        <Job key={job.id} job={job} />
      ))}
    </ul>
  )
}

const isRunning = ({ state }: FileJob) => state === 'running'
const isWorthSeeing = (job: FileJob) =>
  isRunning(job) ||
  ((job.undoable > 0 || job.action === 'move') && Date.now() - Date.parse(job.endedAt ?? job.beganAt) < shownMs)

function Job({ job }: { readonly job: FileJob }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const mayChange = useMay(stopFileJob)
  const [isAsking, setAsking] = useState(false)
  const share = job.files === 0 ? 1 : Math.min(1, job.filesDone / job.files)
  async function call(endpoint: typeof stopFileJob | typeof undoFileJob): Promise<void> {
    setAsking(true)
    try {
      await api.call(endpoint, { params: { id: job.id } })
    } catch (error) {
      toast.error(failureText(error))
    }
    await client.invalidateQueries(staleOn('files'))
    setAsking(false)
  }
  return (
    <li className="grid gap-2 rounded-md border border-line bg-surface px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-52 text-small">
          <span className="font-semibold">{t(`media.job.${job.action}.${job.state}`)}</span>{' '}
          <span className="text-muted tabular-nums">
            {t('media.job.progress', {
              done: formatNumber(job.filesDone),
              count: job.files,
              bytes: formatBytes(job.bytesDone),
            })}
          </span>
        </p>
        {mayChange && isRunning(job) && (
          <Button size="small" loading={isAsking} onClick={() => void call(stopFileJob)}>
            {t('media.job.stop')}
          </Button>
        )}
        {mayChange && !isRunning(job) && job.undoable > 0 && (
          <Button size="small" loading={isAsking} onClick={() => void call(undoFileJob)}>
            {t('media.undo')}
          </Button>
        )}
      </div>
      {isRunning(job) && <ProgressBar label={t(`media.job.${job.action}.running`)} value={share} />}
    </li>
  )
}
