import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../../api/calls/failure-text.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'

interface Said {
  readonly text: string
  /** Undefined: this user cannot. */
  readonly undo: (() => Promise<unknown>) | undefined
}

/** Makes a change of access: says it with an undo, or why it failed. Resolves with whether it was made. */
export function useAttempt() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  return async function attempt(work: () => Promise<unknown>, said?: Said): Promise<boolean> {
    try {
      await work()
      if (said) {
        const { text, undo } = said
        toast.success(text, undo && { action: { label: t('ui.undo'), onClick: () => void attempt(undo) } })
      }
      return true
    } catch (error) {
      toast.error(failureText(error))
      return false
    } finally {
      await queryClient.invalidateQueries(staleOn('access'))
    }
  }
}
