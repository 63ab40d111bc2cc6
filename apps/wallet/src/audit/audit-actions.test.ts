import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { walletAuditActions, walletEndpoints } from '@hornets/contract/wallet'
import { describe, expect, it } from 'vitest'

const wallet = fileURLToPath(new URL('..', import.meta.url))
const sources = readdirSync(wallet, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map(path => readFileSync(join(wallet, path), 'utf8'))

describe('the actions of the wallet’s audit log', () => {
  it('are declared by every call that changes something, even if it declares that nothing is logged', () => {
    const silent = walletEndpoints.filter(({ method, audit }) => method !== 'GET' && audit === undefined)
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('are recorded without a wallet-specific name', () => {
    const named = walletAuditActions.filter(action =>
      sources.some(source =>
        new RegExp(`(record\\w+|refusals|audited)\\([^)]*'${action.replaceAll('.', '\\.')}'`).test(source),
      ),
    )
    expect(named).toEqual([])
  })
})
