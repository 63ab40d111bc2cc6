import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type File = Bundle[string]

const worker = 'service-worker.js'

/** Besides what both documents load initially: what shell and dashboard load right after. */
const soonAfter =
  /src\/app\/[\w/-]+\.tsx?$|src\/ui\/overlays\.tsx$|contract\/src\/admin\/(live|statistics|rates)\.ts$|\.json\?part=first$|\/en\.json\?part=later$/
/** Other fonts and pages are cached when they are used. */
const files = /\.html$|\.css$|\binter-[\w-]+\.woff2$/

/**
 * One file at the root without a hash, so that its scope is the whole console. Lists the files to fetch at
 * installation.
 */
export function serviceWorker(): Plugin {
  let publicFolder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      publicFolder = config.publicDir
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunk = bundle[worker]
        if (chunk?.type !== 'chunk') throw new Error(`The build has no ${worker}`)
        if (chunk.imports.length > 0) throw new Error(`${worker} has to be one file, and imports ${chunk.imports}`)
        const entries = [...wantedOf(bundle).map(entryOf), ...(await publicEntries(publicFolder))]
        chunk.code = chunk.code.replace('self.__WB_MANIFEST', () => JSON.stringify(entries))
      },
    },
  }
}

function wantedOf(bundle: Bundle): File[] {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const firsts = chunks.filter(
    chunk => (chunk.isEntry && chunk.fileName !== worker) || chunk.moduleIds.some(id => soonAfter.test(id)),
  )
  const names = new Set(firsts.map(chunk => chunk.fileName))
  // A set can grow during iteration: additions come later.
  for (const name of names) {
    const file = bundle[name]
    if (file?.type === 'chunk') for (const imported of file.imports) names.add(imported)
  }
  return Object.values(bundle).filter(file => names.has(file.fileName) || files.test(file.fileName))
}

const entryOf = (file: File) => ({
  url: `/${file.fileName}`,
  revision: file.fileName.startsWith('assets/') ? null : hashOf(file.type === 'chunk' ? file.code : file.source),
})

async function publicEntries(folder: string) {
  const names = await readdir(folder)
  return Promise.all(
    names.map(async name => ({ url: `/${name}`, revision: hashOf(await readFile(join(folder, name))) })),
  )
}

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 16)
