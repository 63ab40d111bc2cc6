import type { Network } from '@hornets/contract/wallet/set-up'
import { payeesMax } from '@hornets/contract/wallet/spending'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Segmented } from '../../../../ui/forms/segmented.tsx'
import { Alert } from '../../../../ui/states/alert.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { formatExactSats } from '../../../../ui/text/sats.ts'
import { Fact, FactList } from '../../parts/fact-list.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { Step } from '../../parts/step.tsx'
import { PayeeForm } from './payee-form.tsx'
import { PayeeLine } from './payee-line.tsx'
import { errorOf, type PayeeError, type PayeeRow, repeatedOf, satsOfRow } from './payee-list.ts'

interface PayeesStepProps {
  readonly rows: readonly PayeeRow[]
  readonly network: Network | undefined
  readonly balanceSats: number | undefined
  readonly onRows: (rows: readonly PayeeRow[]) => void
  readonly onBack: () => void
  readonly onContinue: () => void
}

export function PayeesStep({ rows, network, balanceSats, onRows, onBack, onContinue }: PayeesStepProps) {
  const { t } = useTexts()
  const edits = usePayeeEdits(rows, onRows)
  const { edited, add } = edits
  const errors = new Map(rows.flatMap(row => (errorOf(row, network) ? [[row.id, errorOf(row, network)] as const] : [])))
  const [wantsErrors, setWantsErrors] = useState(errors.size > 0)
  const repeated = repeatedOf(rows)
  const sumSats = rows.reduce((sum, row) => sum + (satsOfRow(row) ?? 0), 0)
  const isTooMuch = balanceSats !== undefined && sumSats > balanceSats
  // Once all are corrected, everything is shown.
  const onlyErrors = wantsErrors && (errors.size > 0 || edited !== undefined)
  const shown = onlyErrors ? rows.filter(({ id }) => errors.has(id) || id === edited) : rows
  const isReady = rows.length > 0 && errors.size === 0 && edited === undefined && !isTooMuch && rows.length <= payeesMax

  return (
    <Step
      title={t('wallet.many.payeesTitle')}
      actions={
        <>
          <Button onClick={onBack}>{t('wallet.back')}</Button>
          <Button variant="primary" disabled={!isReady} onClick={onContinue}>
            {t('wallet.send.continue')}
          </Button>
        </>
      }
    >
      <Problems
        errors={errors.size}
        repeated={repeated.size}
        isTooMany={rows.length > payeesMax}
        onRemoveErrors={() => onRows(rows.filter(({ id }) => !errors.has(id)))}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Shown count={rows.length} errors={errors.size} onlyErrors={onlyErrors} onErrors={setWantsErrors} />
        <Button
          size="small"
          icon={Plus}
          disabled={edited !== undefined}
          onClick={() => {
            add()
            setWantsErrors(false)
          }}
        >
          {t('wallet.many.add')}
        </Button>
      </div>
      <Payees {...{ rows, shown, edits, errors, repeated, network }} />
      <Sum {...{ sumSats, balanceSats, isTooMuch }} />
    </Step>
  )
}

function usePayeeEdits(rows: readonly PayeeRow[], onRows: (rows: readonly PayeeRow[]) => void) {
  const [edited, setEdited] = useState<number>()
  function add(): void {
    const id = rows.reduce((most, row) => Math.max(most, row.id), -1) + 1
    onRows([...rows, { id, line: 0, address: '', amount: '', label: '' }])
    setEdited(id)
  }
  function save(next: PayeeRow): void {
    onRows(rows.map(row => (row.id === next.id ? next : row)))
    setEdited(undefined)
  }
  function remove(id: number): void {
    onRows(rows.filter(row => row.id !== id))
    if (id === edited) setEdited(undefined)
  }
  /** An added row that was never filled in is removed. */
  function cancel(row: PayeeRow): void {
    if (row.address === '' && row.amount === '') remove(row.id)
    else setEdited(undefined)
  }
  return { edited, setEdited, add, save, remove, cancel }
}

interface PayeesProps {
  readonly rows: readonly PayeeRow[]
  readonly shown: readonly PayeeRow[]
  readonly edits: ReturnType<typeof usePayeeEdits>
  readonly errors: ReadonlyMap<number, PayeeError | undefined>
  readonly repeated: ReturnType<typeof repeatedOf>
  readonly network: Network | undefined
}

function Payees({ rows, shown, edits, errors, repeated, network }: PayeesProps) {
  const { t } = useTexts()
  const { edited, setEdited, save, remove, cancel } = edits
  if (rows.length === 0) return <p className="text-muted text-small">{t('wallet.many.none')}</p>
  return (
    <div className="relative max-h-96 overflow-y-auto rounded-md border border-line px-3">
      <LongList rows={shown} keyOf={({ id }) => String(id)} linePx={64}>
        {row =>
          row.id === edited ? (
            <PayeeForm row={row} network={network} onSave={save} onCancel={() => cancel(row)} />
          ) : (
            <PayeeLine
              row={row}
              error={errors.get(row.id)}
              repeats={repeated.get(row.id)}
              onEdit={() => setEdited(row.id)}
              onRemove={() => remove(row.id)}
            />
          )
        }
      </LongList>
    </div>
  )
}

interface ShownProps {
  readonly count: number
  readonly errors: number
  readonly onlyErrors: boolean
  readonly onErrors: (onlyErrors: boolean) => void
}

function Shown({ count, errors, onlyErrors, onErrors }: ShownProps) {
  const { t } = useTexts()
  if (errors === 0) return <p className="text-muted text-small">{t('wallet.many.count', { count })}</p>
  return (
    <Segmented
      label={t('wallet.many.show')}
      value={onlyErrors ? 'errors' : 'all'}
      onValueChange={next => onErrors(next === 'errors')}
      choices={[
        { value: 'errors', label: t('wallet.many.showErrors', { count: errors }) },
        { value: 'all', label: t('wallet.many.showAll', { count }) },
      ]}
    />
  )
}

interface ProblemsProps {
  readonly errors: number
  /** Payees whose address another line has too. */
  readonly repeated: number
  readonly isTooMany: boolean
  readonly onRemoveErrors: () => void
}

function Problems({ errors, repeated, isTooMany, onRemoveErrors }: ProblemsProps) {
  const { t } = useTexts()
  return (
    <>
      {errors > 0 && (
        <Alert
          kind="error"
          action={
            <Button size="small" onClick={onRemoveErrors}>
              {t('wallet.many.removeErrors')}
            </Button>
          }
        >
          {t('wallet.many.errors', { count: errors })}
        </Alert>
      )}
      {repeated > 0 && <Alert kind="warning">{t('wallet.many.repeated', { count: repeated })}</Alert>}
      {isTooMany && <Alert kind="error">{t('wallet.many.tooMany', { most: formatNumber(payeesMax) })}</Alert>}
    </>
  )
}

interface SumProps {
  readonly sumSats: number
  readonly balanceSats: number | undefined
  readonly isTooMuch: boolean
}

function Sum({ sumSats, balanceSats, isTooMuch }: SumProps) {
  const { t } = useTexts()
  return (
    <div aria-live="polite" className="grid gap-2">
      <FactList>
        <Fact name={t('wallet.many.sum')} strong>
          {formatExactSats(sumSats)}
        </Fact>
        <Fact name={t('wallet.send.balance')}>
          {balanceSats === undefined ? t('wallet.balance.unknown') : formatExactSats(balanceSats)}
        </Fact>
      </FactList>
      {isTooMuch && <Alert kind="error">{t('wallet.insufficient')}</Alert>}
    </div>
  )
}
