import { createRequests } from '../../ui/overlays/requests.ts'
import type { Wanted } from './hit.ts'

/** Served by the search box of the header. */
export const searchRequests = createRequests<Wanted>()

/** Opens the search, as Ctrl-K does. */
export const openSearch = (wanted: Wanted = 'all'): void => searchRequests.send(wanted)
