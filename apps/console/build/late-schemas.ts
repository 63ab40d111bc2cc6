import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const firstLoad = ['api', 'app'].map(folder => fileURLToPath(new URL(`../src/${folder}/`, import.meta.url)))
const mark = '?late-schemas'

/**
 * What `src/api` and `src/app` import of the contract comes without its schemas: a call is made from method, path and
 * access; the schemas, and zod with them, come while the answer does (`LateEndpoint`). The first load is 25 KB lighter.
 */
export function lateSchemas(): Plugin {
  return {
    name: 'late-schemas',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer, options) {
      const isWhole = options.kind === 'dynamic-import' || !importer || importer.endsWith(mark)
      if (isWhole || !source.startsWith('@hornets/contract/')) return null
      if (!firstLoad.some(folder => `${dirname(importer)}/`.startsWith(folder))) return null
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      return resolved && { id: resolved.id + mark, moduleSideEffects: false }
    },
    async load(id) {
      if (!id.endsWith(mark)) return null
      const file = id.slice(0, -mark.length)
      this.addWatchFile(file)
      const exported = Object.entries((await import(pathToFileURL(file).href)) as Record<string, unknown>)
      return { code: exported.map(([name, value]) => lateExport(name, value, file)).join('\n'), moduleType: 'js' }
    },
  }
}

function lateExport(name: string, value: unknown, file: string): string {
  const from = JSON.stringify(file)
  if (!isEndpoint(value)) return `export { ${name} } from ${from}`
  const { method, path, access } = value
  const facts = JSON.stringify({ method, path, access }).slice(1, -1)
  return `export const ${name} = { ${facts}, whole: () => import(${from}).then(module => module.${name}) }`
}

const isEndpoint = (value: unknown): value is { method: string; path: string; access: string } =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value
