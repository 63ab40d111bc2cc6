import { cleanLines } from '@hornets/contract/text/clean-words'
import { useSyncExternalStore } from 'react'
import { emitter } from '../emitter.ts'
import type english from './en.json'
import type { Language, Sections } from './language.ts'

export type Catalogue = typeof english

type WithoutForm<Key extends string> = Key extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : Key
type KeysIn<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutForm<Key> : `${Key}.${KeysIn<Tree[Key]>}`
}[keyof Tree & string]

/** The dotted key of a text. The forms of a plural, `files_one` and `files_other`, share one: `files`. */
export type TextKey = KeysIn<Omit<Catalogue, 'messages'>>

/** Values for a text: `{{name}}` as it is, `{{count, number}}` in the language's number format. */
export type Values = Readonly<Record<string, string | number | undefined>>

/** The text of a key in the current language. `count` selects the plural form. */
export type Translate = (key: TextKey, values?: Values) => string

export interface Texts {
  /** A new function for every language, so that everything that depends on it is recomputed. */
  readonly t: Translate
  readonly language: Language
}

/** The language in which every text is written first. */
const source: Language = 'en'

const catalogues = new Map<Language, Sections>()
const { emit, subscribe } = emitter()
let shown = textsIn(source)

/** The texts of the current language; redraws when it changes. */
export const useTexts = (): Texts => useSyncExternalStore(subscribe, () => shown)

/** A text outside of components, in the language of that moment. */
export const t: Translate = (key, values) => shown.t(key, values)

export const shownLanguage = (): Language => shown.language

/** A text that not every catalogue contains, by its dotted key. */
export const findText = (key: string): string | undefined => read(shown.language, key)

/** A text of the contract, a schema or the server in the user's language; unchanged when the catalogue has none (ERR-10). */
export const translateMessage = (text: string): string => catalogues.get(shown.language)?.messages?.[text] ?? text

export function addTexts(language: Language, sections: Sections): void {
  catalogues.set(language, { ...catalogues.get(language), ...sections })
}

/** Changes the language. Missing texts appear in English, if that is loaded. */
export function showLanguage(language: Language): void {
  shown = textsIn(language)
  emit()
}

function textsIn(language: Language): Texts {
  let numbers: Intl.NumberFormat | undefined
  let forms: Intl.PluralRules | undefined
  const write = (value: Values[string], isNumber: boolean): string => {
    if (!isNumber || typeof value !== 'number') return isolated(String(value ?? ''))
    numbers ??= new Intl.NumberFormat(language)
    return numbers.format(value)
  }
  const find = (key: string, count: Values[string]): string | undefined => {
    if (typeof count !== 'number') return read(language, key)
    forms ??= new Intl.PluralRules(language)
    return read(language, `${key}_${forms.select(count)}`) ?? read(language, key)
  }
  const t: Translate = (key, values = {}) =>
    (find(key, values.count) ?? key).replace(/{{(\w+)(, number)?}}/g, (_, name: string, number?: string) =>
      write(values[name], number !== undefined),
    )
  return { t, language }
}

/** Letters of Hebrew, Arabic and their neighbours, and characters that change the direction. */
const turning = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/u

/** A value that would turn the sentence around it is isolated (Unicode UAX 9): its author chose it, not ours. */
const isolated = (value: string): string => (turning.test(value) ? `\u2068${cleanLines(value)}\u2069` : value)

function read(language: Language, key: string): string | undefined {
  let found: unknown = catalogues.get(language)
  for (const part of key.split('.')) found = (found as Readonly<Record<string, unknown>> | undefined)?.[part]
  if (typeof found === 'string') return found
  return language === source ? undefined : read(source, key)
}
