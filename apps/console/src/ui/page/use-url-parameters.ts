import { useNavigate, useSearch } from '@tanstack/react-router'

type Parameters = Readonly<Record<string, unknown>>

interface Change {
  /** Without a history entry. */
  readonly replace?: boolean
  /** Skips the question about unsaved changes. */
  readonly ignoreBlocker?: boolean
}

/** The URL's parameters, and a function that changes some: undefined removes one, all others stay. */
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
