import { expect, it } from 'vitest'
import { originFaultOf } from './origin-fault.ts'

const key = 'CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4'

it('a bare xpub is warned of: it counts as BIP 84, and its signer may not find its key', () => {
  expect([originFaultOf(` xpub${key} `), originFaultOf(`tpub${key}`)]).toEqual(['kind', 'kind'])
})

it('a zpub or a descriptor without its origin is warned of; one with it, and what is no account yet, is not', () => {
  expect([originFaultOf(`zpub${key}`), originFaultOf(`tr(xpub${key}/<0;1>/*)`)]).toEqual(['origin', 'origin'])
  const withOrigin = `wpkh([73c5da0a/84h/0h/0h]xpub${key}/<0;1>/*)`
  expect([originFaultOf(withOrigin), originFaultOf(''), originFaultOf('hello')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
