import { messages as adminMessages } from '@hornets/contract/messages'
import { walletMessages } from '@hornets/contract/wallet/messages'
import { describe, expect, it } from 'vitest'
import { findLiteralWords, findStrings, readCatalogue, readSources } from './support/sources.ts'

const messages = [...Object.values(adminMessages), ...Object.values(walletMessages)]

/** Texts by dotted key; those of `messages` by their English text. */
function flatten(node: unknown, at: string[] = []): [string, string][] {
  if (typeof node === 'string') return [[at.join('.'), node]]
  return Object.entries(node as object).flatMap(([key, value]) => flatten(value, [...at, key]))
}

function read(language: string) {
  const { messages: said = {}, ...sections } = readCatalogue(language)
  return { texts: new Map(flatten(sections)), said: new Map(Object.entries(said as Record<string, string>)) }
}

const english = read('en')
const german = read('de')
const sources = readSources()
const placeholders = (text: string) => [...text.matchAll(/{{\s*[\w-]+/g)].map(([found]) => found).sort()

describe('I18N-01: the catalogues', () => {
  it('say the same things: German misses no key and has no key of its own', () => {
    expect([...german.texts.keys()].sort()).toEqual([...english.texts.keys()].sort())
    expect([...german.said.keys()].sort()).toEqual([...english.said.keys()].sort())
  })

  it('leave no text empty', () => {
    const all = [...english.texts, ...english.said, ...german.texts, ...german.said]
    expect(all.filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('fill in the same values', () => {
    const differing = [...english.texts].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(german.texts.get(key) ?? '').join(),
    )
    expect(differing).toEqual([])
  })

  it('translate every message of the contract', () => {
    expect(messages.filter(message => !german.said.has(message))).toEqual([])
  })

  it('have the English text itself as the key of a message', () => {
    expect([...english.said].filter(([key, text]) => key !== text)).toEqual([])
  })

  it('have no key that nothing uses', () => {
    const used = sources.flatMap(findStrings)
    const whole = new Set(used)
    const patterns = used.filter(text => /^[\w.]+\.\*|\.\*\./.test(text)).map(toPattern)
    const isUsed = (key: string) => whole.has(key) || patterns.some(pattern => pattern.test(key))
    const unused = [...english.texts.keys()].filter(key => !isUsed(key) && !isUsed(withoutPlural(key)))
    expect(unused).toEqual([])
  })

  it('have no message that neither the contract nor the console says', () => {
    const known = new Set<string>([...messages, ...sources.flatMap(findStrings)])
    expect([...english.said.keys()].filter(text => !known.has(text))).toEqual([])
  })
})

it('R-79: no component has words of its own: they stand in the catalogues', () => {
  expect(sources.flatMap(findLiteralWords)).toEqual([])
})

it('words in a component are found, so that the test above can fail', () => {
  const code = 'const x = <p title="Close it">Hello {"there"} <img alt="" /> {t("a.b")} 5 · —</p>'
  expect(findLiteralWords({ path: 'x.tsx', code }).sort()).toEqual(['x.tsx: Close it', 'x.tsx: Hello', 'x.tsx: there'])
})

function withoutPlural(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}

function toPattern(template: string): RegExp {
  const escaped = template.split('*').map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('[\\w.]+')}$`)
}
