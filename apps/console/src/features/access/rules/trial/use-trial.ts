import { getTrial, type TrialInput, type TrialResult, tryAccess } from '@hornets/contract/admin/refusals/trial'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../../api/calls/api.ts'
import { ApiError } from '../../../../api/calls/api-error.ts'
import { formFailureText } from '../../../../api/calls/failure-text.ts'
import { translateMessage } from '../../../../i18n/texts.ts'

const askEveryMs = 400

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly done: number; readonly of: number }
  | { readonly is: 'done'; readonly result: TrialResult }
  | { readonly is: 'failed'; readonly message: string }

/** A trial of this change, which can be ended. Another change begins at idle. */
export function useTrial(change: TrialInput) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const running = useRef<AbortController>(undefined)
  const isRunning = state.is === 'running'

  useEffect(() => () => running.current?.abort(), [])

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(async () => {
      const answer = await api.call(getTrial).catch(() => undefined)
      if (answer?.running)
        setState(known => (known.is === 'running' && answer.running ? { is: 'running', ...answer.running } : known))
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isRunning])

  async function start(): Promise<void> {
    const own = new AbortController()
    running.current = own
    setState({ is: 'running', done: 0, of: 0 })
    try {
      const result = await api.call(tryAccess, { body: change, signal: own.signal })
      if (!own.signal.aborted) setState({ is: 'done', result })
    } catch (error) {
      if (own.signal.aborted) return
      const field = error instanceof ApiError && Object.values(error.fields)[0]
      setState({ is: 'failed', message: field ? translateMessage(field) : formFailureText(error) })
    }
  }

  function cancel(): void {
    running.current?.abort()
    setState({ is: 'idle' })
  }

  return { state, start, cancel }
}
