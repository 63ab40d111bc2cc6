import { exportEarnings, getEarningsReport } from '@hornets/contract/admin/subscriptions/payments'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartColumn, Download } from 'lucide-react'
import { useState } from 'react'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { NotForRole } from '../../../ui/states/not-for-role.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { EarningCard } from '../earning-card.tsx'
import { EarningsTable } from './earnings-table.tsx'
import { saveEarnings } from './export-earnings.ts'
import { isReversed, queryOf, readPeriod } from './period.ts'

export function EarningsPage() {
  const { t } = useTexts()
  const may = useMay(getEarningsReport)
  return (
    <div className="grid max-w-600 grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 max-w-160 flex-1 basis-72">
          <h1 className="font-semibold text-title">{t('shell.nav.earnings')}</h1>
          <p className="text-muted text-small">{t('subscribers.earnings.description')}</p>
        </div>
        {may && <ExportButton />}
      </div>
      {may ? (
        <>
          <EarningCard isLinked={false} />
          <Report />
        </>
      ) : (
        <NotForRole title={t('subscribers.list.notAllowed')} text={t('subscribers.earning.notAllowed')} />
      )}
    </div>
  )
}

function ExportButton() {
  const { t } = useTexts()
  const period = readPeriod(useUrlParameters()[0])
  const [isSaving, setSaving] = useState(false)
  const may = useMay(exportEarnings)
  async function save(): Promise<void> {
    setSaving(true)
    await saveEarnings(period)
    setSaving(false)
  }
  return (
    <Button icon={Download} loading={isSaving} disabled={!may || isReversed(period)} onClick={() => void save()}>
      {t('subscribers.earnings.export')}
    </Button>
  )
}

function Report() {
  const { t } = useTexts()
  const [parameters, change] = useUrlParameters()
  const period = readPeriod(parameters)
  const reversed = isReversed(period)
  const query = useQuery({
    ...apiQuery(getEarningsReport, { query: queryOf(period) }),
    placeholderData: keepPreviousData,
    enabled: !reversed,
  })
  const rows = reversed ? [] : (query.data?.rows ?? [])
  return (
    <div className="rounded-md border border-line bg-surface">
      <div className="grid gap-3 border-line border-b p-3 sm:flex">
        <TextField
          label={t('subscribers.earnings.from')}
          type="month"
          value={period.from}
          error={reversed ? t('subscribers.earnings.reversed') : undefined}
          onValueChange={from => change({ from: from || undefined }, { replace: true })}
          className="sm:w-44"
        />
        <TextField
          label={t('subscribers.earnings.to')}
          type="month"
          value={period.to}
          onValueChange={to => change({ to: to || undefined }, { replace: true })}
          className="sm:w-44"
        />
      </div>
      {rows.length > 0 && <EarningsTable rows={rows} />}
      {query.isLoading && <RowsSkeleton rows={6} className="h-6" />}
      {query.error && rows.length === 0 && (
        <ErrorState
          message={formFailureText(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {(reversed || query.data) && rows.length === 0 && (
        <EmptyState
          icon={ChartColumn}
          title={t('subscribers.earnings.none')}
          text={t('subscribers.earnings.noneText')}
        />
      )}
    </div>
  )
}
