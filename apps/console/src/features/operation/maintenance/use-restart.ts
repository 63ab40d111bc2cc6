import { getStatus } from '@hornets/contract/admin/live'
import { restartRelay } from '@hornets/contract/admin/operation/restart'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { t } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'

const askEveryMs = 1000
const lateAfterSeconds = 60

type Step = 'none' | 'ending' | 'starting' | 'late'

const pause = () => new Promise(resolve => setTimeout(resolve, askEveryMs))

/** Since when the relay runs; null while it does not answer. */
const startOf = (): Promise<string | null> =>
  api.call(getStatus).then(
    ({ startedAt }) => startedAt,
    () => null,
  )

export function useRestart() {
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>('none')
  const [seconds, setSeconds] = useState(0)

  async function begin() {
    setStep('ending')
    setSeconds(0)
    try {
      const before = await startOf()
      await api.call(restartRelay)
      const beganAt = Date.now()
      for (;;) {
        await pause()
        const start = await startOf()
        const passed = Math.round((Date.now() - beganAt) / 1000)
        setSeconds(passed)
        if (start !== null && start !== before) {
          toast.success(t('operation.restart.back', { seconds: passed }))
          break
        }
        if (start === null) setStep(passed < lateAfterSeconds ? 'starting' : 'late')
      }
      await queries.invalidateQueries()
    } catch (error) {
      toast.error(failureText(error))
    } finally {
      setStep('none')
    }
  }

  return { step, seconds, begin }
}
