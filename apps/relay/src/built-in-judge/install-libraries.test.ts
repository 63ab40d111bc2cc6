import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { installLibraries } from './install-libraries.ts'

it.skipIf(process.platform === 'win32')(
  "installs with the operator's npm settings, without the relay's environment",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hornets-install-'))
    const npm = join(folder, 'npm')
    await writeFile(npm, '#!/bin/sh\nenv > "$HOME/env"\n')
    await chmod(npm, 0o755)
    const progress: number[][] = []
    const { signal } = new AbortController()
    const onProgress = (...counts: number[]) => void progress.push(counts)
    await installLibraries({
      folder,
      npm,
      programFolders: '/usr/bin:/bin',
      proxy: undefined,
      extraCertificates: '/a.crt',
      signal,
      onProgress,
    })
    const given = await readFile(join(folder, 'env'), 'utf8')
    expect(given).toContain(`npm_config_userconfig=${join(homedir(), '.npmrc')}\n`)
    expect(given).toContain('NODE_EXTRA_CA_CERTS=/a.crt\n')
    expect(given.split('\n').filter(line => /^(NODE_(?!EXTRA)|VITEST|DATA_DIR)/.test(line))).toEqual([])
    expect([progress[0]?.[0], (progress[0]?.[1] ?? 0) > 5]).toEqual([0, true])
    await rm(folder, { recursive: true })
  },
)
