import { useNavigate, useSearch } from '@tanstack/react-router'

type Parameters = Readonly<Record<string, unknown>>

interface Change {
  /** No step of the history: Back does not lead to what was before. */
  readonly replace?: boolean
  /** Nobody is asked about unsaved changes. */
  readonly ignoreBlocker?: boolean
}

/** What stands in the URL, as it came, and the way to change some of it: undefined takes one out, all others stay. */
export function useUrlParameters(): readonly [Parameters, (next: object, change?: Change) => void] {
  const navigate = useNavigate()
  const parameters = useSearch({ strict: false }) as Parameters
  const change = (next: object, how: Change = {}) =>
    void navigate({
      to: '.',
      search: ((now: Parameters) => ({ ...now, ...next })) as never,
      resetScroll: false,
      ...how,
    })
  return [parameters, change]
}
