import { confirmPassword } from '@hornets/contract/admin/accounts/account'
import { isDemoToken } from '@hornets/contract/demo-token'
import { messages } from '@hornets/contract/messages'
import { type FormEvent, useEffect, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { ApiError, messageOf } from '../../../api/calls/api-error.ts'
import { hasOrigin, takeOrigin } from '../../../api/calls/origin.ts'
import { endIdleSession, watchIdleness } from '../../../api/session/idle.ts'
import { isLocked, lock, onLockChange, unlock } from '../../../api/session/lock.ts'
import { onSessionChange, readSession } from '../../../api/session/session.ts'
import { goToSignIn } from '../../../api/session/sign-in-page.ts'
import { forgetBunker } from '../../../api/signers/bunker/session.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { initialsOf, nameOf } from '../../../ui/text/account-name.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { Clock } from '../clock.tsx'
import { focusInvalid } from '../fields/focus-invalid.ts'
import { SubmitButton } from '../fields/submit-button.tsx'
import { Frame } from '../frame.tsx'
import { goTo, isInvited } from '../navigation.tsx'
import type { LaterPageProps } from './page-props.ts'

/** AUTH-39 to AUTH-41, R-10. Opening its address locks; if another tab unlocks, it returns to the page before. */
export function LockPage(props: Pick<LaterPageProps, 'onNotice'>) {
  const [session] = useState(() => (isDemoToken(readSession()?.token) ? null : readSession()))
  useEffect(() => {
    if (!session) return goTo('/auth/login', { replace: true, keepQuery: false })
    if (!isLocked() && hasOrigin()) return location.replace(takeOrigin())
    lock()
    const watch = watchIdleness({ onIdle: () => void endIdleSession() })
    // Unlocked or signed out in another tab.
    const stop = [
      onLockChange(() => readSession() && !isLocked() && leave()),
      onSessionChange(() => {
        if (readSession()) return
        forgetBunker()
        goToSignIn()
      }),
      watch.stop,
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [session])
  return session ? <LockForm {...props} user={session.user} /> : null
}

/** Returns to the page before, or shows an invitation opened meanwhile. */
const leave = () => (isInvited() ? location.reload() : location.replace(takeOrigin()))

type User = NonNullable<ReturnType<typeof readSession>>['user']
interface LockFormProps extends Pick<LaterPageProps, 'onNotice'> {
  readonly user: User
}

function LockForm({ onNotice, user }: LockFormProps) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [working, setWorking] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (working) return
    setError(password ? undefined : messages.passwordRequired)
    onNotice(null)
    if (!password) return focusInvalid(form)
    setWorking(true)
    try {
      await api.call(confirmPassword, { body: { password } })
      unlock()
    } catch (error) {
      setWorking(false)
      // The session has ended meanwhile: the client leads to the sign-in.
      if (error instanceof ApiError && error.status === 401) return
      const wrong = error instanceof ApiError ? error.fields.password : undefined
      setError(wrong)
      if (!wrong) return onNotice({ kind: 'error', title: messageOf(error) })
      setPassword('')
      focusInvalid(form)
    }
  }

  return (
    <Frame title={t('authLater.lock.title')} lead={t('authLater.lock.lead')} before={<Clock />}>
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-11 flex-none place-items-center rounded-full bg-accent font-semibold text-accent-ink"
        >
          {initialsOf(user) || nameOf(user).slice(0, 2).toUpperCase()}
        </span>
        <span className="min-w-0">
          <span className="block truncate font-semibold">{nameOf(user)}</span>
          <span className="block truncate font-mono text-caption text-muted" title={user.npub}>
            {shortenMiddle(user.npub, 12, 8)}
          </span>
        </span>
      </div>
      <form noValidate onSubmit={event => void submit(event)} className="grid gap-4">
        <PasswordField
          size="large"
          name="password"
          label={t('auth.password')}
          autoComplete="current-password"
          value={password}
          onValueChange={value => {
            setPassword(value)
            setError(undefined)
          }}
          error={error && translateMessage(error)}
          autoFocus
        />
        <SubmitButton label={t('authLater.lock.submit')} working={working ? t('authLater.lock.working') : undefined} />
      </form>
      <p className="text-center text-small">
        <a href="/logout" className={textLink}>
          {t('authLater.lock.logout')}
        </a>
      </p>
    </Frame>
  )
}
