import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'

test('installs nothing under a running relay, and explains the alternative', () => {
  const project = mkdtempSync(join(tmpdir(), 'hornets-admin-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  for (const part of ['scripts', 'package-lock.json']) cpSync(inProject(part), join(project, part), { recursive: true })
  const { status, stderr } = spawnSync(process.execPath, [join(project, 'scripts', 'admin.mjs'), 'list'])
  expect([status, `${stderr}`]).toEqual([1, expect.stringContaining('start the one of this version first: npm start')])
  expect(existsSync(join(project, 'node_modules'))).toBe(false)
})
