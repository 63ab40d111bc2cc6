import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

const root = new URL('../../src/', import.meta.url).pathname

export interface Source {
  readonly path: string
  readonly code: string
}

/** The console's own code, without tests. */
export function readSources(): Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
    .map(path => ({ path, code: readFileSync(join(root, path), 'utf8') }))
}

export function readCatalogue(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, 'i18n', `${name}.json`), 'utf8'))
}

const spokenAttributes = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'description', 'text'])
const isWord = (text: string) => /\p{L}{2,}/u.test(text)

/** Words for the user that stand in the code itself: texts between tags, and in attributes that are shown or read out. */
export function findLiteralWords({ path, code }: Source): string[] {
  const found: string[] = []
  new Visitor({
    JSXText({ value }) {
      if (isWord(value)) found.push(value.trim())
    },
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !spokenAttributes.has(name.name)) return
      if (value?.type === 'Literal' && typeof value.value === 'string' && isWord(value.value)) found.push(value.value)
    },
    JSXExpressionContainer({ expression }) {
      if (expression.type === 'Literal' && typeof expression.value === 'string' && isWord(expression.value)) {
        found.push(expression.value)
      }
    },
  }).visit(parseSync(path, code).program)
  return found.map(words => `${path}: ${words}`)
}

/** Every string and template of a file; `${…}` in a template stands as `*`. */
export function findStrings({ path, code }: Source): string[] {
  const found: string[] = []
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') found.push(value)
    },
    TemplateLiteral({ quasis }) {
      found.push(quasis.map(({ value }) => value.cooked ?? '').join('*'))
    },
  }).visit(parseSync(path, code).program)
  return found
}
