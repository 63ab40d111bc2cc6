import type { AccountType } from '@hornets/contract/wallet/set-up'
import { type FormEvent, useId, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { readWords } from '../keys/words/quiz.ts'
import { Failure } from '../parts/failure.tsx'
import { Step } from '../parts/step.tsx'
import { AccountNumberField, isAccountNumber } from './account-number-field.tsx'
import { GapLimitField, isGapLimit, usualGapLimit } from './gap-limit-field.tsx'
import type { SetUpFormProps } from './watch-form.tsx'

const minimumChars = 8

/** For wallets with keys: new ones, or from existing words. */
export function KeysForm({
  mode,
  error,
  isBusy,
  onEntered,
  onBack,
  onSubmit,
}: SetUpFormProps & { readonly mode: 'create' | 'restore' }) {
  const { t } = useTexts()
  const formId = useId()
  const [text, setText] = useState('')
  const [wordCount, setWordCount] = useState<12 | 24>(12)
  const [account, setAccount] = useState<AccountType>('bip84')
  const [number, setNumber] = useState<number | null>(0)
  const [passphrase, setPassphrase] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [gapLimit, setGapLimit] = useState<number | null>(usualGapLimit)
  const [isTried, setTried] = useState(false)

  const words = readWords(text)
  const wordsWrong = mode === 'restore' && words.length !== 12 && words.length !== 24
  const isShort = password.length < minimumChars
  const differs = again !== password

  function go(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (wordsWrong || isShort || differs || !isGapLimit(gapLimit) || !isAccountNumber(number)) return
    const both = { password, passphrase, account_type: account, account_number: number }
    onSubmit(
      mode === 'create' ? { mode, word_count: wordCount, ...both } : { mode, words, gap_limit: gapLimit, ...both },
    )
  }

  return (
    <Step
      title={t(`wallet.setUp.${mode}.title`)}
      actions={
        <>
          <Button onClick={onBack} disabled={isBusy}>
            {t('wallet.back')}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isBusy}>
            {t(`wallet.setUp.${mode}.submit`)}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={go} onInput={onEntered} className="grid gap-4">
        {Boolean(error) && <Failure error={error} />}
        {mode === 'restore' ? (
          <TextArea
            label={t('wallet.setUp.words')}
            description={t('wallet.setUp.wordsHint', { count: words.length })}
            error={isTried && wordsWrong ? t('wallet.setUp.wordsWrong') : undefined}
            value={text}
            onValueChange={setText}
          />
        ) : (
          <Select
            label={t('wallet.setUp.wordCount')}
            value={wordCount}
            onValueChange={setWordCount}
            choices={([12, 24] as const).map(count => ({ value: count, label: String(count) }))}
          />
        )}
        <Select
          label={t('wallet.setUp.account')}
          description={t('wallet.setUp.accountHint')}
          value={account}
          onValueChange={setAccount}
          choices={[
            { value: 'bip84', label: t('wallet.setUp.bip84') },
            { value: 'bip86', label: t('wallet.setUp.bip86') },
          ]}
        />
        <AccountNumberField value={number} onValueChange={setNumber} isTried={isTried} />
        <NewPassword
          {...{ password, again }}
          onPassword={setPassword}
          onAgain={setAgain}
          error={isTried && isShort ? t('wallet.setUp.passwordShort') : undefined}
          againError={isTried && differs ? t('wallet.setUp.differs') : undefined}
        />
        <TextField
          label={t('wallet.setUp.passphrase')}
          description={t('wallet.setUp.passphraseHint')}
          type="password"
          autoComplete="off"
          value={passphrase}
          onValueChange={setPassphrase}
        />
        {mode === 'restore' && <GapLimitField value={gapLimit} onValueChange={setGapLimit} isTried={isTried} />}
      </form>
    </Step>
  )
}

interface NewPasswordProps {
  readonly password: string
  readonly again: string
  readonly onPassword: (password: string) => void
  readonly onAgain: (again: string) => void
  readonly error: string | undefined
  readonly againError: string | undefined
}

/** The wallet's password, typed twice. */
function NewPassword({ password, again, onPassword, onAgain, error, againError }: NewPasswordProps) {
  const { t } = useTexts()
  return (
    <>
      <TextField
        label={t('wallet.setUp.password')}
        description={t('wallet.setUp.passwordHint')}
        error={error}
        type="password"
        autoComplete="new-password"
        value={password}
        onValueChange={onPassword}
      />
      <TextField
        label={t('wallet.setUp.again')}
        error={againError}
        type="password"
        autoComplete="new-password"
        value={again}
        onValueChange={onAgain}
      />
    </>
  )
}
