import { listAudit } from '@hornets/contract/admin/audit'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useUrlParameters } from '../../ui/use-url-parameters.ts'

/** The entry that is open stands in the URL, so that it can be linked to and Back closes it. */
export function useOpenEntry() {
  const [{ entry }, change] = useUrlParameters()
  const id = /^[1-9]\d{0,14}$/.test(String(entry)) ? Number(entry) : undefined
  return {
    id,
    // One step back closes, however many were looked at.
    toggle: (one: number) => change({ entry: one === id ? undefined : one }, { replace: id !== undefined }),
  }
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
