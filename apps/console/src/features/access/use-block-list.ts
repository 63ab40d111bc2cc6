import {
  type BlockedPubkey,
  blockedAtOnceMax,
  blockPubkeys,
  liftedAtOnceMax,
  unblockPubkey,
  unblockPubkeys,
} from '@hornets/contract/admin/access'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { ApiError } from '../../api/calls/api-error.ts'
import { failureText } from '../../api/calls/failure-text.ts'
import { staleOn } from '../../api/queries/cached.ts'
import { useTexts } from '../../i18n/texts.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { blockedQuery } from './blocked-query.ts'
import type { BulkResult } from './bulk.ts'
import { runBulk, useProgress } from './bulk-run.ts'

export type Blocking = Pick<BlockedPubkey, 'pubkey' | 'reason'> & Partial<Pick<BlockedPubkey, 'expires_at'>>

const post = (rows: readonly Blocking[], restore: boolean) => {
  const blocks = rows.map(({ pubkey, reason, expires_at = null }) => ({ pubkey, reason, expires_at }))
  return api.call(blockPubkeys, { body: { blocks, restore } })
}

/** The list and its actions. A row disappears immediately, and returns with the reason if the relay refuses. */
export function useBlockList() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const query = useQuery(blockedQuery)
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const progress = useProgress()

  const readAgain = () => queryClient.invalidateQueries(staleOn('access'))
  const sayFailed = (count: number, error: unknown) =>
    toast.error(t('access.failed', { count, reason: failureText(error) }))

  async function forMany<Item, Answer>(
    items: readonly Item[],
    size: number,
    work: (part: readonly Item[]) => Promise<Answer>,
  ): Promise<BulkResult<Answer>> {
    const result = await runBulk(items, size, work, readAgain)
    if (result.undone > 0) sayFailed(result.undone, result.error)
    return result
  }

  async function blockAll(rows: readonly Blocking[], restore: boolean): Promise<readonly BlockedPubkey[]> {
    const { answers } = await forMany(rows, blockedAtOnceMax, part => post(part, restore))
    return answers.flatMap(({ blocked }) => blocked)
  }

  const sayUnblocked = (count: number, undo: () => Promise<void>) =>
    toast.success(t('access.unblocked', { count }), { action: { label: t('ui.undo'), onClick: () => void undo() } })
  const sayGone = (count: number) => toast.info(t('access.unblockedAlready', { count }))
  const sayUndone = (count: number) => toast.success(t('access.undone', { count }))

  async function undoOne(row: Blocking): Promise<void> {
    try {
      await post([row], true)
      sayUndone(1)
    } catch (error) {
      sayFailed(1, error)
    }
    await readAgain()
  }

  /** Unblocks one key. A key that is no longer blocked counts as success. */
  async function unblock(row: Blocking): Promise<void> {
    const { pubkey } = row
    setLeaving(known => new Set([...known, pubkey]))
    try {
      await api.call(unblockPubkey, { params: { pubkey } })
      sayUnblocked(1, () => undoOne(row))
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) sayGone(1)
      else sayFailed(1, error)
    }
    await readAgain()
    setLeaving(known => new Set([...known].filter(key => key !== pubkey)))
  }

  /** Unblocks many, which may ask for the password. True if all succeeded. */
  async function unblockMany(rows: readonly Blocking[]): Promise<boolean> {
    const keys = rows.map(({ pubkey }) => pubkey)
    const { answers, undone } = await forMany(keys, liftedAtOnceMax, part =>
      api.call(unblockPubkeys, { body: { pubkeys: [...part] } }),
    )
    const lifted = answers.flatMap(({ unblocked }) => unblocked)
    const gone = answers.reduce((sum, { already }) => sum + already, 0)
    if (gone > 0) sayGone(gone)
    // Restores the blocks unchanged.
    const undo = async () => {
      const { length } = await blockAll(lifted, true)
      if (length > 0) sayUndone(length)
    }
    if (lifted.length > 0) sayUnblocked(lifted.length, undo)
    return undone === 0
  }

  async function blockMany(rows: readonly Blocking[]): Promise<void> {
    const fresh = await blockAll(rows, false)
    if (fresh.length === 0) return
    toast.success(t('access.importDialog.done', { count: fresh.length }), {
      action: { label: t('ui.undo'), onClick: () => void unblockMany(fresh) },
    })
  }

  return {
    query,
    rows: query.data?.filter(({ pubkey }) => !leaving.has(pubkey)),
    progress,
    readAgain,
    unblock,
    unblockMany,
    blockMany,
  }
}
