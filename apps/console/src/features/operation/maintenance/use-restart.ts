import { getStatus } from '@hornets/contract/admin/live'
import { restartRelay } from '@hornets/contract/admin/operation/restart'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { waitFor } from '../../../api/calls/wait-for.ts'
import { t } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'

const lateAfterSeconds = 60

type Step = 'none' | 'ending' | 'starting' | 'late'

/** Since when the relay runs; null while it does not answer. */
const startOf = (): Promise<string | null> =>
  api.call(getStatus).then(
    ({ startedAt }) => startedAt,
    () => null,
  )

/** `ask`: the call that restarts the relay. */
export function useRestart(ask: () => Promise<unknown> = () => api.call(restartRelay)) {
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>('none')
  const [seconds, setSeconds] = useState(0)

  async function begin() {
    setStep('ending')
    setSeconds(0)
    try {
      const before = await startOf()
      await ask()
      const isBack = await waitFor(async passed => {
        const start = await startOf()
        setSeconds(passed)
        if (start === null) setStep(passed < lateAfterSeconds ? 'starting' : 'late')
        if (start === null || start === before) return 'waiting'
        toast.success(t('operation.restart.back', { seconds: passed }))
        return true
      })
      if (!isBack) toast.error(t('operation.restart.gone'))
      await queries.invalidateQueries()
    } catch (error) {
      toast.error(failureText(error))
    } finally {
      setStep('none')
    }
  }

  return { step, seconds, begin }
}
