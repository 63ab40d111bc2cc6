import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { canMakeHosts } from './network-namespaces.mjs'

test('tries once to make a host, and removes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hornets-ip-'))
  const calls = join(folder, 'calls')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  writeFileSync(join(folder, 'ip'), `#!/bin/sh\necho "$1 $2" >> ${calls}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', folder)
  expect(await Promise.all([canMakeHosts(), canMakeHosts()])).toEqual([true, true])
  const name = `hornets-try-${process.pid}`
  expect(readFileSync(calls, 'utf8')).toBe(`netns add\n-n ${name}\nnetns del\n`)
})
