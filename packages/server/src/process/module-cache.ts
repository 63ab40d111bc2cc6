import { type LoadHookSync, type ModuleHooks, type ResolveHookSync, registerHooks } from 'node:module'
import { Worker } from 'node:worker_threads'
import { KeptModules, type KnownModules, projectUrl } from './module-file.ts'

/** Finding and reading 900 files took 200 ms of each start. If one file has changed, all are read again. */
export class ModuleCache {
  readonly #path: string
  readonly #hooks: ModuleHooks
  readonly #loaded = new Set<string>()
  readonly #imports = new Map<string, Map<string, string>>()
  #kept: KeptModules | undefined

  /** `path`: of the file; it need not exist. */
  constructor(path: string) {
    this.#path = path
    this.#kept = KeptModules.read(path)
    this.#hooks = registerHooks({ resolve: this.#resolve, load: this.#load })
  }

  /** Ends it. Writes the file if modules were loaded that it did not have: on a thread, since that takes long. */
  keep(): void {
    this.#hooks.deregister()
    if (this.#loaded.size > 0) this.#write()
    this.#kept = undefined
  }

  #write(): void {
    const before = this.#kept?.known()
    const urls = new Set([...(before?.urls ?? []), ...this.#loaded])
    const imports = new Map(before?.imports)
    for (const [parent, leads] of this.#imports)
      imports.set(parent, new Map([...(imports.get(parent) ?? []), ...leads]))
    const workerData: { path: string; known: KnownModules } = { path: this.#path, known: { urls, imports } }
    // Stripping types counts as experimental.
    const execArgv = ['--disable-warning=ExperimentalWarning']
    const writer = new Worker(new URL('./module-worker.ts', import.meta.url), { workerData, execArgv })
    writer.on('error', () => undefined)
    writer.unref()
  }

  readonly #resolve: ResolveHookSync = (specifier, context, next) => {
    const { parentURL, conditions } = context
    // `require` may lead elsewhere.
    if (!parentURL || !conditions.includes('import')) return next(specifier, context)
    const kept = this.#kept?.leadOf(parentURL, specifier)
    if (kept) return { url: kept.url, format: 'module', shortCircuit: true }
    const found = next(specifier, context)
    if (isKept(found.format)) this.#note(parentURL, specifier, found.url)
    return found
  }

  readonly #load: LoadHookSync = (url, context, next) => {
    const kept = this.#kept?.find(url)
    if (this.#kept && kept) return { format: 'module', source: this.#kept.codeOf(kept), shortCircuit: true }
    const found = next(url, context)
    if (isKept(found.format) && url.startsWith(projectUrl) && !url.includes('?')) this.#loaded.add(url)
    return found
  }

  #note(parent: string, specifier: string, url: string): void {
    const leads = this.#imports.get(parent) ?? new Map<string, string>()
    this.#imports.set(parent, leads.set(specifier, url))
  }
}

/** Node finds and reads other formats faster than hooks could. */
const isKept = (format: string | null | undefined): boolean => format === 'module' || format === 'module-typescript'
