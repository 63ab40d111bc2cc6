import {
  type FileLimit,
  fileLimit,
  type UploaderStatus,
  uploaderStatuses,
} from '@hornets/contract/admin/relay-settings'
import type { Admission } from '../admission.ts'

export const fileSizeUnits = ['KB', 'MB', 'GB', 'TB'] as const
export type FileSizeUnit = (typeof fileSizeUnits)[number]

/** '1.5 GB' as its parts; without a limit there is no value. */
export function readFileSize(size: string | undefined): { readonly value: number | null; readonly unit: FileSizeUnit } {
  const [value = '', unit] = size?.split(' ') ?? []
  return { value: value === '' ? null : Number(value), unit: (unit as FileSizeUnit | undefined) ?? 'MB' }
}

/** An emptied field is no limit. */
export const writeFileSize = (value: number | null, unit: FileSizeUnit): string | undefined =>
  value === null ? undefined : `${value} ${unit}`

/** A limit with one part changed; undefined removes it. */
export function limitWith(limit: FileLimit, part: { readonly [Name in keyof FileLimit]: FileLimit[Name] | undefined }) {
  const entries = Object.entries({ ...limit, ...part }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as FileLimit
}

/** Which parts of a limit cannot be saved. */
export function wrongParts(limit: FileLimit): ReadonlySet<keyof FileLimit> {
  const issues = fileLimit.safeParse(limit).error?.issues ?? []
  return new Set(issues.map(({ path }) => path[0] as keyof FileLimit))
}

export const hasWrongLimit = ({ fileLimits }: Pick<Admission, 'fileLimits'>): boolean =>
  uploaderStatuses.some(status => wrongParts(fileLimits[status]).size > 0)

/** Statuses whose stored files will go to the trash earlier than now. */
export function shortened(
  saved: Pick<Admission, 'fileLimits'>,
  draft: Pick<Admission, 'fileLimits'>,
): UploaderStatus[] {
  const daysOf = ({ days }: FileLimit) => days ?? Number.POSITIVE_INFINITY
  return uploaderStatuses.filter(status => daysOf(draft.fileLimits[status]) < daysOf(saved.fileLimits[status]))
}
