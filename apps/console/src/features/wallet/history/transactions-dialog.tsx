import type { WalletTransaction } from '@hornets/contract/admin/wallet'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '../../../api/calls/failure-text.ts'
import { isDemo } from '../../../api/session/demo.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { formatDateTime, formatDay } from '../../../ui/text/format.ts'
import { formatExactSats, formatSignedSats } from '../../../ui/text/sats.ts'
import { LabelEdit } from '../labels/label-edit.tsx'
import { ShowLabels } from '../labels/show-labels.tsx'
import { useLabels } from '../labels/use-labels.ts'
import { walletQueries } from '../service/queries.ts'
import { useOwnerRefusal } from '../service/use-owner-refusal.ts'
import { viewParameter } from '../service/use-wallet-view.ts'
import { ExportHistoryButton } from './export-button.tsx'
import { comesTo, incoming, txidOf } from './transaction-facts.ts'
import { TransactionLine } from './transaction-line.tsx'

interface TransactionsDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function TransactionsDialog(props: TransactionsDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog {...props} title={t('wallet.history.title')}>
      {props.open && <History />}
    </Dialog>
  )
}

function History() {
  const { t } = useTexts()
  const query = useInfiniteQuery(walletQueries.transactions)
  const { data: rates = [] } = useQuery(walletQueries.rates)
  const labels = useLabels()
  const refusal = useOwnerRefusal()
  const rows = query.data?.pages.flat() ?? []
  const whatOf = (row: WalletTransaction) => t('wallet.labels.payment', { amount: formatSignedSats(comesTo(row)) })
  return (
    <>
      <Received rows={incoming(rows)} />
      <div className="mt-2 flex flex-wrap items-start justify-between gap-2">
        <ShowLabels labels={labels} refusal={refusal} />
        {!isDemo() && rows.length > 0 && (
          <span className="flex flex-wrap items-center gap-3">
            <Link
              to="."
              search={((now: object) => ({ ...now, [viewParameter]: 'balance' })) as never}
              resetScroll={false}
              className="rounded-sm text-small underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
              {t('wallet.balanceHistory.title')}
            </Link>
            <ExportHistoryButton />
          </span>
        )}
      </div>
      <ul className="mt-3 border-line border-t">
        {rows.map(row => (
          <TransactionLine
            key={row.ID}
            row={row}
            rates={rates}
            label={
              <LabelEdit
                labels={labels}
                readOnly={refusal !== undefined}
                type="tx"
                of={txidOf(row)}
                what={whatOf(row)}
              />
            }
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="mt-3 grid gap-2">
          {query.isFetchNextPageError && (
            <p role="alert" className="text-bad text-small">
              {failureText(query.error)}
            </p>
          )}
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t(query.isFetchNextPageError ? 'ui.tryAgain' : 'wallet.history.older')}
          </Button>
        </div>
      )}
    </>
  )
}

function Received({ rows }: { readonly rows: readonly WalletTransaction[] }) {
  const { t } = useTexts()
  return (
    <>
      <h3 className="font-semibold text-small">{t('wallet.history.chart')}</h3>
      {rows.length === 0 ? (
        <p className="py-4 text-muted text-small">{t('wallet.history.noneReceived')}</p>
      ) : (
        <LineChart
          area
          whole
          label={t('wallet.history.chart')}
          heightPx={200}
          rows={rows}
          series={[{ key: 'value', label: t('wallet.history.received'), colour: 'notes', value: row => row.Value }]}
          keyOf={(row: WalletTransaction) => String(row.ID)}
          nameOf={row => formatDateTime(row.Date)}
          tickOf={row => formatDay(row.Date)}
          format={formatSats}
        />
      )}
    </>
  )
}

const formatSats = (sats: number) => formatExactSats(sats)
