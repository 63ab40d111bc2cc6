import {
  type FileFilterInput,
  type FileSort,
  type FileStatus,
  fileGroups,
  fileSorts,
} from '@hornets/contract/admin/files/catalogue'
import { isDay, startOfDay } from '../../../ui/text/calendar-day.ts'

export const typeChoices = ['all', ...fileGroups] as const
export type TypeChoice = (typeof typeChoices)[number]

export interface FileSearch {
  readonly type: TypeChoice
  /** Part of a name, or the beginning of a hash. */
  readonly q: string
  /** Public key, hex. */
  readonly owner: string
  /** Days of the user's own calendar, `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
  /** Bytes, as text; both inclusive. */
  readonly min: string
  readonly max: string
  readonly status: FileStatus
  readonly sort: FileSort
}

/** Images first, as the specification has it. */
export const usualSearch: FileSearch = {
  type: 'images',
  q: '',
  owner: '',
  from: '',
  to: '',
  min: '',
  max: '',
  status: 'stored',
  sort: 'newest',
}

/** Everything that is in the trash, whatever type it has. */
export const trashSearch: FileSearch = { ...usualSearch, type: 'all', status: 'trashed' }

/** invalid values are ignored */
export function readFileSearch(query: Readonly<Record<string, unknown>>): FileSearch {
  const text = (name: string) => (query[name] === undefined ? '' : String(query[name]))
  const matching = (name: string, pattern: RegExp) => (pattern.test(text(name)) ? text(name) : '')
  const oneOf = <Value extends string>(name: string, values: readonly Value[], usual: Value): Value =>
    values.find(value => value === text(name)) ?? usual
  const status = oneOf('status', ['stored', 'trashed'] as const, 'stored')
  return {
    type: oneOf('type', typeChoices, status === 'trashed' ? 'all' : usualSearch.type),
    q: text('q').slice(0, 200),
    owner: matching('owner', /^[0-9a-f]{64}$/),
    from: isDay(text('from')) ? text('from') : '',
    to: isDay(text('to')) ? text('to') : '',
    min: matching('min', /^\d{1,15}$/),
    max: matching('max', /^\d{1,15}$/),
    status,
    sort: oneOf('sort', fileSorts, 'newest'),
  }
}

export function writeFileSearch(search: FileSearch): Readonly<Record<keyof FileSearch, string | undefined>> {
  const usual = search.status === 'trashed' ? trashSearch : usualSearch
  const written = (name: keyof FileSearch) =>
    name === 'status'
      ? search.status === 'trashed'
        ? search.status
        : undefined
      : search[name] === usual[name]
        ? undefined
        : search[name]
  return Object.fromEntries(Object.keys(usualSearch).map(name => [name, written(name as keyof FileSearch)])) as never
}

/** How the relay calls the types: the three families by pattern (MEDIA-21), the others by the name of their group. */
const patterns: Readonly<Partial<Record<TypeChoice, string>>> = {
  images: 'image/*',
  videos: 'video/*',
  audio: 'audio/*',
}

/** The filters as the relay is asked for them; days become times at their beginning in the user's own time zone. */
export function filterOf({ type, q, owner, from, to, min, max, status }: FileSearch): FileFilterInput {
  return {
    ...(type !== 'all' && { type: patterns[type] ?? type }),
    ...(q && { q }),
    ...(owner && { owner }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: startOfDay(to, 1) }),
    ...(min && { min_bytes: Number(min) }),
    ...(max && { max_bytes: Number(max) }),
    ...(status === 'trashed' && { status }),
  }
}

/** Filters beyond type and text, of which a phone shows only how many there are. */
export const moreFilters = ({ owner, from, to, min, max }: FileSearch): number =>
  [owner, from || to, min || max].filter(Boolean).length

/** Is anything left out that the usual page would show? */
export const isNarrowed = (search: FileSearch): boolean => moreFilters(search) > 0 || search.q !== ''
