import { unlock } from '@hornets/contract/wallet/set-up'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LockOpen } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { walletQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'

interface UnlockFormProps {
  readonly text: string
  readonly onUnlocked?: () => void
}

/** Unlocks the keys with the wallet's password; wrong ones deliberately cost time. */
export function UnlockForm({ text, onUnlocked }: UnlockFormProps) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const opening = useMutation({
    mutationFn: () => wallet.call(unlock, { body: { password } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: walletQueries.health.queryKey })
      onUnlocked?.()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) opening.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <p className="text-small">{text}</p>
      <TextField
        label={t('wallet.keys.password')}
        error={opening.error ? translateMessage(messageOf(opening.error)) : undefined}
        type="password"
        autoComplete="off"
        value={password}
        onValueChange={setPassword}
        suffix={
          <Button type="submit" icon={LockOpen} disabled={!password} loading={opening.isPending}>
            {t('wallet.keys.unlock')}
          </Button>
        }
      />
    </form>
  )
}
