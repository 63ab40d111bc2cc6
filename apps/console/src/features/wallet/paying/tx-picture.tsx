import type { PlanAnswer } from '@hornets/contract/wallet/spending'
import clsx from 'clsx'
import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { CopyId } from '../parts/copy-id.tsx'
import { LongList } from '../parts/long-list.tsx'
import { WholeAddress } from './whole-address.tsx'

const shownInputs = 4

/** More payees scroll separately. */
const shownPayees = 8

/** Identifies the payee of an output. */
export const payeeKey = (address: string, sats: number) => `${address.toLowerCase()} ${sats}`

interface TxPictureProps {
  readonly plan: PlanAnswer
  /** Payees' names, by `payeeKey`. */
  readonly labels?: ReadonlyMap<string, string>
}

export function TxPicture({ plan, labels }: TxPictureProps) {
  const { t } = useTexts()
  // A transaction can pay one address twice.
  const outputs = plan.outputs.map((output, index) => ({ ...output, key: String(index) }))
  const paid = outputs.filter(({ change }) => !change)
  const isLong = paid.length > shownPayees
  return (
    <div className="grid gap-1">
      <Inputs inputs={plan.inputs} />
      <ArrowDown size={18} aria-hidden className="mx-auto text-faint" />
      {isLong && (
        <Side title={t('wallet.picture.payees', { count: paid.length })} sum={formatExactSats(sumOf(paid))} isList>
          <LongList rows={paid} keyOf={({ key }) => key} linePx={64}>
            {output => <Recipient {...output} label={labels?.get(payeeKey(output.address, output.value_sats))} />}
          </LongList>
        </Side>
      )}
      <Side title={t(isLong ? 'wallet.picture.rest' : 'wallet.picture.outputs')}>
        {(isLong ? outputs.filter(({ change }) => change) : outputs).map(({ key, ...output }) =>
          output.change ? (
            <Line key={key} name={output.address} note={t('wallet.picture.change')} sats={output.value_sats} />
          ) : (
            <li key={key} className="py-1">
              <Recipient {...output} label={labels?.get(payeeKey(output.address, output.value_sats))} />
            </li>
          ),
        )}
        <Line
          words
          name={t('wallet.picture.fee')}
          note={t('wallet.picture.size', {
            vbytes: formatNumber(plan.vsize),
            rate: formatNumber(plan.fee_sats / plan.vsize, { maximumFractionDigits: 2 }),
          })}
          sats={plan.fee_sats}
        />
        {plan.lift_sats !== undefined && (
          <p className="pb-1 text-caption text-muted">
            {t('wallet.picture.lift', { amount: formatExactSats(plan.lift_sats) })}
          </p>
        )}
      </Side>
      {plan.inputs.some(({ unconfirmed }) => unconfirmed === 'others') && (
        <Alert kind="warning">{t('wallet.coins.fromOthers')}</Alert>
      )}
      {plan.fee_sats > amountOf(plan) && <Alert kind="warning">{t('wallet.picture.feeAbove')}</Alert>}
    </div>
  )
}

function Inputs({ inputs }: Pick<PlanAnswer, 'inputs'>) {
  const { t } = useTexts()
  const more = inputs.slice(shownInputs)
  return (
    <Side title={t('wallet.picture.inputs', { count: inputs.length })} sum={formatExactSats(sumOf(inputs))}>
      {inputs.slice(0, shownInputs).map(({ outpoint, address, value_sats, unconfirmed }) => (
        <Line
          key={outpoint}
          name={address}
          title={outpoint}
          note={unconfirmed && t(`wallet.coins.unconfirmed.${unconfirmed}`)}
          sats={value_sats}
        />
      ))}
      {more.length > 0 && <Line words name={t('wallet.picture.more', { count: more.length })} sats={sumOf(more)} />}
    </Side>
  )
}

/** What others get; for a payment to ourselves, what comes back. */
function amountOf({ outputs }: PlanAnswer): number {
  const paid = outputs.filter(({ change }) => !change)
  return sumOf(paid.length > 0 ? paid : outputs)
}

const sumOf = (list: readonly { readonly value_sats: number }[]) =>
  list.reduce((total, { value_sats }) => total + value_sats, 0)

interface SideProps {
  readonly title: string
  readonly sum?: string
  /** It contains a scrolling list. */
  readonly isList?: boolean
  readonly children: ReactNode
}

function Side({ title, sum, isList = false, children }: SideProps) {
  return (
    <section className="rounded-md border border-line bg-surface px-3 py-2">
      <div className="flex flex-wrap justify-between gap-x-3 text-caption text-muted">
        <h4>{title}</h4>
        {sum && <span className="tabular-nums">{sum}</span>}
      </div>
      {isList ? <div className="relative max-h-72 overflow-y-auto">{children}</div> : <ul>{children}</ul>}
    </section>
  )
}

interface RecipientProps {
  readonly address: string
  readonly value_sats: number
  readonly label?: string | undefined
}

/** The payee's whole address, since a signed payment cannot be undone by another. */
function Recipient({ address, value_sats, label }: RecipientProps) {
  const { t } = useTexts()
  return (
    <div className="grid gap-0.5 font-semibold">
      <span className="flex items-start gap-1">
        <WholeAddress address={address} />
        <CopyId value={address} label={t('wallet.picture.copyRecipient')} />
      </span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-normal text-caption text-muted">{label ?? t('wallet.picture.recipient')}</span>
        <span className="ml-auto text-small tabular-nums">{formatExactSats(value_sats)}</span>
      </span>
    </div>
  )
}

interface LineProps {
  readonly name: string
  readonly title?: string
  readonly note?: string | undefined
  /** The name is text, not an address. */
  readonly words?: boolean
  readonly sats: number
}

function Line({ name, title, note, words, sats }: LineProps) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 py-1">
      <span className="min-w-0">
        <span title={title ?? name} className={clsx('text-small', !words && 'font-mono')}>
          {words ? name : shortenMiddle(name, 14, 8)}
        </span>
        {note && <span className="block text-caption text-muted">{note}</span>}
      </span>
      <span className="ml-auto text-small tabular-nums">{formatExactSats(sats)}</span>
    </li>
  )
}
