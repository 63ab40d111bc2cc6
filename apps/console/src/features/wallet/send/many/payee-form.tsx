import { labelChars } from '@hornets/contract/wallet/addresses'
import type { Network } from '@hornets/contract/wallet/set-up'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { SatsField } from '../../money/sats-field.tsx'
import { readRecipient } from '../recipient.ts'
import { errorOf, type PayeeError, type PayeeRow } from './payee-list.ts'
import { useErrorText } from './use-error-text.ts'

interface PayeeFormProps {
  readonly row: PayeeRow
  readonly network: Network | undefined
  readonly onSave: (row: PayeeRow) => void
  readonly onCancel: () => void
}

const ofAddress: ReadonlySet<PayeeError> = new Set(['address', 'network', 'lightning', 'base58', 'link'])

/** With the address, amount and label of a payment link, if one was entered. */
function asRead(draft: PayeeRow, network: Network | undefined): PayeeRow {
  const read = readRecipient(draft.address, network)
  const named = typeof read === 'object' ? read : undefined
  return {
    ...draft,
    ...(named && { address: named.address }),
    ...(named?.amountSats !== undefined && { amount: String(named.amountSats) }),
    label: draft.label.trim() || (named?.label ?? '').slice(0, labelChars),
    lineError: undefined,
  }
}

/** Closes the form, not the surrounding dialog. */
const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return
  event.stopPropagation()
  close()
}

/** A payee edited in place. A payment link also fills in amount and label. */
export function PayeeForm({ row, network, onSave, onCancel }: PayeeFormProps) {
  const { t } = useTexts()
  const textOf = useErrorText()
  const [draft, setDraft] = useState(row)
  const [error, setError] = useState<PayeeError | undefined>(() =>
    row.address === '' ? undefined : errorOf(row, network),
  )
  const change = (next: Partial<PayeeRow>) => {
    setDraft({ ...draft, ...next, lineError: undefined })
    setError(undefined)
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    const next = asRead(draft, network)
    const found = errorOf(next, network)
    if (found) setError(found)
    else onSave(next)
  }

  const text = error && textOf(error)
  const isOfAddress = error !== undefined && ofAddress.has(error)
  return (
    <form noValidate onSubmit={save} className="grid gap-3 py-1">
      <TextField
        label={t('wallet.send.address')}
        error={isOfAddress ? text : undefined}
        value={draft.address}
        onValueChange={address => change({ address })}
        mono
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={onEscape(onCancel)}
      />
      <SatsField
        label={t('wallet.send.amount')}
        isWrong={error !== undefined && !isOfAddress}
        error={text}
        value={draft.amount}
        onValueChange={amount => change({ amount })}
      />
      <TextField
        label={t('wallet.labels.label')}
        value={draft.label}
        onValueChange={label => change({ label })}
        maxLength={labelChars}
        autoComplete="off"
      />
      <Buttons onCancel={onCancel} />
    </form>
  )
}

function Buttons({ onCancel }: Pick<PayeeFormProps, 'onCancel'>) {
  const { t } = useTexts()
  return (
    <div className="flex justify-end gap-2">
      <Button size="small" onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
      <Button size="small" type="submit" variant="primary">
        {t('ui.save')}
      </Button>
    </div>
  )
}
