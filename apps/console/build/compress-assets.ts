import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(html|js|css|svg|json|txt|webmanifest)$/

/** Writes `.br` and `.gz` beside each text asset, so that the server never compresses; not in mode `uncompressed`. */
export function compressAssets(): Plugin {
  let folder = ''
  let isWritten = false
  return {
    name: 'compress-assets',
    apply: (_config, { command, mode }) => command === 'build' && mode !== 'uncompressed',
    configResolved(config) {
      folder = config.build.outDir
    },
    writeBundle() {
      isWritten = true
    },
    async closeBundle() {
      // A failed build has no files; its own error should be seen.
      if (!isWritten) return
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      for (const entry of entries.filter(entry => entry.isFile() && text.test(entry.name))) {
        const path = join(entry.parentPath, entry.name)
        const bytes = await readFile(path)
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
        await writeFile(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      }
    },
  }
}
