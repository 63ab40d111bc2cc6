import * as z from 'zod/mini'
import type { Role } from '../../roles.ts'

/** What a field is edited with; each control is drawn by the console's one form engine. */
export type Control =
  | 'text'
  | 'multiline'
  | 'url'
  | 'number'
  | 'switch'
  | 'select'
  | 'numbers'
  | 'secret'
  | 'nested'
  | 'rows'
  | 'pairs'

/** One setting, described once: the form, the check on both sides, the default and the documents come from it. */
export interface Field<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly schema: S
  readonly default: z.infer<S>
  readonly title: string
  /** One line on what it does. */
  readonly description: string
  readonly control: Control
  readonly unit?: string
  /** Number inputs only. */
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** What select and numbers offer; `numbers` may hold others too. */
  readonly options?: readonly (string | number)[]
  /** Fields of `nested`, columns of `rows`. */
  readonly fields?: Fields
  /** Never sent back: the server answers `secretMask` where one is set. */
  readonly secret?: boolean
  /** When a change counts. Live means within a second, on open connections too. */
  readonly effect?: 'live' | 'restart'
  /**
   * The least role that can change it, where saving the group is not enough. The owner's are all secrets, and what can shut
   * everyone out of the console. A change asks for the password again.
   */
  readonly role?: Role
  /** Replacing it asks for confirmation. */
  readonly confirm?: boolean
  /** The one key of a prefixed group that travels without prefix. */
  readonly bare?: boolean
}

export type Fields = Readonly<Record<string, Field>>

/** A settings group of `/api/settings/{name}`. */
export interface Group<F extends Fields = Fields> {
  /** Key on the wire. */
  readonly name: string
  /** Path in the console: `/settings/{path}`. */
  readonly path: string
  readonly title: string
  readonly description: string
  /** The console posts its keys as `{name}_{key}`. */
  readonly prefixed: boolean
  /** False while the part of the relay that it steers is not there yet: saved, kept and said so on screen. */
  readonly served: boolean
  readonly fields: F
}

export type ValuesOf<G extends Group> = { -readonly [K in keyof G['fields']]: z.infer<G['fields'][K]['schema']> }

/** Stands in for a stored secret; posting it back changes nothing. */
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

/** The full defaults of a group. */
export function defaultsOf<G extends Group>(group: G): ValuesOf<G> {
  return Object.fromEntries(
    Object.entries(group.fields).map(([key, { default: value }]) => [key, structuredClone(value)]),
  ) as ValuesOf<G>
}

/** Key of a field as the console posts it: `{group}_{key}` in prefixed groups, but for bare keys. */
export function wireKey(group: Group, key: string): string {
  return group.prefixed && !group.fields[key]?.bare ? `${group.name}_${key}` : key
}

/** Key of a field from a posted one, with or without prefix. */
export function fieldKey(group: Group, posted: string): string {
  if (Object.hasOwn(group.fields, posted)) return posted
  const prefix = `${group.name}_`
  return posted.startsWith(prefix) ? posted.slice(prefix.length) : posted
}
