import type { Subscriber } from '@hornets/contract/admin/subscriptions/subscribers'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { formatLongDay } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { StatusBadge } from '../status-badge.tsx'

interface SubscriberTableProps {
  readonly rows: readonly Subscriber[]
  /** With the key, hex. */
  readonly onOpen: (pubkey: string) => void
}

export function SubscriberTable({ rows, onOpen }: SubscriberTableProps) {
  const { t } = useTexts()
  return (
    <Table caption={t('shell.nav.subscribers')}>
      <TableHead>
        <HeadCell>{t('subscribers.column.who')}</HeadCell>
        <HeadCell>{t('subscribers.column.status')}</HeadCell>
        <HeadCell className="max-lg:hidden">{t('subscribers.column.tier')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('subscribers.column.expires')}</HeadCell>
        <HeadCell numeric className="max-md:hidden">
          {t('subscribers.column.paid')}
        </HeadCell>
        <HeadCell numeric className="max-xl:hidden">
          {t('subscribers.column.credit')}
        </HeadCell>
      </TableHead>
      <TableBody>
        {rows.map(row => {
          const expires = row.expires_at ? formatLongDay(row.expires_at) : '–'
          return (
            <Row key={row.pubkey}>
              <Cell className="py-1.5">
                <Person
                  pubkey={row.pubkey}
                  named={row.name}
                  link={name => (
                    <button
                      type="button"
                      onClick={() => onOpen(row.pubkey)}
                      className="min-w-0 max-w-60 rounded-sm text-left hover:underline"
                    >
                      {name}
                    </button>
                  )}
                />
                <p className="pl-10 text-caption text-muted md:hidden">
                  {formatExactSats(row.paid_sats)}
                  {row.expires_at && ` · ${expires}`}
                </p>
              </Cell>
              <Cell>
                <StatusBadge status={row.status} />
              </Cell>
              <Cell className="max-lg:hidden">{row.tier ? dataLimitText(row.tier) : '–'}</Cell>
              <Cell className="whitespace-nowrap max-md:hidden">{expires}</Cell>
              <Cell numeric className="whitespace-nowrap max-md:hidden">
                {formatExactSats(row.paid_sats)}
              </Cell>
              <Cell numeric className="whitespace-nowrap max-xl:hidden">
                {formatExactSats(row.credit_sats)}
              </Cell>
            </Row>
          )
        })}
      </TableBody>
    </Table>
  )
}
