import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { toast } from '../../../ui/overlays/toast.ts'

/** One change of a subscriber at a time; says that it is done, if there is something to say, or keeps why it is not. */
export function useChange(onDone: () => void) {
  const queryClient = useQueryClient()
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function run(call: () => Promise<unknown>, done?: string): Promise<void> {
    setWorking(true)
    setFailure(undefined)
    try {
      await call()
      if (done) toast.success(done)
      onDone()
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setWorking(false)
    }
    await Promise.all(
      (['subscribers', 'payments'] as const).map(topic => queryClient.invalidateQueries(staleOn(topic))),
    )
  }
  return { working, failure, run }
}
