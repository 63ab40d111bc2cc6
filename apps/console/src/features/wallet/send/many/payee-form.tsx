import { labelChars } from '@hornets/contract/wallet/addresses'
import type { Network } from '@hornets/contract/wallet/set-up'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { SatsField } from '../../money/sats-field.tsx'
import { readRecipient } from '../recipient.ts'
import { faultOf, type PayeeFault, type PayeeRow } from './payee-list.ts'
import { useFaultText } from './use-fault-text.ts'

interface PayeeFormProps {
  readonly row: PayeeRow
  readonly network: Network | undefined
  readonly onSave: (row: PayeeRow) => void
  readonly onCancel: () => void
}

const ofAddress: ReadonlySet<PayeeFault> = new Set(['address', 'network', 'lightning', 'base58', 'link'])

/** A payee edited in place. A payment link also fills in amount and label. */
export function PayeeForm({ row, network, onSave, onCancel }: PayeeFormProps) {
  const { t } = useTexts()
  const textOf = useFaultText()
  const [draft, setDraft] = useState(row)
  const [fault, setFault] = useState<PayeeFault | undefined>(() =>
    row.address === '' ? undefined : faultOf(row, network),
  )
  const change = (next: Partial<PayeeRow>) => {
    setDraft({ ...draft, ...next, lineFault: undefined })
    setFault(undefined)
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    const read = readRecipient(draft.address, network)
    const named = typeof read === 'object' ? read : undefined
    const next = {
      ...draft,
      ...(named && { address: named.address }),
      ...(named?.amountSats !== undefined && { amount: String(named.amountSats) }),
      label: draft.label.trim() || (named?.label ?? '').slice(0, labelChars),
      lineFault: undefined,
    }
    const found = faultOf(next, network)
    if (found) setFault(found)
    else onSave(next)
  }

  const text = fault && textOf(fault)
  const isOfAddress = fault !== undefined && ofAddress.has(fault)
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
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          // Closes the form, not the surrounding dialog.
          event.stopPropagation()
          onCancel()
        }}
      />
      <SatsField
        label={t('wallet.send.amount')}
        isWrong={fault !== undefined && !isOfAddress}
        fault={text}
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
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="small" type="submit" variant="primary">
          {t('ui.save')}
        </Button>
      </div>
    </form>
  )
}
