import { type EventJob, listEventJobs, stopEventJob, undoEventJob } from '@hornets/contract/admin/events/changes'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { failureText } from '../../api/calls/failure-text.ts'
import { apiQuery } from '../../api/queries/api-query.ts'
import { useMay } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { ProgressBar } from '../../ui/states/progress-bar.tsx'
import { formatDateTime, formatNumber } from '../../ui/text/format.ts'

/** While a job runs its progress is read so often, ms. */
const progressMs = 1000

const jobsQuery = queryOptions({
  ...apiQuery(listEventJobs),
  refetchInterval: ({ state }) => (state.data?.jobs.some(isRunning) ? progressMs : false),
})

export function EventJobs({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useTexts()
  const { data } = useQuery(jobsQuery)
  const shown = data?.jobs.filter(job => isRunning(job) || job.undoable > 0) ?? []
  const running = shown.filter(isRunning).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a job begins or ends
  useEffect(() => {
    if (data) onEnd()
  }, [running])
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('events.job.list')} className="grid gap-2">
      {shown.map(job => (
        <Job key={job.id} job={job} />
      ))}
    </ul>
  )
}

const isRunning = ({ state }: EventJob) => state === 'running'

function Job({ job }: { readonly job: EventJob }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const mayChange = useMay(stopEventJob)
  const [isAsking, setAsking] = useState(false)
  async function call(endpoint: typeof stopEventJob | typeof undoEventJob): Promise<void> {
    setAsking(true)
    await api.call(endpoint, { params: { id: job.id } }).catch((error: unknown) => toast.error(failureText(error)))
    await client.invalidateQueries(jobsQuery)
    setAsking(false)
  }
  return (
    <li className="grid gap-2 rounded-md border border-line bg-surface px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-52 text-small">
          <span className="font-semibold">{t(`events.job.${job.action}.${job.state}`)}</span>{' '}
          <span className="text-muted tabular-nums">
            {t('events.job.progress', {
              done: formatNumber(job.done),
              count: Math.max(job.events, job.done),
              time: formatDateTime(job.began_at),
            })}
          </span>
        </p>
        {mayChange && isRunning(job) && (
          <Button size="small" loading={isAsking} onClick={() => void call(stopEventJob)}>
            {t('events.job.stop')}
          </Button>
        )}
        {mayChange && !isRunning(job) && job.undoable > 0 && (
          <Button size="small" loading={isAsking} onClick={() => void call(undoEventJob)}>
            {t('events.job.undo')}
          </Button>
        )}
      </div>
      {isRunning(job) && (
        <ProgressBar
          label={t(`events.job.${job.action}.running`)}
          value={job.events === 0 ? 1 : Math.min(1, job.done / job.events)}
        />
      )}
    </li>
  )
}
