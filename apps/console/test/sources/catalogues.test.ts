import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eventMessages } from '@hornets/contract/admin/events/event-messages'
import { moveMessages } from '@hornets/contract/admin/events/move-messages'
import { transferMessages } from '@hornets/contract/admin/events/transfer-messages'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { eventEngineMessages } from '@hornets/contract/admin/operation/event-engine-messages'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import { messages as adminMessages } from '@hornets/contract/messages'
import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { confirmations } from '@hornets/contract/wallet/confirmations'
import { describe, expect, it } from 'vitest'
import { findViolations, placeholders, readCatalogues, toCatalogue, withoutPlural } from '../support/catalogues.ts'
import { findAskedTexts, findSentences, findStrings, readSources } from '../support/sources.ts'

const messages = new Set<string>([
  ...Object.values(adminMessages),
  ...Object.values(fileMessages),
  ...Object.values(eventMessages),
  ...Object.values(moveMessages),
  ...Object.values(transferMessages),
  ...Object.values(backupMessages),
  ...Object.values(eventEngineMessages),
  ...Object.values(walletMessages),
  ...Object.values(refusals).map(({ template }) => template),
  ...Object.values(confirmations).map(({ template }) => template),
  ...Object.values(chainSentences),
  ...Object.values(lightningSentences),
])
const catalogues = readCatalogues()
const english = catalogues.find(({ language }) => language === 'en') ?? toCatalogue('en', {})
const sources = readSources()
const strings = sources.flatMap(findStrings)

const sameInGerman = new Set(
  [
    'Admins Audio BIP BTC Bitcoin Blacklist Block CSV Caddy Caddyfile Clients Code Debug Demo Details Event Events',
    'Facebook Filter Hash In Info JSON KB Kind Kinds Labels Lightning LinkedIn Live MB Mainnet Moderation Moderator',
    'Monitor Multisig Name Node Nostr OK Offline Opt Passphrase Person Plan Position Problem Push RBF Regtest Relay',
    'SHA Sats Signet Software Spam Status Tags Taproot Testnet Text Twitter USD Upload Uploads Version Video Videos',
    'WSH Wallet Webhook Website Whitelist Zaps bc caddy com conf etc example gitNestr hornets min ms nginx npub',
    'optional px relay sat sats vB wss',
  ].flatMap(line => line.split(' ')),
)

describe('I18N-01, I18N-04, R-79: a catalogue', () => {
  it.each(catalogues)('of $language says all that English says, and nothing else', catalogue => {
    expect(findViolations(english, catalogue)).toEqual([])
  })

  it('of German says nothing in English but what both languages call the same', () => {
    const german = catalogues.find(({ language }) => language === 'de')
    const texts = [...(german?.texts ?? [])].filter(([key, text]) => text === english.texts.get(key))
    const messages = [...(german?.said ?? [])].filter(([key, text]) => text === key)
    const words = [...texts, ...messages].flatMap(
      ([, text]) => text.replace(/\{\{.*?\}\}/g, '').match(/[A-Za-z]{2,}/g) ?? [],
    )
    expect(texts.length).toBeGreaterThan(50)
    expect(words.filter(word => !sameInGerman.has(word))).toEqual([])
  })

  it('of German has no sentence that is left in English', () => {
    const german = catalogues.find(({ language }) => language === 'de')
    const texts = [...(german?.texts.values() ?? []), ...(german?.said.values() ?? [])]
    const bare = texts.map(text => text.replace(/\{\{.*?\}\}|Proof of Work/g, ''))
    expect(bare.filter(text => /\b(the|and|of|is|are|with|for|this|from|not|you|your|to)\b/i.test(text))).toEqual([])
  })

  it('has letters of the relay beside it in the same language, which is the other file of a language', () => {
    const letters = readdirSync(fileURLToPath(new URL('../../../relay/src/mail/letters/', import.meta.url)))
    const wanted = catalogues.map(({ language }) => `${language}.ts`)
    expect(wanted.filter(name => !letters.includes(name))).toEqual([])
  })

  it('of English covers every message of the contract', () => {
    expect([...messages].filter(message => !english.said.has(message))).toEqual([])
  })

  it('of English has the text itself as the key of a message', () => {
    expect([...english.said].filter(([key, text]) => key !== text)).toEqual([])
  })

  const texts = { b: 'B', n_one: '{{count, number}} x', n_other: '{{count, number}} xs' }
  const source = toCatalogue('en', { a: texts, messages: { 'Pay {{sats}}': 'Pay {{sats}}' } })
  it.each([
    ['a missing text', { a: { n_one: '{{count, number}} x', n_other: '{{count, number}} x' } }, 'lacks a.b'],
    ['a missing form of a plural', { a: { b: 'B', n_other: '{{count, number}} x' } }, 'lacks a.n_one'],
    ['a text of its own', { a: { b: 'B', c: 'C' } }, 'has a.c, which en has not'],
    ['a value that is not filled in', { a: { b: 'B', n_one: 'x', n_other: 'x' } }, 'fills in other values: a.n_one'],
    ['a bare number', { a: { b: 'B', n_one: '{{count}} x' } }, 'writes {{count}} without its format: a.n_one'],
    ['an empty text', { a: { b: ' ' } }, 'is empty: a.b'],
    [
      'a figure of a message that is not filled in',
      { messages: { 'Pay {{sats}}': 'Zahlen' } },
      'fills in other values: Pay {{sats}}',
    ],
    ['a message too many', { messages: { Hello: 'Hallo' } }, 'has another message: Hello'],
  ])('is refused for %s', (_, tree, violation) => {
    expect(findViolations(source, toCatalogue('de', tree))).toContain(violation)
  })

  it('of a language with more forms of the plural needs each of them', () => {
    const polish = toCatalogue('pl', { a: { b: 'B', n_one: '{{count, number}} x', n_other: '{{count, number}} x' } })
    expect(findViolations(source, polish)).toEqual([
      'lacks a.n_few',
      'lacks a.n_many',
      'lacks the message: Pay {{sats}}',
    ])
  })
})

describe('I18N-04: the code and the catalogues', () => {
  const asked = sources.flatMap(findAskedTexts)

  it('contain every text that the code uses', () => {
    const known = new Set([...english.texts.keys()].flatMap(key => [key, withoutPlural(key)]))
    const isKnown = (key: string) =>
      key.startsWith('contract.') || known.has(key) || (key.includes('*') && hasMatch(toPattern(key), known))
    const unknown = asked.filter(({ key }) => !isKnown(key)).map(({ path, key }) => `${path}: ${key}`)
    expect(unknown).toEqual([])
    expect(asked.length).toBeGreaterThan(300)
  })

  it('contain no unused text', () => {
    const whole = new Set(strings)
    const patterns = [...whole].filter(text => /^[\w.]+\.\*|\.\*\./.test(text)).map(toPattern)
    const isUsed = (key: string) => whole.has(key) || patterns.some(pattern => pattern.test(key))
    const unused = [...english.texts.keys()].filter(key => !isUsed(key) && !isUsed(withoutPlural(key)))
    expect(unused).toEqual([])
  })

  it('agree: every value that a text fills in is handed to it', () => {
    const byKey = Map.groupBy(english.texts, ([one]) => withoutPlural(one))
    const lacking = asked.flatMap(({ path, key, values }) => {
      const texts = byKey.get(key) ?? byKey.get(withoutPlural(key))?.filter(([one]) => one === key) ?? []
      const needed = new Set(texts.flatMap(([one, text]) => [...placeholders(text), ...(one === key ? [] : ['count'])]))
      const missing = values ? [...needed].filter(name => !values.includes(name)) : []
      return missing.map(name => `${path}: ${key} needs ${name}`)
    })
    expect(lacking).toEqual([])
  })

  it('contain no message that neither the contract nor the console uses', () => {
    const known = new Set([...messages, ...strings])
    expect([...english.said.keys()].filter(text => !known.has(text))).toEqual([])
  })

  it('agree: every sentence in the code is a message with its translations', () => {
    // Calls of servers begin with a method.
    const isCall = (text: string) => /^(GET|POST|DELETE) \//.test(text)
    expect(sources.flatMap(findSentences).filter(text => !isCall(text) && !english.said.has(text))).toEqual([])
  })

  it('are read right, so that these tests can fail', () => {
    const code =
      "t('a.b'); t(x ? 'c' : `d.e`, { count, f: 1 }); onNotice({ title: 'Not there yet' }); new Error('No use')"
    const source = { path: 'x.ts', code }
    expect(findAskedTexts(source).map(({ key, values }) => [key, values])).toEqual([
      ['a.b', []],
      ['c', ['count', 'f']],
      ['d.e', ['count', 'f']],
    ])
    expect(findSentences(source)).toEqual(['Not there yet'])
  })
})

const hasMatch = (pattern: RegExp, texts: Iterable<string>) => [...texts].some(text => pattern.test(text))

function toPattern(template: string): RegExp {
  const escaped = template.split('*').map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('[\\w.-]+')}$`)
}
