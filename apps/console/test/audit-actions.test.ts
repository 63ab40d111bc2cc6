import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readCatalogues } from './support/catalogues.ts'

const relay = fileURLToPath(new URL('../../relay/src/', import.meta.url))

/** The names that the relay notes its actions under; `account.two-factor-on` is the text `account_two_factor_on`. */
function actionsOfRelay(): string[] {
  const found = readdirSync(relay, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .flatMap(path => [
      ...readFileSync(join(relay, path), 'utf8').matchAll(/(?:action: |refuse\()'([a-z_]+\.[a-z_-]+)'/g),
    ])
    .map(([, action = '']) => action.replace(/[.-]/g, '_'))
  return [...new Set(found)].sort()
}

describe('what the audit log tells of', () => {
  const actions = actionsOfRelay()

  it('is found in the relay', () => {
    expect(actions).toEqual(expect.arrayContaining(['settings_save', 'session_login', 'account_two_factor_on']))
  })

  it.each(readCatalogues())('has a name in $language, and no name is of nothing', ({ texts }) => {
    const named = [...texts.keys()].filter(key => key.startsWith('audit.actions.'))
    expect(named.map(key => key.replace('audit.actions.', '')).sort()).toEqual(actions)
  })
})
