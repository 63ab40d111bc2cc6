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
import type { SetUpFormProps, SetUpRequest } from './watch-form.tsx'

const minimumChars = 8

interface KeysFormProps extends SetUpFormProps {
  readonly mode: 'create' | 'restore'
}

interface Draft {
  readonly text: string
  readonly wordCount: 12 | 24
  readonly account: AccountType
  readonly number: number | null
  readonly passphrase: string
  readonly password: string
  readonly again: string
  readonly gapLimit: number | null
}

const firstDraft: Draft = {
  text: '',
  wordCount: 12,
  account: 'bip84',
  number: 0,
  passphrase: '',
  password: '',
  again: '',
  gapLimit: usualGapLimit,
}

const isPhrase = (words: readonly string[]) => words.length === 12 || words.length === 24
const isShort = ({ password }: Draft) => password.length < minimumChars
const differs = ({ password, again }: Draft) => again !== password

/** Undefined while something is missing or wrong. */
function requestOf(mode: KeysFormProps['mode'], draft: Draft): SetUpRequest | undefined {
  const { number: account_number, gapLimit: gap_limit, password, passphrase, account: account_type } = draft
  if (isShort(draft) || differs(draft) || !isGapLimit(gap_limit) || !isAccountNumber(account_number)) return undefined
  const both = { password, passphrase, account_type, account_number }
  if (mode === 'create') return { mode, word_count: draft.wordCount, ...both }
  const words = readWords(draft.text)
  return isPhrase(words) ? { mode, words, gap_limit, ...both } : undefined
}

/** For wallets with keys: new ones, or from existing words. */
export function KeysForm({ mode, error, isBusy, onEntered, onBack, onSubmit }: KeysFormProps) {
  const { t } = useTexts()
  const formId = useId()
  const [draft, setDraft] = useState(firstDraft)
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  function go(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    const request = requestOf(mode, draft)
    if (request) onSubmit(request)
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
        <Phrase {...{ mode, draft, change, isTried }} />
        <Select
          label={t('wallet.setUp.account')}
          description={t('wallet.setUp.accountHint')}
          value={draft.account}
          onValueChange={account => change({ account })}
          choices={[
            { value: 'bip84', label: t('wallet.setUp.bip84') },
            { value: 'bip86', label: t('wallet.setUp.bip86') },
          ]}
        />
        <AccountNumberField value={draft.number} onValueChange={number => change({ number })} isTried={isTried} />
        <NewPassword {...{ draft, change, isTried }} />
        <TextField
          label={t('wallet.setUp.passphrase')}
          description={t('wallet.setUp.passphraseHint')}
          type="password"
          autoComplete="off"
          value={draft.passphrase}
          onValueChange={passphrase => change({ passphrase })}
        />
        {mode === 'restore' && (
          <GapLimitField value={draft.gapLimit} onValueChange={gapLimit => change({ gapLimit })} isTried={isTried} />
        )}
      </form>
    </Step>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly isTried: boolean
}

function Phrase({ mode, draft, change, isTried }: PartProps & Pick<KeysFormProps, 'mode'>) {
  const { t } = useTexts()
  if (mode === 'create')
    return (
      <Select
        label={t('wallet.setUp.wordCount')}
        value={draft.wordCount}
        onValueChange={wordCount => change({ wordCount })}
        choices={([12, 24] as const).map(count => ({ value: count, label: String(count) }))}
      />
    )
  const words = readWords(draft.text)
  return (
    <TextArea
      label={t('wallet.setUp.words')}
      description={t('wallet.setUp.wordsHint', { count: words.length })}
      error={isTried && !isPhrase(words) ? t('wallet.setUp.wordsWrong') : undefined}
      value={draft.text}
      onValueChange={text => change({ text })}
    />
  )
}

function NewPassword({ draft, change, isTried }: PartProps) {
  const { t } = useTexts()
  return (
    <>
      <TextField
        label={t('wallet.setUp.password')}
        description={t('wallet.setUp.passwordHint')}
        error={isTried && isShort(draft) ? t('wallet.setUp.passwordShort') : undefined}
        type="password"
        autoComplete="new-password"
        value={draft.password}
        onValueChange={password => change({ password })}
      />
      <TextField
        label={t('wallet.setUp.again')}
        error={isTried && differs(draft) ? t('wallet.setUp.differs') : undefined}
        type="password"
        autoComplete="new-password"
        value={draft.again}
        onValueChange={again => change({ again })}
      />
    </>
  )
}
