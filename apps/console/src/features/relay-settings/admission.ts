import type { RelaySettings } from '@hornets/contract/admin/relay-settings'

/** What subscriptions cost and give. */
export const subscriptionKeys = [
  'subscription_tiers',
  'freeTierEnabled',
  'freeTierLimit',
  'freeTierGives',
  'paymentConfirmations',
  'graceDays',
  'readOnlyDays',
  'countZaps',
] as const satisfies readonly (keyof RelaySettings)[]
type SubscriptionKey = (typeof subscriptionKeys)[number]

export type Admission = Pick<
  RelaySettings,
  | 'mode'
  | 'KindWhitelist'
  | 'KindBlacklist'
  | 'MimeTypeWhitelist'
  | 'MimeTypeBlacklist'
  | 'maxfilesize'
  | 'maxfilesizeunit'
  | 'dailyMegabytes'
  | 'fileLimits'
  | 'keepUsedFiles'
  | 'stripCameraData'
  | 'moderationMode'
  | SubscriptionKey
>

export type Mode = Admission['mode']

const admissionKeys = [
  'mode',
  'KindWhitelist',
  'KindBlacklist',
  'MimeTypeWhitelist',
  'MimeTypeBlacklist',
  'maxfilesize',
  'maxfilesizeunit',
  'dailyMegabytes',
  'fileLimits',
  'keepUsedFiles',
  'stripCameraData',
  'moderationMode',
  ...subscriptionKeys,
] as const satisfies readonly (keyof Admission)[]

export function admissionOf(settings: RelaySettings): Admission {
  return Object.fromEntries(admissionKeys.map(key => [key, settings[key]])) as Admission
}

/** Only two modes exist; other stored values become the default (MODE-02). */
export function modeOf(value: unknown): Mode {
  return value === 'whitelist' ? 'whitelist' : 'blacklist'
}

/** The active mode's list: allowed in whitelist mode, excluded in blacklist mode. */
const kindList = (mode: Mode) => (mode === 'whitelist' ? 'KindWhitelist' : 'KindBlacklist')
const mediaTypeList = (mode: Mode) => (mode === 'whitelist' ? 'MimeTypeWhitelist' : 'MimeTypeBlacklist')

const kindName = (kind: number) => `kind${kind}`
const kindNumber = (name: string) => Number(name.slice('kind'.length))

export const chosenKinds = (admission: Admission): number[] =>
  admission[kindList(admission.mode)].map(kindNumber).sort((a, b) => a - b)
export const chosenMediaTypes = (admission: Admission): string[] => admission[mediaTypeList(admission.mode)]

const withOrWithout = <T>(list: readonly T[], items: readonly T[], on: boolean): T[] =>
  on ? [...list, ...items.filter(item => !list.includes(item))] : list.filter(item => !items.includes(item))

/** Adds kinds to the active mode's list, or removes them; the other list stays (MODE-06, MODE-07). */
export function chooseKinds(admission: Admission, kinds: readonly number[], on: boolean): Admission {
  const list = kindList(admission.mode)
  return { ...admission, [list]: withOrWithout(admission[list], kinds.map(kindName), on) }
}

export function chooseMediaTypes(admission: Admission, types: readonly string[], on: boolean): Admission {
  const list = mediaTypeList(admission.mode)
  return { ...admission, [list]: withOrWithout(admission[list], types, on) }
}

/** Whether the relay accepts this kind. An empty whitelist allows everything. */
export function acceptsKind(admission: Admission, kind: number): boolean {
  const chosen = admission[kindList(admission.mode)]
  const named = chosen.includes(kindName(kind))
  return admission.mode === 'blacklist' ? !named : chosen.length === 0 || named
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every(item => b.includes(item))

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')

/** Compared in whole, with the order of their parts. */
const compared: ReadonlySet<keyof Admission> = new Set([
  ...(['subscription_tiers', 'freeTierGives', 'fileLimits', 'dailyMegabytes'] as const),
])

/** Keys that differ from the saved values, ignoring order within lists, except that of tiers. */
export function changedAdmission(saved: Admission, draft: Admission): (keyof Admission)[] {
  return admissionKeys.filter(key => {
    const [before, after] = [saved[key], draft[key]]
    if (compared.has(key)) return JSON.stringify(before) !== JSON.stringify(after)
    return isList(before) && isList(after) ? !sameList(before, after) : before !== after
  })
}

/** The part of stored edits that still applies and differs from the draft. */
export function fitAdmission(draft: Admission, kept: Readonly<Record<string, unknown>>): Partial<Admission> {
  const sameKind = (key: keyof Admission) =>
    typeof kept[key] === typeof draft[key] && Array.isArray(kept[key]) === Array.isArray(draft[key])
  const known = Object.fromEntries(admissionKeys.filter(sameKind).map(key => [key, kept[key]])) as Partial<Admission>
  return Object.fromEntries(changedAdmission(draft, { ...draft, ...known }).map(key => [key, known[key]]))
}

export interface StoredKind {
  readonly kindNumber: number
  readonly kindCount: number
}

/** Stored kinds that the relay accepts now and would no longer accept, with their number of events. */
export function lostKinds(saved: Admission, draft: Admission, stored: readonly StoredKind[]) {
  const lost = stored.filter(({ kindNumber: kind }) => acceptsKind(saved, kind) && !acceptsKind(draft, kind))
  return {
    kinds: lost.map(({ kindNumber: kind }) => kind).sort((a, b) => a - b),
    events: lost.reduce((sum, { kindCount }) => sum + kindCount, 0),
  }
}

/** Every kind on the page, ascending: offered, stored, and added by number. */
export function kindsToShow(
  offered: Iterable<number>,
  stored: readonly StoredKind[],
  ...admissions: readonly Admission[]
): number[] {
  const listed = admissions.flatMap(({ KindWhitelist, KindBlacklist }) => [...KindWhitelist, ...KindBlacklist])
  const kinds = new Set([...offered, ...stored.map(({ kindNumber: kind }) => kind), ...listed.map(kindNumber)])
  return [...kinds].sort((a, b) => a - b)
}
