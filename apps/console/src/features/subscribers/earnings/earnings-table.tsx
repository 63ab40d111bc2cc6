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
        <HeadCell className="max-sm:hidden">{t('subscribers.earnings.month')}</HeadCell>
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
            <Cell className="whitespace-nowrap max-sm:hidden">
              <Month of={row} after={rows[index - 1]} />
            </Cell>
            <Cell className="py-1.5">
              <p className="font-semibold sm:hidden">
                <Month of={row} after={rows[index - 1]} />
              </p>
              {row.tier ? dataLimitText(row.tier) : t('subscribers.earnings.credit')}
              <p className="text-caption text-muted lg:hidden">
                {counts
                  .map(count => `${t(`subscribers.earnings.${count}`)}\u00A0${formatNumber(row[count])}`)
                  .join(' · ')}
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

/** Named once; who listens hears it in each row. */
function Month({ of: { month }, after }: { readonly of: EarningsRow; readonly after: EarningsRow | undefined }) {
  return <span className={month === after?.month ? 'sr-only' : undefined}>{formatMonth(month, 'long')}</span>
}
