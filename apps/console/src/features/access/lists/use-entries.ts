import {
  type AccessEntry,
  type AccessList,
  entriesAtOnceMax,
  listAccessEntries,
  putAccessEntries,
  removeAccessEntries,
} from '@hornets/contract/admin/access-lists'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { cached, staleOn } from '../../../api/queries/cached.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import type { ImportedEntry } from './entry-formats.ts'

export interface EntriesView {
  readonly q: string
  readonly sort: 'newest' | 'value' | 'expiry'
  readonly expired: boolean
  readonly limit: number
}

export function useEntries(list: AccessList, view: EntriesView) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const { q, sort, expired, limit } = view
  const input = { q, sort, limit, ...(expired && { expired: '1' as const }) }
  const query = useQuery({
    ...cached(listAccessEntries, { list, ...input }),
    queryFn: ({ signal }) => api.call(listAccessEntries, { params: { list }, query: input, signal }),
    placeholderData: keepPreviousData,
  })

  const readAgain = () => queryClient.invalidateQueries(staleOn('access'))

  async function post(entries: readonly ImportedEntry[]) {
    const sum = { changed: 0, before: [] as AccessEntry[], refused: [] as { value: string; error: string }[] }
    for (let start = 0; start < entries.length; start += entriesAtOnceMax) {
      const part = entries.slice(start, start + entriesAtOnceMax).map(entry => ({ ...entry }))
      const { added, updated, before, refused } = await api.call(putAccessEntries, {
        params: { list },
        body: { entries: part },
      })
      sum.changed += added + updated
      sum.before.push(...before)
      sum.refused.push(...refused)
    }
    return sum
  }

  async function take(values: readonly string[]): Promise<number> {
    let count = 0
    for (let start = 0; start < values.length; start += entriesAtOnceMax) {
      const part = values.slice(start, start + entriesAtOnceMax)
      count += (await api.call(removeAccessEntries, { params: { list }, body: { values: part } })).removed
    }
    return count
  }

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      toast.error(t('access.lists.failed', { reason: failureText(error) }))
      return undefined
    } finally {
      await readAgain()
    }
  }

  /** What was refused comes back, with its errors; undefined if nothing could be sent. */
  async function add(entries: readonly ImportedEntry[]) {
    const done = await attempt(() => post(entries))
    if (done && done.changed > 0) {
      const refused = new Set(done.refused.map(({ value }) => value))
      const undo = async () => {
        // Those that were there before come back as they were.
        await take(entries.map(({ value }) => value).filter(value => !refused.has(value)))
        await post(done.before.map(sentOf))
      }
      toast.success(t('access.lists.added', { count: done.changed }), {
        action: { label: t('ui.undo'), onClick: () => void attempt(undo) },
      })
    }
    return done?.refused.map(({ value, error }) => ({ value, error: translateMessage(error) }))
  }

  async function remove(entries: readonly AccessEntry[]): Promise<void> {
    const count = await attempt(() => take(entries.map(({ value }) => value)))
    if (!count) return
    const back = entries.map(sentOf)
    toast.success(t('access.lists.removed', { count }), {
      action: { label: t('ui.undo'), onClick: () => void attempt(() => post(back)) },
    })
  }

  /** The whole list as it is searched, for export. */
  async function readAll(): Promise<AccessEntry[]> {
    const all: AccessEntry[] = []
    for (;;) {
      const part = { ...input, limit: 1000, offset: all.length }
      const { entries, count } = await api.call(listAccessEntries, { params: { list }, query: part })
      all.push(...entries)
      if (entries.length === 0 || all.length >= count) return all
    }
  }

  return { query, add, remove, readAll: () => attempt(readAll) }
}

const sentOf = ({ value, reason, expires_at, match }: AccessEntry): ImportedEntry => ({
  value,
  reason,
  expires_at,
  ...(match && { match }),
})
