import type { AnswerOf } from '@hornets/contract/endpoint'
import { backUp, gapLimits, subscribersWindow } from '@hornets/contract/wallet/set-up'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { dialogActions } from '../../../ui/overlays/dialog-box.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { ApprovalAsked, isApprovalAsked } from '../parts/approval-asked.tsx'
import { walletQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'
import { QuizStep } from './words/quiz-step.tsx'
import { WordGrid } from './words/word-grid.tsx'

interface BackUpDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function BackUpDialog(props: BackUpDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog {...props} title={t('wallet.keys.backUpTitle')} description={t('wallet.keys.backUpText')}>
      {props.open && <BackUp onDone={() => props.onOpenChange(false)} />}
    </Dialog>
  )
}

function BackUp({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const asking = useMutation({ mutationFn: () => wallet.call(backUp, { body: { password } }), gcTime: 0 })
  const { data: health } = useQuery(walletQueries.health)
  const [isAsking, setAsking] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) asking.mutate()
  }
  if (asking.data && isAsking)
    return (
      <QuizStep
        words={asking.data.words}
        password={password}
        onBack={() => setAsking(false)}
        onDone={() => {
          onDone()
          toast.success(t('wallet.words.checked'))
        }}
      />
    )
  if (asking.data)
    return (
      <div className="grid gap-3">
        <ShownWords shown={asking.data} />
        {health?.words_unchecked && (
          <div className={dialogActions}>
            <Button variant="primary" onClick={() => setAsking(true)}>
              {t('wallet.words.written')}
            </Button>
          </div>
        )}
      </div>
    )
  if (isApprovalAsked(asking.error)) return <ApprovalAsked kind="words" />
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        label={t('wallet.keys.password')}
        error={asking.error ? translateMessage(messageOf(asking.error)) : undefined}
        type="password"
        autoComplete="off"
        value={password}
        onValueChange={setPassword}
        suffix={
          <Button type="submit" disabled={!password} loading={asking.isPending}>
            {t('wallet.keys.show')}
          </Button>
        }
      />
    </form>
  )
}

function ShownWords({ shown }: { readonly shown: AnswerOf<typeof backUp> }) {
  const { t } = useTexts()
  const { words, passphrase, account_number, gap_limit, subscribers } = shown
  return (
    <>
      <Alert kind="warning">{t('wallet.words.secret')}</Alert>
      <WordGrid words={words} />
      {account_number > 0 && (
        <p className="text-small">{t('wallet.words.account', { number: formatNumber(account_number) })}</p>
      )}
      {gap_limit > gapLimits.usual && (
        <p className="text-small">{t('wallet.words.gapLimit', { limit: formatNumber(gap_limit) })}</p>
      )}
      {subscribers && (
        <p className="text-small">
          {t('wallet.words.subscribers', { number: formatNumber(subscribers.account_number) })}{' '}
          {subscribers.addresses > subscribersWindow &&
            t('wallet.words.subscribersFar', { limit: formatNumber(subscribers.addresses) })}
        </p>
      )}
      {passphrase && <p className="text-small">{t('wallet.words.passphrase', { passphrase })}</p>}
    </>
  )
}
