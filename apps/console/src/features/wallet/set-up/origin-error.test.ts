import { expect, it } from 'vitest'
import { originErrorOf } from './origin-error.ts'

const key = 'CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4'

it('a bare xpub is warned of: it counts as BIP 84, and its signer may not find its key', () => {
  expect([originErrorOf(` xpub${key} `), originErrorOf(`tpub${key}`)]).toEqual(['kind', 'kind'])
})

it('a zpub or a descriptor without its origin is warned of; one with it, and what is no account yet, is not', () => {
  expect([originErrorOf(`zpub${key}`), originErrorOf(`tr(xpub${key}/<0;1>/*)`)]).toEqual(['origin', 'origin'])
  const withOrigin = `wpkh([73c5da0a/84h/0h/0h]xpub${key}/<0;1>/*)`
  expect([originErrorOf(withOrigin), originErrorOf(''), originErrorOf('hello')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
