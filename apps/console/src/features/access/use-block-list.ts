import { type BlockedPubkey, blockPubkey, unblockPubkey } from '@hornets/contract/admin/access'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/api.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { translateMessage } from '../../i18n/catalogue.ts'
import { toast } from '../../ui/toast.tsx'
import { blockedQuery } from './blocked-query.ts'
import { type BulkResult, runBulk } from './bulk.ts'

export type Blocking = Pick<BlockedPubkey, 'pubkey' | 'reason'>

/** A change of many rows that is under way. */
export interface Progress {
  readonly ended: number
  readonly total: number
}

const isStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status

/** The list and what can be done with it. Rows go at once; they come back with the reason where the relay refuses. */
export function useBlockList() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const query = useQuery(blockedQuery)
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<Progress>()

  const readAgain = () => queryClient.invalidateQueries({ queryKey: queryKeys.access.all })

  async function forAll<Item>(
    items: readonly Item[],
    work: (item: Item) => Promise<unknown>,
  ): Promise<BulkResult<Item>> {
    if (items.length > 1) setProgress({ ended: 0, total: items.length })
    const result = await runBulk(items, work, ended => {
      if (items.length > 1) setProgress({ ended, total: items.length })
    })
    await readAgain()
    setProgress(undefined)
    const [first] = result.failed
    if (first) {
      const reason = translateMessage(messageOf(first.error))
      toast.error(t('access.failed', { count: result.failed.length, reason }))
    }
    return result
  }

  /** Blocks again what was unblocked, with its reason. */
  async function undo(rows: readonly BlockedPubkey[]): Promise<void> {
    const { done } = await forAll(rows, ({ pubkey, reason }) => block({ pubkey, reason }))
    if (done.length > 0) toast.success(t('access.undone', { count: done.length }))
  }

  /** Lifts blocks. A key that is not blocked any more is what was wanted, too. */
  async function unblock(rows: readonly BlockedPubkey[]): Promise<void> {
    const keys = rows.map(({ pubkey }) => pubkey)
    setLeaving(known => new Set([...known, ...keys]))
    const gone = new Set<string>()
    const { done } = await forAll(rows, async ({ pubkey }) => {
      try {
        await api.call(unblockPubkey, { params: { pubkey } })
      } catch (error) {
        if (!isStatus(error, 404)) throw error
        gone.add(pubkey)
      }
    })
    setLeaving(known => new Set([...known].filter(key => !keys.includes(key))))
    const lifted = done.filter(({ pubkey }) => !gone.has(pubkey))
    if (gone.size > 0) toast.info(t('access.unblockedAlready', { count: gone.size }))
    if (lifted.length === 0) return
    toast.success(t('access.unblocked', { count: lifted.length }), {
      action: { label: t('common.undo'), onClick: () => void undo(lifted) },
    })
  }

  /** Blocks many; those that are blocked already are passed over. */
  async function blockMany(rows: readonly Blocking[]): Promise<void> {
    let already = 0
    const { done } = await forAll(rows, async row => {
      try {
        await block(row)
      } catch (error) {
        if (!isStatus(error, 409)) throw error
        already++
      }
    })
    if (done.length > already) toast.success(t('access.importDialog.done', { count: done.length - already }))
  }

  return {
    query,
    rows: query.data?.filter(({ pubkey }) => !leaving.has(pubkey)),
    progress,
    readAgain,
    unblock,
    blockMany,
  }
}

const block = ({ pubkey, reason }: Blocking) => api.call(blockPubkey, { body: { pubkey, reason } })
