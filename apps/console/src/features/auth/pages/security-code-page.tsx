import { isWhole } from '@hornets/contract/security-code'
import clsx from 'clsx'
import { useEffect, useReducer, useRef, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { openApi } from '../../../api/calls/open-api.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { WaitIcon } from '../../../ui/states/wait-icon.tsx'
import {
  askForCode,
  type CodeExits,
  checkCode,
  codeExits,
  keepRecovery,
  type Recovery,
  readRecovery,
  secondsUntilResend,
} from '../account/recovery.ts'
import { BackButton } from '../fields/back-button.tsx'
import { CodeField } from '../fields/code-field.tsx'
import { isCodeRefused } from '../fields/code-refused.ts'
import { Frame } from '../frame.tsx'
import { goTo } from '../navigation.tsx'
import type { LaterPageProps } from './page-props.ts'

export interface SecurityCodePageProps extends LaterPageProps, CodeExits {}

/** Takes the mailed code (AUTH-32 to AUTH-37). Visitors without a request are sent back. */
export function SecurityCodePage(props: SecurityCodePageProps) {
  const [recovery] = useState(readRecovery)
  useEffect(() => {
    if (!recovery) goTo('/auth/forgot-password', { replace: true })
  }, [recovery])
  return recovery ? <CodeForm {...props} first={recovery} /> : null
}

function CodeForm({ onNotice, first, ...exits }: SecurityCodePageProps & { readonly first: Recovery }) {
  const { t } = useTexts()
  const [recovery, setRecovery] = useState(first)
  const [code, setCode] = useState('')
  const [state, setState] = useState<'idle' | 'waiting' | 'refused' | 'unanswered'>('idle')
  const input = useRef<HTMLInputElement>(null)
  const { onBack, onFinish } = codeExits(exits, {
    stepBack: () => (history.length > 1 ? history.back() : goTo('/auth/forgot-password', { replace: true })),
    goOn: () => goTo('/auth/new-password', { replace: true }),
  })

  const submit = async (whole: string) => {
    setState('waiting')
    onNotice(null)
    try {
      await checkCode(recovery, whole, openApi)
      keepRecovery({ ...recovery, code: whole })
      onFinish(whole)
    } catch (error) {
      // A rejected code is cleared; one that was not checked can be sent again.
      const isRefused = isCodeRefused(error)
      if (isRefused) setCode('')
      setState(isRefused ? 'refused' : 'unanswered')
      onNotice({ kind: 'error', title: messageOf(error) })
      input.current?.focus()
    }
  }
  const type = (next: string) => {
    if (state === 'waiting') return
    setCode(next)
    setState('idle')
    if (isWhole(next)) void submit(next)
  }

  return (
    <Frame
      title={t('authLater.code.title')}
      lead={t('authLater.code.lead', { email: recovery.email })}
      before={<BackButton label={t('authLater.back')} onClick={onBack} />}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (state === 'unanswered' && isWhole(code)) void submit(code)
        }}
        className="grid gap-2"
      >
        <CodeField
          ref={input}
          label={t('authLater.code.label')}
          value={code}
          onValueChange={type}
          isWaiting={state === 'waiting'}
          invalid={state === 'refused'}
          inputMode="text"
        />
        <p role="status" className="flex min-h-6 items-center gap-2 text-muted text-small">
          {state === 'waiting' && (
            <>
              <WaitIcon />
              {t('authLater.code.checking')}
            </>
          )}
          {state === 'unanswered' && (
            <button type="submit" className="min-h-6 font-semibold text-accent-text underline">
              {t('authLater.code.retry')}
            </button>
          )}
        </p>
      </form>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-small">
        <a href="/" target="_blank" rel="noreferrer" className={clsx(textLink, 'inline-flex items-center')}>
          {t('authLater.code.none')}
        </a>
        <Resend recovery={recovery} onNotice={onNotice} onSent={setRecovery} />
      </div>
    </Frame>
  )
}

interface ResendProps extends Pick<LaterPageProps, 'onNotice'> {
  readonly recovery: Recovery
  readonly onSent: (recovery: Recovery) => void
}

/** Requests another mail, at the earliest 30 s after the last. */
function Resend({ recovery, onNotice, onSent }: ResendProps) {
  const { t } = useTexts()
  const [, look] = useReducer((looks: number) => looks + 1, 0)
  const [working, setWorking] = useState(false)
  const seconds = secondsUntilResend(recovery, Date.now())
  useEffect(() => {
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [])

  const resend = async () => {
    if (working) return
    setWorking(true)
    try {
      const sent = await askForCode(recovery.email, openApi)
      keepRecovery(sent)
      onSent(sent)
      onNotice({ kind: 'info', title: t('authLater.code.resent') })
    } catch (error) {
      onNotice({ kind: 'error', title: messageOf(error) })
    }
    setWorking(false)
  }

  return (
    <button
      type="button"
      disabled={seconds > 0}
      onClick={() => void resend()}
      className="min-h-6 text-muted tabular-nums enabled:font-semibold enabled:text-accent-text enabled:underline-offset-2 enabled:hover:underline"
    >
      {seconds > 0 ? t('authLater.code.resendIn', { seconds }) : t('authLater.code.resend')}
    </button>
  )
}
