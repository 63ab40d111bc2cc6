import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { assertNodeRuns } from './local-node.mjs'

test('names the package that a bare machine lacks for Node 26', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bare-node-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const node = join(folder, 'node')
  const reason = 'error while loading shared libraries: libatomic.so.1: cannot open shared object file'
  writeFileSync(node, `#!/bin/sh\necho 'node: ${reason}' >&2\nexit 127\n`)
  chmodSync(node, 0o755)
  expect(() => assertNodeRuns(node)).toThrow(`Node 26 cannot run on this machine: node: ${reason}\nInstall libatomic1`)
  expect(() => assertNodeRuns(join(folder, 'none'))).toThrow('ENOENT')
  expect(() => assertNodeRuns(process.execPath)).not.toThrow()
})
