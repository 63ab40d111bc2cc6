import type { AnswerOf } from '@hornets/contract/endpoint'
import { findInvoice, makeInvoice } from '@hornets/contract/wallet/lightning'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { QrCode } from '../../../ui/content/qr-code.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatTime } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { readAmount } from '../money/amount.ts'
import { SatsField } from '../money/sats-field.tsx'
import { CopyId } from '../parts/copy-id.tsx'
import { Failure } from '../parts/failure.tsx'
import { sessionQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'

interface InvoiceDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const askEveryMs = 3000
const descriptionCharsMax = 200

export function InvoiceDialog(props: InvoiceDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog {...props} title={t('wallet.lightning.receive')}>
      {props.open && <Invoice />}
    </Dialog>
  )
}

function Invoice() {
  const { t } = useTexts()
  const [amount, setAmount] = useState('')
  const [description, setDescription] = useState('')
  const amountSats = readAmount(amount)
  const making = useMutation({
    mutationFn: (amount_sats: number) =>
      wallet.call(makeInvoice, { body: { amount_sats, description: description.trim() } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (amountSats) making.mutate(amountSats)
  }
  if (making.data) return <Made made={making.data} />
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <SatsField
        label={t('wallet.lightning.amount')}
        isWrong={amount.trim() !== '' && !amountSats}
        value={amount}
        onValueChange={setAmount}
      />
      <TextField
        label={t('wallet.lightning.description')}
        maxLength={descriptionCharsMax}
        autoComplete="off"
        value={description}
        onValueChange={setDescription}
      />
      {making.error && <Failure error={making.error} />}
      <Button
        type="submit"
        variant="primary"
        className="justify-self-end"
        disabled={!amountSats}
        loading={making.isPending}
      >
        {t('wallet.lightning.receive')}
      </Button>
    </form>
  )
}

function Made({ made }: { readonly made: AnswerOf<typeof makeInvoice> }) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const { invoice, payment_hash, amount_sats, expires_at } = made
  const { data } = useQuery({
    queryKey: ['wallet', 'lightning', 'invoice', payment_hash],
    queryFn: ({ signal }) => wallet.call(findInvoice, { query: { payment_hash, amount_sats }, signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.paid ? false : askEveryMs),
    retry: false,
  })
  const isPaid = data?.paid === true
  useEffect(() => {
    if (isPaid) void queryClient.invalidateQueries({ queryKey: sessionQueries.lightning.queryKey })
  }, [isPaid, queryClient])
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <p className="font-semibold text-title tabular-nums">{formatExactSats(amount_sats)}</p>
      {!isPaid && <QrCode text={invoice.toUpperCase()} label={t('wallet.lightning.code')} />}
      <div aria-live="polite" className="w-full">
        {isPaid ? (
          <Alert kind="success">{t('wallet.lightning.paid', { amount: formatExactSats(amount_sats) })}</Alert>
        ) : (
          <p className="text-muted text-small">{t('wallet.lightning.waiting', { time: formatTime(expires_at) })}</p>
        )}
      </div>
      {!isPaid && (
        <p className="flex w-full items-center gap-2 rounded-md bg-sunken px-3 py-1.5 text-left">
          <span className="min-w-0 flex-1 break-all font-mono text-caption">{invoice}</span>
          <CopyId value={invoice} label={t('wallet.lightning.copy')} />
        </p>
      )}
    </div>
  )
}
