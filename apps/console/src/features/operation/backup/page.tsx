import {
  type BackupState,
  cancelBackup,
  getBackup,
  saveBackupPlan,
  startBackup,
  testBackup,
} from '@hornets/contract/admin/settings/backup'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText, formFailureText } from '../../../api/calls/failure-text.ts'
import { useMay, useRoleName } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ProgressBar } from '../../../ui/states/progress-bar.tsx'
import { RolePage } from '../../../ui/states/role-page.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatBytes, formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { backupQuery, isRunning, snapshotsQuery } from './backup-queries.ts'
import { PlanForm } from './plan-form.tsx'
import { Runs } from './runs.tsx'
import { Snapshots } from './snapshots.tsx'
import { TestDialog } from './test-dialog.tsx'

export function BackupPage() {
  const { t } = useTexts()
  const role = useRoleName()
  const mayRead = useMay(getBackup)
  const notAllowed = { title: t('backup.notAllowed.title'), text: t('backup.notAllowed.text', { role }) }
  return (
    <RolePage
      title={t('shell.nav.backup')}
      description={t('backup.description')}
      notAllowed={mayRead ? undefined : notAllowed}
    >
      <Content />
    </RolePage>
  )
}

function Content() {
  const query = useQuery(backupQuery)
  const client = useQueryClient()
  const running = query.data && isRunning(query.data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when one begins or ends
  useEffect(() => {
    if (running === false) void client.invalidateQueries(snapshotsQuery)
  }, [running])
  return (
    <Loaded query={query} waiting={<RowsSkeleton rows={6} className="h-12" />} failureOf={formFailureText}>
      {state => <Backups state={state} />}
    </Loaded>
  )
}

function Backups({ state }: { readonly state: BackupState }) {
  const mayPlan = useMay(saveBackupPlan)
  const { plan, runs } = state
  const isPlanned = plan.place !== ''
  return (
    <>
      {isPlanned ? <Now state={state} /> : <NoPlan mayPlan={mayPlan} />}
      {isPlanned && <Snapshots />}
      {mayPlan && <PlanForm key={JSON.stringify(plan)} saved={plan} />}
      {runs.length > 0 && <Runs runs={runs} />}
    </>
  )
}

function NoPlan({ mayPlan }: { readonly mayPlan: boolean }) {
  const { t } = useTexts()
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={DatabaseBackup}
        title={t('backup.none.title')}
        text={t(mayPlan ? 'backup.none.text' : 'backup.none.askOwner')}
      />
    </div>
  )
}

function Now({ state }: { readonly state: BackupState }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const mayTest = useMay(testBackup)
  const [isAsking, setAsking] = useState(false)
  const [isTesting, setTesting] = useState(false)
  const { plan, runs } = state
  const running = isRunning(state) ? runs[0] : undefined
  const lastDone = runs.find(run => run.kind === 'backup' && run.state === 'done')

  async function call(endpoint: typeof startBackup | typeof cancelBackup): Promise<void> {
    setAsking(true)
    await api.call(endpoint).catch((error: unknown) => toast.error(failureText(error)))
    await client.invalidateQueries(backupQuery)
    setAsking(false)
  }

  async function test(): Promise<void> {
    if (plan.encryption === 'recipient') return setTesting(true)
    setAsking(true)
    await api.call(testBackup, { body: {} }).catch((error: unknown) => toast.error(failureText(error)))
    await client.invalidateQueries(backupQuery)
    setAsking(false)
  }

  return (
    <Card
      title={t('backup.now.title')}
      aside={
        <div className="flex flex-wrap gap-2">
          {running ? (
            <Button size="small" loading={isAsking} onClick={() => void call(cancelBackup)}>
              {t('backup.now.cancel')}
            </Button>
          ) : (
            <>
              {mayTest && lastDone && (
                <Button size="small" loading={isAsking} onClick={() => void test()}>
                  {t('backup.now.test')}
                </Button>
              )}
              <Button size="small" variant="primary" loading={isAsking} onClick={() => void call(startBackup)}>
                {t('backup.now.start')}
              </Button>
            </>
          )}
        </div>
      }
      wideAside
    >
      <Facts state={state} />
      {running && <Progress kind={running.kind} progress={state.progress} />}
      {isTesting && <TestDialog onClose={() => setTesting(false)} />}
    </Card>
  )
}

/** When the last backup was made and tested, when the next one is, and where they are. */
function Facts({ state: { plan, runs, next_at: nextAt } }: { readonly state: BackupState }) {
  const { t } = useTexts()
  const lastDone = runs.find(run => run.kind === 'backup' && run.state === 'done')
  const lastTest = runs.find(run => run.kind === 'test' && run.state !== 'running')
  return (
    <dl className="mt-3 grid gap-x-4 text-small sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1">
      <Fact name={t('backup.now.last')}>
        {lastDone?.ended_at
          ? t('backup.now.lastText', {
              time: formatDateTime(lastDone.ended_at),
              size: formatBytes(lastDone.bytes ?? 0),
              count: lastDone.files ?? 0,
            })
          : t('backup.now.never')}
      </Fact>
      <Fact name={t('backup.now.next')}>{nextAt === null ? t('backup.now.noSchedule') : formatDateTime(nextAt)}</Fact>
      <Fact name={t('backup.now.place')}>
        <span className="break-all font-mono">{plan.place}</span>
      </Fact>
      <Fact name={t('backup.now.lastTest')}>
        {lastTest?.ended_at
          ? t(`backup.now.tested.${lastTest.state as 'done'}`, { time: formatDateTime(lastTest.ended_at) })
          : t('backup.now.neverTested')}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="mb-2 min-w-0 sm:mb-0">{children}</dd>
    </>
  )
}

function Progress({
  kind,
  progress,
}: {
  readonly kind: 'backup' | 'test'
  readonly progress: BackupState['progress']
}) {
  const { t } = useTexts()
  const { step, done, total } = progress ?? { step: 'databases', done: 0, total: 0 }
  const label = t(`backup.progress.${kind}`)
  return (
    <div className="mt-3 grid gap-2">
      <p className="text-small" role="status">
        <span className="font-semibold">{label}</span>{' '}
        <span className="text-muted tabular-nums">
          {t(`backup.progress.step.${step}`)}
          {total > 0 && ` ${t('backup.progress.of', { done: formatNumber(done), total: formatNumber(total) })}`}
        </span>
      </p>
      <ProgressBar label={label} value={total > 0 ? Math.min(1, done / total) : 0} />
    </div>
  )
}
