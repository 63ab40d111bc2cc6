import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { preferHeadlessShell } from './headless-shell.mjs'

const debians = '/usr/bin/chromium'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headless-shell-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it("takes the shell that it brought once, and only instead of Debian's browser", async () => {
  const shell = join(folder, 'root/usr/lib/chromium/chromium-headless-shell')
  mkdirSync(dirname(shell), { recursive: true })
  writeFileSync(shell, '')
  expect(await preferHeadlessShell(debians, folder)).toBe(shell)
  expect(await preferHeadlessShell('/opt/google/chrome', folder)).toBe('/opt/google/chrome')
})

it('does not try again what has failed once', async () => {
  expect(await preferHeadlessShell(debians, folder)).toBe(debians)
})
