import { createRequests } from '../../ui/overlays/requests.ts'
import type { Wanted } from './hits/hit.ts'

/** Handled by the header's search box. */
export const searchRequests = createRequests<Wanted>()

/** Opens the search, like Ctrl-K. */
export const openSearch = (wanted: Wanted = 'all'): void => searchRequests.send(wanted)
