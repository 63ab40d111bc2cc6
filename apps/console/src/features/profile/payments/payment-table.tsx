import type { PaymentStatus, SubscriptionPayment } from '@hornets/contract/admin/subscriptions/payments'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { Badge, type BadgeProps } from '../../../ui/states/badge.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { formatUsd } from '../../../ui/text/usd.ts'

const looks: Readonly<Record<PaymentStatus, BadgeProps['kind']>> = {
  pending: 'warn',
  paid: 'ok',
  failed: 'bad',
  scheduled: 'neutral',
}

export function PaymentTable({ rows }: { readonly rows: readonly SubscriptionPayment[] }) {
  const { t } = useTexts()
  return (
    <Table caption={t('profile.payments.description')}>
      <TableHead>
        <HeadCell>{t('profile.payments.column.status')}</HeadCell>
        <HeadCell numeric>{t('profile.payments.column.amount')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('profile.payments.column.payer')}</HeadCell>
        <HeadCell className="max-lg:hidden">{t('profile.payments.column.tier')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('profile.payments.column.date')}</HeadCell>
        <HeadCell className="max-xl:hidden">{t('profile.payments.column.txid')}</HeadCell>
      </TableHead>
      <TableBody>
        {rows.map(row => (
          <PaymentRow key={row.id} row={row} />
        ))}
      </TableBody>
    </Table>
  )
}

function PaymentRow({ row }: { readonly row: SubscriptionPayment }) {
  const { t } = useTexts()
  const payer = <Person pubkey={row.pubkey} named={row.name} size="tiny" />
  const date = formatDateTime(row.date)
  /** Only then it has bought something, at the rate of that time. */
  const isDone = row.status === 'paid' || row.status === 'scheduled'
  return (
    <Row>
      <Cell className="max-md:align-top max-md:pt-3">
        <Badge kind={looks[row.status]}>{t(`profile.payments.status.${row.status}`)}</Badge>
      </Cell>
      <Cell numeric className="max-md:py-2">
        <span className="whitespace-nowrap">{formatExactSats(row.sats)}</span>
        {isDone && (
          <span className="block text-caption text-muted">
            {row.usd === null ? t('profile.payments.noRate') : formatUsd(row.usd)}
          </span>
        )}
        {row.payment_hash && (
          <span className="block text-caption text-muted xl:hidden">{t('profile.payments.lightning')}</span>
        )}
        <span className="block md:hidden">{payer}</span>
        <span className="block text-caption text-muted md:hidden">{date}</span>
      </Cell>
      <Cell className="max-w-60 max-md:hidden">{payer}</Cell>
      <Cell className="max-lg:hidden">
        {row.tier ? dataLimitText(row.tier) : row.status === 'scheduled' ? t('profile.payments.credit') : '–'}
      </Cell>
      <Cell className="whitespace-nowrap text-muted max-md:hidden">{date}</Cell>
      <Cell className="whitespace-nowrap max-xl:hidden">
        <PaymentId row={row} />
      </Cell>
    </Row>
  )
}

/** The output on the chain, or the hash of a Lightning payment, which no explorer knows. */
function PaymentId({ row: { txid, vout, payment_hash } }: { readonly row: SubscriptionPayment }) {
  const { t } = useTexts()
  const id = payment_hash ?? txid ?? ''
  return (
    <>
      <span className="inline-flex items-center">
        <code title={payment_hash ?? `${txid}:${vout}`} className="font-mono text-caption">
          {shortenMiddle(id, 6, 4)}
        </code>
        <CopyButton value={id} label={t(payment_hash ? 'profile.payments.copyHash' : 'profile.payments.copyTxid')} />
      </span>
      {payment_hash && <span className="block text-caption text-muted">{t('profile.payments.lightning')}</span>}
    </>
  )
}
