import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { expect, test, vi } from 'vitest'
import { Browser } from './browser.ts'

test('opens pages in the browser of the settings, as many at a time as are set (XNOSTR-05)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'browser-pool-'))
  const [program, log, gate] = ['browser', 'log', 'gate'].map(name => join(folder, name)) as [string, string, string]
  const wait = `until [ -e ${gate} ]; do sleep 0.02; done`
  await writeFile(program, `#!/bin/sh\nprintf + >> ${log}\n${wait}\nprintf -- - >> ${log}\necho "<p>page</p>"\n`)
  await chmod(program, 0o755)
  const settings = { browser_path: program, browser_pool_size: 2, temp_dir: folder }
  const browser = new Browser(() => settings, { programFolders: [], wayOut: directWayOut })
  const { signal } = new AbortController()
  const opened = Array.from({ length: 5 }, () => browser.open(new URL('http://mirror.example/ann'), signal))
  const said = () => readFile(log, 'utf8').catch(() => '')
  await vi.waitFor(async () => expect(await said()).toBe('++'), { timeout: 20_000 })
  await writeFile(gate, '')
  expect((await Promise.all(opened)).map(page => page.trim())).toEqual(Array(5).fill('<p>page</p>'))
  let [running, most] = [0, 0]
  for (const mark of await said()) {
    running += mark === '+' ? 1 : -1
    most = Math.max(most, running)
  }
  expect([running, most, (await said()).length]).toEqual([0, 2, 10])
  await rm(folder, { recursive: true })
})
