import { messages } from '@hornets/contract/messages'
import { type FormEvent, useState } from 'react'
import { failureText } from '../../../../api/calls/failure-text.ts'
import { translateMessage, useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'

interface CodeFormProps {
  readonly submit: string
  readonly danger?: boolean
  /** Rejects if the code is refused; the field shows the reason. */
  readonly onSubmit: (code: string) => Promise<void>
}

export function CodeForm({ submit, danger, onSubmit }: CodeFormProps) {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (code.trim() === '') return setError(translateMessage(messages.codeRequired))
    setBusy(true)
    await onSubmit(code.trim()).catch(cause => setError(failureText(cause)))
    setBusy(false)
  }
  return (
    <form noValidate onSubmit={event => void send(event)} className="grid gap-4">
      <TextField
        label={t('profile.twoFactor.code')}
        value={code}
        onValueChange={next => {
          setCode(next)
          setError(undefined)
        }}
        error={error}
        mono
        autoComplete="one-time-code"
        inputMode="text"
        spellCheck={false}
        className="max-w-60"
      />
      <Button
        type="submit"
        variant={danger ? 'danger' : 'primary'}
        loading={busy}
        className="justify-self-end max-sm:w-full"
      >
        {submit}
      </Button>
    </form>
  )
}
