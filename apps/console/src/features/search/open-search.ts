import { createRequests } from '../../ui/overlays/requests.ts'
import type { Wanted } from './hits/hit.ts'

export const searchRequests = createRequests<Wanted>()

export const openSearch = (wanted: Wanted = 'all'): void => searchRequests.send(wanted)
