import { expect, it } from 'vitest'
import { originErrorOf } from './origin-error.ts'

const key = 'CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4'

it('warns that a bare xpub counts as BIP 84 and that its signer may not find its key', () => {
  expect([originErrorOf(` xpub${key} `), originErrorOf(`tpub${key}`)]).toEqual(['kind', 'kind'])
})

it('warns about a zpub or descriptor without an origin, but not about one with it or incomplete input', () => {
  expect([originErrorOf(`zpub${key}`), originErrorOf(`tr(xpub${key}/<0;1>/*)`)]).toEqual(['origin', 'origin'])
  const withOrigin = `wpkh([73c5da0a/84h/0h/0h]xpub${key}/<0;1>/*)`
  expect([originErrorOf(withOrigin), originErrorOf(''), originErrorOf('hello')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
