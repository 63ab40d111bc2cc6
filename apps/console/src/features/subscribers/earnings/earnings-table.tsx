import type { EarningsRow } from '@hornets/contract/admin/subscriptions/payments'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { formatMonth, formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { formatUsd } from '../../../ui/text/usd.ts'

/** Columns on wide screens, a line below the tier on others. */
const counts = ['new_subscribers', 'renewed', 'lost', 'payments'] as const

/** A row for each month and tier, newest month first. */
export function EarningsTable({ rows }: { readonly rows: readonly EarningsRow[] }) {
  const { t } = useTexts()
  const dollars = ({ usd }: EarningsRow) => (usd === null ? t('subscribers.earnings.noRate') : formatUsd(usd))
  return (
    <Table caption={t('shell.nav.earnings')}>
      <TableHead>
        <HeadCell>{t('subscribers.earnings.month')}</HeadCell>
        <HeadCell>{t('subscribers.column.tier')}</HeadCell>
        {counts.map(count => (
          <HeadCell key={count} numeric className="max-lg:hidden">
            {t(`subscribers.earnings.${count}`)}
          </HeadCell>
        ))}
        <HeadCell numeric>{t('subscribers.earnings.sats')}</HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          {t('subscribers.earnings.usd')}
        </HeadCell>
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
            <Cell className="py-1.5">
              {row.tier ? dataLimitText(row.tier) : t('subscribers.earnings.credit')}
              <p className="text-caption text-muted lg:hidden">
                {counts.map(count => `${t(`subscribers.earnings.${count}`)} ${formatNumber(row[count])}`).join(' · ')}
              </p>
            </Cell>
            {counts.map(count => (
              <Cell key={count} numeric className="max-lg:hidden">
                {formatNumber(row[count])}
              </Cell>
            ))}
            <Cell numeric className="whitespace-nowrap">
              {formatExactSats(row.sats)}
              <p className="text-caption text-muted sm:hidden">{dollars(row)}</p>
            </Cell>
            <Cell numeric className="whitespace-nowrap max-sm:hidden">
              {dollars(row)}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}
