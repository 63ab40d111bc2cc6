import { messages } from '@hornets/contract/messages'
import { isWhole } from '@hornets/contract/security-code'
import clsx from 'clsx'
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { signInWithCode } from '../../../api/session/sign-in.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { apiInPlace } from '../account/earlier-session.ts'
import { enter } from '../account/enter.ts'
import { BackButton } from '../fields/back-button.tsx'
import { CodeField } from '../fields/code-field.tsx'
import { isCodeRefused } from '../fields/code-refused.ts'
import { SubmitButton } from '../fields/submit-button.tsx'
import { Frame } from '../frame.tsx'
import type { LaterPageProps } from './page-props.ts'

export interface TwoFactorPageProps extends Pick<LaterPageProps, 'onNotice'> {
  readonly ticket: string
  /** Back to the password: the ticket expires within minutes. */
  readonly onStartAgain: () => void
}

export function TwoFactorPage({ ticket, onNotice, onStartAgain }: TwoFactorPageProps) {
  const { t } = useTexts()
  const [byRecovery, setByRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [working, setWorking] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async (whole: string) => {
    if (working) return
    setError(whole ? undefined : messages.codeRequired)
    onNotice(null)
    if (!whole) return
    setWorking(true)
    try {
      enter(await signInWithCode(ticket, whole, apiInPlace))
    } catch (error) {
      setWorking(false)
      const isRefused = isCodeRefused(error)
      if (isRefused) setError(messageOf(error))
      if (isRefused && !byRecovery) setCode('')
      // Errors at a field are not repeated here, but the code boxes show no text.
      if (!(isRefused && byRecovery)) onNotice({ kind: 'error', title: messageOf(error) })
      input.current?.focus()
    }
  }
  const type = (next: string) => {
    if (working) return
    setCode(next)
    setError(undefined)
    if (!byRecovery && isWhole(next)) void submit(next)
  }

  return (
    <Frame
      title={t('authLater.twoFactor.title')}
      lead={byRecovery ? t('authLater.twoFactor.recoveryLead') : t('authLater.twoFactor.lead')}
      before={<BackButton label={t('authLater.twoFactor.startAgain')} onClick={onStartAgain} />}
    >
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit(code)
        }}
        className="grid gap-4"
      >
        {byRecovery ? (
          <TextField
            size="large"
            autoCapitalize="off"
            spellCheck={false}
            name="code"
            label={t('authLater.twoFactor.recoveryLabel')}
            value={code}
            onValueChange={type}
            error={error && translateMessage(error)}
            autoComplete="one-time-code"
            mono
            autoFocus
          />
        ) : (
          <CodeField
            ref={input}
            label={t('authLater.twoFactor.label')}
            value={code}
            onValueChange={type}
            isWaiting={working}
            invalid={error !== undefined}
            inputMode="numeric"
          />
        )}
        <SubmitButton
          label={t('auth.login.submit')}
          working={working ? t('authLater.twoFactor.checking') : undefined}
        />
      </form>
      <button
        type="button"
        onClick={() => {
          setByRecovery(!byRecovery)
          setCode('')
          setError(undefined)
        }}
        className={clsx(textLink, 'mx-auto text-small w-fit')}
      >
        {byRecovery ? t('authLater.twoFactor.useApp') : t('authLater.twoFactor.useRecovery')}
      </button>
    </Frame>
  )
}
