import { assignPayments, listUnassignedPayments } from '@hornets/contract/admin/subscriptions/payments'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useChange } from '../details/use-change.ts'

/** Payments to addresses that no key has, as after restoring a backup. Hidden if there are none. */
export function UnassignedPayments() {
  const { t } = useTexts()
  const { data } = useQuery(apiQuery(listUnassignedPayments))
  const addresses = Object.entries(Object.groupBy(data?.payments ?? [], ({ address }) => address))
  if (addresses.length === 0) return null
  return (
    <section className="grid gap-3 rounded-md border border-line bg-surface p-3">
      <div>
        <h2 className="font-semibold">{t('subscribers.unassigned.title')}</h2>
        <p className="max-w-160 text-muted text-small">{t('subscribers.unassigned.help')}</p>
      </div>
      {addresses.map(([address, payments = []]) => (
        <AssignForm key={address} address={address} sats={payments.reduce((sum, one) => sum + one.sats, 0)} />
      ))}
    </section>
  )
}

function AssignForm({ address, sats }: { readonly address: string; readonly sats: number }) {
  const { t } = useTexts()
  const [pubkey, setPubkey] = useState('')
  const { working, failure, run } = useChange(() => undefined)
  const assign = () =>
    void run(
      () => api.call(assignPayments, { body: { address, pubkey: pubkey.trim() } }),
      t('subscribers.unassigned.done'),
    )
  return (
    <form
      className="wrap-anywhere grid grid-cols-[minmax(0,1fr)] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
      onSubmit={event => {
        event.preventDefault()
        assign()
      }}
    >
      <TextField
        label={t('subscribers.unassigned.key', { sats, address })}
        placeholder={t('subscribers.unassigned.keyHint')}
        value={pubkey}
        onValueChange={setPubkey}
        maxLength={100}
        autoComplete="off"
        error={failure}
      />
      <Button type="submit" loading={working} disabled={pubkey.trim() === ''}>
        {t('subscribers.unassigned.assign')}
      </Button>
    </form>
  )
}
