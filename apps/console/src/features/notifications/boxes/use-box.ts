import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { keyOf } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { type Asked, type Box, pageOf, showRead, unreadOf } from './boxes.ts'
import type { Notice } from './notification-page.ts'
import { usePolling } from './use-polling.ts'

/** How many of a box are unread; 0 while that is not known, and for those who may not see it. */
export function useUnread<Row extends Notice>(box: Box<Row>): number {
  const { data } = useQuery({ ...unreadOf(box), ...usePolling(), enabled: useMay(box.calls.list) })
  return data?.pagination.totalItems ?? 0
}

export function useBox<Row extends Notice>(box: Box<Row>, asked: Asked) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const query = useQuery({ ...pageOf(box, asked), ...usePolling(), placeholderData: keepPreviousData })
  const readAgain = () => queryClient.invalidateQueries({ queryKey: keyOf(box.calls.list) })

  async function mark(id: number | 'all', call: () => Promise<unknown>, failed: string): Promise<void> {
    const goBack = await showRead(queryClient, box, id)
    try {
      await call()
    } catch (error) {
      goBack()
      toast.error(failed, { text: failureText(error) })
    }
    await readAgain()
  }

  return {
    box,
    query,
    unread: useUnread(box),
    readAgain,
    markOne: (id: number) =>
      void mark(id, () => api.call(box.calls.read, { body: { id } }), t('notifications.failed.markOne')),
    markAll: () =>
      void mark(
        'all',
        () => api.call(box.calls.readAll, { body: asked.pubkey ? { pubkey: asked.pubkey } : {} }),
        t('notifications.failed.markAll'),
      ),
  }
}

export type OpenBox<Row extends Notice> = ReturnType<typeof useBox<Row>>
