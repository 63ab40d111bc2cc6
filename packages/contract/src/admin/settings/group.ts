import * as z from 'zod/mini'
import type { Role } from '../../roles.ts'

/** How a field is edited; the console's form engine renders each control. */
export type Control =
  | 'text'
  | 'multiline'
  | 'document'
  | 'url'
  | 'image'
  | 'number'
  | 'switch'
  | 'select'
  | 'numbers'
  | 'secret'
  | 'nested'
  | 'rows'
  | 'pairs'

/** One setting, described once: form, validation on both sides, default and documentation derive from it. */
export interface Field<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly schema: S
  readonly default: z.infer<S>
  readonly title: string
  readonly description: string
  readonly control: Control
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Options of select and numbers; `numbers` also accepts others. */
  readonly options?: readonly (string | number)[]
  readonly fields?: Fields
  /** Never sent back: the server answers `secretMask` if one is set. */
  readonly secret?: boolean
  /**
   * When one of these keys changes the secret has to be sent again: it never reaches another place. Not while the first
   * is empty.
   */
  readonly boundTo?: readonly string[]
  /** The environment variables that can set it. */
  readonly variable?: string
  /** When a change applies. Live means within a second, also on open connections. */
  readonly effect?: 'live' | 'restart'
  /** If higher than for the group; a change requires the password. Owners: secrets, and what can lock everyone out. */
  readonly role?: Role
  readonly confirm?: boolean
  /** The only key of a prefixed group without prefix. */
  readonly bare?: boolean
}

export type Fields = Readonly<Record<string, Field>>

/** A settings group of `/api/settings/{name}`. */
export interface Group<F extends Fields = Fields> {
  readonly name: string
  readonly path: string
  readonly title: string
  readonly description: string
  /** The console posts its keys as `{name}_{key}`. */
  readonly prefixed: boolean
  readonly fields: F
  faults?(values: { readonly [K in keyof F]: z.infer<F[K]['schema']> }): Readonly<Partial<Record<string, string>>>
}

export type ValuesOf<G extends Group> = { -readonly [K in keyof G['fields']]: z.infer<G['fields'][K]['schema']> }

/** Replaces a stored secret in answers; posting it back changes nothing. */
export const secretMask = '********'

export function field<S extends z.ZodMiniType>(field: Field<S>): Field<S> {
  return field
}

export function defineGroup<const F extends Fields>(group: Group<F>): Group<F> {
  return group
}

/** The schema of a group's values, keys without prefix. */
export function schemaOf(fields: Fields): z.ZodMiniObject {
  return z.object(Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema])))
}

export function defaultsOf<G extends Group>(group: G): ValuesOf<G> {
  return Object.fromEntries(
    Object.entries(group.fields).map(([key, { default: value }]) => [key, structuredClone(value)]),
  ) as ValuesOf<G>
}

/** A field's key in posted bodies: `{group}_{key}` in prefixed groups, except bare keys. */
export function wireKey(group: Group, key: string): string {
  return group.prefixed && !group.fields[key]?.bare ? `${group.name}_${key}` : key
}

/** A field's key from a posted one, with or without prefix. */
export function fieldKey(group: Group, posted: string): string {
  if (Object.hasOwn(group.fields, posted)) return posted
  const prefix = `${group.name}_`
  return posted.startsWith(prefix) ? posted.slice(prefix.length) : posted
}
