import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** What the first screen is made of. */
const firstLoad = ['api', 'app', 'features/dashboard', 'features/demo', 'features/search'].map(folder =>
  fileURLToPath(new URL(`../src/${folder}/`, import.meta.url)),
)
const mark = '?late-schemas'
const imports = /import \{([^}]+)\} from '(@hornets\/contract\/[^']+)'/g

/**
 * Calls that the first screen imports from the contract come without their schemas: a call is made from method, path and
 * access; the schemas, and zod with them, come while the answer does (`LateEndpoint`). The first load is 25 KB lighter. A
 * module that reads a schema of a call itself gets the whole call.
 */
export function lateSchemas(): Plugin {
  return {
    name: 'late-schemas',
    enforce: 'pre',
    apply: 'build',
    async transform(code, id) {
      if (!firstLoad.some(folder => id.startsWith(folder))) return null
      let changed = code
      for (const [statement, list = '', source = ''] of code.matchAll(imports)) {
        const file = (await this.resolve(source, id))?.id
        if (!file) continue
        const endpoints = await endpointsOf(file)
        const names = list.split(',').map(name => name.trim())
        const isLate = (name: string) => {
          const [exported = '', local = exported] = name.split(' as ')
          return endpoints.has(exported) && !new RegExp(`\\b${local}\\.(answers|body|params|query)\\b`).test(code)
        }
        const late = names.filter(isLate).join(', ')
        const rest = names.filter(name => name && !isLate(name))
        const restOnlyTypes = rest.every(name => name.startsWith('type '))
        const kept = rest.map(name => (restOnlyTypes ? name.slice('type '.length) : name)).join(', ')
        if (late)
          changed = changed.replace(
            statement,
            `import { ${late} } from '${source}${mark}';` +
              (kept && ` import ${restOnlyTypes ? 'type ' : ''}{ ${kept} } from '${source}'`),
          )
      }
      return changed === code ? null : { code: changed, map: null }
    },
    async resolveId(source, importer) {
      if (!source.endsWith(mark)) return null
      const resolved = await this.resolve(source.slice(0, -mark.length), importer)
      return resolved && { id: resolved.id + mark, moduleSideEffects: false }
    },
    async load(id) {
      if (!id.endsWith(mark)) return null
      const file = id.slice(0, -mark.length)
      this.addWatchFile(file)
      const endpoints = [...(await endpointsOf(file))]
      return { code: endpoints.map(([name, facts]) => lateExport(name, facts, file)).join('\n'), moduleType: 'js' }
    },
  }
}

interface Facts {
  readonly method: string
  readonly path: string
  readonly access: string
  readonly role?: string
  readonly stepUp?: true
}

/** The calls that a file of the contract describes, by the names that it exports them under. */
async function endpointsOf(file: string): Promise<Map<string, Facts>> {
  const exported = Object.entries((await import(pathToFileURL(file).href)) as Record<string, unknown>)
  return new Map(exported.filter((entry): entry is [string, Facts] => isEndpoint(entry[1])))
}

function lateExport(name: string, { method, path, access, role, stepUp }: Facts, file: string): string {
  const facts = JSON.stringify({ method, path, access, role, stepUp }).slice(1, -1)
  return `export const ${name} = { ${facts}, whole: () => import(${JSON.stringify(file)}).then(module => module.${name}) }`
}

const isEndpoint = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value
