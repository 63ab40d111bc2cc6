import type { ChangedTexts } from './related-tests.ts'

export interface Versions {
  readonly path: string
  readonly before?: string | undefined
  readonly after?: string | undefined
}

const isCatalogue = (path: string) => /\/i18n\/[\w-]+\.json$/.test(path)
const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path)
const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g
/** Figures and names that a text is filled with. */
const filledIn = /\{\{.*?\}\}|\$\{.*?\}|<\/?\w+>/
const charsMin = 3
const plural = /_(zero|one|two|few|many|other)$/
const isModule = /^[.@]/

export function changedTexts(files: readonly Versions[]): ChangedTexts {
  const gone = new Set<string>()
  const keys = new Set<string>()
  for (const { path, before = '', after = '' } of files) {
    if (isCatalogue(path)) {
      const now = entriesOf(after)
      for (const [key, text] of entriesOf(before)) {
        if (now.get(key) === text) continue
        keys.add(key.replace(plural, ''))
        for (const part of partsOf(text)) gone.add(part)
      }
    } else if (isCode(path)) {
      const now = new Set(literalsOf(after))
      for (const text of literalsOf(before)) if (!now.has(text)) for (const part of partsOf(text)) gone.add(part)
    }
  }
  return { gone: [...gone], keys: [...keys] }
}

const literalsOf = (code: string) => [...code.matchAll(literal)].map(([, one, two, three]) => one ?? two ?? three ?? '')

const partsOf = (text: string) =>
  text
    .split(filledIn)
    .map(part => part.trim())
    .filter(part => part.length >= charsMin && !isModule.test(part))

/** None if it is no JSON, which the checks report. */
function entriesOf(text: string): Map<string, string> {
  try {
    return new Map(flat('', JSON.parse(text)))
  } catch {
    return new Map()
  }
}

function flat(key: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[key, value]]
  return Object.entries(value ?? {}).flatMap(([name, inner]) => flat(key === '' ? name : `${key}.${name}`, inner))
}
