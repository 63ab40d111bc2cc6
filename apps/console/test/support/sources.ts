import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'

const root = fileURLToPath(new URL('../../src/', import.meta.url))

export interface Source {
  readonly path: string
  readonly code: string
}

export function readSources(): Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
    .map(path => ({ path, code: readFileSync(join(root, path), 'utf8') }))
}

/** Every string and template of a file; `${…}` in a template becomes `*`. */
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

/** A text that the code uses: `t('a.b', { count })`. `${…}` in the key becomes `*`. */
export interface AskedText {
  readonly path: string
  readonly key: string
  /** Names of the values passed in; undefined where the code does not list them inline. */
  readonly values: readonly string[] | undefined
}

/** Every call of `t` with a literal key, once per branch of a condition. */
export function findAskedTexts({ path, code }: Source): AskedText[] {
  const found: AskedText[] = []
  new Visitor({
    CallExpression({ callee, arguments: [key, given] }) {
      const isAsking =
        (callee.type === 'Identifier' && callee.name === 't') ||
        (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 't')
      if (!isAsking || !key) return
      const values =
        given === undefined ? [] : given.type === 'ObjectExpression' ? namesIn(given.properties) : undefined
      for (const one of keysIn(key)) found.push({ path, key: one, values })
    },
  }).visit(parseSync(path, code).program)
  return found
}

interface Node {
  readonly type: string
}

function keysIn(node: Node): string[] {
  if (node.type === 'Literal') return [String((node as Node & { value: unknown }).value)]
  if (node.type === 'ConditionalExpression') {
    const { consequent, alternate } = node as Node & { consequent: Node; alternate: Node }
    return [...keysIn(consequent), ...keysIn(alternate)]
  }
  if (node.type !== 'TemplateLiteral') return []
  const { quasis } = node as Node & { quasis: readonly { value: { cooked?: string } }[] }
  return [quasis.map(({ value }) => value.cooked ?? '').join('*')]
}

function namesIn(properties: readonly Node[]): string[] | undefined {
  const names = properties.map(property => {
    const { key } = property as Node & { key?: { name?: string } }
    return key?.name
  })
  return names.every(name => name !== undefined) ? (names as string[]) : undefined
}

/** English sentences in the code that a user may read. Thrown and logged ones are for developers. */
export function findSentences({ path, code }: Source): string[] {
  const found: { readonly text: string; readonly start: number }[] = []
  const technical: { readonly start: number; readonly end: number }[] = []
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string' && /^\p{Lu}\p{L}*( \S*\p{L}\S*)+/u.test(value) && !/\d[a-z]\d/i.test(value)) {
        found.push({ text: value, start })
      }
    },
    NewExpression: ({ start, end }) => void technical.push({ start, end }),
    CallExpression({ callee, start, end }) {
      const isLog =
        callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'console'
      if (callee.type === 'Super' || isLog) technical.push({ start, end })
    },
  }).visit(parseSync(path, code).program)
  const isTechnical = (at: number) => technical.some(({ start, end }) => at > start && at < end)
  return found.filter(({ start }) => !isTechnical(start)).map(({ text }) => text)
}
