import { changeOperators, type OperatorChange } from '@hornets/contract/wallet/operators'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { ApprovalAsked, isApprovalAsked } from '../parts/approval-asked.tsx'
import { sessionQueries, walletQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'

export type Intended = Pick<OperatorChange, 'action' | 'pubkey'>

interface ChangeOperatorProps {
  readonly intended: Intended
  /** False for a watch-only wallet, which has no password. */
  readonly hasPassword: boolean
  readonly onDone: () => void
}

export function ChangeOperator({ intended, hasPassword, onDone }: ChangeOperatorProps) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const adds = intended.action === 'add'
  const changing = useMutation({
    mutationFn: () => wallet.call(changeOperators, { body: { ...intended, ...(hasPassword && { password }) } }),
    gcTime: 0,
    onSuccess: async answer => {
      queryClient.setQueryData(sessionQueries.operators.queryKey, answer)
      await queryClient.invalidateQueries({ queryKey: walletQueries.health.queryKey })
      onDone()
    },
    onError: () => {
      setPassword('')
      void queryClient.invalidateQueries({ queryKey: sessionQueries.approvals.queryKey })
    },
  })
  const isAsked = isApprovalAsked(changing.error)
  const error = changing.error && !isAsked ? translateMessage(messageOf(changing.error)) : undefined
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (password || !hasPassword) changing.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 rounded-md border border-line bg-sunken p-3">
      <div className="text-small">
        <p className="font-semibold">{t(adds ? 'wallet.security.addTitle' : 'wallet.security.removeTitle')}</p>
        <p className="break-all font-mono text-caption">{npubOf(intended.pubkey)}</p>
        <p className="mt-1">{t(adds ? 'wallet.security.addText' : 'wallet.security.removeText')}</p>
      </div>
      {isAsked ? (
        <ApprovalAsked kind="operators" />
      ) : hasPassword ? (
        <TextField
          label={t('wallet.keys.password')}
          error={error}
          type="password"
          autoComplete="off"
          value={password}
          onValueChange={setPassword}
        />
      ) : (
        error && <p className="text-bad text-small">{error}</p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t(isAsked ? 'ui.close' : 'ui.cancel')}</Button>
        {!isAsked && (
          <Button type="submit" variant="primary" disabled={hasPassword && !password} loading={changing.isPending}>
            {t(adds ? 'wallet.security.add' : 'wallet.security.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}
