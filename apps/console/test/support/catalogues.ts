import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../src/i18n/', import.meta.url))

export interface Catalogue {
  readonly language: string
  /** Texts by dotted key, including those of the contract (none in English). */
  readonly texts: ReadonlyMap<string, string>
  /** Translations by their English text. */
  readonly said: ReadonlyMap<string, string>
}

export type Tree = { readonly [key: string]: string | Tree }

function flatten(node: Tree | string, at: string[] = []): [string, string][] {
  if (typeof node === 'string') return [[at.join('.'), node]]
  return Object.entries(node).flatMap(([key, value]) => flatten(value, [...at, key]))
}

export function toCatalogue(language: string, { messages = {}, ...sections }: Tree): Catalogue {
  return {
    language,
    texts: new Map(flatten(sections)),
    said: new Map(Object.entries(messages as Record<string, string>)),
  }
}

export const readTree = (language: string): Tree => JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))

export const readCatalogues = (): Catalogue[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => name.replace('.json', ''))
    .map(language => toCatalogue(language, readTree(language)))

const plural = /_(zero|one|two|few|many|other)$/
export const withoutPlural = (key: string) => key.replace(plural, '')

const pluralForms = (language: string) => new Intl.PluralRules(language).resolvedOptions().pluralCategories

/** The keys that a language needs for another language's texts, with its own number of plural forms. */
function keysFor(language: string, texts: ReadonlyMap<string, string>): string[] {
  const keys = [...texts.keys()].flatMap(key =>
    plural.test(key) ? pluralForms(language).map(form => `${withoutPlural(key)}_${form}`) : [key],
  )
  return [...new Set(keys)]
}

/** Names of a text's placeholders. */
export const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/{{\s*([\w-]+)/g)].map(([, name = '']) => name))].sort()

const isContract = (key: string) => key.startsWith('contract.')

/** Lacking, in excess, or with other placeholders. `source`: the catalogue written first. */
export function findViolations(source: Catalogue, { language, texts, said }: Catalogue): string[] {
  const wanted = new Set(keysFor(language, source.texts))
  const violations = [...wanted].filter(key => !texts.has(key)).map(key => `lacks ${key}`)
  for (const [key, text] of texts) {
    if (isContract(key)) continue
    if (!wanted.has(key)) violations.push(`has ${key}, which ${source.language} has not`)
    const original = source.texts.get(key) ?? source.texts.get(`${withoutPlural(key)}_other`)
    if (original !== undefined && placeholders(original).join() !== placeholders(text).join())
      violations.push(`fills in other values: ${key}`)
  }
  for (const [text, translated] of said)
    if (placeholders(text).join() !== placeholders(translated).join()) violations.push(`fills in other values: ${text}`)
  for (const text of source.said.keys()) if (!said.has(text)) violations.push(`lacks the message: ${text}`)
  for (const [text, translation] of said)
    if (placeholders(text).join() !== placeholders(translation).join())
      violations.push(`fills in other values: ${text}`)
  for (const text of said.keys()) if (!source.said.has(text)) violations.push(`has another message: ${text}`)
  for (const [key, text] of [...texts, ...said]) if (text.trim() === '') violations.push(`is empty: ${key}`)
  // A bare number would have no separators: 12345 instead of 12,345.
  for (const [key, text] of texts)
    if (/{{\s*count\s*}}/.test(text)) violations.push(`writes {{count}} without its format: ${key}`)
  return violations
}
