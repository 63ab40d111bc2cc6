import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adminEndpoints, auditActions } from '@hornets/contract/admin'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import * as push from '@hornets/contract/wallet/relay/push'
import { describe, expect, it } from 'vitest'

const relay = fileURLToPath(new URL('..', import.meta.url))
const contract = fileURLToPath(new URL('../../../../packages/contract/src/admin', import.meta.url))

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map(path => join(folder, path))
}

async function declared(): Promise<Record<string, { audit?: unknown } | undefined>> {
  const modules = await Promise.all(sourcesOf(contract).map(path => import(path)))
  return Object.assign({}, ...modules, push)
}

describe('the actions of the audit log', () => {
  it('are declared by every call that changes something, even if it declares that nothing is logged', () => {
    const silent = adminEndpoints.filter(({ method, audit }) => method !== 'GET' && audit === undefined)
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('are not declared by calls that only read', () => {
    expect(adminEndpoints.filter(({ method, audit }) => method === 'GET' && audit !== undefined)).toEqual([])
  })

  it('are all noted by the relay, and none by its name alone', async () => {
    const found = sourcesOf(relay).map(path => readFileSync(path, 'utf8'))
    expect(found.filter(source => /\baction[:=] '/.test(source))).toEqual([])
    const exported = await declared()
    const noted = found.flatMap(source =>
      [...source.matchAll(/\b(?:(\w+)\.audit|serverActions)(?:\.(\w+))?/g)].map(([, call, part]) => {
        const audit = call ? exported[call]?.audit : serverActions
        return typeof audit === 'string' ? audit : (audit as Record<string, string> | undefined)?.[part ?? '']
      }),
    )
    expect(auditActions.filter(action => !noted.includes(action))).toEqual([])
  })
})
