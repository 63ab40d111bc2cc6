import type { EarningsRow } from '@hornets/contract/admin/subscriptions/payments'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { formatMonth, formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { formatUsd } from '../../../ui/text/usd.ts'

/** A row for each month and tier, newest month first. */
export function EarningsTable({ rows }: { readonly rows: readonly EarningsRow[] }) {
  const { t } = useTexts()
  return (
    <Table caption={t('shell.nav.earnings')}>
      <TableHead>
        <HeadCell>{t('subscribers.earnings.month')}</HeadCell>
        <HeadCell>{t('subscribers.column.tier')}</HeadCell>
        <HeadCell numeric>{t('subscribers.earnings.new')}</HeadCell>
        <HeadCell numeric>{t('subscribers.earnings.renewed')}</HeadCell>
        <HeadCell numeric>{t('subscribers.earnings.lost')}</HeadCell>
        <HeadCell numeric>{t('subscribers.earnings.payments')}</HeadCell>
        <HeadCell numeric>{t('subscribers.earnings.sats')}</HeadCell>
        <HeadCell numeric>{t('subscribers.earnings.usd')}</HeadCell>
      </TableHead>
      <TableBody>
        {rows.map((row, index) => (
          <Row key={`${row.month} ${row.tier}`}>
            {/* A month is named once; who listens hears it in each row. */}
            <Cell className="whitespace-nowrap">
              <span className={row.month === rows[index - 1]?.month ? 'sr-only' : undefined}>
                {formatMonth(row.month, 'long')}
              </span>
            </Cell>
            <Cell className="whitespace-nowrap">
              {row.tier ? dataLimitText(row.tier) : t('subscribers.earnings.credit')}
            </Cell>
            {([row.new_subscribers, row.renewed, row.lost, row.payments] as const).map((count, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four columns in a fixed order
              <Cell key={at} numeric>
                {formatNumber(count)}
              </Cell>
            ))}
            <Cell numeric className="whitespace-nowrap">
              {formatExactSats(row.sats)}
            </Cell>
            <Cell numeric className="whitespace-nowrap">
              {row.usd === null ? t('subscribers.earnings.noRate') : formatUsd(row.usd)}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}
