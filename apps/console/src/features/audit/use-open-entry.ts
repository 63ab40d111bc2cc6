import { listAudit } from '@hornets/contract/admin/audit'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { queryKeys } from '../../api/query-keys.ts'

/** The entry that is open stands in the URL, so that it can be linked to and Back closes it. */
export function useOpenEntry() {
  const navigate = useNavigate()
  const { entry } = useSearch({ strict: false }) as { entry?: unknown }
  const id = /^[1-9]\d{0,14}$/.test(String(entry)) ? Number(entry) : undefined
  const go = (next: number | undefined) =>
    void navigate({
      to: '.',
      search: ((search: object) => ({ ...search, entry: next })) as never,
      // One step back closes, however many were looked at.
      replace: id !== undefined,
      resetScroll: false,
    })
  return { id, toggle: (one: number) => go(one === id ? undefined : one) }
}

/** One entry by its number; undefined while it is not read, and where there is none. */
export function useEntry(id: number | undefined) {
  const { data } = useQuery({
    queryKey: [...queryKeys.audit.all, 'entry', id],
    queryFn: ({ signal }) => api.call(listAudit, { query: { before: (id ?? 0) + 1, limit: 1 }, signal }),
    enabled: id !== undefined,
  })
  return data?.entries.find(entry => entry.id === id)
}
