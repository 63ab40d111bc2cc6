import { listAudit } from '@hornets/contract/admin/audit'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries/api-query.ts'
import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'

/** The open entry is in the URL, so that it can be linked and Back closes it. */
export function useOpenEntry() {
  const [{ entry }, change] = useUrlParameters()
  const id = /^[1-9]\d{0,14}$/.test(String(entry)) ? Number(entry) : undefined
  return {
    id,
    // One step back closes it, however many were opened.
    toggle: (one: number) => change({ entry: one === id ? undefined : one }, { replace: id !== undefined }),
  }
}

/** One entry by number; undefined while loading, and if there is none. */
export function useEntry(id: number | undefined) {
  const { data } = useQuery({
    ...apiQuery(listAudit, { query: { before: (id ?? 0) + 1, limit: 1 } }),
    enabled: id !== undefined,
  })
  return data?.entries.find(entry => entry.id === id)
}
