import type { lookAtOldServer } from '@hornets/contract/admin/events/moves'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useRef, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { readSession } from '../../../api/session/session.ts'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { type SignInThereStep, signInThere } from './sign-in-there.ts'

export type Visit = AnswerOf<typeof lookAtOldServer>

export function OldServerForm({ onVisit }: { readonly onVisit: (visit: Visit) => void }) {
  const { t } = useTexts()
  const own = readSession()?.user.npub
  const [address, setAddress] = useState({ url: '', relay: '', npub: own ? npubOf(own) : '', password: '' })
  const [step, setStep] = useState<SignInThereStep>()
  const [error, setError] = useState('')
  const attempt = useRef(new AbortController())
  const put = (name: keyof typeof address) => (value: string) => setAddress({ ...address, [name]: value })

  async function signIn(): Promise<void> {
    if (step) return
    setError('')
    attempt.current = new AbortController()
    const { signal } = attempt.current
    try {
      onVisit(await signInThere(address, setStep, signal))
    } catch (failure) {
      if (!signal.aborted) setError(messageOf(failure))
    }
    setStep(undefined)
  }

  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={event => {
        event.preventDefault()
        void signIn()
      }}
    >
      <TextField
        label={t('moving.url')}
        description={t('moving.urlText')}
        type="url"
        required
        value={address.url}
        onValueChange={put('url')}
        mono
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t('moving.npub')}
          description={t('moving.npubText')}
          autoComplete="username"
          required
          value={address.npub}
          onValueChange={put('npub')}
          mono
        />
        <PasswordField
          label={t('moving.password')}
          autoComplete="current-password"
          value={address.password}
          onValueChange={put('password')}
        />
      </div>
      <TextField
        label={t('moving.relay')}
        description={t('moving.relayText')}
        value={address.relay}
        onValueChange={put('relay')}
        mono
      />
      {error && <Alert kind="error" title={translateMessage(error)} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" loading={step !== undefined}>
          {t('moving.look')}
        </Button>
        {step && (
          <p role="status" className="text-muted text-small">
            {t(`moving.step.${step}`)}
          </p>
        )}
        {step === 'signing' && <Button onClick={() => attempt.current.abort()}>{t('ui.cancel')}</Button>}
      </div>
    </form>
  )
}
