import type { Catalogue } from '../../../i18n/catalogue.ts'

type Path<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Path<T[K]>}` }[keyof T & string]

/** Keys as in i18next, so that both sides of the console read the same catalogue files. */
export type AuthKey =
  | `auth.${Path<Catalogue['auth']>}`
  | `authLater.${Path<Catalogue['authLater']>}`
  | `role.${Path<Catalogue['role']>}`

export interface Texts {
  readonly auth: Catalogue['auth']
  readonly messages?: Readonly<Record<string, string>>
}

/** Of the screens that come later than the login. */
export type LaterTexts = Pick<Catalogue, 'authLater' | 'role'>

/** The text of a dotted key, with `{{name}}` filled in. */
export function readText(texts: Texts, key: AuthKey, values: Readonly<Record<string, string | number>> = {}): string {
  let found: unknown = texts
  for (const part of key.split('.')) found = (found as Record<string, unknown>)[part]
  return (found as string).replace(/{{(\w+)}}/g, (_, name: string) => String(values[name]))
}
