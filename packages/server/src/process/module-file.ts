import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The project's folder: only modules inside it are kept. */
export const projectUrl = new URL('../../../../', import.meta.url).href
const projectFolder = fileURLToPath(projectUrl)

/** ES modules to write: their addresses, and the address that each of their imports leads to. */
export interface KnownModules {
  readonly urls: ReadonlySet<string>
  readonly imports: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** The first line of the file. The code of all modules follows, in UTF-8. */
interface Head {
  readonly form: number
  /** Path in the project's folder, when the file or its place last changed (ctime, ms), bytes. */
  readonly files: readonly (readonly [string, number, number])[]
  /** Address in the project's folder, bytes of its code, which is JavaScript. */
  readonly modules: readonly (readonly [string, number])[]
  /** For each module: places in `modules` by specifier. */
  readonly imports: readonly Readonly<Record<string, number>>[]
}

interface KeptModule {
  readonly url: string
  readonly from: number
  readonly to: number
}

/** Raised when what the file holds changes: an older one is of no use. */
const form = 3
const lineFeed = 10

/** The modules in a file, as they are: none of the files that it was made from has changed since. */
export class KeptModules {
  readonly #modules: readonly KeptModule[]
  readonly #imports: Head['imports']
  readonly #places: ReadonlyMap<string, number>
  readonly #code: Buffer

  private constructor(head: Head, code: Buffer) {
    let from = 0
    this.#modules = head.modules.map(([path, size]) => {
      from += size
      return { url: projectUrl + path, from: from - size, to: from }
    })
    this.#places = new Map(this.#modules.map(({ url }, place) => [url, place]))
    this.#imports = head.imports
    this.#code = code
  }

  /** Undefined if there is no such file, it was cut off, or something has changed since it was written. */
  static read(path: string): KeptModules | undefined {
    try {
      const bytes = readFileSync(path)
      const codeAt = bytes.indexOf(lineFeed) + 1
      const head: Head = JSON.parse(bytes.toString('utf8', 0, codeAt))
      const modules = new KeptModules(head, bytes.subarray(codeAt))
      const isWhole = modules.#modules.at(-1)?.to === modules.#code.length
      return head.form === form && isWhole && head.files.every(isUnchanged) ? modules : undefined
    } catch {
      return undefined
    }
  }

  leadOf(parent: string, specifier: string): KeptModule | undefined {
    const leads = this.#imports[this.#places.get(parent) ?? -1]
    return leads && Object.hasOwn(leads, specifier) ? this.#modules[leads[specifier] as number] : undefined
  }

  find(url: string): KeptModule | undefined {
    return this.#modules[this.#places.get(url) ?? -1]
  }

  codeOf({ from, to }: KeptModule): string {
    return this.#code.toString('utf8', from, to)
  }

  /** As they are to be written again, with others. */
  known(): KnownModules {
    const leads = (place: number) =>
      Object.entries(this.#imports[place] ?? {}).map(
        ([specifier, to]) => [specifier, this.#modules[to]?.url ?? ''] as const,
      )
    return {
      urls: new Set(this.#modules.map(({ url }) => url)),
      imports: new Map(this.#modules.map(({ url }, place) => [url, new Map(leads(place))])),
    }
  }
}

/** npm gives every file of a package the same old time; ctime tells when the file came here. */
function isUnchanged([path, changedMs, size]: Head['files'][number]): boolean {
  const now = statSync(projectFolder + path, { throwIfNoEntry: false })
  return now !== undefined && now.ctimeMs === changedMs && now.size === size
}

/** Reads the modules and writes them to one file, whole or not at all. Throws if one is missing. */
export function writeModules(path: string, known: KnownModules): void {
  const urls = [...known.urls]
  const paths = urls.map(pathInProject)
  const files = [...paths, ...packageFilesOf(paths)].map(file => {
    const { ctimeMs, size } = statSync(projectFolder + file)
    return [file, ctimeMs, size] as const
  })
  const codes = urls.map((url, place) => codeOf(url, readFileSync(projectFolder + paths[place])))
  const places = new Map(urls.map((url, place) => [url, place]))
  const placesOf = (leads: ReadonlyMap<string, string> = new Map()) =>
    [...leads].flatMap(([specifier, url]) => {
      const place = places.get(url)
      return place === undefined ? [] : [[specifier, place] as const]
    })
  const head: Head = {
    form,
    files,
    modules: urls.map((url, place) => [url.slice(projectUrl.length), codes[place]?.length ?? 0]),
    imports: urls.map(url => Object.fromEntries(placesOf(known.imports.get(url)))),
  }
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...codes]))
  renameSync(aside, path)
}

/** Without its types, which Node would look up in a file for each module; lines and columns stay. */
function codeOf(url: string, code: Buffer): Buffer {
  if (!/\.m?ts$/.test(url)) return code
  return Buffer.from(stripTypeScriptTypes(code.toString(), { mode: 'strip', sourceUrl: url }))
}

const pathInProject = (url: string) => fileURLToPath(url).slice(projectFolder.length)

/** What else decides where imports lead: each package.json above the modules, and npm's list of packages. */
function packageFilesOf(paths: readonly string[]): string[] {
  const folders = new Set(
    paths.flatMap(path => {
      const parts = path.split(/[/\\]/)
      return parts.map((_, depth) => parts.slice(0, depth).join('/'))
    }),
  )
  const found = [...folders].map(folder => (folder ? `${folder}/package.json` : 'package.json'))
  return [...found, 'node_modules/.package-lock.json'].filter(file => existsSync(projectFolder + file))
}
