import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Payment, PaymentPayee } from '../../paying/payment.ts'
import { walletQueries } from '../../service/queries.ts'
import { useWalletState } from '../../service/use-wallet-state.ts'
import type { AmountUnit } from './amount-cell.ts'
import { type PayeeRow, readPayees, satsOfRow } from './payee-list.ts'

interface Listed {
  readonly text: string
  readonly unit: AmountUnit
  readonly rows: readonly PayeeRow[]
  /** The source of the rows: edits stay while it is unchanged. */
  readonly read?: string
}

/** A list of payees being entered: its text, and the rows parsed from it. */
export function useMany(unanswered: Payment | undefined) {
  const { health } = useWalletState()
  const { data: rates } = useQuery(walletQueries.rates)
  const usdPerBitcoin = rates?.at(-1)?.usd ?? null
  const [listed, setListed] = useState<Listed>(() => ({
    text: '',
    unit: 'sats',
    read: nameOf('', 'sats'),
    rows: unanswered?.payees?.map(rowOf) ?? [],
  }))
  return {
    ...listed,
    hasRate: usdPerBitcoin !== null,
    payees: listed.rows.map(payeeOf),
    type: (text: string, unit: AmountUnit = listed.unit) => setListed({ ...listed, text, unit }),
    setRows: (rows: readonly PayeeRow[]) => setListed({ ...listed, rows }),
    /** Parses the text unless it is unchanged. */
    read(): void {
      const read = nameOf(listed.text, listed.unit)
      if (read === listed.read) return
      const frame = { unit: listed.unit, network: health?.network, usdPerBitcoin }
      setListed({ ...listed, read, rows: readPayees(listed.text, frame) })
    },
    clear: () => setListed({ text: '', unit: 'sats', rows: [] }),
  }
}

const nameOf = (text: string, unit: AmountUnit) => `${unit} ${text}`

const rowOf = ({ address, amountSats, label = '' }: PaymentPayee, id: number): PayeeRow => ({
  id,
  line: id + 1,
  address,
  amount: String(amountSats),
  label,
})

/** For a valid row only. */
function payeeOf(row: PayeeRow): PaymentPayee {
  const label = row.label.trim()
  return { address: row.address.trim(), amountSats: satsOfRow(row) ?? 0, ...(label && { label }) }
}
