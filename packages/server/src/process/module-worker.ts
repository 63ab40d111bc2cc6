import { workerData } from 'node:worker_threads'
import { type KnownModules, writeModules } from './module-file.ts'

const { path, known } = workerData as { readonly path: string; readonly known: KnownModules }
writeModules(path, known)
