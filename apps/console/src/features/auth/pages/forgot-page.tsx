import { messages } from '@hornets/contract/messages'
import { type FormEvent, useState } from 'react'
import { ApiError, messageOf } from '../../../api/calls/api-error.ts'
import { openApi } from '../../../api/calls/open-api.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import type { Account } from '../account/account.ts'
import { askForCode, keepRecovery, readRecovery } from '../account/recovery.ts'
import { focusInvalid } from '../fields/focus-invalid.ts'
import { SubmitButton } from '../fields/submit-button.tsx'
import { Frame } from '../frame.tsx'
import { goTo, Link } from '../navigation.tsx'
import { ServerNote } from '../notes/server-note.tsx'
import type { LaterPageProps } from './page-props.ts'

export interface ForgotPageProps extends LaterPageProps {
  readonly recovery: Account['recovery']
}

/** Requests a mailed code (AUTH-31); without mail, explains the alternative. */
export function ForgotPage({ recovery, silent, onRetry, onNotice }: ForgotPageProps) {
  const { t } = useTexts()
  return (
    <Frame
      title={t('authLater.forgot.title')}
      lead={recovery === 'command' ? t('authLater.forgot.noMail') : t('authLater.forgot.lead')}
    >
      {silent && <ServerNote onRetry={onRetry} />}
      {recovery === 'command' ? <CommandNote /> : <MailForm onNotice={onNotice} />}
      <p className="text-center text-small">
        <Link to="/auth/login">{t('authLater.backToLogin')}</Link>
      </p>
    </Frame>
  )
}

/** As typed by the operator; the same in every language. */
const command = 'npm run admin -- reset-password'

function CommandNote() {
  const { t } = useTexts()
  return (
    <div className="grid gap-2 text-small">
      <p>{t('authLater.forgot.command')}</p>
      <code className="block select-all break-words rounded-md border border-line bg-sunken px-3 py-2.5 font-mono">
        {command}
      </code>
      <p className="text-muted">{t('authLater.forgot.commandHelp')}</p>
    </div>
  )
}

function MailForm({ onNotice }: Pick<LaterPageProps, 'onNotice'>) {
  const { t } = useTexts()
  const [email, setEmail] = useState(() => readRecovery()?.email ?? '')
  const [error, setError] = useState<string>()
  const [working, setWorking] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (working) return
    const address = email.trim()
    const wrong = address ? undefined : messages.fieldRequired
    setError(wrong)
    onNotice(null)
    if (wrong) return focusInvalid(form)
    setWorking(true)
    try {
      keepRecovery(await askForCode(address, openApi))
      goTo('/auth/security-code', { keepQuery: false })
    } catch (error) {
      setWorking(false)
      const field = error instanceof ApiError ? error.fields.email : undefined
      if (!field) return onNotice({ kind: 'error', title: messageOf(error) })
      setError(field)
      focusInvalid(form)
    }
  }

  return (
    <form noValidate onSubmit={event => void submit(event)} className="grid gap-4">
      <TextField
        size="large"
        autoCapitalize="off"
        spellCheck={false}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        label={t('authLater.forgot.email')}
        value={email}
        onValueChange={value => {
          setEmail(value)
          setError(undefined)
        }}
        error={error && translateMessage(error)}
        autoFocus
      />
      <SubmitButton
        label={t('authLater.forgot.submit')}
        working={working ? t('authLater.forgot.working') : undefined}
      />
    </form>
  )
}
