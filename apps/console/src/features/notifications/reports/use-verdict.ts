import { dismissReport } from '@hornets/contract/admin/notifications/reports'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { type Removal, remove } from './removal.ts'
import type { Reported } from './reported.ts'

type Verdict = 'delete' | 'deleteFile' | 'dismiss'

/** Gives one verdict at a time, shows its result, and closes the dialog once it is given. */
export function useVerdict(onGiven: () => void) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [working, setWorking] = useState<Verdict>()

  /** `call` answers whether deletions still run. */
  async function give(verdict: Verdict, done: string, call: () => Promise<boolean>): Promise<void> {
    setWorking(verdict)
    try {
      const isOngoing = await call()
      toast.success(done, { text: isOngoing ? t('access.stillDeleting') : undefined })
      onGiven()
    } catch (error) {
      toast.error(t(`notifications.reports.notDone.${verdict}`), { text: failureText(error) })
    } finally {
      setWorking(undefined)
    }
    await queryClient.invalidateQueries(staleOn('reports'))
  }

  return {
    working,
    dismiss: (id: number) =>
      give('dismiss', t('notifications.reports.done.dismiss'), async () => {
        await api.call(dismissReport, { body: { id } })
        return false
      }),
    remove: (reported: Reported, removal: Removal) => {
      const verdict = verdictOf(reported)
      const { blocksAuthor, deletesOthers } = removal
      const what = !blocksAuthor ? verdict : deletesOthers ? 'deleteAll' : 'deleteAndBlock'
      return give(verdict, t(`notifications.reports.done.${what}`), () => remove(reported, removal))
    },
  }
}

export const verdictOf = ({ kind }: Reported) => (kind === 'file' ? 'deleteFile' : 'delete')
